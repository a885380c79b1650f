import CFuzzer
import FuzzTargets
import Glibc

/// Runs one of the fuzz targets under libFuzzer, whose options follow on the command line.
///
/// Which one says `ROTUNDA_FUZZ_TARGET`: libFuzzer starts its own program again for some of what it does, with the
/// options that it was given.
@main
enum Fuzzers {
  private static var target = FuzzTarget.configuration

  static func main() throws {
    let name = getenv("ROTUNDA_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    if name == "list" { return FuzzTarget.allCases.forEach { print($0.rawValue) } }
    if name == "record" { return try SessionRecording.write(to: CommandLine.arguments[1]) }
    guard let named = FuzzTarget(rawValue: name) else {
      print("ROTUNDA_FUZZ_TARGET is none of \(FuzzTarget.allCases.map(\.rawValue))")
      exit(64)
    }
    target = named
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &words) { data, size in
        MainActor.assumeIsolated { Fuzzers.target.run(Array(UnsafeBufferPointer(start: data, count: size))) }
        return 0
      })
  }
}

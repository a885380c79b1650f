import CFuzzer
import Foundation
import FuzzTargets

/// Runs a fuzz target under libFuzzer, whose options follow on the command line.
///
/// `ROTUNDA_FUZZ_TARGET` names the target, because libFuzzer sometimes restarts its own program with its
/// original options. If `ROTUNDA_FUZZ_SEEDS` names a directory, the program writes its seeds there instead.
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
    if let directory = getenv("ROTUNDA_FUZZ_SEEDS") { return try writeSeeds(to: String(cString: directory)) }
    var count = CommandLine.argc
    var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv
    exit(
      LLVMFuzzerRunDriver(&count, &words) { data, size in
        MainActor.assumeIsolated { Fuzzers.target.run(Array(UnsafeBufferPointer(start: data, count: size))) }
        return 0
      })
  }

  /// Writes the target's seeds beside its corpus, and its words as a libFuzzer dictionary.
  private static func writeSeeds(to directory: String) throws {
    let place = URL(filePath: directory)
    for (index, seed) in target.seeds.enumerated() {
      try Data(seed).write(to: place.appending(path: "seed-\(index)"))
    }
    let words = Set(target.words).sorted().map { "\"\(escaped($0))\"\n" }
    try Data(words.joined().utf8).write(to: place.appending(path: "../words"))
  }

  /// Returns a word in the dictionary's syntax: a backslash before quotes and backslashes, and numbers for
  /// unprintable bytes.
  private static func escaped(_ word: String) -> String {
    word.utf8.map { byte in
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): "\\" + String(UnicodeScalar(byte))
      case 0x20..<0x7F: String(UnicodeScalar(byte))
      default: "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }
}

import Foundation

/// The program of tiles in the end-to-end tests. It reports its environment, then follows its orders.
///
/// `PROBE_REPORT` names the file for the report. The first argument may be `exit N` or `signal N`, which it
/// obeys at once. With `wait` the process waits until the file `PROBE_REPORT.go` contains one of those.
@main
enum ProbeProgram {
  struct Report: Codable {
    var processID: Int32
    var arguments: [String]
    var environment: [String: String]
    var workingDirectory: String
    /// Bit n - 1 is set if signal n is blocked.
    var blockedSignals: UInt64
    var descriptors: [Int]
  }

  static func main() throws {
    let environment = ProcessInfo.processInfo.environment
    guard let path = environment["PROBE_REPORT"] else { exit(99) }
    let words = Array(CommandLine.arguments.dropFirst())
    let report = Report(
      processID: getpid(), arguments: words, environment: environment,
      workingDirectory: FileManager.default.currentDirectoryPath, blockedSignals: blockedSignals(),
      descriptors: descriptors())
    try JSONEncoder().encode(report).write(to: URL(filePath: path), options: .atomic)
    if words.first == "wait" { obey(awaitOrder("\(path).go")) } else { obey(words) }
  }

  private static func obey(_ words: [String]) {
    guard words.count > 1, let number = Int32(words[1]) else { exit(0) }
    if words[0] == "signal" {
      signal(number, SIG_DFL)
      kill(getpid(), number)
      sleep(10)
    }
    exit(number)
  }

  /// A named pipe: opening it waits for the process that gives the order.
  private static func awaitOrder(_ path: String) -> [String] {
    let descriptor = open(path, O_RDONLY)
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = max(0, read(descriptor, &bytes, bytes.count))
    return String(decoding: bytes[..<count], as: UTF8.self).split(whereSeparator: \.isWhitespace).map(
      String.init)
  }

  private static func blockedSignals() -> UInt64 {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") } ?? ""
    return UInt64(line.dropFirst(7).trimmingCharacters(in: .whitespaces), radix: 16) ?? .max
  }

  private static func descriptors() -> [Int] {
    (0..<256).filter { fcntl(Int32($0), F_GETFD) >= 0 }
  }
}

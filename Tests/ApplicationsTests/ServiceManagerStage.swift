import Foundation

/// A user's systemd that runs a command.
enum ServiceManagerStage {
  private static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Whether the test can start a manager.
  static var isPossible: Bool {
    geteuid() == 0 && FileManager.default.isExecutableFile(atPath: "/lib/systemd/systemd")
      && (try? run(["true"]))?.status == 0
  }

  static func run(_ words: [String]) throws -> (status: Int32, lines: [String]) {
    let process = Process()
    let output = Pipe()
    process.executableURL = package.appendingPathComponent("Tests/UnitProbe/with-user-manager")
    process.arguments = words
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    return (process.terminationStatus, lines.map(String.init).dropLast())
  }
}

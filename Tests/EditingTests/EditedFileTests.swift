import Editing
import Foundation
import TemporaryFiles
import Testing

@Suite(.serialized) struct EditedFileTests {
  @Test func versionsCanBeRestored() throws {
    let directory = try TemporaryDirectory()
    let file = EditedFile(
      "\(directory.path)/rotunda.d/80-edited.toml", versions: "\(directory.path)/versions")
    for text in ["a", "b", "b", "c"] { #expect(file.replace(with: Array(text.utf8)) == nil) }
    #expect(file.numbers.count == 3)
    for text in ["b", "a", ""] {
      #expect(file.undo() == nil)
      #expect(try file.read() == Array(text.utf8))
    }
    #expect(file.undo() == "no earlier version is kept")
  }

  @Test func fileWithoutABackupIsNotReplaced() throws {
    let directory = try TemporaryDirectory()
    try directory.write("versions", "no directory")
    let file = EditedFile("\(directory.path)/80-edited.toml", versions: "\(directory.path)/versions")
    #expect(file.replace(with: [0x61]) != nil)
    #expect(try file.read() == [])
  }

  // MARK: Power cuts

  private static let strace = "/usr/bin/strace"

  /// Whether this process may trace others.
  static let canTrace: Bool = {
    guard FileManager.default.isExecutableFile(atPath: strace) else { return false }
    return (try? run([strace, "-f", "-o", "/dev/null", "true"])) == 0
  }()

  /// System calls that write to the disk.
  private static let calls = [
    "openat", "write", "fsync", "rename", "renameat", "renameat2", "fchmod", "chmod", "mkdir", "unlink",
    "close",
  ]

  private static func run(_ words: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no", "HOME": "/nowhere"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? -process.terminationStatus : process.terminationStatus
  }

  /// Kills the command at each of its last system calls of a kind: those with which it saves.
  @Test(.enabled(if: canTrace, "strace is not installed, or may not trace"), arguments: calls)
  func killedAtAnyCallLeavesOldOrNew(call: String) throws {
    let directory = try TemporaryDirectory()
    let main = try directory.write("rotunda.toml", "[[tile]]\nurl = \"https://a.org/\"\n")
    let old = "[brand]\nname = \"old\"\n"
    let new = "[brand]\nname = \"new\"\n"
    let command = [
      "env", "STATE_DIRECTORY=\(directory.path)/state", EditorStage.binary.path, "config", "set", "--config",
      main, "brand.name", "new",
    ]
    func begin() throws { try directory.write("rotunda.d/80-edited.toml", old) }
    func edited() throws -> String {
      try String(contentsOfFile: "\(directory.path)/rotunda.d/80-edited.toml", encoding: .utf8)
    }
    try begin()
    let log = "\(directory.path)/calls"
    let filter = ["-f", "-e", "trace=\(call)"]
    #expect(try Self.run([Self.strace] + filter + ["-o", log] + command) == 0)
    #expect(try edited() == new)
    let count = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
      .count { $0.contains("\(call)(") }
    // Before these, the command only reads, with thousands of calls.
    for number in stride(from: count, to: max(0, count - 14), by: -1) {
      try begin()
      let inject = ["-e", "inject=\(call):signal=KILL:when=\(number)"]
      _ = try Self.run([Self.strace] + filter + ["-o", "/dev/null"] + inject + command)
      let text = try edited()
      #expect(text == old || text == new, "\(call) \(number): \(text)")
      // The loader ignores remains, and the next change succeeds.
      #expect(try Self.run([EditorStage.binary.path, "check", main]) == 0, "\(call) \(number)")
    }
    try begin()
    #expect(try Self.run(["/usr/bin/env"] + command.dropFirst()) == 0)
    #expect(try edited() == new)
  }

  @Test(
    .enabled(if: canTrace, "strace is not installed, or may not trace"),
    arguments: ["write", "fsync", "rename"])
  func failedCallsLeaveOldOrNew(call: String) throws {
    let directory = try TemporaryDirectory()
    let main = try directory.write("rotunda.toml", "[[tile]]\nurl = \"https://a.org/\"\n")
    let old = "[brand]\nname = \"old\"\n"
    for number in 1...4 {
      let path = try directory.write("rotunda.d/80-edited.toml", old)
      _ = try Self.run([
        Self.strace, "-f", "-o", "/dev/null", "-e", "trace=\(call)", "-e",
        "inject=\(call):error=ENOSPC:when=\(number)", "env", "STATE_DIRECTORY=\(directory.path)/state",
        EditorStage.binary.path, "config", "set", "--config", main, "brand.name", "new",
      ])
      let text = try String(contentsOfFile: path, encoding: .utf8)
      #expect([old, "[brand]\nname = \"new\"\n"].contains(text), "\(call) \(number): \(text)")
    }
  }
}

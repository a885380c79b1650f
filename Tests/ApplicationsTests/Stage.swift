import EventLoop
import Foundation
import Programs

@testable import Applications

/// A loop, a launcher whose programs write into a file, and a directory to play in.
@MainActor
final class Stage {
  let loop: EventLoop
  let launcher: ProgramLauncher
  nonisolated let directory: URL
  private let file: FileHandle

  init() throws {
    directory = URL(fileURLWithPath: "/tmp/rotunda-applications-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    let path = directory.appendingPathComponent("output").path
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    loop = try EventLoop()
    launcher = ProgramLauncher(loop: loop, output: file.fileDescriptor)
  }

  deinit {
    try? FileManager.default.removeItem(at: directory)
  }

  /// What the programs wrote so far.
  var output: String {
    (try? String(contentsOf: directory.appendingPathComponent("output"), encoding: .utf8)) ?? ""
  }

  /// A file in the directory, with permissions.
  func write(_ name: String, _ text: String, mode: Int = 0o755) throws -> String {
    let path = directory.appendingPathComponent(name).path
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Turns the loop until `condition` holds; false when it never did.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    return condition()
  }

  /// Runs a program to its end and until nothing of it is left.
  @discardableResult
  func run(_ command: Command) throws -> ExitReason? {
    var reason: ExitReason?
    _ = try launcher.start(command) { reason = $0 }
    _ = try wait { reason != nil && launcher.count == 0 }
    return reason
  }

  /// Runs a shell script, the shortest way to a program that does something.
  @discardableResult
  func run(script: String) throws -> ExitReason? {
    try run(Command(["/bin/sh", "-c", script]))
  }

  /// Whether a process of that number is there and has not ended.
  static func isAlive(_ processID: Int32) -> Bool {
    ProcessStatus(of: processID).map { !$0.isZombie } ?? false
  }
}

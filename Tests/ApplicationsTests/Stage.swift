import EventLoop
import Foundation
import Programs

@testable import Applications

/// A loop, a launcher whose programs write to a file, and a temporary directory.
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

  /// The programs' output so far.
  var output: String {
    (try? String(contentsOf: directory.appendingPathComponent("output"), encoding: .utf8)) ?? ""
  }

  /// Writes a file with permissions into the directory and returns its path.
  func write(_ name: String, _ text: String, mode: Int = 0o755) throws -> String {
    let path = directory.appendingPathComponent(name).path
    try text.write(toFile: path, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    return path
  }

  /// Turns the loop until `condition` holds. Returns false after a time-out.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 60
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.05) }
    return condition()
  }

  /// Runs a program until it and all of its processes have ended.
  @discardableResult
  func run(_ command: Command) throws -> ExitReason? {
    var reason: ExitReason?
    _ = try launcher.start(command) { reason = $0 }
    _ = try wait { reason != nil && launcher.count == 0 }
    return reason
  }

  /// Runs a shell script.
  @discardableResult
  func run(script: String) throws -> ExitReason? {
    try run(Command(["/bin/sh", "-c", script]))
  }

  /// Reports whether a process with this ID exists and is not a zombie.
  static func isAlive(_ processID: Int32) -> Bool {
    ProcessStatus(of: processID).map { !$0.isZombie } ?? false
  }
}

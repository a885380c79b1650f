import EventLoop
import Foundation
import State
import Testing

/// A temporary directory with a loop, for one test.
@MainActor
final class StateDirectory {
  let loop: EventLoop
  let path: String

  init() throws {
    loop = try EventLoop()
    path = NSTemporaryDirectory() + "rotunda-state-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  subscript(name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String, mode: mode_t = 0o644) throws -> String {
    let file = self[name]
    try FileManager.default.createDirectory(
      atPath: (file as NSString).deletingLastPathComponent, withIntermediateDirectories: true)
    try text.write(toFile: file, atomically: false, encoding: .utf8)
    chmod(file, mode)
    return file
  }

  func text(of name: String) -> String? { try? String(contentsOfFile: self[name], encoding: .utf8) }

  /// Turns the loop until `condition` holds. Returns false after a time-out.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 30
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.02) }
    return condition()
  }

  /// Turns the loop for some seconds.
  func turn(seconds: Double) throws {
    let limit = EventLoop.now + seconds
    while EventLoop.now < limit { try loop.step(timeout: 0.02) }
  }

  /// An environment whose files are all in this directory.
  var environment: ProcessEnvironment { environment([:]) }

  /// Returns that environment with additional variables.
  func environment(_ others: [String: String]) -> ProcessEnvironment {
    ProcessEnvironment(
      variables: [
        "HOME": path, "STATE_DIRECTORY": self["state"], "XDG_CONFIG_HOME": self["config"],
        "XDG_DATA_DIRS": self["share"], "PATH": self["bin"],
      ].merging(others) { $1 })
  }
}

/// Collects later results, for closures that are stored.
@MainActor final class Answers<Value> { var values: [Value] = [] }

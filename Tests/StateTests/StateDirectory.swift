import EventLoop
import Foundation
import State
import Testing

/// A directory of its own for a test, with a loop.
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

  /// Turns the loop until `condition` holds; false when it never did.
  func wait(until condition: () -> Bool) throws -> Bool {
    let limit = EventLoop.now + 30
    while !condition() && EventLoop.now < limit { try loop.step(timeout: 0.02) }
    return condition()
  }

  /// Turns the loop for so many seconds.
  func turn(seconds: Double) throws {
    let limit = EventLoop.now + seconds
    while EventLoop.now < limit { try loop.step(timeout: 0.02) }
  }

  /// An environment whose files all lie here.
  var environment: ProcessEnvironment { environment([:]) }

  /// The same with other variables beside them.
  func environment(_ others: [String: String]) -> ProcessEnvironment {
    ProcessEnvironment(
      variables: [
        "HOME": path, "STATE_DIRECTORY": self["state"], "XDG_CONFIG_HOME": self["config"],
        "XDG_DATA_DIRS": self["share"], "PATH": self["bin"],
      ].merging(others) { $1 })
  }
}

/// Takes what comes later, for closures that are kept.
@MainActor final class Answers<Value> { var values: [Value] = [] }

import Foundation
import RealCompositors

/// `rotunda session` with a service manager's socket, and with an invisible real compositor or a substitute.
final class SessionStage {
  let scratch: Scratch
  let manager: NotifySocket
  let session: ProcessGroup

  /// The watchdog's interval in seconds.
  static let interval = 1.0

  /// Starts a session.
  ///
  /// - Parameters:
  ///   - compositor: The compositor's name.
  ///   - standIn: A shell script that replaces the compositor.
  ///   - tiles: The tiles of the configuration.
  ///   - server: The X server whose screen the compositor uses, or nil to draw into memory.
  ///   - preparation: Shell commands that run before `exec` of the session.
  init(
    _ compositor: String = "cage", standIn: String? = nil, tiles: String = "", watchdog: Bool = true,
    on server: XServer? = nil, preparation: String = ""
  ) throws {
    scratch = try Scratch()
    manager = try NotifySocket(scratch.file("runtime/notify"))
    var path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    if let standIn {
      let program = try scratch.write("#!/bin/sh\n\(standIn)\n", to: compositor)
      chmod(program, 0o755)
      path = "\(scratch.path):\(path)"
    }
    let configuration = try scratch.write(
      tiles.isEmpty ? "[[tile]]\nname = \"One\"\nrun = [\"sleep\", \"1000\"]\n" : tiles, to: "rotunda.toml")
    var environment = [
      "XDG_RUNTIME_DIR": scratch.runtime, "HOME": scratch.path, "NOTIFY_SOCKET": manager.path,
      "WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1",
      "SWIFT_BACKTRACE": "enable=no", "SCRATCH": scratch.path,
    ]
    if let server {
      environment["WLR_BACKENDS"] = "x11"
      environment["DISPLAY"] = server.display
    }
    if watchdog { environment["WATCHDOG_USEC"] = String(Int(Self.interval * 1e6)) }
    session = try ProcessGroup(
      [
        "sh", "-c", "\(preparation)\nexec \"$0\" \"$@\"", "env", "PATH=\(path)", Self.binary, "session",
        "--compositor", compositor, "--config", configuration,
      ]
        + Self.arguments(of: compositor),
      environment: environment, log: scratch.file("session.log"), directory: scratch.path)
  }

  /// weston does not find a screen by itself, and its kiosk shell shows nothing without touch input.
  private static func arguments(of compositor: String) -> [String] {
    compositor == "weston"
      ? ["--", "--backend=headless-backend.so", "--use-pixman", "--shell=desktop-shell.so"] : []
  }

  /// The program, which is beside the test program.
  static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Waits until the screen shows something.
  func show() throws {
    try session.wait(for: "READY=1") { manager.has("READY=1") ? true : nil }
  }

  /// Returns this stage's processes with a program name. Their runtime directory identifies them.
  func processes(_ name: String) -> [pid_t] {
    let mark = Data("XDG_RUNTIME_DIR=\(scratch.runtime)\0".utf8)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(pid_t.init).filter { candidate in
      guard candidate != session.pid,
        let variables = FileManager.default.contents(atPath: "/proc/\(candidate)/environ"),
        variables.range(of: mark) != nil
      else { return false }
      let command = try? String(contentsOfFile: "/proc/\(candidate)/comm", encoding: .utf8)
      return name.isEmpty || command == "\(name)\n"
    }
  }

  /// Returns the only process with that name.
  func process(_ name: String) throws -> pid_t {
    try session.wait(for: "one \(name)") {
      let all = processes(name)
      return all.count == 1 ? all[0] : nil
    }
  }

  /// Waits until the session and all of its processes have ended. Returns its exit status.
  func end() throws -> Int32 {
    // Read in the loop: a socket holds about ten messages before the writer blocks.
    let status = try Patience.wait(for: "the session to end") {
      _ = manager.received
      return session.isRunning ? nil : try session.waitForExit()
    }
    _ = try Patience.wait(for: "all processes to end, not \(processes(""))") {
      processes("").isEmpty ? true : nil
    }
    return status & 0x7F == 0 ? status >> 8 : -(status & 0x7F)
  }
}

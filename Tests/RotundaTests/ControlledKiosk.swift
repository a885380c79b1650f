import Foundation
import MessageBus
import TestCompositor

extension MessageBus {
  /// Starts a bus in a kiosk's directory.
  convenience init(
    _ files: KioskFiles, type: String = "session", policy: String = MessageBus.everything
  ) throws {
    try self.init(in: files.directory.path, type: type, policy: policy)
  }
}

/// The result of a program that ran to its end.
struct Outcome {
  let status: Int32
  let output: Data
  let errors: String

  var text: String { String(decoding: output, as: UTF8.self) }

  /// The single JSON object in the output.
  var object: [String: Any]? {
    (try? JSONSerialization.jsonObject(with: output)) as? [String: Any]
  }

  /// Runs a program, as another user if `user` is not nil.
  init(
    _ program: String, _ arguments: [String], environment: [String: String], user: uid_t? = nil,
    group: gid_t? = nil
  ) throws {
    let process = Process()
    let words = [program] + arguments
    if let user {
      process.executableURL = URL(filePath: "/usr/bin/setpriv")
      let rest = ["--reuid=\(user)", "--regid=\(group ?? gid_t(user))", "--clear-groups", "--"]
      process.arguments = rest + words
    } else {
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
    }
    process.environment = ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) {
      $1
    }
    let output = Pipe()
    // A file instead of a pipe: a full second pipe would block the program and therefore the first pipe's
    // reader.
    let path = FileManager.default.temporaryDirectory.appending(path: "rotunda-errors-\(UUID())")
    try Data().write(to: path)
    defer { try? FileManager.default.removeItem(at: path) }
    let errors = try FileHandle(forUpdating: path)
    (process.standardOutput, process.standardError) = (output, errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.output = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    self.errors = String(decoding: try Data(contentsOf: path), as: UTF8.self)
    status = process.terminationStatus
  }
}

/// The launcher on a bus, and calls to it.
struct ControlledKiosk {
  let files: KioskFiles
  let bus: MessageBus
  let kiosk: Kiosk

  /// - Parameters:
  ///   - configuration: Additional sections before the tiles.
  ///   - conduct: Additional lines of each tile.
  ///   - copiesScreen: Whether the compositor listens at a path, and copies its screen.
  init(
    carousel: String = "", configuration: String = "", files: KioskFiles? = nil,
    environment: [String: String] = [:], copiesScreen: Bool = false, conduct: String = "",
    _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    self.files = try files ?? KioskFiles()
    let files = self.files
    bus = try MessageBus(files)
    var tiles = configuration + "\n"
    for paint in KioskFiles.Paint.allCases {
      let tile = Kiosk.tile(paint, files, run: ["wait"])
      tiles += tile + "\n" + conduct
    }
    let socket = files.path("wayland-test")
    kiosk = try Kiosk(
      carousel: carousel, tiles: tiles, files: files,
      environment: [
        "DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": Self.nowhere(files),
        "WAYLAND_DISPLAY": socket,
      ].merging(environment) { $1 },
      // Further connections need the path. Otherwise the test compositor hands over one socket.
      preparation: copiesScreen ? "unset WAYLAND_SOCKET" : nil
    ) {
      if copiesScreen {
        $0.socketPath = socket
        $0.offered[.zwlrScreencopyManagerV1] = 1
      }
      change(&$0)
    }
    try awaitName()
  }

  /// The address of a bus that does not exist.
  static func nowhere(_ files: KioskFiles) -> String { "unix:path=\(files.path("no-bus"))" }

  func awaitName() throws { try kiosk.launcher.waitForOutput("can be called as org.rotunda.Launcher1") }

  var environment: [String: String] {
    ["DBUS_SESSION_BUS_ADDRESS": bus.address, "DBUS_SYSTEM_BUS_ADDRESS": Self.nowhere(files)]
  }

  func ctl(_ words: String...) throws -> Outcome {
    try Outcome(Kiosk.binary, ["ctl"] + words, environment: environment)
  }

  func busctl(_ words: String...) throws -> Outcome {
    try Outcome(
      "/usr/bin/busctl", ["--address=\(bus.address)"] + words, environment: environment)
  }

  func call(_ method: String, _ arguments: String...) throws -> Outcome {
    try Outcome(
      "/usr/bin/busctl",
      [
        "--address=\(bus.address)", "call", "org.rotunda.Launcher1", "/org/rotunda/Launcher1",
        "org.rotunda.Launcher1", method,
      ] + arguments, environment: environment)
  }

  /// Reads one field of the status from its JSON form.
  func status(_ name: String) throws -> Any? { try ctl("status", "--json").object?[name] }

  func awaitScreen(_ screen: String) throws {
    try waitUntil("the screen '\(screen)'") { try status("screen") as? String == screen }
  }
}

extension Kiosk {
  /// Drags until another tile than the first is in the middle.
  func dragToAnotherTile() throws {
    drag(by: (-170, 0))
    try waitUntil("another tile in the middle") {
      guard let seen = compositor.pixels else { return false }
      return KioskFiles.Paint.allCases.contains { paint in
        paint != .red
          && Self.place(of: paint, in: seen).map { abs($0.x - Double(Self.width) / 2) < 1.5 } == true
      }
    }
  }
}

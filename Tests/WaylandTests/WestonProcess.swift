import Foundation

/// A real compositor without a screen, in its own runtime directory.
final class WestonProcess {
  static let path = "/usr/bin/weston"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: path) }

  let socket: String
  private let process = Process()
  private let directory: URL

  init() throws {
    directory = FileManager.default.temporaryDirectory.appending(path: "rotunda-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    socket = directory.appending(path: "wayland-test").path()
    process.executableURL = URL(filePath: Self.path)
    process.arguments = [
      "--backend=headless-backend.so", "--use-pixman", "--width=640", "--height=480", "--socket=wayland-test",
      "--no-config", "--idle-time=0", "--log=\(directory.appending(path: "log").path())",
    ]
    process.environment = ["XDG_RUNTIME_DIR": directory.path(), "PATH": "/usr/bin:/bin"]
    process.standardError = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    try process.run()
  }

  /// Kills the compositor at once, as a crash would end it.
  func kill() {
    guard process.isRunning else { return }
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: directory)
  }
}

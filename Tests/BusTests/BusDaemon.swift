import Foundation

/// A dbus-daemon with its own bus.
final class BusDaemon {
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/dbus-daemon") }

  let address: String
  private let process = Process()
  private let directory: URL

  init() throws {
    directory = URL(fileURLWithPath: "/tmp/rotunda-bus-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    address = "unix:path=\(directory.path)/socket"
    let configuration = directory.appendingPathComponent("bus.conf")
    try """
    <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/><allow own="*"/>
    </policy></busconfig>
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    process.arguments = ["--config-file", configuration.path, "--nofork", "--print-address"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    // The daemon prints its address when it listens.
    _ = output.fileHandleForReading.availableData
  }

  deinit {
    kill()
    try? FileManager.default.removeItem(at: directory)
  }

  func stopAnswering() { Foundation.kill(process.processIdentifier, SIGSTOP) }

  func kill() {
    guard process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

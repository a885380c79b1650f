import Foundation

/// A dbus-daemon with its own bus: an unrestricted session bus, or a bus with a policy.
package final class MessageBus {
  package static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }
  private static let program = "/usr/bin/dbus-daemon"

  package let address: String
  private let configuration: String
  private var process: Process?

  /// Starts a bus.
  ///
  /// - Parameters:
  ///   - directory: where the socket `bus-TYPE` and the file `TYPE.conf` are created.
  ///   - policy: the configuration's content besides type and address.
  package init(
    in directory: String, type: String = "session", policy: String = MessageBus.everything
  ) throws {
    address = "unix:path=\(directory)/bus-\(type)"
    configuration = "\(directory)/\(type).conf"
    try """
    <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
     "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
    <busconfig><type>\(type)</type><listen>\(address)</listen><auth>EXTERNAL</auth>
    \(policy)
    </busconfig>
    """.write(toFile: configuration, atomically: true, encoding: .utf8)
    try start()
  }

  package static let everything = """
    <policy context="default"><allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/>
    <allow own="*"/></policy>
    """

  /// Starts the bus, or restarts it at the same address.
  package func start() throws {
    try? FileManager.default.removeItem(atPath: String(address.dropFirst("unix:path=".count)))
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = ["--config-file", configuration, "--nofork", "--print-address"]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    self.process = process
    // The daemon prints its address when it listens.
    _ = output.fileHandleForReading.availableData
  }

  package func stopAnswering() { process.map { _ = Foundation.kill($0.processIdentifier, SIGSTOP) } }

  package func kill() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  deinit { kill() }
}

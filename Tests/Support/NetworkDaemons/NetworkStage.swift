import Foundation
import MessageBus
import TemporaryFiles

/// A message bus with daemons for wireless networks.
package final class NetworkStage {
  /// A machine that the daemons play.
  package enum Scenario: String, Sendable {
    case usual, saved, hostile, off, blocked, unmanaged, none
  }

  /// The password that the networks accept.
  package static let password = "right password"
  package static let isInstalled =
    MessageBus.isInstalled
    && FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/dbusmock")

  /// The address of the bus.
  package var address: String { bus.address }
  private let directory: TemporaryDirectory
  private let bus: MessageBus
  private var networkManager: Process?
  private var iwd: Process?

  package init() throws {
    directory = try TemporaryDirectory()
    bus = try MessageBus(in: directory.path)
  }

  deinit { for process in [networkManager, iwd].compactMap(\.self) { Self.end(process) } }

  private static func end(_ process: Process) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  private static let daemons = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Daemons")

  private func start(_ words: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    process.arguments = words
    process.environment = ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  /// Starts a NetworkManager. `calls` then contains the calls that it gets.
  package func startNetworkManager(_ scenario: Scenario = .usual) throws {
    networkManager = try start([
      "-m", "dbusmock", "--system", "--logfile", log("networkmanager"), "--template",
      Self.daemons.appendingPathComponent("networkmanager.py").path, "--parameters",
      "{\"scenario\": \"\(scenario.rawValue)\"}",
    ])
    try waitForName("org.freedesktop.NetworkManager")
  }

  package func startIwd(_ scenario: Scenario = .usual) throws {
    iwd = try start([Self.daemons.appendingPathComponent("iwd.py").path, scenario.rawValue, log("iwd")])
    try waitForName("net.connman.iwd")
  }

  package func stopNetworkManager() { networkManager.map(Self.end) }
  package func stopIwd() { iwd.map(Self.end) }
  package func stopBus() { bus.kill() }

  /// Lets NetworkManager hang, as a machine in trouble does.
  package func suspendNetworkManager() {
    if let networkManager { kill(networkManager.processIdentifier, SIGSTOP) }
  }

  package func resumeNetworkManager() {
    if let networkManager { kill(networkManager.processIdentifier, SIGCONT) }
  }

  private func log(_ name: String) -> String { "\(directory.path)/\(name).log" }

  /// The calls that a daemon got, one on a line.
  package func calls(_ daemon: String) -> String {
    (try? String(contentsOfFile: log(daemon), encoding: .utf8)) ?? ""
  }

  /// A daemon takes its name when it has built its objects.
  private func waitForName(_ name: String) throws {
    let limit = Date.now + 30
    while Date.now < limit {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/busctl")
      process.arguments = [
        "--address=\(address)", "call", "org.freedesktop.DBus", "/org/freedesktop/DBus",
        "org.freedesktop.DBus", "GetNameOwner", "s", name,
      ]
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      process.waitUntilExit()
      if process.terminationStatus == 0 { return }
      usleep(20_000)
    }
    throw CocoaError(.featureUnsupported)
  }
}

import Foundation

/// A message bus with daemons for wireless networks.
package final class NetworkStage {
  /// A machine that the daemons play.
  package enum Scenario: String, Sendable {
    case usual, saved, hostile, off, blocked, unmanaged, none
  }

  /// The password that the networks accept.
  package static let password = "right password"
  package static let isInstalled = ["/usr/bin/dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock"]
    .allSatisfy {
      FileManager.default.fileExists(atPath: $0)
    }

  /// The address of the bus.
  package let address: String
  private let directory: URL
  private let bus = Process()
  private var networkManager: Process?
  private var iwd: Process?

  package init() throws {
    directory = URL(fileURLWithPath: "/tmp/rotunda-network-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    address = "unix:path=\(directory.path)/socket"
    let configuration = directory.appendingPathComponent("bus.conf")
    try """
    <busconfig><type>session</type><listen>\(address)</listen><auth>EXTERNAL</auth>
    <policy context="default"><allow send_destination="*"/><allow receive_type="method_call"/>
    <allow receive_type="method_return"/><allow receive_type="error"/><allow receive_type="signal"/>
    <allow own="*"/></policy></busconfig>
    """.write(to: configuration, atomically: true, encoding: .utf8)
    let output = Pipe()
    bus.executableURL = URL(fileURLWithPath: "/usr/bin/dbus-daemon")
    bus.arguments = ["--config-file", configuration.path, "--nofork", "--print-address"]
    bus.standardOutput = output
    bus.standardError = FileHandle.nullDevice
    try bus.run()
    // The daemon prints its address when it listens.
    _ = output.fileHandleForReading.availableData
  }

  deinit {
    for process in [networkManager, iwd, bus].compactMap(\.self) { Self.end(process) }
    try? FileManager.default.removeItem(at: directory)
  }

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
  package func stopBus() { Self.end(bus) }

  /// Lets NetworkManager hang, as a machine in trouble does.
  package func suspendNetworkManager() {
    if let networkManager { kill(networkManager.processIdentifier, SIGSTOP) }
  }

  package func resumeNetworkManager() {
    if let networkManager { kill(networkManager.processIdentifier, SIGCONT) }
  }

  private func log(_ name: String) -> String { directory.appendingPathComponent("\(name).log").path }

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

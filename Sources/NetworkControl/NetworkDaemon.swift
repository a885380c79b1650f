import Bus
import Networks

/// A daemon that operates the machine's wireless networks.
protocol NetworkDaemon: AnyObject {
  /// Its name on the system bus.
  static var busName: String { get }

  /// - Parameter owner: the connection that owns the name now. No other one gets a password.
  init(_ bus: BusConnection, owner: String) throws(BusError)

  /// Reads the networks, and calls `done` once.
  func read(_ done: @escaping (NetworksReport.Radio, [WirelessNetwork]) -> Void)
  /// Joins a network, and calls `done` once with the problem, nil for none. Another attempt has ended before.
  func join(_ order: NetworkJoin, _ done: @escaping (JoinProblem?) -> Void)
  /// Ends an attempt. Its `done` is not called any more.
  func stop()
  /// Switches the transmitter on.
  func turnOn()
}

/// The time between two searches for networks, in seconds. Each takes the transmitter from its network for
/// some milliseconds.
nonisolated let secondsBetweenScans = 10.0

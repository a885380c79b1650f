import Bus
import EventLoop
import Logging
import Networks

private let log = Log("network")

/// Lists and joins the machine's wireless networks through NetworkManager or iwd.
///
/// It answers at once, with what it knows. Each request for the list starts to read it again. Only the first
/// one waits for a daemon.
package final class NetworkControl {
  private let loop: EventLoop
  private var bus: BusConnection?
  /// The owners of the daemons' names; nil until the bus has answered.
  private var owners: [String: String]?
  private var daemons: [any NetworkDaemon] = []
  /// The daemon with a wireless device.
  private var daemon: (any NetworkDaemon)?
  /// The daemon of the latest attempt to join a network.
  private var joiner: (any NetworkDaemon)?
  private var radio: NetworksReport.Radio?
  private var networks: [WirelessNetwork] = []
  private var join: JoinState?
  /// The number of times that the daemons were forgotten, to ignore answers to earlier questions. And whether
  /// the list is being read.
  private var (generation, isReading) = (0, false)
  private var timeOut: Deadline?
  /// The time before which it does not try again to reach the bus.
  private var retry = -Double.infinity

  private let joinPatience: Double

  /// Seconds for the first list, and until it tries again to reach a bus.
  private static let (patience, pause) = (2.0, 10.0)
  private static let kinds: [any NetworkDaemon.Type] = [NetworkManagerClient.self, IwdClient.self]
  private static let busName = "org.freedesktop.DBus"

  /// - Parameter joinPatience: the time-out for an attempt to join, in seconds. NetworkManager itself ends an
  ///   attempt after 25 seconds without a network, and one without an address after 45.
  package init(_ loop: EventLoop, joinPatience: Double = 75) {
    (self.loop, self.joinPatience) = (loop, joinPatience)
  }

  /// Whether an attempt to join is under way.
  package var isJoining: Bool { if case .joining = join { true } else { false } }

  /// Performs a request, and returns the report.
  package func answer(_ order: NetworkOrder) -> NetworksReport {
    connect()
    waitForList()
    switch order {
    case .list: read()
    case .join(let wish): begin(wish)
    case .stop: stop()
    case .turnOn: daemon?.turnOn()
    }
    // Only the loop itself knows which descriptors and times the bus waits for now.
    handleEvents()
    return NetworksReport(radio ?? (bus == nil ? .none : .searching), networks, join: join)
  }

  /// Handles what has happened on the bus.
  package func handleEvents() {
    do throws(EventLoopError) {
      try loop.callDueSources()
    } catch {
      log.error("\(error)")
    }
  }

  /// Waits a little for the first list.
  private func waitForList() {
    let limit = EventLoop.now + Self.patience
    while radio == nil, bus != nil, EventLoop.now < limit {
      do throws(EventLoopError) {
        try loop.step(timeout: limit - EventLoop.now)
      } catch {
        log.error("\(error)")
        return
      }
    }
  }

  // MARK: The bus

  private func connect() {
    guard bus == nil, EventLoop.now >= retry else { return }
    do throws(BusError) {
      let bus = try BusConnection(.system, loop: loop)
      self.bus = bus
      bus.onDisconnect = { [weak self] in self?.lost() }
      try bus.subscribe(
        BusSignalFilter(sender: Self.busName, interface: Self.busName, member: "NameOwnerChanged")
      ) { [weak self] in self?.ownerChanged($0) }
      findDaemons(bus)
    } catch {
      log.info("no network: \(error)")
      lost()
    }
  }

  private func lost() {
    bus?.close()
    (bus, owners, retry) = (nil, nil, EventLoop.now + Self.pause)
    forgetDaemons()
  }

  private func findDaemons(_ bus: BusConnection) {
    let number = generation
    var (found, missing) = ([String: String](), Self.kinds.count)
    for kind in Self.kinds {
      // Unlike a call to the daemon, this does not start it.
      let question = BusCall(
        "GetNameOwner", of: Self.busName, at: "/org/freedesktop/DBus", destination: Self.busName,
        [.string(kind.busName)])
      bus.call(question) { [weak self] answer in
        guard let self, generation == number else { return }
        missing -= 1
        if case .success(let values) = answer, let owner = values.first?.text { found[kind.busName] = owner }
        guard missing == 0 else { return }
        owners = found
        useDaemons()
      }
    }
  }

  private func ownerChanged(_ signal: BusSignal) {
    let words = signal.arguments.compactMap(\.text)
    guard words.count == 3, Self.kinds.contains(where: { $0.busName == words[0] }), owners != nil else {
      return
    }
    owners?[words[0]] = words[2].isEmpty ? nil : words[2]
    forgetDaemons()
    useDaemons()
  }

  private func useDaemons() {
    guard let bus, let owners else { return }
    for kind in Self.kinds {
      guard let owner = owners[kind.busName] else { continue }
      do throws(BusError) {
        daemons.append(try kind.init(bus, owner: owner))
      } catch {
        log.error("\(kind.busName): \(error)")
      }
    }
    read()
  }

  private func forgetDaemons() {
    generation += 1
    (daemons, daemon, joiner, isReading, radio, networks) = ([], nil, nil, false, nil, [])
    timeOut?.set(nil)
    if case .joining(let id) = join { join = .failed(id, .failed) }
  }

  // MARK: The list

  private func read() {
    guard owners != nil, !isReading else { return }
    isReading = true
    read(from: daemons[...])
  }

  /// Reads the list of the first daemon that has a device.
  private func read(from rest: ArraySlice<any NetworkDaemon>) {
    guard let next = rest.first else { return finishReading(.none, [], nil) }
    let number = generation
    next.read { [weak self] radio, networks in
      guard let self, generation == number else { return }
      if radio == .none {
        read(from: rest.dropFirst())
      } else {
        finishReading(radio, networks, next)
      }
    }
  }

  private func finishReading(
    _ radio: NetworksReport.Radio, _ networks: [WirelessNetwork], _ daemon: (any NetworkDaemon)?
  ) {
    isReading = false
    (self.radio, self.networks, self.daemon) = (radio, networks, daemon)
  }

  // MARK: Joining

  private func begin(_ wish: NetworkJoin) {
    stop()
    guard let daemon, radio == .on else {
      join = .failed(wish.network, .failed)
      return
    }
    (join, joiner) = (.joining(wish.network), daemon)
    log.notice("joins a wireless network")
    startTimer()
    daemon.join(wish) { [weak self] in self?.ended(wish.network, $0) }
  }

  private func startTimer() {
    do throws(EventLoopError) {
      if timeOut == nil { timeOut = try loop.addDeadline { [weak self] in self?.attemptTimedOut() } }
      timeOut?.set(EventLoop.now + joinPatience)
    } catch {
      log.error("\(error)")
    }
  }

  private func attemptTimedOut() {
    guard case .joining(let id) = join else { return }
    joiner?.stop()
    ended(id, .outOfRange)
  }

  private func ended(_ id: NetworkID, _ problem: JoinProblem?) {
    guard case .joining(id) = join else { return }
    timeOut?.set(nil)
    join = problem.map { .failed(id, $0) } ?? .joined(id)
    log.notice("joining a wireless network: \(problem?.rawValue ?? "done")")
    read()
  }

  private func stop() {
    guard isJoining else { return }
    joiner?.stop()
    timeOut?.set(nil)
    join = nil
  }
}

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
  /// Ends an attempt. Its `done` is no longer called.
  func stop()
  /// Switches the transmitter on.
  func turnOn()
}

/// The time between two searches for networks, in seconds. Each takes the transmitter from its network for
/// some milliseconds.
nonisolated let secondsBetweenScans = 10.0

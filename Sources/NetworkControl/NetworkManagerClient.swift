import Bus
import EventLoop
import Networks

/// Wireless networks through NetworkManager.
///
/// A new connection, and a new password of a saved one, are in memory until they work. Then NetworkManager
/// writes them to the disk.
final class NetworkManagerClient: NetworkDaemon {
  static let busName = "org.freedesktop.NetworkManager"

  private let bus: BusConnection
  private let owner: String
  private var view = NetworkManagerView()
  /// The networks of saved connections by their paths; nil for a connection of another kind.
  private var known: [String: NetworkID?] = [:]
  private var attempt: Attempt?
  private var scanned = -Double.infinity
  private var slots: [BusSlot] = []

  /// An attempt to join a network.
  private final class Attempt {
    let network: NetworkID
    let done: (JoinProblem?) -> Void
    /// The paths of the saved connection and of its activation, once they are known.
    var connection, active: String?
    /// Whether the connection exists only for this attempt.
    let isNew: Bool
    /// Whether the connection is only in memory.
    var isUnsaved: Bool

    init(_ network: NetworkID, isNew: Bool, _ done: @escaping (JoinProblem?) -> Void) {
      (self.network, self.isNew, isUnsaved, self.done) = (network, isNew, isNew, done)
    }
  }

  /// NMDeviceState and NMActiveConnectionState.
  private static let (failed, activated, deactivated) = (120, 2, 4)
  /// Seconds for the answer to an attempt, longer than the attempt: what a late answer names is withdrawn.
  private static let joinPatience = 120.0
  /// NMSettingsUpdate2Flags.
  private static let inMemory = 0x2 as UInt32

  init(_ bus: BusConnection, owner: String) throws(BusError) {
    (self.bus, self.owner) = (bus, owner)
    slots = [
      try bus.subscribe(filter(NetworkManagerView.device)) { [weak self] in self?.deviceChanged($0) },
      try bus.subscribe(filter(NetworkManagerView.active)) { [weak self] in self?.activeChanged($0) },
    ]
  }

  isolated deinit { for slot in slots { slot.cancel() } }

  private func filter(_ interface: String) -> BusSignalFilter {
    BusSignalFilter(sender: owner, interface: interface, member: "StateChanged")
  }

  private func call(
    _ method: String, of interface: String, at path: String, _ arguments: [BusValue] = [],
    isSecret: Bool = false, timeout: Double = BusConnection.patience,
    _ reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) {
    var call = BusCall(method, of: interface, at: path, destination: owner, arguments)
    call.isSecret = isSecret
    bus.call(call, timeout: timeout, reply: reply)
  }

  // MARK: The list

  func read(_ done: @escaping (NetworksReport.Radio, [WirelessNetwork]) -> Void) {
    call("GetManagedObjects", of: BusObjects.interface, at: NetworkManagerView.root) { [weak self] answer in
      guard let self, case .success(let values) = answer else { return done(.none, []) }
      view = NetworkManagerView(BusObjects(values))
      scan()
      readConnections { done(self.view.radio, self.networks) }
    }
  }

  private func scan() {
    guard let device = view.devicePath, view.radio == .on, attempt == nil,
      EventLoop.now >= scanned + secondsBetweenScans
    else { return }
    scanned = EventLoop.now
    call("RequestScan", of: NetworkManagerView.wireless, at: device, [.dictionary([])])
  }

  /// Reads saved connections that are new.
  private func readConnections(_ done: @escaping () -> Void) {
    let paths = Set(view.connections)
    known = known.filter { paths.contains($0.key) }
    let unread = paths.filter { known[$0] == nil }
    var missing = unread.count
    if missing == 0 { return done() }
    for path in unread {
      call("GetSettings", of: NetworkManagerView.connection, at: path) { [weak self] answer in
        missing -= 1
        switch answer {
        case .success(let values): self?.known[path] = .some(NetworkManagerView.network(ofSettings: values))
        // It no longer exists. Do not ask again.
        case .failure(let error): if !error.isSilence { self?.known[path] = .some(nil) }
        }
        if missing == 0 { done() }
      }
    }
  }

  private var networks: [WirelessNetwork] {
    let saved = Set(known.values.compactMap(\.self))
    return view.points.map { point in
      WirelessNetwork(
        point.id, strength: point.strength, isKnown: saved.contains(point.id),
        isConnected: point.path == view.activePoint)
    }
  }

  // MARK: Joining

  func join(_ order: NetworkJoin, _ done: @escaping (JoinProblem?) -> Void) {
    let points = view.points.filter { $0.id == order.network }
    let point = points.max { $0.strength < $1.strength }
    guard let device = view.devicePath else { return done(.failed) }
    let saved = savedConnections(of: order.network).first
    guard order.isHidden || point != nil || saved != nil else { return done(.outOfRange) }
    let place = BusValue.objectPath(point?.path ?? "/")
    if let saved {
      let attempt = Attempt(order.network, isNew: false, done)
      self.attempt = attempt
      guard let password = order.password else { return activate(saved, device, place, attempt) }
      return change(saved, password, attempt) { [weak self] in
        self?.activate(saved, device, place, attempt)
      }
    }
    guard order.password != nil || order.network.security == .open else { return done(.wrongPassword) }
    let attempt = Attempt(order.network, isNew: true, done)
    self.attempt = attempt
    call(
      "AddAndActivateConnection2", of: NetworkManagerView.manager, at: NetworkManagerView.managerPath,
      [
        Self.settings(order, point?.keyManagement), .objectPath(device), place,
        .dictionary([("persist", .string("memory"))]),
      ], isSecret: true, timeout: Self.joinPatience
    ) { [weak self] in self?.began(attempt, $0) }
  }

  private func activate(_ connection: String, _ device: String, _ place: BusValue, _ attempt: Attempt) {
    call(
      "ActivateConnection", of: NetworkManagerView.manager, at: NetworkManagerView.managerPath,
      [.objectPath(connection), .objectPath(device), place], timeout: Self.joinPatience
    ) { [weak self] in self?.began(attempt, $0.map { [.objectPath(connection)] + $0 }) }
  }

  /// Gives a saved connection another password, in memory.
  private func change(
    _ connection: String, _ password: NetworkSecret, _ attempt: Attempt, _ done: @escaping () -> Void
  ) {
    call("GetSettings", of: NetworkManagerView.connection, at: connection) { [weak self] answer in
      guard let self, self.attempt === attempt else { return }
      guard case .success(let values) = answer,
        let settings = NetworkManagerView.settings(values, with: password)
      else { return end(attempt, .failed) }
      call(
        "Update2", of: NetworkManagerView.connection, at: connection,
        [settings, .uint32(Self.inMemory), .dictionary([])], isSecret: true
      ) { [weak self] answer in
        guard let self, self.attempt === attempt else { return }
        guard case .success = answer else { return end(attempt, .failed) }
        attempt.isUnsaved = true
        done()
      }
    }
  }

  private func savedConnections(of network: NetworkID) -> [String] {
    known.filter { $0.value == network }.keys.sorted()
  }

  private static func settings(_ order: NetworkJoin, _ keyManagement: String?) -> BusValue {
    let name = order.network.name
    var sections: [(String, [(String, BusValue)])] = [
      ("connection", [("id", .string(name.shown)), ("type", .string("802-11-wireless"))]),
      (
        "802-11-wireless",
        [
          ("ssid", .array(of: "y", name.bytes.map { .byte($0) })), ("mode", .string("infrastructure")),
          ("hidden", .boolean(order.isHidden)),
        ]
      ),
    ]
    if let password = order.password {
      // A hidden network does not say which kind it is. This value admits WPA2 and WPA3.
      let management = keyManagement ?? "wpa-psk"
      sections.append(
        (
          NetworkManagerView.security,
          [("key-mgmt", .string(management)), ("psk", .string(password.text))]
        ))
    } else if let keyManagement {
      sections.append((NetworkManagerView.security, [("key-mgmt", .string(keyManagement))]))
    }
    return .array(of: "{sa{sv}}", sections.map { .entry(.string($0.0), .dictionary($0.1)) })
  }

  /// Handles the answer to an attempt: the paths of the connection and of its activation.
  private func began(_ attempt: Attempt, _ answer: Result<[BusValue], BusError>) {
    guard case .success(let values) = answer, values.count >= 2, let connection = values[0].path,
      let active = values[1].path
    else { return end(attempt, .failed) }
    (attempt.connection, attempt.active) = (connection, active)
    // The attempt was ended meanwhile.
    guard self.attempt === attempt else { return withdraw(attempt) }
    // A signal can have come before the answer.
    call(
      "Get", of: BusObjects.properties, at: active, [.string(NetworkManagerView.active), .string("State")]
    ) { [weak self] answer in
      guard let self, case .success(let values) = answer else { return }
      follow(attempt, state: values.first?.integer ?? 0, reason: 0)
    }
  }

  private func activeChanged(_ signal: BusSignal) {
    let numbers = signal.arguments.compactMap(\.integer)
    guard let attempt, signal.path == attempt.active, numbers.count == 2 else { return }
    follow(attempt, state: numbers[0], reason: numbers[1])
  }

  private func follow(_ attempt: Attempt, state: Int, reason: Int) {
    switch state {
    case Self.activated: end(attempt, nil)
    case Self.deactivated: end(attempt, NetworkManagerView.problem(ofConnection: reason))
    default: break
    }
  }

  private func deviceChanged(_ signal: BusSignal) {
    let numbers = signal.arguments.compactMap(\.integer)
    guard let attempt, signal.path == view.devicePath, numbers.count == 3, numbers[0] == Self.failed else {
      return
    }
    end(attempt, NetworkManagerView.problem(ofDevice: numbers[2]))
  }

  private func end(_ attempt: Attempt, _ problem: JoinProblem?) {
    guard self.attempt === attempt else { return }
    self.attempt = nil
    if problem == nil { keep(attempt) } else { withdraw(attempt) }
    let isOpen = attempt.network.security == .open
    attempt.done(problem == .wrongPassword && isOpen ? .failed : problem)
  }

  /// Saves a connection that works.
  private func keep(_ attempt: Attempt) {
    guard attempt.isUnsaved, let connection = attempt.connection else { return }
    call("Save", of: NetworkManagerView.connection, at: connection)
  }

  /// Ends an activation, and removes the connection that was created for it.
  private func withdraw(_ attempt: Attempt) {
    if attempt.isNew, let connection = attempt.connection {
      call("Delete", of: NetworkManagerView.connection, at: connection)
    } else if let active = attempt.active {
      call(
        "DeactivateConnection", of: NetworkManagerView.manager, at: NetworkManagerView.managerPath,
        [.objectPath(active)])
    }
  }

  func stop() {
    guard let attempt else { return }
    self.attempt = nil
    withdraw(attempt)
  }

  func turnOn() {
    call(
      "Set", of: BusObjects.properties, at: NetworkManagerView.managerPath,
      [.string(NetworkManagerView.manager), .string("WirelessEnabled"), .variant(.boolean(true))])
  }
}

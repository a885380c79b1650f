import Bus
import EventLoop
import Networks

/// Wireless networks through iwd (its D-Bus API 1.0 and later).
///
/// iwd asks this process for a password, as its agent, and stores it when it works. iwd does not say why an
/// attempt failed: with a password, it was most likely the password.
final class IwdClient: NetworkDaemon {
  static let busName = "net.connman.iwd"
  private static let agentPath = "/org/rotunda/Agent"
  private static let errors = "net.connman.iwd."
  private static let canceled = BusError(
    name: "net.connman.iwd.Agent.Error.Canceled", message: "no password was asked for")

  private enum Interface {
    static let (device, station, network) = (
      "net.connman.iwd.Device", "net.connman.iwd.Station", "net.connman.iwd.Network"
    )
    static let (known, manager) = ("net.connman.iwd.KnownNetwork", "net.connman.iwd.AgentManager")
  }

  private static let agentInterface = BusInterface(
    "net.connman.iwd.Agent", "Gives passwords to iwd.",
    methods: [
      .init("Release", "iwd no longer uses the agent."),
      .init(
        "RequestPassphrase", inputs: [.init("network", "o")], outputs: [.init("passphrase", "s")],
        "The password of the network that is being joined."),
      .init("Cancel", inputs: [.init("reason", "s")], "A question is withdrawn."),
    ], signals: [], properties: [])

  /// A network, and the objects that stand for it.
  private struct Entry {
    let path: String
    var network: WirelessNetwork
    let known: String?
  }

  private let bus: BusConnection
  private let owner: String
  private var device, station: String?
  private var entries: [Entry] = []
  private var isScanning = false
  private var scanned = -Double.infinity
  private var attempt: Attempt?
  private var agent: BusSlot?

  /// An attempt to join a network.
  private final class Attempt {
    let order: NetworkJoin
    /// The network's object; nil for a hidden network.
    let path: String?
    let done: (JoinProblem?) -> Void

    init(_ order: NetworkJoin, _ path: String?, _ done: @escaping (JoinProblem?) -> Void) {
      (self.order, self.path, self.done) = (order, path, done)
    }
  }

  /// The maximum number of networks, and the seconds that iwd has for an attempt.
  private static let (mostNetworks, patience) = (256, 70.0)

  init(_ bus: BusConnection, owner: String) throws(BusError) {
    (self.bus, self.owner) = (bus, owner)
  }

  isolated deinit { agent?.cancel() }

  private func call(
    _ method: String, of interface: String, at path: String, _ arguments: [BusValue] = [],
    timeout: Double = BusConnection.patience,
    _ reply: @escaping (Result<[BusValue], BusError>) -> Void = { _ in }
  ) {
    bus.call(
      BusCall(method, of: interface, at: path, destination: owner, arguments), timeout: timeout, reply: reply)
  }

  // MARK: The list

  func read(_ done: @escaping (NetworksReport.Radio, [WirelessNetwork]) -> Void) {
    call("GetManagedObjects", of: BusObjects.interface, at: "/") { [weak self] answer in
      guard let self, case .success(let values) = answer else { return done(.none, []) }
      let objects = BusObjects(values)
      let devices = objects.paths(with: Interface.device)
      station = objects.paths(with: Interface.station).first
      device = station ?? devices.first
      guard let station else { return done(device == nil ? .none : .off, []) }
      entries = Self.entries(objects, of: station)
      isScanning = objects.properties(Interface.station, of: station)?["Scanning"]?.truth == true
      scan()
      call("GetOrderedNetworks", of: Interface.station, at: station) { [weak self] answer in
        guard let self else { return }
        if case .success(let values) = answer { measure(values) }
        done(.on, entries.map(\.network).filter { $0.strength > 0 || $0.isConnected })
      }
    }
  }

  private static func entries(_ objects: BusObjects, of station: String) -> [Entry] {
    objects.paths(with: Interface.network).prefix(mostNetworks).compactMap { path in
      guard let network = objects.properties(Interface.network, of: path),
        network["Device"]?.path == station,
        let name = network["Name"]?.text.flatMap({ NetworkName(Array($0.utf8)) })
      else { return nil }
      let security: NetworkSecurity =
        switch network["Type"]?.text {
        case "open": .open
        case "psk": .personal
        default: .unsupported
        }
      let known = network["KnownNetwork"]?.path
      return Entry(
        path: path,
        network: WirelessNetwork(
          NetworkID(name, security), strength: 0, isKnown: known != nil,
          isConnected: network["Connected"]?.truth == true), known: known)
    }
  }

  /// Takes the signals, in hundredths of dBm.
  private func measure(_ answer: [BusValue]) {
    for pair in (answer.first?.elements ?? []).prefix(Self.mostNetworks) {
      guard pair.elements.count == 2, let path = pair.elements[0].path,
        let signal = pair.elements[1].integer, let index = entries.firstIndex(where: { $0.path == path })
      else { continue }
      // −50 dBm and more are a full signal, −100 dBm are none, as in other programs.
      entries[index].network.strength = min(100, max(1, 200 + signal / 50))
    }
  }

  private func scan() {
    guard let station, !isScanning, attempt == nil, EventLoop.now >= scanned + secondsBetweenScans else {
      return
    }
    scanned = EventLoop.now
    call("Scan", of: Interface.station, at: station)
  }

  // MARK: Joining

  func join(_ order: NetworkJoin, _ done: @escaping (JoinProblem?) -> Void) {
    let entry = entries.first { $0.network.id == order.network }
    guard let station else { return done(.failed) }
    guard let entry else {
      guard order.isHidden, let name = String(validating: order.network.name.bytes, as: UTF8.self) else {
        return done(.outOfRange)
      }
      let attempt = Attempt(order, nil, done)
      return connect(attempt, "ConnectHiddenNetwork", of: Interface.station, at: station, [.string(name)])
    }
    let attempt = Attempt(order, entry.path, done)
    // iwd asks for no password that it has.
    guard order.password != nil, let known = entry.known else {
      return connect(attempt, "Connect", of: Interface.network, at: entry.path)
    }
    self.attempt = attempt
    call("Forget", of: Interface.known, at: known) { [weak self] _ in
      guard let self, self.attempt === attempt else { return }
      connect(attempt, "Connect", of: Interface.network, at: entry.path)
    }
  }

  private func connect(
    _ attempt: Attempt, _ method: String, of interface: String, at path: String, _ arguments: [BusValue] = []
  ) {
    self.attempt = attempt
    offerAgent { [weak self] in
      guard let self, self.attempt === attempt else { return }
      call(method, of: interface, at: path, arguments, timeout: Self.patience) { [weak self] answer in
        guard let self, self.attempt === attempt else { return }
        self.attempt = nil
        attempt.done(Self.problem(answer, attempt.order))
      }
    }
  }

  private static func problem(_ answer: Result<[BusValue], BusError>, _ order: NetworkJoin) -> JoinProblem? {
    guard case .failure(let error) = answer else { return nil }
    let name = error.name.hasPrefix(errors) ? String(error.name.dropFirst(errors.count)) : ""
    switch name {
    case "NotFound", "Timeout": return .outOfRange
    case "InvalidFormat": return .wrongPassword
    case "Failed", "Aborted": return order.password == nil ? .failed : .wrongPassword
    case "NoAgent": return order.network.security == .personal ? .wrongPassword : .failed
    default: return error.isSilence ? .outOfRange : .failed
    }
  }

  /// Offers the agent once, and calls `done` when iwd knows it.
  private func offerAgent(_ done: @escaping () -> Void) {
    if agent != nil { return done() }
    do throws(BusError) {
      agent = try bus.offer(Self.agentPath, Self.agentInterface, admits: { _ in true }, properties: { [:] }) {
        [weak self] request in
        self?.answer(request) ?? request.answer(.failure(Self.canceled))
      }
    } catch {
      return done()
    }
    let path = BusValue.objectPath(Self.agentPath)
    call("RegisterAgent", of: Interface.manager, at: "/net/connman/iwd", [path]) { _ in done() }
  }

  private func answer(_ request: BusRequest) {
    // Everyone on the bus can call. Only iwd gets a password, and only that of the network that it joins.
    guard request.sender == owner else { return request.answer(.failure(Self.canceled)) }
    switch request.method {
    case "RequestPassphrase":
      guard let attempt, let password = attempt.order.password,
        attempt.path == nil || request.arguments.first?.path == attempt.path
      else { return request.answer(.failure(Self.canceled)) }
      request.answer(.success([.string(password.text)]), isSecret: true)
    default: request.answer(.success([]))
    }
  }

  func stop() {
    guard attempt != nil else { return }
    attempt = nil
    if let station { call("Disconnect", of: Interface.station, at: station) }
  }

  func turnOn() {
    guard let device else { return }
    call(
      "Set", of: BusObjects.properties, at: device,
      [.string(Interface.device), .string("Powered"), .variant(.boolean(true))])
  }
}

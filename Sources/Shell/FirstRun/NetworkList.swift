import Configuration
import Networks

/// The wireless networks on a page. A network keeps its place while the page is open, because fingers aim at
/// it.
struct NetworkList: Hashable, Sendable {
  /// Nil until it is known.
  private(set) var report: NetworksReport?
  /// Whether a cable connects the machine.
  private(set) var isWired = false
  private(set) var networks: [WirelessNetwork] = []
  /// The network that the operator has just chosen. Reports from before do not know that yet.
  private var awaited: NetworkID?

  /// The maximum number of networks, with those that are no longer in range.
  private static let mostNetworks = 96

  var radio: NetworksReport.Radio { report?.radio ?? .searching }
  var join: JoinState? { report?.join }
  var isJoining: Bool { if case .joining = join { true } else { false } }
  var connected: WirelessNetwork? { report?.connected }

  func network(_ id: NetworkID) -> WirelessNetwork? { networks.first { $0.id == id } }

  mutating func update(_ report: NetworksReport, isWired: Bool) {
    let expected = join
    (self.report, self.isWired) = (report, isWired)
    if report.radio == .on, awaited != nil, report.join?.network != awaited {
      self.report?.join = expected
    } else {
      awaited = nil
    }
    let found = Dictionary(uniqueKeysWithValues: report.networks.map { ($0.id, $0) })
    let listed = Set(networks.map(\.id))
    networks = networks.map { found[$0.id] ?? WirelessNetwork($0.id, strength: 0) }
    networks += report.networks.filter { !listed.contains($0.id) }
    if report.radio != .on || networks.count > Self.mostNetworks { networks = report.networks }
  }

  /// Sorts the networks by use and by signal, and forgets those that are out of range.
  mutating func sort() { networks = report?.networks ?? [] }

  /// An operator has chosen a network.
  mutating func begin(_ id: NetworkID) {
    report?.join = .joining(id)
    awaited = id
  }

  /// Whether a network needs a password from the operator.
  func needsPassword(_ network: WirelessNetwork) -> Bool {
    guard network.id.security == .personal else { return false }
    // A password that the machine has can be an old one.
    if case .failed(network.id, _) = join { return true }
    return !network.isKnown
  }
}

extension NetworkList {
  /// The text below the title of the page, and whether it reports a problem.
  func detail(_ words: Localizer, canSkip: Bool) -> (text: String, isProblem: Bool) {
    switch radio {
    case .searching: return (words(.setupSearching), false)
    case .none: return (words(.networkNone), false)
    case .forbidden: return (words(.setupNoRight), true)
    case .off: return (words(.networkOff), false)
    case .blocked: return (words(.networkBlocked), true)
    case .on: break
    }
    switch join {
    case .joining(let id)?: return (words(.networkConnecting, id.name.isolated), false)
    case .failed(let id, let problem)?: return (words(problem.phrase, id.name.isolated), true)
    case .joined(let id)?: return (words(.networkConnectedTo, id.name.isolated), false)
    case nil: break
    }
    if let connected { return (words(.networkConnectedTo, connected.id.name.isolated), false) }
    if isWired { return (words(canSkip ? .networkWiredSkip : .networkWired), false) }
    return (words(networks.isEmpty ? .networkNone : .networkChoose), false)
  }

  /// The state of a network, beside its name.
  func state(of network: WirelessNetwork, _ words: Localizer) -> String {
    if case .joining(network.id)? = join { return words(.networkJoining) }
    if network.isConnected { return words(.networkConnected) }
    if network.id.security == .unsupported { return words(.networkUnsupported) }
    if network.bars == 0 { return words(.networkGone) }
    return network.isKnown ? words(.networkKnown) : ""
  }

  /// The connection in the summary.
  func summary(_ words: Localizer) -> String {
    connected.map { words.line($0.id.name.shown) } ?? words(isWired ? .networkCable : .setupNone)
  }
}

extension JoinProblem {
  fileprivate var phrase: Phrase {
    switch self {
    case .wrongPassword: .networkWrongPassword
    case .outOfRange: .networkOutOfRange
    case .noAddress: .networkNoAddress
    case .failed: .networkFailed
    }
  }
}

extension NetworksReport {
  /// The networks of a preview.
  package static var example: NetworksReport {
    let networks: [(name: String, security: NetworkSecurity, strength: Int)] = [
      ("Museum", .personal, 92), ("Museum guests", .open, 88), ("Café Central", .personal, 61),
      ("eduroam", .unsupported, 57), ("مكتبة المدينة", .personal, 44), ("図書館", .open, 38),
      ("FRITZ!Box 7590", .personal, 22), ("Printer-3F", .personal, 12),
    ]
    return NetworksReport(
      .on,
      networks.compactMap { network in
        NetworkName(Array(network.name.utf8)).map { name in
          let isOwn = network.strength > 90
          return WirelessNetwork(
            NetworkID(name, network.security), strength: network.strength, isKnown: isOwn, isConnected: isOwn)
        }
      })
  }
}

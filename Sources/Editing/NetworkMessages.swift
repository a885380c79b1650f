import Credentials
import Networks

/// The launcher's request about networks: one message to the editor's service.
///
/// A line `network TICKET`, or `network first` in the first run. Then a line `list`, `stop` or `turn-on`; or
/// `join`, the kind of security, `announced` or `hidden`, and the name in hexadecimal digits. The rest is the
/// password; nothing for none.
package struct NetworkRequest: Hashable, Sendable {
  /// The ticket of the PIN service; nil in the first run.
  package let ticket: PINTicket?
  package let order: NetworkOrder

  package init(ticket: PINTicket?, _ order: NetworkOrder) { (self.ticket, self.order) = (ticket, order) }

  private static let (network, first) = ("network ", "first")
  private static let (list, stop, turnOn, join) = ("list", "stop", "turn-on", "join")
  private static let (announced, hidden) = ("announced", "hidden")
  /// The maximum length of a line in bytes.
  private static let longestLine = 128
  private static let lineFeed = UInt8(ascii: "\n")

  /// Parses a message. Returns nil if it is not a valid request.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= 2 * Self.longestLine + NetworkSecret.mostBytes else { return nil }
    var rest = Array(bytes)[...]
    guard let head = Self.takeLine(&rest), head.hasPrefix(Self.network), let words = Self.takeLine(&rest)
    else { return nil }
    let right = head.dropFirst(Self.network.count)
    ticket = right == Self.first ? nil : PINTicket(right)
    guard ticket != nil || right == Self.first,
      let order = Self.order(words.split(separator: " ", omittingEmptySubsequences: false), rest)
    else { return nil }
    self.order = order
  }

  private static func order(_ words: [Substring], _ password: ArraySlice<UInt8>) -> NetworkOrder? {
    if words.count == 1, password.isEmpty {
      switch words[0] {
      case list: return .list
      case stop: return .stop
      case turnOn: return .turnOn
      default: return nil
      }
    }
    guard words.count == 4, words[0] == join, words[2] == announced || words[2] == hidden,
      let security = NetworkSecurity(rawValue: String(words[1])), security != .unsupported,
      let name = NetworkName(hexadecimal: words[3])
    else { return nil }
    let text = String(validating: password, as: UTF8.self)
    let secret = text.flatMap { NetworkSecret($0) }
    guard password.isEmpty || secret != nil && security == .personal else { return nil }
    return .join(NetworkJoin(NetworkID(name, security), password: secret, isHidden: words[2] == hidden))
  }

  /// The encoded message. The caller wipes it.
  package var bytes: [UInt8] {
    let head = Self.network + (ticket?.text ?? Self.first) + "\n"
    switch order {
    case .list: return Array((head + Self.list + "\n").utf8)
    case .stop: return Array((head + Self.stop + "\n").utf8)
    case .turnOn: return Array((head + Self.turnOn + "\n").utf8)
    case .join(let join):
      let words = [
        Self.join, join.network.security.rawValue, join.isHidden ? Self.hidden : Self.announced,
        join.network.name.hexadecimal,
      ]
      return Array((head + words.joined(separator: " ") + "\n").utf8)
        + Array((join.password?.text ?? "").utf8)
    }
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> String? {
    guard let end = rest.prefix(longestLine).firstIndex(of: lineFeed) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[..<end], as: UTF8.self)
  }
}

extension NetworksReport {
  /// The maximum size of a message in bytes.
  package static let mostBytes = 8 << 10
  private static let (radioWord, joinWord, networkWord, known, connected) = (
    "radio", "join", "network", "known", "connected"
  )
  private static let (joining, joined) = ("joining", "joined")

  /// Parses an answer of the service. Returns nil if it is not valid.
  ///
  /// The first line is `radio STATE`. A line `join`, `joining`, `joined` or a problem can follow, each with a
  /// network. Further lines are `network`, the signal, perhaps `known` and `connected`, and the network. A
  /// network is its kind of security and its name in hexadecimal digits.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    var (radio, join, networks): (Radio?, JoinState?, [WirelessNetwork]) = (nil, nil, [])
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      switch (words.first, words.count) {
      case (Self.radioWord, 2) where radio == nil: radio = Radio(rawValue: words[1])
      case (Self.joinWord, 4) where join == nil:
        guard let id = Self.network(words[2...]), let state = Self.join(words[1], id) else { return nil }
        join = state
      case (Self.networkWord, 4...6):
        guard let strength = Int(words[1]), let id = Self.network(words.suffix(2)) else { return nil }
        let marks = words[2..<(words.count - 2)]
        guard marks.allSatisfy({ $0 == Self.known || $0 == Self.connected }) else { return nil }
        networks.append(
          WirelessNetwork(
            id, strength: strength, isKnown: marks.contains(Self.known),
            isConnected: marks.contains(Self.connected)))
      default: return nil
      }
    }
    guard let radio, networks.count <= Self.mostNetworks else { return nil }
    self.init(radio, networks, join: join)
  }

  private static func network(_ words: ArraySlice<String>) -> NetworkID? {
    guard let first = words.first, let last = words.last, let security = NetworkSecurity(rawValue: first),
      let name = NetworkName(hexadecimal: last)
    else { return nil }
    return NetworkID(name, security)
  }

  private static func join(_ word: String, _ id: NetworkID) -> JoinState? {
    switch word {
    case joining: .joining(id)
    case joined: .joined(id)
    default: JoinProblem(rawValue: word).map { .failed(id, $0) }
    }
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    func words(_ id: NetworkID) -> [String] { [id.security.rawValue, id.name.hexadecimal] }
    var lines = [[Self.radioWord, radio.rawValue]]
    switch join {
    case .joining(let id)?: lines.append([Self.joinWord, Self.joining] + words(id))
    case .joined(let id)?: lines.append([Self.joinWord, Self.joined] + words(id))
    case .failed(let id, let problem)?: lines.append([Self.joinWord, problem.rawValue] + words(id))
    case nil: break
    }
    for network in networks {
      let marks = [network.isKnown ? Self.known : nil, network.isConnected ? Self.connected : nil]
      lines.append([Self.networkWord, "\(network.strength)"] + marks.compactMap(\.self) + words(network.id))
    }
    return Array(lines.map { $0.joined(separator: " ") + "\n" }.joined().utf8)
  }
}

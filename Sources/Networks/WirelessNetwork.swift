/// The kind of protection of a wireless network.
package enum NetworkSecurity: String, CaseIterable, Hashable, Sendable {
  /// No password.
  case open
  /// One password for all: WPA, WPA2 or WPA3 Personal.
  case personal
  /// Anything else: user names and certificates (802.1X), or WEP, which protects nothing.
  case unsupported
}

/// The identity of a network. Transmitters with the same name and the same kind of security form one network.
package struct NetworkID: Hashable, Sendable {
  package let name: NetworkName
  package let security: NetworkSecurity

  package init(_ name: NetworkName, _ security: NetworkSecurity) {
    (self.name, self.security) = (name, security)
  }
}

/// A wireless network in range.
package struct WirelessNetwork: Hashable, Sendable {
  package let id: NetworkID
  /// The signal in percent.
  package var strength: Int
  /// Whether the machine has a password for it, or used it before.
  package var isKnown: Bool
  package var isConnected: Bool

  package init(_ id: NetworkID, strength: Int, isKnown: Bool = false, isConnected: Bool = false) {
    self.id = id
    self.strength = min(100, max(0, strength))
    (self.isKnown, self.isConnected) = (isKnown, isConnected)
  }

  /// The number of bars, from 1 to 4; 0 for a network that is out of range.
  package var bars: Int {
    switch strength {
    case 0: 0
    case ..<25: 1
    case ..<50: 2
    case ..<75: 3
    default: 4
    }
  }
}

/// The reason why a network could not be joined.
package enum JoinProblem: String, CaseIterable, Hashable, Sendable {
  case wrongPassword = "wrong-password"
  case outOfRange = "out-of-range"
  case noAddress = "no-address"
  case failed
}

/// The latest attempt to join a network.
package enum JoinState: Hashable, Sendable {
  case joining(NetworkID)
  case joined(NetworkID)
  case failed(NetworkID, JoinProblem)

  package var network: NetworkID {
    switch self {
    case .joining(let id), .joined(let id), .failed(let id, _): id
    }
  }
}

/// The machine's wireless networks.
package struct NetworksReport: Hashable, Sendable {
  /// The state of the transmitter.
  package enum Radio: String, CaseIterable, Hashable, Sendable {
    /// Not known yet.
    case searching
    /// The machine has none, or no daemon for it.
    case none
    /// Switched off by software, and by a switch of the machine.
    case off, blocked
    case on
    /// The caller has no right to know.
    case forbidden
  }

  package var radio: Radio
  package private(set) var networks: [WirelessNetwork]
  package var join: JoinState?

  /// The maximum number of networks in a report. The strongest ones count.
  package static let mostNetworks = 48

  /// Creates a report. Merges transmitters of one network, and sorts networks by use and by signal.
  package init(_ radio: Radio, _ found: [WirelessNetwork] = [], join: JoinState? = nil) {
    (self.radio, self.join) = (radio, join)
    var merged: [NetworkID: WirelessNetwork] = [:]
    for network in found {
      guard var known = merged[network.id] else {
        merged[network.id] = network
        continue
      }
      known.strength = max(known.strength, network.strength)
      known.isKnown = known.isKnown || network.isKnown
      known.isConnected = known.isConnected || network.isConnected
      merged[network.id] = known
    }
    networks = Array(merged.values.sorted(by: Self.precedes).prefix(Self.mostNetworks))
  }

  private static func precedes(_ one: WirelessNetwork, _ other: WirelessNetwork) -> Bool {
    if one.isConnected != other.isConnected { return one.isConnected }
    if one.isKnown != other.isKnown { return one.isKnown }
    if one.strength != other.strength { return one.strength > other.strength }
    if one.id.name != other.id.name {
      return one.id.name.bytes.lexicographicallyPrecedes(other.id.name.bytes)
    }
    return one.id.security.rawValue < other.id.security.rawValue
  }

  /// Whether operators can do something about the network at the screen.
  package var hasDevice: Bool { radio == .off || radio == .blocked || radio == .on }
  /// The network in use.
  package var connected: WirelessNetwork? { networks.first(where: \.isConnected) }
}

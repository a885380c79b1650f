/// The password of a network. Its descriptions do not contain it.
package struct NetworkSecret: Hashable, Sendable {
  package let text: String

  /// The lengths of a password in bytes; 64 is the length of a key in hexadecimal digits (IEEE 802.11-2020,
  /// J.4).
  private static let (shortest, longest, key) = (8, 63, 64)
  /// The maximum number of bytes.
  package static let mostBytes = key

  /// Returns nil for a text that no network accepts.
  package init?(_ text: String) {
    let bytes = text.utf8
    switch bytes.count {
    case Self.shortest...Self.longest: guard !bytes.contains(0) else { return nil }
    case Self.key: guard text.unicodeScalars.allSatisfy(\.properties.isASCIIHexDigit) else { return nil }
    default: return nil
    }
    self.text = text
  }
}

extension NetworkSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  package var description: String { "a password" }
  package var debugDescription: String { description }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

/// A wish to join a network.
package struct NetworkJoin: Hashable, Sendable {
  package let network: NetworkID
  /// The password; nil for an open network, and for the password that the machine has.
  package let password: NetworkSecret?
  /// Whether the network does not announce its name.
  package let isHidden: Bool

  package init(_ network: NetworkID, password: NetworkSecret? = nil, isHidden: Bool = false) {
    (self.network, self.password, self.isHidden) = (network, password, isHidden)
  }
}

/// A request about the machine's networks.
package enum NetworkOrder: Hashable, Sendable {
  /// Asks only for the report, which answers every order.
  case list
  case join(NetworkJoin)
  /// Ends an attempt to join.
  case stop
  /// Switches the transmitter on.
  case turnOn
}

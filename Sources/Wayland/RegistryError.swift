/// What a compositor lacks.
public nonisolated enum RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compositor does not offer the interface.
  case missing(interface: String)
  /// The compositor offers an older version.
  case tooOld(interface: String, offered: UInt32, needed: UInt32)

  /// One line for a log.
  public var description: String {
    switch self {
    case .missing(let interface): "the compositor does not offer \(interface)"
    case .tooOld(let interface, let offered, let needed):
      "the compositor offers \(interface) in version \(offered), needed is \(needed)"
    }
  }
}

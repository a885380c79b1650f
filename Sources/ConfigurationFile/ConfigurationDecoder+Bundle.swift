import Bundles
import Configuration

/// Values of `[bundle]`.
extension ConfigurationDecoder {
  /// The longest address in bytes, and the most names in a list.
  private static let (addressLimit, mostNames) = (2000, 100)

  mutating func name(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard case .string(let name) = node.value, BundlePath.isName(name) else {
      fail("must be \(ConfigurationKey.Kind.name)", at: node.position, key: key.dottedName)
      return nil
    }
    return name
  }

  mutating func names(_ node: TOMLNode, _ key: ConfigurationKey) -> [String]? {
    guard case .array(let nodes) = node.value, nodes.count <= Self.mostNames else {
      failType(node, key)
      return nil
    }
    var names: [String] = []
    for node in nodes {
      guard let name = name(node, key) else { return nil }
      names.append(name)
    }
    return names
  }

  /// Decodes an address. A name and a password in it would be readable by everyone.
  mutating func server(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard case .string(let text) = node.value, Self.isServer(text) else {
      fail("must be \(key.kind), without a password", at: node.position, key: key.dottedName)
      return nil
    }
    return text
  }

  private static func isServer(_ text: String) -> Bool {
    let scheme = "https://"
    guard text.hasPrefix(scheme), text.utf8.count <= addressLimit,
      text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else { return false }
    let host = text.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    return !host.isEmpty && !host.contains("@")
  }
}

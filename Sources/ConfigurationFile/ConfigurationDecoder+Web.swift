import Configuration

/// Tiles that open pages of the web, and what opens them.
extension ConfigurationDecoder {
  /// Reads the `[browser]` section.
  mutating func decodeBrowser(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .browser) else { return }
    for entry in table.entries where key(of: entry, in: .browser) == .browserCommand {
      if let words = command(entry.node, .browserCommand) { configuration.browser.command = words }
    }
  }

  /// An address that a browser can be given.
  mutating func address(_ node: TOMLNode) -> String? {
    guard case .string(let text) = node.value else {
      failType(node, .url)
      return nil
    }
    if let fault = WebPage.fault(of: text) {
      fail(fault + ", not '\(Self.excerpt(text))'", at: node.position, key: ConfigurationKey.url.dottedName)
      return nil
    }
    return text
  }

  /// What visitors of a page may do. What is no such word is reported and allows nothing.
  mutating func allowances(_ entry: TOMLTable.Entry) -> Set<WebAllowance> {
    guard case .array(let nodes) = entry.node.value else {
      failType(entry.node, .allow)
      return []
    }
    var allowances: Set<WebAllowance> = []
    for node in nodes {
      guard case .string(let word) = node.value else {
        failType(node, .allow)
        continue
      }
      if let allowance = WebAllowance(rawValue: word) {
        allowances.insert(allowance)
      } else {
        fail(
          "there is no '\(Self.excerpt(word))'", at: node.position, key: ConfigurationKey.allow.dottedName,
          suggestion: Spelling.nearest(to: word, among: WebAllowance.allCases.map(\.rawValue)))
      }
    }
    return allowances
  }
}

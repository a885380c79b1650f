import Configuration

/// Tiles that open pages of the web.
extension ConfigurationDecoder {
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
}

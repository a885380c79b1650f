import CTOML

/// A TOML document as a tree with places.
struct TOMLDocument: Sendable {
  /// Why a text is no TOML.
  struct Fault: Error {
    var position: TextPosition?
    var message: String
  }

  /// The table that everything else is in.
  let root: TOMLTable

  /// Parses text that is UTF-8 and whose nesting is limited.
  init(_ bytes: [UInt8]) throws(Fault) {
    var builder = TOMLTreeBuilder()
    var error = ctoml_error()
    let isSound = withUnsafeMutablePointer(to: &builder) { builder in
      bytes.withUnsafeBytes { text in
        ctoml_parse(
          text.bindMemory(to: CChar.self).baseAddress, text.count,
          { TOMLTreeBuilder.receive(context: $0, event: $1) }, builder, &error)
      }
    }
    guard isSound else { throw Self.fault(error) }
    root = builder.root
  }

  /// toml++ says "Error while parsing string: what is wrong"; a diagnostic says that it is an error by itself.
  private static func plainer(_ message: String) -> String {
    let opening = "Error while parsing "
    guard message.hasPrefix(opening), let colon = message.firstIndex(of: ":") else { return message }
    let subject = message[..<colon].dropFirst(opening.count)
    return "\(message[colon...].dropFirst(2)) (in the \(subject))"
  }

  private static func fault(_ error: ctoml_error) -> Fault {
    let message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let position = error.line > 0 ? TextPosition(line: Int(error.line), column: Int(error.column)) : nil
    return Fault(position: position, message: plainer(message))
  }
}

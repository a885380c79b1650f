import Foundation
import FoundationXML

/// Reads a protocol file with the toolchain's XML parser. SwiftPM itself needs this parser, so it is always
/// available.
///
/// It reads only the text itself: `XMLParser` loads no external entities, and libxml2 rejects entities that
/// expand without end.
final class XMLReader: NSObject, XMLParserDelegate {
  private let file: String
  /// The open elements, from the root.
  private var open: [ProtocolElement] = []
  private var root: ProtocolElement?
  private var failure: ScannerError?

  /// The maximum depth. Protocols need five levels; a deeper tree could exhaust the stack of its reader.
  private static let mostLevels = 64

  private init(file: String) { self.file = file }

  /// Returns the root element of a document.
  static func root(of text: String, file: String) throws(ScannerError) -> ProtocolElement {
    let reader = XMLReader(file: file)
    let parser = XMLParser(data: Data(text.utf8))
    parser.delegate = reader
    // The result is true even for a truncated text. Only a reported error counts.
    _ = parser.parse()
    if let failure = reader.failure { throw failure }
    guard let root = reader.root else {
      throw ScannerError(file: file, line: 1, message: "no root element")
    }
    return root
  }

  func parser(
    _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
    attributes: [String: String]
  ) {
    open.append(ProtocolElement(name: name, attributes: attributes, line: parser.lineNumber))
    guard open.count > Self.mostLevels else { return }
    fail(parser, "<\(name)> is nested too deeply")
    parser.abortParsing()
  }

  func parser(
    _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
  ) {
    guard let closed = open.popLast() else { return }
    if open.isEmpty { root = closed } else { open[open.count - 1].children.append(closed) }
  }

  func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
    fail(parser, reason((error as NSError).code))
  }

  /// Records an error. Only the first counts, because the parser also reports its consequences.
  private func fail(_ parser: XMLParser, _ message: String) {
    if failure == nil { failure = ScannerError(file: file, line: parser.lineNumber, message: message) }
  }

  /// Returns the text for an error of libxml2 (`xmlParserErrors` in xmlerror.h).
  private func reason(_ code: Int) -> String {
    switch code {
    case 5:
      open.last.map { "<\($0.name)> is not closed" }
        ?? (root == nil ? "no root element" : "something follows the root element")
    case 39: "the value of an attribute is not quoted"
    case 40: "the value of an attribute does not end"
    case 41: "an attribute has no value"
    case 42: "a tag has two attributes of one name"
    case 45: "a comment does not end"
    case 73: "a tag does not end"
    case 76: open.last.map { "another tag closes <\($0.name)> of line \($0.line)" } ?? "a tag closes nothing"
    case 89: "entities expand without end"
    default: "not well-formed XML (libxml2's error \(code))"
    }
  }
}

/// An element with its attributes and child elements. Text is dropped, because signatures have none.
struct ProtocolElement: Equatable {
  var name: String
  var attributes: [String: String] = [:]
  var children: [ProtocolElement] = []
  /// The line at which the start tag ends, from 1.
  var line: Int
}

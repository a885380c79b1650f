import CTOML

/// A TOML document as a tree with positions.
struct TOMLDocument: Sendable {
  /// The reason why a text is not TOML.
  struct Fault: Error {
    var position: TextPosition?
    var message: String

    init(_ position: TextPosition?, _ message: String) {
      (self.position, self.message) = (position, message)
    }

    init(_ line: Int, _ column: Int, _ message: String) {
      self.init(TextPosition(line: line, column: column), message)
    }
  }

  /// The root table.
  let root: TOMLTable
  /// Whether a quoted key contains a dot.
  let hasDotsInKeys: Bool

  /// Parses a text.
  ///
  /// - Parameter origin: maps a position in the text to its position in the file.
  init(_ bytes: [UInt8], origin: ((TextPosition) -> TextPosition)? = nil) throws(Fault) {
    try TOMLCheck.check(bytes)
    var builder = TreeBuilder(origin: origin)
    var error = ctoml_error()
    let isSound = withUnsafeMutablePointer(to: &builder) { builder in
      bytes.withUnsafeBytes { text in
        ctoml_parse(
          text.bindMemory(to: CChar.self).baseAddress, text.count,
          { TreeBuilder.receive(context: $0, event: $1) }, builder, &error)
      }
    }
    guard isSound else { throw Self.fault(error, origin) }
    (root, hasDotsInKeys) = (builder.root, builder.hasDotsInKeys)
  }

  private static func fault(_ error: ctoml_error, _ origin: ((TextPosition) -> TextPosition)?) -> Fault {
    let message = withUnsafeBytes(of: error.message) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    let position = TextPosition(line: Int(error.line), column: Int(error.column))
    return Fault(error.line > 0 ? origin?(position) ?? position : nil, plainer(message))
  }

  /// Shortens messages of toml++, such as "Error while parsing string: …". A diagnostic already says that it
  /// is an error.
  private static func plainer(_ message: String) -> String {
    let opening = "Error while parsing "
    guard message.hasPrefix(opening), let colon = message.firstIndex(of: ":") else { return message }
    let subject = message[..<colon].dropFirst(opening.count)
    return "\(message[colon...].dropFirst(2)) (in the \(subject))"
  }
}

/// A position in a text. Lines and columns count from 1, columns in Unicode scalars.
package struct TextPosition: Hashable, Comparable, Sendable {
  package var line: Int
  package var column: Int

  package init(line: Int, column: Int) {
    (self.line, self.column) = (line, column)
  }

  package static func < (left: TextPosition, right: TextPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

/// A value of a TOML document, with its position.
struct TOMLNode: Sendable {
  enum Value: Sendable {
    case table(TOMLTable)
    case array([TOMLNode])
    case string(String)
    case integer(Int64)
    case float(Double)
    case boolean(Bool)
    case dateTime
  }

  var value: Value
  var position: TextPosition

  /// The type, for a message.
  var kind: String {
    switch value {
    case .table: "a table"
    case .array: "a list"
    case .string: "a string"
    case .integer: "an integer"
    case .float: "a number"
    case .boolean: "a boolean"
    case .dateTime: "a date or time"
    }
  }
}

/// The keys of a table, in their order in the file.
struct TOMLTable: Sendable {
  /// A key and its value.
  struct Entry: Sendable {
    var key: String
    var keyPosition: TextPosition
    var node: TOMLNode
  }

  var entries: [Entry] = []

  /// Returns the value of a key.
  subscript(key: String) -> TOMLNode? { entries.first { $0.key == key }?.node }
}

/// Builds a tree from the events of a walk over a document.
private struct TreeBuilder {
  /// A table or list that is not closed yet.
  private struct Open {
    var key: (name: String, position: TextPosition)?
    var position: TextPosition
    var entries: [TOMLTable.Entry] = []
    var elements: [TOMLNode] = []
  }

  private(set) var root = TOMLTable()
  private(set) var hasDotsInKeys = false
  private var open: [Open] = []
  private let origin: ((TextPosition) -> TextPosition)?

  init(origin: ((TextPosition) -> TextPosition)?) {
    self.origin = origin
  }

  /// Handles an event from C. `context` points to the builder.
  static func receive(context: UnsafeMutableRawPointer?, event: UnsafePointer<ctoml_event>?) {
    guard let context, let event else { return }
    context.assumingMemoryBound(to: TreeBuilder.self).pointee.handle(event.pointee)
  }

  private mutating func handle(_ event: ctoml_event) {
    let position = position(event.line, event.column)
    switch event.kind {
    case CTOML_TABLE_BEGIN:
      open.append(Open(key: key(event), position: position))
      open[open.count - 1].entries.reserveCapacity(event.count)
    case CTOML_ARRAY_BEGIN:
      open.append(Open(key: key(event), position: position))
      open[open.count - 1].elements.reserveCapacity(event.count)
    case CTOML_TABLE_END:
      guard let closed = open.popLast() else { return }
      let table = TOMLTable(entries: closed.entries.sorted { $0.keyPosition < $1.keyPosition })
      if open.isEmpty { root = table } else { add(.table(table), key: closed.key, position: closed.position) }
    case CTOML_ARRAY_END:
      guard let closed = open.popLast() else { return }
      add(.array(closed.elements), key: closed.key, position: closed.position)
    default:
      add(Self.scalar(event), key: key(event), position: position)
    }
  }

  private mutating func add(
    _ value: TOMLNode.Value, key: (name: String, position: TextPosition)?, position: TextPosition
  ) {
    let node = TOMLNode(value: value, position: position)
    if let key {
      open[open.count - 1].entries.append(
        TOMLTable.Entry(key: key.name, keyPosition: key.position, node: node))
    } else {
      open[open.count - 1].elements.append(node)
    }
  }

  private static func scalar(_ event: ctoml_event) -> TOMLNode.Value {
    switch event.kind {
    case CTOML_STRING: .string(text(event.text, event.text_length))
    case CTOML_INTEGER: .integer(event.integer)
    case CTOML_FLOAT: .float(event.number)
    case CTOML_BOOLEAN: .boolean(event.integer != 0)
    default: .dateTime
    }
  }

  private mutating func key(_ event: ctoml_event) -> (name: String, position: TextPosition)? {
    guard event.key != nil else { return nil }
    let name = Self.text(event.key, event.key_length)
    if name.utf8.contains(UInt8(ascii: ".")) { hasDotsInKeys = true }
    return (name, position(event.key_line, event.key_column))
  }

  private func position(_ line: UInt32, _ column: UInt32) -> TextPosition {
    let position = TextPosition(line: Int(line), column: Int(column))
    return line > 0 ? origin?(position) ?? position : position
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

import CTOML

/// Puts the events of a walk over a document together to a tree.
struct TOMLTreeBuilder {
  /// A table or list whose end has not come.
  private struct Open {
    var key: (name: String, position: TextPosition)?
    var position: TextPosition
    var entries: [TOMLTable.Entry] = []
    var elements: [TOMLNode] = []
  }

  private(set) var root = TOMLTable()
  private var open: [Open] = []

  /// Takes an event from C. `context` points at the builder.
  static func receive(context: UnsafeMutableRawPointer?, event: UnsafePointer<ctoml_event>?) {
    guard let context, let event else { return }
    context.assumingMemoryBound(to: TOMLTreeBuilder.self).pointee.handle(event.pointee)
  }

  private mutating func handle(_ event: ctoml_event) {
    let position = Self.position(event.line, event.column)
    switch event.kind {
    case CTOML_TABLE_BEGIN:
      open.append(Open(key: Self.key(event), position: position))
      open[open.count - 1].entries.reserveCapacity(event.count)
    case CTOML_ARRAY_BEGIN:
      open.append(Open(key: Self.key(event), position: position))
      open[open.count - 1].elements.reserveCapacity(event.count)
    case CTOML_TABLE_END:
      guard let closed = open.popLast() else { return }
      let table = TOMLTable(entries: closed.entries.sorted { $0.keyPosition < $1.keyPosition })
      if open.isEmpty { root = table } else { add(.table(table), key: closed.key, position: closed.position) }
    case CTOML_ARRAY_END:
      guard let closed = open.popLast() else { return }
      add(.array(closed.elements), key: closed.key, position: closed.position)
    default:
      add(Self.scalar(event), key: Self.key(event), position: position)
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

  private static func key(_ event: ctoml_event) -> (name: String, position: TextPosition)? {
    guard event.key != nil else { return nil }
    return (text(event.key, event.key_length), position(event.key_line, event.key_column))
  }

  private static func position(_ line: UInt32, _ column: UInt32) -> TextPosition {
    TextPosition(line: Int(line), column: Int(column))
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

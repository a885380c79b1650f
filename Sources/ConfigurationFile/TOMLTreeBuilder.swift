import CTOML

/// Puts the events of a walk over a document together to a tree.
final class TOMLTreeBuilder {
  /// A table or list whose end has not come.
  private struct Open {
    var key: (name: String, position: TextPosition)?
    var position: TextPosition
    var entries: [TOMLTable.Entry] = []
    var elements: [TOMLNode] = []
  }

  private(set) var root = TOMLTable()
  private var open: [Open] = []

  /// Takes an event from C. `context` is the builder.
  static func receive(context: UnsafeMutableRawPointer?, event: UnsafePointer<ctoml_event>?) {
    guard let context, let event else { return }
    Unmanaged<TOMLTreeBuilder>.fromOpaque(context).takeUnretainedValue().handle(event.pointee)
  }

  private func handle(_ event: ctoml_event) {
    let position = TextPosition(line: Int(event.line), column: Int(event.column))
    switch event.kind {
    case CTOML_TABLE_BEGIN, CTOML_ARRAY_BEGIN:
      open.append(Open(key: Self.key(event), position: position))
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

  private func add(
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
    return (
      text(event.key, event.key_length),
      TextPosition(line: Int(event.key_line), column: Int(event.key_column))
    )
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
  }
}

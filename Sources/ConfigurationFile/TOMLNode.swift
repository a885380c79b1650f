/// A value of a TOML document and where it stands.
struct TOMLNode: Sendable {
  /// What it is.
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

  /// What it is, for a message.
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

/// The keys of a table, in the order in which they stand.
struct TOMLTable: Sendable {
  /// A key with its value.
  struct Entry: Sendable {
    var key: String
    var keyPosition: TextPosition
    var node: TOMLNode
  }

  var entries: [Entry] = []
}

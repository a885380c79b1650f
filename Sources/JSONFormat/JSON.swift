/// A JSON value (RFC 8259) that keeps the order of its keys.
package enum JSON: Sendable {
  case object([(name: String, value: JSON)])
  case list([JSON])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// Text that already is JSON.
  case verbatim(String)

  /// Returns a text, or null.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  package static func strings(_ texts: [String]) -> JSON { .list(texts.map { .string($0) }) }

  /// The value on one line, without blanks.
  package var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .string(let text): Self.quoted(text)
    case .number(let number): Self.text(of: number)
    case .boolean(let truth): "\(truth)"
    case .null: "null"
    case .verbatim(let text): text
    }
  }

  /// Returns the value with a line for each member of an object.
  ///
  /// - Parameter indent: the blanks before the lines.
  package func text(indent: Int) -> String {
    let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
    switch self {
    case .object(let members) where !members.isEmpty:
      let lines = members.map { "\(inner)\(Self.quoted($0.name)): \($0.value.text(indent: indent + 2))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .list(let elements):
      return "[" + elements.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
    default: return text
    }
  }

  /// Returns a number. JSON has none that is infinite or not a number: those become null.
  private static func text(of number: Double) -> String {
    guard number.isFinite else { return "null" }
    return Int(exactly: number).map { "\($0)" } ?? "\(number)"
  }

  /// Returns a string with its quotes (section 7). Control characters become escapes.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

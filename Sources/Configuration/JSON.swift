/// A JSON value (RFC 8259) whose members keep their order.
package enum JSON: Sendable {
  case object([(name: String, value: JSON)])
  case list([JSON])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null
  /// Text that already is JSON. TOML defaults are.
  case verbatim(String)

  /// Creates a text, or null.
  package static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  package static func strings(_ texts: [String]) -> JSON { .list(texts.map { .string($0) }) }

  /// The value on one line, for programs.
  package var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(TOMLText.of($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    default: scalar
    }
  }

  /// Returns the value with each member on a line, for people.
  func text(indent: Int) -> String {
    let (inner, outer) = (String(repeating: " ", count: indent + 2), String(repeating: " ", count: indent))
    switch self {
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let lines = members.map { "\(inner)\(TOMLText.of($0.name)): \($0.value.text(indent: indent + 2))" }
      return "{\n\(lines.joined(separator: ",\n"))\n\(outer)}"
    case .list(let elements):
      return "[" + elements.map { $0.text(indent: indent) }.joined(separator: ", ") + "]"
    default: return scalar
    }
  }

  /// A value without members. A basic string of TOML is a string of JSON.
  private var scalar: String {
    switch self {
    case .object, .list, .null: "null"
    case .string(let text): TOMLText.of(text)
    case .verbatim(let text): text
    case .number(let number): number.isFinite ? TOMLText.of(number) : "null"
    case .boolean(let truth): "\(truth)"
    }
  }
}

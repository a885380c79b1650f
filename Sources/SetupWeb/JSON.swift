import Diagnosis

/// A JSON text for the page (RFC 8259).
enum JSON {
  case object([(name: String, value: JSON)])
  case list([JSON])
  case string(String)
  case number(Double)
  case boolean(Bool)
  case null

  /// A text, or null.
  static func optional(_ text: String?) -> JSON { text.map { .string($0) } ?? .null }
  static func strings(_ texts: [String]) -> JSON { .list(texts.map { .string($0) }) }

  var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(JSONText.quoted($0.name)):\($0.value.text)" }.joined(separator: ",") + "}"
    case .list(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .string(let text): JSONText.quoted(text)
    case .number(let number):
      number.isFinite
        ? number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)" : "null"
    case .boolean(let truth): "\(truth)"
    case .null: "null"
    }
  }
}

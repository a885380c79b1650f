/// A value of a browser's policy file.
indirect enum Policy {
  case truth(Bool)
  case number(Int)
  case text(String)
  case list([Policy])
  case table([String: Policy])

  /// As JSON, the keys in order.
  var json: String {
    switch self {
    case .truth(let truth): "\(truth)"
    case .number(let number): "\(number)"
    case .text(let text): Self.quoted(text)
    case .list(let values): "[" + values.map(\.json).joined(separator: ", ") + "]"
    case .table(let entries):
      "{"
        + entries.sorted { $0.key < $1.key }.map { "\(Self.quoted($0.key)): \($0.value.json)" }
        .joined(separator: ", ") + "}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 32:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

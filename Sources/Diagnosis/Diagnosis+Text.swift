/// For people and for programs.
extension Diagnosis {
  /// A line for each finding, what is missing with what helps, in columns.
  public var lines: [String] {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.map { finding in
      let verdict = Self.padded(finding.verdict.rawValue, to: Self.verdictWidth)
      let remedy = finding.remedy.map { " → \($0)" } ?? ""
      return "\(verdict) \(Self.padded(finding.name, to: width))  \(Self.printable(finding.text + remedy))"
    }
  }

  /// What devices and files are called must not steer a terminal.
  private static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  private static let verdictWidth = Finding.Verdict.allCases.map(\.rawValue.count).max() ?? 0

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// An object with `good`, and `findings`: an array of objects with `verdict`, `name`, `text` and, where there is one,
  /// `remedy`.
  public var json: String {
    let all = findings.map { finding in
      let remedy = finding.remedy.map { ",\"remedy\":\(Self.quoted($0))" } ?? ""
      return "{\"verdict\":\(Self.quoted(finding.verdict.rawValue)),\"name\":\(Self.quoted(finding.name)),"
        + "\"text\":\(Self.quoted(finding.text))\(remedy)}"
    }
    return "{\"good\":\(isGood),\"findings\":[\(all.joined(separator: ","))]}"
  }

  /// A string of JSON (RFC 8259, section 7).
  private static func quoted(_ text: String) -> String {
    let characters = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": return "\\\""
      case "\\": return "\\\\"
      case "\n": return "\\n"
      case "\t": return "\\t"
      case "\0"..<" ":
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: return String(scalar)
      }
    }
    return "\"\(characters.joined())\""
  }
}

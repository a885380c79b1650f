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
      let remedy = finding.remedy.map { ",\"remedy\":\(JSONText.quoted($0))" } ?? ""
      return
        "{\"verdict\":\(JSONText.quoted(finding.verdict.rawValue)),\"name\":\(JSONText.quoted(finding.name)),"
        + "\"text\":\(JSONText.quoted(finding.text))\(remedy)}"
    }
    return "{\"good\":\(isGood),\"findings\":[\(all.joined(separator: ","))]}"
  }
}

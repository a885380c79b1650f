/// What a machine has of what a kiosk needs, a line for each thing that was looked at.
///
/// ```swift
/// let diagnosis = Diagnosis(of: machine)
/// for finding in diagnosis.findings where finding.verdict == .missing { … }
/// ```
package struct Diagnosis: Hashable, Sendable {
  /// All lines, in the order in which a kiosk needs the things: those it cannot start without come first.
  package private(set) var findings: [Finding] = []

  package init(of machine: Machine) {
    service(machine)
    installation(machine)
    watchdog(machine.watchdog)
    compositor(machine)
    graphics(machine)
    protocols(machine)
    touch(machine)
    waysHome(machine)
    keyboard(machine)
    permissions(machine)
    programs(machine.permissions.programs)
    physicalAccess(machine.physical)
    configuration(machine.configuration)
    pin(machine.configuration.pin)
    console(machine.allowsConsole)
    browser(machine.browser)
    xServer(machine.hasXServer)
    control(machine)
    fonts(machine)
    icons(machine)
    speech(machine)
    sound(machine)
  }

  package var isGood: Bool { !findings.contains { $0.verdict == .missing } }

  mutating func add(_ verdict: Finding.Verdict, _ name: String, _ text: String, remedy: String? = nil) {
    findings.append(Finding(verdict, name, text, remedy: remedy))
  }
}

/// What a look at one thing of a machine came to: a line.
package struct Finding: Hashable, Sendable {
  /// How it is.
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// As it should be.
    case good
    /// A kiosk runs all the same, but it is worth knowing.
    case note
    /// Something is missing.
    case missing
  }

  /// What was looked at, in a word or two.
  package var name: String
  package var verdict: Verdict
  /// What was found.
  package var text: String
  /// What helps; nil where nothing has to.
  package var remedy: String?

  package init(_ verdict: Verdict, _ name: String, _ text: String, remedy: String? = nil) {
    (self.verdict, self.name, self.text, self.remedy) = (verdict, name, text, remedy)
  }
}

/// For people and for programs.
extension Diagnosis {
  /// A line for each finding, what is missing with what helps, in columns.
  package var lines: [String] {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.map { finding in
      let verdict = Self.padded(finding.verdict.rawValue, to: Self.verdictWidth)
      let remedy = finding.remedy.map { " → \($0)" } ?? ""
      return "\(verdict) \(Self.padded(finding.name, to: width))  \(Self.printable(finding.text + remedy))"
    }
  }

  /// A line for each finding, without its text, which may have names of users, files and hosts.
  package var verdicts: [String] {
    findings.map { "\(Self.padded($0.verdict.rawValue, to: Self.verdictWidth)) \($0.name)" }
  }

  /// What devices and files are called must not steer a terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  private static let verdictWidth = Finding.Verdict.allCases.map(\.rawValue.count).max() ?? 0

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// An object with `good`, and `findings`: an array of objects with `verdict`, `name`, `text` and, where
  /// there is one, `remedy`.
  package var json: String {
    let all = findings.map { finding in
      let remedy = finding.remedy.map { ",\"remedy\":\(JSONText.quoted($0))" } ?? ""
      return
        "{\"verdict\":\(JSONText.quoted(finding.verdict.rawValue)),\"name\":\(JSONText.quoted(finding.name)),"
        + "\"text\":\(JSONText.quoted(finding.text))\(remedy)}"
    }
    return "{\"good\":\(isGood),\"findings\":[\(all.joined(separator: ","))]}"
  }
}

/// Texts as programs read them.
package enum JSONText {
  /// A string of JSON (RFC 8259, section 7), in its quotes.
  package static func quoted(_ text: String) -> String {
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

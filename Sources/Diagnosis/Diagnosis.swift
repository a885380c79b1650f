import JSONFormat

/// The comparison of a machine with the needs of a kiosk, with a finding for each aspect.
///
/// ```swift
/// let diagnosis = Diagnosis(of: machine)
/// for finding in diagnosis.findings where finding.verdict == .missing { … }
/// ```
package struct Diagnosis: Hashable, Sendable {
  /// All findings, in the order in which a kiosk needs the aspects. The essential ones come first.
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

/// The result of checking one aspect of a machine: one line.
package struct Finding: Hashable, Sendable {
  package enum Verdict: String, CaseIterable, Hashable, Sendable {
    /// The aspect is as it should be.
    case good
    /// The kiosk works, but operators should know this.
    case note
    /// The kiosk lacks something.
    case missing
  }

  /// The aspect, in a word or two.
  package var name: String
  package var verdict: Verdict
  /// The result.
  package var text: String
  /// The remedy; nil if none is necessary.
  package var remedy: String?

  package init(_ verdict: Verdict, _ name: String, _ text: String, remedy: String? = nil) {
    (self.verdict, self.name, self.text, self.remedy) = (verdict, name, text, remedy)
  }
}

/// The findings for people and for programs.
extension Diagnosis {
  /// A line for each finding in columns, with the remedy if it has one.
  package var lines: [String] {
    let width = findings.map(\.name.count).max() ?? 0
    return findings.map { finding in
      let verdict = Self.padded(finding.verdict.rawValue, to: Self.verdictWidth)
      let remedy = finding.remedy.map { " → \($0)" } ?? ""
      return "\(verdict) \(Self.padded(finding.name, to: width))  \(Self.printable(finding.text + remedy))"
    }
  }

  /// A line for each finding, without its text, which may contain the names of users, files and hosts.
  package var verdicts: [String] {
    findings.map { "\(Self.padded($0.verdict.rawValue, to: Self.verdictWidth)) \($0.name)" }
  }

  /// Replaces control characters, because names of devices and files must not control a terminal.
  static func printable(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.map { $0.properties.generalCategory == .control ? "?" : $0 }))
  }

  private static let verdictWidth = Finding.Verdict.allCases.map(\.rawValue.count).max() ?? 0

  private static func padded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// A JSON object with `good`, and `findings`: an array of objects with `verdict`, `name`, `text` and an
  /// optional `remedy`.
  package var json: String {
    let all = findings.map { finding in
      let remedy = finding.remedy.map { [("remedy", JSON.string($0))] } ?? []
      return JSON.object(
        [
          ("verdict", .string(finding.verdict.rawValue)), ("name", .string(finding.name)),
          ("text", .string(finding.text)),
        ] + remedy)
    }
    return JSON.object([("good", .boolean(isGood)), ("findings", .list(all))]).text
  }
}

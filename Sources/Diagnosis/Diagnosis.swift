/// What a machine has of what a kiosk needs, a line for each thing that was looked at.
///
/// ```swift
/// let diagnosis = Diagnosis(of: machine)
/// for finding in diagnosis.findings where finding.verdict == .missing { … }
/// ```
public struct Diagnosis: Hashable, Sendable {
  /// All lines, in the order in which a kiosk needs the things: those it cannot start without come first.
  public private(set) var findings: [Finding] = []

  /// Looks `machine` over.
  public init(of machine: Machine) {
    service(machine)
    installation(machine)
    watchdog(machine.watchdog)
    compositor(machine)
    graphics(machine)
    protocols(machine)
    touch(machine)
    waysHome(machine)
    permissions(machine)
    configuration(machine.configuration)
    browser(machine.browser)
    control(machine)
    fonts(machine)
    icons(machine)
    speech(machine)
    sound(machine)
  }

  /// Whether nothing is missing.
  public var isGood: Bool { !findings.contains { $0.verdict == .missing } }

  /// Adds a line.
  mutating func add(_ verdict: Finding.Verdict, _ name: String, _ text: String, remedy: String? = nil) {
    findings.append(Finding(verdict, name, text, remedy: remedy))
  }
}

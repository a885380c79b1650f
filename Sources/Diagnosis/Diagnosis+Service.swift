/// The service manager's part.
extension Diagnosis {
  mutating func service(_ machine: Machine) {
    guard let service = machine.service else {
      return add(.note, "service", "no service manager answers, so nothing is known of the kiosk's service")
    }
    add(Self.finding(service))
  }

  private mutating func add(_ finding: Finding) {
    add(finding.verdict, finding.name, finding.text, remedy: finding.remedy)
  }

  private static func finding(_ service: Machine.Service) -> Finding {
    let unit = service.unit
    func missing(_ text: String, _ remedy: String) -> Finding {
      Finding(.missing, "service", "\(unit) \(text)", remedy: remedy)
    }
    switch (service.load, service.file, service.active) {
    case ("not-found", _, _): return missing("is not installed", "install the package rotunda")
    case ("masked", _, _): return missing("is masked", "systemctl unmask \(unit)")
    case ("loaded", _, "failed"):
      return missing("has failed: \(service.result)", "journalctl --unit=\(unit) --boot")
    case ("loaded", "disabled", _):
      return missing("does not start with the machine", "rotunda setup, or systemctl enable \(unit)")
    case ("loaded", _, "active"):
      let status = service.status.isEmpty ? "" : ": \(service.status)"
      guard service.restarts > 0 else { return Finding(.good, "service", "\(unit) runs\(status)") }
      return Finding(
        .note, "service", "\(unit) runs\(status), and was started again \(service.restarts) times",
        remedy: "journalctl --identifier=rotunda --boot")
    case ("loaded", _, _): return missing("does not run (\(service.active))", "systemctl start \(unit)")
    default: return missing("cannot be read (\(service.load))", "systemctl status \(unit)")
    }
  }
}

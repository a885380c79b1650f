/// The service manager's part.
extension Diagnosis {
  mutating func service(_ machine: Machine) {
    guard let service = machine.service else {
      return add(.note, "service", "no service manager answers, so nothing is known of the kiosk's service")
    }
    add(Self.finding(service))
  }

  /// What a start needs. Fonts and graphics drivers have lines of their own, which know more.
  mutating func installation(_ machine: Machine) {
    for part in machine.lacking where !["fonts", "graphics"].contains(part.name) {
      // The compositor that runs does without it.
      if !part.isForScreen, part.isEssential, machine.compositor != nil { continue }
      add(part.isEssential ? .missing : .note, part.name, part.loss, remedy: Requirement.remedy([part]))
    }
  }

  mutating func watchdog(_ watchdog: Machine.Watchdog?) {
    switch watchdog {
    case nil: break
    case .absent:
      add(.note, "watchdog", "the machine has none: when its kernel hangs, a person has to restart it")
    case .unused:
      add(
        .note, "watchdog", "there is one, and the service manager does not use it",
        remedy: "rotunda setup, or RuntimeWatchdogSec= in systemd-system.conf(5)")
    case .used(let device, let seconds):
      add(.good, "watchdog", "\(device) restarts a machine that stands still for \(seconds) s")
    }
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

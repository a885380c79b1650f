/// Findings about services.
extension Diagnosis {
  mutating func service(_ machine: Machine) {
    guard let service = machine.service else {
      return add(
        .note, "service", "no service manager answers, so the state of the kiosk's service is unknown")
    }
    add(Self.finding(service))
  }

  /// Reports missing parts. Fonts and graphics drivers have more precise findings of their own.
  mutating func installation(_ machine: Machine) {
    for part in machine.lacking where !["fonts", "graphics"].contains(part.name) {
      // The running compositor proves that it does not need the part.
      if !part.isForScreen, part.isEssential, machine.compositor != nil { continue }
      add(part.isEssential ? .missing : .note, part.name, part.loss, remedy: Requirement.remedy([part]))
    }
  }

  mutating func watchdog(_ watchdog: Machine.Watchdog?) {
    switch watchdog {
    case nil: break
    case .absent:
      add(.note, "watchdog", "none: after a hang of the kernel, a person must restart the machine")
    case .unused:
      add(
        .note, "watchdog", "the service manager does not use it",
        remedy: "rotunda setup, or RuntimeWatchdogSec= in systemd-system.conf(5)")
    case .used(let device, let seconds):
      add(.good, "watchdog", "\(device) restarts a machine that hangs for \(seconds) s")
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

/// Whether operators can send requests to the launcher.
extension Diagnosis {
  mutating func control(_ machine: Machine) {
    // If the kiosk is not running, no launcher can respond.
    guard machine.service?.active == "active", let control = machine.control else { return }
    let name = "org.rotunda.Launcher1"
    switch control {
    case .reachable: add(.good, "control", "rotunda ctl reaches the launcher, as \(name)")
    case .unwanted:
      add(.note, "control", "rotunda ctl does not reach the launcher: [control] turns it off")
    case .absent:
      add(
        .note, "control", "rotunda ctl does not reach the launcher: no launcher has the name \(name)",
        remedy: "journalctl --identifier=rotunda --boot --grep=control")
    case .unruled:
      add(
        .note, "control", "rotunda ctl does not reach the launcher: the bus has no policy for it",
        remedy: "install the package rotunda, or put org.rotunda.Launcher1.conf into /etc/dbus-1/system.d")
    }
  }
}

/// Speech and sound that the configuration wants, and whether the machine supports them.
extension Diagnosis {
  mutating func speech(_ machine: Machine) {
    let name = "speech"
    switch machine.speech {
    case nil: break
    case .ready: add(.good, name, "Speech Dispatcher reads the screen")
    case .noLibrary:
      add(
        .missing, name, "no speech: libspeechd is not installed",
        remedy: "apt install libspeechd2 speech-dispatcher speech-dispatcher-espeak-ng")
    case .noServer:
      add(
        .missing, name, "no speech: speech-dispatcher is not installed",
        remedy: "apt install speech-dispatcher speech-dispatcher-espeak-ng")
    case .noVoice:
      add(
        .note, name, "Speech Dispatcher has no voice of its own",
        remedy: "apt install speech-dispatcher-espeak-ng, or name another module in speechd.conf")
    }
  }

  mutating func sound(_ machine: Machine) {
    let name = "sound"
    switch machine.sound {
    case nil: break
    case .ready: add(.good, name, "ALSA's default device plays sounds")
    case .noLibrary:
      add(.missing, name, "no sound: libasound is not installed", remedy: "apt install libasound2")
    case .noDevice:
      add(
        .missing, name, "no sound: ALSA's default device cannot be opened",
        remedy: "check aplay -L, and whether the kiosk's user can open /dev/snd")
    }
  }
}

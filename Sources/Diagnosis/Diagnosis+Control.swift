/// Whether operators can ask the launcher for something.
extension Diagnosis {
  mutating func control(_ machine: Machine) {
    // Without a kiosk that runs there is nobody to be asked.
    guard machine.service?.active == "active", let control = machine.control else { return }
    let name = "org.rotunda.Launcher1"
    switch control {
    case .reachable: add(.good, "control", "rotunda ctl reaches the launcher, as \(name)")
    case .unwanted:
      add(.note, "control", "rotunda ctl does not reach the launcher: [control] does not want it to")
    case .absent:
      add(
        .note, "control", "rotunda ctl does not reach the launcher: nobody is called \(name)",
        remedy: "journalctl --identifier=rotunda --boot --grep=control")
    case .unruled:
      add(
        .note, "control", "rotunda ctl does not reach the launcher: the bus has no policy for it",
        remedy: "install the package rotunda, or put org.rotunda.Launcher1.conf into /etc/dbus-1/system.d")
    }
  }
}

/// The parts of a machine: their names from the manufacturer, and their drivers.
package struct Hardware: Hashable, Sendable {
  /// The name of the Debian release.
  package var release = ""
  package var kernel = ""
  /// The processor's architecture, in the kernel's words: "x86_64", "aarch64".
  package var architecture = ""
  /// The name of the board or the computer; empty if the firmware has none.
  package var model = ""
  /// The name of the processor; empty if the kernel has none.
  package var processor = ""
  package var coreCount = 0
  /// In MiB; 0 if unknown.
  package var memory = 0
  package var cards: [Card] = []
  package var connectors: [Connector] = []
  /// Touch panels, by the path of their device.
  package var panels: [String: Panel] = [:]

  package init() {}

  package struct Card: Hashable, Sendable {
    package var name: String
    package var driver: String

    package init(name: String, driver: String) {
      (self.name, self.driver) = (name, driver)
    }
  }

  /// A connector for a screen's cable.
  package struct Connector: Hashable, Sendable {
    package var name: String
    /// "connected", "disconnected", "unknown".
    package var status: String
    /// The preferred mode of the screen, such as "800x480"; empty without a screen.
    package var mode: String

    package init(name: String, status: String, mode: String) {
      (self.name, self.status, self.mode) = (name, status, mode)
    }
  }

  /// A touch panel, as the kernel describes it.
  package struct Panel: Hashable, Sendable {
    package var driver: String
    /// Bus, vendor and product as hexadecimal digits: "0003:0eef:0001".
    package var identity: String

    package init(driver: String, identity: String) {
      (self.driver, self.identity) = (driver, identity)
    }
  }
}

/// A report about a machine that its operator can send to others. It contains the manufacturers' names of the
/// parts, and the verdicts of `Diagnosis`. It omits the texts of findings, which contain users, files, tiles
/// and hosts.
package struct MachineReport {
  package let lines: [String]

  package init(of machine: Machine, _ hardware: Hardware, version: String) {
    var lines = ["rotunda: \(version), \(hardware.architecture)"]
    func add(_ name: String, _ parts: [String]) {
      let text = parts.filter { !$0.isEmpty }.joined(separator: ", ")
      lines.append("\(name): \(text.isEmpty ? "unknown" : Self.withoutAddresses(text))")
    }
    add("system", [hardware.release, hardware.kernel.isEmpty ? "" : "kernel \(hardware.kernel)"])
    add("machine", [hardware.model])
    add(
      "processor",
      [
        hardware.processor, hardware.coreCount == 0 ? "" : "\(hardware.coreCount) cores",
        hardware.memory == 0 ? "" : "\(hardware.memory) MiB",
      ])
    for card in hardware.cards { add("card", [card.name, card.driver]) }
    for connector in hardware.connectors {
      add("connector", [connector.name, connector.status, connector.mode])
    }
    add("drawn by", [machine.graphics ?? "the processor"])
    if let compositor = machine.compositor {
      add("compositor", [compositor.name ?? "unknown", compositor.hasTouch ? "touch" : "no touch"])
      for screen in compositor.screens.sorted() {
        add("screen", [screen, compositor.turned.contains(screen) ? "rotated" : ""])
      }
      let offered = compositor.offered.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      add("protocols", offered)
    } else {
      add("compositor", ["none reached"])
    }
    if machine.panels.isEmpty { add("touchscreen", ["none"]) }
    for panel in machine.panels {
      let known = hardware.panels[panel.path]
      add(
        "touchscreen",
        [
          panel.name, known?.identity ?? "", known?.driver ?? "", panel.isKeyboard ? "with keys" : "",
          panel.screen.map { "for \($0)" } ?? "",
        ])
    }
    for service in [machine.service, machine.panelService].compactMap(\.self) {
      let restarts = "\(service.restarts) restarts"
      add("service", [service.load, service.file, service.active, service.result, restarts])
    }
    lines += Diagnosis(of: machine).verdicts
    self.lines = lines
  }

  /// Returns a device's text without control characters and without network addresses.
  private static func withoutAddresses(_ text: String) -> String {
    Diagnosis.printable(text).split(separator: " ", omittingEmptySubsequences: false)
      .map { isAddress($0) ? "(address)" : String($0) }.joined(separator: " ")
  }

  /// Reports whether a word contains an Ethernet, Bluetooth or Internet address.
  private static func isAddress(_ word: Substring) -> Bool {
    let parts = word.split { !($0.isHexDigit || $0 == ":" || $0 == "." || $0 == "-") }
    return parts.contains { part in
      let pairs = part.split { $0 == ":" || $0 == "-" }
      if pairs.count == 6, pairs.allSatisfy({ $0.count == 2 }) { return true }
      if part.contains("::") || part.split(separator: ":").count == 8 { return true }
      let numbers = part.split(separator: ".", omittingEmptySubsequences: false)
      return numbers.count == 4 && numbers.allSatisfy { UInt8($0) != nil }
    }
  }
}

import Diagnosis
import Testing

/// The report on a machine, which may be public.
struct MachineReportTests {
  private static var board: Hardware {
    var hardware = Hardware()
    (hardware.release, hardware.kernel) = ("Debian GNU/Linux 13 (trixie)", "6.12.48-arm64")
    (hardware.architecture, hardware.model) = ("aarch64", "Raspberry Pi 4 Model B Rev 1.4")
    (hardware.processor, hardware.coreCount) = ("implementer 0x41, part 0xd08", 4)
    hardware.memory = 3792
    hardware.cards = [.init(name: "card0", driver: "v3d"), .init(name: "card1", driver: "vc4-drm")]
    hardware.connectors = [.init(name: "DSI-1", status: "connected", mode: "800x480")]
    hardware.panels = ["/dev/input/event3": .init(driver: "edt_ft5x06", identity: "0018:0000:0000")]
    return hardware
  }

  @Test func partsAndVerdictsAreReported() {
    var machine = DiagnosisTests.good
    machine.compositor?.turned = ["HDMI-A-1"]
    let lines = MachineReport(of: machine, Self.board, version: "1.2.3").lines
    for line in [
      "rotunda: 1.2.3, aarch64", "system: Debian GNU/Linux 13 (trixie), kernel 6.12.48-arm64",
      "machine: Raspberry Pi 4 Model B Rev 1.4", "processor: implementer 0x41, part 0xd08, 4 cores, 3792 MiB",
      "card: card1, vc4-drm", "connector: DSI-1, connected, 800x480",
      "drawn by: Mesa Intel(R) UHD Graphics", "compositor: cage, touch", "screen: HDMI-A-1, rotated",
      "protocols: wl_compositor 5, wl_output 4, wl_seat 8, wl_shm 1, xdg_wm_base 5",
      "touchscreen: Panel, 0018:0000:0000, edt_ft5x06",
      "service: loaded, enabled, active, success, 0 restarts", "good    service", "note    layer-shell",
    ] { #expect(lines.contains(line), "\(line)") }
  }

  @Test func unknownPartsAreReportedAsUnknown() {
    let lines = MachineReport(of: Machine(), Hardware(), version: "1.2.3").lines
    #expect(lines.contains("machine: unknown") && lines.contains("compositor: none reached"))
    #expect(lines.contains("touchscreen: none") && lines.contains("drawn by: the processor"))
  }

  @Test func reportNamesNoUserFileOrTile() {
    let secret = "secret"
    var machine = DiagnosisTests.good
    machine.service?.status = secret
    machine.service?.unit = secret
    machine.compositorProblem = secret
    machine.compositor?.socket = "/run/\(secret)"
    machine.graphicsProblem = secret
    machine.seat = secret
    machine.panels = [Machine.Panel(name: "Panel", path: "/dev/\(secret)", seat: secret)]
    machine.permissions.user = secret
    machine.permissions.userExists = false
    machine.permissions.home = .open(user: secret, path: secret)
    machine.permissions.programs = .missing(secret)
    machine.configuration.files = [.init(path: secret, owner: secret, isOwnerTrusted: false, mode: 0o666)]
    machine.configuration.errors = [secret]
    machine.configuration.warnings = [secret]
    machine.configuration.unreadable = [secret]
    machine.configuration.pin = .launcher(file: secret, hasService: true)
    machine.watchdog = .used(device: secret, seconds: 15)
    machine.browser = .open(secret, hasSettings: false)
    let lines = MachineReport(of: machine, Self.board, version: "1.2.3").lines
    #expect(!lines.contains { $0.contains(secret) }, "\(lines)")
    // The doctor's own lines contain the secrets. Otherwise this test could not fail.
    #expect(Diagnosis(of: machine).lines.contains { $0.contains(secret) })
  }

  @Test(arguments: [
    "00:1A:7d:da:71:13", "192.168.10.4", "(10.0.0.1)", "fe80::1", "2001:db8:0:0:0:0:0:1", "00-1a-7d-da-71-13",
  ]) func addressesInDeviceNamesAreLeftOut(address: String) {
    var machine = DiagnosisTests.good
    machine.panels[0].name = "Touch \(address) panel"
    let lines = MachineReport(of: machine, Self.board, version: "1.2.3").lines
    #expect(lines.contains { $0.hasPrefix("touchscreen: Touch (address) panel") }, "\(lines)")
  }

  @Test func deviceNamesSteerNoTerminal() {
    var machine = DiagnosisTests.good
    machine.panels[0].name = "Touch\u{1B}[2J\nnote"
    let lines = MachineReport(of: machine, Self.board, version: "1.2.3").lines
    #expect(lines.contains { $0.hasPrefix("touchscreen: Touch?[2J?note") }, "\(lines)")
  }
}

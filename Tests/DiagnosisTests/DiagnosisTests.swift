import Diagnosis
import Testing

/// A good machine, and machines with one broken part each.
struct DiagnosisTests {
  /// An installed kiosk with cage.
  static var good: Machine {
    var machine = Machine()
    machine.service = Machine.Service(unit: "rotunda.service", status: "the carousel is on the screen")
    machine.panelService = Machine.Service(unit: "rotunda-panels.service", file: "static")
    machine.control = .reachable
    machine.watchdog = .used(device: "/dev/watchdog0", seconds: 15)
    machine.compositor = Machine.Compositor(
      name: "cage", socket: "/run/user/999/wayland-0",
      offered: ["wl_compositor": 5, "wl_shm": 1, "xdg_wm_base": 5, "wl_seat": 8, "wl_output": 4],
      screens: ["HDMI-A-1"], hasTouch: true)
    machine.graphics = "Mesa Intel(R) UHD Graphics"
    machine.panels = [Machine.Panel(name: "Panel", path: "/dev/input/event3")]
    machine.permissions.user = "rotunda"
    machine.permissions.ptraceScope = 1
    machine.configuration.files = [.init(path: "/etc/rotunda/rotunda.toml")]
    machine.configuration.tileCount = 5
    machine.fontFamilies = 12
    machine.iconThemes = ["hicolor", "Adwaita"]
    return machine
  }

  @Test func aGoodMachineMissesNothing() {
    let diagnosis = Diagnosis(of: Self.good)
    #expect(diagnosis.isGood)
    // Features that cage lacks are only notes.
    let notes = diagnosis.findings.filter { $0.verdict == .note }.map(\.name)
    #expect(
      notes == [
        "layer-shell", "foreign-toplevel", "idle-notify", "presentation", "viewporter", "fractional-scale",
        "activation",
        "output-power",
      ])
    #expect(diagnosis.findings.contains { $0.name == "way home" && $0.text.hasPrefix("gestures lead home") })
  }

  @Test(arguments: [
    (Machine.Control.absent, "no launcher has the name"), (.unruled, "no policy"),
    (.unwanted, "turns it off"),
  ]) func uncallableLauncherIsNoted(control: Machine.Control, words: String) {
    var machine = Self.good
    machine.control = control
    let diagnosis = Diagnosis(of: machine)
    #expect(diagnosis.isGood)
    #expect(
      diagnosis.findings.contains { $0.name == "control" && $0.verdict == .note && $0.text.contains(words) })
    machine.service?.active = "inactive"
    #expect(!Diagnosis(of: machine).findings.contains { $0.name == "control" })
  }

  @Test func keyboardAndPlugRisksAreNoted() {
    var machine = Self.good
    #expect(!Diagnosis(of: machine).findings.contains { $0.name == "USB" })
    var access = Machine.PhysicalAccess()
    (access.hasRecoveryEntry, access.isMenuOpen) = (true, true)
    machine.physical = access
    let open = Diagnosis(of: machine)
    let names = ["early shell", "boot menu", "boot password", "USB"]
    #expect(open.isGood)
    for name in names {
      let finding = open.findings.first { $0.name == name }
      #expect(finding?.verdict == .note && finding?.remedy?.contains("rotunda setup") == true, "\(name)")
    }
    (access.hasNoEarlyShell, access.hasRecoveryEntry, access.isMenuOpen, access.allowsAnyUSB) = (
      true, false, false, false
    )
    machine.physical = access
    let closed = Diagnosis(of: machine).findings.filter { names.contains($0.name) }
    #expect(closed.map(\.name) == names && closed.allSatisfy { $0.verdict == .good && $0.remedy == nil })
  }

  private static let keyboardProtocols = [
    "zwlr_layer_shell_v1", "zwp_input_method_manager_v2", "zwp_virtual_keyboard_manager_v1",
  ]

  /// The protocols, by their places in the list, and the finding's verdict.
  @Test(
    arguments: [
      ([], .missing), ([1, 2], .missing), ([0], .missing), ([0, 1], .note), ([0, 2], .note),
      ([0, 1, 2], .good),
    ] as [([Int], Finding.Verdict)])
  func keyboardNeedsItsProtocols(protocols: [Int], verdict: Finding.Verdict) {
    var machine = Self.good
    for index in protocols { machine.compositor?.offered[Self.keyboardProtocols[index]] = 1 }
    #expect(!Diagnosis(of: machine).findings.contains { $0.name == "keyboard" })
    machine.wantsKeyboard = true
    let finding = Diagnosis(of: machine).findings.first { $0.name == "keyboard" }
    #expect(finding?.verdict == verdict)
  }

  @Test func anotherInputMethodIsReported() {
    var machine = Self.good
    for name in Self.keyboardProtocols { machine.compositor?.offered[name] = 1 }
    machine.wantsKeyboard = true
    machine.compositor?.hasInputMethod = true
    let finding = Diagnosis(of: machine).findings.first { $0.name == "keyboard" }
    #expect(finding?.verdict == .missing && finding?.remedy?.contains("fcitx5") == true)
  }

  private static func lacking(_ name: String) -> [Requirement] {
    Requirement.missing(for: "cage") { _ in [] }.filter { $0.name == name }
  }

  /// The broken part, the finding that reports it, and a word of its remedy.
  private static let broken:
    [(what: String, name: String, remedy: String, change: @Sendable (inout Machine) -> Void)] =
      [
        ("not installed", "service", "package", { $0.service?.load = "not-found" }),
        ("masked", "service", "unmask", { $0.service?.load = "masked" }),
        ("a unit that cannot be read", "service", "status", { $0.service?.load = "bad-setting" }),
        ("failed", "service", "journalctl", { $0.service?.active = "failed" }),
        ("disabled", "service", "setup", { $0.service?.file = "disabled" }),
        ("stopped", "service", "start", { $0.service?.active = "inactive" }),
        ("no compositor", "compositor", "start", { $0.compositor = nil }),
        (
          "no graphics card", "compositor", "kernel",
          { ($0.compositor, $0.hasGraphicsCard) = (nil, false) }
        ),
        ("no polkit", "polkit", "apt-get install polkitd", { $0.lacking = Self.lacking("polkit") }),
        ("no message bus", "bus", "apt-get install dbus", { $0.lacking = Self.lacking("bus") }),
        ("no screen", "screen", "cable", { $0.compositor?.screens = [] }),
        ("no shell", "protocols", "compositor", { $0.compositor?.offered["xdg_wm_base"] = nil }),
        ("an old compositor", "protocols", "compositor", { $0.compositor?.offered["wl_compositor"] = 3 }),
        ("a compositor without touch", "touch", "seat-status", { $0.compositor?.hasTouch = false }),
        ("no way home: switched off", "way home", "global-touch", { $0.waysHome.wantsGestures = false }),
        ("no way home: no gesture", "way home", "edge-bottom", { $0.waysHome.hasGesture = false }),
        ("no way home: no service", "way home", "rotunda-panels", { $0.panelService?.active = "failed" }),
        (
          "no way home: an old package", "way home", "rotunda-panels", { $0.panelService?.load = "not-found" }
        ),
        ("no way home: a keyboard", "way home", "touch", { $0.panels[0].isKeyboard = true }),
        ("a panel for another screen", "touch", "HDMI-A-1", { $0.panels[0].screen = "DP-1" }),
        ("no user", "user", "sysusers", { $0.permissions.userExists = false }),
        (
          "no user of programs", "programs", "sysusers",
          { $0.permissions.programs = .missing("rotunda-visitor") }
        ),
        (
          "no service for programs", "programs", "rotunda-programs.socket",
          { $0.permissions.programs = .unserved }
        ),
        ("a user in group input", "user", "gpasswd", { $0.permissions.userReadsInput = true }),
        ("no configuration", "configuration", "write", { $0.configuration.files = [] }),
        ("an error", "configuration", "check", { $0.configuration.errors = ["x.toml:1:1: error"] }),
        ("a stranger's file", "owner", "chown", { $0.configuration.files[0].isOwnerTrusted = false }),
        ("everybody's file", "owner", "chmod", { $0.configuration.files[0].mode = 0o666 }),
        (
          "a file for root alone", "reading", "chgrp",
          { $0.configuration.unreadable = ["/etc/rotunda/rotunda.d"] }
        ),
        (
          "a PIN for root alone", "reading", "rotunda set-pin",
          { $0.configuration.pin = .nobody(file: "/etc/rotunda/pin") }
        ),
        (
          "a PIN service for another user", "PIN", "SocketUser=kiosk",
          { $0.configuration.pin = .stranger(user: "kiosk") }
        ),
        ("a console that the unit forbids", "console", "ROTUNDA_CONSOLE=yes", { $0.allowsConsole = false }),
        ("no browser", "browser", "chromium", { $0.browser = Machine.Browser.none }),
        (
          "a browser that keeps no page on its hosts", "browser", "any-site",
          { $0.browser = .foreign("cog", isWanted: false) }
        ),
        (
          "a browser that is mended no more", "browser", "chromium",
          { $0.browser = .outdated("cog", isWanted: true) }
        ),
        (
          "no other browser than one that is mended no more", "browser", "chromium",
          { $0.browser = .outdated("cog", isWanted: false) }
        ),
        (
          "a touchscreen that is not turned with its screen", "touch", "WL_OUTPUT",
          { machine in
            let screens = machine.compositor?.screens ?? []
            machine.compositor?.turned = Set(screens)
          }
        ),
        (
          "a browser without policies", "browser", "bubblewrap",
          { $0.browser = .open("chromium", hasSettings: false) }
        ),
        (
          "a browser with settings alone", "browser", "bubblewrap",
          { $0.browser = .open("firefox-esr", hasSettings: true) }
        ),
        ("no X server", "X11", "xwayland", { $0.hasXServer = false }),
        ("no fonts", "fonts", "fonts-dejavu", { $0.fontFamilies = 0 }),
        ("no letters", "fonts", "fonts-dejavu", { $0.unwritableScripts = [.latin] }),
        (
          "no letters of the kiosk's language", "fonts", "fonts-noto-cjk",
          { ($0.wantedScripts, $0.unwritableScripts) = ([.japanese], [.japanese, .emoji]) }
        ),
        ("no icons", "icons", "hicolor", { $0.iconThemes = ["Adwaita"] }),
        ("nothing to speak with", "speech", "libspeechd2", { $0.speech = .noLibrary }),
        ("nobody who speaks", "speech", "speech-dispatcher", { $0.speech = .noServer }),
        ("nothing to play sounds with", "sound", "libasound2", { $0.sound = .noLibrary }),
        ("no loudspeaker", "sound", "/dev/snd", { $0.sound = .noDevice }),
      ]

  @Test func onlyTheBrokenPartIsMissing() throws {
    for (what, name, remedy, change) in Self.broken {
      var machine = Self.good
      change(&machine)
      // A missing service cannot be active.
      if machine.panelService?.load == "not-found" { machine.panelService?.active = "inactive" }
      let diagnosis = Diagnosis(of: machine)
      let missing = diagnosis.findings.filter { $0.verdict == .missing }
      #expect(!diagnosis.isGood, "\(what)")
      #expect(missing.map(\.name) == [name], "\(what): \(missing)")
      #expect(missing.first?.remedy?.contains(remedy) == true, "\(what): \(missing)")
    }
  }

  @Test func healthyPINAndConsoleAreReported() {
    var machine = Self.good
    (machine.configuration.pin, machine.allowsConsole) = (.service, true)
    let diagnosis = Diagnosis(of: machine)
    #expect(diagnosis.isGood)
    #expect(
      diagnosis.findings.filter { ["PIN", "console"].contains($0.name) }.map(\.verdict) == [.good, .good])
    #expect(!Diagnosis(of: Self.good).findings.contains { ["PIN", "console"].contains($0.name) })
  }

  @Test func usersOfProgramsAreReportedOnAKiosk() {
    var machine = Self.good
    #expect(!Diagnosis(of: machine).findings.contains { $0.name == "programs" })
    machine.permissions.programs = .visitor("rotunda-visitor")
    let found = Diagnosis(of: machine).findings.filter { $0.name == "programs" }
    #expect(found.map(\.verdict) == [.good] && found.allSatisfy { $0.text.contains("'rotunda-visitor'") })
  }

  /// An unusual setting, and the finding that reports it.
  private static let odd: [(name: String, change: @Sendable (inout Machine) -> Void)] = [
    ("service", { $0.service = nil }),
    ("service", { $0.service?.restarts = 3 }),
    ("watchdog", { $0.watchdog = .absent }),
    ("watchdog", { $0.watchdog = .unused }),
    ("graphics", { $0.graphics = "llvmpipe (LLVM 15.0.6, 256 bits)" }),
    ("graphics", { $0.graphics = nil }),
    ("touch", { $0.panels.append(.init(name: "Other", path: "/dev/input/event4", seat: "seat1")) }),
    ("touch", { $0.compositor?.screens = ["HDMI-A-1", "DP-1"] }),
    ("programs", { $0.permissions.ptraceScope = 0 }),
    ("programs", { $0.permissions.programs = .launcher }),
    ("programs", { $0.permissions.programs = .user }),
    ("configuration", { $0.configuration.warnings = ["x.toml:1:1: warning"] }),
    ("owner", { $0.configuration.files[0].mode = 0o664 }),
    ("PIN", { $0.configuration.pin = .launcher(file: "/etc/pin", hasService: true) }),
    ("PIN", { $0.configuration.pin = .launcher(file: "/etc/pin", hasService: false) }),
    ("browser", { $0.browser = .foreign("cog", isWanted: true) }),
    ("home", { $0.permissions.home = .open(user: "rotunda", path: "/var/lib/rotunda") }),
    ("fonts", { $0.unwritableScripts = [.chinese] }),
    ("icons", { $0.iconThemes = ["hicolor"] }),
    ("speech", { $0.speech = .noVoice }),
  ]

  @Test func oddPartsAreNotedNotMissing() {
    for (name, change) in Self.odd {
      var machine = Self.good
      change(&machine)
      let diagnosis = Diagnosis(of: machine)
      #expect(diagnosis.isGood, "\(name)")
      #expect(diagnosis.findings.contains { $0.name == name && $0.verdict == .note }, "\(name)")
    }
  }

  @Test func speechAndSoundAreCheckedOnlyWhenWanted() {
    var machine = Self.good
    #expect(!Diagnosis(of: machine).findings.contains { ["speech", "sound"].contains($0.name) })
    (machine.speech, machine.sound) = (.ready, .ready)
    let good = Diagnosis(of: machine).findings.filter { $0.verdict == .good }.map(\.name)
    #expect(good.contains("speech") && good.contains("sound"))
  }

  @Test func missingTouchscreenMeansNoTouchOrWayHome() {
    var machine = Self.good
    machine.panels = []
    machine.compositor?.hasTouch = false
    let missing = Diagnosis(of: machine).findings.filter { $0.verdict == .missing }
    #expect(missing.map(\.name) == ["touch", "way home"])
  }

  /// Features of the compositor and the configuration, and the beginning of the "way home" finding.
  private static let ways:
    [(hasStrip: Bool, wantsStrip: Bool, hasGestures: Bool, verdict: Finding.Verdict, text: String)] = [
      (true, true, true, .good, "a strip"), (true, true, false, .good, "a strip"),
      (true, false, true, .good, "gestures"), (false, true, true, .good, "gestures"),
      (true, false, false, .missing, "no gesture"), (false, true, false, .missing, "no gesture"),
    ]

  @Test func availableWayHomeIsNamed() {
    for way in Self.ways {
      var machine = Self.good
      if way.hasStrip { machine.compositor?.offered["zwlr_layer_shell_v1"] = 4 }
      machine.waysHome.wantsStrip = way.wantsStrip
      machine.waysHome.wantsGestures = way.hasGestures
      let line = Diagnosis(of: machine).findings.first { $0.name == "way home" }
      #expect(line?.verdict == way.verdict, "\(way)")
      #expect(line?.text.hasPrefix(way.text) == true, "\(way): \(line?.text ?? "")")
    }
  }

  @Test func withoutServiceTheLauncherMayOpenPanels() {
    var machine = Self.good
    machine.panelService = nil
    #expect(!Diagnosis(of: machine).isGood)
    machine.waysHome.opensPanels = true
    #expect(Diagnosis(of: machine).isGood)
  }

  @Test func columnsAreAlignedAndEscaped() {
    var machine = Self.good
    machine.panels[0].name = "Panel\u{1B}[2J\n\u{9B}"
    let diagnosis = Diagnosis(of: machine)
    let lines = diagnosis.lines
    #expect(lines.count == diagnosis.findings.count)
    #expect(lines[0] == "good    service           rotunda.service runs: the carousel is on the screen")
    #expect(
      lines[1] == "good    watchdog          /dev/watchdog0 restarts a machine that hangs for 15 s")
    #expect(
      lines.contains(
        "good    touch             Panel?[2J?? (/dev/input/event3) for the only screen, HDMI-A-1"))
  }

  @Test func programsReadJSON() {
    var machine = Self.good
    machine.graphics = "a \"card\" \\ \u{1}\n"
    let json = Diagnosis(of: machine).json
    #expect(
      json.hasPrefix("{\"good\":true,\"findings\":[{\"verdict\":\"good\",\"name\":\"service\",\"text\":\""))
    #expect(json.contains("\"text\":\"a \\\"card\\\" \\\\ \\u0001\\n\"}"))
    machine.fontFamilies = 0
    let broken = Diagnosis(of: machine).json
    #expect(broken.hasPrefix("{\"good\":false"))
    #expect(
      broken.contains("\"text\":\"no font is installed\",\"remedy\":\"apt-get install fonts-dejavu-core\"}"))
  }
}

/// Findings about touch panels and their use.
extension Diagnosis {
  mutating func touch(_ machine: Machine) {
    let own = machine.panels.filter { $0.seat == machine.seat }
    for panel in machine.panels {
      if panel.seat == machine.seat {
        place(panel, among: own.count, machine)
      } else {
        elsewhere(panel, machine)
      }
    }
    switch (machine.compositor?.hasTouch, own.isEmpty) {
    case (true?, true): add(.good, "touch", "the compositor reports touches")
    case (true?, false): add(.good, "touch", "the compositor reports them")
    case (false?, false):
      add(
        .missing, "touch", "the compositor reports no touches",
        remedy: "loginctl seat-status \(machine.seat)")
    case (_, true):
      add(
        .missing, "touch", "there is no touchscreen on \(machine.seat)",
        remedy: "dmesg, and libinput list-devices; loginctl attach gives a device to a seat")
    case (nil, false): break
    }
  }

  private mutating func elsewhere(_ panel: Machine.Panel, _ machine: Machine) {
    add(
      .note, "touch", "\(Self.name(panel)) is on \(panel.seat), and the kiosk on \(machine.seat)",
      remedy: "loginctl attach \(machine.seat) DEVICE")
  }

  private mutating func place(_ panel: Machine.Panel, among count: Int, _ machine: Machine) {
    if panel.isKeyboard {
      add(
        .note, "touch",
        "\(Self.name(panel)) also has letter keys, so the launcher does not read it beside the compositor")
    }
    guard let screens = machine.compositor?.screens, !screens.isEmpty else {
      return add(.good, "touch", Self.name(panel))
    }
    if let screen = panel.screen {
      if screens.contains(screen) { return add(.good, "touch", "\(Self.name(panel)) for \(screen)") }
      add(
        .missing, "touch", "\(Self.name(panel)) is assigned to the screen \(screen), which is not connected",
        remedy: "WL_OUTPUT in a udev rule names the screen: \(screens.joined(separator: ", "))")
    } else if machine.compositor?.name == "cage", let screen = machine.compositor?.turned.min() {
      // In sway and labwc, the session assigns a touchscreen to the only screen. cage has no command for
      // that.
      add(
        .missing, "touch",
        "\(Self.name(panel)) does not turn with \(screen): cage turns only touchscreens that a rule assigns to a screen",
        remedy: "ENV{WL_OUTPUT}=\"\(screen)\" in a rule of udev: see rotation.md")
    } else if screens.count == 1, let screen = screens.first {
      add(.good, "touch", "\(Self.name(panel)) for the only screen, \(screen)")
    } else {
      add(
        .note, "touch", "\(Self.name(panel)) is assigned to none of the \(screens.count) screens",
        remedy: "WL_OUTPUT in a udev rule, and map_to_output in sway.conf: see compositors.md")
    }
  }

  private static func name(_ panel: Machine.Panel) -> String { "\(panel.name) (\(panel.path))" }

  /// Reports the available ways home.
  mutating func waysHome(_ machine: Machine) {
    if machine.waysHome.wantsStrip, machine.compositor?.offered["zwlr_layer_shell_v1"] != nil {
      return add(.good, "way home", "a strip along the edge leads home from programs")
    }
    guard let obstacle = Self.obstacle(machine) else {
      return add(
        .good, "way home", "gestures lead home from programs: the launcher sees touches beside the compositor"
      )
    }
    if machine.compositor == nil {
      return add(
        .note, "way home", "without a strip no gesture leads home from programs: \(obstacle.reason)",
        remedy: obstacle.remedy)
    }
    add(
      .missing, "way home",
      "no gesture leads home from programs, only their end and return-home-after: \(obstacle.reason)",
      remedy: obstacle.remedy)
  }

  /// Checks whether the compositor can show the keyboard over programs that the configuration requests.
  mutating func keyboard(_ machine: Machine) {
    guard machine.wantsKeyboard, let compositor = machine.compositor else { return }
    let has = { (interface: String) in compositor.offered[interface] != nil }
    let (hasMethod, hasKeys) = (has("zwp_input_method_manager_v2"), has("zwp_virtual_keyboard_manager_v1"))
    guard has("zwlr_layer_shell_v1"), hasMethod || hasKeys else {
      return add(
        .missing, "keyboard",
        "\(compositor.name ?? "the compositor") cannot show a keyboard over programs",
        remedy: "labwc or sway as the compositor: see keyboards.md")
    }
    if compositor.hasInputMethod {
      add(
        .missing, "keyboard",
        "another input method is active: the launcher's keyboard does not appear automatically",
        remedy: "end fcitx5, ibus or squeekboard")
    } else if hasMethod, hasKeys {
      add(.good, "keyboard", "the launcher's keyboard on the screen types into programs")
    } else {
      add(
        .note, "keyboard",
        hasKeys
          ? "the compositor does not report text fields: a button shows the keyboard over programs"
          : "the keyboard types only into programs that report text fields",
        remedy: "labwc or sway as the compositor: see keyboards.md")
    }
  }

  /// Returns the reason why the launcher cannot read touches independently of the compositor; nil if it can.
  private static func obstacle(_ machine: Machine) -> (reason: String, remedy: String)? {
    let wanted = machine.waysHome
    if !wanted.wantsGestures { return ("global-touch is off", "global-touch = \"auto\" in [gestures]") }
    if !wanted.hasGesture {
      return ("no gesture of an edge or of three fingers means home", "edge-bottom = \"home\" in [gestures]")
    }
    guard machine.panels.contains(where: { $0.seat == machine.seat && !$0.isKeyboard }) else {
      return ("no touch panel was found", "see the line about touch")
    }
    if wanted.opensPanels { return nil }
    guard let service = machine.panelService else {
      return ("no service opens touch panels", "start the kiosk as a service")
    }
    if service.active == "active" { return nil }
    let state = service.load == "loaded" ? service.active : service.load
    return ("\(service.unit) is \(state)", "systemctl status \(service.unit)")
  }
}

/// Findings about the compositor.
extension Diagnosis {
  mutating func compositor(_ machine: Machine) {
    guard let compositor = machine.compositor else {
      guard machine.hasGraphicsCard else {
        return add(
          .missing, "compositor", "none is running, and the kernel finds no graphics card",
          remedy: "a kernel with graphics drivers (Debian's cloud kernel has none), and the card's firmware")
      }
      return add(
        .missing, "compositor", machine.compositorProblem ?? "none runs",
        remedy: "systemctl start rotunda, or run this inside the compositor")
    }
    add(.good, "compositor", "\(compositor.name ?? "one without a name") at \(compositor.socket)")
    if compositor.screens.isEmpty {
      add(
        .missing, "screen", "no screen is connected",
        remedy: "check the cable and /sys/class/drm/*/status")
    } else {
      add(.good, "screen", compositor.screens.joined(separator: ", "))
    }
  }

  mutating func graphics(_ machine: Machine) {
    guard let driver = machine.graphics else {
      return add(
        .note, "graphics", "\(machine.graphicsProblem ?? "no driver"); the processor draws",
        remedy: "apt-get install libgl1-mesa-dri libegl1 libgles2")
    }
    if Self.softwareDrivers.contains(where: driver.contains) {
      add(
        .note, "graphics", "\(driver), which draws on the processor",
        remedy: "a kernel with a driver for the graphics card, and its firmware")
    } else {
      add(.good, "graphics", driver)
    }
  }

  /// Mesa's names for drivers without a graphics card.
  private static let softwareDrivers = ["llvmpipe", "softpipe", "swrast"]

  /// The interfaces that the launcher requires, with their versions.
  private static let needed: [(interface: String, version: UInt32)] = [
    ("wl_compositor", 4), ("wl_shm", 1), ("xdg_wm_base", 1), ("wl_seat", 1), ("wl_output", 1),
  ]

  /// Interfaces for more features. Any one of each list is enough.
  private static let useful: [(name: String, interfaces: [String], with: String, without: String)] = [
    (
      "layer-shell", ["zwlr_layer_shell_v1"], "a strip along an edge can lead home from programs",
      "no strip along an edge leads home from programs"
    ),
    (
      "foreign-toplevel", ["zwlr_foreign_toplevel_manager_v1"],
      "any number of programs can be kept and return",
      "only the last kept program can return"
    ),
    (
      "idle-notify", ["ext_idle_notifier_v1", "org_kde_kwin_idle"], "reports when no visitor is active",
      "touches in programs do not count as activity"
    ),
    (
      "presentation", ["wp_presentation"], "reports when a frame was shown",
      "the launcher uses the time of the next frame instead"
    ),
    (
      "viewporter", ["wp_viewporter"], "pictures can be shown at other sizes", "only whole scales are sharp"
    ),
    (
      "fractional-scale", ["wp_fractional_scale_manager_v1"], "scales between whole numbers are sharp",
      "no scales between whole numbers"
    ),
    (
      "activation", ["xdg_activation_v1"], "programs can be raised",
      "programs come to the front with a new window"
    ),
    (
      "output-power", ["zwlr_output_power_manager_v1"], "screens can be switched off and on",
      "screens cannot be switched off"
    ),
  ]

  mutating func protocols(_ machine: Machine) {
    guard let compositor = machine.compositor else { return }
    let offered = compositor.offered
    for (interface, version) in Self.needed where offered[interface, default: 0] < version {
      // An output and a seat may appear later.
      let text = offered[interface].map { "only version \($0) of \(interface)" } ?? "no \(interface)"
      add(
        .missing, "protocols", "the compositor has \(text)", remedy: "another compositor: see compositors.md")
    }
    for (name, interfaces, with, without) in Self.useful {
      if interfaces.contains(where: { offered[$0] != nil }) {
        add(.good, name, with)
      } else {
        add(.note, name, "not offered: \(without)", remedy: "another compositor: see compositors.md")
      }
    }
  }
}

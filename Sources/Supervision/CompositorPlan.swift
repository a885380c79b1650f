import RotundaGeometry

/// A compositor in which a session can start the launcher.
package enum SessionCompositor: String, CaseIterable, Sendable {
  /// A compositor for kiosks: one program fills the screen.
  case cage
  /// A tiling compositor; supports nearly all protocols.
  case sway
  /// A stacking compositor.
  case labwc
  /// The reference compositor, with its kiosk shell.
  case weston

  /// The default compositor.
  package static let standard = SessionCompositor.cage

  /// The file below `/etc/rotunda` with additions to the compositor's configuration: screens, their rotation,
  /// and the screen of each touchscreen. Nil if the compositor supports none.
  package var additionsFile: String? {
    switch self {
    case .cage, .labwc: nil
    case .sway: "sway.conf"
    case .weston: "weston.ini"
    }
  }

  /// The command that prints the compositor's options, if they decide how to rotate the screen; otherwise
  /// nil.
  package var helpCommand: [String]? { self == .cage ? ["cage", "-h"] : nil }

  /// Whether all releases of the compositor can show the keyboard over programs, by wlr-layer-shell and
  /// input-method-v2.
  package var showsKeyboard: Bool { self == .sway || self == .labwc }

  /// Whether it is based on wlroots and reads that library's variables.
  var isWlroots: Bool { self != .weston }
}

/// The command, files and variables with which to start a compositor.
package struct CompositorPlan: Hashable, Sendable {
  /// A file that must exist before the compositor starts.
  package struct File: Hashable, Sendable {
    /// The file's name in the plan's directory.
    package var name: String
    /// The contents.
    package var text: String
  }

  /// The inputs of a plan.
  package struct Circumstances: Hashable, Sendable {
    /// The absolute path of the launcher's program.
    package var launcher: String
    /// The absolute path of the directory for the plan's files.
    package var directory: String
    /// The session's environment.
    package var environment: [String: String]
    /// Arguments for the compositor, from the command line.
    package var arguments: [String]
    /// Lines to add to the compositor's configuration.
    package var additions: String
    /// Whether to draw without the graphics driver.
    package var avoidsGraphics: Bool
    /// The screen rotation; nil if the configuration sets none.
    package var rotation: ScreenRotation?
    /// The output of the compositor's `helpCommand`; empty if it was not run.
    package var help: String
    /// The kernel's names of the connected screens.
    package var screens: [String]

    package init(
      launcher: String, directory: String, environment: [String: String] = [:], arguments: [String] = [],
      additions: String = "", avoidsGraphics: Bool = false, rotation: ScreenRotation? = nil,
      help: String = "", screens: [String] = []
    ) {
      self.launcher = launcher
      self.directory = directory
      self.environment = environment
      self.arguments = arguments
      self.additions = additions
      self.avoidsGraphics = avoidsGraphics
      (self.rotation, self.help, self.screens) = (rotation, help, screens)
    }
  }

  /// The program and its arguments.
  package private(set) var command: [String]
  /// The files that it reads.
  package private(set) var files: [File]
  /// The variables to set for it.
  package private(set) var environment: [String: String]

  /// The variable with the launcher's path, for configurations that contain no paths.
  private static let launcherVariable = "ROTUNDA_SESSION_LAUNCHER"

  /// Creates a plan for a compositor.
  package init(_ compositor: SessionCompositor, _ circumstances: Circumstances) {
    environment = Self.environment(compositor, circumstances)
    switch compositor {
    case .cage:
      // -d: no frames around windows.
      command =
        ["cage", "-d"] + Self.turns(circumstances) + circumstances.arguments + ["--", circumstances.launcher]
      files = []
    case .sway:
      command = ["sway", "--config", "\(circumstances.directory)/sway.conf"] + circumstances.arguments
      files = [File(name: "sway.conf", text: Self.swayConfiguration(circumstances) + circumstances.additions)]
    case .labwc:
      command =
        ["labwc", "-C", circumstances.directory, "-s", Self.quoted(circumstances.launcher)]
        + circumstances.arguments
      files = [
        File(name: "rc.xml", text: Self.labwcConfiguration(circumstances)),
        File(name: "menu.xml", text: Self.emptyMenu),
      ]
    case .weston:
      let renderer = circumstances.avoidsGraphics ? ["--use-pixman"] : []
      command =
        ["weston", "--config=\(circumstances.directory)/weston.ini"] + renderer + circumstances.arguments
      files = [
        File(
          name: "weston.ini",
          text: Self.westonConfiguration(circumstances.launcher) + circumstances.additions
            + Self.westonScreens(circumstances)
        )
      ]
    }
  }

  /// Ctrl+Alt+F1 to F12 must not leave the kiosk: this removes the keysyms that switch consoles.
  private static let keyOptions = "srvrkeys:none"

  /// The variable with the Xwayland program for wlroots compositors.
  private static let xwaylandVariable = "WLR_XWAYLAND"

  private static func environment(
    _ compositor: SessionCompositor, _ circumstances: Circumstances
  ) -> [String: String] {
    let variables = circumstances.environment
    var result = [launcherVariable: circumstances.launcher, "XDG_SESSION_TYPE": "wayland"]
    let options = variables["XKB_DEFAULT_OPTIONS"] ?? ""
    result["XKB_DEFAULT_OPTIONS"] = options.isEmpty ? keyOptions : "\(options),\(keyOptions)"
    // The compositor starts this program instead of Xwayland, and the program refuses: X11 programs have
    // their own servers.
    if compositor.isWlroots, variables[xwaylandVariable] == nil {
      result[xwaylandVariable] = circumstances.launcher
    }
    if compositor.isWlroots, circumstances.avoidsGraphics, variables["WLR_RENDERER"] == nil {
      result["WLR_RENDERER"] = "pixman"
    }
    return result
  }

  /// Returns cage's rotation options: each turns the picture by 90 degrees counterclockwise. cage has no such
  /// option since 0.1.5; the launcher then requests the rotation itself.
  private static func turns(_ circumstances: Circumstances) -> [String] {
    let hasOption = circumstances.help.split(separator: "\n").contains { line in
      line.split(whereSeparator: \.isWhitespace).first == "-r"
    }
    guard hasOption, let rotation = circumstances.rotation else { return [] }
    return Array(repeating: "-r", count: rotation.waylandTransform)
  }

  /// Quotes a word for a command line that is split like a shell's.
  private static func quoted(_ word: String) -> String {
    let inner = word.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return "'\(inner)'"
  }
}

/// The configurations of the compositors: no key bindings, nothing on the screen except programs, and each
/// program in full size.
extension CompositorPlan {
  private static func swayConfiguration(_ circumstances: Circumstances) -> String {
    swayConfiguration + (circumstances.rotation.map { "output * transform \($0.rawValue)\n" } ?? "")
      + (touchedScreen(circumstances).map { "input type:touch map_to_output \($0)\n" } ?? "")
  }

  /// Returns the screen for touch input, if the screen is rotated and the only one: compositors do not rotate
  /// the touches of an unassigned touchscreen.
  private static func touchedScreen(_ circumstances: Circumstances) -> String? {
    circumstances.rotation != nil && circumstances.screens.count == 1 ? circumstances.screens.first : nil
  }

  private static let swayConfiguration = """
    # Written by rotunda session at every start. Add to it in /etc/rotunda/sway.conf.
    # No binding and no bar is named here, so there is none.
    default_border none
    default_floating_border none
    focus_follows_mouse no
    focus_on_window_activation focus
    floating_modifier none
    workspace_layout tabbed
    popup_during_fullscreen smart
    # Programs above the on-screen keyboard are not fullscreen. These settings hide their title bars.
    font pango:monospace 0.001
    titlebar_border_thickness 0
    titlebar_padding 0
    client.focused #000000 #000000 #000000 #000000 #000000
    client.focused_inactive #000000 #000000 #000000 #000000 #000000
    client.unfocused #000000 #000000 #000000 #000000 #000000
    seat * hide_cursor 3000
    for_window [shell=".*"] fullscreen enable
    xwayland disable
    exec exec "$\(launcherVariable)"

    """

  /// The one binding of each kind does nothing. Without any, labwc uses its default bindings.
  private static func labwcConfiguration(_ circumstances: Circumstances) -> String {
    let touch = touchedScreen(circumstances).map { "\n  <touch mapToOutput=\"\($0)\"/>" } ?? ""
    return """
      <?xml version="1.0"?>
      <!-- Written by rotunda session at every start. -->
      <labwc_config>
        <core><decoration>server</decoration><gap>0</gap></core>\(touch)
        <keyboard>
          <keybind key="XF86Launch0"><action name="None"/></keybind>
        </keyboard>
        <mouse>
          <context name="Root"><mousebind button="Extra" action="Press"><action name="None"/></mousebind></context>
        </mouse>
        <windowRules>
          <windowRule identifier="*" serverDecoration="no"><action name="Maximize"/></windowRule>
        </windowRules>
      </labwc_config>

      """
  }

  private static let emptyMenu = """
    <?xml version="1.0"?>
    <openbox_menu><menu id="root-menu" label=""></menu></openbox_menu>

    """

  /// Returns sections that follow the operator's own, which weston finds first. weston rotates touches with
  /// the screen that a udev rule assigns to the touchscreen.
  private static func westonScreens(_ circumstances: Circumstances) -> String {
    guard let rotation = circumstances.rotation else { return "" }
    let turn = rotation == .upright ? "normal" : "rotate-\(rotation.waylandTransform * 90)"
    return circumstances.screens.map { "\n[output]\nname=\($0)\ntransform=\(turn)\n" }.joined()
  }

  /// Configures weston to end with the launcher, and never to fade or lock the screen.
  private static func westonConfiguration(_ launcher: String) -> String {
    """
    # Written by rotunda session at every start. Add to it in /etc/rotunda/weston.ini.
    [core]
    shell=kiosk-shell.so
    idle-time=0
    require-input=false

    [shell]
    locking=false

    [keyboard]
    vt-switching=false
    keymap_options=\(keyOptions)

    [autolaunch]
    path=\(launcher)
    watch=true


    """
  }
}

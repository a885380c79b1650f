import RotundaGeometry

/// A compositor that a session can start with the launcher inside.
package enum SessionCompositor: String, CaseIterable, Sendable {
  /// Made for kiosks: one program fills the screen.
  case cage
  /// Tiling; offers nearly all there is.
  case sway
  /// Stacking.
  case labwc
  /// The reference compositor, with its kiosk shell.
  case weston

  /// Which one is started when none is named.
  package static let standard = SessionCompositor.cage

  /// The file below `/etc/rotunda` whose text is added to the compositor's configuration: screens, their
  /// rotation, which touchscreen belongs to which. Nil where there is no such file.
  package var additionsFile: String? {
    switch self {
    case .cage, .labwc: nil
    case .sway: "sway.conf"
    case .weston: "weston.ini"
    }
  }

  /// The words that make it say which options it has, where these decide how a picture is turned; nil where
  /// they do not.
  package var helpCommand: [String]? { self == .cage ? ["cage", "-h"] : nil }

  /// Whether the launcher's keyboard can be over programs: in any release with wlr-layer-shell and
  /// input-method-v2.
  package var showsKeyboard: Bool { self == .sway || self == .labwc }

  /// Whether it is built on wlroots and reads that library's variables.
  var isWlroots: Bool { self != .weston }
}

/// How a compositor is started: its words, the files it reads, and its variables.
package struct CompositorPlan: Hashable, Sendable {
  /// A file that has to be there before the compositor starts.
  package struct File: Hashable, Sendable {
    /// Its name in the plan's directory.
    package var name: String
    /// What is in it.
    package var text: String
  }

  /// What a plan depends on.
  package struct Circumstances: Hashable, Sendable {
    /// The launcher's program, an absolute path.
    package var launcher: String
    /// Where the plan's files will be, an absolute path.
    package var directory: String
    /// The variables of the session.
    package var environment: [String: String]
    /// Words for the compositor, from the command line.
    package var arguments: [String]
    /// Lines to add to its configuration.
    package var additions: String
    /// Whether it should draw without the graphics driver.
    package var avoidsGraphics: Bool
    /// How the picture is turned; nil where the configuration does not say.
    package var rotation: ScreenRotation?
    /// What the compositor answers to its `helpCommand`; empty where it was not asked.
    package var help: String
    /// The kernel's names of the screens that are connected.
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
  /// What it reads.
  package private(set) var files: [File]
  /// Variables to set for it.
  package private(set) var environment: [String: String]

  /// The name of the variable that says which program the launcher is, for configurations that name no paths.
  private static let launcherVariable = "ROTUNDA_SESSION_LAUNCHER"

  /// A plan for a compositor under these circumstances.
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

  /// Ctrl+Alt+F1 to F12 must not leave the kiosk: without the keysyms that switch consoles they mean nothing.
  private static let keyOptions = "srvrkeys:none"

  /// Where compositors of wlroots find which program Xwayland is.
  private static let xwaylandVariable = "WLR_XWAYLAND"

  private static func environment(
    _ compositor: SessionCompositor, _ circumstances: Circumstances
  ) -> [String: String] {
    let variables = circumstances.environment
    var result = [launcherVariable: circumstances.launcher, "XDG_SESSION_TYPE": "wayland"]
    let options = variables["XKB_DEFAULT_OPTIONS"] ?? ""
    result["XKB_DEFAULT_OPTIONS"] = options.isEmpty ? keyOptions : "\(options),\(keyOptions)"
    // What the compositor takes for Xwayland is this program, which refuses: programs of X11 have servers of
    // their own.
    if compositor.isWlroots, variables[xwaylandVariable] == nil {
      result[xwaylandVariable] = circumstances.launcher
    }
    if compositor.isWlroots, circumstances.avoidsGraphics, variables["WLR_RENDERER"] == nil {
      result["WLR_RENDERER"] = "pixman"
    }
    return result
  }

  /// cage's option turns the picture by a quarter to the left each time. Since 0.1.5 there is no such option,
  /// and the launcher asks for it.
  private static func turns(_ circumstances: Circumstances) -> [String] {
    let hasOption = circumstances.help.split(separator: "\n").contains { line in
      line.split(whereSeparator: \.isWhitespace).first == "-r"
    }
    guard hasOption, let rotation = circumstances.rotation else { return [] }
    return Array(repeating: "-r", count: rotation.waylandTransform)
  }

  /// A word for a command line that is split as a shell would.
  private static func quoted(_ word: String) -> String {
    let inner = word.map { $0 == "'" ? "'\\''" : String($0) }.joined()
    return "'\(inner)'"
  }
}

/// What the compositors read: no keys of their own, nothing on the screen but programs, and those as large as
/// it is.
extension CompositorPlan {
  private static func swayConfiguration(_ circumstances: Circumstances) -> String {
    swayConfiguration + (circumstances.rotation.map { "output * transform \($0.rawValue)\n" } ?? "")
      + (touchedScreen(circumstances).map { "input type:touch map_to_output \($0)\n" } ?? "")
  }

  /// The screen that touchscreens lie on, where it is turned and there is only one: compositors do not turn
  /// the touches of a touchscreen that may lie on any.
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
    # Above the keyboard on the screen, programs do not cover the screen: no bar names them.
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

  /// One binding that means nothing each, since labwc takes its own where it finds none at all.
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

  /// Sections that stand below those of the operator, which weston finds first. It turns touches along with
  /// the screen whose name a rule of udev has given to the touchscreen.
  private static func westonScreens(_ circumstances: Circumstances) -> String {
    guard let rotation = circumstances.rotation else { return "" }
    let turn = rotation == .upright ? "normal" : "rotate-\(rotation.waylandTransform * 90)"
    return circumstances.screens.map { "\n[output]\nname=\($0)\ntransform=\(turn)\n" }.joined()
  }

  /// weston ends when the launcher does, and never fades or locks the screen.
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

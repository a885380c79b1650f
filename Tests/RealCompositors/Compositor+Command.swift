import Foundation

extension Compositor {
  /// Returns the command that starts a compositor.
  static func command(
    _ kind: Kind, _ output: Output, _ scratch: Scratch, settings: String
  ) throws -> [String] {
    switch kind {
    case .cage:
      // cage ends with its first client. Therefore its first client stays and shows nothing.
      let stay = ["--", "sleep", "infinity"]
      guard case .headless = output else { return ["cage"] + stay }
      // Without a screen, cage passes on the buffer of a client that fills it and counts that frame as drawn,
      // although it draws nothing. A later picture then shows the old content. A rotation by 180° forces cage
      // to draw. Clients and grim turn the picture back. Since 0.1.5 cage draws for a picture and lacks this
      // option.
      return ["sh", "-c", "cage -h 2>&1 | grep -q '^ *-r' && set -- -r -r \"$@\"; exec cage \"$@\"", "cage"]
        + stay
    case .sway:
      return ["sway", "--config", try scratch.write(settings + swayConfiguration(output), to: "sway.conf")]
    case .labwc:
      // An own directory keeps any user's configuration out.
      try FileManager.default.createDirectory(
        atPath: scratch.file("labwc"), withIntermediateDirectories: true)
      if !settings.isEmpty { _ = try scratch.write(settings, to: "labwc/rc.xml") }
      return ["labwc", "-C", scratch.file("labwc")]
    case .weston:
      guard case .headless(let width, let height) = output else {
        throw CompositorFailure("weston runs headless only")
      }
      return [
        "weston", "--backend=headless-backend.so", "--use-pixman", "--width=\(width)", "--height=\(height)",
        "--socket=wayland-test", "--no-config", "--idle-time=0", "--debug",
      ]
    case .kwin:
      guard case .headless(let width, let height) = output else {
        throw CompositorFailure("KWin runs headless only")
      }
      return try kwinCommand(width: width, height: height, scratch)
    }
  }

  /// Returns the complete environment of a compositor.
  static func environment(_ kind: Kind, _ output: Output, _ scratch: Scratch) -> [String: String] {
    var environment = ["XDG_RUNTIME_DIR": scratch.runtime, "HOME": scratch.path]
    switch kind {
    case .cage, .sway, .labwc: break
    case .weston: return environment
    case .kwin:
      environment["KWIN_WAYLAND_NO_PERMISSION_CHECKS"] = "1"
      return environment
    }
    // wlroots' other renderer needs a graphics card.
    environment["WLR_RENDERER"] = "pixman"
    switch output {
    case .headless:
      environment["WLR_BACKENDS"] = "headless"
      environment["WLR_LIBINPUT_NO_DEVICES"] = "1"
    case .xServer(let server):
      environment["WLR_BACKENDS"] = "x11"
      environment["DISPLAY"] = server.display
    }
    return environment
  }

  /// A single command that moves weston's picture, whose name weston chooses, to the wanted path.
  static func westonScreenshot(to picture: String) -> [String] {
    let script = """
      rm -f wayland-screenshot-*.png
      weston-screenshooter && /usr/bin/convert wayland-screenshot-*.png -depth 8 "ppm:$0"
      """
    return ["sh", "-c", script, picture]
  }

  /// Returns the command for KWin and for the relay that lets a test touch its screen.
  ///
  /// The installed program has a file capability that user namespaces refuse. Under another name KWin does
  /// not find its own parts. Therefore the command runs a copy with the same name.
  private static func kwinCommand(width: Int, height: Int, _ scratch: Scratch) throws -> [String] {
    let program = scratch.file("kwin_wayland")
    try FileManager.default.copyItem(atPath: "/usr/bin/kwin_wayland", toPath: program)
    return [
      "sh", "-c", "\"$0\" \"$1\" \"$2\" & shift 2; exec \"$@\"", relay, scratch.runtime + "/wayland-test",
      scratch.file(fingersSocket), program, "--virtual", "--width", "\(width)", "--height", "\(height)",
      "--no-lockscreen", "--no-global-shortcuts", "--no-kactivities", "--socket", "wayland-test",
    ]
  }

  /// The socket for KWin's touches, within the scratch directory.
  static let fingersSocket = "fingers"

  /// The relay, which is beside the test program.
  private static var relay: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
      + "/WaylandRelay"
  }

  private static func swayConfiguration(_ output: Output) -> String {
    let size: String
    switch output {
    case .headless(let width, let height): size = "output HEADLESS-1 resolution \(width)x\(height)\n"
    case .xServer: size = ""
    }
    return size + """
      default_border none
      seat * hide_cursor 1
      xwayland disable
      """
  }
}

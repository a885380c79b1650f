import Foundation
import LongCheck
import RealCompositors
import Testing

/// X11 programs in tiles with `x11 = true`, on compositors that kiosks use and with the real Xwayland.
@Suite(
  .enabled(
    if: LongCheck.isOn, "takes long: make check-long"))
struct XProgramTests {
  /// Shows a small X11 window with a dialog. Reports the size of both, the keyboard focus, and which clients
  /// can connect.
  private static let script = """
    cd "$0"
    xev >events & xev=$!
    until xwininfo -name 'Event Tester' 2>/dev/null | grep -q IsViewable; do sleep 0.1; done
    window=$(xwininfo -name 'Event Tester' | sed -n 's/.*Window id: \\(0x[0-9a-f]*\\) .*/\\1/p')
    {
      xwininfo -id "$window"
      xprop -root _NET_ACTIVE_WINDOW _NET_SUPPORTING_WM_CHECK
      xprop -id "$window" _NET_WM_STATE WM_STATE
      echo "window $window"
      echo "wayland <$WAYLAND_DISPLAY>"
      XAUTHORITY=/dev/null xwininfo -root >/dev/null 2>&1; echo "without a cookie $?"
      stat -c 'cookie %a' "$XAUTHORITY"
    } >said.new
    kill $xev
    mv said.new said
    kill -s USR1 $$
    """

  @Test(arguments: [Compositor.Kind.cage, .sway])
  func x11ProgramFillsItsOwnServersScreen(_ kind: Compositor.Kind) throws {
    let compositor = try Compositor(kind, on: .headless(width: 1280, height: 720))
    defer { compositor.end() }
    let directory = compositor.scratch.file("x")
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: false)
    chmod(directory, 0o777)
    let script = try compositor.scratch.write(Self.script, to: "script")
    let file = try compositor.scratch.write(
      """
      [[tile]]
      name = "one"
      autostart = true
      x11 = true
      run = ["sh", "-c", ". \(script)", "\(directory)"]
      """, to: "rotunda.toml")
    let launcher = try compositor.run([RealKiosk.binary, "--config", file])
    let said = try launcher.wait(for: "the X11 program") {
      try? String(contentsOfFile: "\(directory)/said", encoding: .utf8)
    }
    for line in [
      "Width: 1280", "Height: 720", "Absolute upper-left X:  0", "Map State: IsViewable",
      "_NET_WM_STATE_FULLSCREEN",
      "window state: Normal", "wayland <>", "without a cookie 1", "cookie 600",
    ] {
      #expect(said.contains(line), "\(line): \(said)")
    }
    let window = said.split(separator: "\n").first { $0.hasPrefix("window 0x") }?.dropFirst(7) ?? "none"
    #expect(said.contains("_NET_ACTIVE_WINDOW(WINDOW): window id # \(window)"), "\(said)")
    // The server ends as the program does, and leaves no process and no file.
    try launcher.wait(forOutput: "signaled(signal: \(SIGUSR1)")
    let servers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.filter {
      let words = (try? String(contentsOfFile: "/proc/\($0)/cmdline", encoding: .utf8)) ?? ""
      return words.hasPrefix("Xwayland\0") && words.contains(compositor.scratch.runtime)
    }
    #expect(servers == [], "\(launcher.output)")
    let left = try FileManager.default.contentsOfDirectory(atPath: compositor.scratch.runtime)
    #expect(!left.contains { $0.hasPrefix("rotunda-x11-") }, "\(left)")
  }
}

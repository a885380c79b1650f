import Foundation
import LongCheck
import RealCompositors
import Testing

/// The compositor features that tiles' programs can use, on compositors that kiosks use: a window, and no
/// more.
@Suite(.serialized) struct ProgramDisplayTests {
  private static let takesLong: Comment = "takes long: make check-long"

  /// Tries to take a picture, type, cover the screen, control the compositor, and list the globals. It
  /// records each result. A program that runs until it is killed counts as successful.
  private static let attempts = """
    try() { name=$1; shift; timeout 3 "$@" >"$name.log" 2>&1; echo "$name $?" >>results.new; }
    echo "display $WAYLAND_DISPLAY" >results.new
    try grim grim picture.png
    try wtype wtype x
    try swaybg swaybg -c '#ff0000'
    try swaymsg swaymsg -t get_version
    wayland-info >globals 2>&1
    mv results.new results
    """

  /// A screen without a panel, and a launcher with one tile that starts a program by itself.
  private final class Kiosk {
    let compositor: Compositor
    let launcher: ProcessGroup

    init(_ kind: Compositor.Kind, run words: [String], _ more: String = "") throws {
      compositor = try Compositor(kind, on: .headless(width: 1280, height: 720))
      let list = words.map { "'\($0)'" }.joined(separator: ", ")
      let file = try compositor.scratch.write(
        """
        [header]
        clock = "none"
        [[tile]]
        name = "one"
        autostart = true
        run = [\(list)]
        \(more)
        """, to: "rotunda.toml")
      launcher = try compositor.run([RealKiosk.binary, "--config", file])
    }

    deinit {
      compositor.end()
    }
  }

  /// The running relays of a launcher, by the name, state and parent in `/proc/PID/stat`.
  private static func relays(of launcher: ProcessGroup) -> [pid_t] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return entries.compactMap(pid_t.init).filter { candidate in
      guard let stat = try? String(contentsOfFile: "/proc/\(candidate)/stat", encoding: .utf8),
        let end = stat.lastIndex(of: ")"), stat[..<end].hasSuffix("(rotunda-relay")
      else { return false }
      let fields = stat[end...].split(separator: " ")
      return fields[1] != "Z" && fields[2] == "\(launcher.pid)"
    }
  }

  /// Returns the results of `attempts` in a directory, and the names of the globals.
  private static func results(
    in directory: String, of process: ProcessGroup
  ) throws -> (statuses: [String: String], globals: Set<String>) {
    let text = try process.wait(for: "the attempts") {
      try? String(contentsOfFile: "\(directory)/results", encoding: .utf8)
    }
    let statuses = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    let globals = try String(contentsOfFile: "\(directory)/globals", encoding: .utf8)
    let interfaces = globals.matches(of: /interface: '(\w+)'/).map { String($0.output.1) }
    return (Dictionary(uniqueKeysWithValues: statuses.map { ($0[0], $0[1]) }), Set(interfaces))
  }

  private static let dangerous = [
    "zwlr_screencopy_manager_v1", "zwlr_export_dmabuf_manager_v1", "zwp_virtual_keyboard_manager_v1",
    "zwlr_virtual_pointer_manager_v1", "zwlr_layer_shell_v1", "zwlr_input_inhibit_manager_v1",
    "zwlr_foreign_toplevel_manager_v1", "zwlr_output_manager_v1", "zwlr_output_power_manager_v1",
    "zwlr_data_control_manager_v1", "zwlr_gamma_control_manager_v1", "zwp_input_method_manager_v2",
  ]

  @Test(arguments: [Compositor.Kind.cage, .sway, .labwc].filter(\.isInstalled))
  func programCannotPhotographTypeCoverOrCommand(_ kind: Compositor.Kind) throws {
    let kiosk = try Kiosk(kind, run: ["sh", "attempts"])
    let scratch = kiosk.compositor.scratch
    _ = try scratch.write(Self.attempts, to: "attempts")
    let (inside, globals) = try Self.results(in: scratch.path, of: kiosk.launcher)
    #expect(inside["display"]?.hasPrefix("rotunda/display/") == true, "\(inside)")
    for attempt in ["grim", "wtype", "swaybg", "swaymsg"] {
      #expect(inside[attempt] != nil && !["0", "124"].contains(inside[attempt]), "\(attempt): \(inside)")
    }
    #expect(globals.isDisjoint(with: Self.dangerous), "\(globals)")
    #expect(globals.isSuperset(of: ["wl_compositor", "wl_shm", "wl_seat", "wl_output", "xdg_wm_base"]))

    // Without the relay the attempts succeed, which proves that they work.
    try FileManager.default.createDirectory(
      atPath: scratch.file("outside"), withIntermediateDirectories: true)
    let socket = try FileManager.default.contentsOfDirectory(atPath: scratch.runtime).first {
      $0.hasPrefix("sway-ipc")
    }
    let other = try kiosk.compositor.run(
      ["sh", "-c", "cd outside && sh ../attempts"],
      environment: socket.map { ["SWAYSOCK": "\(scratch.runtime)/\($0)"] } ?? [:])
    let (outside, all) = try Self.results(in: scratch.file("outside"), of: other)
    #expect(outside["grim"] == "0", "\(outside)")
    #expect(all.contains("zwlr_screencopy_manager_v1"))
    guard kind != .cage else { return }
    #expect((outside["wtype"], outside["swaybg"]) == ("0", "124"), "\(outside)")
    #expect((outside["swaymsg"] == "0") == (kind == .sway), "\(outside)")
    #expect(all.isSuperset(of: ["zwp_virtual_keyboard_manager_v1", "zwlr_layer_shell_v1"]))
  }

  /// weston-simple-egl is black around its triangle, unlike any part of the launcher.
  @Test(arguments: [Compositor.Kind.cage, .sway])
  func killedRelayAffectsOnlyItsPrograms(_ kind: Compositor.Kind) throws {
    let kiosk = try RealKiosk(kind) { _ in
      "[[tile]]\nname = \"one\"\nrun = [\"weston-simple-egl\", \"-f\", \"-o\"]\n"
    }
    func openWindow() throws -> pid_t {
      func isSeen() -> Bool { (try? kiosk.compositor.screenshot()[20, 20] == (0, 0, 0)) ?? false }
      try kiosk.repeating("the window", until: isSeen, kiosk.tapMiddle)
      let relays = Self.relays(of: kiosk.launcher)
      #expect(relays.count == 1)
      return try #require(relays.first)
    }
    let first = try openWindow()
    kill(first, SIGKILL)
    // The program ends with its connection, and the tiles return.
    try kiosk.launcher.wait(forOutput: " ended: ")
    _ = try kiosk.compositor.waitForRest()
    let second = try openWindow()
    #expect(kiosk.launcher.isRunning && first != second)
    // The relay ends with the launcher, even after SIGKILL.
    kiosk.launcher.signal(SIGKILL)
    _ = try kiosk.launcher.waitForExit()
    _ = try Patience.wait(for: "the relay's end") { kill(second, 0) != 0 ? true : nil }
  }

  /// The launcher owns the socket. A program that connects without a running relay waits for the next one.
  @Test func connectionDuringARestartIsServed() throws {
    let kiosk = try Kiosk(
      .cage,
      run: [
        "sh", "-c", "echo $WAYLAND_DISPLAY >display; read -r line <go; wayland-info >globals; exec sleep 600",
      ])
    let scratch = kiosk.compositor.scratch
    mkfifo(scratch.file("go"), 0o666)
    let first = try kiosk.launcher.wait(for: "the relay") { Self.relays(of: kiosk.launcher).first }
    kill(first, SIGKILL)
    try kiosk.launcher.wait(for: "its end") { Self.relays(of: kiosk.launcher).isEmpty ? true : nil }
    let go = try FileHandle(forWritingTo: URL(filePath: scratch.file("go")))
    try go.write(contentsOf: Data("go\n".utf8))
    try go.close()
    try kiosk.launcher.wait(for: "the program's answer") {
      (try? String(contentsOfFile: scratch.file("globals"), encoding: .utf8))?.contains("wl_seat") == true
        ? true : nil
    }
    #expect(Self.relays(of: kiosk.launcher).count == 1)
  }

  /// Programs of the launcher's user can remove their socket, which affects only themselves.
  @Test func programRemovingItsSocketAffectsNoOther() throws {
    let kiosk = try RealKiosk(.cage) { _ in
      """
      [[tile]]
      name = "one"
      run = ["sh", "-c", "wayland-info >globals && echo $WAYLAND_DISPLAY >>opened; rm $XDG_RUNTIME_DIR/$WAYLAND_DISPLAY"]

      """
    }
    let first = try kiosk.opening(kiosk.tapMiddle)
    _ = try kiosk.compositor.waitForRest()
    let second = try kiosk.opening(kiosk.tapMiddle)
    #expect(first != second && first.hasPrefix("rotunda/display/"))
    // Both relays have ended.
    _ = try Patience.wait(for: "the relays' end") { Self.relays(of: kiosk.launcher).isEmpty ? true : nil }
  }

  /// A tile may name the compositor itself, for a program that the operator trusts completely.
  @Test func aTilesOwnVariableComesFirst() throws {
    let kiosk = try Kiosk(
      .cage, run: ["sh", "-c", "wayland-info >globals.new; mv globals.new globals"],
      "environment = { WAYLAND_DISPLAY = \"wayland-0\" }")
    let scratch = kiosk.compositor.scratch
    #expect(kiosk.compositor.display == "wayland-0")
    let globals = try kiosk.launcher.wait(for: "the program's answer") {
      try? String(contentsOfFile: scratch.file("globals"), encoding: .utf8)
    }
    #expect(globals.contains("zwlr_screencopy_manager_v1"))
  }

  private static let toolkits: [[String]] = [
    ["gtk3-widget-factory"], ["gtk4-widget-factory"], ["qt5ct"], ["qt6ct"], ["foot", "sleep", "1000"],
    ["weston-simple-shm"], ["weston-simple-egl"],
  ]
  private static let installed = toolkits.filter {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0[0])")
  }

  /// Reports whether libwayland's debug output has a configured window, and a reply to its first frame
  /// callback.
  private static func saysThatAFrameWasShown(_ output: String) -> Bool {
    guard output.contains("xdg_toplevel@"),
      let frame = output.firstMatch(of: /wl_surface@\d+\.frame\(new id (wl_callback@\d+)\)/)
    else { return false }
    return output[frame.range.upperBound...].contains("\(frame.output.1).done(")
  }

  /// The requests and events of toolkits pass through: each shows a window and receives its frame callbacks.
  @Test(.enabled(if: LongCheck.isOn, takesLong), arguments: [Compositor.Kind.cage, .sway], installed)
  func everyToolkitShowsItsWindow(_ kind: Compositor.Kind, _ words: [String]) throws {
    let list = words.map { "\"\($0)\"" }.joined(separator: ", ")
    let kiosk = try RealKiosk(kind) { _ in
      """
      [[tile]]
      name = "one"
      run = [\(list)]
      environment = { WAYLAND_DEBUG = "1", GDK_BACKEND = "wayland", QT_QPA_PLATFORM = "wayland" }

      """
    }
    func isSeen() -> Bool { Self.saysThatAFrameWasShown(kiosk.launcher.output) }
    try kiosk.repeating("a window of \(words[0])", until: isSeen, kiosk.tapMiddle)
    #expect(Self.relays(of: kiosk.launcher).count == 1 && kiosk.launcher.isRunning)
    #expect(!kiosk.launcher.output.contains("was disconnected"), "\(kiosk.launcher.output.suffix(2000))")
  }
}

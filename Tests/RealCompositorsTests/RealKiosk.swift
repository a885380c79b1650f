import Foundation
import RealCompositors

/// The launcher on a real compositor, under fingers, with tiles that leave their names in a file.
final class RealKiosk {
  static let width = 1000.0
  static let height = 700.0

  let compositor: Compositor
  let launcher: ProcessGroup
  let fingers: any Fingers
  let server: XServer?

  /// Starts everything and waits until the launcher takes touches.
  ///
  /// - Parameters:
  ///   - environment: variables for the launcher, made from the directory for the test's files.
  ///   - surroundings: a command that starts the launcher, made from that too.
  ///   - configuration: what the file says, made from that too.
  init(
    _ kind: Compositor.Kind, environment: (Scratch) -> [String: String] = { _ in [:] },
    within surroundings: (Scratch) throws -> [String] = { _ in [] }, compositorSettings: String = "",
    _ configuration: (Scratch) -> String
  ) throws {
    let (width, height) = (Int(Self.width), Int(Self.height))
    if kind == .kwin {
      server = nil
      compositor = try Compositor(kind, on: .headless(width: width, height: height))
    } else {
      let server = try XServer(width: width, height: height)
      self.server = server
      compositor = try Compositor(kind, on: .xServer(server), settings: compositorSettings)
    }
    guard let fingers: any Fingers = compositor.fakeInput ?? server?.touchscreen else {
      throw CompositorFailure("\(kind) has no touchscreen")
    }
    self.fingers = fingers
    let file = try compositor.scratch.write(configuration(compositor.scratch), to: "rotunda.toml")
    launcher = try compositor.run(
      try surroundings(compositor.scratch) + [Self.binary, "--config", file],
      environment: environment(compositor.scratch).merging(kind == .kwin ? ["WAYLAND_DEBUG": "1"] : [:]) {
        $1
      })
    if kind == .kwin { try launcher.wait(forOutput: "fullscreen") }
    try awaitRest()
  }

  /// The launcher, which lies beside the tests' own program.
  static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Waits until the launcher shows something and nothing on its screen moves any more.
  func awaitRest() throws {
    guard compositor.kind == .kwin else {
      _ = try compositor.waitForRest()
      return
    }
    // KWin hands out no picture, but the launcher says nothing more to it once all that it draws is on the
    // screen.
    var last = ""
    try launcher.wait(for: "it to rest") {
      let now = launcher.output
      defer { last = now }
      usleep(Self.quiet)
      return now == last && now.contains(".frame(") ? true : nil
    }
  }

  /// Microseconds without a word after which the launcher is at rest.
  private static let quiet: UInt32 = 400_000

  /// Makes a gesture on KWin, and waits until the launcher has felt its end and rests.
  func resting(_ gesture: () throws -> Void) throws {
    let before = touchesEnded
    try gesture()
    try launcher.wait(for: "the end of a touch") { touchesEnded > before ? true : nil }
    try awaitRest()
  }

  /// How many fingers the launcher has felt lift or was told to forget, as libwayland's debug output has it.
  private var touchesEnded: Int {
    launcher.output.split(separator: "\n").count {
      $0.contains("wl_touch@") && ($0.contains(".up(") || $0.contains(".cancel("))
    }
  }

  deinit {
    compositor.end()
  }

  /// A tile whose program leaves its name in a file and ends.
  static func tile(_ id: String, _ scratch: Scratch) -> String {
    """
    [[tile]]
    id = "\(id)"
    name = "\(id)"
    run = ["sh", "-c", "echo \(id) >>\(scratch.file("opened"))"]

    """
  }

  /// The names that tiles' programs have left, in order.
  var opened: [String] {
    let text = (try? String(contentsOfFile: compositor.scratch.file("opened"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Does something until it has opened one more tile, whose program has been there and gone, and returns its
  /// name.
  ///
  /// A machine that is busy with something else may hold up a finger until it means something else: so it is
  /// tried again. What opens another tile is never made good by that.
  func opening(_ act: () throws -> Void) throws -> String {
    let count = opened.count
    try repeating("the program of a tile after \(opened)", until: { opened.count > count }, act)
    try launcher.wait(for: "its end") {
      launcher.output.components(separatedBy: " ended: ").count > count + 1 ? true : nil
    }
    return opened[count]
  }

  /// Does something, every few seconds again, until it has had its effect.
  func repeating(_ what: String, until isDone: () -> Bool, _ act: () throws -> Void) throws {
    var attempt = 0
    repeat {
      attempt += 1
      try act()
      guard attempt < Self.attempts else {
        try launcher.wait(for: what) { isDone() ? true : nil }
        return
      }
      _ = try? Patience.wait(for: what, limit: Self.patience) { isDone() ? true : nil }
    } while !isDone()
  }

  private static let attempts = 4
  /// Seconds until something is done again: more than any start of a program takes on an idle machine.
  private static let patience = 6.0

  /// In the order in which they hand on what comes from people.
  var programs: [ProcessGroup] { [server?.process, compositor.process, launcher].compactMap { $0 } }

  /// Presses chords of the X server's keyboard, no faster than they reach the launcher.
  ///
  /// A compositor hangs up on a client that has left some hundred events unread, as it may have on a busy
  /// machine.
  func press(_ chords: [[UInt32]], on server: XServer) throws {
    for (index, chord) in chords.enumerated() {
      try server.keyboard.chord(chord)
      guard index % Self.chordsAtOnce == Self.chordsAtOnce - 1 || index == chords.count - 1 else { continue }
      for program in programs {
        _ = try Patience.wait(for: "what was typed to be read") { program.isAsleep ? true : nil }
      }
    }
  }

  /// At most ten events each.
  private static let chordsAtOnce = 8

  /// Touches the tile in the middle.
  func tapMiddle() throws {
    try fingers.tap(x: Self.width / 2, y: Self.height / 2, seconds: 0.03)
  }
}

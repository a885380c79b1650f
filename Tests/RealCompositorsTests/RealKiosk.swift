import Foundation
import RealCompositors

/// The launcher on a real compositor with touch input. Its tiles append their names to a file.
final class RealKiosk {
  static let width = 1000.0
  static let height = 700.0

  let compositor: Compositor
  let launcher: ProcessGroup
  let fingers: any Fingers
  let server: XServer?

  /// Starts everything and waits until the launcher accepts touches.
  ///
  /// - Parameters:
  ///   - environment: Returns the launcher's variables for the test's directory.
  ///   - surroundings: Returns the command that starts the launcher for the test's directory.
  ///   - configuration: Returns the configuration for the test's directory.
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

  /// The launcher, which is beside the test program.
  static var binary: String {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path + "/rotunda"
  }

  /// Waits until the launcher shows something and its screen does not change.
  func awaitRest() throws {
    guard compositor.kind == .kwin else {
      _ = try compositor.waitForRest()
      return
    }
    // KWin offers no screenshots. The launcher sends no more requests when everything is on the screen.
    var last = ""
    try launcher.wait(for: "it to rest") {
      let now = launcher.output
      defer { last = now }
      usleep(Self.quiet)
      return now == last && now.contains(".frame(") ? true : nil
    }
  }

  /// Microseconds without a request after which the launcher is at rest.
  private static let quiet: UInt32 = 400_000

  /// Performs a gesture on KWin, and waits until the launcher has received its end and rests.
  func resting(_ gesture: () throws -> Void) throws {
    let before = touchesEnded
    try gesture()
    try launcher.wait(for: "the end of a touch") { touchesEnded > before ? true : nil }
    try awaitRest()
  }

  /// The number of lifted or canceled touches that the launcher received, from libwayland's debug output.
  private var touchesEnded: Int {
    launcher.output.split(separator: "\n").count {
      $0.contains("wl_touch@") && ($0.contains(".up(") || $0.contains(".cancel("))
    }
  }

  deinit {
    compositor.end()
  }

  /// Returns a tile whose program appends its name to a file and ends.
  static func tile(_ id: String, _ scratch: Scratch) -> String {
    """
    [[tile]]
    id = "\(id)"
    name = "\(id)"
    run = ["sh", "-c", "echo \(id) >>\(scratch.file("opened"))"]

    """
  }

  /// The names that the tiles' programs have recorded, in order.
  var opened: [String] {
    let text = (try? String(contentsOfFile: compositor.scratch.file("opened"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Repeats an action until it has opened one more tile, whose program has run, and returns the tile's name.
  ///
  /// A busy machine may delay a touch until it becomes another gesture, so the action is repeated. A
  /// repetition does not correct an action that opens the wrong tile.
  func opening(_ act: () throws -> Void) throws -> String {
    let count = opened.count
    try repeating("the program of a tile after \(opened)", until: { opened.count > count }, act)
    try launcher.wait(for: "its end") {
      launcher.output.components(separatedBy: " ended: ").count > count + 1 ? true : nil
    }
    return opened[count]
  }

  /// Repeats an action every few seconds until it has had its effect.
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
  /// Seconds until the next repetition, longer than any program takes to start on an idle machine.
  private static let patience = 6.0

  /// The programs in the order in which they pass on input.
  var programs: [ProcessGroup] { [server?.process, compositor.process, launcher].compactMap { $0 } }

  /// Presses chords on the X server's keyboard, no faster than they reach the launcher.
  ///
  /// A compositor disconnects a client with some hundred unread events, which can happen on a busy machine.
  func press(_ chords: [[UInt32]], on server: XServer) throws {
    for (index, chord) in chords.enumerated() {
      try server.keyboard.chord(chord)
      guard index % Self.chordsAtOnce == Self.chordsAtOnce - 1 || index == chords.count - 1 else { continue }
      for program in programs {
        _ = try Patience.wait(for: "the programs to read the keys") { program.isAsleep ? true : nil }
      }
    }
  }

  /// Each chord causes at most ten events.
  private static let chordsAtOnce = 8

  /// Taps the tile in the middle.
  func tapMiddle() throws {
    try fingers.tap(x: Self.width / 2, y: Self.height / 2, seconds: 0.03)
  }
}

import Foundation
import TestCompositor
import Testing
import WaylandServer

/// The real launcher on the test compositor, with five tiles that run probes.
final class Kiosk {
  /// Removes the clock, which changes the picture, and keeps tiles in the middle of the screen.
  static let header =
    "[header]\nclock = \"none\"\nindicator = \"none\"\ndetails = \"on-tile\"\nbuttons = []\nchevrons = false\nnudge = false\n"
  static let width: Int32 = 640
  static let height: Int32 = 480

  let files: KioskFiles
  let compositor: TestCompositor
  let launcher: ClientProcess

  /// Starts the launcher and waits until all visible tiles are drawn.
  ///
  /// - Parameters:
  ///   - carousel: Lines of the `[carousel]` section.
  ///   - tiles: The configuration after that section, or nil for the five probes.
  ///   - files: The directory for the probes' reports, or nil for a new one.
  ///   - environment: Additions to the launcher's environment.
  ///   - preparation: Shell commands that run before `exec` of the launcher.
  ///   - profile: The compositor that the test compositor imitates.
  init(
    carousel: String = "", tiles: String? = nil, files: KioskFiles? = nil, arguments: [String] = [],
    environment: [String: String] = [:], preparation: String? = nil,
    waits: Bool = true, like profile: CompositorProfile = .cage014,
    _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    let files = try files ?? KioskFiles()
    self.files = files
    // The defaults of an installed kiosk, which a test may change.
    var options = CompositorOptions(like: profile)
    options.outputs = [OutputOptions(width: Self.width, height: Self.height)]
    options.frames = .automatic(perSecond: 60)
    change(&options)
    compositor = try TestCompositor(options)
    let text =
      Self.header + "[carousel]\nlayout = \"linear\"\nwrap = false\n\(carousel)\n"
      + (tiles ?? Self.probes(files))
    let configuration = try files.write(text, to: "rotunda.toml")
    let shell = preparation.map { ["-c", "\($0)\nexec \"$0\" \"$@\"", Self.binary] }
    launcher = try compositor.launch(
      shell == nil ? Self.binary : "/bin/sh", (shell ?? []) + ["--config", configuration] + arguments,
      environment: [
        "XDG_RUNTIME_DIR": files.directory.path, "XDG_STATE_HOME": files.path("state"),
        "SWIFT_BACKTRACE": "enable=no",
      ]
      .merging(environment) { $1 })
    if waits { try awaitTile(.red) }
  }

  /// The launcher that was built beside the tests.
  static let binary = beside("rotunda")
  static let probe = beside("ProbeProgram")

  static func beside(_ name: String) -> String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: name).path
  }

  private static func probes(_ files: KioskFiles) -> String {
    KioskFiles.Paint.allCases.map { tile($0, files, run: ["wait"]) }.joined(separator: "\n")
  }

  /// Returns a tile whose program is a probe with these arguments.
  static func tile(_ paint: KioskFiles.Paint, _ files: KioskFiles, run words: [String]) -> String {
    mkfifo(files.reportPath(paint) + ".go", 0o600)
    let quoted = ([probe] + words).map { "'\($0)'" }.joined(separator: ", ")
    return """
      [[tile]]
      name = "\(paint.rawValue)"
      icon = "\(paint.rawValue).png"
      run = [\(quoted)]
      environment = { PROBE_REPORT = '\(files.reportPath(paint))' }
      """
  }

  /// Kills the launcher as a crash would, then the programs that it started, which would otherwise continue.
  func crash() throws {
    // A stopped launcher starts no more programs.
    launcher.send(signal: SIGSTOP)
    try waitUntil("the launcher to stop") { try state(of: launcher.processID).letter == "T" }
    let programs = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      .filter { (try? state(of: $0))?.parent == launcher.processID }
    launcher.send(signal: SIGKILL)
    #expect(try launcher.waitForExit() == .signal(SIGKILL))
    // Each program leads its own process group.
    for program in programs { kill(-program, SIGKILL) }
  }

  /// The state letter and the parent of a process. Both follow its name in `/proc/PID/stat` (proc(5)).
  private func state(of process: pid_t) throws -> (letter: Substring, parent: pid_t) {
    let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return (fields[0], try #require(pid_t(fields[1])))
  }

  deinit {
    // The launcher cannot end its programs after SIGKILL.
    launcher.send(signal: SIGTERM)
    _ = try? launcher.waitForExit()
    compositor.stop()
  }
}

// The visible picture.
extension Kiosk {
  /// Saves the visible picture if `ROTUNDA_PICTURES` names a directory.
  func keep(_ name: String) throws {
    guard let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] else { return }
    try compositor.pixels?.writePNG(to: "\(directory)/\(name).png")
  }
}

extension Kiosk {
  /// The middle of a tile's picture in pixels, or nil if it is not visible.
  func place(of paint: KioskFiles.Paint) -> (x: Double, y: Double)? {
    compositor.pixels.flatMap { Self.place(of: paint, in: $0) }
  }

  static func place(of paint: KioskFiles.Paint, in pixels: PixelSnapshot) -> (x: Double, y: Double)? {
    // The components that the picture's color lacks are zero at any brightness.
    let other = ~paint.color.number & 0xFFFFFF
    return Patch(pixels) { $0 & other == 0 && paint.isSeen(in: PixelSnapshot.Color($0)) }?.middle
  }

  /// Waits until a tile's picture is visible.
  func awaitTile(_ paint: KioskFiles.Paint) throws {
    try compositor.waitForWindow("the \(paint.rawValue) tile") { window in
      window.pixels.map { Self.place(of: paint, in: $0) != nil } ?? false
    }
  }

  /// Waits until a tile rests at the center.
  func awaitCentered(_ paint: KioskFiles.Paint) throws {
    try compositor.waitForWindow("the \(paint.rawValue) tile at the center") { window in
      guard let pixels = window.pixels, let place = Self.place(of: paint, in: pixels) else { return false }
      return abs(place.x - Double(pixels.width) / 2) < 1.5
    }
  }

  /// Waits until a message's card appears or disappears.
  @discardableResult func awaitMessage(isShown: Bool = true) throws -> (x: Double, y: Double)? {
    var card: (x: Double, y: Double)?
    try compositor.waitForWindow(isShown ? "a message" : "no message") { window in
      guard let pixels = window.pixels else { return false }
      card = Self.messageCard(in: pixels)
      return (card != nil) == isShown
    }
    return card
  }

  /// Waits until the large text of a full-screen state appears in the middle.
  func awaitStateScreen() throws {
    try compositor.waitForWindow("a screen in place of the tiles") { window in
      guard let pixels = window.pixels else { return false }
      let (rows, columns) = (
        pixels.height / 3..<pixels.height * 2 / 3, pixels.width / 4..<pixels.width * 3 / 4
      )
      return rows.reduce(0) { sum, y in sum + columns.count { pixels.color(x: $0, y: y).isBright } } > 100
    }
  }

  /// Waits until the mark for problems appears in its corner or disappears.
  func awaitMark(isShown: Bool = true) throws {
    try compositor.waitForWindow(isShown ? "the mark" : "no mark") { window in
      guard let pixels = window.pixels else { return false }
      let amber = PixelSnapshot.Color(red: 0xf2, green: 0xb1, blue: 0x34)
      let corner = (0..<60).flatMap { y in (pixels.width - 60..<pixels.width).map { (x: $0, y: y) } }
      return (corner.count { pixels.color(x: $0.x, y: $0.y) == amber } > 20) == isShown
    }
  }

  /// The color of a card in the dark theme. An error's card has bright content.
  static let noticeColor = PixelSnapshot.Color(red: 0x24, green: 0x29, blue: 0x34)

  /// Returns the middle of a message's card in pixels, or nil if no card is visible.
  static func messageCard(in pixels: PixelSnapshot) -> (x: Double, y: Double)? {
    let (quiet, error) = (noticeColor, PixelSnapshot.Color(red: 0xf0, green: 0xf2, blue: 0xf6))
    var rows: [Int] = []
    for y in stride(from: 0, to: pixels.height, by: 2) {
      let colors = (0..<pixels.width).map { pixels.color(x: $0, y: y) }
      // Rounding while a card fades in can leave its color a step or two off.
      if max(colors.count { $0.isNear(quiet) }, colors.count { $0.isNear(error) }) > 60 { rows.append(y) }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return (Double(pixels.width) / 2, Double(first + last) / 2)
  }

  /// Waits until the launcher rests.
  func awaitRest() throws { try compositor.awaitRest(of: launcher) }

  /// Waits until the launcher rests and its picture decoders have ended.
  func awaitSleep() throws { try compositor.awaitSleep(of: launcher) }

  var frames: Int { compositor.window()?.frames ?? 0 }
}

// Touches. Their timestamps follow a touchscreen's rate, even if a busy machine sends them late.
extension Kiosk {
  /// Milliseconds between two samples.
  static let sampling: UInt32 = 8
  /// Milliseconds from touch to lift in a tap.
  static let touching: UInt32 = 40
  /// Milliseconds of stillness before a lift that prevent a fling.
  static let stillness: UInt32 = 120

  /// Lets the time of a gesture pass. Waits for the launcher itself use its visible results instead.
  static func hold(milliseconds: UInt32 = sampling) { usleep(milliseconds * 1000) }

  func tap(x: Double = Double(width) / 2, y: Double = Double(height) / 2, id: Int32 = 0) {
    compositor.tap(id: id, x: x, y: y)
  }

  /// Moves a finger in a straight line, with a sample every 8 ms.
  func drag(
    from start: (x: Double, y: Double) = (320, 240), by way: (x: Double, y: Double), samples: Int = 25,
    id: Int32 = 0,
    lifts: Bool = true
  ) {
    let time = compositor.inputMilliseconds
    func stamp(_ sample: Int) -> UInt32? { time.map { $0 &+ UInt32(sample) * Self.sampling } }
    compositor.touchDown(id: id, x: start.x, y: start.y, milliseconds: time)
    for sample in 1...samples {
      Self.hold()
      let part = Double(sample) / Double(samples)
      compositor.touchMotion(
        id: id, x: start.x + way.x * part, y: start.y + way.y * part, milliseconds: stamp(sample))
    }
    if lifts { compositor.touchUp(id: id, milliseconds: stamp(samples)) }
  }
}

extension TestCompositor {
  /// Taps a place. Timestamps keep the touch short, even on a busy machine.
  func tap(id: Int32 = 0, x: Double, y: Double) {
    let time = inputMilliseconds
    atOnce {
      touchDown(id: id, x: x, y: y, milliseconds: time)
      touchUp(id: id, milliseconds: time.map { $0 &+ Kiosk.touching })
    }
  }
}

extension PixelSnapshot.Color {
  /// Whether this is the color of text on a dark background.
  fileprivate var isBright: Bool { min(red, green, blue) > 200 }

  fileprivate func isNear(_ color: PixelSnapshot.Color) -> Bool {
    abs(Int(red) - Int(color.red)) <= 3 && abs(Int(green) - Int(color.green)) <= 3
      && abs(Int(blue) - Int(color.blue)) <= 3
  }
}

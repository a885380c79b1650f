import Foundation
import TestCompositor
import Testing
import WaylandServer

/// The real launcher on the test compositor, with five tiles whose programs are probes.
final class Kiosk {
  /// A clock would be another picture at any time, and tests know where tiles in the middle of the screen
  /// are.
  static let header =
    "[header]\nclock = \"none\"\nindicator = \"none\"\ndetails = \"on-tile\"\nbuttons = []\nchevrons = false\nnudge = false\n"
  static let width: Int32 = 640
  static let height: Int32 = 480

  let files: KioskFiles
  let compositor: TestCompositor
  let launcher: ClientProcess

  /// Starts the launcher and waits until all of its visible tiles are drawn.
  ///
  /// - Parameters:
  ///   - carousel: lines of the `[carousel]` section.
  ///   - tiles: what the configuration says after it; nil for the five probes.
  ///   - files: where the probes report; nil for a new place.
  ///   - environment: is added to the launcher's.
  ///   - preparation: what a shell does before it becomes the launcher.
  ///   - profile: the compositor that the test compositor behaves like.
  init(
    carousel: String = "", tiles: String? = nil, files: KioskFiles? = nil, arguments: [String] = [],
    environment: [String: String] = [:], preparation: String? = nil,
    waits: Bool = true, like profile: CompositorProfile = .cage014,
    _ change: (inout CompositorOptions) -> Void = { _ in }
  ) throws {
    let files = try files ?? KioskFiles()
    self.files = files
    // Unless a test wants another: what an installed kiosk has.
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

  /// A tile whose program is a probe with these arguments.
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

  /// Kills the launcher as a crash would, and then what it had started: nothing else ends that now.
  func crash() throws {
    // Stopped, it starts nothing more.
    launcher.send(signal: SIGSTOP)
    try waitUntil("the launcher to stand still") { try state(of: launcher.processID).letter == "T" }
    let programs = try FileManager.default.contentsOfDirectory(atPath: "/proc").compactMap { pid_t($0) }
      .filter { (try? state(of: $0))?.parent == launcher.processID }
    launcher.send(signal: SIGKILL)
    #expect(try launcher.waitForExit() == .signal(SIGKILL))
    // Each leads a group of its own.
    for program in programs { kill(-program, SIGKILL) }
  }

  /// The letter and the parent of a process, which stand behind its name (proc(5), `/proc/PID/stat`).
  private func state(of process: pid_t) throws -> (letter: Substring, parent: pid_t) {
    let line = try String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return (fields[0], try #require(pid_t(fields[1])))
  }

  deinit {
    // Killed, it could not end its programs.
    launcher.send(signal: SIGTERM)
    _ = try? launcher.waitForExit()
    compositor.stop()
  }
}

// What is seen.
extension Kiosk {
  /// Keeps what is seen as a picture to look at, where `ROTUNDA_PICTURES` names a directory.
  func keep(_ name: String) throws {
    guard let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] else { return }
    try compositor.pixels?.writePNG(to: "\(directory)/\(name).png")
  }
}

extension Kiosk {
  /// The middle of a tile's picture in pixels, nil when it is not seen.
  func place(of paint: KioskFiles.Paint) -> (x: Double, y: Double)? {
    compositor.pixels.flatMap { Self.place(of: paint, in: $0) }
  }

  static func place(of paint: KioskFiles.Paint, in pixels: PixelSnapshot) -> (x: Double, y: Double)? {
    // Black where the picture has another color, in whatever light.
    let other = ~paint.color.number & 0xFFFFFF
    return Patch(pixels) { $0 & other == 0 && paint.isSeen(in: PixelSnapshot.Color($0)) }?.middle
  }

  /// Waits until a tile's picture is seen.
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

  /// Waits until a message's card is on the screen, or no longer is.
  @discardableResult func awaitMessage(isShown: Bool = true) throws -> (x: Double, y: Double)? {
    var card: (x: Double, y: Double)?
    try compositor.waitForWindow(isShown ? "a message" : "no message") { window in
      guard let pixels = window.pixels else { return false }
      card = Self.messageCard(in: pixels)
      return (card != nil) == isShown
    }
    return card
  }

  /// Waits until the large writing of a screen that stands for the tiles is seen in the middle.
  func awaitStateScreen() throws {
    try compositor.waitForWindow("a screen in place of the tiles") { window in
      guard let pixels = window.pixels else { return false }
      let (rows, columns) = (
        pixels.height / 3..<pixels.height * 2 / 3, pixels.width / 4..<pixels.width * 3 / 4
      )
      return rows.reduce(0) { sum, y in sum + columns.count { pixels.color(x: $0, y: y).isBright } } > 100
    }
  }

  /// Waits until the mark that tells of problems is in its corner, or no longer is.
  func awaitMark(isShown: Bool = true) throws {
    try compositor.waitForWindow(isShown ? "the mark" : "no mark") { window in
      guard let pixels = window.pixels else { return false }
      let amber = PixelSnapshot.Color(red: 0xf2, green: 0xb1, blue: 0x34)
      let corner = (0..<60).flatMap { y in (pixels.width - 60..<pixels.width).map { (x: $0, y: y) } }
      return (corner.count { pixels.color(x: $0.x, y: $0.y) == amber } > 20) == isShown
    }
  }

  /// The color of a card in the dark theme, and of what is on the card of an error, which is bright.
  static let noticeColor = PixelSnapshot.Color(red: 0x24, green: 0x29, blue: 0x34)

  /// Where a message's card is: the middle of its pixels; nil when there is none.
  static func messageCard(in pixels: PixelSnapshot) -> (x: Double, y: Double)? {
    let (quiet, error) = (noticeColor, PixelSnapshot.Color(red: 0xf0, green: 0xf2, blue: 0xf6))
    var rows: [Int] = []
    for y in stride(from: 0, to: pixels.height, by: 2) {
      let colors = (0..<pixels.width).map { pixels.color(x: $0, y: y) }
      // What fades in is rounded, and is a step or two off its color just before its end.
      if max(colors.count { $0.isNear(quiet) }, colors.count { $0.isNear(error) }) > 60 { rows.append(y) }
    }
    guard let first = rows.first, let last = rows.last else { return nil }
    return (Double(pixels.width) / 2, Double(first + last) / 2)
  }

  /// Waits until the launcher rests.
  func awaitRest() throws { try compositor.awaitRest(of: launcher) }

  /// Waits until the launcher rests and no picture's decoder is left.
  func awaitSleep() throws { try compositor.awaitSleep(of: launcher) }

  var frames: Int { compositor.window()?.frames ?? 0 }
}

// Fingers. Their samples are stamped as a touchscreen takes them, however long a busy machine takes to send
// them.
extension Kiosk {
  /// Milliseconds between two samples.
  static let sampling: UInt32 = 8
  /// Milliseconds that a finger is down for a tap.
  static let touching: UInt32 = 40
  /// Milliseconds after which a finger that is held still throws nothing when it lifts.
  static let stillness: UInt32 = 120

  /// Lets time pass that is part of a gesture. What the launcher does is waited for by what is seen of it.
  static func hold(milliseconds: UInt32 = sampling) { usleep(milliseconds * 1000) }

  func tap(x: Double = Double(width) / 2, y: Double = Double(height) / 2, id: Int32 = 0) {
    compositor.tap(id: id, x: x, y: y)
  }

  /// Moves a finger in a straight line, a sample every 8 ms.
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
  /// Touches a place for so short that nothing else is meant, however busy the machine is.
  func tap(id: Int32 = 0, x: Double, y: Double) {
    let time = inputMilliseconds
    atOnce {
      touchDown(id: id, x: x, y: y, milliseconds: time)
      touchUp(id: id, milliseconds: time.map { $0 &+ Kiosk.touching })
    }
  }
}

extension PixelSnapshot.Color {
  /// Whether it is that of writing on a dark ground.
  fileprivate var isBright: Bool { min(red, green, blue) > 200 }

  fileprivate func isNear(_ color: PixelSnapshot.Color) -> Bool {
    abs(Int(red) - Int(color.red)) <= 3 && abs(Int(green) - Int(color.green)) <= 3
      && abs(Int(blue) - Int(color.blue)) <= 3
  }
}

import Foundation
import LongCheck
import TestCompositor
import Testing
import Wayland

/// The launcher with a single key.
///
/// The highlight moves by itself. Therefore each step waits for the ring's position before it presses the
/// key. The highlight rests longer on each element than any machine takes to detect it.
@Suite(.serialized) struct OneSwitchTests {
  /// F5, so that no other key has an effect.
  private static let key: UInt32 = 63

  /// The usual check runs only the right-to-left language, because it covers both. `make check-long` adds the
  /// other.
  private static let languages =
    LongCheck.isOn ? ["en", "ar"] : ["ar"]

  private static func section(_ language: String) -> String {
    """
    [kiosk]
    language = "\(language)"
    back-tile = false
    [access]
    scan = true
    scan-key = "F5"
    scan-interval = "1200ms"
    scan-rounds = 20
    scan-pause = "0s"

    """
  }

  private func kiosk(
    _ language: String, _ files: KioskFiles, _ text: String, offering: [ProtocolInterface] = []
  ) throws -> Kiosk {
    let kiosk = try Kiosk(tiles: Self.section(language) + text, files: files, waits: false) {
      $0.capabilities = [.keyboard]
      for interface in offering { $0.offered[interface] = interface.maximumVersion }
    }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    return kiosk
  }

  private func press(_ kiosk: Kiosk) { kiosk.compositor.press(Self.key) }

  /// Starts to scan after the tiles appear.
  private func begin(_ kiosk: Kiosk) throws {
    try kiosk.awaitRest()
    press(kiosk)
  }

  /// Waits until the ring surrounds a tile in the middle.
  private func awaitRing(around paint: KioskFiles.Paint, _ kiosk: Kiosk) throws {
    try kiosk.compositor.waitForWindow("the ring around the \(paint.rawValue) tile") { window in
      guard let pixels = window.pixels, let ring = Ring(in: pixels),
        let tile = Kiosk.place(of: paint, in: pixels)
      else { return false }
      return ring.isNear(tile) && abs(tile.x - Double(pixels.width) / 2) < 1.5 && ring.width < Kiosk.width / 2
    }
  }

  /// Waits until the ring's middle is at a place, in fractions of the screen from the language's leading
  /// edge.
  private func awaitRing(
    _ what: String, _ kiosk: Kiosk,
    _ isThere: @escaping @Sendable (_ x: Double, _ y: Double, _ width: Double) -> Bool
  ) throws {
    try kiosk.compositor.waitForWindow("the ring around \(what)") { window in
      guard let pixels = window.pixels, let ring = Ring(in: pixels) else { return false }
      return isThere(
        ring.x / Double(pixels.width), ring.y / Double(pixels.height),
        Double(ring.width) / Double(pixels.width))
    }
  }

  @Test(arguments: languages) func switchOpensATileAndReturns(language: String) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      language, files,
      [.red, .green, .blue].map { Kiosk.tile($0, files, run: ["wait"]) }.joined(separator: "\n"))
    try begin(kiosk)
    try awaitRing(around: .red, kiosk)
    try awaitRing(around: .green, kiosk)
    press(kiosk)
    _ = try files.report(.green)
    try files.order("exit 0\n", to: .green)
    try kiosk.awaitCentered(.green)
    try begin(kiosk)
    try awaitRing(around: .green, kiosk)
    try awaitRing(around: .blue, kiosk)
    press(kiosk)
    _ = try files.report(.blue)
  }

  @Test(arguments: languages) func aFolderIsEnteredAndLeft(language: String) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      language, files,
      """
      [[tile]]
      icon = "red.png"
      tiles = [{ icon = "blue.png", run = ["true"] }]
      \(Kiosk.tile(.green, files, run: ["wait"]))
      """)
    try begin(kiosk)
    try awaitRing(around: .red, kiosk)
    press(kiosk)
    try kiosk.awaitCentered(.blue)
    // First the row of tiles, then "Back" below it.
    try awaitRing("the way back", kiosk) { _, y, width in y > 0.8 && width < 0.5 }
    press(kiosk)
    try kiosk.awaitTile(.green)
    try awaitRing(around: .red, kiosk)
  }

  @Test(arguments: languages) func aPageIsScrolledAndClosed(language: String) throws {
    let files = try KioskFiles()
    try files.writeTallPicture(to: "tall.png")
    let kiosk = try kiosk(language, files, "[[tile]]\nicon = \"green.png\"\npage = \"tall.png\"\n")
    try kiosk.awaitTile(.green)
    try begin(kiosk)
    try awaitRing(around: .green, kiosk)
    press(kiosk)
    try kiosk.awaitTile(.red)
    func width(_ window: SurfaceSnapshot) -> Double? {
      guard let pixels = window.pixels, let ring = Ring(in: pixels) else { return nil }
      let width = Double(ring.width) / Double(pixels.width)
      return ring.y / Double(pixels.height) > 0.8 && width > 0.18 && width < 0.6 ? width : nil
    }
    // The page's upper edge offers "Scroll down" and "Larger picture", whose label is wider.
    let one = try #require(width(kiosk.compositor.waitForWindow("a caption") { width($0) != nil }))
    let other = try #require(
      width(kiosk.compositor.waitForWindow("another caption") { width($0).map { $0 != one } ?? false }))
    let down = min(one, other)
    while kiosk.place(of: .blue) == nil {
      try kiosk.compositor.waitForWindow("scrolling down") { width($0) == down }
      press(kiosk)
      try kiosk.awaitRest()
    }
    try awaitRing("the close control", kiosk) { x, y, width in
      y > 0.8 && width < 0.18 && (language == "ar" ? x > 0.8 : x < 0.2)
    }
    press(kiosk)
    try kiosk.awaitTile(.green)
  }

  @Test(arguments: languages) func askedVisitorAnswersWithTheSwitch(language: String) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      language, files,
      "[idle]\nreturn-home-after = \"60s\"\nwarning = \"50s\"\n"
        + Kiosk.tile(.red, files, run: ["wait"]),
      offering: [.extIdleNotifierV1])
    try begin(kiosk)
    try awaitRing(around: .red, kiosk)
    press(kiosk)
    let program = try files.report(.red).processID
    kiosk.compositor.becomeIdle()
    // The button of the question, not the lower message about the opening tile.
    try kiosk.compositor.waitForWindow("the question") { window in
      window.pixels.flatMap { Kiosk.messageCard(in: $0) }.map {
        (0.5..<0.85).contains($0.y / Double(Kiosk.height))
      } ?? false
    }
    try kiosk.keep("question-\(language)")
    press(kiosk)
    // The launcher removes its window to reveal the program's window.
    try kiosk.compositor.waitForRequest("xdg_toplevel", "destroy")
    #expect(kill(program, 0) == 0)
  }

  @Test(arguments: languages) func aPINIsEntered(language: String) throws {
    let files = try KioskFiles()
    let hash = Process()
    hash.executableURL = URL(filePath: Kiosk.binary)
    hash.arguments = ["hash-pin"]
    let (input, output) = (Pipe(), Pipe())
    (hash.standardInput, hash.standardOutput) = (input, output)
    try hash.run()
    try input.fileHandleForWriting.write(contentsOf: Data("1514\n".utf8))
    try input.fileHandleForWriting.close()
    let pin = try files.write(
      String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self), to: "pin")
    chmod(pin, 0o600)
    try FileManager.default.createDirectory(
      atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
    try files.write("failures 0\nlocked 0\n", to: "state/rotunda/access")
    let kiosk = try kiosk(
      language, files,
      "[admin]\npin-file = \"pin\"\n" + Kiosk.tile(.red, files, run: ["wait"]) + "\npin = true\n")
    try begin(kiosk)
    try awaitRing(around: .red, kiosk)
    press(kiosk)
    // The digits have the same places in both writing directions.
    let wide = 0.25
    for (row, column) in [(0, 0), (1, 1), (0, 0), (1, 0), (3, 2)] {
      try awaitRing("row \(row)", kiosk) { _, y, width in width > wide && Self.row(y) == row }
      press(kiosk)
      try awaitRing("column \(column)", kiosk) { x, y, width in
        width < wide && Self.row(y) == row && Self.column(x, language) == column
      }
      press(kiosk)
    }
    _ = try files.report(.red)
  }

  /// The row and column of the PIN pad for a place on a 640 × 480 screen. The pad is beside the text, at the
  /// end of the language's lines.
  private static func row(_ y: Double) -> Int { Int(((y * 480 - 72) / 112).rounded()) }
  private static func column(_ x: Double, _ language: String) -> Int {
    Int(((x * 640 - (language == "ar" ? 69 : 346)) / 112).rounded())
  }
}

/// The highlight's ring in pixels.
private struct Ring {
  let x, y: Double
  let width, height: Int

  /// Finds the ring by its color in the theme `dark`.
  init?(in pixels: PixelSnapshot) {
    let color = PixelSnapshot.Color(red: 0xc9, green: 0xd4, blue: 0xee)
    guard let ring = Patch(pixels, color), ring.left < ring.right, ring.top < ring.bottom else { return nil }
    (x, y) = (Double(ring.left + ring.right) / 2, Double(ring.top + ring.bottom) / 2)
    (width, height) = (ring.right - ring.left + 1, ring.bottom - ring.top + 1)
  }

  func isNear(_ place: (x: Double, y: Double)) -> Bool {
    abs(x - place.x) < 4 && abs(y - place.y) < Double(height) / 2
  }
}

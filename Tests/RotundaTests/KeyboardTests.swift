import Foundation
import LongCheck
import TestCompositor
import Testing
import Wayland

/// Everything that touches can do, with only a keyboard or a remote control.
@Suite(.serialized) struct KeyboardTests {
  /// Codes of linux/input-event-codes.h.
  fileprivate enum Key: UInt32 {
    case escape = 1, tab = 15, enter = 28, space = 57, home = 102, up = 103, left = 105, right = 106, end =
      107
    case down = 108, pageDown = 109, back = 158, homePage = 172, ok = 352
  }

  /// A visitor's language, theme and text size.
  struct Reader: Sendable, CustomTestStringConvertible {
    let language: String
    let theme: String
    let textScale: Double
    var testDescription: String { "\(language), \(theme), \(textScale)" }
    /// The arrow key toward the next tile.
    fileprivate var next: Key { language == "ar" ? .left : .right }
    fileprivate var section: String {
      """
      [theme]
      name = "\(theme)"
      text-scale = \(textScale)
      [kiosk]
      language = "\(language)"
      back-tile = false

      """
    }
  }

  /// All languages in all themes take long, so only `make check-long` covers them.
  private static let readers: [Reader] = {
    let usual = [
      Reader(language: "en", theme: "dark", textScale: 1),
      Reader(language: "ar", theme: "high-contrast", textScale: 3),
    ]
    guard LongCheck.isOn else { return usual }
    return usual + [
      Reader(language: "en", theme: "high-contrast", textScale: 3),
      Reader(language: "ar", theme: "dark", textScale: 1),
    ]
  }()

  private func kiosk(_ reader: Reader, _ files: KioskFiles, _ text: String) throws -> Kiosk {
    let kiosk = try Kiosk(tiles: reader.section + text, files: files, waits: false) {
      $0.capabilities = [.keyboard]
    }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    try kiosk.awaitRest()
    return kiosk
  }

  private func press(_ keys: Key..., on kiosk: Kiosk) {
    for key in keys { kiosk.compositor.press(key.rawValue) }
  }

  private static func probes(_ files: KioskFiles, _ paints: [KioskFiles.Paint]) -> String {
    paints.map { Kiosk.tile($0, files, run: ["wait"]) }.joined(separator: "\n") + "\n"
  }

  @Test(arguments: readers) func keyboardOpensATileAndReturns(reader: Reader) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(reader, files, Self.probes(files, [.red, .green, .blue]))
    press(reader.next, on: kiosk)
    try kiosk.awaitCentered(.green)
    press(.tab, on: kiosk)
    try kiosk.awaitCentered(.blue)
    press(.home, on: kiosk)
    try kiosk.awaitCentered(.red)
    press(.end, on: kiosk)
    try kiosk.awaitCentered(.blue)
    press(.enter, on: kiosk)
    _ = try files.report(.blue)
    try files.order("exit 0\n", to: .blue)
    try kiosk.awaitCentered(.blue)
  }

  @Test(arguments: readers) func aFolderIsEnteredAndLeft(reader: Reader) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      reader, files,
      """
      [[tile]]
      icon = "red.png"
      tiles = [{ icon = "blue.png", run = ["true"] }]
      [[tile]]
      icon = "green.png"
      run = ["true"]

      """)
    for (enter, leave) in [(Key.enter, Key.escape), (.ok, .back), (.space, .homePage)] {
      try kiosk.awaitCentered(.red)
      press(enter, on: kiosk)
      try kiosk.awaitCentered(.blue)
      press(leave, on: kiosk)
      try kiosk.awaitTile(.green)
    }
  }

  @Test(arguments: readers) func aPageIsReadAndClosed(reader: Reader) throws {
    let files = try KioskFiles()
    try files.writeTallPicture(to: "tall.png")
    let kiosk = try kiosk(reader, files, "[[tile]]\nicon = \"green.png\"\npage = \"tall.png\"\n")
    try kiosk.awaitTile(.green)
    for (further, leave) in [(Key.end, Key.escape), (.pageDown, .enter), (.space, .back)] {
      press(.enter, on: kiosk)
      try kiosk.awaitTile(.red)
      while kiosk.place(of: .blue) == nil {
        press(further, on: kiosk)
        try kiosk.awaitRest()
      }
      press(leave, on: kiosk)
      try kiosk.awaitTile(.green)
    }
  }

  @Test(arguments: readers) func controlsOnATileAreReached(reader: Reader) throws {
    let files = try KioskFiles()
    func part(_ paint: KioskFiles.Paint) -> String {
      mkfifo(files.reportPath(paint) + ".go", 0o600)
      return "{ name = \"\(paint.rawValue)\", run = ['\(Kiosk.probe)', 'exit', '0'], window = false, "
        + "environment = { PROBE_REPORT = '\(files.reportPath(paint))' } }"
    }
    let kiosk = try kiosk(
      reader, files,
      """
      [[tile]]
      name = "Live"
      icon = "green.png"
      list = [\(part(.red)), \(part(.blue))]
      buttons = [\(part(.yellow))]
      """)
    try kiosk.awaitTile(.green)
    press(.tab, .enter, on: kiosk)
    _ = try files.report(.red)
    press(.down, .ok, on: kiosk)
    _ = try files.report(.blue)
    press(.tab, .space, on: kiosk)
    _ = try files.report(.yellow)
  }

  private static func hash(_ digits: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: Kiosk.binary)
    process.arguments = ["hash-pin"]
    let (input, output) = (Pipe(), Pipe())
    (process.standardInput, process.standardOutput) = (input, output)
    try process.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(digits)\n".utf8))
    try input.fileHandleForWriting.close()
    return String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  }

  /// Uses only arrows and Enter, as on a remote control, from the PIN pad to the first control of the system
  /// page.
  @Test(arguments: readers) func keyboardEntersThePINAndUsesThePage(reader: Reader) throws {
    let files = try KioskFiles()
    chmod(try files.write(try Self.hash("1580"), to: "pin"), 0o600)
    try FileManager.default.createDirectory(
      atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
    try files.write("failures 0\nlocked 0\n", to: "state/rotunda/access")
    let kiosk = try kiosk(
      reader, files, "[admin]\npin-file = \"pin\"\n[[tile]]\nicon = \"green.png\"\naction = \"admin\"\n")
    try kiosk.awaitTile(.green)
    press(.enter, on: kiosk)
    try kiosk.awaitRest()
    // The first arrow highlights the first key.
    press(.down, .enter, on: kiosk)
    // The digits have the same places in every language.
    press(.down, .right, .enter, .down, .enter, .down, .enter, .right, .enter, on: kiosk)
    try waitUntil("the PIN to be right") {
      (try? String(contentsOfFile: files.path("state/rotunda/access"), encoding: .utf8))
        == "failures 0\nlocked 0\n"
        && kiosk.launcher.exit == nil
    }
    try kiosk.awaitRest()
    press(.tab, .enter, on: kiosk)
    #expect(try kiosk.launcher.waitForExit() == .status(0))
  }

  @Test(arguments: readers) func keyboardRetriesAndDismissesAnError(reader: Reader) throws {
    let files = try KioskFiles()
    let kiosk = try kiosk(
      reader, files,
      "[[tile]]\nicon = \"green.png\"\nrun = ['\(Kiosk.probe)', 'exit', '3']\n"
        + "environment = { PROBE_REPORT = '\(files.reportPath(.red))' }\n"
        + "[[tile]]\nicon = \"blue.png\"\nrun = ['true']\n")
    try kiosk.awaitTile(.green)
    press(.enter, on: kiosk)
    try kiosk.launcher.waitForOutput("exit status 3")
    _ = try files.report(.red)
    try files.forgetReport(.red)
    try kiosk.awaitRest()
    press(.enter, on: kiosk)
    _ = try files.report(.red)
    try files.forgetReport(.red)
    try waitUntil("the second end") {
      kiosk.launcher.output.components(separatedBy: "exit status 3").count > 2
    }
    try kiosk.awaitRest()
    // Centers another tile, which Enter alone would open.
    press(reader.next, on: kiosk)
    try kiosk.awaitRest()
    press(.tab, on: kiosk)
    try kiosk.awaitRest()
    try kiosk.keep("retry-\(reader.language)")
    press(.enter, on: kiosk)
    _ = try files.report(.red)
  }
}

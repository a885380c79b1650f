import Foundation
import LongCheck
import TestCompositor
import Testing
import Wayland

/// A blind visitor with a keyboard. The tests read the words that the real Speech Dispatcher gives to its
/// module.
@Suite(.serialized, .enabled(if: SpeechServer.isInstalled, "needs speech-dispatcher"))
struct ScreenReaderTests {
  /// Codes of linux/input-event-codes.h.
  private static let (enter, escape, left, right, tab) = (
    UInt32(28), UInt32(1), UInt32(105), UInt32(106), UInt32(15)
  )
  /// No spoken text contains any of these digits.
  private static let pin = "8697"

  /// The expected spoken texts in one language.
  struct Script: Sendable, CustomTestStringConvertible {
    let tag: String
    /// The arrow key toward the next tile.
    let next: UInt32
    let map, mapOpens, stillThere, about, page, games, inGames, office, asks, four, wrong, officeOpens: String
    var testDescription: String { tag }
  }

  private static let scripts = [
    Script(
      tag: "en", next: right,
      map: "Map. Tile. Where things are. 1 of 4.", mapOpens: "Opening “Map” …",
      stillThere: "Are you still there? Touch the screen to continue. Otherwise this closes in",
      about: "About. Tile. 2 of 4.",
      page: "About. Opening hours. From nine to five. The café is on the left.",
      games: "Games. Folder. 3 of 4.", inGames: "Games. Chess. Tile. 1 of 1.",
      office: "Office. Tile. Needs the PIN. 4 of 4.", asks: "PIN for “Office”.", four: "4 digits entered.",
      wrong: "Wrong PIN.", officeOpens: "Opening “Office” …"),
    Script(
      tag: "ar", next: left,
      map: "خريطة. بطاقة. أين الأشياء. 1 من 4.", mapOpens: "جارٍ فتح «خريطة»…",
      stillThere: "هل ما زلت هنا؟ المس الشاشة للمتابعة، وإلا فسيُغلق بعد",
      about: "عنا. بطاقة. 2 من 4.", page: "عنا. ساعات العمل. من التاسعة إلى الخامسة. المقهى على اليسار.",
      games: "ألعاب. مجلد. 3 من 4.", inGames: "ألعاب. شطرنج. بطاقة. 1 من 1.",
      office: "المكتب. بطاقة. يتطلب الرمز السري. 4 من 4.", asks: "الرمز السري لـ«المكتب».",
      four: "أُدخلت 4 أرقام.", wrong: "الرمز السري غير صحيح.", officeOpens: "جارٍ فتح «المكتب»…"),
  ]

  private static func tile(_ name: String, _ arabic: String, _ paint: KioskFiles.Paint, _ files: KioskFiles)
    -> String
  {
    Kiosk.tile(paint, files, run: ["wait"]).replacing(
      "name = \"\(paint.rawValue)\"", with: "name = \"\(name)\"\nname.ar = \"\(arabic)\"")
  }

  private static func tiles(_ tag: String, _ files: KioskFiles) throws -> String {
    try files.write(
      "# Opening hours\n\nFrom nine\nto five.\n\n![The café is on the left](red.png)\n", to: "about.md")
    try files.write(
      "# ساعات العمل\n\nمن التاسعة\nإلى الخامسة.\n\n![المقهى على اليسار](red.png)\n", to: "about.ar.md")
    return """
      [kiosk]
      language = "\(tag)"
      speech = true
      [admin]
      pin-file = "pin"
      [idle]
      return-home-after = "60s"
      warning = "30s"
      \(tile("Map", "خريطة", .red, files))
      description = { default = "Where things are", ar = "أين الأشياء" }
      [[tile]]
      name = { default = "About", ar = "عنا" }
      icon = "blue.png"
      page = { default = "about.md", ar = "about.ar.md" }
      [[tile]]
      name = { default = "Games", ar = "ألعاب" }
      icon = "yellow.png"
      tiles = [ { name = { default = "Chess", ar = "شطرنج" }, icon = "magenta.png", run = ["true"] } ]
      \(tile("Office", "المكتب", .green, files))
      pin = true
      """
  }

  private static func kiosk(
    _ tag: String, _ files: KioskFiles, _ server: SpeechServer, access: String = ""
  ) throws -> Kiosk {
    let hash = Process()
    hash.executableURL = URL(filePath: Kiosk.binary)
    hash.arguments = ["hash-pin"]
    let (output, input) = (Pipe(), Pipe())
    (hash.standardOutput, hash.standardInput) = (output, input)
    try hash.run()
    try input.fileHandleForWriting.write(contentsOf: Data("\(pin)\n".utf8))
    try input.fileHandleForWriting.close()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    hash.waitUntilExit()
    chmod(try files.write(String(decoding: text, as: UTF8.self), to: "pin"), 0o600)
    try FileManager.default.createDirectory(
      atPath: files.path("state/rotunda"), withIntermediateDirectories: true)
    try files.write("failures 0\nlocked 0\n", to: "state/rotunda/access")
    let kiosk = try Kiosk(
      tiles: access + (try tiles(tag, files)), files: files,
      environment: [
        "SPEECHD_ADDRESS": server.address, "TEXTDOMAINDIR": try files.compileCatalogs(["ar"]),
      ]
    ) {
      $0.capabilities = [.touch, .keyboard]
      $0.offered[.extIdleNotifierV1] = ProtocolInterface.extIdleNotifierV1.maximumVersion
    }
    try kiosk.compositor.waitForDevice(.wlKeyboard)
    kiosk.compositor.keyboardEnter()
    return kiosk
  }

  @Test(arguments: scripts) func blindVisitorReachesEverything(script: Script) throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try Self.kiosk(script.tag, files, server)
    func hear(_ text: String) throws { try server.hear("\(script.tag): \(text)") }
    func press(_ keys: UInt32...) {
      for key in keys {
        kiosk.compositor.press(key)
      }
    }
    func enter(_ digits: String) {
      for digit in digits.compactMap(\.wholeNumberValue) { press(UInt32(digit + 1)) }
    }
    try hear(script.map)
    press(Self.enter)
    try hear(script.mapOpens)
    _ = try files.report(.red)

    // The visitor does nothing for a long time.
    kiosk.compositor.becomeIdle()
    try server.awaitWords("the question") { $0.hasPrefix("\(script.tag): \(script.stillThere)") }
    kiosk.compositor.resumeFromIdle()
    // The window in front has keyboard focus.
    kiosk.compositor.keyboardEnter()
    press(Self.enter)
    try files.order("exit 0", to: .red)
    try hear(script.map)
    try kiosk.awaitCentered(.red)
    kiosk.compositor.keyboardEnter()

    press(script.next)
    try hear(script.about)
    press(Self.enter)
    try hear(script.page)
    press(Self.escape)
    try hear(script.about)

    press(Self.tab)
    try hear(script.games)
    press(Self.enter)
    try hear(script.inGames)
    press(Self.escape)
    try hear(script.games)

    press(script.next)
    try hear(script.office)
    press(Self.enter)
    try hear(script.asks)
    enter("5555")
    press(Self.enter)
    try hear(script.wrong)
    enter(Self.pin)
    try hear(script.four)
    press(Self.enter)
    try hear(script.officeOpens)
    _ = try files.report(.green)
    try files.order("exit 0", to: .green)
    try hear(script.office)
    #expect(kiosk.launcher.exit == nil)
    #expect(!server.words.contains { $0.contains { Self.pin.contains($0) || $0 == "5" } })
  }

  /// The highlight stays on each element longer than its text takes to speak.
  @Test(arguments: LongCheck.isOn ? ["en", "ar"] : ["ar"])
  func oneSwitchEntersThePIN(tag: String) throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try Self.kiosk(
      tag, files, server,
      access: """
        [access]
        speak-digits = "always"
        scan = true
        scan-key = "F5"
        scan-interval = "1200ms"
        scan-pause = "0s"

        """)
    let script = try #require(Self.scripts.first { $0.tag == tag })
    func hear(_ text: String) throws { try server.hear("\(tag): \(text)") }
    func press() { kiosk.compositor.press(63) }
    try hear(script.map)
    for words in [script.about, script.games, script.office] {
      kiosk.compositor.press(script.next)
      try hear(words)
    }
    try kiosk.awaitRest()
    press()
    try hear(script.office)
    press()
    try server.awaitWords("the pad") { $0.hasPrefix("\(tag): \(script.asks)") }
    let (group, key, of) = tag == "en" ? ("Group", "Key", "of") : ("مجموعة", "مفتاح", "من")
    // The scan goes row by row, then key by key in the chosen row.
    try server.awaitWords("the first row") { $0.hasSuffix("1. 2. 3. \(group). 1 \(of) 5.") }
    try hear("4. 5. 6. \(group). 2 \(of) 5.")
    press()
    try hear("4. \(key). 1 \(of) 3.")
    try hear("5. \(key). 2 \(of) 3.")
    press()
    let one = tag == "en" ? "1 digit entered." : "أُدخل رقم واحد."
    try hear("\(one) 1. 2. 3. \(group). 1 \(of) 5.")
    press()
    try hear("1. \(key). 1 \(of) 3.")
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func pageWithAPictureIsDescribed() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try Kiosk(
      tiles: """
        [access]
        speech = true
        [kiosk]
        language = "de"
        [[tile]]
        name = "Plan"
        icon = "blue.png"
        page = "red.png"
        page-description = { default = "Two halls", de = "Zwei Säle" }
        """, files: files, environment: ["SPEECHD_ADDRESS": server.address], waits: false)
    try server.hear("de: Plan. Tile. 1 of 1.")
    try kiosk.awaitTile(.blue)
    kiosk.tap()
    try server.hear("de: Plan. Zwei Säle.")
  }
}

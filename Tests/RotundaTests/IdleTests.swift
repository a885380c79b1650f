import Foundation
import TestCompositor
import Testing
import Wayland

/// The launcher's behavior on a screen that no one touches.
@Suite(.serialized) struct IdleTests {
  private func kiosk(
    _ idle: String, offering: [ProtocolInterface] = [], waits: Bool = true,
    tiles: (KioskFiles) -> String = { _ in "" }
  ) throws -> Kiosk {
    let files = try KioskFiles()
    let all = KioskFiles.Paint.allCases.prefix(2).map { Kiosk.tile($0, files, run: ["wait"]) }
    return try Kiosk(
      tiles: "[idle]\n\(idle)\n" + all.joined(separator: "\n") + "\n" + tiles(files), files: files,
      waits: waits
    ) {
      $0.offered = CompositorOptions.core
      for interface in offering { $0.offered[interface] = interface.maximumVersion }
    }
  }

  private static func isBlack(_ pixels: PixelSnapshot) -> Bool {
    let black = PixelSnapshot.Color(red: 0, green: 0, blue: 0)
    return stride(from: 0, to: pixels.height, by: 8).allSatisfy { y in
      stride(from: 0, to: pixels.width, by: 8).allSatisfy { pixels.color(x: $0, y: y) == black }
    }
  }

  private func awaitBlack(_ kiosk: Kiosk) throws {
    try kiosk.compositor.waitForWindow("a black screen") { $0.pixels.map(Self.isBlack) ?? false }
  }

  /// The idle protocol, and the launcher's request for it.
  @Test(arguments: [
    (ProtocolInterface.extIdleNotifierV1, "get_idle_notification"), (.orgKdeKwinIdle, "get_idle_timeout"),
  ])
  func wakingTouchDoesNothingElse(
    interface: ProtocolInterface, request: String
  ) throws {
    let kiosk = try kiosk("blank-after = \"1h\"", offering: [interface, .zwlrOutputPowerManagerV1])
    try kiosk.compositor.waitForRequest(interface.name, request)
    #expect(kiosk.compositor.isPowered)
    kiosk.compositor.becomeIdle()
    try waitUntil("the screen to be off") { !kiosk.compositor.isPowered }
    try awaitBlack(kiosk)
    kiosk.compositor.resumeFromIdle()
    kiosk.tap()
    try waitUntil("the screen to be on") { kiosk.compositor.isPowered }
    try kiosk.awaitTile(.red)
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.red)))
    kiosk.tap()
    _ = try kiosk.files.report(.red)
  }

  @Test func screensaverTileEndsWithTheFirstTouch() throws {
    let kiosk = try kiosk(
      "attract-after = \"1h\"\nattract = \"tile:film\"", offering: [.extIdleNotifierV1]
    ) { files in
      Kiosk.tile(.blue, files, run: ["wait"]).replacing("[[tile]]", with: "[[tile]]\nid = \"film\"")
    }
    try kiosk.compositor.waitForRequest(ProtocolInterface.extIdleNotifierV1.name, "get_idle_notification")
    kiosk.compositor.becomeIdle()
    let program = try kiosk.files.report(.blue).processID
    #expect(kill(program, 0) == 0)
    kiosk.compositor.resumeFromIdle()
    try waitUntil("the program's end") { kill(program, 0) != 0 }
    try kiosk.launcher.waitForOutput("was closed")
    try kiosk.awaitTile(.red)
  }

  @Test func carouselTurnsUntilItIsTouched() throws {
    let files = try KioskFiles()
    try FileManager.default.createDirectory(
      atPath: files.path("rotunda.d"), withIntermediateDirectories: true)
    try files.write("[carousel]\nwrap = true\n", to: "rotunda.d/wrap.toml")
    let tiles = KioskFiles.Paint.allCases.map { Kiosk.tile($0, files, run: ["wait"]) }
    let kiosk = try Kiosk(
      tiles: "[idle]\nattract-after = \"1h\"\n" + tiles.joined(separator: "\n"), files: files
    ) { $0.offered[.extIdleNotifierV1] = ProtocolInterface.extIdleNotifierV1.maximumVersion }
    try kiosk.awaitCentered(.red)
    try kiosk.awaitRest()
    try kiosk.compositor.waitForRequest(ProtocolInterface.extIdleNotifierV1.name, "get_idle_notification")
    kiosk.compositor.becomeIdle()
    try kiosk.compositor.waitForWindow("the red tile on its way") { window in
      guard let pixels = window.pixels, let place = Kiosk.place(of: .red, in: pixels) else { return false }
      return abs(place.x - 320) > 60
    }
    // Sends both at once, because the carousel soon stops after a visitor returns.
    kiosk.compositor.atOnce {
      kiosk.compositor.resumeFromIdle()
      kiosk.tap()
    }
    try kiosk.awaitRest()
    for paint in KioskFiles.Paint.allCases {
      #expect(!FileManager.default.fileExists(atPath: files.reportPath(paint)))
    }
  }

  @Test func withoutHelpOnlyOwnTouchesCount() throws {
    // The screen may be dark before the test sees anything else.
    let kiosk = try kiosk("blank-after = \"2s\"", waits: false)
    try awaitBlack(kiosk)
    try kiosk.awaitRest()
    kiosk.tap()
    try kiosk.awaitTile(.red)
    #expect(!FileManager.default.fileExists(atPath: kiosk.files.reportPath(.red)))
  }

  @Test func absentVisitorIsAskedAndTheirProgramEnds() throws {
    let kiosk = try kiosk(
      "return-home-after = \"4s\"\nwarning = \"3s\"", offering: [.extIdleNotifierV1])
    kiosk.tap()
    let program = try kiosk.files.report(.red)
    #expect(program.arguments == ["wait"])
    kiosk.compositor.becomeIdle()
    try kiosk.awaitMessage()
    try kiosk.awaitMessage(isShown: false)
    try kiosk.awaitTile(.red)
    try waitUntil("the program to end") { kill(program.processID, 0) != 0 }
  }

  @Test func theQuestionIsAnsweredByATouch() throws {
    let kiosk = try kiosk(
      "return-home-after = \"60s\"\nwarning = \"50s\"", offering: [.extIdleNotifierV1])
    kiosk.tap()
    let program = try kiosk.files.report(.red)
    kiosk.compositor.becomeIdle()
    try kiosk.awaitMessage()
    kiosk.tap(x: 20, y: 20)
    // The launcher removes its window to reveal the program's window.
    try kiosk.compositor.waitForRequest("xdg_toplevel", "destroy")
    #expect(kill(program.processID, 0) == 0)
    try kiosk.files.order("exit 0", to: .red)
    try kiosk.awaitTile(.red)
  }

  @Test func tilesComeAndGoWithFiles() throws {
    let kiosk = try kiosk("") { files in
      Kiosk.tile(.magenta, files, run: ["wait"]) + "\nvisible-when = { file = \"open\" }"
    }
    kiosk.drag(by: (-300, 0), samples: 12)
    try kiosk.awaitCentered(.green)
    try kiosk.awaitRest()
    #expect(kiosk.place(of: .magenta) == nil)
    try kiosk.files.write("", to: "open")
    try kiosk.awaitTile(.magenta)
    try FileManager.default.removeItem(atPath: kiosk.files.path("open"))
    try kiosk.compositor.waitForWindow("no magenta tile") { window in
      window.pixels.map { Kiosk.place(of: .magenta, in: $0) == nil } ?? false
    }
  }
}

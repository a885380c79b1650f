import Foundation
import TestCompositor
import Testing
import Wayland

/// The language of the screen, set by the configuration or by a tile.
@Suite(.serialized) struct LanguageTests {
  /// A tile whose page is red in English, green in German and blue in French.
  private static let page = """
    [[tile]]
    name = "Page"
    page = { default = "red.png", de = "green.png", fr = "blue.png" }
    page-place = "tile"
    """

  private static let german = "[[tile]]\nicon = \"magenta.png\"\naction = \"language:de\"\n"

  @Test(arguments: [("fr", KioskFiles.Paint.blue), ("de-AT", .green), ("ja", .red)])
  func configurationSetsTheLanguage(language: String, paint: KioskFiles.Paint) throws {
    let kiosk = try Kiosk(tiles: "[kiosk]\nlanguage = \"\(language)\"\n" + Self.page, waits: false)
    try kiosk.awaitTile(paint)
  }

  @Test func tileChangesTheLanguageForOneVisit() throws {
    let files = try KioskFiles()
    let idle = "[idle]\nreturn-home-after = \"2s\"\nwarning = \"0s\"\n"
    let kiosk = try Kiosk(tiles: "\(idle)\(Self.german)\(Self.page)", files: files, waits: false) {
      $0.offered[.extIdleNotifierV1] = ProtocolInterface.extIdleNotifierV1.maximumVersion
    }
    try kiosk.awaitCentered(.magenta)
    try kiosk.awaitTile(.red)
    kiosk.tap()
    try kiosk.awaitTile(.green)
    #expect(kiosk.place(of: .red) == nil)
    kiosk.compositor.becomeIdle()
    try kiosk.awaitTile(.red)
    #expect(kiosk.place(of: .green) == nil)
  }

  /// The launcher's own texts come from the installed catalogs.
  @Test func launcherTextsAreTranslated() throws {
    let files = try KioskFiles()
    let catalogs = try files.compileCatalogs(["de"])
    func picture(_ language: String, _ catalogs: String) throws -> PixelSnapshot {
      let kiosk = try Kiosk(
        tiles: "[kiosk]\nlanguage = \"\(language)\"\n", files: files,
        environment: ["TEXTDOMAINDIR": catalogs], waits: false)
      try kiosk.awaitStateScreen()
      try kiosk.awaitRest()
      return try #require(kiosk.compositor.window()?.pixels)
    }
    let english = try picture("en", catalogs)
    #expect(try picture("de", catalogs).bytes != english.bytes)
    // Without catalogs the launcher shows everything in English.
    #expect(try picture("de", files.path("nothing")).bytes == english.bytes)
  }

  @Test func brokenCatalogIsReportedAndIgnored() throws {
    let files = try KioskFiles()
    let directory = files.directory.appending(path: "locale/de/LC_MESSAGES")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    try Data("no catalog".utf8).write(to: directory.appending(path: "rotunda.mo"))
    let kiosk = try Kiosk(
      tiles: "[kiosk]\nlanguage = \"de\"\n" + Kiosk.tile(.red, files, run: ["wait"]), files: files,
      environment: ["TEXTDOMAINDIR": files.path("locale")])
    try kiosk.launcher.waitForOutput("rotunda.mo: the file is not a compiled catalog")
  }
}

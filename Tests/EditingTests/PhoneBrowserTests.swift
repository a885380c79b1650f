import Foundation
import Testing

/// Real browsers set up a kiosk, headless and as large as a phone.
@Suite(
  .serialized,
  .enabled(
    if: ProcessInfo.processInfo.environment["ROTUNDA_LONG"] != nil, "takes long: make check-long"))
struct PhoneBrowserTests {
  private static let operators =
    "[brand]\nname = \"Museum\"\n[[tile]]\nid = \"a\"\nname = \"Map\"\nurl = \"https://a.org/\"\n"

  @Test(arguments: ["chromium", "firefox"])
  func aBrowserEditsTheKiosk(_ kind: String) throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    let browser = PhoneStage.repository.appending(path: "Tests/EditingTests/Phone/browser").path
    let pictures =
      ProcessInfo.processInfo.environment["ROTUNDA_PHONE_PICTURES"] ?? stage.editing.directory
    let said = PhoneStage.run([browser, kind, stage.link, pictures], seconds: 300)
    #expect(said.isEmpty)
    let edited = try #require(stage.editing.edited)
    #expect(edited.contains("name = \"Floor plan $&\"") && edited.contains("url = \"https://example.org\""))
  }
}

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
    let (process, pipe) = (Process(), Pipe())
    process.executableURL = PhoneStage.repository.appending(path: "Tests/EditingTests/Phone/browser")
    let pictures =
      ProcessInfo.processInfo.environment["ROTUNDA_PHONE_PICTURES"] ?? stage.editing.directory
    process.arguments = [kind, stage.link, pictures]
    process.standardError = pipe
    try process.run()
    let said = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(said)")
    let edited = try #require(stage.editing.edited)
    #expect(edited.contains("name = \"Floor plan\"") && edited.contains("url = \"https://example.org\""))
  }
}

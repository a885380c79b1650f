import Foundation
import RealCompositors
import Testing

/// A page of the web in a real browser, on a real compositor. Takes long, so only `make check-long` does it.
@Suite(.serialized, .enabled(if: ProcessInfo.processInfo.environment["ROTUNDA_LONG"] != nil))
struct BrowserTests {
  /// Seconds: a browser without graphics hardware on a busy machine is slow.
  private static let limit = 180.0

  @Test(arguments: [("firefox-esr", Compositor.Kind.sway), ("firefox-esr", .cage)])
  func aTileShowsAPageAndNothingIsLeftOfTheVisit(browser: String, kind: Compositor.Kind) throws {
    let web = try PageServer()
    defer { web.stop() }
    let kiosk = try RealKiosk(kind) { _ in
      """
      [browser]
      command = ["\(browser)"]
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/here?a=b"

      """
    }
    let visits = kiosk.compositor.scratch.runtime + "/rotunda/visits"
    try kiosk.repeating("the browser", until: { !directories(visits).isEmpty }, kiosk.tapMiddle)
    try kiosk.compositor.wait(forPicture: "the page", limit: Self.limit, until: Self.showsPage)
    #expect(web.requests.contains("/here?a=b"))
    #expect(directories(visits).count == 1)
    // The launcher is asked to end, and its browser with it.
    kiosk.launcher.signal(SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(directories(visits).isEmpty)
  }

  /// Most of the screen has the page's colour: a browser with the whole screen and no bars.
  private static func showsPage(_ picture: Screenshot) -> Bool {
    var count = 0
    for y in stride(from: 0, to: picture.height, by: 8) {
      for x in stride(from: 0, to: picture.width, by: 8) where picture[x, y] == PageServer.color {
        count += 1
      }
    }
    return Double(count * 64) > 0.95 * Double(picture.width * picture.height)
  }

  private func directories(_ visits: String) -> [String] {
    let launchers = (try? FileManager.default.contentsOfDirectory(atPath: visits)) ?? []
    return launchers.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(visits)/\($0)")) ?? []
    }
  }
}

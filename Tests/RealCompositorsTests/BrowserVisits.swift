import Foundation
import LongCheck
import RealCompositors
import Testing

/// Visits of a tile that shows a web page in a real browser.
enum BrowserVisits {
  static let takesLong: Comment = "takes long: make check-long"

  /// Seconds: a browser without graphics hardware is slow on a busy machine.
  static let limit = 180.0

  static func isInstalled(_ browser: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(browser)")
  }

  /// The installed browsers that can restrict a page to its hosts.
  static let closed = ["chromium", "firefox-esr"].filter(isInstalled)

  /// Starts a kiosk with one tile that shows a server's page.
  static func kiosk(
    _ kind: Compositor.Kind, _ browser: String, _ web: PageServer, hosts: [String]? = nil,
    _ more: String = "",
    within surroundings: (Scratch) throws -> [String] = { _ in [] }
  ) throws -> RealKiosk {
    let kiosk = try RealKiosk(kind, within: surroundings) { _ in
      """
      \(more)
      \(browser.isEmpty ? "" : "[browser]\ncommand = [\"\(browser)\"]")
      [[tile]]
      name = "Page"
      url = "http://127.0.0.1:\(web.port)/here?a=b"
      \(hosts.map { "hosts = \($0)" } ?? "")

      """
    }
    if kind == .sway { try fillScreens(kiosk.compositor) }
    return kiosk
  }

  /// Makes each window fill the screen, as the kiosk's sway session does. A page may open small windows.
  private static func fillScreens(_ sway: Compositor) throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: sway.scratch.runtime)
    guard let socket = files.first(where: { $0.hasPrefix("sway-ipc.") }) else {
      throw CompositorFailure("sway takes no commands")
    }
    let rule = "for_window [app_id=\".*\"] fullscreen enable"
    let command = try sway.run(["swaymsg", "--socket", "\(sway.scratch.runtime)/\(socket)", rule])
    guard try command.waitForExit() == 0 else {
      throw CompositorFailure("sway refuses \(rule): \(command.output)")
    }
  }
}

extension RealKiosk {
  /// Opens the tile and waits until the page is visible.
  func visit() throws {
    try repeating("the browser", until: { !visits.isEmpty }, tapMiddle)
    try compositor.wait(
      forPicture: "the page", limit: BrowserVisits.limit, until: Self.showsPage)
    #expect(visits.count == 1)
  }

  /// Waits until the tiles return and no file of the visit is left.
  func expectNothingLeft() throws {
    try launcher.wait(for: "the visit's end", limit: BrowserVisits.limit) { visits.isEmpty ? true : nil }
    _ = try compositor.waitForRest { !Self.showsPage($0) }
  }

  /// Leaves the page with a swipe from the screen's edge, as visitors do.
  func leave() throws {
    try repeating("the visit's end", until: { visits.isEmpty }) {
      try fingers.swipe(from: (300, Self.height - 4), to: (300, Self.height - 300))
    }
    try expectNothingLeft()
  }

  /// The files and directories of visits.
  var visits: [String] {
    let place = compositor.scratch.runtime + "/rotunda/visits"
    let launchers = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    return launchers.flatMap {
      (try? FileManager.default.contentsOfDirectory(atPath: "\(place)/\($0)")) ?? []
    }
  }

  /// Reports whether most of the screen has the page's color: a browser that fills the screen without bars.
  static func showsPage(_ picture: Screenshot) -> Bool {
    var count = 0
    for y in stride(from: 0, to: picture.height, by: 8) {
      for x in stride(from: 0, to: picture.width, by: 8) where picture[x, y] == PageServer.color {
        count += 1
      }
    }
    return Double(count * 64) > 0.95 * Double(picture.width * picture.height)
  }
}

import ConfigurationFile
import Foundation
import Testing

@testable import State

struct SiteCheckTests {
  private func problems(_ text: String) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let loaded = ConfigurationLoader(environment: [:], user: nil, notesTiles: true).load(file.path)
    return SiteCheck.problems(of: loaded).map { "\($0)".replacing(file.path, with: "kiosk.toml") }
  }

  private static let tiles = """
    [[tile]]
    name = "One"
    url = "https://example.org/"
    [[tile]]
    url = "https://example.com/"
    allow = ["any-site"]
    [[tile]]
    name = "More"
    tiles = [{ url = "https://example.net/" }]

    """

  @Test(arguments: ["chromium", "firefox-esr", "/usr/bin/firefox"])
  func restrictingBrowserIsNoProblem(program: String) throws {
    #expect(try problems("[browser]\ncommand = [\"\(program)\"]\n" + Self.tiles) == [])
  }

  @Test(arguments: [("cog", "cog"), ("epiphany-browser", "epiphany-browser"), ("/usr/bin/surf", "surf")])
  func openBrowserIsAnErrorPerPage(program: String, name: String) throws {
    let message =
      "error: tile.url: \(name) cannot keep pages on their hosts: set chromium or firefox-esr below [browser], or \"any-site\" in allow"
    #expect(
      try problems("[browser]\ncommand = [\"\(program)\"]\n" + Self.tiles) == [
        "kiosk.toml:5:1: \(message)", "kiosk.toml:11:12: \(message)",
      ])
  }

  /// `rotunda doctor` reports which browser is installed.
  @Test func unnamedBrowserIsNotJudged() throws {
    #expect(try problems(Self.tiles) == [])
  }
}

import ConfigurationFile
import Foundation
import Testing

@testable import State

struct SiteCheckTests {
  private func problems(
    _ text: String, isInstalled: (String) -> Bool = { _ in true }, exists: (String) -> Bool = { _ in true }
  ) throws -> [String] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).toml")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(text.utf8).write(to: file)
    let loaded = ConfigurationLoader(environment: [:], user: nil, notesTiles: true).load(file.path)
    return SiteCheck.problems(of: loaded, isInstalled: isInstalled, exists: exists).map {
      "\($0)".replacing(file.path, with: "kiosk.toml")
    }
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
      "error: tile.url: \(name) cannot keep pages on their hosts: set chromium or firefox-esr below [browser], or set \"any-site\" in allow"
    #expect(
      try problems("[browser]\ncommand = [\"\(program)\"]\n" + Self.tiles) == [
        "kiosk.toml:5:1: \(message)", "kiosk.toml:11:12: \(message)",
      ])
  }

  @Test(arguments: [(["chromium"], true), (["chromium", "bwrap"], false)])
  func chromiumWithoutPoliciesIsAnError(installed: [String], hasDirectory: Bool) throws {
    let message =
      "error: tile.url: chromium cannot refuse downloads, files and developer tools: install bubblewrap and Debian's chromium, or set \"any-site\" in allow"
    #expect(
      try problems(
        "[browser]\ncommand = [\"chromium\"]\n" + Self.tiles, isInstalled: installed.contains,
        exists: { _ in hasDirectory }) == ["kiosk.toml:5:1: \(message)", "kiosk.toml:11:12: \(message)"])
  }

  /// The file may be for another machine.
  @Test func missingChromiumIsNotJudged() throws {
    #expect(
      try problems("[browser]\ncommand = [\"chromium\"]\n" + Self.tiles, isInstalled: { _ in false }) == [])
  }

  /// `rotunda doctor` reports which browser is installed.
  @Test func unnamedBrowserIsNotJudged() throws {
    #expect(try problems(Self.tiles) == [])
  }
}

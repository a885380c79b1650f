import Configuration
import Testing

/// Tiles that open web pages.
@Suite struct WebTileTests {
  @Test func aTileOpensAPageOfTheWeb() throws {
    let reading = try Reading(
      """
      [browser]
      command = ["sh"]
      [[tile]]
      url = "https://example.org/quiz?a=b#c"
      allow = ["printing", "downloads"]
      [[tile]]
      name = "News"
      url = "HTTP://[::1]:8080"
      """)
    #expect(reading.messages == [])
    #expect(reading.configuration.browser.command == ["sh"])
    #expect(
      reading.configuration.tiles.map(\.action) == [
        .browse(WebPage("https://example.org/quiz?a=b#c", allowances: [.printing, .downloads])),
        .browse(WebPage("HTTP://[::1]:8080")),
      ])
    #expect(reading.configuration.tiles.map(\.id) == ["example.org", "News"])
  }

  @Test(
    "only web addresses are accepted",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "ftp://example.org", "data:text/html,x", "about:config",
      "chrome://settings", "view-source:http://example.org", "mailto:a@b", "example.org", "//example.org",
      "http:",
      "http://", "https:///path", "http:/example.org", "https://a b", "--flag", "", " http://a",
      "http://a\\nb", "http://:80",
    ])
  func refuses(address: String) throws {
    let reading = try Reading("[[tile]]\nurl = \"\(address)\"\n[[tile]]\nrun = [\"true\"]\n")
    #expect(reading.messages.count == 1)
    #expect(
      reading.messages.first?.hasPrefix("rotunda.toml:2:7: error: tile.url: ") == true, "\(reading.messages)")
    #expect(reading.configuration.tiles.map(\.id) == ["true"])
  }

  @Test(
    "mistakes are explained",
    arguments: [
      ("[browser]\ncommand = \"chromium --x\"", "2:11: error: browser.command: must be a list of words"),
      ("[browser]\ncommand = [\"no-such-program\"]", "2:12: warning: browser.command: there is no program"),
      (
        "[browser]\ncomand = [\"sh\"]",
        "2:1: error: browser.comand: there is no such key, did you mean 'command'?"
      ),
      ("browser = 5", "1:1: error: browser: must be a section with the header [browser]"),
      ("[[tile]]\nurl = 5", "2:7: error: tile.url: must be a web address, not an integer"),
      ("[[tile]]\nurl = \"http://a\"\nallow = [\"print\"]", "3:10: error: tile.allow: there is no 'print'"),
      (
        "[[tile]]\nurl = \"http://a\"\nallow = \"printing\"",
        "3:9: error: tile.allow: must be a list of any of"
      ),
      (
        "[[tile]]\nurl = \"http://a\"\ndevices = [\"camera\"]",
        "3:1: error: tile.devices: is for programs: a page has allow"
      ),
      (
        "[[tile]]\nallow = [\"printing\"]\nrun = [\"sh\"]",
        "2:1: error: tile.allow: is for pages of the web: programs have devices and printing"
      ),
      (
        "[[tile]]\npage = \"a.md\"\nhosts = []",
        "3:1: error: tile.hosts: is for pages of the web: programs have network"
      ),
    ])
  func tells(text: String, expected: String) throws {
    let reading = try Reading(text + "\n")
    #expect(reading.messages.contains { $0.hasPrefix("rotunda.toml:\(expected)") }, "\(reading.messages)")
  }
}

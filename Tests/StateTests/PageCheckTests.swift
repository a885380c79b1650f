import Configuration
import FileSystem
import Foundation
import Testing

@testable import State

struct PageCheckTests {
  private func problems(_ text: String) throws -> [String] {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).md")
    defer { try? FileManager.default.removeItem(at: path) }
    try Data(text.utf8).write(to: path)
    var configuration = KioskConfiguration()
    let tile = Tile(id: "plan", action: .page(TilePage(file: LocalizedText(path.path))))
    configuration.tiles = [tile, tile]
    return PageCheck(files: SystemFiles()).problems(of: configuration).map {
      "\($0)".replacing(path.path, with: "page.md")
    }
  }

  @Test(arguments: [
    ("# Title\n\n[Plan](tile:plan)", []),
    ("Text\nand [Plan](tile:pln)", ["page.md:2: error: there is no tile 'pln', did you mean 'plan'?"]),
    (
      "[Web](https://example.org)",
      ["page.md:1: warning: only links to 'tile:' work: 'https://example.org' is shown as plain text"]
    ),
    ("\n![](qr:)", ["page.md:2: error: a QR code needs a text"]),
    (
      "![](qr:\(String(repeating: "x", count: 301)))",
      ["page.md:1: error: a QR code has at most 300 bytes, not 301"]
    ),
    ("![a](missing.png)\n![b](qr:x)", []),
  ])
  func pageMistakesHaveTheirLine(text: String, expected: [String]) throws {
    #expect(try problems(text) == expected)
  }
}

import Testing

@testable import Artwork

struct PictureFileTests {
  /// A drawing's content, and whether it may need fonts.
  @Test(arguments: [
    ("<rect width=\"4\" height=\"4\"/>", false), ("<text>A</text>", true), ("<s:text>A</s:text>", true),
    ("<image href=\"other.svg\"/>", true), ("<path d=\"M0 0\"/><textPath/>", true),
  ])
  func drawingsTellWhetherTheyMayHoldWriting(body: String, needs: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(TestPictures.svg(body), as: "a.svg")
    #expect(try PictureFile(path).needsFonts() == needs)
    // Also when the end of a chunk splits the element.
    let padding = String(repeating: " ", count: 4096 - TestPictures.svg("").utf8.count + 8)
    let long = try folder.write(TestPictures.svg(padding + body), as: "b.svg")
    #expect(try PictureFile(long).needsFonts() == needs)
  }
}

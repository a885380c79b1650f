import Scene
import Testing

@testable import Artwork

struct PictureHeaderTests {
  private static func webp(_ chunk: String, _ data: [UInt8]) -> [UInt8] {
    Array("RIFF".utf8) + [0x10, 0x02, 0, 0] + Array("WEBP".utf8) + Array(chunk.utf8) + [0, 0, 0, 0] + data
      + [UInt8](repeating: 0, count: 12)
  }

  @Test(arguments: [
    ("VP8X", [0, 0, 0, 0, 0x7F, 0x3E, 0x00, 0xFF, 0x3F, 0x00], PixelSize(16000, 16384)),
    ("VP8L", [0x2F, 0xFF, 0xFF, 0xFF, 0x0F], PixelSize(16384, 16384)),
    ("VP8L", [0x2F, 0x2B, 0x01, 0x10, 0x00], PixelSize(300, 65)),
    ("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0xD0, 0x02, 0xDD, 0x41], PixelSize(720, 477)),
  ])
  func webpTellsItsExtentAndLength(chunk: String, data: [UInt8], expected: PixelSize) {
    let bytes = Self.webp(chunk, data)
    #expect(PictureFormat(bytes) == .webp)
    #expect(PictureHeader(.webp, bytes).extent == expected)
    #expect(PictureHeader(.webp, bytes).byteCount == 0x210 + 8)
  }

  @Test func aHeaderThatIsCutOffSaysNothing() {
    let bytes = Self.webp("VP8X", [0, 0, 0, 0, 1, 0, 0, 1, 0, 0])
    for count in 0..<30 {
      #expect(PictureHeader(.webp, Array(bytes.prefix(count))).extent == nil)
      #expect(PictureHeader(.png, Array(bytes.prefix(count))).extent == nil)
    }
  }

  @Test func theEndIsFoundWhereverThePiecesAreCut() {
    let mark: [UInt8] = [0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82]
    let bytes = [UInt8](repeating: 0, count: 20) + mark + [1, 2, 3]
    for cut in 0...bytes.count {
      var end = EndMarkFinder(.png)
      end.pass(Array(bytes.prefix(cut)))
      end.pass(Array(bytes.dropFirst(cut)))
      #expect(end.isReached, "cut at \(cut)")
    }
    var end = EndMarkFinder(.png)
    end.pass(Array(bytes.prefix(31)))
    #expect(!end.isReached)
  }
}

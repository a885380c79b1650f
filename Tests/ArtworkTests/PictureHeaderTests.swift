import RotundaGeometry
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

  @Test func truncatedHeaderGivesNoSize() {
    let bytes = Self.webp("VP8X", [0, 0, 0, 0, 1, 0, 0, 1, 0, 0])
    for count in 0..<30 {
      #expect(PictureHeader(.webp, Array(bytes.prefix(count))).extent == nil)
      #expect(PictureHeader(.png, Array(bytes.prefix(count))).extent == nil)
    }
  }

  @Test func endIsFoundForAnySplitOfPieces() {
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

  /// Returns the start of a JPEG: a comment, Exif if there is an orientation, and a frame of 1200 by 800
  /// pixels.
  private static func jpeg(orientation: UInt8? = nil, isLittle: Bool = true, frame: UInt8 = 0xc2) -> [UInt8] {
    var bytes: [UInt8] = [0xff, 0xd8, 0xff, 0xfe, 0, 6, 1, 2, 3, 4, 0xff, 0xff]
    if let orientation {
      let tiff: [UInt8] =
        isLittle
        ? [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]
        : [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]
      let segment = Array("Exif\0\0".utf8) + tiff
      bytes += [0xe1, 0, UInt8(segment.count + 2)] + segment + [0xff]
    }
    return bytes + [frame, 0, 11, 8, 0x03, 0x20, 0x04, 0xb0, 1, 1, 0x11, 0, 0xff, 0xda]
  }

  @Test(arguments: [nil, 1, 3, 6, 8] as [UInt8?])
  func jpegReportsItsVisibleExtent(orientation: UInt8?) {
    let isTurned = orientation.map { $0 > 4 } ?? false
    let expected = isTurned ? PixelSize(800, 1200) : PixelSize(1200, 800)
    for isLittle in [true, false] {
      #expect(JPEGHeader(Self.jpeg(orientation: orientation, isLittle: isLittle))?.extent == expected)
    }
  }

  @Test func jpegWithoutAFrameGivesNoSize() {
    for frame: UInt8 in [0xc4, 0xc8, 0xcc, 0xd9, 0xda, 0xdb] {
      #expect(JPEGHeader(Self.jpeg(frame: frame)) == nil)
    }
    let whole = Self.jpeg(orientation: 6)
    for count in 0..<(whole.count - 8) { #expect(JPEGHeader(Array(whole.prefix(count))) == nil) }
  }

  @Test func extentsAreReadFromFiles() throws {
    let folder = try ScratchFolder()
    try TestPictures.png(PixelSize(30, 20), Color(1, 0, 0), to: folder.path("a.png"))
    #expect(PictureExtent.read(folder.path("a.png"))?.extent == PixelSize(30, 20))
    let padding = [UInt8]([0xff, 0xd8] + [0xff, 0xed, 0xff, 0xff]) + [UInt8](repeating: 7, count: 65533)
    let long = try folder.write(padding + Self.jpeg().dropFirst(2), as: "b.jpg")
    #expect(PictureExtent.read(long)?.extent == PixelSize(1200, 800), "after a long segment")
    let drawing = try folder.write(TestPictures.svg("<g/>"), as: "c.svg")
    #expect(PictureExtent.read(drawing) == nil)
    #expect(PictureExtent.read(folder.path("none.png")) == nil && PictureExtent.read(folder.path) == nil)
  }
}

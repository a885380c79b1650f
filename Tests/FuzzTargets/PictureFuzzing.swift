import Scene

@testable import Artwork

/// A picture file.
enum PictureFuzzing {
  private static let file = ScratchFile()
  private static let room = PixelSize(48, 48)
  /// Only the headers of SVG drawings are read: librsvg renders them, and may take any time.
  private static func isDecoded(_ format: PictureFormat) -> Bool { format != .svg }

  static func run(_ bytes: [UInt8]) {
    for format in PictureFormat.allCases { _ = PictureHeader(format, bytes) }
    file.fill(bytes)
    do throws(IconProblem) {
      let picture = try PictureFile(file.path)
      guard isDecoded(picture.format) else { return }
      let bitmap = try PictureDecoder.decode(picture, within: room)
      rule(bitmap.size.width <= room.width && bitmap.size.height <= room.height, "it is too large")
    } catch {
      rule(!"\(error)".isEmpty, "a problem has a text")
    }
  }
}

import CPango
import Foundation
import RotundaGeometry
import Scene

@testable import Artwork

/// A temporary folder that is removed with this object.
final class ScratchFolder: Sendable {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "artwork-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func path(_ name: String) -> String { path + "/" + name }

  func write(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: path(name)))
    return path(name)
  }

  func write(_ text: String, as name: String) throws -> String { try write(text.utf8, as: name) }
}

enum TestPictures {
  /// Writes a PNG with one color. The file has straight alpha.
  static func png(_ size: PixelSize, _ color: Color, to path: String) throws {
    guard let canvas = Canvas(size) else { throw IconProblem.notAFile(path: path) }
    canvas.fill(canvas.bounds, top: color, bottom: color)
    canvas.finish(isOpaque: false).writePNG(to: path)
  }

  /// Writes a PNG with one bit per pixel: large dimensions in a small file.
  static func hugePNG(_ size: PixelSize, to path: String) {
    let surface = cairo_image_surface_create(CAIRO_FORMAT_A1, Int32(size.width), Int32(size.height))
    defer { cairo_surface_destroy(surface) }
    cairo_surface_write_to_png(surface, path)
  }

  static func svg(width: String = "16", height: String = "16", _ body: String) -> String {
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(width)\" height=\"\(height)\">\(body)</svg>"
  }
}

extension Bitmap {
  func writePNG(to path: String) {
    withBytes { bytes in
      let surface = Canvas.surface(over: UnsafeMutableRawBufferPointer(mutating: bytes), size: size)
      cairo_surface_write_to_png(surface, path)
      cairo_surface_destroy(surface)
    }
  }

  var bytes: [UInt8] { withBytes { Array($0) } }
}

extension Picture {
  static func face(
    _ label: String, icon: IconSource? = nil, size: PixelSize = PixelSize(160, 200), scale: Double = 1,
    background: Color = Color(hex: 0x2B3A55), foreground: Color = .white, fontSize: Double = 18,
    fontFamily: String = "sans-serif"
  ) -> Picture {
    let face = TileFace(
      label: label, icon: icon, background: background, foreground: foreground, fontSize: fontSize,
      fontFamily: fontFamily)
    return Picture(.face(face), size: size, scale: scale)
  }

  static func text(
    _ text: String, size: PixelSize = PixelSize(400, 200), scale: Double = 1, color: Color = .white,
    fontSize: Double = 20, isBold: Bool = false, alignment: TextBlock.Alignment = .natural
  ) -> Picture {
    let block = TextBlock(text, color: color, fontSize: fontSize, isBold: isBold, alignment: alignment)
    return Picture(.text(block), size: size, scale: scale)
  }
}

/// Decodes in the tests' own process, for tests of the result rather than of the isolation.
struct DecoderInPlace: PictureDecoding {
  func decode(
    _ file: borrowing PictureFile, within room: PixelSize, covers: Bool, isForeign: Bool
  ) throws(IconProblem) -> Bitmap {
    try PictureDecoder.decode(PictureFile(file.path), within: room, covers: covers)
  }
}

extension IconLoader {
  init(find: @escaping Finder) { self.init(find: find, decoder: DecoderInPlace()) }
}

extension Rasterizer {
  convenience init(
    languages: [String], find: @escaping IconLoader.Finder,
    fetched: @escaping (String) -> String? = { _ in nil }
  ) {
    self.init(languages: languages, find: find, fetched: fetched, decoder: DecoderInPlace())
  }
}

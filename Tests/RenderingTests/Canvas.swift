import RotundaGeometry
import Scene
import Testing

@testable import Rendering

/// The renderer that draws.
enum Drawer: CaseIterable {
  /// GLES2, on Mesa's software renderer.
  case graphics
  /// `Rasterization`.
  case processor
}

/// A small offscreen surface for tests.
@MainActor final class Canvas {
  let surface: any DrawingSurface
  let renderer: Renderer
  private(set) var pixels: [UInt8] = []

  init(
    _ drawer: Drawer = .graphics, _ width: Int = 64, _ height: Int = 64,
    allowing features: GraphicsFeatures = .all, largestTexture: Int = 4096, keepsFrames: Bool = true,
    textureBudget: Int = Renderer.defaultTextureBudget
  ) throws {
    switch drawer {
    case .graphics:
      let context = try GraphicsContext(offscreenTransparent: false, allowing: features)
      let surface = try OffscreenSurface(context, size: PixelSize(width, height), keepsFrames: keepsFrames)
      self.surface = surface
      renderer = try Renderer(
        surface, allowing: features, largestTexture: largestTexture, textureBudget: textureBudget)
    case .processor:
      surface = MemorySurface(owning: PixelSize(width, height), keepsFrames: keepsFrames)
      renderer = Renderer(
        processorThreads: 2, largestPicture: largestTexture, pictureBudget: textureBudget)
    }
  }

  /// Draws sprites on black. The frame's size is the surface's size divided by `scale`.
  func draw(_ sprites: [Sprite], background: Color = .black, scale: Double = 1) throws {
    let size = Size(Double(surface.size.width) / scale, Double(surface.size.height) / scale)
    var frame = SceneFrame(size: size, background: background)
    frame.sprites = sprites
    try draw(frame, scale: scale)
  }

  func draw(_ frame: SceneFrame, scale: Double = 1) throws {
    try renderer.draw(frame, to: surface, scale: scale)
    try surface.present(damage: nil)
    pixels = try surface.readPixels()
  }

  /// The color of a pixel, counted from the upper left corner.
  func pixel(_ x: Int, _ y: Int) -> RGB {
    let index = (y * surface.size.width + x) * 4
    return RGB(Int(pixels[index]), Int(pixels[index + 1]), Int(pixels[index + 2]))
  }

  /// The sum of all red values divided by 255: the number of pixels that white on black covers.
  var coverage: Double {
    stride(from: 0, to: pixels.count, by: 4).reduce(0.0) { $0 + Double(pixels[$1]) } / 255
  }
}

/// A color that was read back.
struct RGB: Equatable, CustomStringConvertible {
  var red: Int
  var green: Int
  var blue: Int

  init(_ red: Int, _ green: Int, _ blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  static let black = RGB(0, 0, 0)
  static let white = RGB(255, 255, 255)
  static let red = RGB(255, 0, 0)
  static let green = RGB(0, 255, 0)
  static let blue = RGB(0, 0, 255)

  /// Reports whether two colors are equal except for rounding.
  func isClose(to other: RGB, within tolerance: Int = 2) -> Bool {
    abs(red - other.red) <= tolerance && abs(green - other.green) <= tolerance
      && abs(blue - other.blue) <= tolerance
  }

  var description: String { "(\(red), \(green), \(blue))" }
}

extension Picture {
  /// Returns a picture with a number that identifies it.
  static func numbered(_ number: Int, size: PixelSize = PixelSize(16, 16)) -> Picture {
    Picture(.text(TextBlock("\(number)", color: .white, fontSize: 10)), size: size, scale: 1)
  }
}

@MainActor extension Renderer {
  /// Uploads a bitmap whose pixels (0xAARRGGBB, premultiplied) come from a closure.
  @discardableResult func upload(
    _ picture: Picture, _ width: Int, _ height: Int, padding: Int = 0, isOpaque: Bool = false,
    _ pixel: (Int, Int) -> UInt32
  ) throws -> Bool {
    var words: [UInt32] = []
    for y in 0..<height {
      for x in 0..<width { words.append(pixel(x, y)) }
      // Bytes after the row's end must not be visible.
      for _ in 0..<padding { words.append(0xffff_00ff) }
    }
    return try words.withUnsafeBytes {
      try upload(
        picture, width: width, height: height, stride: (width + padding) * 4, isOpaque: isOpaque, bytes: $0)
    }
  }
}

import RotundaGeometry

/// The gradient shade behind a name on a picture. Lengths are in the unit of the arguments of `init`.
package struct Scrim: Hashable, Sendable {
  /// The maximum fraction of the face's height that the scrim covers.
  package static let most = 0.46
  /// The minimum fraction of the face's height that the scrim covers, and its height relative to the text.
  private static let (least, ratio) = (0.28, 1.75)
  /// The progress of the gradient at the top of the text. With it, white letters on white photographs have a
  /// contrast of 4.5 to 1.
  private static let readable = 0.62
  /// The lightness in OKLab from which a scrim keeps its own hue, and the maximum chroma that it takes from a
  /// picture.
  private static let (darkest, chroma) = (0.3, 0.045)

  /// The height at which the scrim begins, and the height at which it reaches full opacity.
  package let start: Double
  package let end: Double

  /// - Parameters:
  ///   - top: The top of the text.
  ///   - height: The height of the face.
  package init(top: Double, height: Double) {
    let needed = (height - top) * Self.ratio
    let extent = min(max(needed, height * Self.least), height * Self.most)
    start = height - extent
    end = min(height, start + max(1, top - start) / Self.readable)
  }

  /// Returns the share of the color at a height: a smooth step.
  package func part(at y: Double) -> Double { Self.step((y - start) / max(1, end - start)) }

  private static func step(_ way: Double) -> Double {
    let way = min(max(way, 0), 1)
    return way * way * (3 - 2 * way)
  }

  /// Returns the color of a scrim. A dark scrim takes the hue of the picture behind it.
  package static func color(_ color: Color, toned tone: Color) -> Color {
    let scrim = OKLab(color)
    let picture = OKLab(tone)
    guard scrim.lightness < darkest, picture.chroma > 0.01, color != .black else { return color }
    let toned = OKLab(
      lightness: scrim.lightness, chroma: min(picture.chroma * 0.4, chroma), hue: picture.hue)
    return toned.color.opacity(color.alpha)
  }

  /// The drawn form of a scrim: a color that increases from one height to another. Faces of any size share
  /// equal shades.
  package struct Shade: Hashable, Sendable {
    /// The color at full opacity.
    package let color: Color
    /// The start and end of the increase, in steps from the upper edge.
    package let (start, end): (Int, Int)

    /// The number of steps from the upper to the lower edge of a shade, and its extent in pixels.
    package static let steps = 64
    package static var pixels: PixelSize { PixelSize(2, steps) }

    /// Returns a shade with its full color everywhere.
    package static func solid(_ color: Color) -> Shade { Shade(color: color, start: -1, end: -1) }

    /// Returns the opacity in the middle of a row of pixels, as a fraction of the color's opacity.
    package func part(inRow row: Int) -> Double {
      Scrim.step((Double(row) + 0.5 - Double(start)) / Double(max(1, end - start)))
    }
  }

  /// Returns the shade that shows the scrim between two heights.
  package func shade(_ color: Color, from top: Double, to bottom: Double) -> Shade {
    func step(_ y: Double) -> Int {
      let part = (y - top) / max(bottom - top, 1e-9)
      return part.isFinite ? Int((min(max(part, 0), 1) * Double(Shade.steps)).rounded()) : 0
    }
    return Shade(color: color, start: step(start), end: step(end))
  }
}

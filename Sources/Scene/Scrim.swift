import RotundaGeometry

/// The shade behind a name on a picture: where it begins, and how it grows. Lengths in the unit of what it is
/// made from.
package struct Scrim: Hashable, Sendable {
  /// Most of the face's height that it covers.
  package static let most = 0.46
  /// Least of the face's height that it covers, and how many times as high as the writing it is.
  private static let (least, ratio) = (0.28, 1.75)
  /// Where the writing begins it has come so far of its way: white letters on white photographs then have a
  /// contrast of 4.5 to 1.
  private static let readable = 0.62
  /// A scrim that is lighter than this, in OKLab, keeps its own hue; and the most chroma that it gets from a
  /// picture.
  private static let (darkest, chroma) = (0.3, 0.045)

  /// Where it begins, and where it is as opaque as it gets.
  package let start: Double
  package let end: Double

  /// - Parameters:
  ///   - top: where the writing begins.
  ///   - height: of the face.
  package init(top: Double, height: Double) {
    let needed = (height - top) * Self.ratio
    let extent = min(max(needed, height * Self.least), height * Self.most)
    start = height - extent
    end = min(height, start + max(1, top - start) / Self.readable)
  }

  /// How much of the color there is at a height: a smooth step.
  package func part(at y: Double) -> Double { Self.step((y - start) / max(1, end - start)) }

  private static func step(_ way: Double) -> Double {
    let way = min(max(way, 0), 1)
    return way * way * (3 - 2 * way)
  }

  /// A dark scrim has the hue of what it lies on.
  package static func color(_ color: Color, toned tone: Color) -> Color {
    let scrim = OKLab(color)
    let picture = OKLab(tone)
    guard scrim.lightness < darkest, picture.chroma > 0.01, color != .black else { return color }
    let toned = OKLab(
      lightness: scrim.lightness, chroma: min(picture.chroma * 0.4, chroma), hue: picture.hue)
    return toned.color.opacity(color.alpha)
  }

  /// What is drawn of it: a color that grows from one height to another. Faces of any size and color share
  /// those that are alike.
  package struct Shade: Hashable, Sendable {
    /// Its color where it is most opaque.
    package let color: Color
    /// Where it begins and ends to grow, in steps from its upper edge.
    package let (start, end): (Int, Int)

    /// Steps from the upper to the lower edge of a shade, and its extent in pixels.
    package static let steps = 64
    package static var pixels: PixelSize { PixelSize(2, steps) }

    /// One that has all of its color everywhere.
    package static func solid(_ color: Color) -> Shade { Shade(color: color, start: -1, end: -1) }

    /// How opaque it is in the middle of a row of its pixels, as a part of the color's opacity.
    package func part(inRow row: Int) -> Double {
      Scrim.step((Double(row) + 0.5 - Double(start)) / Double(max(1, end - start)))
    }
  }

  /// The shade that shows it between two heights.
  package func shade(_ color: Color, from top: Double, to bottom: Double) -> Shade {
    func step(_ y: Double) -> Int {
      let part = (y - top) / max(bottom - top, 1e-9)
      return part.isFinite ? Int((min(max(part, 0), 1) * Double(Shade.steps)).rounded()) : 0
    }
    return Shade(color: color, start: step(start), end: step(end))
  }
}

import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The typography of a page. Lengths are in points.
struct PageStyle: Sendable {
  let theme: Theme
  /// The size of the letters.
  let fontSize: Double
  /// Pixels per point.
  let scale: Double
  /// The width of the column.
  let width: Double
  /// The visible size of the column.
  let room: Size
  /// Whether the page fills the screen. On a tile, headings are smaller.
  var isOnScreen = false
  /// The distance by which content can extend beyond the column, on both sides.
  var bleed = 0.0
  /// The least extent of a target.
  var target = 0.0
  var pointsPerMillimeter = Thresholds.defaultPointsPerMillimeter

  /// The greatest height of a block, in pixels: the limit of all graphics drivers.
  private static let mostPixels = 4096
  /// The line height of text, in font sizes.
  static let lineHeight = 1.45

  /// Returns the size of a heading and the gap above it, in font sizes.
  func heading(_ level: Int) -> (size: Double, gap: Double) {
    switch level {
    case 1: (isOnScreen ? 1.9 : 1.6, 1.2)
    case 2: (isOnScreen ? 1.45 : 1.25, 1.3)
    default: (isOnScreen ? 1.15 : 1.05, 1.1)
    }
  }

  /// Returns a text.
  func text(_ text: String, size: Double = 1, width: Double? = nil, color: Color? = nil) -> Writing {
    writing(
      TextBlock(
        text, color: color ?? theme.cardText, fontSize: size * fontSize, fontFamily: theme.fontFamily,
        language: theme.language, lineHeight: Self.lineHeight),
      width: width ?? self.width)
  }

  /// Returns a heading or the title.
  func title(
    _ text: String, size: Double, width: Double? = nil, color: Color? = nil, mostLines: Int? = nil
  ) -> Writing {
    writing(
      TextBlock(
        text, color: color ?? theme.cardText, fontSize: size * fontSize, fontFamily: theme.titleFontFamily,
        language: theme.language, isBold: true, mostLines: mostLines), width: width ?? self.width)
  }

  private func writing(_ block: TextBlock, width: Double) -> Writing {
    Writing(block, within: Size(max(1, width), Double(Self.mostPixels) / scale), scale: scale)
  }

  /// Returns a picture with a greatest width.
  func illustration(_ picture: PagePicture, width: Double? = nil) -> Writing {
    Writing(
      .illustration(.file(picture.path, revision: picture.revision)),
      within: Size(max(1, width ?? self.width), Double(Self.mostPixels) / scale), scale: scale)
  }
}

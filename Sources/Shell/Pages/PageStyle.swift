import Configuration
import Gestures
import RotundaGeometry
import Scene

/// How a page is set. Lengths in points.
struct PageStyle: Sendable {
  let theme: Theme
  /// How large its letters are.
  let fontSize: Double
  /// Pixels to a point.
  let scale: Double
  /// How wide its column is.
  let width: Double
  /// What of it is seen at once.
  let room: Size
  /// Whether it has the screen; else it is on a tile, whose headings are smaller.
  var isOnScreen = false
  /// How far what is on the screen can reach beyond its column, on both sides.
  var bleed = 0.0
  /// The least extent of what can be chosen.
  var target = 0.0
  var pointsPerMillimeter = Thresholds.defaultPointsPerMillimeter

  /// The most pixels of a piece downwards: what every graphics driver takes.
  private static let mostPixels = 4096
  /// How far the lines of running text are apart, in font sizes.
  static let lineHeight = 1.45

  /// The size of a heading in font sizes, and the room above it.
  func heading(_ level: Int) -> (size: Double, gap: Double) {
    switch level {
    case 1: (isOnScreen ? 1.9 : 1.6, 1.2)
    case 2: (isOnScreen ? 1.45 : 1.25, 1.3)
    default: (isOnScreen ? 1.15 : 1.05, 1.1)
    }
  }

  /// Running text, or a line of it.
  func text(_ text: String, size: Double = 1, width: Double? = nil, color: Color? = nil) -> Writing {
    writing(
      TextBlock(
        text, color: color ?? theme.cardText, fontSize: size * fontSize, fontFamily: theme.fontFamily,
        language: theme.language, lineHeight: Self.lineHeight),
      width: width ?? self.width)
  }

  /// A heading, or the title.
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

  /// A picture that is at most so wide.
  func illustration(_ picture: PagePicture, width: Double? = nil) -> Writing {
    Writing(
      .illustration(.file(picture.path, revision: picture.revision)),
      within: Size(max(1, width ?? self.width), Double(Self.mostPixels) / scale), scale: scale)
  }
}

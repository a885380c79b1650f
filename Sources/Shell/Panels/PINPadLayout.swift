import RotundaGeometry

/// Where things are on the pad. Lengths in points, places from the upper left corner of the screen.
struct PINPadLayout: Hashable {
  /// The side of a key; no less than what a finger hits, where the screen has room for that.
  let keySide: Double
  /// Where the keys are, in the order of `PINPad.keys`.
  let keys: [Rectangle]
  /// Where title, digits and answer stand, from above.
  let title, dots, answer: Rectangle
  /// The control that closes it.
  let close: Rectangle

  /// A wide screen has the writing beside the keys, a tall one above them.
  private static let wide = 1.2
  /// Between two keys, as a part of a key's side.
  private static let gapShare = 0.14
  /// The largest key, in millimetres: a hand spans the pad.
  private static let largest = 20.0
  /// The lines of the title and of the answer, in heights of letters.
  private static let titleLines = 3.2
  private static let answerLines = 2.8

  /// How much of what is above the keys of a tall screen the title has.
  private static let titleShare = 0.58

  /// - Parameter isMirrored: whether the whole screen will be: digits stand as they do on every pad all the same.
  init(_ page: PageMetrics, isMirrored: Bool = false) {
    let (size, padding, font) = (page.metrics.size, page.metrics.padding, page.metrics.fontSize)
    let isWide = size.width > size.height * Self.wide
    let target = page.targetSide
    let gap = 1 + Self.gapShare
    let writing = font * (Self.titleLines + Self.answerLines) + target * 0.7
    let height =
      isWide ? size.height - 2 * padding : min(size.height * 0.57, size.height - writing - 3 * padding)
    let width = isWide ? size.width / 2 - 2 * padding : size.width - 2 * padding
    let room = min(width / (2 * gap + 1), height / (3 * gap + 1))
    let side = min(room, max(target, Self.largest * page.pointsPerMillimeter)).rounded(.down)
    keySide = side
    let step = (side * gap).rounded(.down)
    let pad = Size(2 * step + side, 3 * step + side)
    let corner =
      isWide
      ? Point(size.width * 0.72 - pad.width / 2, (size.height - pad.height) / 2)
      // Within reach of everybody: the lower half of a tall screen, and clear of the control in its corner.
      : Point((size.width - pad.width) / 2, page.foot.origin.y - pad.height - padding * 0.4)
    let origin = Point(
      min(corner.x, size.width - pad.width - padding).rounded(), max(padding, corner.y).rounded())
    keys = (0..<PINPad.rows * PINPad.columns).map { index in
      let column = index % PINPad.columns
      let place = Point(
        Double(isMirrored ? PINPad.columns - 1 - column : column), Double(index / PINPad.columns))
      return Rectangle(origin: origin + place * step, size: Size(side, side))
    }
    close = Rectangle(origin: page.foot.origin, size: page.close.size)
    let top = isWide ? padding : max(padding, origin.y - writing - 2 * padding)
    let bottom = isWide ? close.origin.y - padding : origin.y - padding
    let column = Rectangle(
      origin: Point(padding, top),
      size: Size(
        max(1, isWide ? origin.x - 2.5 * padding : size.width - 2 * padding), max(1, bottom - top)))
    let middle = isWide ? size.height / 2 : top + column.size.height * Self.titleShare
    let dotsHeight = min(keySide * 0.5, font * 1.6)
    dots = Rectangle(
      origin: Point(column.origin.x, middle - dotsHeight / 2), size: Size(column.size.width, dotsHeight))
    title = Rectangle(
      origin: column.origin,
      size: Size(column.size.width, max(1, dots.origin.y - column.origin.y - font * 0.4)))
    answer = Rectangle(
      origin: Point(column.origin.x, dots.maxY + font * 0.4),
      size: Size(column.size.width, max(1, column.maxY - dots.maxY - font * 0.4)))
  }

  /// The key under a point: gaps belong to none.
  func key(at point: Point) -> Int? { keys.firstIndex { $0.contains(point) } }
}

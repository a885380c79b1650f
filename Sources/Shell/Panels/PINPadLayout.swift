import RotundaGeometry

/// The places on the pad, in points from the upper left corner of the screen.
///
/// The pad is a column in the middle. If keys would be too small, they stand beside the text instead.
struct PINPadLayout: Hashable {
  /// The side of a key.
  let keySide: Double
  /// The places of the keys, in the order of `PINPad.keys`.
  let keys: [Rectangle]
  /// The pictogram; nil without room.
  let lock: Rectangle?
  /// The places of title, digits and answer, from the top.
  let title, dots, answer: Rectangle
  /// The close control, in the same place as on pages.
  let close: Rectangle

  /// The gap between two keys, as a share of a key's side.
  private static let gapShare = 0.14
  /// The largest key, in millimeters: a hand spans the pad.
  private static let largest = 18.0
  /// The smallest key in millimeters, and as a share of the shorter side on screens with less room.
  private static let (least, leastShare) = (15.0, 0.19)
  /// The greatest width of the column, in font sizes of usual text.
  private static let widest = 40.0
  /// The highest place of the middle of the first row of keys on an upright screen, as a share of its height.
  private static let highest = 0.37
  /// The heights of pictogram, title, digits and answer, and the gap below them, in font sizes.
  private static let (lockHeight, titleHeight, dotsHeight, answerHeight, gap) = (2.2, 2.3, 1.7, 1.6, 0.6)
  /// The limits to which digits, gaps and margins grow with the letters, in font sizes of usual text. The
  /// free room is for words.
  private static let (largestDots, widestEdge) = (1.5, 1.6)
  /// The width and height of the keys with their gaps, in sides of a key.
  private static let (across, down) = (3 + 2 * gapShare, 4 + 3 * gapShare)

  /// Lays out the pad.
  ///
  /// - Parameter isMirrored: Whether the whole screen is mirrored. The digits keep their usual places all the
  ///   same.
  init(_ page: PageMetrics, isMirrored: Bool = false) {
    let (size, font, plain) = (page.metrics.size, page.metrics.fontSize, page.metrics.plainFontSize)
    let padding = min(page.metrics.padding, plain * Self.widestEdge)
    let dotsHeight = min(1, Self.largestDots * plain / font) * Self.dotsHeight
    let words = Self.titleHeight + Self.answerHeight
    let lines = words + dotsHeight + min(1, Self.largestDots * plain / font) * Self.gap
    // Visitors press several keys in a row. Therefore keys are larger than other touch areas.
    let wanted = max(Self.least, page.metrics.leastTarget) * page.pointsPerMillimeter
    let least = min(wanted, min(size.width, size.height) * Self.leastShare)
    // A theme with larger touch areas is for gloves, which also need larger keys.
    let largest = max(least, max(Self.largest, page.metrics.leastTarget) * page.pointsPerMillimeter)
    close = page.closeFrame
    // On an upright screen, the keys avoid the control in the corner. On a wide one, they are far from it.
    let isUpright = size.height > size.width
    let bottom = isUpright ? close.origin.y - padding / 2 : size.height - padding
    let column = min(size.width - 2 * padding, page.metrics.plainFontSize * Self.widest)
    let hasLock = (bottom - padding - (lines + Self.lockHeight) * font) / Self.down >= least
    let writing = (lines + (hasLock ? Self.lockHeight : 0)) * font
    let room = bottom - padding - writing
    // All visitors can reach the area below the upper third of an upright screen.
    let reach = isUpright ? (bottom - size.height * Self.highest) / (Self.down - 0.5) : .infinity
    let stacked = min(largest, room / Self.down, column / Self.across, reach).rounded(.down)
    let isStacked = stacked >= least || isUpright
    let right = size.width - padding
    let half = size.width * 0.42
    let beside = min(largest, (size.height - 2 * padding) / Self.down, (right - half) / Self.across)
    let side = max(1, isStacked ? stacked : beside.rounded(.down))
    keySide = side
    let step = (side * (1 + Self.gapShare)).rounded(.down)
    let pad = Size(2 * step + side, 3 * step + side)
    let spare = max(0, bottom - padding - writing - pad.height)
    let top = isStacked ? padding + spare * (isUpright ? 1 : 0.5) : (size.height - pad.height) / 2
    let origin =
      isStacked
      ? Point(((size.width - pad.width) / 2).rounded(), (top + writing).rounded())
      : Point((right - pad.width).rounded(), top.rounded())
    keys = (0..<PINPad.rows * PINPad.columns).map { index in
      let column = index % PINPad.columns
      let place = Point(
        Double(isMirrored ? PINPad.columns - 1 - column : column), Double(index / PINPad.columns))
      return Rectangle(origin: origin + place * step, size: Size(side, side))
    }
    let width = isStacked ? column : max(1, origin.x - 2 * padding)
    let left = isStacked ? (size.width - width) / 2 : padding
    // Beside the keys, the text ends above the control in the corner.
    let free = close.origin.y - 2 * padding
    let height = isStacked ? writing : font > plain * Self.largestDots ? free : min(free, writing + font)
    var edge = isStacked ? top : (close.origin.y - height) / 2
    func next(_ share: Double) -> Rectangle {
      defer { edge += share * height }
      return Rectangle(
        origin: Point(left, edge.rounded()), size: Size(width, max(1, (share * height).rounded(.down))))
    }
    let all = lines + (hasLock ? Self.lockHeight : 0)
    lock = hasLock ? next(Self.lockHeight / all).inset(by: font * 0.1).middleSquare : nil
    title = next(Self.titleHeight / all)
    dots = next(dotsHeight / all)
    answer = next(Self.answerHeight / all)
  }

  /// The whole room for title, digits and answer.
  var words: Rectangle {
    Rectangle(origin: title.origin, size: Size(title.size.width, answer.maxY - title.origin.y))
  }

  /// Returns the index of the key under a point; nil in a gap.
  func key(at point: Point) -> Int? { keys.firstIndex { $0.contains(point) } }
}

extension Rectangle {
  /// The centered square with the length of the shorter side.
  fileprivate var middleSquare: Rectangle {
    let side = max(1, min(size.width, size.height).rounded(.down))
    return Rectangle(center: center, size: Size(side, side))
  }
}

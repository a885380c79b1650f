import RotundaGeometry
import Scene

/// The name on a face and the line below it, set for the face's size. Lengths are in pixels.
struct FaceWriting {
  /// Letter height of the second line, as a share of the label's.
  private static let detailShare = (card: 0.78, poster: 0.7)
  /// Gap between the label and the second line, as a share of the label's line height.
  private static let detailGap = 0.12
  /// Largest font size of a label, as a share of the face's height.
  private static let largestFontShare = 0.2
  /// The largest share of the face's height that text on a picture takes.
  static let highestBlock = 0.3
  /// Scale factors for labels that do not fit. With the usual ones, long words break at hyphens that their
  /// language allows. The last ones keep other words whole. Only after those, words break anywhere, or the
  /// text is cut off.
  private static let shrinks = [1, 0.93, 0.86, 0.8]
  private static let lastShrinks = [0.72, 0.64, 0.58]
  /// The corner radius above which text is centered, as a share of the shorter side. The text's distance from
  /// the lower edge, as a share of the radius.
  private static let (roundCorners, roundFoot) = (0.25, 0.3)
  /// The height limit of a label relative to its place on a card, for two lines of scripts with tall letters.
  private static let tallestLines = 1.25

  /// The displayable name. It may contain soft hyphens.
  private(set) var label: String
  /// The displayable second line.
  let detail: String
  /// Margin, as a share of the face's shorter side.
  let margin: Double
  /// Pixels per point.
  let scale: Double
  /// Line height of the label; 0 without label.
  let lineHeight: Double
  /// Height of the part below the label; 0 for none.
  private(set) var detailHeight: Double
  /// The area of the text on a picture; empty on a card, and without text.
  private(set) var block = Rectangle.zero

  private let face: TileFace
  private let typesetter: Typesetter
  private var style: TextStyle
  private var detailStyle: TextStyle

  init(_ face: TileFace, _ size: RasterSize, _ typesetter: Typesetter) {
    self.face = face
    self.typesetter = typesetter
    scale = size.scale
    label = face.label.displayableLabel
    detail = face.detail.displayableLabel
    let extent = Size(Double(size.pixels.width), Double(size.pixels.height))
    let shorter = min(extent.width, extent.height)
    let radius = min(face.cornerRadius.isFinite ? max(0, face.cornerRadius) * size.scale : 0, shorter / 2)
    let isRound = radius > shorter * Self.roundCorners
    // On a card, everything lies in the square inside the round corners.
    margin = max(
      face.margin >= 0 ? min(face.margin, 0.3) : 0,
      isRound && face.style == .card ? radius / shorter * (1 - 0.5.squareRoot()) : 0)
    let isPoster = face.style == .fullBleed
    var style = TextStyle(
      family: face.fontFamily, language: face.language,
      fontSize: min(face.fontSize * size.scale, extent.height * Self.largestFontShare),
      weight: isPoster ? .bold : .medium, isCentered: !isPoster || isRound,
      width: FaceLayout.labelWidth(size.pixels, marginShare: margin), limit: .lines(FaceLayout.labelLines))
    let foot = max(margin * shorter * 0.9, isRound ? radius * Self.roundFoot : 0)
    let side = max(margin * shorter, isRound ? Self.inset(of: radius, at: foot) + margin * shorter / 2 : 0)
    if isPoster { style.width = max(1, Int(extent.width - 2 * side)) }
    var detailStyle = style
    (detailStyle.weight, detailStyle.limit) = (.regular, .lines(1))
    let share = isPoster ? Self.detailShare.poster : Self.detailShare.card
    detailStyle.fontSize = style.fontSize * share
    lineHeight = label.isEmpty ? 0 : typesetter.lineHeight(style)
    detailHeight =
      detail.isEmpty ? 0 : typesetter.lineHeight(detailStyle) + lineHeight * Self.detailGap
    (self.style, self.detailStyle) = (style, detailStyle)
    if isPoster, !isEmpty { fitBlock(extent, foot: foot, side: side, share: share) }
  }

  var isEmpty: Bool { label.isEmpty && detail.isEmpty }

  /// Font size of the label.
  var fontSize: Double { style.fontSize }

  /// The upper edge of the text on a picture.
  var blockTop: Double { block.origin.y }

  /// Returns how far a corner of that radius extends into a line at a height above the lower edge.
  private static func inset(of radius: Double, at height: Double) -> Double {
    guard height < radius else { return 0 }
    let above = radius - height
    return radius - max(0, radius * radius - above * above).squareRoot()
  }

  /// Finds font sizes with which the text fits at the lower edge.
  private mutating func fitBlock(_ face: Size, foot: Double, side: Double, share: Double) {
    let most = max(1, face.height * Self.highestBlock)
    if label.isEmpty {
      if detailHeight > most { detailStyle.fontSize *= most / detailHeight }
    } else {
      // The second line shrinks with the first.
      (style, label) = fitted { most - self.detailHeight(below: $0, share: share) }
      detailStyle.fontSize = style.fontSize * share
    }
    detailHeight = detailHeight(below: style.fontSize, share: share)
    let height = min(self.height, most)
    block = Rectangle(
      origin: Point(side, max(0, face.height - foot - height)),
      size: Size(Double(style.width), height))
  }

  /// Returns the height of the part below a label with that font size.
  private func detailHeight(below size: Double, share: Double) -> Double {
    guard !detail.isEmpty else { return 0 }
    var (style, detailStyle) = (style, detailStyle)
    style.fontSize = size
    if !label.isEmpty { detailStyle.fontSize = size * share }
    let line = label.isEmpty ? 0 : typesetter.lineHeight(style)
    return typesetter.lineHeight(detailStyle) + line * Self.detailGap
  }

  private var height: Double {
    (label.isEmpty ? 0 : typesetter.set(label, style).logical.size.height) + detailHeight
  }

  /// Returns a style with which the whole label fits, if possible, and the label with the necessary hyphens.
  ///
  /// - Parameter room: the available height for a font size.
  private func fitted(room: (Double) -> Double) -> (TextStyle, String) {
    let largest = style.fontSize
    func candidate(_ size: Double, lines: Int) -> TextStyle {
      var style = style
      (style.fontSize, style.limit) = (size, .lines(lines))
      return style
    }
    /// Returns the first size with which the whole text fits, and words break only at hyphens.
    func whole(_ text: String, _ shrinks: [Double]) -> (TextStyle, String)? {
      for shrink in shrinks {
        let style = candidate(largest * shrink, lines: FaceLayout.labelLines)
        if fits(text, style, room(style.fontSize)), isWhole(text, style) { return (style, text) }
      }
      return nil
    }
    if let found = whole(label, Self.shrinks) { return found }
    let smallest = candidate(largest * (Self.shrinks.last ?? 1), lines: FaceLayout.labelLines)
    var text = label
    if !isWhole(label, smallest) {
      let long = typesetter.hyphenated(label, style, from: Hyphenation.longWord)
      let sizes = (Self.shrinks.last.map { [$0] } ?? []) + Self.lastShrinks
      if long != label, let found = whole(long, sizes) { return found }
      if let found = whole(label, Self.lastShrinks) { return found }
      text = typesetter.hyphenated(label, style, from: 2 * Hyphenation.fewestLetters)
      if text != label, let found = whole(text, sizes) { return found }
    }
    return cutShort(text, smallest, room: room)
  }

  private func fits(_ text: String, _ style: TextStyle, _ room: Double) -> Bool {
    let layout = typesetter.set(text, style)
    return !layout.isEllipsized && layout.logical.size.height <= room + 0.5
  }

  private func isWhole(_ text: String, _ style: TextStyle) -> Bool {
    var style = style
    (style.limit, style.breaksWords) = (.none, false)
    return typesetter.set(text, style).logical.size.width <= Double(style.width) + 0.5
  }

  /// Limits the label to two lines if they fit, otherwise to one. Reduces the font size if even one line does
  /// not fit.
  private func cutShort(_ text: String, _ style: TextStyle, room: (Double) -> Double) -> (TextStyle, String) {
    var style = style
    for lines in [FaceLayout.labelLines, 1] {
      style.limit = .lines(lines)
      let layout = typesetter.set(text, style)
      if layout.logical.size.height <= room(style.fontSize) + 0.5 {
        return (style, text.withoutShortRests(layout.lineStarts))
      }
    }
    for _ in 0..<4 {
      let (height, room) = (typesetter.set(text, style).logical.size.height, max(1, room(style.fontSize)))
      if height <= room + 0.5 { break }
      style.fontSize *= max(0.3, min(0.95, room / height))
    }
    return (style, text)
  }

  /// Draws the text on a picture.
  func drawBlock(on canvas: borrowing Canvas) {
    var top = block.origin.y
    if !label.isEmpty {
      let layout = typesetter.set(label, style)
      draw(layout, x: block.origin.x, top: top, face.scrimText, on: canvas)
      top += layout.logical.size.height
    }
    drawDetail(x: block.origin.x, top: top, face.scrimText, on: canvas)
  }

  /// Draws label and detail on a card. Below an icon, the first line has a fixed position. Otherwise the
  /// lines are centered.
  func draw(in area: Rectangle, isBelowIcon: Bool, on canvas: borrowing Canvas) {
    guard !isEmpty else { return }
    let room = max(1, area.size.height - detailHeight)
    var (style, label) = (style, label)
    if !label.isEmpty { (style, label) = fitted { _ in room * Self.tallestLines } }
    let height = (label.isEmpty ? 0 : typesetter.set(label, style).logical.size.height) + detailHeight
    let free = area.size.height - height
    var top = area.origin.y + (isBelowIcon ? min(0, free) : free) / 2
    if !label.isEmpty {
      let layout = typesetter.set(label, style)
      draw(layout, x: area.origin.x, top: top, face.foreground, on: canvas)
      top += layout.logical.size.height
    }
    drawDetail(x: area.origin.x, top: top, face.detailColor ?? face.foreground, on: canvas)
  }

  private func draw(
    _ layout: borrowing TextLayout, x: Double, top: Double, _ color: Color, on canvas: borrowing Canvas
  ) {
    let place = Point(x.rounded(), (top - layout.logical.origin.y).rounded())
    layout.draw(on: canvas, at: place, color)
  }

  private func drawDetail(x: Double, top: Double, _ color: Color, on canvas: borrowing Canvas) {
    guard !detail.isEmpty else { return }
    let layout = typesetter.set(detail, detailStyle)
    draw(layout, x: x, top: top + lineHeight * Self.detailGap, color, on: canvas)
  }
}

import Configuration
import RotundaGeometry
import Scene

/// A page's pieces one below another, with their pictures.
struct PageColumn: Hashable {
  /// A piece with its picture.
  private struct Piece: Hashable {
    let block: PageBlock
    var writing: Writing?
    var illustration: Writing?
    /// The dot before a point of a list.
    var mark: Writing?
    /// Points of room above it, and to its left.
    let gap: Double
    let indent: Double
    /// How high it is likely to be, in points, as long as it has no measure.
    let estimate: Double
  }

  private var pieces: [Piece] = []
  /// The column, in points.
  let width: Double
  private let scale: Double
  private let fontSize: Double
  /// A picture alone is made as large as this allows.
  private let room: Size
  private let isPicture: Bool
  /// How far its pictures have been asked for.
  private var requested = 0

  /// How thick a line across the page is, as a part of the letters.
  private static let ruleShare = 0.08
  /// The most pixels of a piece downwards: what every graphics driver takes.
  private static let mostPixels = 4096
  /// How wide a letter and how high a line is about, in font sizes, for guesses.
  private static let letterWidth = 0.5
  private static let lineHeight = 1.3
  /// A picture more than so many screens high, when it is as wide as its column, is shown so wide and scrolls; any
  /// other is seen as a whole.
  private static let scrollingHeight = 2.0

  /// A page as wide as `room`, whose letters are `fontSize` points high.
  ///
  /// - Parameter title: written above it; nil writes nothing.
  init(_ content: PageContent, title: String?, in room: Size, fontSize: Double, theme: Theme, scale: Double) {
    (width, self.room, self.scale, self.fontSize) = (max(1, room.width), room, scale, fontSize)
    isPicture = content.onlyPicture != nil
    var blocks = content.blocks
    if let title, !isPicture, !Self.hasTitle(blocks) { blocks.insert(.heading(title, level: 1), at: 0) }
    for block in blocks { pieces.append(piece(block, theme, isFirst: pieces.isEmpty)) }
  }

  private static func hasTitle(_ blocks: [PageBlock]) -> Bool {
    if case .heading(_, level: 1)? = blocks.first { true } else { false }
  }

  private func piece(_ block: PageBlock, _ theme: Theme, isFirst: Bool) -> Piece {
    let (size, gap): (Double, Double) =
      switch block {
      case .heading(_, level: 1): (1.6, 1.2)
      case .heading(_, level: 2): (1.25, 1.1)
      case .heading: (1.05, 0.9)
      case .point: (1, 0.35)
      case .picture: (1, 0.9)
      case .paragraph, .rule: (1, 0.7)
      }
    var indent = 0.0
    if case .point = block { indent = fontSize * 1.1 }
    var piece = Piece(
      block: block, gap: isFirst ? 0 : gap * fontSize, indent: indent,
      estimate: estimate(block, size * fontSize))
    if let text = block.text {
      var isBold = false
      if case .heading = block { isBold = true }
      piece.writing = writing(text, size: size * fontSize, theme, isBold: isBold, width: width - indent)
      if indent > 0 { piece.mark = writing("•", size: fontSize, theme, isBold: false, width: indent) }
    }
    if case .picture(let path, _, let revision) = block {
      piece.illustration = Writing(
        .illustration(.file(path, revision: revision)), within: Size(width, Double(Self.mostPixels) / scale),
        scale: scale)
    }
    return piece
  }

  private func writing(_ text: String, size: Double, _ theme: Theme, isBold: Bool, width: Double) -> Writing {
    let block = TextBlock(
      text, color: theme.cardText, fontSize: size, fontFamily: theme.fontFamily, language: theme.language,
      isBold: isBold)
    return Writing(block, within: Size(width, Double(Self.mostPixels) / scale), scale: scale)
  }

  private func estimate(_ block: PageBlock, _ size: Double) -> Double {
    guard let text = block.text else { return block == .rule ? size * Self.ruleShare : room.height / 2 }
    let lines = (Double(text.count) * size * Self.letterWidth / width).rounded(.up)
    return max(1, lines) * size * Self.lineHeight
  }

  /// How high all of it is, in points.
  var height: Double { pieces.reduce(0) { $0 + $1.gap + extent(of: $1).height } }

  private func extent(of piece: Piece) -> Size {
    if let extent = piece.writing?.extent(scale: scale) { return extent }
    if let extent = piece.illustration?.extent(scale: scale) { return fit(extent) }
    return Size(width, piece.estimate)
  }

  /// How large a picture is shown: among writing no larger than it is; alone as large as there is room.
  private func fit(_ extent: Size) -> Size {
    guard isPicture, !extent.isEmpty else { return extent }
    let isTall = extent.height / extent.width * width > Self.scrollingHeight * room.height
    let factor = isTall ? width / extent.width : min(width / extent.width, room.height / extent.height)
    return Size(extent.width * factor, extent.height * factor)
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in pieces.indices {
      // Two pieces may say the same.
      if pieces[index].writing?.measured(picture, size: size) == true { isOne = true }
      if pieces[index].illustration?.measured(picture, size: size) == true { isOne = true }
      if pieces[index].mark?.measured(picture, size: size) == true { isOne = true }
    }
    return isOne
  }

  /// Asks for the pictures of the pieces above `bottom`, in points of the column, that have not been asked for.
  mutating func request(above bottom: Double, order: Int, into effects: inout [ShellEffect]) {
    var top = 0.0
    for index in pieces.indices {
      guard top < bottom else { return }
      let piece = pieces[index]
      top += piece.gap + extent(of: piece).height
      guard index >= requested else { continue }
      requested = index + 1
      for picture in [piece.writing, piece.illustration, piece.mark] {
        if let picture { effects.append(.draw(picture.picture, order: order + index)) }
      }
    }
  }

  /// Draws what of it lies within the plane's clip, its upper left corner at `corner`.
  func append(at corner: Point, on plane: Plane, _ theme: Theme, to frame: inout SceneFrame) {
    let (first, last) = (plane.clip?.origin.y ?? -.infinity, plane.clip?.maxY ?? .infinity)
    var top = corner.y
    for piece in pieces {
      top += piece.gap
      let extent = extent(of: piece)
      defer { top += extent.height }
      if top >= last { return }
      guard top + extent.height > first else { continue }
      append(piece, extent, at: Point(corner.x, top), on: plane, theme, to: &frame)
    }
  }

  /// How much of what one screen ends with is at the beginning of the next, in font sizes: a line that was cut through is whole there.
  private static let overlap = 1.6

  /// Visits its pieces as they are read on screens of `height` points beside one another: on which screen, and how far down its upper
  /// edge is. A piece that a screen has no room for is on the next; one that none has room for is visited on several.
  private func forEachPart(
    onScreensOf height: Double, _ body: (_ piece: Piece, _ extent: Size, _ screen: Int, _ top: Double) -> Void
  ) {
    var (screen, top) = (0, 0.0)
    for piece in pieces {
      let extent = extent(of: piece)
      if top > 0 { top += piece.gap }
      if top > 0, top + extent.height > height { (screen, top) = (screen + 1, 0) }
      body(piece, extent, screen, top)
      let step = max(height / 2, height - (piece.writing == nil ? 0 : fontSize * Self.overlap))
      while top + extent.height > height {
        (screen, top) = (screen + 1, top - step)
        body(piece, extent, screen, top)
      }
      top += extent.height
    }
  }

  /// How many screens of `height` points it has.
  func screens(of height: Double) -> Int {
    var last = 0
    forEachPart(onScreensOf: height) { _, _, screen, _ in last = screen }
    return last + 1
  }

  /// Draws what of its screens lies within the plane's clip, the first one's upper left corner at `corner`.
  func append(
    screensOf height: Double, at corner: Point, on plane: Plane, _ theme: Theme, to frame: inout SceneFrame
  ) {
    forEachPart(onScreensOf: height) { piece, extent, screen, top in
      let origin = corner + Point(Double(screen) * width, 0)
      let area = Rectangle(origin: origin, size: Size(width, height))
      guard let seen = plane.clip.map({ $0.intersection(area) }) ?? area else { return }
      var part = plane
      part.clip = seen
      append(piece, extent, at: origin + Point(0, top), on: part, theme, to: &frame)
    }
  }

  private func append(
    _ piece: Piece, _ extent: Size, at corner: Point, on plane: Plane, _ theme: Theme,
    to frame: inout SceneFrame
  ) {
    if let mark = piece.mark { plane.append(mark, at: corner, scale: scale, to: &frame) }
    if let writing = piece.writing {
      plane.append(writing, at: corner + Point(piece.indent, 0), scale: scale, to: &frame)
    } else if let illustration = piece.illustration, illustration.size != nil {
      let left = corner.x + max(0, (width - extent.width) / 2)
      plane.append(
        .picture(illustration.picture, placeholder: .clear),
        in: Rectangle(origin: Point(left, corner.y), size: extent), corner: isPicture ? 0 : fontSize * 0.4,
        to: &frame)
    } else if piece.block == .rule {
      let line = Rectangle(origin: corner, size: Size(width, max(1, fontSize * Self.ruleShare)))
      plane.append(.color(theme.pageHeading), in: line, opacity: 0.5, to: &frame)
    }
  }
}

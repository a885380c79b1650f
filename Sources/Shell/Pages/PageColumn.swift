import Configuration
import RotundaGeometry
import Scene

/// A page's pieces one below another, with their pictures. Lengths in points.
struct PageColumn {
  private var pieces: [PagePiece] = []
  private let style: PageStyle
  /// How far its pictures have been asked for.
  private var requested = 0

  /// Pieces of a page below one another.
  ///
  /// - Parameter title: written above them; nil writes nothing.
  init(_ blocks: some Sequence<PageBlock>, title: String? = nil, _ style: PageStyle) {
    self.style = style
    if let title { pieces.append(PagePiece(.heading(title, level: 1), style, below: nil)) }
    for block in blocks { pieces.append(PagePiece(block, style, below: pieces.last?.block)) }
  }

  var width: Double { style.width }

  /// How high all of it is.
  var height: Double { pieces.reduce(0) { $0 + $1.gap + $1.extent(style).height } }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    // Two pieces may say the same.
    for index in pieces.indices where pieces[index].measured(picture, size: size) { isOne = true }
    return isOne
  }

  /// Asks for the pictures of the pieces above `bottom` that have not been asked for.
  mutating func request(above bottom: Double, order: Int, into effects: inout [ShellEffect]) {
    var top = 0.0
    for index in pieces.indices {
      guard top < bottom else { return }
      top += pieces[index].gap + pieces[index].extent(style).height
      guard index >= requested else { continue }
      requested = index + 1
      pieces[index].request(order: order + index, into: &effects)
    }
  }

  /// What can be chosen on it, from its upper left corner.
  var targets: [PageTarget] {
    var (targets, top) = ([PageTarget](), 0.0)
    for piece in pieces {
      top += piece.gap
      targets += piece.targets(style).map { $0.moved(by: Point(0, top)) }
      top += piece.extent(style).height
    }
    return targets
  }

  /// Draws what of it lies within the plane's clip, its upper left corner at `corner`.
  ///
  /// - Parameter pressed: which of its targets a finger presses.
  func append(at corner: Point, on plane: Plane, pressed: Int? = nil, to frame: inout SceneFrame) {
    var pressed = pressed
    let (first, last) = (plane.clip?.origin.y ?? -.infinity, plane.clip?.maxY ?? .infinity)
    var top = corner.y
    for index in pieces.indices {
      top += pieces[index].gap
      let height = pieces[index].extent(style).height
      let isPressed = pressed
      if let before = pressed { pressed = before - pieces[index].targets(style).count }
      defer { top += height }
      if top >= last { return }
      guard top + height > first else { continue }
      pieces[index].append(at: Point(corner.x, top), style, on: plane, pressed: isPressed, to: &frame)
    }
  }
}

// Beside one another, as on a tile of a carousel from top to bottom.
extension PageColumn {
  /// How much of what one screen ends with is at the beginning of the next, in font sizes: a line that was cut through is whole there.
  private static let overlap = 1.6

  /// Visits its pieces as they are read on screens of `height` points beside one another: on which screen, and how far down its upper
  /// edge is. A piece that a screen has no room for is on the next; one that none has room for is visited on several.
  private func forEachPart(
    onScreensOf height: Double,
    _ body: (_ piece: PagePiece, _ extent: Size, _ screen: Int, _ top: Double) -> Void
  ) {
    var (screen, top) = (0, 0.0)
    for piece in pieces {
      let extent = piece.extent(style)
      if top > 0 { top += piece.gap }
      if top > 0, top + extent.height > height { (screen, top) = (screen + 1, 0) }
      body(piece, extent, screen, top)
      let step = max(height / 2, height - (piece.isWriting ? style.fontSize * Self.overlap : 0))
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
  func append(screensOf height: Double, at corner: Point, on plane: Plane, to frame: inout SceneFrame) {
    forEachPart(onScreensOf: height) { piece, extent, screen, top in
      let origin = corner + Point(Double(screen) * width, 0)
      let area = Rectangle(origin: origin, size: Size(width, height))
      guard let seen = plane.clip.map({ $0.intersection(area) }) ?? area else { return }
      var part = plane
      part.clip = seen
      piece.append(at: origin + Point(0, top), style, on: part, to: &frame)
    }
  }
}

import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A page's blocks, one below another, with their pictures. Lengths are in points.
struct PageColumn {
  private var pieces: [PagePiece] = []
  private let style: PageStyle
  /// The number of blocks whose pictures have been requested.
  private var requested = 0
  /// The blocks that scroll sideways, and the touched one.
  private var galleries: [Int] = []
  private var touched: Int?

  /// Creates a column of blocks.
  ///
  /// - Parameter title: The text above them; nil for none.
  init(_ blocks: some Sequence<PageBlock>, title: String? = nil, _ style: PageStyle) {
    self.style = style
    if let title { pieces.append(PagePiece(.heading(title, level: 1), style, below: nil)) }
    for block in blocks {
      // A tile itself turns its screens sideways.
      let parts = style.isOnScreen ? [block] : block.withoutRows
      for part in parts { pieces.append(PagePiece(part, style, below: pieces.last?.block)) }
    }
    galleries = pieces.indices.filter { pieces[$0].gallery != nil }
  }

  var width: Double { style.width }

  /// The height of the column.
  var height: Double { pieces.reduce(0) { $0 + $1.gap + $1.extent(style).height } }

  /// Stores the measured size of a picture. Returns whether the column shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    // Two blocks may have the same text.
    for index in pieces.indices where pieces[index].measured(picture, size: size) { isOne = true }
    return isOne
  }

  /// Requests the pictures of further blocks that begin above `bottom`.
  mutating func request(above bottom: Double, order: Int, into effects: inout [ShellEffect]) {
    var top = 0.0
    for index in pieces.indices {
      guard top < bottom else { return }
      top += pieces[index].gap + pieces[index].extent(style).height
      guard index >= requested else { continue }
      requested = index + 1
      pieces[index].request(style, order: order + index, into: &effects)
    }
  }

  /// The targets, from the upper left corner.
  var targets: [PageTarget] {
    var (targets, top) = ([PageTarget](), 0.0)
    for piece in pieces {
      top += piece.gap
      targets += piece.targets(style).map { $0.moved(by: Point(0, top)) }
      top += piece.extent(style).height
    }
    return targets
  }

  /// Draws the part within the plane's clip, with the upper left corner at `corner`.
  ///
  /// - Parameter pressed: The index of the pressed target.
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

// Rows of pictures that scroll sideways. Places are from the column's upper left corner.
extension PageColumn {
  /// Elements that step forward or back in a row, for visitors without fingers. The index is the block's.
  static let (on, back) = (ElementID("pictures-on"), ElementID("pictures-back"))

  var isMoving: Bool { galleries.contains { pieces[$0].gallery?.isMoving == true } }

  /// Advances the rows to a time.
  mutating func advance(to time: Double, order: Int, into effects: inout [ShellEffect]) {
    for index in galleries where index < requested {
      pieces[index].gallery?.advance(to: time, style, order: order + index, into: &effects)
    }
  }

  /// Takes the positions of rows with the same pictures.
  mutating func keepPlaces(of other: PageColumn, at time: Double) {
    for index in galleries where other.pieces.indices.contains(index) {
      guard other.pieces[index].block == pieces[index].block, let before = other.pieces[index].gallery else {
        continue
      }
      pieces[index].gallery?.show(before, at: time)
    }
  }

  /// Returns the place of a row.
  private func place(of gallery: Int) -> Rectangle {
    var top = 0.0
    for index in pieces.indices {
      top += pieces[index].gap
      let height = pieces[index].extent(style).height
      if index == gallery {
        return Rectangle(
          origin: Point(-style.bleed, top), size: Size(style.width + 2 * style.bleed, height))
      }
      top += height
    }
    return .zero
  }

  /// Follows a finger that moves a row. Returns whether it handled the gesture.
  ///
  /// - Parameter corner: The column's upper left corner, on the surface.
  mutating func handle(_ gesture: Gesture, from corner: Point, at time: Double) -> Bool {
    if case .touchBegan(let point) = gesture {
      touched = galleries.first { place(of: $0).contains(point - corner) }
    }
    guard let touched else { return false }
    return pieces[touched].gallery?.handle(gesture, at: time) == true
  }

  /// Scrolls the row that is nearest to the middle of the visible area, with a wheel or a touchpad. Returns
  /// whether a row is visible.
  ///
  /// - Parameter area: The visible part of the column.
  mutating func scroll(_ event: ScrollEvent, in area: Rectangle, at time: Double) -> Bool {
    let seen = galleries.filter { pieces[$0].gallery?.isScrolling == true && place(of: $0).isHalf(in: area) }
    let nearest = seen.min {
      abs(place(of: $0).center.y - area.center.y) < abs(place(of: $1).center.y - area.center.y)
    }
    guard let nearest else { return false }
    pieces[nearest].gallery?.scroll(event, at: time)
    return true
  }

  /// Returns the block of a target, and the target's index within the block.
  private func piece(ofTarget target: Int) -> (piece: Int, target: Int)? {
    var left = target
    for index in pieces.indices {
      let count = pieces[index].targets(style).count
      if left < count { return (index, left) }
      left -= count
    }
    return nil
  }

  /// Scrolls a target into view within its row.
  mutating func reveal(target: Int, at time: Double) {
    guard let (piece, index) = piece(ofTarget: target) else { return }
    pieces[piece].gallery?.reveal(index, at: time)
  }

  /// Returns the elements that scroll visible rows.
  ///
  /// - Parameter area: The visible part of the column.
  func scrollers(in area: Rectangle, _ words: Localizer) -> [Element] {
    var elements: [Element] = []
    for index in galleries {
      guard let gallery = pieces[index].gallery, place(of: index).isHalf(in: area) else { continue }
      if gallery.canStep(by: 1) {
        elements.append(
          Element(id: ElementID(Self.on.name, index), role: .scroller, label: words(.nextPicture)))
      }
      if gallery.canStep(by: -1) {
        elements.append(
          Element(id: ElementID(Self.back.name, index), role: .scroller, label: words(.previousPicture)))
      }
    }
    return elements
  }

  /// Scrolls a row by a picture. Returns whether the element is one of its steps.
  mutating func activate(_ element: ElementID, at time: Double) -> Bool {
    guard element.isKind(of: Self.on) || element.isKind(of: Self.back), galleries.contains(element.index)
    else { return false }
    pieces[element.index].gallery?.step(by: element.isKind(of: Self.on) ? 1 : -1, at: time)
    return true
  }
}

extension PageBlock {
  /// The block itself, or the pictures of a row as single blocks.
  fileprivate var withoutRows: [PageBlock] {
    if case .gallery(let pictures) = self { pictures.map { .picture($0) } } else { [self] }
  }
}

extension Rectangle {
  /// Reports whether at least half of the height is visible, and a part of the width.
  func isHalf(in area: Rectangle) -> Bool {
    guard let seen = area.intersection(self) else { return false }
    return seen.size.height * 2 >= size.height
  }
}

// Screens side by side, as on a tile of a vertical carousel.
extension PageColumn {
  /// The overlap of two screens, in font sizes: a line that one screen cuts off is complete on the next.
  private static let overlap = 1.6

  /// Visits the blocks on screens of `height` points side by side, with the number of the screen and the
  /// block's upper edge there. A block without room goes onto the next screen. A block taller than a screen
  /// is visited on several.
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

  /// Returns the number of screens of `height` points.
  func screens(of height: Double) -> Int {
    var last = 0
    forEachPart(onScreensOf: height) { _, _, screen, _ in last = screen }
    return last + 1
  }

  /// Draws the part of the screens within the plane's clip. The first one's upper left corner is at `corner`.
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

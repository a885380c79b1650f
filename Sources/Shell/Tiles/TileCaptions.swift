import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The texts below the tiles: the name, in letters that shrink with the tiles beside the middle, and facts
/// about the tile.
struct TileCaptions: Sendable {
  /// The text below a tile. All but the name may be empty.
  private struct Text: Hashable {
    let name, further: String

    init(_ tile: LauncherTile) {
      let look = tile.appearance
      name = tile.name
      further = [look.kicker, look.detail, look.meta].filter { !$0.isEmpty }.joined(separator: "\u{A0}· ")
    }
  }

  private struct Caption {
    let text: Text
    var name: Writing
    var further: Writing?

    var isMeasured: Bool { name.size != nil && (further == nil || further?.size != nil) }
  }

  /// The visible captions, and their successors while they are drawn, by the tiles' indices.
  private var (shown, next): ([Int: Caption], [Int: Caption]) = ([:], [:])
  /// Tiles whose caption is up to date.
  private var isCurrent: Set<Int> = []

  /// The letters of a name and of the lines below it, in heights of letters.
  private static let (nameSize, furtherSize) = (1.4, 0.8)
  /// The heights of these lines, and the gap between the tile and the name, in heights of letters.
  static let (nameRow, furtherRow, gap) = (1.9, 1.15, 0.6)
  private static let furtherOpacity = 0.82
  /// Points between a caption and the edge of the screen below which the caption fades.
  private static let leastGap = 5.0

  /// Discards all captions, because the tiles have another size.
  mutating func forget() { self = TileCaptions() }

  /// Marks all captions for an update. `destination` returns the new index of a tile.
  mutating func renew(_ destination: (Int) -> Int?) {
    var moved: [Int: Caption] = [:]
    for (index, caption) in shown { if let place = destination(index) { moved[place] = caption } }
    shown = moved
    next.removeAll(keepingCapacity: true)
    isCurrent.removeAll(keepingCapacity: true)
  }

  /// Marks a caption for an update.
  mutating func renew(_ index: Int) { isCurrent.remove(index) }

  /// Requests a tile's caption, unless it is visible already.
  mutating func request(
    _ index: Int, of tile: LauncherTile, width: (name: Double, further: Double), lines: Int, order: Int,
    _ look: ShelfLook, into effects: inout [ShellEffect]
  ) {
    guard isCurrent.insert(index).inserted else { return }
    let text = Text(tile)
    next[index] = nil
    guard shown[index]?.text != text else { return }
    let (theme, letters) = (look.theme, look.metrics.fontSize)
    func writing(_ text: String, _ size: Double, _ width: Double, isName: Bool) -> Writing {
      let lines = isName ? 1 : lines
      let block = TextBlock(
        text, color: isName ? theme.header : theme.quieter(theme.header, Self.furtherOpacity),
        fontSize: letters * size, fontFamily: isName ? theme.titleFontFamily : theme.fontFamily,
        language: theme.language, isBold: isName, mostLines: lines)
      let row = isName ? Self.nameRow : Self.furtherRow
      return Writing(
        block, within: Size(max(1, width), letters * row * Double(lines)), scale: look.scale)
    }
    let further =
      text.further.isEmpty || lines == 0
      ? nil : writing(text.further, Self.furtherSize, width.further, isName: false)
    let caption = Caption(
      text: text, name: writing(text.name, Self.nameSize, width.name, isName: true), further: further)
    next[index] = caption
    effects.append(.draw(caption.name.picture, order: order))
    if let further { effects.append(.draw(further.picture, order: order)) }
  }

  /// Stores the measured size of a picture. Returns whether a caption shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isShown = false
    for (index, var caption) in next {
      let isName = caption.name.measured(picture, size: size)
      let isFurther = caption.further?.measured(picture, size: size) == true
      guard isName || isFurther else { continue }
      isShown = true
      next[index] = caption.isMeasured ? nil : caption
      if caption.isMeasured { shown[index] = caption }
    }
    return isShown
  }

  /// Draws a caption below a tile. `corner` is the start of the tile's lower edge, from the middle of the
  /// screen, and `part` the scale of the name.
  func append(
    _ index: Int, below corner: Point, part: Double, opacity: Double, _ look: ShelfLook,
    to frame: inout SceneFrame
  ) {
    guard let caption = shown[index], let name = caption.name.extent(scale: look.scale) else { return }
    let letters = look.metrics.fontSize
    let top = corner.y + letters * Self.gap
    let extent = Size(name.width * part, name.height * part)
    let further = caption.further?.extent(scale: look.scale)
    let right = corner.x + max(extent.width, further?.width ?? 0)
    let edge = look.metrics.size.width / 2
    let seen = opacity * min(max(min(corner.x + edge, edge - right) / Self.leastGap, 0), 1)
    guard seen > 0 else { return }
    let middle = Point(look.metrics.size.width / 2, look.metrics.size.height / 2)
    let first = frame.sprites.count
    frame.append(
      .picture(caption.name.picture, placeholder: .clear),
      in: Rectangle(origin: Point(corner.x.rounded(), top.rounded()) + middle, size: extent))
    if let writing = caption.further {
      // All names stand on one line, and so do the texts below them.
      frame.append(
        writing,
        at: Point(corner.x.rounded(), (top + letters * Self.nameRow * (0.5 + part / 2)).rounded()) + middle,
        scale: look.scale)
    }
    frame.fade(from: first, by: seen)
  }
}

extension Shelf {
  /// Whether names fit below the tiles: the tiles stand upright, side by side, and do not overlap.
  var hasRoomForCaptions: Bool {
    !isVertical && !isSingle && (settings.layout == .spotlight || settings.layout == .linear)
  }

  /// Requests a tile's caption.
  mutating func requestCaption(
    _ index: Int, order: Int, _ look: ShelfLook, into effects: inout [ShellEffect]
  ) {
    guard let lines = look.captionLines, !tiles[index].name.isEmpty else { return }
    let width = size(of: index).width
    let side = settings.details.sideScale ?? CarouselSettings.defaultSideScale(of: settings.layout)
    // The lines below a name are as wide as the second tile beside the middle one.
    let narrow = width * (1.5 * side - 0.5)
    captions.request(
      index, of: tiles[index], width: (width, narrow), lines: lines, order: order, look, into: &effects)
  }

  /// Appends the text below a tile.
  func appendCaption(_ placement: Placement, to frame: inout SceneFrame, _ look: ShelfLook) {
    guard look.captionLines != nil, look.captionOpacity > 0 else { return }
    let size = size(of: placement.index)
    let transform = placement.transform.onScreen(scaled: look.zoom, moved: look.center)
    guard let left = transform.project(Point(-size.width / 2, size.height / 2)),
      let right = transform.project(Point(size.width / 2, size.height / 2))
    else { return }
    captions.append(
      placement.index, below: left, part: min(1, (right.x - left.x) / max(1, size.width)),
      opacity: placement.opacity * look.captionOpacity, look, to: &frame)
  }
}

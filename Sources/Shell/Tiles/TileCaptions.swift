import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// What is written below each tile: its name, in letters that are as much smaller beside the middle as the
/// tiles are, and what there is to know about it.
struct TileCaptions: Sendable {
  /// What is written below a tile. All but the name may be empty.
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

  /// What is seen, and what takes its place once it has been drawn. By the tiles' indexes.
  private var (shown, next): ([Int: Caption], [Int: Caption]) = ([:], [:])
  /// Tiles that may say something else than what is seen.
  private var isCurrent: Set<Int> = []

  /// Letters of a name and of the lines below it, in heights of letters.
  private static let (nameSize, furtherSize) = (1.4, 0.8)
  /// The heights of their lines, in the same; what is free between the tile, the name and the lines below.
  static let (nameRow, furtherRow, gap) = (1.9, 1.15, 0.6)
  private static let furtherOpacity = 0.82
  /// Points between a caption and the edge of the screen below which it fades.
  private static let leastGap = 5.0

  /// Has all of them written anew, on tiles of another size.
  mutating func forget() { self = TileCaptions() }

  /// Has all of them looked up again. `destination` is where a tile is from now on.
  mutating func renew(_ destination: (Int) -> Int?) {
    var moved: [Int: Caption] = [:]
    for (index, caption) in shown { if let place = destination(index) { moved[place] = caption } }
    shown = moved
    next.removeAll(keepingCapacity: true)
    isCurrent.removeAll(keepingCapacity: true)
  }

  /// Has one of them looked up again.
  mutating func renew(_ index: Int) { isCurrent.remove(index) }

  /// Has a tile's caption written, where that is not what is seen already.
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

  /// Takes the measure of a picture; whether a caption shows it.
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

  /// Draws the caption of a tile whose lower edge begins at a point from the middle of the screen. `part` is
  /// how large its name is.
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
      // All names stand on one line, and so does what is below them.
      frame.append(
        writing,
        at: Point(corner.x.rounded(), (top + letters * Self.nameRow * (0.5 + part / 2)).rounded()) + middle,
        scale: look.scale)
    }
    frame.fade(from: first, by: seen)
  }
}

extension Shelf {
  /// Whether names can stand below the tiles: they stand beside one another, upright, and are not behind each
  /// other.
  var hasRoomForCaptions: Bool {
    !isVertical && !isSingle && (settings.layout == .spotlight || settings.layout == .linear)
  }

  /// Has a tile's caption written.
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

  /// Adds what is written below a tile.
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

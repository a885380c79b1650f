import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The texts on the tiles of a shelf: a layer over the cards, with its own fades.
struct TileNames: Sendable {
  /// The places of a name and its shade, in points from the middle of a tile.
  struct Place: Sendable {
    /// The area of the letters.
    let area: Rectangle
    /// The shade and its place; nil on a card, which has no shade.
    let scrim: (picture: Picture, area: Rectangle, cornerRadius: Double)?
    /// The size of the name's letters, in points.
    let letters: Double

    /// Creates the place of a text whose pixels have an extent (`size`) and a place (`inset`) in the
    /// requested picture.
    init?(_ picture: Picture, size: PixelSize, inset: PixelSize) {
      guard case .writing(let face) = picture.content, size.width > 1, picture.scale > 0 else { return nil }
      let scale = picture.scale
      let extent = Size(Double(picture.size.width) / scale, Double(picture.size.height) / scale)
      let corner = Point(-extent.width / 2, -extent.height / 2)
      let top = Double(inset.height) / scale
      area = Rectangle(
        origin: corner + Point(Double(inset.width) / scale, top),
        size: Size(Double(size.width) / scale, Double(size.height) / scale))
      letters = face.fontSize
      scrim = face.style == .fullBleed ? Self.scrim(below: face, top: top, extent) : nil
    }

    /// The distance of an opaque band's edge above the text, in margins of a tile.
    private static let bandMargin = 0.7

    private static func scrim(
      below face: TileFace, top: Double, _ extent: Size
    ) -> (picture: Picture, area: Rectangle, cornerRadius: Double)? {
      guard face.scrim.alpha > 0 else { return nil }
      // The shade leaves out the border.
      let border = face.border.alpha > 0 ? max(0, min(face.borderWidth, 40)) : 0
      let radius = max(0, min(face.cornerRadius, extent.width / 2, extent.height / 2) - border)
      let scrim = Scrim(top: top, height: extent.height)
      let bottom = extent.height - border
      guard face.scrim.alpha < 1 else {
        // An opaque band has an edge, as far above the text as the text is from the tile's lower edge.
        let upper = max(border, top - min(extent.width, extent.height) * face.margin * bandMargin)
        let size = Size(extent.width - 2 * border, bottom - upper)
        guard !size.isEmpty else { return nil }
        return (
          Picture(.scrim(.solid(face.scrim)), size: Scrim.Shade.pixels, scale: 1),
          Rectangle(origin: Point(border - extent.width / 2, upper - extent.height / 2), size: size), radius
        )
      }
      // The upper corners are as round as the lower ones, and invisible.
      let upper = max(border, min(scrim.start, bottom - 2 * radius))
      let color = face.tint.map { Scrim.color(face.scrim, toned: $0.bottom) } ?? face.scrim
      let size = Size(extent.width - 2 * border, bottom - upper)
      guard !size.isEmpty else { return nil }
      return (
        Picture(
          .scrim(scrim.shade(color, from: upper, to: bottom)), size: Scrim.Shade.pixels, scale: 1),
        Rectangle(origin: Point(border - extent.width / 2, upper - extent.height / 2), size: size), radius
      )
    }
  }

  /// The texts.
  var faces = MeasuredFaces<Place>()
  /// The requested shades, and (in `unasked`) those still to request.
  private var shades: Set<Picture> = []
  private var unasked: [Picture] = []

  /// Discards all texts, because the tiles have another size.
  mutating func forget() { self = TileNames() }

  /// Notes that a picture's pixels have arrived. Returns whether a tile shows it as its name or as the shade
  /// below.
  mutating func ready(_ picture: Picture, size: PixelSize, inset: PixelSize, at time: Double) -> Bool {
    let place = Place(picture, size: size, inset: inset)
    guard faces.ready(picture, place, at: time) else { return shades.contains(picture) }
    if let scrim = place?.scrim?.picture, shades.insert(scrim).inserted { unasked.append(scrim) }
    return true
  }

  /// Requests the shades of names that have arrived.
  mutating func requestScrims(order: Int, into effects: inout [ShellEffect]) {
    guard !unasked.isEmpty else { return }
    for picture in unasked { effects.append(.draw(picture, order: order)) }
    unasked.removeAll()
  }
}

/// A projected rectangle: four corners, clockwise from the upper left, in points from the middle of the
/// screen.
struct SeenQuad: Sendable {
  let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// Projects a rectangle. Returns nil if a corner is behind the viewer.
  init?(_ area: Rectangle, _ transform: Transform) {
    guard let a = transform.project(area.origin), let b = transform.project(Point(area.maxX, area.origin.y)),
      let c = transform.project(Point(area.maxX, area.maxY)),
      let d = transform.project(Point(area.origin.x, area.maxY))
    else { return nil }
    corners = (SIMD2(a.x, a.y), SIMD2(b.x, b.y), SIMD2(c.x, c.y), SIMD2(d.x, d.y))
  }

  private func edge(_ index: Int) -> (from: SIMD2<Double>, to: SIMD2<Double>) {
    switch index {
    case 0: (corners.0, corners.1)
    case 1: (corners.1, corners.2)
    case 2: (corners.2, corners.3)
    default: (corners.3, corners.0)
    }
  }

  /// Returns the distance of a point beyond an edge, in points; negative within.
  private func distance(of point: SIMD2<Double>, beyond index: Int) -> Double {
    let (from, to) = edge(index)
    let (across, down) = (to.x - from.x, to.y - from.y)
    let length = (across * across + down * down).squareRoot()
    guard length > 0 else { return -.infinity }
    return ((point.x - from.x) * down - (point.y - from.y) * across) / length
  }

  /// Returns the distance of another quad beyond one of this quad's edges. It is at most 0 if no edge
  /// separates them.
  private func gap(beforeEdgesTo other: SeenQuad) -> Double {
    var (widest, index) = (-Double.infinity, 0)
    while index < 4 {
      defer { index += 1 }
      let nearest = min(
        min(distance(of: other.corners.0, beyond: index), distance(of: other.corners.1, beyond: index)),
        min(distance(of: other.corners.2, beyond: index), distance(of: other.corners.3, beyond: index)))
      widest = max(widest, nearest)
    }
    return widest
  }

  /// Returns a lower bound of the distance between two quads, in points; at most 0 if they touch.
  ///
  /// Convex shapes are apart where an edge of one of them separates them (Gottschalk, "OBBTree", 1996).
  func gap(to other: SeenQuad) -> Double { max(gap(beforeEdgesTo: other), other.gap(beforeEdgesTo: self)) }

  /// Returns the depth of another quad within this one; negative if one of its corners is outside.
  func depth(of other: SeenQuad) -> Double {
    var (least, index) = (Double.infinity, 0)
    while index < 4 {
      defer { index += 1 }
      let farthest = max(
        max(distance(of: other.corners.0, beyond: index), distance(of: other.corners.1, beyond: index)),
        max(distance(of: other.corners.2, beyond: index), distance(of: other.corners.3, beyond: index)))
      least = min(least, -farthest)
    }
    return least
  }

  /// Returns the depth of the quad within a rectangle.
  func depth(in area: Rectangle) -> Double {
    min(
      min(depth(of: corners.0, in: area), depth(of: corners.1, in: area)),
      min(depth(of: corners.2, in: area), depth(of: corners.3, in: area)))
  }

  private func depth(of corner: SIMD2<Double>, in area: Rectangle) -> Double {
    min(
      min(corner.x - area.origin.x, area.maxX - corner.x), min(corner.y - area.origin.y, area.maxY - corner.y)
    )
  }

  /// Returns the share of a line within the quad, from 0 to 1; nil for none (Cyrus and Beck, 1978).
  func part(of line: (from: SIMD2<Double>, to: SIMD2<Double>)) -> ClosedRange<Double>? {
    var (first, last, index) = (0.0, 1.0, 0)
    while index < 4 {
      defer { index += 1 }
      let (start, end) = (
        distance(of: line.from, beyond: index), distance(of: line.to, beyond: index)
      )
      if start > 0, end > 0 { return nil }
      if start > 0 { first = max(first, start / (start - end)) }
      if end > 0 { last = min(last, start / (start - end)) }
    }
    return first < last ? first...last : nil
  }

  /// The lines from the middle of the left edge to the right one, and from the upper edge to the lower one.
  var across: (from: SIMD2<Double>, to: SIMD2<Double>) {
    ((corners.0 + corners.3) / 2, (corners.1 + corners.2) / 2)
  }
  var down: (from: SIMD2<Double>, to: SIMD2<Double>) {
    ((corners.0 + corners.1) / 2, (corners.3 + corners.2) / 2)
  }

  /// The steepness of the lower edge: the sine of its angle.
  var slope: Double {
    let (across, down) = (corners.2.x - corners.3.x, corners.2.y - corners.3.y)
    let length = (across * across + down * down).squareRoot()
    return length > 0 ? abs(down) / length : 1
  }
}

/// Names on tiles: either complete or invisible.
extension Shelf {
  /// The visible share of a tile at which its name begins to appear, and the further share until it is
  /// opaque.
  private static let (leastSeen, seenRange) = (0.6, 0.25)
  /// Points between a name and its cover below which the name fades.
  private static let leastGap = 5.0
  /// The steepness of a line that is still pleasant to read, as the sine of its angle, and the steepness at
  /// which names disappear.
  private static let (level, steep) = (0.07, 0.16)
  /// The distances from the middle tile, in tiles, for names while the middle tile's name is elsewhere. Up to
  /// the first a tile has no name, and from the second its name is opaque.
  private static let (bare, named) = (0.35, 0.75)

  /// Returns the opacity of a name at an offset from the middle, if the middle tile's name is elsewhere.
  static func namedElsewhere(_ offset: Double) -> Double {
    let way = min(max((abs(offset) - bare) / (named - bare), 0), 1)
    return way * way * (3 - 2 * way)
  }

  /// Computes the visible places of the tiles before the first one is drawn.
  mutating func see(_ look: ShelfLook) {
    seen.removeAll(keepingCapacity: true)
    for index in placements.indices {
      let isSeen =
        placements[index].opacity > 0
        && (isShown(placements[index]) || !tiles.indices.contains(placements[index].index))
      seen.append(
        isSeen
          ? SeenQuad(
            Rectangle(center: .zero, size: size(of: placements[index].index)),
            placements[index].transform.onScreen(scaled: look.zoom, moved: look.center)) : nil)
    }
  }

  /// Requests the text on a tile.
  mutating func requestName(_ index: Int, order: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(index), look.hasNameLayer(tiles[index]), look.captionLines == nil else {
      return
    }
    let (tile, size, common, hue) = (tiles[index], size(of: index), tileSize, hues[index])
    names.faces.request(index, order: order, into: &effects) {
      look.name(of: tile, size, beside: common, hue: hue)
    }
  }

  /// Appends the text on a tile, with the opacity that its visible part allows.
  mutating func appendName(
    _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    let index = placement.index
    guard look.hasNameLayer(tiles[index]), look.captionLines == nil else { return }
    let size = size(of: index)
    let name = names.faces.look(of: index, at: clock, duration: fadeDuration) { [tiles, tileSize, hues] in
      look.name(of: tiles[index], size, beside: tileSize, hue: hues[index])
    }
    let transform = transform.onScreen(scaled: look.zoom, moved: look.center)
    let opacity = placement.opacity * look.opacity
    let light = light(on: placement, look)
    if let former = name.former, let place = names.faces.measure(of: former) {
      let part = names.faces.measure(of: name.picture) == nil ? 1 : 1 - name.part
      let seen = part * visibility(of: place.area, letters: place.letters, on: placement, transform, look)
      frame.append(former, place, transform, opacity: opacity * seen, brightness: light)
    }
    if name.part > 0, let place = names.faces.measure(of: name.picture) {
      let seen =
        name.part * visibility(of: place.area, letters: place.letters, on: placement, transform, look)
      frame.append(name.picture, place, transform, opacity: opacity * seen, brightness: light)
    }
  }

  /// The size in points below which letters are invisible, and the range over which they become opaque.
  /// Smaller letters would look like dirt on the picture.
  private static let (leastLetters, letterRange) = (10.9, 0.1)

  /// Returns the opacity of letters of a size in points.
  private static func legibility(_ points: Double) -> Double {
    min(max((points - leastLetters) / letterRange, 0), 1)
  }

  /// Returns the opacity of text on a tile, 0 to 1. Partly covered text is invisible.
  ///
  /// - Parameter letters: The size of the letters, in points.
  func visibility(
    of area: Rectangle, letters: Double, on placement: Placement, _ transform: Transform, _ look: ShelfLook
  ) -> Double {
    var part = 1.0
    if look.namesMiddleElsewhere {
      part = Self.namedElsewhere(placement.offset)
    }
    let place = seenPlace(of: placement)
    guard part > 0, place < seen.count, let tile = seen[place], let writing = SeenQuad(area, transform) else {
      return 0
    }
    part *= min(max((Self.steep - writing.slope) / (Self.steep - Self.level), 0), 1)
    let seenLetters = letters * transform.nearness(at: area.center)
    // The middle tile shows text of any size that is nowhere else.
    let isOnlyThere = look.namesMiddleElsewhere ? 0 : min(max(2 - 2 * abs(placement.offset), 0), 1)
    part *= max(isOnlyThere, Self.legibility(seenLetters))
    // In the largest print, small letters do not help if the name stands elsewhere once its tile is in the
    // middle.
    if look.namesMiddleElsewhere, seenLetters < look.metrics.leastLetters { return 0 }
    guard part > 0 else { return 0 }
    part *= uncovered(writing, on: tile, at: place, leastSeen: Self.leastSeen, look)
    return look.theme.isOpaque ? part.rounded() : part
  }

  /// Returns the opacity of a badge, which stands upright. A badge that reaches beyond its tile is invisible.
  func badgeVisibility(
    of area: Rectangle, on placement: Placement, _ transform: Transform, _ look: ShelfLook
  ) -> Double {
    let place = seenPlace(of: placement)
    guard place < seen.count, let tile = seen[place], let badge = SeenQuad(area, transform) else { return 0 }
    let part = min(max(1 + tile.depth(of: badge) / Self.leastGap, 0), 1)
    guard part > 0 else { return 0 }
    let seen = part * uncovered(badge, on: tile, at: place, leastSeen: 0, look)
    return look.theme.isOpaque ? seen.rounded() : seen
  }

  /// Returns the index of a placement. Every frame calls it; closures would allocate memory.
  private func seenPlace(of placement: Placement) -> Int {
    var place = 0
    while place < placements.count, placements[place].index != placement.index { place += 1 }
    return place
  }

  /// Returns the opacity of content on the tile at index `place`. It is 0 if a part of the content is covered
  /// or beyond the screen, or if less than `leastSeen` of the tile is visible.
  private func uncovered(
    _ writing: SeenQuad, on tile: SeenQuad, at place: Int, leastSeen: Double, _ look: ShelfLook
  ) -> Double {
    var part = 1.0
    let screen = Rectangle(center: .zero, size: look.metrics.size)
    var window = screen
    if let clip = look.clip { window = clip.intersection(screen) ?? .zero }
    part *= min(max(writing.depth(in: window) / Self.leastGap, 0), 1)
    guard part > 0 else { return 0 }
    guard let room = SeenQuad(window, .identity), var across = room.part(of: tile.across),
      var down = room.part(of: tile.down)
    else { return 0 }
    var other = place
    while other + 1 < seen.count {
      other += 1
      guard let cover = seen[other] else { continue }
      part *= min(max(cover.gap(to: writing) / Self.leastGap, 0), 1)
      guard part > 0 else { return 0 }
      if let covered = cover.part(of: tile.across) { across = across.rest(without: covered) }
      if let covered = cover.part(of: tile.down) { down = down.rest(without: covered) }
    }
    guard leastSeen > 0 else { return part }
    let visible = min(across.upperBound - across.lowerBound, down.upperBound - down.lowerBound)
    return part * min(max((visible - leastSeen) / Self.seenRange, 0), 1)
  }
}

extension ClosedRange<Double> {
  /// Returns the larger part of the range outside another one.
  fileprivate func rest(without other: ClosedRange<Double>) -> ClosedRange<Double> {
    let (before, behind) = (
      Swift.min(Swift.max(other.lowerBound, lowerBound), upperBound),
      Swift.max(Swift.min(other.upperBound, upperBound), lowerBound)
    )
    return before - lowerBound >= upperBound - behind ? lowerBound...before : behind...upperBound
  }
}

extension SceneFrame {
  /// Appends the text on a tile and its shade, on the tile's plane.
  mutating func append(
    _ name: Picture, _ place: TileNames.Place, _ transform: Transform, opacity: Double, brightness: Double = 1
  ) {
    guard opacity > 0 else { return }
    if let scrim = place.scrim {
      sprites.append(
        Sprite(
          .picture(scrim.picture, placeholder: .clear), size: scrim.area.size,
          transform: transform.translated(scrim.area.center.x, scrim.area.center.y, 0),
          cornerRadius: scrim.cornerRadius, opacity: opacity, brightness: brightness))
    }
    sprites.append(
      Sprite(
        .picture(name, placeholder: .clear), size: place.area.size,
        transform: transform.translated(place.area.center.x, place.area.center.y, 0), opacity: opacity,
        brightness: brightness))
  }
}

extension ShelfLook {
  /// Reports whether a tile's name is a layer over its card. On a tile with controls, the name is among the
  /// controls, unless it stands elsewhere while the tile is in the middle.
  func hasNameLayer(_ tile: LauncherTile) -> Bool {
    if tile.isLive { return namesMiddleElsewhere && captionLines == nil && !tile.name.isEmpty }
    return !tile.name.isEmpty || !tile.appearance.detail.isEmpty
  }

  /// Whether a tile's name stands above its controls.
  var namesInteriors: Bool { !namesMiddleElsewhere && captionLines == nil }
}

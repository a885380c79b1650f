import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// What is written on the tiles of a shelf: a layer over their cards that fades by itself.
struct TileNames: Sendable {
  /// Where a name and its shade are, in points from the middle of a tile.
  struct Place: Sendable {
    /// What the letters take.
    let area: Rectangle
    /// The shade, and where it is; nil on a card, which has none.
    let scrim: (picture: Picture, area: Rectangle, cornerRadius: Double)?
    /// How large the letters of the name are.
    let letters: Double

    /// The place of writing whose pixels have an extent and a place in the picture that was asked for.
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

    /// How far an opaque band reaches above writing, in margins of a tile.
    private static let bandMargin = 0.7

    private static func scrim(
      below face: TileFace, top: Double, _ extent: Size
    ) -> (picture: Picture, area: Rectangle, cornerRadius: Double)? {
      guard face.scrim.alpha > 0 else { return nil }
      // The border stays in the light.
      let border = face.border.alpha > 0 ? max(0, min(face.borderWidth, 40)) : 0
      let radius = max(0, min(face.cornerRadius, extent.width / 2, extent.height / 2) - border)
      let scrim = Scrim(top: top, height: extent.height)
      let bottom = extent.height - border
      guard face.scrim.alpha < 1 else {
        // What nothing shines through has an edge: as far above the writing as that is from the lower edge of
        // the tile.
        let upper = max(border, top - min(extent.width, extent.height) * face.margin * bandMargin)
        let size = Size(extent.width - 2 * border, bottom - upper)
        guard !size.isEmpty else { return nil }
        return (
          Picture(.scrim(.solid(face.scrim)), size: Scrim.Shade.pixels, scale: 1),
          Rectangle(origin: Point(border - extent.width / 2, upper - extent.height / 2), size: size), radius
        )
      }
      // Its upper corners are as round as its lower ones, and nothing is seen of them.
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

  /// The writing.
  var faces = MeasuredFaces<Place>()
  /// Shades that were asked for, or will be.
  private var shades: Set<Picture> = []
  private var unasked: [Picture] = []

  /// Has all of them written anew, on tiles of another size.
  mutating func forget() { self = TileNames() }

  /// Takes note of a picture's pixels; whether a tile wears it as its name or as the shade below its name.
  mutating func ready(_ picture: Picture, size: PixelSize, inset: PixelSize, at time: Double) -> Bool {
    let place = Place(picture, size: size, inset: inset)
    guard faces.ready(picture, place, at: time) else { return shades.contains(picture) }
    if let scrim = place?.scrim?.picture, shades.insert(scrim).inserted { unasked.append(scrim) }
    return true
  }

  /// Asks for the shades of names that have come.
  mutating func requestScrims(order: Int, into effects: inout [ShellEffect]) {
    guard !unasked.isEmpty else { return }
    for picture in unasked { effects.append(.draw(picture, order: order)) }
    unasked.removeAll()
  }
}

/// A rectangle as it is seen: four corners, clockwise from the upper left, in points from the middle of the
/// screen.
struct SeenQuad: Sendable {
  let corners: (SIMD2<Double>, SIMD2<Double>, SIMD2<Double>, SIMD2<Double>)

  /// Nil where a corner is behind the viewer.
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

  /// How far a point is beyond an edge, in points; less than 0 within.
  private func distance(of point: SIMD2<Double>, beyond index: Int) -> Double {
    let (from, to) = edge(index)
    let (across, down) = (to.x - from.x, to.y - from.y)
    let length = (across * across + down * down).squareRoot()
    guard length > 0 else { return -.infinity }
    return ((point.x - from.x) * down - (point.y - from.y) * across) / length
  }

  /// How far all of another quad is beyond one of the edges of this one; at most 0 where no edge lies between
  /// them.
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

  /// How far apart two quads are, in points, and no more than that; at most 0 where they touch.
  ///
  /// Convex shapes are apart where an edge of one of them separates them (Gottschalk, "OBBTree", 1996).
  func gap(to other: SeenQuad) -> Double { max(gap(beforeEdgesTo: other), other.gap(beforeEdgesTo: self)) }

  /// How far all of another quad is within this one; less than 0 where a corner of it is not.
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

  /// How far all of it is within a rectangle.
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

  /// Which part of a line, from 0 to 1, lies within it; nil for none (Cyrus and Beck, 1978).
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

  /// From the middle of the left edge to that of the right one, and from the upper to the lower.
  var across: (from: SIMD2<Double>, to: SIMD2<Double>) {
    ((corners.0 + corners.3) / 2, (corners.1 + corners.2) / 2)
  }
  var down: (from: SIMD2<Double>, to: SIMD2<Double>) {
    ((corners.0 + corners.1) / 2, (corners.3 + corners.2) / 2)
  }

  /// How steep its lower edge is: the sine of its angle.
  var slope: Double {
    let (across, down) = (corners.2.x - corners.3.x, corners.2.y - corners.3.y)
    let length = (across * across + down * down).squareRoot()
    return length > 0 ? abs(down) / length : 1
  }
}

/// Names on tiles: whole ones, or none.
extension Shelf {
  /// A name is seen where so much of its tile is, and all of it where so much more is.
  private static let (leastSeen, seenRange) = (0.6, 0.25)
  /// Points between a name and what covers it below which it fades.
  private static let leastGap = 5.0
  /// How steep a line is at most that is pleasant to read, as the sine of its angle, and at which none is
  /// written any more.
  private static let (level, steep) = (0.07, 0.16)
  /// Where the name of the tile in the middle stands elsewhere: how far a tile is from the middle that has
  /// lost its own, and how far one that still has all of it, in tiles.
  private static let (bare, named) = (0.35, 0.75)

  /// How much is seen of a name on a tile so far from the middle, where the name of the tile in the middle
  /// stands elsewhere.
  static func namedElsewhere(_ offset: Double) -> Double {
    let way = min(max((abs(offset) - bare) / (named - bare), 0), 1)
    return way * way * (3 - 2 * way)
  }

  /// Finds out what is seen of the tiles, before the first one is drawn.
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

  /// Has a tile written on.
  mutating func requestName(_ index: Int, order: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(index), look.hasNameLayer(tiles[index]), look.captionLines == nil else {
      return
    }
    let (tile, size, common, hue) = (tiles[index], size(of: index), tileSize, hues[index])
    names.faces.request(index, order: order, into: &effects) {
      look.name(of: tile, size, beside: common, hue: hue)
    }
  }

  /// Adds what is written on a tile, as far as all of it is seen.
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

  /// Letters of fewer points are not drawn: they would be dirt on the picture. So many more, and all of them
  /// are seen.
  private static let (leastLetters, letterRange) = (10.9, 0.1)

  /// How much is seen of letters of so many points.
  private static func legibility(_ points: Double) -> Double {
    min(max((points - leastLetters) / letterRange, 0), 1)
  }

  /// How much is seen of writing on a tile, 0 to 1: nothing where a part of it is covered.
  ///
  /// - Parameter letters: how large its letters are, in points.
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
    // What is written nowhere else is written on the tile in the middle, however small that is.
    let isOnlyThere = look.namesMiddleElsewhere ? 0 : min(max(2 - 2 * abs(placement.offset), 0), 1)
    part *= max(isOnlyThere, Self.legibility(seenLetters))
    // In the largest print small letters are no help, where the name stands elsewhere once its tile is in the
    // middle.
    if look.namesMiddleElsewhere, seenLetters < look.metrics.leastLetters { return 0 }
    guard part > 0 else { return 0 }
    part *= uncovered(writing, on: tile, at: place, leastSeen: Self.leastSeen, look)
    return look.theme.isOpaque ? part.rounded() : part
  }

  /// The same of a badge, which stands upright: nothing where it reaches beyond its tile.
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

  /// Where a tile is among those that are seen. Every frame asks: closures would take memory.
  private func seenPlace(of placement: Placement) -> Int {
    var place = 0
    while place < placements.count, placements[place].index != placement.index { place += 1 }
    return place
  }

  /// How much is seen of what stands on a tile that is the one at `place`: nothing where a part of it is
  /// covered or beyond the screen, or less than `leastSeen` of the tile is seen.
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
  /// The larger part of it that another one leaves.
  fileprivate func rest(without other: ClosedRange<Double>) -> ClosedRange<Double> {
    let (before, behind) = (
      Swift.min(Swift.max(other.lowerBound, lowerBound), upperBound),
      Swift.max(Swift.min(other.upperBound, upperBound), lowerBound)
    )
    return before - lowerBound >= upperBound - behind ? lowerBound...before : behind...upperBound
  }
}

extension SceneFrame {
  /// Adds what is written on a tile and its shade, on the tile's plane.
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
  /// Whether a tile's name is a layer over its card. On a tile with controls it is among these, unless it
  /// stands elsewhere while the tile is in the middle.
  func hasNameLayer(_ tile: LauncherTile) -> Bool {
    if tile.isLive { return namesMiddleElsewhere && captionLines == nil && !tile.name.isEmpty }
    return !tile.name.isEmpty || !tile.appearance.detail.isEmpty
  }

  /// Whether a tile's name is written above its controls.
  var namesInteriors: Bool { !namesMiddleElsewhere && captionLines == nil }
}

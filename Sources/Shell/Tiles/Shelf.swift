import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// A carousel with its tiles: a shelf of the launcher, or the content of a folder.
struct Shelf: Sendable {
  /// The text above the shelf.
  private(set) var name: String?
  /// The look and behavior of the carousel, also for folders.
  var settings: CarouselSettings
  private(set) var tiles: [LauncherTile] {
    didSet { hues = HueWheel.steps(of: tiles.lazy.map(\.id)) }
  }
  /// The tiles' steps on the wheel of hues.
  private(set) var hues: [UInt8]
  var carousel: Carousel
  var faces = FaceStore()
  var backs = FaceStore()
  /// The texts on the tiles.
  var names = TileNames()
  var badges = MeasuredFaces<BadgeMeasure>()
  /// The texts below the tiles.
  var captions = TileCaptions()
  /// The colors of the tiles' accents.
  var accents = AccentColors()
  /// The faces of placeholders, by their indices before and after those of the tiles.
  var placeholderFaces = FaceStore()
  /// The content of placeholders; nil for empty ones.
  private(set) var placeholder: LauncherTile?
  var decorations: DecorationStore
  /// The cards of removed tiles that are still visible, by the numbers of their departures.
  var departing: [Int: DepartingCard] = [:]
  /// The contents of live tiles, by the tiles' identifiers.
  var interiors: [String: TileInterior] = [:]
  /// The drawn name; nil without a name, and before the name first appears.
  var title: Writing?
  /// The shadows of the tiles, by the tiles' sizes; empty before they first appear.
  var shadows: [Size: Picture] = [:]
  /// The offset of the carousel in the latest frame, in tiles.
  private var seenOffset = 0.0
  /// The speed of the carousel in the latest frames, in points per second.
  private(set) var speed = 0.0
  /// The arrays stay between calls: a frame in steady state allocates nothing.
  var placements: [Placement] = []
  var elements: [CarouselElement] = []
  /// The places of `placements` in the latest frame; nil for invisible ones.
  var seen: [SeenQuad?] = []
  /// The time of the latest frame.
  private(set) var clock = 0.0
  /// The room for a tile on the current screen; nil before the first screen.
  private var room: Room?
  /// Whether both ends of the row can be visible at once.
  private var isShort = false
  /// The rest of the shift from before the latest reload, in points. It decays to 0.
  private var formerShift = SpringValue(0, response: Motion.open)
  /// The shift before the reload, until the new places are known.
  private var shiftBefore: Double?

  /// Points from its place within which a tile looks as if it were there: half the tolerance of a touch.
  static let stillDistance = 4.0
  /// Points per second below which motion is invisible: one point per frame at 60 Hz.
  static let stillSpeed = 60.0

  /// Creates a shelf at its first tile, for a screen of unknown size.
  init(_ shelf: LauncherShelf) {
    name = shelf.name
    settings = shelf.settings
    tiles = shelf.tiles
    hues = HueWheel.steps(of: shelf.tiles.lazy.map(\.id))
    placeholder = shelf.placeholder
    carousel = Carousel(
      options: settings.options(tiles: tiles.count), bounds: .zero, itemSize: Size(1, 1),
      numberOfItems: tiles.count, numberOfPlaceholders: settings.placeholders)
    decorations = DecorationStore(settings.decorations)
  }

  /// Returns the shelf after a reload. Tiles come, go and change places in view. The selected tile stays
  /// selected if it remains.
  func taking(_ wanted: LauncherShelf, at time: Double) -> Shelf {
    var shelf = self
    shelf.shiftBefore = shiftAlongAxis
    shelf.name = wanted.name
    shelf.settings = wanted.settings.suited(to: ScreenShape(carousel.bounds))
    shelf.tiles = wanted.tiles
    shelf.decorations = DecorationStore(wanted.settings.decorations)
    let match = TileMatch(tiles, wanted.tiles)
    shelf.faces.renew { match.destination(of: $0) }
    shelf.backs.renew { _ in nil }
    shelf.names.faces.renew { match.destination(of: $0) }
    shelf.badges.renew { match.destination(of: $0) }
    shelf.captions.renew { match.destination(of: $0) }
    shelf.placeholder = wanted.placeholder
    shelf.placeholderFaces = FaceStore()
    shelf.takeOptions(at: time)
    let departures = shelf.carousel.replaceItems(
      with: wanted.tiles.count, placeholders: wanted.settings.placeholders, origin: { match.origin(of: $0) },
      destination: { match.destination(of: $0) }, time: time)
    for (index, departure) in departures { shelf.departing[departure] = card(of: index) }
    shelf.fitTiles()
    shelf.pruneInteriors()
    return shelf
  }

  /// Updates changed tiles in place, and redraws tiles that show them or a part of them.
  mutating func retouch(_ changed: Set<String>, from shown: [LauncherShelf]) {
    for index in tiles.indices {
      guard
        changed.contains(tiles[index].id) || tiles[index].containsWithin(where: { changed.contains($0.id) }),
        let tile = shown.lazy.compactMap({ [id = tiles[index].id] in LauncherTile.find(id, among: $0.tiles) })
          .first, tile != tiles[index]
      else { continue }
      tiles[index] = tile
      faces.renew(index)
      backs.renew(index)
      names.faces.renew(index)
      badges.renew(index)
      captions.renew(index)
    }
  }

  /// Returns the index of the tile with an identifier, or of the tile that it is a part of.
  func index(showing id: String) -> Int? {
    tiles.firstIndex { $0.id == id } ?? tiles.firstIndex { $0.parts.contains { $0.id == id } }
  }

  /// Returns the tile with an identifier: a tile of the carousel, or a part of one.
  func tile(_ id: String) -> LauncherTile? {
    index(showing: id).flatMap { LauncherTile.find(id, among: [tiles[$0]]) }
  }

  /// Applies the settings. Tiles fly to their new places; the view changes in `view-change-duration`.
  private mutating func takeOptions(at time: Double) {
    var options = suitedOptions
    let viewpoint = options.viewpointOffset
    options.viewpointOffset = carousel.options.viewpointOffset
    carousel.options = options
    changeView(to: viewpoint, duration: settings.viewChangeDuration, at: time)
  }

  /// The options for these settings on this screen, with the current perspective and motion preference.
  private var suitedOptions: CarouselOptions {
    let queue = TileQueue(
      settings, tiles: tiles.count, of: tileSize, amongShelves: room?.isStackVertical != nil)
    let suited =
      isShort
      ? ShortRow.settings(settings, tiles: tiles.count)
      : queue?.settings(settings, tiles: tiles.count) ?? settings
    var options = suited.options(tiles: tiles.count, of: tileSize, on: carousel.bounds)
    queue?.place(&options)
    options.perspective = carousel.options.perspective
    options.changesFade = carousel.options.changesFade
    if settings.alignment == .start, !isVertical, let room {
      // Tiles that are wider than most begin at the margin, too.
      let left = room.metrics.plainFontSize * Self.startMargin + max(tileSize.width, largestTile.width) / 2
      options.focusPoint.x = left / max(1, carousel.bounds.width)
    }
    // The carousel does not know the screen, and would clip tiles within it.
    options.clipsToBounds = false
    return options
  }

  /// The margin of a tile at the start, in heights of letters. It equals the header's.
  private static let startMargin = 1.2

  /// Updates the options that depend on the screen.
  private mutating func fitOptions() {
    var options = suitedOptions
    options.viewpointOffset = carousel.options.viewpointOffset
    if options != carousel.options { carousel.options = options }
  }

  /// Animates perspective and viewpoint to the values for the tile size and the settings.
  private mutating func changeView(to viewpoint: Point, duration: Double, at time: Double) {
    let perspective = settings.perspective ?? Metrics.perspective(of: tileSize)
    let curve = settings.viewChangeCurve
    let duration = carousel.options.changesFade ? 0 : duration
    carousel.animatePerspective(to: perspective, duration: duration, curve: curve, at: time)
    carousel.animateViewpointOffset(to: viewpoint, duration: duration, curve: curve, at: time)
  }

  /// Moves the carousel to its initial position.
  private mutating func goToStart() {
    if let offset = settings.scrollOffset {
      carousel.setScrollOffset(offset, at: clock)
    } else {
      carousel.setCurrentItemIndex(startIndex, at: clock)
    }
  }

  /// The index of the initial tile.
  var startIndex: Int {
    let start = settings.startTile == CarouselSettings().startTile ? firstTile : settings.startTile - 1
    return min(start, tiles.count - 1)
  }

  /// The index of the initial tile without a setting. Covers, or tiles on a circle, begin in the middle if
  /// they do not wrap. Otherwise half of the screen beside the first tile would be empty.
  var firstTile: Int {
    let hasSides = leans || (isRound && settings.wrap)
    return hasSides && !carousel.isWrapEnabled && tiles.count > 2 ? (tiles.count - 1) / 2 : 0
  }

  /// Whether the layout is a circle or an ellipse.
  private var isRound: Bool {
    switch settings.layout {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel, .radial, .ring,
      .scaledRing,
      .ellipse, .invertedEllipse:
      true
    case .linear, .spotlight, .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .receding, .custom:
      false
    }
  }

  /// Whether tiles lean toward the middle of the screen.
  private var leans: Bool { settings.layout == .coverFlow || settings.layout == .coverFlow2 }

  var isVertical: Bool { settings.orientation == .vertical }

  /// The shift of all tiles, in points.
  var shift: Point {
    let shift = shiftAlongAxis
    return isVertical ? Point(0, shift) : Point(shift, 0)
  }

  private var shiftAlongAxis: Double { shiftAtRest + formerShift.value(at: clock) }

  /// The shift after all motion.
  private var shiftAtRest: Double {
    guard isShort, !leans, let room else { return 0 }
    return ShortRow.shift(of: carousel, on: room.metrics, within: room.height)
  }

  /// Animates the tiles to their places from where they were before the reload.
  private mutating func easeShift(_ metrics: Metrics) {
    guard let before = shiftBefore else { return }
    shiftBefore = nil
    formerShift = SpringValue(metrics.hasReducedMotion ? 0 : before - shiftAtRest, response: Motion.open)
    formerShift.go(to: 0, at: clock)
  }

  /// The direction of gestures that turn the carousel.
  var axis: Point { carousel.options.panVector ?? (isVertical ? Point(0, 1) : Point(1, 0)) }

  /// The size in points of a tile without a size of its own.
  var tileSize: Size { carousel.itemSize }

  /// Returns the size of a tile in points. A placeholder has the usual size.
  func size(of tile: Int) -> Size { carousel.size(ofItemAt: tile) }

  /// Whether at least half of the tiles have pictures.
  var hasPictures: Bool {
    let count = tiles.indices.count { tiles[$0].appearance.photograph != nil }
    return count > 0 && count * 2 >= tiles.count
  }

  /// The width of the widest tile and the height of the highest.
  var largestTile: Size {
    guard !carousel.itemSizes.isEmpty else { return tileSize }
    return tiles.indices.reduce(.zero) {
      Size(max($0.width, size(of: $1).width), max($0.height, size(of: $1).height))
    }
  }

  /// Returns the radius of a card's corners in points. A larger card is not rounder than its neighbors.
  func cornerRadius(of size: Size, _ look: ShelfLook) -> Double {
    Metrics.cornerRadius(
      of: Size(min(size.width, tileSize.width), min(size.height, tileSize.height)),
      share: look.theme.cornerRadius)
  }

  /// Passes the tiles' own sizes to the carousel.
  private mutating func fitTiles() { carousel.setItemSizes(ownSizes(among: tileSize) ?? { _ in nil }) }

  /// Returns the tiles' own sizes; nil if no tile has one.
  private func ownSizes(among common: Size) -> ((Int) -> Size?)? {
    guard let room, tiles.contains(where: { $0.appearance.extent != nil }) else { return nil }
    return { [tiles, isVertical] index in
      tiles[index].appearance.extent.map { room.fitted($0.size(among: common, isVertical: isVertical)) }
    }
  }

  /// The room for a tile on a screen.
  private struct Room {
    var metrics: Metrics
    /// Whether the shelves are stacked vertically; nil for a single shelf.
    var isStackVertical: Bool?
    /// The height of the controls at the lower edge, and of the header, in points.
    var foot: Double
    var header = 0.0
    /// The free height for vertical tiles, in points from the middle; nil without a column of their own.
    var height: ClosedRange<Double>?

    func fitted(_ tile: Size) -> Size {
      isStackVertical.map {
        metrics.fitted(tile, isStackVertical: $0, foot: foot, header: header)
      } ?? tile
    }
  }

  /// Whether the tiles stand behind one another, farther and farther up.
  var isQueue: Bool { !isVertical && TileQueue(settings, tiles: tiles.count, of: .zero) != nil }

  /// Whether the shelf has a single tile, as large as the screen allows.
  var isSingle: Bool {
    tiles.count == 1 && settings.placeholders == 0 && settings.tileSize == nil
      && tiles[0].appearance.extent == nil
  }

  /// The shape of vertical tiles in a column of their own, and their height as a share of the screen's.
  private static let (columnShape, columnShare) = (16.0 / 9, 0.58)
  /// The greatest width of a single tile, as a share of the screen's.
  private static let singleShare = 0.86

  /// The width of a tile in a row on an upright screen, as a share of the screen's and of the tile's height.
  private static let (uprightShare, uprightShape) = (0.7, 0.58)

  /// Returns the size of a tile when the configuration sets none.
  private func usualTileSize(_ metrics: Metrics, within height: Double?, _ zones: ScreenZones) -> Size {
    let column = zones.columns.map { $0.tiles.upperBound - $0.tiles.lowerBound }
    let hasOwnShape = settings.tileAspect != nil || settings.tileHeight != nil
    if hasOwnShape {
      return metrics.tileSize(
        isVertical: isVertical, within: height, aspect: settings.tileAspect, share: settings.tileHeight)
    }
    if isSingle, zones.details != nil, zones.pictureShare == 0,
      let height = height ?? column.map({ _ in zones.tileRoom })
    {
      let width = column ?? metrics.size.width * Self.singleShare
      return Size(width.rounded(), min(height, width * Self.columnShape).rounded())
    }
    if let column {
      let width = min(column, metrics.size.height * Self.columnShare * Self.columnShape)
      return Size(width.rounded(), (width / Self.columnShape).rounded())
    }
    // On an upright screen, a row of large tiles would leave most of the height empty.
    let isUpright = metrics.size.height > metrics.size.width * Metrics.uprightShape
    if let height, isUpright, zones.details != nil, zones.pictureShare == 0,
      settings.layout == .spotlight || settings.layout == .linear
    {
      let width = metrics.size.width * Self.uprightShare
      return Size(width.rounded(), min(height, width / Self.uprightShape).rounded())
    }
    if let height, isQueue { return TileQueue.tileSize(metrics, within: height) }
    return metrics.tileSize(
      isVertical: isVertical, within: height, aspect: settings.tileAspect, share: settings.tileHeight)
  }

  /// Applies the settings for a shape of the screen. The first screen recreates the carousel.
  private mutating func suit(_ shape: ScreenShape) {
    let suited = settings.suited(to: shape)
    guard suited != settings else { return }
    settings = suited
    guard carousel.bounds.isEmpty else { return }
    let index = carousel.currentItemIndex
    carousel = Carousel(
      options: settings.options(tiles: tiles.count), bounds: .zero, itemSize: Size(1, 1),
      numberOfItems: tiles.count, numberOfPlaceholders: settings.placeholders)
    carousel.currentItemIndex = index
  }

  /// Lays out the shelf for a size or scale of the screen.
  ///
  /// - Parameters:
  ///   - isStackVertical: Whether the shelves are stacked vertically; nil for a single shelf.
  ///   - foot: The height of the controls at the lower edge, in points.
  ///   - height: The greatest height of tiles without a size of their own; nil for a height that suits the
  ///     screen.
  mutating func resize(
    for metrics: Metrics, amongShelves isStackVertical: Bool? = nil, foot: Double = 0,
    within height: Double? = nil, _ zones: ScreenZones = ScreenZones()
  ) {
    suit(ScreenShape(metrics.size))
    let wanted = settings.tileSize ?? usualTileSize(metrics, within: height, zones)
    var room = Room(
      metrics: metrics, isStackVertical: isStackVertical, foot: foot, header: zones.headerBottom)
    if isVertical, zones.columns != nil {
      let middle = metrics.size.height / 2
      room.height = zones.tiles.lowerBound - middle...zones.tiles.upperBound - middle
    }
    self.room = room
    let isFirst = carousel.bounds.isEmpty
    carousel.options.changesFade = metrics.hasReducedMotion
    carousel.bounds = metrics.size
    let fitted = room.fitted(wanted)
    let row = ShortRow(
      settings, tiles: tiles.count, fitted, sizes: ownSizes(among: fitted), on: metrics, within: room.height,
      mayGiveWay: settings.tileSize == nil && isStackVertical == nil)
    // A row at the margin has no middle.
    isShort = row != nil && (isVertical || settings.alignment != .start)
    carousel.itemSize = isShort ? row?.tileSize ?? fitted : fitted
    fitTiles()
    fitOptions()
    changeView(
      to: suitedOptions.viewpointOffset, duration: isFirst ? 0 : settings.viewChangeDuration, at: clock)
    if isFirst { goToStart() }
    easeShift(metrics)
    faces.renew()
    backs.renew()
    names.forget()
    badges.forget()
    captions.forget()
    placeholderFaces = FaceStore()
    decorations.forget()
    title = nil
    shadows = [:]
  }

  /// Advances the carousel to `time`, `elapsed` seconds after the previous frame. 0 means unknown.
  mutating func advance(to time: Double, elapsed: Double, into events: inout [CarouselEvent]) {
    clock = max(clock, time)
    carousel.advance(to: time, into: &events)
    faces.advance(to: clock, duration: fadeDuration)
    names.faces.advance(to: clock, duration: fadeDuration)
    badges.advance(to: clock, duration: fadeDuration)
    advanceInteriors()
    forgetDeparted()
    if elapsed > 0 { speed = abs(carousel.scrollOffset - seenOffset) * carousel.itemExtent / elapsed }
    seenOffset = carousel.scrollOffset
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool {
    carousel.isMoving || faces.isFading || names.faces.isFading || badges.isFading || areInteriorsMoving
      || !formerShift.isOver(at: clock)
  }

  /// Seconds in which a tile's picture fades into the next.
  var fadeDuration: Double { settings.details.layoutChangeDuration }

  /// Reports whether a tile is visible at a placement.
  func isShown(_ placement: Placement) -> Bool {
    guard !placement.isHidden, tiles.indices.contains(placement.index) else { return false }
    return !placement.facesAway || tiles[placement.index].isDoubleSided
  }

  /// Whether the remaining motion is too small to see. A touch then counts for a tile.
  var looksStill: Bool {
    let distance = abs(carousel.offset(forItemAt: carousel.currentItemIndex)) * carousel.itemExtent
    return distance < Self.stillDistance && speed < Self.stillSpeed
  }

  /// Stores the measured size of a picture. Returns whether the shelf shows the picture.
  mutating func pictureReady(_ picture: Picture, size: PixelSize, inset: PixelSize) -> Bool {
    let isInside = !interiors.isEmpty && measureInteriors(picture, size: size)
    let isFace = faces.ready(picture, at: clock)
    let isName = names.ready(picture, size: size, inset: inset, at: clock)
    let isBadge = badges.ready(picture, BadgeMeasure(picture, size: size, inset: inset), at: clock)
    let isCaption = captions.measured(picture, size: size)
    let isBack = backs.ready(picture, at: clock)
    let isPlaceholder = placeholderFaces.ready(picture, at: clock)
    let isTitle = title?.measured(picture, size: size) == true
    return isInside || isFace || isName || isBadge || isCaption || isBack || isPlaceholder || isTitle
      || decorations.contains(picture) || shadows.values.contains(picture)
  }
}

extension Carousel {
  /// The distance from its place within which a touch counts for a moving item, in items. Farther away,
  /// visitors may want to stop the motion.
  private static let reach = 0.35

  /// Reports whether the carousel moves to an item and is nearly there. Autoscroll has no destination.
  func isBringing(_ index: Int) -> Bool {
    options.autoscroll == 0 && destinationItemIndex == index && abs(offset(forItemAt: index)) <= Self.reach
  }
}

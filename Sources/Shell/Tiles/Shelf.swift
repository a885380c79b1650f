import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// A carousel with its tiles: one of those that lie one above another, or what is in a folder.
struct Shelf: Sendable {
  /// What is written above it.
  private(set) var name: String?
  /// How its carousel looks and turns; a folder's does so too.
  var settings: CarouselSettings
  private(set) var tiles: [LauncherTile] {
    didSet { hues = HueWheel.steps(of: tiles.lazy.map(\.id)) }
  }
  /// Their steps on the wheel of hues.
  private(set) var hues: [UInt8]
  var carousel: Carousel
  var faces = FaceStore()
  var backs = FaceStore()
  /// What is written on them.
  var names = TileNames()
  var badges = MeasuredFaces<BadgeMeasure>()
  /// The same as names, below them.
  var captions = TileCaptions()
  /// The colors of their accents.
  var accents = AccentColors()
  /// Of placeholders, by their indexes before and behind those of the tiles.
  var placeholderFaces = FaceStore()
  /// What is on placeholders; nil is nothing.
  private(set) var placeholder: LauncherTile?
  var decorations: DecorationStore
  /// The cards of tiles that are gone and still to be seen, by the numbers of their departures.
  var departing: [Int: DepartingCard] = [:]
  /// What is on tiles beside their cards, by their identifiers.
  var interiors: [String: TileInterior] = [:]
  /// Its name as it is drawn; nil without a name and before it is first seen.
  var title: Writing?
  /// The shadows of its tiles, by the tiles' sizes; none before they are first seen.
  var shadows: [Size: Picture] = [:]
  /// Where the latest frame showed the carousel, in tiles.
  private var seenOffset = 0.0
  /// How fast the latest frames showed the carousel moving, in points per second.
  private(set) var speed = 0.0
  /// Kept from call to call, so that a frame in steady state allocates nothing.
  var placements: [Placement] = []
  var elements: [CarouselElement] = []
  /// Where the latest frame showed what `placements` has; nil for what is not seen.
  var seen: [SeenQuad?] = []
  /// The time of the latest frame.
  private(set) var clock = 0.0
  /// How large a tile may be on the screen it is on; nil before there is one.
  private var room: Room?
  /// Whether both of its ends can be seen at once.
  private var isShort = false
  /// How far its tiles are still moved as before its configuration was read again, in points.
  private var formerShift = SpringValue(0, response: Motion.open)
  /// How far they were moved then, until it is known where they stand from now on.
  private var shiftBefore: Double?

  /// Points from its place within which something looks as if it were there: half of what fingers hit within.
  static let stillDistance = 4.0
  /// Points per second below which a motion is not seen as one: a point a frame at 60 Hz.
  static let stillSpeed = 60.0

  /// A shelf at its first tile, on a screen whose size is not known yet.
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

  /// The shelf after its configuration was read again: tiles come, go and change places before the visitor's
  /// eyes, who stays at the same tile as long as there is one.
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

  /// Some tiles look otherwise, and stay where they are. What shows them or a part of them is drawn anew.
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

  /// The place of the tile with that identifier, or of the one that it is a part of.
  func index(showing id: String) -> Int? {
    tiles.firstIndex { $0.id == id } ?? tiles.firstIndex { $0.parts.contains { $0.id == id } }
  }

  /// The tile with that identifier: one of the carousel, or a part of one.
  func tile(_ id: String) -> LauncherTile? {
    index(showing: id).flatMap { LauncherTile.find(id, among: [tiles[$0]]) }
  }

  /// The tiles fly to where the settings have them now; the view changes as `view-change-duration` says.
  private mutating func takeOptions(at time: Double) {
    var options = suitedOptions
    let viewpoint = options.viewpointOffset
    options.viewpointOffset = carousel.options.viewpointOffset
    carousel.options = options
    changeView(to: viewpoint, duration: settings.viewChangeDuration, at: time)
  }

  /// What the settings ask for on this screen, seen from as far as it is and moving as it may.
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
      // Wider tiles than most begin at the margin, too.
      let left = room.metrics.plainFontSize * Self.startMargin + max(tileSize.width, largestTile.width) / 2
      options.focusPoint.x = left / max(1, carousel.bounds.width)
    }
    // What is cut off is a part of the screen, which the carousel does not know.
    options.clipsToBounds = false
    return options
  }

  /// The margin of a tile at the start, in heights of letters: as that of the header.
  private static let startMargin = 1.2

  /// What depends on the screen is what suits it as it is now.
  private mutating func fitOptions() {
    var options = suitedOptions
    options.viewpointOffset = carousel.options.viewpointOffset
    if options != carousel.options { carousel.options = options }
  }

  /// Perspective and viewpoint become what the tile's size and the settings ask for.
  private mutating func changeView(to viewpoint: Point, duration: Double, at time: Double) {
    let perspective = settings.perspective ?? Metrics.perspective(of: tileSize)
    let curve = settings.viewChangeCurve
    let duration = carousel.options.changesFade ? 0 : duration
    carousel.animatePerspective(to: perspective, duration: duration, curve: curve, at: time)
    carousel.animateViewpointOffset(to: viewpoint, duration: duration, curve: curve, at: time)
  }

  /// Puts the carousel where it stands at first.
  private mutating func goToStart() {
    if let offset = settings.scrollOffset {
      carousel.setScrollOffset(offset, at: clock)
    } else {
      carousel.setCurrentItemIndex(startIndex, at: clock)
    }
  }

  /// The tile that is in the middle at first.
  var startIndex: Int {
    let start = settings.startTile == CarouselSettings().startTile ? firstTile : settings.startTile - 1
    return min(start, tiles.count - 1)
  }

  /// The tile that is in the middle where nothing says which. Beside the first of covers, or of tiles on a
  /// circle, that do not wrap half of the screen would be empty.
  var firstTile: Int {
    let hasSides = leans || (isRound && settings.wrap)
    return hasSides && !carousel.isWrapEnabled && tiles.count > 2 ? (tiles.count - 1) / 2 : 0
  }

  /// Whether tiles stand on a circle or an ellipse.
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

  /// Whether tiles lean toward the one in the middle of the screen.
  private var leans: Bool { settings.layout == .coverFlow || settings.layout == .coverFlow2 }

  var isVertical: Bool { settings.orientation == .vertical }

  /// How far its tiles are moved as a whole, in points.
  var shift: Point {
    let shift = shiftAlongAxis
    return isVertical ? Point(0, shift) : Point(shift, 0)
  }

  private var shiftAlongAxis: Double { shiftAtRest + formerShift.value(at: clock) }

  /// The same when the tiles have come to where they stand from now on.
  private var shiftAtRest: Double {
    guard isShort, !leans, let room else { return 0 }
    return ShortRow.shift(of: carousel, on: room.metrics, within: room.height)
  }

  /// The tiles come to their places from where they were before the configuration was read again.
  private mutating func easeShift(_ metrics: Metrics) {
    guard let before = shiftBefore else { return }
    shiftBefore = nil
    formerShift = SpringValue(metrics.hasReducedMotion ? 0 : before - shiftAtRest, response: Motion.open)
    formerShift.go(to: 0, at: clock)
  }

  /// The direction along which fingers turn it.
  var axis: Point { carousel.options.panVector ?? (isVertical ? Point(0, 1) : Point(1, 0)) }

  /// The extent in points of a tile that has none of its own.
  var tileSize: Size { carousel.itemSize }

  /// The extent of a tile in points; that of most, for a placeholder.
  func size(of tile: Int) -> Size { carousel.size(ofItemAt: tile) }

  /// Whether most of its tiles have pictures.
  var hasPictures: Bool {
    let count = tiles.indices.count { tiles[$0].appearance.photograph != nil }
    return count > 0 && count * 2 >= tiles.count
  }

  /// As wide as its widest tile and as high as its highest.
  var largestTile: Size {
    guard !carousel.itemSizes.isEmpty else { return tileSize }
    return tiles.indices.reduce(.zero) {
      Size(max($0.width, size(of: $1).width), max($0.height, size(of: $1).height))
    }
  }

  /// The radius of a card's corners in points. Those of a larger card are no rounder than its neighbors'.
  func cornerRadius(of size: Size, _ look: ShelfLook) -> Double {
    Metrics.cornerRadius(
      of: Size(min(size.width, tileSize.width), min(size.height, tileSize.height)),
      share: look.theme.cornerRadius)
  }

  /// Gives tiles the sizes that they have of their own.
  private mutating func fitTiles() { carousel.setItemSizes(ownSizes(among: tileSize) ?? { _ in nil }) }

  /// The sizes that tiles have of their own; nil where none has.
  private func ownSizes(among common: Size) -> ((Int) -> Size?)? {
    guard let room, tiles.contains(where: { $0.appearance.extent != nil }) else { return nil }
    return { [tiles, isVertical] index in
      tiles[index].appearance.extent.map { room.fitted($0.size(among: common, isVertical: isVertical)) }
    }
  }

  /// What a screen leaves to a tile.
  private struct Room {
    var metrics: Metrics
    /// Whether the shelves go up and down; nil without others.
    var isStackVertical: Bool?
    /// What controls take of its lower edge, and the header of its upper one, in points.
    var foot: Double
    var header = 0.0
    /// What is free along the way of tiles that go up and down, in points from the middle; nil without a
    /// column of their own.
    var height: ClosedRange<Double>?

    func fitted(_ tile: Size) -> Size {
      isStackVertical.map {
        metrics.fitted(tile, isStackVertical: $0, foot: foot, header: header)
      } ?? tile
    }
  }

  /// Whether its tiles stand behind one another, farther and farther up.
  var isQueue: Bool { !isVertical && TileQueue(settings, tiles: tiles.count, of: .zero) != nil }

  /// Whether there is one tile, as large as the screen lets it be.
  var isSingle: Bool {
    tiles.count == 1 && settings.placeholders == 0 && settings.tileSize == nil
      && tiles[0].appearance.extent == nil
  }

  /// The shape of tiles that go up and down in a column of their own, and their height as a part of the
  /// screen's.
  private static let (columnShape, columnShare) = (16.0 / 9, 0.58)
  /// The most that a single tile takes of the screen's width.
  private static let singleShare = 0.86

  /// The width of a tile in a row on an upright screen, as a part of the screen's and of the tile's height.
  private static let (uprightShare, uprightShape) = (0.7, 0.58)

  /// A tile when the configuration names no size.
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
    // On an upright screen a row of large tiles would leave most of the height empty.
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

  /// The settings are those for screens of that shape. On the first screen the carousel begins with them.
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

  /// The screen has another size or scale.
  ///
  /// - Parameters:
  ///   - isStackVertical: whether the shelves go up and down; nil without others.
  ///   - foot: what controls take of the lower edge, in points.
  ///   - height: the most that tiles have without a size of their own; nil is as much as suits the screen.
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
    // At the margin there is no middle to stand in.
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

  /// Moves the carousel to `time`. `elapsed` seconds have passed since the frame before, 0 when that is not
  /// known.
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

  /// Seconds in which one picture of a tile gives way to another.
  var fadeDuration: Double { settings.details.layoutChangeDuration }

  /// Whether anything of a tile is drawn there.
  func isShown(_ placement: Placement) -> Bool {
    guard !placement.isHidden, tiles.indices.contains(placement.index) else { return false }
    return !placement.facesAway || tiles[placement.index].isDoubleSided
  }

  /// Whether what still moves is the end of a settling that no one sees: then a touch is a touch on a tile.
  var looksStill: Bool {
    let distance = abs(carousel.offset(forItemAt: carousel.currentItemIndex)) * carousel.itemExtent
    return distance < Self.stillDistance && speed < Self.stillSpeed
  }

  /// Takes the measure of a picture; whether it shows one of its cards or its name.
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
  /// How far from its place an item is meant by a finger that lands on it, in items. Farther away, one that
  /// lands there may well want to stop it.
  private static let reach = 0.35

  /// Whether an item is the one that it goes to, and nearly there. What turns by itself goes nowhere.
  func isBringing(_ index: Int) -> Bool {
    options.autoscroll == 0 && destinationItemIndex == index && abs(offset(forItemAt: index)) <= Self.reach
  }
}

import CarouselEngine
import Configuration
import Gestures
import Languages
import Programs
import RotundaGeometry
import Scene

/// The tiles: shelves and open folders, what is on the tiles, and what is around and behind them.
///
/// It takes input that no panel before it wants, moves, is drawn, and publishes elements, as panels do. It
/// knows no program and no other panel: what it cannot do itself it leaves in `intents` and `outbox`, and the
/// shell performs that as soon as a call has returned.
struct TilesPanel: Sendable {
  /// What everything on the screen depends on, as of the call that is being made.
  var environment: Environment
  /// What is wanted of others since the call began.
  var output = PanelOutput()
  /// What is to be done outside.
  var outbox: [ShellEffect] = []

  /// The shelves of the launcher, and on them the folders that are open, the innermost last. Never empty.
  var levels: [Level]
  /// The folder that just opens or closes.
  var change: LevelChange?
  /// Whether the first tile of a folder leads out of it.
  private(set) var hasBackTile: Bool
  /// Which buttons stand at the lower edge, and the name of the language that is read.
  private(set) var buttons = FootControls.Buttons()
  private(set) var languageName = ""
  /// The tile that home leads to.
  private var homeTile: String?
  /// Where the carousel rested last, as `ShellEffect.keepPlace` told; nil before it ever did.
  private var restingPlace: RestingPlace?
  /// A place to go on at when there is a screen.
  private var wantedPlace: [String] = []

  /// What the fingers on the surface are about.
  var touch = TouchState()
  /// Whether the carousel comes to rest after it has turned by itself: a touch stops it then, and is for no
  /// tile.
  var endsTurning = false
  var scrolling = ScrollState()
  /// What a message covers of them, and whether a panel stands before them: fingers there touch no tile.
  var covered: Rectangle?
  var isBehindPanel = false
  /// Which gestures mean something of their own on any tile.
  private(set) var tileGestures: Recognizers = []
  /// The control of the tile in the middle that keys have chosen.
  var focusedControl: TileControl?
  /// How toggles and controls with values are set.
  var toggles = Toggles()
  var values = ControlValues()

  /// What tiles show of their programs.
  var marks: [String: TileMark] = [:]
  /// Whether the configuration has mistakes, which a mark in a corner shows.
  var hasProblems: Bool
  /// The tile that gives way below a finger, or comes back.
  var press: PressMotion?
  /// The tile beside the middle that was tapped, and is opened on its way there.
  var openingBeside: OpeningBeside?
  /// The row's hint that it moves.
  var nudge = Nudge()
  /// The mark that swipes the row while the screen is idle.
  var ghost: GhostHand?
  /// The tile that grows to the screen, or shrinks back.
  var launch: LaunchAnimation?
  /// How far a tile has grown to the panel before it, in the latest frame.
  var grown = 0.0
  /// What the latest frame showed on its way.
  var seenMotion = SeenMotion()
  /// What stands around the tiles, on screens of every shape.
  private var edges = ShapedEdges()
  /// What stands at the edges of the screen.
  var header = Header()
  /// What shows which tile is in the middle.
  var indicator = Indicator()
  /// What stands in the row at the lower edge.
  var foot = FootControls()
  /// What lies behind everything.
  var backdrop = Backdrop()
  /// The text of the tile in the middle.
  var details = TileDetails()
  /// Kept from frame to frame, so that a frame in steady state takes no memory.
  var events: [CarouselEvent] = []

  /// The tiles that there are now, as `configuration` says.
  init(
    _ shelves: [LauncherShelf], _ configuration: KioskConfiguration, hasProblems: Bool,
    _ environment: Environment
  ) {
    self.environment = environment
    self.hasProblems = hasProblems
    levels = [Level(shelves)]
    hasBackTile = configuration.kiosk.hasBackTile
    apply(configuration)
    startAtHomeTile()
    inspectTiles()
  }

  /// Takes over what a configuration says beside its tiles.
  mutating func apply(_ configuration: KioskConfiguration) {
    edges = configuration.shapedEdges
    suitScreen()
    hasBackTile = configuration.kiosk.hasBackTile
    homeTile = configuration.kiosk.homeTile
    buttons = FootControls.Buttons(configuration)
  }

  /// The language that is read is the one with this tag.
  mutating func nameLanguage(_ tag: String?) {
    languageName = tag.flatMap { LanguageTag($0) }.map { LanguageName.own(of: $0.description) } ?? ""
  }

  /// What stands around the tiles is as suits the screen.
  mutating func suitScreen() {
    let edges = edges[ScreenShape(metrics.size)]
    (header.settings, backdrop.settings) = (edges.header, edges.background)
  }

  /// The tile that home leads to is in the middle from the beginning.
  private mutating func startAtHomeTile() {
    guard let homeTile else { return }
    for shelf in levels[0].shelves.indices {
      guard let index = levels[0].shelves[shelf].tiles.firstIndex(where: { $0.id == homeTile }) else {
        continue
      }
      // Counted from 1, as the configuration does.
      levels[0].shelves[shelf].settings.startTile = index + 1
      levels[0].shelves[shelf].settings.scrollOffset = nil
      levels[0].stack.currentItemIndex = shelf
      return
    }
  }

  /// Finds out which toggles are on and which gestures tiles have, after tiles or toggles have changed.
  private mutating func inspectTiles() {
    toggles.update(levels[0].shelves)
    values.keep(valueParts)
    tileGestures = []
    for shelf in levels[0].shelves {
      var found: Recognizers = []
      shelf.tiles.forEachTile(where: { $0.$gestures.hasValue }) { found.formUnion(Self.recognizers(of: $0)) }
      tileGestures.formUnion(found)
    }
  }

  var words: Localizer { environment.words }
  var theme: Theme { environment.theme }
  var scale: Double { environment.scale }
  var clock: Double { environment.time }
  var metrics: Metrics { environment.metrics }
  var pageMetrics: PageMetrics { environment.pageMetrics }
  /// The middle of the surface, from its upper left corner.
  var middle: Point { Point(metrics.size.width / 2, metrics.size.height / 2) }

  /// The next frame differs from the latest.
  mutating func redraw() { output.redraw() }
  /// What is wanted of others; nil for nothing.
  mutating func takeOutput() -> PanelOutput? {
    guard output.needsFrame || !output.intents.isEmpty else { return nil }
    defer { output = PanelOutput() }
    return output
  }

  /// Has something heard.
  mutating func sound(_ cue: SoundCue) { output.want(.sound(cue)) }
}

// What there is.
extension TilesPanel {
  /// What is seen: the innermost folder that is open, or the shelves of the launcher.
  var level: Level {
    get { levels[levels.count - 1] }
    _modify { yield &levels[levels.count - 1] }
  }

  /// The shelf in the middle.
  var shelf: Shelf {
    get { levels[levels.count - 1].shelves[levels[levels.count - 1].current] }
    _modify {
      let (last, current) = (levels.count - 1, levels[levels.count - 1].current)
      yield &levels[last].shelves[current]
    }
  }

  /// The carousel in the middle.
  var carousel: Carousel {
    get { shelf.carousel }
    _modify { yield &shelf.carousel }
  }

  /// The tiles of the shelf in the middle.
  var tiles: [LauncherTile] { shelf.tiles }
  /// The tile in the middle; nil when there is none.
  var middleTile: LauncherTile? {
    tiles.indices.contains(carousel.currentItemIndex) ? tiles[carousel.currentItemIndex] : nil
  }

  /// Whether there is anything to show at all.
  var hasTiles: Bool {
    // Every frame of a message asks: an iterator would take memory.
    for index in levels[0].shelves.indices where !levels[0].shelves[index].tiles.isEmpty { return true }
    return false
  }

  /// A tile of the launcher, in whatever folder it is.
  func findTile(_ id: String) -> LauncherTile? {
    for shelf in levels[0].shelves {
      if let tile = LauncherTile.find(id, among: shelf.tiles) { return tile }
    }
    return nil
  }

  /// Whether a tile can only be got at through a folder that needs the PIN and is not open.
  func isBehindPIN(_ id: String) -> Bool {
    let open = Set(levels.compactMap(\.folder))
    return levels[0].shelves.contains { Self.isBehindPIN(id, among: $0.tiles, open) }
  }

  private static func isBehindPIN(_ id: String, among tiles: [LauncherTile], _ open: Set<String>) -> Bool {
    tiles.contains { tile in
      guard case .folder(let inner) = tile.action, LauncherTile.find(id, among: inner) != nil else {
        return tile.needsPIN && tile.id != id && tile.parts.contains { $0.id == id }
      }
      return tile.needsPIN && !open.contains(tile.id) || isBehindPIN(id, among: inner, open)
    }
  }

  /// The controls with values of all tiles, by their identifiers.
  var valueParts: [String: LauncherTile] {
    var parts: [String: LauncherTile] = [:]
    for shelf in levels[0].shelves {
      shelf.tiles.forEachTile(where: { $0.$value.hasValue }) { parts[$0.id] = $0 }
    }
    return parts
  }
}

// Going from tile to tile, from shelf to shelf, into folders and out of them.
extension TilesPanel {
  /// Seconds in which a shelf that was asked for comes to the middle.
  ///
  /// iCarousel's scroll duration (0.4 s), `SCROLL_DURATION` in iCarousel 1.8.3.
  static let centeringTime = 0.4

  /// Brings a tile of the level that is seen to the middle, if it is there.
  mutating func center(_ tile: LauncherTile) {
    let place = level.shelves.indices.first { shelf in
      level.shelves[shelf].tiles.contains { $0.id == tile.id }
    }
    guard let shelf = place, let index = level.shelves[shelf].tiles.firstIndex(where: { $0.id == tile.id })
    else { return }
    show(shelf: shelf)
    center(index, of: shelf)
  }

  /// Brings a tile of the shelf in the middle to the center, unless a finger has the carousel.
  mutating func center(_ index: Int) { center(index, of: level.current) }

  /// Brings a tile of a shelf to the center, unless a finger has a carousel.
  mutating func center(_ index: Int, of shelf: Int) {
    guard level.shelves[shelf].tiles.indices.contains(index), !touch.drivesCarousel else { return }
    level.shelves[shelf].carousel.scroll(
      toItemAt: index, duration: level.shelves[shelf].settings.scrollDuration, at: clock)
  }

  /// Brings the first tile of every shelf to the middle, and the first shelf.
  mutating func showFirstTiles() {
    show(shelf: 0)
    for shelf in level.shelves.indices { center(level.shelves[shelf].firstTile, of: shelf) }
    if let tile = homeTile.flatMap({ findTile($0) }) { center(tile) }
  }

  /// Whether everything is where a visit begins.
  var isAtFirstTiles: Bool {
    guard levels.count == 1 else { return false }
    let home = homeTile.flatMap { id in level.shelves.firstIndex { $0.tiles.contains { $0.id == id } } }
    return level.stack.destinationItemIndex == home ?? 0
      && level.shelves.indices.allSatisfy { index in
        let shelf = level.shelves[index]
        let place = shelf.carousel.destinationItemIndex
        guard shelf.tiles.indices.contains(place) else { return true }
        return place == shelf.startIndex || place == shelf.firstTile
          || index == home && shelf.tiles[place].id == homeTile
      }
  }

  /// One shelf further than the steps that are still under way; at the ends nothing happens.
  mutating func changeShelf(by count: Int) {
    show(shelf: min(max(0, level.stack.destinationItemIndex + count), level.shelves.count - 1))
  }

  /// Brings a shelf to the middle, unless a finger has the shelves.
  mutating func show(shelf index: Int) {
    guard level.hasSeveralShelves, level.shelves.indices.contains(index), !touch.drivesStack else { return }
    level.stack.scroll(toItemAt: index, duration: Self.centeringTime, at: clock)
  }

  /// One step further than the steps that are still under way, so that two quick ones go two tiles.
  mutating func step(by count: Int) {
    guard !tiles.isEmpty else { return }
    let index = carousel.destinationItemIndex + count
    center(carousel.isWrapEnabled ? index.wrapped(below: tiles.count) : min(max(index, 0), tiles.count - 1))
  }

  /// The carousel turns by itself from where it comes to rest, at a speed in tiles per second, unless it does
  /// anyway.
  mutating func beginTurning(speed: Double) {
    if carousel.options.autoscroll == 0 { carousel.options.autoscroll = -speed }
    carousel.scroll(toItemAt: carousel.currentItemIndex, duration: 0.1, at: clock)
  }

  /// It comes to rest at the nearest tile.
  mutating func endTurning() {
    carousel.options.autoscroll = shelf.settings.details.autoscroll
    guard carousel.options.autoscroll == 0 else { return }
    carousel.scroll(toItemAt: carousel.currentItemIndex, duration: Self.centeringTime, at: clock)
    endsTurning = true
    redraw()
  }

  /// Goes on to the next tile, after the last one to the first, in so many seconds.
  mutating func showNext(duration: Double) {
    let next = (carousel.currentItemIndex + 1) % tiles.count
    carousel.scroll(toItemAt: next, duration: theme.hasReducedMotion ? 0 : duration, at: clock)
    redraw()
  }

  /// Turns the carousel to an offset, in tiles, at once and whatever was under way.
  mutating func turn(to offset: Double) {
    guard offset.isFinite else { return }
    carousel.scrollOffset = offset
    redraw()
  }

  /// Opens a folder: its tiles have the screen, and the level below keeps its place.
  mutating func openFolder(_ tile: LauncherTile, _ tiles: [LauncherTile]) {
    var inner = Level([contents(of: tile, tiles, like: shelf)], folder: tile.id)
    inner.resize(for: metrics, zoneContent)
    // The way back is beside the first tile, not in its place.
    if hasBackTile, !tiles.isEmpty { inner.shelves[0].carousel.currentItemIndex = 1 }
    let growing = growingTile(tile.id)
    levels.append(inner)
    change = LevelChange(opensAt: clock, from: growing)
    redraw()
  }

  /// What a folder shows: its tiles, and the way back before them.
  private func contents(of folder: LauncherTile, _ tiles: [LauncherTile], like shelf: Shelf) -> LauncherShelf
  {
    let back = hasBackTile ? [LauncherTile.back(from: folder)] : []
    // Where the shelf starts says nothing about its folders.
    var settings = shelf.settings
    (settings.startTile, settings.scrollOffset) = (CarouselSettings().startTile, nil)
    return LauncherShelf(
      name: folder.name, settings: settings, tiles: back + tiles, placeholder: shelf.placeholder)
  }

  /// Closes the folder that is open.
  mutating func closeFolder() {
    guard levels.count > 1 else { return }
    let closed = levels.removeLast()
    let growing = closed.folder.flatMap { growingTile($0) }
    change = LevelChange(closing: closed, after: change, into: growing, at: clock)
    redraw()
  }

  /// Closes all folders but the innermost at once.
  mutating func closeOuterFolders() {
    guard levels.count > 2 else { return }
    levels.removeSubrange(1..<(levels.count - 1))
  }

  /// Puts `shelves` in the place of the launcher's, and opens the folders again that are still there. The
  /// visitor stays at the same tile as long as there is one.
  mutating func replace(_ shelves: [LauncherShelf]) {
    var taken = [levels[0].taking(shelves, at: clock)]
    if !metrics.size.isEmpty { taken[0].resize(for: metrics, zoneContent) }
    for old in levels.dropFirst() {
      guard let folder = old.folder, let outer = taken.last,
        let (shelf, tile) = outer.shelves.lazy.compactMap({ shelf in shelf.tile(folder).map { (shelf, $0) } })
          .first,
        case .folder(let inside) = tile.action
      else { break }
      var inner = old.taking([contents(of: tile, inside, like: shelf)], at: clock)
      if !metrics.size.isEmpty { inner.resize(for: metrics, zoneContent) }
      taken.append(inner)
    }
    levels = taken
    change = nil
    focusedControl = nil
    inspectTiles()
  }

  /// Some tiles look otherwise, and stay where they are.
  mutating func retouch(_ changed: Set<String>, from shown: [LauncherShelf]) {
    for level in levels.indices { levels[level].retouch(changed, from: shown) }
    if levels.contains(where: \.needsMoreRows) { layOutTiles() }
    redraw()
  }
}

/// Where the carousel rests, in numbers that are compared whenever a motion has ended.
struct RestingPlace: Hashable, Sendable {
  /// How many folders are open, and the launcher's shelves.
  var depth = 0
  /// The shelf in the middle.
  var shelf = 0
  /// The tile in its middle.
  var tile = 0
}

// A visitor's place outlasts a launcher that goes down.
extension TilesPanel {
  /// The folders that are open, from the outermost on, and the tile in the middle, by their identifiers.
  var visitorsPlace: [String] {
    let index = level.currentTile
    let tile = tiles.indices.contains(index) ? [tiles[index].id] : []
    return levels.dropFirst().compactMap(\.folder) + tile
  }

  /// Has a new place kept once the carousel has come to rest there; `isHeard` where that is to be heard.
  mutating func keepPlace(isHeard: Bool) {
    guard !metrics.size.isEmpty, !touch.drivesCarousel, !touch.drivesStack else { return }
    let now = RestingPlace(depth: levels.count, shelf: level.current, tile: level.currentTile)
    guard now != restingPlace else { return }
    // Where it begins, the next one would begin, too.
    if restingPlace != nil {
      outbox.append(.keepPlace(visitorsPlace))
      if isHeard { sound(.settle) }
    }
    restingPlace = now
  }

  /// Whether a place waits for a screen.
  var hasWantedPlace: Bool { !wantedPlace.isEmpty }

  /// Goes on at a place, at once or when there is a screen; nil is the place that waited for one.
  mutating func restore(_ place: [String]?) {
    let place = place ?? wantedPlace
    guard !metrics.size.isEmpty else { return wantedPlace = place }
    wantedPlace = []
    // Unlike any, so that the place is kept again when it has been seen.
    restingPlace = RestingPlace()
    for (depth, id) in place.enumerated() {
      guard let shelf = level.shelves.firstIndex(where: { $0.tile(id) != nil }),
        let index = level.shelves[shelf].index(showing: id), let tile = level.shelves[shelf].tile(id)
      else { break }
      level.stack.currentItemIndex = shelf
      level.shelves[shelf].carousel.currentItemIndex = index
      guard depth < place.count - 1, case .folder(let inside) = tile.action, !tile.needsPIN else { break }
      openFolder(tile, inside)
      // It has been open all the time, as far as its visitor knows.
      change = nil
    }
    redraw()
  }
}

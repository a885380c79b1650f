import CarouselEngine
import Configuration
import Gestures
import Languages
import Programs
import RotundaGeometry
import Scene

/// The tiles: shelves and open folders, their contents, and the content around and behind them.
///
/// Like a panel, it takes input that no panel in front of it wants, moves, draws, and publishes elements. It
/// knows no program and no other panel. It leaves other work in `output` and `outbox`, and the shell performs
/// that work after each call.
struct TilesPanel: Sendable {
  /// The common state of the screen, as of the current call.
  var environment: Environment
  /// Requests to others since the call began.
  var output = PanelOutput()
  /// Effects for the host.
  var outbox: [ShellEffect] = []

  /// The shelves of the launcher and above them the open folders, the innermost last. Never empty.
  var levels: [Level]
  /// The folder that opens or closes now.
  var change: LevelChange?
  /// Whether the first tile of a folder leads back.
  private(set) var hasBackTile: Bool
  /// The buttons at the lower edge, and the name of the current language.
  private(set) var buttons = FootControls.Buttons()
  private(set) var languageName = ""
  /// The identifier of the home tile.
  private var homeTile: String?
  /// The latest resting place that `ShellEffect.keepPlace` reported; nil before the first.
  private var restingPlace: RestingPlace?
  /// A place to restore when the screen is known.
  private var wantedPlace: [String] = []

  /// The state of the fingers on the surface.
  var touch = TouchState()
  /// Whether the carousel comes to rest after it has turned by itself. A touch then only stops it.
  var endsTurning = false
  var scrolling = ScrollState()
  /// The area that a message covers, and whether a panel is in front. Touches there do not reach the tiles.
  var covered: Rectangle?
  var isBehindPanel = false
  /// The gestures that have a special meaning on any tile.
  private(set) var tileGestures: Recognizers = []
  /// The control of the middle tile that has the focus.
  var focusedControl: TileControl?
  /// The states of toggles, and of controls with values.
  var toggles = Toggles()
  var values = ControlValues()

  /// The marks for the tiles' programs.
  var marks: [String: TileMark] = [:]
  /// Whether the configuration has mistakes. A mark in a corner shows that.
  var hasProblems: Bool
  /// The pressed tile, or the one that springs back.
  var press: PressMotion?
  /// The tapped tile beside the middle, which opens on its way there.
  var openingBeside: OpeningBeside?
  /// The row's hint that it moves.
  var nudge = Nudge()
  /// The mark that swipes the row while the screen is idle.
  var ghost: GhostHand?
  /// The tile that grows to the screen, or shrinks back.
  var launch: LaunchAnimation?
  /// The growth of a tile to the panel in front of it, in the latest frame.
  var grown = 0.0
  /// The motion that the latest frame showed.
  var seenMotion = SeenMotion()
  /// The content around the tiles, for each shape of the screen.
  private var edges = ShapedEdges()
  /// The title, clock and date at the upper edge.
  var header = Header()
  /// The indicator of the middle tile.
  var indicator = Indicator()
  /// The controls at the lower edge.
  var foot = FootControls()
  /// The background.
  var backdrop = Backdrop()
  /// The text of the tile in the middle.
  var details = TileDetails()
  /// The array stays between frames: a frame in steady state allocates nothing.
  var events: [CarouselEvent] = []

  /// Creates the panel for the present tiles and a configuration.
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

  /// Applies a configuration except for its tiles.
  mutating func apply(_ configuration: KioskConfiguration) {
    edges = configuration.shapedEdges
    suitScreen()
    hasBackTile = configuration.kiosk.hasBackTile
    homeTile = configuration.kiosk.homeTile
    buttons = FootControls.Buttons(configuration)
  }

  /// Sets the current language by its tag.
  mutating func nameLanguage(_ tag: String?) {
    languageName = tag.flatMap { LanguageTag($0) }.map { LanguageName.own(of: $0.description) } ?? ""
  }

  /// Applies the settings around the tiles that suit the screen's shape.
  mutating func suitScreen() {
    let edges = edges[ScreenShape(metrics.size)]
    (header.settings, backdrop.settings) = (edges.header, edges.background)
  }

  /// Starts with the home tile in the middle.
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

  /// Collects toggles, values and gestures after tiles or toggles have changed.
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

  /// Requests a frame, because the next one differs from the latest.
  mutating func redraw() { output.redraw() }
  /// Takes the requests to others; nil for none.
  mutating func takeOutput() -> PanelOutput? {
    guard output.needsFrame || !output.intents.isEmpty else { return nil }
    defer { output = PanelOutput() }
    return output
  }

  /// Plays a sound.
  mutating func sound(_ cue: SoundCue) { output.want(.sound(cue)) }
}

// Contents.
extension TilesPanel {
  /// The visible level: the innermost open folder, or the shelves of the launcher.
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
  /// The tile in the middle; nil without tiles.
  var middleTile: LauncherTile? {
    tiles.indices.contains(carousel.currentItemIndex) ? tiles[carousel.currentItemIndex] : nil
  }

  /// Whether the launcher has any tiles.
  var hasTiles: Bool {
    // Every frame of a message calls this; an iterator would allocate memory.
    for index in levels[0].shelves.indices where !levels[0].shelves[index].tiles.isEmpty { return true }
    return false
  }

  /// Finds a tile of the launcher, in any folder.
  func findTile(_ id: String) -> LauncherTile? {
    for shelf in levels[0].shelves {
      if let tile = LauncherTile.find(id, among: shelf.tiles) { return tile }
    }
    return nil
  }

  /// Reports whether the only way to a tile leads through a closed folder that needs the PIN.
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

// Navigation from tile to tile, from shelf to shelf, into folders and out of them.
extension TilesPanel {
  /// Seconds in which a requested shelf moves to the middle.
  ///
  /// iCarousel's scroll duration (0.4 s), `SCROLL_DURATION` in iCarousel 1.8.3.
  static let centeringTime = 0.4

  /// Moves a tile of the visible level to the middle, if the level has it.
  mutating func center(_ tile: LauncherTile) {
    let place = level.shelves.indices.first { shelf in
      level.shelves[shelf].tiles.contains { $0.id == tile.id }
    }
    guard let shelf = place, let index = level.shelves[shelf].tiles.firstIndex(where: { $0.id == tile.id })
    else { return }
    show(shelf: shelf)
    center(index, of: shelf)
  }

  /// Moves a tile of the middle shelf to the center, unless a finger drags the carousel.
  mutating func center(_ index: Int) { center(index, of: level.current) }

  /// Moves a tile of a shelf to the center, unless a finger drags a carousel.
  mutating func center(_ index: Int, of shelf: Int) {
    guard level.shelves[shelf].tiles.indices.contains(index), !touch.drivesCarousel else { return }
    level.shelves[shelf].carousel.scroll(
      toItemAt: index, duration: level.shelves[shelf].settings.scrollDuration, at: clock)
  }

  /// Moves the first shelf, and the first tile of every shelf, to the middle.
  mutating func showFirstTiles() {
    show(shelf: 0)
    for shelf in level.shelves.indices { center(level.shelves[shelf].firstTile, of: shelf) }
    if let tile = homeTile.flatMap({ findTile($0) }) { center(tile) }
  }

  /// Whether everything is as at the beginning of a visit.
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

  /// Moves by shelves from the current destination, and stops at the ends.
  mutating func changeShelf(by count: Int) {
    show(shelf: min(max(0, level.stack.destinationItemIndex + count), level.shelves.count - 1))
  }

  /// Moves a shelf to the middle, unless a finger drags the shelves.
  mutating func show(shelf index: Int) {
    guard level.hasSeveralShelves, level.shelves.indices.contains(index), !touch.drivesStack else { return }
    level.stack.scroll(toItemAt: index, duration: Self.centeringTime, at: clock)
  }

  /// Moves by tiles from the current destination. Therefore two quick steps go two tiles.
  mutating func step(by count: Int) {
    guard !tiles.isEmpty else { return }
    let index = carousel.destinationItemIndex + count
    center(carousel.isWrapEnabled ? index.wrapped(below: tiles.count) : min(max(index, 0), tiles.count - 1))
  }

  /// Turns the carousel by itself from its resting place, at a speed in tiles per second, unless it already
  /// turns.
  mutating func beginTurning(speed: Double) {
    if carousel.options.autoscroll == 0 { carousel.options.autoscroll = -speed }
    carousel.scroll(toItemAt: carousel.currentItemIndex, duration: 0.1, at: clock)
  }

  /// Lets the carousel come to rest at the nearest tile.
  mutating func endTurning() {
    carousel.options.autoscroll = shelf.settings.details.autoscroll
    guard carousel.options.autoscroll == 0 else { return }
    carousel.scroll(toItemAt: carousel.currentItemIndex, duration: Self.centeringTime, at: clock)
    endsTurning = true
    redraw()
  }

  /// Moves to the next tile, after the last one to the first, in `duration` seconds.
  mutating func showNext(duration: Double) {
    let next = (carousel.currentItemIndex + 1) % tiles.count
    carousel.scroll(toItemAt: next, duration: theme.hasReducedMotion ? 0 : duration, at: clock)
    redraw()
  }

  /// Turns the carousel to an offset, in tiles, immediately and during any motion.
  mutating func turn(to offset: Double) {
    guard offset.isFinite else { return }
    carousel.scrollOffset = offset
    redraw()
  }

  /// Opens a folder. Its tiles have the screen, and the level below keeps its place.
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

  /// Returns the contents of a folder: the way back, and its tiles.
  private func contents(of folder: LauncherTile, _ tiles: [LauncherTile], like shelf: Shelf) -> LauncherShelf
  {
    let back = hasBackTile ? [LauncherTile.back(from: folder)] : []
    // The start of the shelf does not apply to its folders.
    var settings = shelf.settings
    (settings.startTile, settings.scrollOffset) = (CarouselSettings().startTile, nil)
    return LauncherShelf(
      name: folder.name, settings: settings, tiles: back + tiles, placeholder: shelf.placeholder)
  }

  /// Closes the open folder.
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

  /// Replaces the launcher's shelves, and opens the folders again that remain. The selected tile stays
  /// selected if it remains.
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

  /// Updates changed tiles, which stay in place.
  mutating func retouch(_ changed: Set<String>, from shown: [LauncherShelf]) {
    for level in levels.indices { levels[level].retouch(changed, from: shown) }
    if levels.contains(where: \.needsMoreRows) { layOutTiles() }
    redraw()
  }
}

/// The resting place of the carousel, in numbers that are compared after every motion.
struct RestingPlace: Hashable, Sendable {
  /// The number of levels: the launcher's shelves and the open folders.
  var depth = 0
  /// The index of the shelf in the middle.
  var shelf = 0
  /// The index of the tile in the middle.
  var tile = 0
}

// A visitor's place outlasts a crash of the launcher.
extension TilesPanel {
  /// The identifiers of the open folders, from the outermost on, and of the tile in the middle.
  var visitorsPlace: [String] {
    let index = level.currentTile
    let tile = tiles.indices.contains(index) ? [tiles[index].id] : []
    return levels.dropFirst().compactMap(\.folder) + tile
  }

  /// Reports a new resting place of the carousel. `isHeard` says whether to play a sound.
  mutating func keepPlace(isHeard: Bool) {
    guard !metrics.size.isEmpty, !touch.drivesCarousel, !touch.drivesStack else { return }
    let now = RestingPlace(depth: levels.count, shelf: level.current, tile: level.currentTile)
    guard now != restingPlace else { return }
    // The initial place needs no report: the next launcher begins there, too.
    if restingPlace != nil {
      outbox.append(.keepPlace(visitorsPlace))
      if isHeard { sound(.settle) }
    }
    restingPlace = now
  }

  /// Whether a place waits for a screen.
  var hasWantedPlace: Bool { !wantedPlace.isEmpty }

  /// Restores a place, immediately or when the screen is known. Nil means the place that waited for the
  /// screen.
  mutating func restore(_ place: [String]?) {
    let place = place ?? wantedPlace
    guard !metrics.size.isEmpty else { return wantedPlace = place }
    wantedPlace = []
    // This place differs from any other. Therefore the launcher reports the restored place again.
    restingPlace = RestingPlace()
    for (depth, id) in place.enumerated() {
      guard let shelf = level.shelves.firstIndex(where: { $0.tile(id) != nil }),
        let index = level.shelves[shelf].index(showing: id), let tile = level.shelves[shelf].tile(id)
      else { break }
      level.stack.currentItemIndex = shelf
      level.shelves[shelf].carousel.currentItemIndex = index
      guard depth < place.count - 1, case .folder(let inside) = tile.action, !tile.needsPIN else { break }
      openFolder(tile, inside)
      // For the visitor, the folder has been open all the time.
      change = nil
    }
    redraw()
  }
}

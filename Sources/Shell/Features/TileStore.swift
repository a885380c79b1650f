import Configuration

/// All configured shelves, and those that are visible at this hour and with the present facts.
struct TileStore: Sendable {
  /// All shelves, as configured.
  private(set) var offered: [LauncherShelf]
  /// The visible shelves.
  private(set) var shown: [LauncherShelf] = []
  /// Whether the visible shelves changed since the launcher showed them.
  private(set) var isStale = false
  /// The minute of the week at which they may change next; nil if the hour does not matter.
  private(set) var clockAlarm: Int?
  private var schedule: ScheduleSettings
  /// The minute of the week; nil before the first reading of a clock.
  private var minuteOfWeek: Int?
  /// The known facts on which tiles depend.
  private var facts: [Fact: Bool] = [:]
  private var live = LiveTiles()

  init(_ shelves: [LauncherShelf], _ configuration: KioskConfiguration) {
    offered = Self.filled(shelves, configuration)
    schedule = configuration.schedule
    live.follow(offered)
    shown = shownNow()
  }

  /// Returns the shelves. A launcher without tiles has an empty shelf.
  private static func filled(
    _ shelves: [LauncherShelf], _ configuration: KioskConfiguration
  ) -> [LauncherShelf] {
    shelves.isEmpty ? [LauncherShelf(settings: configuration.carousel, tiles: [])] : shelves
  }

  /// Whether the screen is dark at this hour.
  var isClosed: Bool { minuteOfWeek.map { schedule.screen?.contains($0) == false } ?? false }

  /// Replaces the configuration.
  mutating func replace(_ shelves: [LauncherShelf], _ configuration: KioskConfiguration) {
    offered = Self.filled(shelves, configuration)
    schedule = configuration.schedule
    live.follow(offered)
    setAlarm()
  }

  /// Replaces the tiles with equal ones in another language.
  mutating func rename(_ shelves: [LauncherShelf]) {
    if !shelves.isEmpty { offered = shelves }
    isStale = true
  }

  mutating func read(minuteOfWeek minute: Int) {
    minuteOfWeek = minute
    setAlarm()
    inspect()
  }

  mutating func read(_ facts: [Fact: Bool]) {
    self.facts = facts
    inspect()
  }

  /// Applies contents of files and commands. Returns the tiles that changed.
  mutating func read(_ news: [ValueSource: String]) -> Set<String> {
    let changed = live.read(news)
    if !changed.isEmpty, !isStale { shown = shownNow() }
    return changed
  }

  /// Applies an operator's contents to a tile. Returns the tiles that changed.
  mutating func apply(_ update: TileUpdate, to id: String) -> Set<String> {
    guard live.apply(update, to: id) else { return [] }
    if !isStale { shown = shownNow() }
    return [id]
  }

  /// Checks whether the tiles changed. Visitors in a program see the change when they return.
  private mutating func inspect() { if shownNow() != shown { isStale = true } }

  /// Returns the shelves that are visible from now on.
  mutating func consume() -> [LauncherShelf] {
    isStale = false
    shown = shownNow()
    return shown
  }

  private mutating func setAlarm() {
    clockAlarm = minuteOfWeek.flatMap { minute in
      Self.earliest([change(after: minute), nearing(after: minute)].compactMap { $0 }, after: minute)
    }
  }

  private static func earliest(_ minutes: [Int], after minute: Int) -> Int? {
    minutes.min { WeekSchedule.distance(from: minute, to: $0) < WeekSchedule.distance(from: minute, to: $1) }
  }

  /// Returns the next minute at which a closed tile shows an hour instead of a day.
  private func nearing(after minute: Int) -> Int? {
    var minutes: [Int] = []
    offered.forEachTile(where: { $0.$enabledWhen.hasValue }) { tile in
      if let opening = tile.enabledWhen?.opening(after: minute, facts),
        let nearing = TileAbsence.NextOpening.nearing(opening, after: minute)
      {
        minutes.append(nearing)
      }
    }
    return Self.earliest(minutes, after: minute)
  }

  /// Returns the next minute at which the visible tiles may change.
  private func change(after minute: Int) -> Int? {
    Self.earliest(clocks.compactMap { $0.change(after: minute) }, after: minute)
  }

  private var clocks: [WeekSchedule] {
    var clocks = [schedule.screen, schedule.open].compactMap { $0 } + schedule.tiles.values
    offered.forEachTile(where: \.isConditional) { tile in
      clocks += [tile.visibleWhen?.times, tile.enabledWhen?.times].compactMap { $0 }
    }
    return clocks
  }

  private func shownNow() -> [LauncherShelf] { shown(at: minuteOfWeek) }

  private func shown(at minute: Int?) -> [LauncherShelf] {
    offered.map { shelf in
      // Without conditions, both are the same array, and their comparison is immediate.
      guard
        !live.isEmpty || !schedule.tiles.isEmpty || shelf.tiles.containsTile(where: \.isConditional)
      else { return shelf }
      var shelf = shelf
      shelf.tiles = shelf.tiles.compactMap { seen($0, at: minute) }
      return shelf
    }
  }

  /// Returns the tile at a minute of the week; nil if it is hidden.
  private func seen(_ tile: LauncherTile, at minute: Int?) -> LauncherTile? {
    func seen(_ part: LauncherTile) -> LauncherTile? { self.seen(part, at: minute) }
    if let minute, schedule.tiles[tile.id]?.contains(minute) == false { return nil }
    guard tile.visibleWhen?.holds(at: minute, facts) != false else { return nil }
    var tile = tile
    tile.isEnabled = tile.enabledWhen?.holds(at: minute, facts) != false
    if !tile.isEnabled, let minute, let opening = tile.enabledWhen?.opening(after: minute, facts) {
      var absence = tile.absence ?? TileAbsence()
      absence.opening = TileAbsence.NextOpening(opening, after: minute)
      tile.absence = absence
    }
    if !live.isEmpty { live.apply(to: &tile) }
    if !tile.rows.isEmpty { tile.rows = tile.rows.compactMap(seen) }
    if !tile.buttons.isEmpty { tile.buttons = tile.buttons.compactMap(seen) }
    if tile.$gestures.hasValue { tile.gestures = tile.gestures?.compactMapValues(seen) }
    guard case .folder(let inner) = tile.action else { return tile }
    let contents = inner.compactMap(seen)
    tile.action = .folder(contents)
    // An empty folder leads nowhere.
    return contents.isEmpty && !inner.isEmpty ? nil : tile
  }
}

// Screens instead of the tiles.
extension TileStore {
  /// A limit above the number of changes in a week of realistic hours.
  private static let mostChanges = 64

  /// The reason why no tile can open, from tiles and hours; nil if one can.
  var state: KioskState? {
    guard let minute = minuteOfWeek else { return emptiness }
    if let open = schedule.open, !open.contains(minute) {
      return .closed(open.change(after: minute).map { OpeningTime($0, after: minute) })
    }
    guard !Self.canOpen(shown), let next = opening(after: minute) else { return emptiness }
    return .closed(OpeningTime(next, after: minute))
  }

  private var emptiness: KioskState? {
    guard shown.contains(where: { !$0.tiles.isEmpty }) else { return .settingUp }
    let areBroken = shown.allSatisfy { shelf in
      shelf.tiles.allSatisfy { if case .unavailable = $0.action { true } else { false } }
    }
    return areBroken ? .outOfOrder : nil
  }

  /// The most tiles that the journal names.
  private static let mostObstacles = 4

  /// The reasons why no program can start, for the journal; empty if one can.
  var obstacles: [Message] {
    guard state == .outOfOrder else { return [] }
    return shown.lazy.flatMap(\.tiles).prefix(Self.mostObstacles).compactMap { tile in
      if case .unavailable(let obstacle) = tile.action {
        .nothingToOpen(tile: tile.name, obstacle)
      } else {
        nil
      }
    }
  }

  private static func canOpen(_ shelves: [LauncherShelf]) -> Bool {
    shelves.contains { $0.tiles.contains(where: \.isEnabled) }
  }

  /// Returns the next minute of the week at which a tile opens; nil if hours alone never open one.
  private func opening(after minute: Int) -> Int? {
    var (next, passed) = (minute, 0)
    for _ in 0..<Self.mostChanges {
      guard let change = change(after: next) else { return nil }
      passed += WeekSchedule.distance(from: next, to: change)
      guard passed <= WeekSchedule.minutesPerWeek else { return nil }
      if Self.canOpen(shown(at: change)) { return change }
      next = change
    }
    return nil
  }
}

extension LauncherTile {
  /// Whether visibility or availability has a condition.
  fileprivate var isConditional: Bool { $visibleWhen.hasValue || $enabledWhen.hasValue }
}

import Configuration

/// What depends on the hour, and on facts about the world: whether the screen is on, and which tiles there are.
extension Shell {
  /// What depends on the hour, or the hour, is another.
  mutating func setAlarm() {
    guard let minute = minuteOfWeek else { return }
    let changes = clocks.compactMap { $0.change(after: minute) }
    clockAlarm = changes.min {
      WeekSchedule.distance(from: minute, to: $0) < WeekSchedule.distance(from: minute, to: $1)
    }
  }

  private var clocks: [WeekSchedule] {
    var clocks = [schedule.screen].compactMap { $0 } + schedule.tiles.values
    offered.forEachTile(where: \.isConditional) { tile in
      clocks += [tile.visibleWhen?.times, tile.enabledWhen?.times].compactMap { $0 }
    }
    return clocks
  }

  /// It is that minute of the week, and the machine has slept meanwhile.
  mutating func clockRead(
    _ minute: Int, slept: Double, at time: Double
  ) {
    minuteOfWeek = minute
    setAlarm()
    if slept > 0 { presence.slept(slept, at: time) }
    lookAtClock()
    updateOpening(at: time)
    updateTiles()
  }

  /// Whether the screen is to be on at this hour may have changed.
  mutating func updateOpening(at time: Double) {
    let isClosed = minuteOfWeek.map { schedule.screen?.contains($0) == false } ?? false
    guard isClosed != presence.isClosed else { return }
    presence.isClosed = isClosed
    guard !isClosed else { return presence.redo(.blank) }
    presence.startAnew(at: time)
    liftCurtain()
  }

  /// Which tiles there are may have changed; a visitor in a program finds out when he is back.
  mutating func updateTiles() {
    guard shownNow() != shown else { return }
    isStale = true
  }

  /// The shelves as they are to be seen now.
  func shownNow() -> [LauncherShelf] {
    offered.map { shelf in
      // Where nothing depends on anything they are the same array, which is also compared at once.
      guard dependsOnSomething(shelf.tiles) else { return shelf }
      var shelf = shelf
      shelf.tiles = shelf.tiles.compactMap(seen)
      return shelf
    }
  }

  /// Whether some of these tiles may be there at times and at others not, or may sometimes not be opened.
  private func dependsOnSomething(_ tiles: [LauncherTile]) -> Bool {
    !schedule.tiles.isEmpty || tiles.containsTile(where: \.isConditional)
  }

  /// A tile as it is to be seen now; nil when it is not.
  private func seen(_ tile: LauncherTile) -> LauncherTile? {
    if let minuteOfWeek, schedule.tiles[tile.id]?.contains(minuteOfWeek) == false { return nil }
    guard tile.visibleWhen?.holds(at: minuteOfWeek, facts) != false else { return nil }
    var tile = tile
    tile.isEnabled = tile.enabledWhen?.holds(at: minuteOfWeek, facts) != false
    if !tile.rows.isEmpty { tile.rows = tile.rows.compactMap(seen) }
    if !tile.buttons.isEmpty { tile.buttons = tile.buttons.compactMap(seen) }
    if tile.$gestures.isThere { tile.gestures = tile.gestures?.compactMapValues(seen) }
    guard case .folder(let inner) = tile.action else { return tile }
    let contents = inner.compactMap(seen)
    tile.action = .folder(contents)
    // A folder with nothing in it leads nowhere.
    return contents.isEmpty && !inner.isEmpty ? nil : tile
  }
}

extension LauncherTile {
  /// Whether something must be so for it to be seen or to be opened.
  fileprivate var isConditional: Bool { $visibleWhen.isThere || $enabledWhen.isThere }
}

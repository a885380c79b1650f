import CarouselEngine

/// Saying aloud what is seen: in which words.
extension Shell {
  /// The tile that is in the middle or that keys bring there; nil while fingers decide about that.
  var spokenTile: SpokenTile? {
    guard !touch.drivesCarousel, !touch.drivesStack else { return nil }
    guard let place = spokenPlace, let tile = tile(at: place) else { return nil }
    let part = focusedControl.flatMap { tile[$0] }
    return SpokenTile(
      depth: levels.count, shelf: place.shelf, tile: tile.id, control: part == nil ? nil : focusedControl,
      state: part.map { spokenState(of: $0) } ?? "")
  }

  /// How a control is set, in words; empty for a button.
  func spokenState(of part: LauncherTile) -> String {
    if let value = part.value { return value.text(of: values.value(of: part)) }
    return part.offAction == nil ? "" : words(toggles.isOn(part) ? .on : .off)
  }

  /// A shelf of the level that is seen, and a tile of it.
  private var spokenPlace: (shelf: Int, tile: Int)? {
    let level = levels.count - 1
    guard let shelf = levels[level].stack.goal, let tile = levels[level].shelves[shelf].carousel.goal else {
      return nil
    }
    return (shelf, tile)
  }

  private func tile(at place: (shelf: Int, tile: Int)) -> LauncherTile? {
    let tiles = levels[levels.count - 1].shelves[place.shelf].tiles
    return tiles.indices.contains(place.tile) ? tiles[place.tile] : nil
  }

  func sentences(about spoken: SpokenTile, after before: SpeechState.Focus?) -> [String] {
    guard let place = spokenPlace, let tile = tile(at: place) else { return [] }
    var earlier: SpokenTile?
    if case .tile(let tile) = before { earlier = tile }
    if let control = spoken.control, let part = tile[control] {
      let isSame = earlier?.tile == spoken.tile && earlier?.control == control
      return isSame ? [spoken.state] : [part.name, spoken.state]
    }
    let shelf = levels[levels.count - 1].shelves[place.shelf]
    var sentences: [String] = []
    if earlier?.depth != spoken.depth || earlier?.shelf != spoken.shelf { sentences.append(shelf.name ?? "") }
    sentences += [name(of: tile), tile.appearance.detail, tile.appearance.badge]
    sentences += states(of: tile)
    sentences.append(words(.position, "\(place.tile + 1)", "\(shelf.tiles.count)"))
    if tile.isPageInside, case .page(let content) = tile.action {
      sentences += content.spoken
    }
    return sentences + tile.controls.compactMap { tile[$0]?.name }
  }

  private func name(of tile: LauncherTile) -> String {
    // The way out bears the name of what it leads out of.
    tile.action == .perform(.back) && tile.id.isEmpty ? words(.back) : tile.name
  }

  private func states(of tile: LauncherTile) -> [String] {
    var states: [String] = []
    if case .folder = tile.action { states.append(words(.folder)) }
    switch tile.mark(among: marks) {
    case .running: states.append(words(.isRunning))
    case .unresponsive: states.append(words(.notResponding))
    case .failed: states.append(words(.hasFailed))
    case .starting, nil: break
    }
    if !tile.isEnabled { states.append(words(.unavailable)) }
    if tile.needsPIN { states.append(words(.asksForPIN)) }
    return states
  }
}

extension Carousel {
  /// Where it is or is on its way to; nil while nothing says where that is.
  fileprivate var goal: Int? {
    let index = destinationItemIndex
    return (isScrolling || !isMoving) && (0..<numberOfItems).contains(index) ? index : nil
  }
}

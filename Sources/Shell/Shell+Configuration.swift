import CarouselEngine
import Configuration
import Geometry
import Gestures

/// Taking over what a configuration says.
extension Shell {
  /// Another configuration takes the place of the one in force. The visitor stays at the same tile as long as there is
  /// one, and programs go on.
  mutating func take(
    _ configuration: KioskConfiguration, _ newTiles: [LauncherTile], _ problems: [Diagnostic],
    into effects: inout [ShellEffect]
  ) {
    releaseInput(at: clock, into: &effects)
    let place = placeInNew(newTiles)
    tiles = newTiles
    gestures = configuration.gestures
    bindings = GestureBindings(configuration.gestures, for: configuration.carousel)
    configuredTileSize = configuration.carousel.tileSize
    configuredPerspective = configuration.carousel.perspective
    let options = configuration.carousel.options(tiles: tiles.count)
    carousel.options = options
    carousel.reload(numberOfItems: tiles.count, time: clock)
    if !metrics.size.isEmpty {
      carousel.itemSize = tileSize
      carousel.options.perspective = configuredPerspective ?? Metrics.perspective(of: tileSize)
    }
    if let place { carousel.setCurrentItemIndex(place, at: clock) }
    setUpRecognizers(options)
    faces.removeAll()
    tellOfNew(problems, into: &effects)
    isDirty = true
  }

  /// Where the tile in the middle stands among other tiles, or where its place is when it is gone.
  private func placeInNew(_ newTiles: [LauncherTile]) -> Int? {
    let current = carousel.currentItemIndex
    guard tiles.indices.contains(current), !newTiles.isEmpty else { return nil }
    return newTiles.firstIndex { $0.id == tiles[current].id } ?? min(current, newTiles.count - 1)
  }

  /// What an earlier configuration was blamed for no longer counts.
  private mutating func tellOfNew(_ problems: [Diagnostic], into effects: inout [ShellEffect]) {
    switch notice?.message {
    case .configuration, .noTiles: dismissNotice()
    default: break
    }
    if !problems.isEmpty {
      tell(problems, into: &effects)
    } else if tiles.isEmpty {
      show(Notice(.noTiles, expires: nil), into: &effects)
    }
  }

  /// Says what is wrong with the configuration.
  mutating func tell(_ problems: [Diagnostic], into effects: inout [ShellEffect]) {
    guard !problems.isEmpty else { return }
    show(Notice(.configuration(problems), expires: nil), into: &effects)
  }

  /// The screen's size in the world is known, or no longer is.
  mutating func measured(pointsPerMillimeter: Double?) {
    self.pointsPerMillimeter = pointsPerMillimeter
    setUpThresholds()
  }

  /// Makes the recognisers look out for what is bound.
  mutating func setUpRecognizers(_ options: CarouselOptions) {
    recognizer.axis = options.panVector ?? (options.isVertical ? Point(0, 1) : Point(1, 0))
    recognizer.resamples = gestures.resampling
    recognizer.recognizers = bindings.recognizers
    recognizer.edges = bindings.edges
    globalRecognizer.recognizers = bindings.recognizersOverProgram
    globalRecognizer.edges = bindings.overProgram.edges
    setUpThresholds()
  }

  private mutating func setUpThresholds() {
    let thresholds = pointsPerMillimeter.map { Thresholds(pointsPerMillimeter: $0) } ?? Thresholds()
    recognizer.thresholds = thresholds
    globalRecognizer.thresholds = thresholds
  }
}

import Configuration
import Programs

/// The carousel that moves by itself while nobody is there.
extension Shell {
  /// Tiles per second at which it turns: slow enough to read each name on the way past.
  static let attractionSpeed = 0.25
  /// Seconds between two of its steps: time to read a name from afar.
  static let attractionPause = 5.0
  /// Seconds that a step takes: slower than one that somebody asked for.
  private static let stepDuration = 1.2

  mutating func attract(at time: Double) {
    guard screen == .carousel, cover == nil, panels.alone == nil, !showsScreensaver else {
      return
    }
    let tile = idle.monitor.settings.attractionTile.flatMap { findTile($0) }
    // What is behind the PIN is not for everybody to see.
    if let tile, tile.isEnabled, !tile.needsPIN, showScreensaver(tile) { return }
    moveCarousel(at: time)
  }

  /// The carousel moves by itself.
  mutating func moveCarousel(at time: Double) {
    guard tilesPanel.tiles.count > 1 else { return }
    if idle.monitor.settings.attraction == .turn, tilesPanel.carousel.isWrapEnabled {
      attraction = .turning
      withTiles { $0.beginTurning(speed: Self.attractionSpeed) }
    } else {
      attraction = .stepping(next: time + Self.attractionPause)
    }
    isDirty = true
  }

  /// When it steps on; nil when it does not.
  var attractionStep: Double? {
    if case .stepping(let next) = attraction { next } else { nil }
  }

  mutating func attractOnce(at time: Double) {
    guard screen == .carousel, !tilesPanel.tiles.isEmpty else { return stopAttracting() }
    attraction = .stepping(next: time + Self.attractionPause)
    withTiles { $0.showNext(duration: Self.stepDuration) }
  }

  /// It comes to rest at the nearest tile.
  mutating func stopAttracting() {
    guard let attraction, !showsScreensaver else { return }
    self.attraction = nil
    if attraction == .turning { withTiles { $0.endTurning() } }
  }
}

/// How the carousel moves by itself.
enum AttractMode: Hashable {
  case turning
  case stepping(next: Double)
  /// A page is shown.
  case page
  /// A program is shown.
  case program(ProgramID)
}

/// A tile that is shown while nobody is there, in place of the carousel's own motion.
extension Shell {
  /// Whether it is what is seen.
  var showsScreensaver: Bool {
    switch attraction {
    case .page: page?.isOpen == true
    case .program(let program): programOnScreen == program
    case .turning, .stepping, nil: false
    }
  }

  /// Opens it; false when there is nothing to be seen of it.
  mutating func showScreensaver(_ tile: LauncherTile) -> Bool {
    // Whoever comes next is another visitor, and is not asked whether he is still there.
    endVisit()
    idle.monitor.skip(.warn, .home)
    switch tile.action {
    case .start, .page: open(tile, isAsked: false)
    case .folder, .perform, .unavailable: return false
    }
    if let program = programOnScreen { attraction = .program(program) } else { attraction = .page }
    return showsScreensaver
  }

  /// Somebody is there: the tiles are back.
  mutating func endScreensaver() {
    guard showsScreensaver else { return }
    let isPage = attraction == .page
    attraction = nil
    if isPage { withPanels { $0.close(.page) } } else { leaveProgram() }
  }

  /// Somebody is there whom only the compositor has seen. A page is the launcher's own, so that a touch on it is still to
  /// come; a program got the touch.
  mutating func endScreensaverOutside() {
    if case .program = attraction { endScreensaver() }
  }

  /// A program ended, did not start or can not be brought back; whether it was the screensaver, which nobody is to be told
  /// about or asked to try again.
  mutating func screensaverEnded(
    _ program: ProgramID, _ message: Message, isBad: Bool
  ) -> Bool {
    guard attraction == .program(program) else { return false }
    attraction = nil
    if isBad { report(message) } else { outbox.append(.note(message)) }
    moveCarousel(at: clock)
    return true
  }

  /// Its program cannot be brought back.
  mutating func screensaverLost() {
    attraction = nil
    moveCarousel(at: clock)
    isDirty = true
  }
}

import Programs

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
    presence.skip(.warn, .home)
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
    if isPage { close(.page) } else { leaveProgram() }
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

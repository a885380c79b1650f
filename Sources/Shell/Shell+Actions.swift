import Configuration
import RotundaGeometry

/// What the actions do that gestures are bound to.
extension Shell {
  /// Does what was asked for. `point` is where the finger is, for actions that mean what lies under it.
  public mutating func perform(
    _ action: ShellAction, at point: Point? = nil, into effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.perform(action, at: point) }
  }

  mutating func perform(_ action: ShellAction, at point: Point? = nil) {
    guard isAllowed(action) else { return }
    switch action {
    case .none: break
    case .home: goHome()
    case .back: goBack()
    case .nextShelf: if isCarouselShown { changeShelf(by: 1) }
    case .previousShelf: if isCarouselShown { changeShelf(by: -1) }
    case .nextTile: if isCarouselShown { step(by: 1) }
    case .previousTile: if isCarouselShown { step(by: -1) }
    case .open: if isCarouselShown { openTile(at: point) }
    case .openTile(let id): openTile(id)
    case .reload: outbox.append(.reloadConfiguration)
    case .admin: askForSystem()
    case .lock: lock()
    case .language(let tag): choose(tag)
    case .adjust(let adjustment): adjust(adjustment)
    case .power(let action): perform(action)
    case .blank: lowerCurtain(.dark)
    case .help: show(HelpPage(returnsHome: presence.settings.returnHomeAfter != nil, at: clock))
    case .speech: toggleSpeech()
    case .sounds: toggleSounds()
    }
  }

  /// Whether no page hides the tiles.
  var isCarouselShown: Bool { panels.isEmpty }

  mutating func goHome() {
    // On the shelf where it was, before another one is in the middle.
    endScreensaver()
    stopAttracting()
    callOffRestarts()
    leaveProgram()
    dismissPanels()
    // What an operator has to say concerns the next visitor too.
    if case .announcement = notice?.message {} else { dismissNotice() }
    closeAllFolders()
    showFirstTiles()
  }

  private mutating func goBack() {
    if case .program = screen { return leaveProgram() }
    if let panel = panels.alone {
      close(panel.layer)
    } else if !dismissNotice(), !(panels.open.map { close($0.layer) } ?? false) {
      closeFolder()
    }
  }

  private mutating func openTile(at point: Point?) {
    let target = point.map { self.target(at: $0) }
    guard target == nil || target?.shelf == level.current else { return }
    open(target?.tile ?? carousel.currentItemIndex)
  }

  /// Opens a tile wherever the visitor is.
  private mutating func openTile(_ id: String) {
    guard let tile = findTile(id) else { return }
    leaveProgram()
    dismissPanels()
    center(tile)
    guard !isBehindPIN(id) else { return ask(for: .open(tile: id)) }
    open(tile)
  }
}

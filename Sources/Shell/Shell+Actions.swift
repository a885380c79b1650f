import Configuration
import RotundaGeometry

/// What the actions do that gestures are bound to.
extension Shell {
  /// Does what was asked for. `point` is where the finger is, for actions that mean what lies under it.
  public mutating func perform(
    _ action: ShellAction, at point: Point? = nil, into effects: inout [ShellEffect]
  ) {
    guard isAllowed(action) else { return }
    switch action {
    case .none: break
    case .home: goHome(into: &effects)
    case .back: goBack(into: &effects)
    case .nextShelf: if isCarouselShown { changeShelf(by: 1) }
    case .previousShelf: if isCarouselShown { changeShelf(by: -1) }
    case .nextTile: if isCarouselShown { step(by: 1) }
    case .previousTile: if isCarouselShown { step(by: -1) }
    case .open: if isCarouselShown { openTile(at: point, into: &effects) }
    case .openTile(let id): openTile(id, into: &effects)
    case .reload: effects.append(.reloadConfiguration)
    case .admin: askForSystem(into: &effects)
    case .lock: lock(into: &effects)
    case .language(let tag): choose(tag, into: &effects)
    case .adjust(let adjustment): adjust(adjustment, into: &effects)
    case .power(let action): perform(action, into: &effects)
    case .blank: lowerCurtain(.dark, into: &effects)
    case .speech: toggleSpeech()
    case .sounds: toggleSounds()
    }
  }

  /// Whether no page hides the tiles.
  var isCarouselShown: Bool { systemPage == nil && page == nil && access.pad == nil }

  mutating func goHome(into effects: inout [ShellEffect]) {
    // On the shelf where it was, before another one is in the middle.
    endScreensaver(into: &effects)
    stopAttracting()
    callOffRestarts()
    leaveProgram(into: &effects)
    dismissPad(into: &effects)
    closeSystemPage()
    closePage()
    // What an operator has to say concerns the next visitor too.
    if case .announcement = notice?.message {} else { dismissNotice() }
    closeAllFolders(into: &effects)
    showFirstTiles()
  }

  private mutating func goBack(into effects: inout [ShellEffect]) {
    if case .program = screen { return leaveProgram(into: &effects) }
    guard access.pad == nil else { return closePad(into: &effects) }
    guard systemPage == nil else { return closeSystemPage() }
    if !dismissNotice(), !closePage() { closeFolder(into: &effects) }
  }

  private mutating func openTile(at point: Point?, into effects: inout [ShellEffect]) {
    let target = point.map { self.target(at: $0) }
    guard target == nil || target?.shelf == level.current else { return }
    open(target?.tile ?? carousel.currentItemIndex, into: &effects)
  }

  /// Opens a tile wherever the visitor is.
  private mutating func openTile(_ id: String, into effects: inout [ShellEffect]) {
    guard let tile = findTile(id) else { return }
    leaveProgram(into: &effects)
    dismissPad(into: &effects)
    closeSystemPage()
    closePage()
    center(tile)
    guard !isBehindPIN(id) else { return ask(for: .open(tile: id), into: &effects) }
    open(tile, into: &effects)
  }
}

import Configuration
import Geometry

/// What the actions do that gestures are bound to.
extension Shell {
  /// Does what was asked for. `point` is where the finger is, for actions that mean what lies under it.
  public mutating func perform(
    _ action: ShellAction, at point: Point? = nil, into effects: inout [ShellEffect]
  ) {
    switch action {
    case .none: break
    case .home: goHome(into: &effects)
    case .back: goBack(into: &effects)
    case .nextShelf: changeShelf(by: 1, into: &effects)
    case .previousShelf: changeShelf(by: -1, into: &effects)
    case .nextTile: step(by: 1)
    case .previousTile: step(by: -1)
    case .open: openTile(at: point, into: &effects)
    case .openTile(let id): openTile(id, into: &effects)
    case .reload: effects.append(.reloadConfiguration)
    case .admin: showSystem(into: &effects)
    }
  }

  private mutating func goHome(into effects: inout [ShellEffect]) {
    leaveProgram(into: &effects)
    dismissNotice()
    leaveFolders(into: &effects)
    center(0)
  }

  private mutating func goBack(into effects: inout [ShellEffect]) {
    if case .program = screen { return leaveProgram(into: &effects) }
    guard notice == nil else { return dismissNotice() }
    leaveFolder(into: &effects)
  }

  private mutating func openTile(at point: Point?, into effects: inout [ShellEffect]) {
    let index = point.flatMap { tileIndex(at: $0) } ?? carousel.currentItemIndex
    open(index, into: &effects)
  }

  /// Opens a tile wherever the visitor is.
  private mutating func openTile(_ id: String, into effects: inout [ShellEffect]) {
    guard let index = tiles.firstIndex(where: { $0.id == id }) else { return }
    leaveProgram(into: &effects)
    center(index)
    open(index, into: &effects)
  }

  private mutating func showSystem(into effects: inout [ShellEffect]) {
    leaveProgram(into: &effects)
    show(Notice(.system(system), expires: clock + Notice.systemLifetime), into: &effects)
  }
}

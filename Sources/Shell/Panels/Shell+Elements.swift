import CarouselEngine
import RotundaGeometry
import Scene

extension ElementID {
  /// The tiles of the shelf in the middle, as a group.
  static let tiles = ElementID("tiles")
  /// What a tap on the tile itself does, beside its controls.
  static let face = ElementID("face")
  /// Out of the folder.
  static let back = ElementID("back")
  /// Away with what has the screen.
  static let close = ElementID("close")
  /// The button of a message, and the message itself, which then goes.
  static let retry = ElementID("retry")
  static let message = ElementID("message")
  /// A tile of the shelf in the middle; with its controls a group.
  static func tile(_ index: Int) -> ElementID { ElementID("tile", index) }
  /// Another shelf.
  static func shelf(_ index: Int) -> ElementID { ElementID("shelf", index) }

  /// A control on the tile in the middle; nil for what is nowhere to be seen.
  init?(_ control: TileControl) {
    switch control {
    case .row(let index): self = ElementID("row", index)
    case .button(let index): self = ElementID("button", index)
    case .gesture: return nil
    }
  }

  /// The control on the tile in the middle that it is.
  var control: TileControl? {
    if isKind(of: ElementID("row")) { return .row(index) }
    return isKind(of: ElementID("button")) ? .button(index) : nil
  }
}

/// What has the screen while something is chosen.
enum ElementPlace: Hashable, Sendable {
  case level(Int, folder: String?)
  case panel(ShellStatus.Screen)
}

/// What can be chosen: on the panel in front, on the message, or among the tiles.
extension Shell {
  /// What has the screen; nil while that is nothing of the launcher's that could be chosen from.
  var elementPlace: ElementPlace? {
    guard screen == .carousel, cover == nil, !metrics.size.isEmpty else { return nil }
    if let panel = panels.open { return .panel(panel.name) }
    return .level(tilesPanel.levels.count, folder: tilesPanel.level.folder)
  }

  /// What can be chosen there: in a group, or outside of any.
  func elements(in group: ElementID? = nil) -> [Element] {
    guard elementPlace != nil else { return [] }
    let panel = panels.open
    if let group {
      return panel?.elements(in: group, environment) ?? tilesPanel.elements(in: group)
    }
    let messages = panel?.layer.rules.showsMessages == false ? [] : noticePanel.elements
    return messages + (panel?.elements(in: nil, environment) ?? tilesPanel.elements(in: nil))
  }
}

/// Choosing.
extension Shell {
  /// Where an element of the tiles or of a message is; nil for what is not seen. Asked for with every frame, since both move.
  func frame(of element: ElementID) -> Rectangle? {
    switch element {
    case .retry: notice.flatMap { noticePanel.buttonFrame(of: $0) }
    case .message: noticePanel.reach
    default: tilesPanel.frame(of: element)
    }
  }

  /// Does what choosing an element does.
  mutating func choose(_ element: ElementID) {
    switch element {
    case .retry: tapNotice(at: nil)
    case .message: dismissNotice()
    default: if panels.open != nil { activate(element) } else { withTiles { $0.activate(element) } }
    }
  }
}

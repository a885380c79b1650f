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
    guard screen == .carousel, curtain == nil, !metrics.size.isEmpty else { return nil }
    if let panel = panels.open { return .panel(panel.name) }
    return .level(levels.count, folder: level.folder)
  }

  /// What can be chosen there: in a group, or outside of any.
  func elements(in group: ElementID? = nil) -> [Element] {
    guard elementPlace != nil else { return [] }
    let panel = panels.open
    if let group {
      return panel?.elements(in: group, environment) ?? levelElements(in: group)
    }
    let messages = panel?.layer.rules.showsMessages == false ? [] : messageElements
    return messages + (panel?.elements(in: nil, environment) ?? levelElements)
  }

  private var messageElements: [Element] {
    guard let notice, let frame = noticeReach(notice) else { return [] }
    let message = Element(id: .message, role: .close, label: words(.leave), frame: frame)
    guard notice.retry != nil else { return [message] }
    let retry = Element(
      id: .retry, role: .button, label: words(.tryAgain), frame: buttonFrame(of: notice))
    return [retry, message]
  }

  /// The shelf in the middle, or on its way there.
  var chosenShelfIndex: Int { min(max(0, level.stack.destinationItemIndex), level.shelves.count - 1) }
  var chosenShelf: Shelf { level.shelves[chosenShelfIndex] }

  private var levelElements: [Element] {
    let current = chosenShelfIndex
    var elements: [Element] = []
    if chosenShelf.tiles.contains(where: \.isEnabled) {
      let name = chosenShelf.name ?? ""
      elements.append(
        Element(id: .tiles, role: .group, label: name, frame: frame(of: .tiles), speech: [name]))
    }
    for index in level.shelves.indices where index != current {
      let name = level.shelves[index].name ?? words(index > current ? .nextShelf : .previousShelf)
      elements.append(Element(id: .shelf(index), role: .button, label: name))
    }
    if levels.count > 1 { elements.append(Element(id: .back, role: .button, label: words(.back))) }
    return elements
  }

  private func levelElements(in group: ElementID) -> [Element] {
    let tiles = chosenShelf.tiles
    if group == .tiles {
      return tiles.indices.filter { tiles[$0].isEnabled }.map { index in
        // A tile speaks for itself once it is in the middle.
        Element(
          id: .tile(index), role: .tile, label: tiles[index].name, frame: frame(of: .tile(index)), speech: [])
      }
    }
    let face = Element(id: .face, role: .button, label: words(.open), frame: frame(of: .face))
    guard tiles.indices.contains(group.index), tiles[group.index].isLive else { return [face] }
    let tile = tiles[group.index]
    let controls = tile.controls.compactMap { control in
      ElementID(control).map { id in
        Element(
          id: id, role: .button, label: tile[control]?.name ?? "",
          value: tile[control].map { spokenState(of: $0) } ?? "", frame: frame(of: id),
          speech: tile[control].map { [$0.name, spokenState(of: $0)] })
      }
    }
    return (tile.action == .perform(.none) ? [] : [face]) + controls
  }

  /// Where something is that can be chosen on the level that is seen, or on a message; nil for what is not seen. Asked for with every
  /// frame, since tiles move.
  func frame(of element: ElementID) -> Rectangle? {
    switch element {
    case .tiles: shelfArea(level.current)
    case .face: tileArea(Rectangle(center: .zero, size: shelf.size(of: carousel.currentItemIndex)))
    case .retry: notice.flatMap { buttonFrame(of: $0) }
    case .message: notice.flatMap { noticeReach($0) }
    default:
      if let control = element.control {
        controlArea(control)
      } else if element.isKind(of: .tile(0)) {
        tileArea(Rectangle(center: .zero, size: shelf.size(of: carousel.currentItemIndex)))
      } else {
        nil
      }
    }
  }

  private var middle: Point { Point(metrics.size.width / 2, metrics.size.height / 2) }

  /// All of a shelf that is on the screen.
  private func shelfArea(_ index: Int) -> Rectangle? {
    guard level.shelves.indices.contains(index) else { return nil }
    let (size, center) = (level.shelves[index].largestTile, middle + level.place(of: index))
    let isUpright = level.shelves[index].isVertical
    return Rectangle(
      center: isUpright ? Point(center.x, middle.y) : Point(middle.x, center.y),
      size: isUpright ? Size(size.width, metrics.size.height) : Size(metrics.size.width, size.height))
  }

  /// What is seen of a part of the tile in the middle, which may be turned in space.
  private func tileArea(_ part: Rectangle) -> Rectangle? {
    guard let placement = carousel.placement(ofItemAt: carousel.currentItemIndex) else { return nil }
    let transform = placement.transform.onScreen(moved: level.place(of: level.current))
    guard let first = transform.project(part.origin),
      let second = transform.project(Point(part.maxX, part.origin.y)),
      let third = transform.project(Point(part.maxX, part.maxY)),
      let fourth = transform.project(Point(part.origin.x, part.maxY))
    else { return nil }
    let (left, right) = (
      min(min(first.x, second.x), min(third.x, fourth.x)), max(max(first.x, second.x), max(third.x, fourth.x))
    )
    let (top, bottom) = (
      min(min(first.y, second.y), min(third.y, fourth.y)), max(max(first.y, second.y), max(third.y, fourth.y))
    )
    return Rectangle(origin: middle + Point(left, top), size: Size(right - left, bottom - top))
  }

  private func controlArea(_ control: TileControl) -> Rectangle? {
    guard let interior = shelf.centeredInterior else { return nil }
    switch control {
    case .row(let index):
      return interior.layout.viewport.intersection(interior.place(ofRow: index)).flatMap { tileArea($0) }
    case .button(let index):
      let buttons = interior.layout.buttons
      return buttons.indices.contains(index) ? tileArea(buttons[index]) : nil
    // It is nowhere to be seen, and not scanned.
    case .gesture: return nil
    }
  }
}

/// Choosing.
extension Shell {
  /// Does what choosing an element does.
  mutating func choose(_ element: ElementID) {
    switch element {
    case .retry: if let notice, let button = buttonFrame(of: notice) { tapNotice(notice, at: button.center) }
    case .message: dismissNotice()
    default: if panels.open != nil { activate(element) } else { chooseOnLevel(element) }
    }
  }

  private mutating func chooseOnLevel(_ element: ElementID) {
    let tiles = chosenShelf.tiles
    if let control = element.control {
      activate(control)
    } else if element == .back {
      closeFolder()
    } else if element.isKind(of: .shelf(0)) {
      show(shelf: element.index)
    } else {
      let index = element == .face ? carousel.currentItemIndex : element.index
      if tiles.indices.contains(index) { open(tiles[index]) }
    }
  }
}

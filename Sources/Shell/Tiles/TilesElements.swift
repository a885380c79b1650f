import CarouselEngine
import RotundaGeometry

// Selectable elements among the tiles.
extension TilesPanel {
  /// The index of the shelf that is in the middle, or on its way there.
  var chosenShelfIndex: Int { min(max(0, level.stack.destinationItemIndex), level.shelves.count - 1) }
  var chosenShelf: Shelf { level.shelves[chosenShelfIndex] }

  /// Returns the elements in a group, or outside any group.
  func elements(in group: ElementID?) -> [Element] { group.map { elements(inside: $0) } ?? outerElements }

  private var outerElements: [Element] {
    let current = chosenShelfIndex
    var elements: [Element] = []
    if chosenShelf.tiles.contains(where: \.isEnabled) {
      let name = chosenShelf.name ?? words(.tiles)
      elements.append(
        Element(id: .tiles, role: .group, label: name, frame: frame(of: .tiles), speech: [name]))
    }
    for index in level.shelves.indices where index != current {
      let name = level.shelves[index].name ?? words(index > current ? .nextShelf : .previousShelf)
      elements.append(Element(id: .shelf(index), role: .button, label: name))
    }
    if levels.count > 1 {
      let speech = hasBackTile ? nil : [words(.back), shelf.name ?? ""]
      elements.append(
        Element(id: .back, role: .button, label: words(.back), frame: frame(of: .back), speech: speech))
    }
    // With few tiles, selecting each takes no longer.
    if indicatorPlace.form.isLine {
      elements.append(
        Element(
          id: .indicator, role: .slider, label: words(.tiles), value: position,
          frame: frame(of: .indicator)))
    }
    if buttons.hasLanguage {
      elements.append(
        Element(
          id: .language, role: .button, label: words(.language), value: languageName,
          frame: frame(of: .language)))
    }
    if buttons.hasForEveryone {
      elements.append(
        Element(
          id: .forEveryone, role: .button, label: words(.forEveryone), frame: frame(of: .forEveryone)))
    }
    return elements
  }

  private func elements(inside group: ElementID) -> [Element] {
    let tiles = chosenShelf.tiles
    if group == .tiles {
      return tiles.indices.filter { tiles[$0].isEnabled }.map { index in
        // The screen reader reads a tile once it is in the middle.
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
          id: id, role: tile[control].map { role(ofControl: $0) } ?? .button,
          label: tile[control]?.name ?? "", value: tile[control].map { spokenState(of: $0) } ?? "",
          isEnabled: tile[control]?.isEnabled ?? true, frame: frame(of: id))
      }
    }
    return (tile.action == .perform(.none) ? [] : [face]) + controls
  }

  /// Returns the place of an element; nil if it is not visible. Every frame calls it, because tiles move.
  func frame(of element: ElementID) -> Rectangle? {
    switch element {
    case .tiles: shelfArea(level.current)
    case .back: foot.frame(of: .back)
    case .language: foot.frame(of: .language)
    case .forEveryone: foot.frame(of: .forEveryone)
    case .indicator: indicatorTarget
    case .face: tileArea(Rectangle(center: .zero, size: shelf.size(of: carousel.currentItemIndex)))
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

  /// The radius of the middle tile's corners, in points.
  var cornerRadius: Double {
    let (size, common) = (shelf.size(of: carousel.currentItemIndex), shelf.tileSize)
    return Metrics.cornerRadius(
      of: Size(min(size.width, common.width), min(size.height, common.height)), share: theme.cornerRadius)
  }

  /// Returns the part of a shelf on the screen.
  private func shelfArea(_ index: Int) -> Rectangle? {
    guard level.shelves.indices.contains(index) else { return nil }
    let (size, center) = (level.shelves[index].largestTile, middle + level.place(of: index))
    let isUpright = level.shelves[index].isVertical
    return Rectangle(
      center: isUpright ? Point(center.x, middle.y) : Point(middle.x, center.y),
      size: isUpright ? Size(size.width, metrics.size.height) : Size(metrics.size.width, size.height))
  }

  /// Returns the visible area of a part of the middle tile, which may be turned in space.
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
    // Gestures have no visible place, and are not scanned.
    case .gesture: return nil
    }
  }

  /// Scrolls the element with the highlight of one switch into view.
  mutating func reveal(_ element: ElementID) {
    if element.isKind(of: .tile(0)) {
      let carousel = chosenShelf.carousel
      if element.index != carousel.currentItemIndex || carousel.isScrolling {
        center(element.index, of: chosenShelfIndex)
      }
    } else if let control = element.control {
      let now = clock
      shelf.centeredInterior?.reveal(control, at: now)
    }
  }

  /// Activates an element.
  mutating func activate(_ element: ElementID) {
    let tiles = chosenShelf.tiles
    if let control = element.control {
      activate(control)
    } else if element == .back {
      output.want(.closeFolder)
    } else if let control = FootControls.Control(element) {
      activate(control)
    } else if element.isKind(of: .shelf(0)) {
      show(shelf: element.index)
    } else {
      let index = element == .face ? carousel.currentItemIndex : element.index
      if tiles.indices.contains(index) { output.want(.open(tiles[index])) }
    }
  }
}

// Spoken texts of tiles.
extension TilesPanel {
  /// The tile in the middle, or on its way there by keys; nil while fingers move the tiles.
  var spokenTile: SpokenTile? {
    guard !touch.drivesCarousel, !touch.drivesStack else { return nil }
    guard let place = spokenPlace, let tile = tile(at: place) else { return nil }
    let part = focusedControl.flatMap { tile[$0] }
    return SpokenTile(
      depth: levels.count, shelf: place.shelf, tile: tile.id, control: part == nil ? nil : focusedControl,
      foot: foot.focused,
      state: foot.focused == .indicator ? position : part.map { spokenState(of: $0) } ?? "")
  }

  /// Returns the state of a control in words; empty for a button.
  func spokenState(of part: LauncherTile) -> String {
    if let value = part.value { return value.text(of: values.value(of: part)) }
    return part.offAction == nil ? "" : words(toggles.isOn(part) ? .on : .off)
  }

  /// A shelf of the visible level, and a tile of it.
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

  func sentences(about spoken: SpokenTile, after earlier: SpokenTile?) -> [String] {
    guard let place = spokenPlace, let tile = tile(at: place) else { return [] }
    if let control = spoken.foot {
      if control == .indicator, earlier?.foot == control { return [spoken.state] }
      return elements(in: nil).counted.first { $0.id == control.element }?.sentences(in: words) ?? []
    }
    if let control = spoken.control, let part = tile[control] {
      let isSame = earlier?.tile == spoken.tile && earlier?.control == control
      return isSame ? [spoken.state] : sentences(about: control, part, of: tile)
    }
    let shelf = levels[levels.count - 1].shelves[place.shelf]
    let isElsewhere = earlier?.depth != spoken.depth || earlier?.shelf != spoken.shelf
    return (isElsewhere ? [shelf.name ?? ""] : []) + sentences(aboutTile: place.tile, of: shelf)
  }

  /// Returns the spoken text of a tile: its texts, kind, state and place, and its controls.
  func sentences(aboutTile index: Int, of shelf: Shelf) -> [String] {
    guard shelf.tiles.indices.contains(index) else { return [] }
    let tile = shelf.tiles[index]
    let look = tile.appearance
    var sentences = [look.kicker, name(of: tile), words(role(of: tile)), look.detail, look.meta, look.badge]
    if let progress = look.progress {
      sentences.append(words(.percent, "\(Int((progress * 100).rounded()))"))
    }
    sentences += states(of: tile)
    sentences.append(ElementCount(index + 1, of: shelf.tiles.count).text(in: words))
    if tile.isPageInside, case .page(let content) = tile.action {
      sentences += content.spoken
    }
    return sentences + tile.controls.compactMap { tile[$0]?.name }
  }

  /// Returns the kind of a tile.
  private func role(of tile: LauncherTile) -> Phrase {
    if case .folder = tile.action { return .folder }
    return tile.action == .perform(.back) && tile.id.isEmpty ? .roleButton : .roleTile
  }

  /// Returns the spoken text of a control on a tile.
  private func sentences(
    about control: TileControl, _ part: LauncherTile, of tile: LauncherTile
  ) -> [String] {
    let place = tile.controls.firstIndex(of: control).map { ElementCount($0 + 1, of: tile.controls.count) }
    return [part.name, role(ofControl: part).name(in: words), spokenState(of: part)]
      + (part.isEnabled ? [] : [words(.unavailable)]) + (place.map { [$0.text(in: words)] } ?? [])
  }

  private func role(ofControl part: LauncherTile) -> Element.Role {
    if let value = part.value { return value.style == .slider ? .slider : .choice }
    return part.offAction == nil ? .button : .toggle
  }

  private func name(of tile: LauncherTile) -> String {
    // The back tile bears the folder's name.
    tile.action == .perform(.back) && tile.id.isEmpty ? words(.back) : tile.name
  }

  private func states(of tile: LauncherTile) -> [String] {
    var states: [String] = []
    switch tile.mark(among: marks) {
    case .running: states.append(words(.isRunning))
    case .unresponsive: states.append(words(.notResponding))
    case .failed: states.append(words(.hasFailed))
    case .outOfOrder: states.append(words(.tileOutOfOrder))
    case .starting, nil: break
    }
    if !tile.isEnabled {
      states.append(words(.unavailable))
      if let absence = tile.absence {
        states.append(absence.text(in: words, environment.languages, header.clockStyle))
      }
    }
    if tile.needsPIN { states.append(words(.asksForPIN)) }
    return states
  }
}

extension Carousel {
  /// The item at which the carousel is or ends; nil while its destination is open.
  fileprivate var goal: Int? {
    let index = destinationItemIndex
    return (isScrolling || !isMoving) && (0..<numberOfItems).contains(index) ? index : nil
  }
}

extension TilesPanel {
  /// The middle of the middle tile, and the extent of a tile in the forward direction of the row, in points.
  var middleOfRow: (center: Point, step: Point) {
    let frame = frame(of: .face) ?? Rectangle(origin: .zero, size: metrics.size)
    let axis = shelf.axis
    return (frame.center, Point(axis.x * frame.size.width, axis.y * frame.size.height))
  }
}

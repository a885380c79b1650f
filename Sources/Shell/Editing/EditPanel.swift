import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The editor: all tiles with handles, in the order of the screen.
///
/// It does not change tiles itself. It emits a change as an intent, and receives the result through `show`.
struct EditPanel: Sendable {
  /// A button at the lower edge.
  enum Control: CaseIterable, Hashable {
    case undo, redo, network, look, trial, save

    var wish: EditWish {
      switch self {
      case .undo: .undo
      case .redo: .redo
      case .network: .network
      case .look: .look
      case .trial: .trial
      case .save: .save
      }
    }

    /// Its width relative to other buttons.
    var units: Double { sign == nil ? 1.3 : 0.7 }

    /// The pictogram on it; nil for a button with text.
    var sign: String? {
      switch self {
      case .undo: "undo"
      case .redo: "redo"
      case .network: Glyph.wifi.rawValue
      case .look, .trial, .save: nil
      }
    }

    func text(in words: Localizer) -> String {
      switch self {
      case .undo: words(.undo)
      case .redo: words(.redo)
      case .network: words(.network)
      case .look: words(.editLook)
      case .trial: words(.editTrial)
      case .save: words(.editSave)
      }
    }
  }

  /// The actions on a card, in the order of its buttons.
  enum Handle: Int, CaseIterable { case edit, move, remove }

  /// A tile that a finger carries.
  struct Carried: Hashable {
    let tile: String
    let card: Int
    /// The offset from the finger to the center of the card's picture.
    let grip: Point
    var finger: Point
    var target: Target?
  }

  /// The place where a carried tile would go.
  struct Target: Hashable {
    let place: TilePlace
    /// The card at the target, and the side of the card on which the tile would go.
    let card: Int
    let side: Side
    enum Side: Hashable { case before, after, into }
  }

  private(set) var content = EditContent()
  /// The open folders, innermost last.
  private(set) var folders: [String] = []
  private(set) var layout = EditLayout()
  private(set) var scroll = ContentScroll()
  private(set) var carried: Carried?
  private var face = EditFace()
  private var pressed: ElementID?
  private var focus: ElementID?
  private var changes = 0
  private var latest = 0.0
  private var expires: Double
  /// The scroll offset to restore after the next layout.
  private var returnsTo: Double?

  /// Seconds without input until the editor closes. The session keeps its changes.
  private static let lifetime = 300.0
  /// The height of the scrolling zone at each edge, as a share of the viewport; and the scroll speed in
  /// viewport heights per second.
  private static let (edge, speed) = (0.14, 0.9)
  private static let (cardID, controlID, shelfID) = (
    ElementID("card"), ElementID("control"), ElementID("shelf")
  )
  private static let handleIDs = [ElementID("edit"), ElementID("move"), ElementID("remove")]

  init(at time: Double) { expires = time + Self.lifetime }

  /// Shows changed tiles.
  mutating func show(_ content: EditContent) {
    guard content != self.content else { return }
    self.content = content
    folders = Array(folders.prefix { content.tile($0) != nil })
    carried = nil
    changes += 1
  }

  /// Shows the tiles in a folder.
  mutating func enter(_ folder: String) {
    folders.append(folder)
    (scroll, focus, pressed) = (ContentScroll(), nil, nil)
    changes += 1
  }

  var shelves: [EditShelf] { content.shelves(in: folders) }
  /// The buttons at the lower edge.
  private var controls: [Control] {
    content.hasNetworks ? Control.allCases : Control.allCases.filter { $0 != .network }
  }
  private var isInside: Bool { !folders.isEmpty }

  private func tile(of card: EditLayout.Card) -> LauncherTile? {
    let shelves = shelves
    guard let index = card.tile, shelves.indices.contains(card.shelf),
      shelves[card.shelf].tiles.indices.contains(index)
    else { return nil }
    return shelves[card.shelf].tiles[index]
  }

  private func tile(ofCard index: Int) -> LauncherTile? {
    layout.cards.indices.contains(index) ? tile(of: layout.cards[index]) : nil
  }

  private mutating func want(_ wish: EditWish, _ output: inout PanelOutput) {
    output.want(.sound(.tap))
    output.want(.edit(wish))
    output.redraw()
  }

  /// Leaves the folder, or requests to leave the editor.
  private mutating func goBack(_ output: inout PanelOutput) {
    guard isInside else { return want(.leave, &output) }
    folders.removeLast()
    (scroll, focus) = (ContentScroll(), nil)
    changes += 1
    output.want(.sound(.back))
    output.want(.layOut)
    output.redraw()
  }

  // Carrying.

  /// Picks up a tile: at once on its move handle, elsewhere after a long press.
  private mutating func carry(_ drag: Drag, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard layout.viewport.contains(drag.start) else { return false }
    let place = drag.start + Point(0, scroll.offset)
    guard let card = layout.card(at: place), let tile = tile(ofCard: card), content.barriers[tile.id] == nil
    else { return false }
    let onHandle = layout.cards[card].handles[Handle.move.rawValue].contains(place)
    guard onHandle || drag.isAfterLongPress else { return false }
    carried = Carried(
      tile: tile.id, card: card, grip: layout.cards[card].picture.center - place, finger: drag.position)
    pressed = nil
    output.redraw()
    return true
  }

  private mutating func move(to point: Point) {
    guard var moved = carried else { return }
    moved.finger = point
    moved.target = target(of: moved)
    carried = moved
  }

  /// Returns the place where a carried tile would be dropped.
  private func target(of moved: Carried) -> Target? {
    guard layout.viewport.contains(moved.finger) else { return nil }
    let place = moved.finger + Point(0, scroll.offset)
    let found = layout.card(at: place) ?? nearestCard(to: place)
    guard let index = found, index != moved.card else { return nil }
    let card = layout.cards[index]
    guard let other = tile(of: card) else {
      let shelf = shelves[card.shelf]
      return Target(place: .into(shelf.id), card: index, side: .before)
    }
    let part = (place.x - card.frame.origin.x) / card.frame.size.width
    if case .folder = other.action, (0.25...0.75).contains(part) {
      return Target(place: .into(other.id), card: index, side: .into)
    }
    return part < 0.5
      ? Target(place: .before(other.id), card: index, side: .before)
      : Target(place: .after(other.id), card: index, side: .after)
  }

  private func nearestCard(to place: Point) -> Int? {
    layout.cards.indices.min {
      (layout.cards[$0].frame.center - place).length < (layout.cards[$1].frame.center - place).length
    }
  }

  private mutating func drop(_ output: inout PanelOutput) {
    guard let moved = carried else { return }
    carried = nil
    output.redraw()
    guard let target = moved.target, !isPlace(of: moved.tile, target.place) else { return }
    returnsTo = scroll.offset
    want(.move(tile: moved.tile, target.place), &output)
  }

  /// Whether a tile is already at a place.
  private func isPlace(of tile: String, _ place: TilePlace) -> Bool {
    let siblings = content.siblings(of: tile)
    guard let index = siblings.firstIndex(of: tile) else { return false }
    switch place {
    case .before(let other): return siblings.indices.contains(index + 1) && siblings[index + 1] == other
    case .after(let other): return index > 0 && siblings[index - 1] == other
    case .into(let id):
      return index == siblings.count - 1 && shelves.contains { $0.id == id && $0.tiles.last?.id == tile }
    }
  }
}

extension PanelStack {
  /// Updates the editor if it is open.
  mutating func updateEditor(_ content: EditContent) {
    if change(EditPanel.self, { $0.show(content) }) { layOutPanels(only: .page) }
  }
}

extension EditPanel: Panel {
  var name: ShellStatus.Screen { .editor }
  var layer: PanelLayer { .page }
  var swipeAxis: Point? { Point(0, 1) }
  var recognizers: Recognizers { [.longPressDrag] }

  // Time.

  var deadline: Double? { expires }
  mutating func stay(at time: Double) { expires = time + Self.lifetime }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if expires <= environment.time { output.want(.close) }
  }
  func isMoving(at time: Double) -> Bool { scroll.isMoving || edgeSpeed != 0 }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    let elapsed = min(max(0, environment.time - latest), 0.1)
    latest = environment.time
    if edgeSpeed != 0, let finger = carried?.finger {
      scroll.scroll(
        by: edgeSpeed * layout.viewport.size.height * elapsed, duration: 0, at: environment.time)
      move(to: finger)
    }
    scroll.advance(to: environment.time)
  }

  /// The speed at which a carried tile at an edge scrolls, in viewport heights per second.
  private var edgeSpeed: Double {
    guard let finger = carried?.finger, scroll.isNeeded else { return 0 }
    let part = (finger.y - layout.viewport.origin.y) / max(1, layout.viewport.size.height)
    if part < Self.edge, scroll.offset > 0 { return -Self.speed }
    if part > 1 - Self.edge, scroll.offset < layout.length - layout.viewport.size.height { return Self.speed }
    return 0
  }

  // Fingers.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    output.redraw()
    switch gesture {
    case .pressBegan(let point): pressed = target(at: point, environment)
    case .pressEnded: pressed = nil
    case .tap(let point), .doubleTap(let point):
      if let target = target(at: point, environment) { activate(target, environment, &output) }
    case .dragBegan(let drag) where carry(drag, environment, &output): break
    case .dragChanged(let drag) where carried != nil: move(to: drag.position)
    case .dragEnded(let drag) where carried != nil:
      move(to: drag.position)
      drop(&output)
    case .dragCancelled where carried != nil: carried = nil
    case .longPressBegan, .longPressEnded, .longPressCancelled: break
    default: return scroll.handle(gesture, at: environment.time)
    }
    return true
  }

  /// Returns the element at a point of the surface.
  private func target(at point: Point, _ environment: Environment) -> ElementID? {
    if environment.pageMetrics.closeFrame.contains(point) { return .close }
    if let index = layout.controls.firstIndex(where: { $0.contains(point) }) {
      return ElementID(Self.controlID.name, index)
    }
    guard layout.viewport.contains(point) else { return nil }
    let place = point + Point(0, scroll.offset)
    if let shelf = layout.title(at: place), titled(shelf) { return ElementID(Self.shelfID.name, shelf) }
    guard let index = layout.card(at: place) else { return nil }
    guard let handle = layout.cards[index].handles.firstIndex(where: { $0.contains(place) }) else {
      return ElementID(Self.handleIDs[0].name, index)
    }
    return ElementID(Self.handleIDs[handle].name, index)
  }

  // Keys.

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    guard event.phase != .released else { return true }
    let isPressed = event.phase == .pressed
    let left = environment.isMirrored ? 1 : -1
    switch event.key {
    case .escape: if isPressed { goBack(&output) }
    case .left: moveFocus(by: left, environment, &output)
    case .right: moveFocus(by: -left, environment, &output)
    case .up: moveFocus(cards: -1, environment, &output)
    case .down: moveFocus(cards: 1, environment, &output)
    case .tab: moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .enter, .space:
      guard isPressed else { return true }
      if let focus { activate(focus, environment, &output) } else { moveFocus(by: 1, environment, &output) }
    case .backspace:
      guard isPressed, let focus, ![Self.controlID, Self.shelfID].contains(where: focus.isKind) else {
        return true
      }
      activate(ElementID(Self.handleIDs[Handle.remove.rawValue].name, focus.index), environment, &output)
    default: break
    }
    return true
  }

  /// All elements in Tab order.
  private var order: [ElementID] {
    layout.cards.indices.flatMap { title(before: $0) + handles(of: $0) }
      + layout.controls.indices.map { ElementID(Self.controlID.name, $0) }
  }

  /// Reports whether a shelf has an editable title.
  private func titled(_ shelf: Int) -> Bool {
    shelves.indices.contains(shelf) && shelves[shelf].canBeNamed && layout.titles[shelf] != nil
  }

  /// Returns the title before a card, if the card is the first of its shelf.
  private func title(before card: Int) -> [ElementID] {
    let shelf = layout.cards[card].shelf
    guard card == 0 || layout.cards[card - 1].shelf != shelf, titled(shelf) else { return [] }
    return [ElementID(Self.shelfID.name, shelf)]
  }

  /// Returns the area of an element in the content; nil for a button at the lower edge.
  private func area(of element: ElementID) -> Rectangle? {
    if element.isKind(of: Self.controlID) { return nil }
    if element.isKind(of: Self.shelfID) { return layout.titles[element.index] }
    return layout.cards.indices.contains(element.index) ? layout.cards[element.index].frame : nil
  }

  private func handles(of card: Int) -> [ElementID] {
    guard let tile = tile(ofCard: card) else { return [ElementID(Self.handleIDs[0].name, card)] }
    let ids = Self.handleIDs.map { ElementID($0.name, card) }
    return content.barriers[tile.id] == nil ? ids : [ids[0]]
  }

  private mutating func moveFocus(by step: Int, _ environment: Environment, _ output: inout PanelOutput) {
    let order = order
    guard !order.isEmpty else { return }
    let index = focus.flatMap { order.firstIndex(of: $0) }
    let next = index.map { ($0 + step + order.count) % order.count } ?? (step > 0 ? 0 : order.count - 1)
    show(order[next], environment, &output)
  }

  /// Moves the focus to the card above or below.
  private mutating func moveFocus(cards step: Int, _ environment: Environment, _ output: inout PanelOutput) {
    guard let here = focus.flatMap({ area(of: $0) })?.center else {
      return moveFocus(by: step, environment, &output)
    }
    let others = layout.cards.indices.filter {
      Double(step) * (layout.cards[$0].frame.center.y - here.y) > 1
    }
    let next = others.min {
      let (one, other) = (layout.cards[$0].frame.center - here, layout.cards[$1].frame.center - here)
      return abs(one.y) * 4 + abs(one.x) < abs(other.y) * 4 + abs(other.x)
    }
    if let next { return show(ElementID(Self.handleIDs[0].name, next), environment, &output) }
    if step > 0 { show(ElementID(Self.controlID.name), environment, &output) }
  }

  private mutating func show(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    focus = element
    if let area = area(of: element) { scroll.reveal(area, in: layout.viewport, at: environment.time) }
    output.redraw()
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    if scroll.handle(event, step: step, at: environment.time) { output.redraw() }
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let words = environment.words
    func seen(_ area: Rectangle) -> Rectangle? { scroll.seen(area, in: layout.viewport) }
    if let group {
      guard layout.cards.indices.contains(group.index) else { return [] }
      // After a removal, this index can belong to the button that adds a tile, which has no handles.
      return zip(handles(of: group.index), layout.cards[group.index].handles).map { id, place in
        Element(id: id, role: .button, label: label(of: id, words), frame: seen(place))
      }
    }
    let cards = layout.cards.indices.flatMap { index in
      let tile = tile(ofCard: index)
      let titles = title(before: index).map {
        Element(
          id: $0, role: .button, label: label(of: $0, words), frame: layout.titles[$0.index].flatMap(seen))
      }
      let card =
        tile.map {
          Element(
            id: ElementID(Self.cardID.name, index), role: .group, label: $0.name,
            value: content.barriers[$0.id] ?? "", frame: seen(layout.cards[index].frame))
        }
        ?? Element(
          id: ElementID(Self.handleIDs[0].name, index), role: .button, label: words(.editAdd),
          frame: seen(layout.cards[index].frame))
      return titles + [card]
    }
    let controls = zip(controls, layout.controls).enumerated().map { index, control in
      Element(
        id: ElementID(Self.controlID.name, index), role: .button, label: control.0.text(in: words),
        isEnabled: isEnabled(control.0), frame: control.1)
    }
    let close = Element(
      id: .close, role: .close, label: words(isInside ? .back : .leave),
      frame: environment.pageMetrics.closeFrame)
    return cards + scroll.elements(words) + controls + [close]
  }

  private func label(of id: ElementID, _ words: Localizer) -> String {
    if id.isKind(of: Self.shelfID) {
      let name = shelves.indices.contains(id.index) ? shelves[id.index].name : nil
      return words(.editShelf, name ?? "\(id.index + 1)")
    }
    let name = tile(ofCard: id.index)?.name ?? ""
    switch id.name {
    case Self.handleIDs[1].name: return words(.editMove, name)
    case Self.handleIDs[2].name: return words(.editRemove, name)
    default: return name.isEmpty ? words(.editAdd) : words(.editTile, name)
    }
  }

  private func isEnabled(_ control: Control) -> Bool {
    switch control {
    case .undo: content.canUndo
    case .redo: content.canRedo
    case .save: content.isChanged
    case .network, .look, .trial: true
    }
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    stay(at: environment.time)
    switch element {
    case .close: goBack(&output)
    case ContentScroll.down: scroll.scroll(by: layout.viewport.size.height, at: environment.time)
    case ContentScroll.up: scroll.scroll(by: -layout.viewport.size.height, at: environment.time)
    case _ where element.isKind(of: Self.controlID):
      guard controls.indices.contains(element.index) else { return }
      let control = controls[element.index]
      if isEnabled(control) { want(control.wish, &output) } else { output.want(.sound(.error)) }
    case _ where element.isKind(of: Self.shelfID):
      guard titled(element.index) else { return }
      returnsTo = scroll.offset
      want(.nameShelf(shelves[element.index].id), &output)
    default: activateCard(element, &output)
    }
    output.redraw()
  }

  private mutating func activateCard(_ element: ElementID, _ output: inout PanelOutput) {
    guard layout.cards.indices.contains(element.index) else { return }
    guard let tile = tile(ofCard: element.index) else {
      let shelf = layout.cards[element.index].shelf
      return want(.add(to: shelves[shelf].id), &output)
    }
    let isFree = content.barriers[tile.id] == nil
    returnsTo = scroll.offset
    switch element.name {
    case Self.handleIDs[1].name where isFree: want(.chooseMove(tile: tile.id), &output)
    case Self.handleIDs[2].name where isFree: want(.remove(tile: tile.id), &output)
    default: want(.edit(tile: tile.id), &output)
    }
  }

  // Speech.

  var spoken: SpokenPanel {
    SpokenPanel(
      panel: name, subject: folders.last ?? "", title: content.note, element: focus, count: changes)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    let now = spoken
    guard let earlier, earlier.subject == now.subject else {
      return [isInside ? shelves.first?.name ?? "" : environment.words(.editScreen)]
    }
    var sentences: [String] = []
    if now.title != earlier.title, !now.title.isEmpty { sentences.append(now.title) }
    guard now.element != earlier.element, let focus else { return sentences }
    if focus.name == Self.controlID.name, controls.indices.contains(focus.index) {
      sentences.append(controls[focus.index].text(in: environment.words))
    } else {
      sentences.append(label(of: focus, environment.words))
    }
    return sentences
  }
}

// Drawing.
extension EditPanel {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let shelves = shelves
    let hasTitles = !isInside && shelves.contains { $0.name != nil || $0.canBeNamed }
    layout = EditLayout(shelves, controls: controls.map(\.units), hasTitles: hasTitles, environment)
    if let focus, !order.contains(focus) { self.focus = nil }
    let heading =
      content.note.isEmpty
      ? isInside ? shelves.first?.name ?? "" : environment.words(.editScreen) : content.note
    face.layOut(
      heading, shelves, layout, controls: controls,
      isInside: isInside, environment, into: &effects)
    scroll.fit(length: layout.length, into: layout.viewport.size.height, at: environment.time)
    if let place = returnsTo { scroll.scroll(by: place - scroll.offset, duration: 0, at: environment.time) }
    returnsTo = nil
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { face.measured(picture, size: size) }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    frame.append(.color(environment.theme.background.opacity(1)), in: environment.screen)
    let half = Point(frame.size.width / 2, frame.size.height / 2)
    let plane = Plane(transform: .identity.translated(-half.x, -half.y, 0))
    let state = EditFace.State(
      offset: scroll.offset, pressed: pressed, focus: focus, carried: carried,
      enabled: controls.map(isEnabled),
      isLocked: { card in tile(ofCard: card).map { content.barriers[$0.id] != nil } ?? false })
    face.draw(layout, state, on: plane, environment, to: &frame)
  }
}

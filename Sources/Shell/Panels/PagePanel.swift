import CarouselEngine
import Gestures
import RotundaGeometry
import Scene

/// A page to read, on its way in or out of the screen: it scrolls, and a control in its corner closes it.
struct PageBody: Sendable {
  private(set) var title: String
  private(set) var content: PageContent
  /// Its writing; nil until the screen's size is known.
  private var column: PageColumn?
  private(set) var scroll = ContentScroll()
  /// The control that closes it.
  private var close: Writing?
  /// What grows to it; nil where nothing does.
  private var tile: GrowingTile?
  /// How far it has come, 0 to 1.
  private var way: SpringValue
  private(set) var isClosing = false
  /// Whether a finger presses the control that closes it.
  private var isClosePressed = false

  /// How far a tile has grown when the page on it begins to be seen and when all of it is, and the same for what stands there.
  private static let (paper, writing) = ((0.5, 0.9), (0.62, 1.0))
  /// How far below its place it is when it begins to come, as a part of the screen.
  private static let rise = 0.12
  /// It is drawn before any tile's card.
  private static let drawingOrder = -1
  /// The sign that closes a page: a multiplication sign, which every font has.
  private static let closeSign = "×"
  /// How far a page has been pulled down from its beginning when letting go closes it, as a part of the screen.
  private static let closingPull = 0.09
  /// What an arrow key and a step of a wheel scroll, in letters' heights.
  private static let keyStep = 4.0
  private static let wheelStep = 3.0
  /// What a page key leaves to be seen of the screen before, in letters' heights.
  private static let overlap = 2.0
  /// How dark the ground of the control that closes is, and how small it gets while a finger presses it.
  private static let closeOpacity = 0.92
  private static let pressedScale = 0.92

  init(
    _ title: String, _ content: PageContent, from tile: GrowingTile? = nil, isReduced: Bool = false,
    at time: Double
  ) {
    (self.title, self.content, self.tile) = (title, content, isReduced ? nil : tile)
    way = SpringValue(0, response: isReduced ? Motion.fade : tile == nil ? Motion.entrance : Motion.open)
    way.go(to: 1, at: time)
  }

  /// It says something else from now on, where it was.
  mutating func say(_ title: String, _ content: PageContent) {
    (self.title, self.content) = (title, content)
    isClosePressed = false
  }

  // Time.

  /// How far it has come, 0 to 1.
  private func openness(at time: Double) -> Double { min(max(way.value(at: time), 0), 1) }
  /// How far a tile has grown to it.
  func growth(at time: Double) -> Double { tile == nil ? 0 : openness(at: time) }

  private func isChanging(at time: Double) -> Bool { !way.isOver(at: time) }
  func isMoving(at time: Double) -> Bool { isChanging(at: time) || scroll.isMoving || isClosing }
  func isCovering(at time: Double) -> Bool { !isClosing && !isChanging(at: time) }
  func isGone(at time: Double) -> Bool { isClosing && !isChanging(at: time) }

  /// It goes back from where it is.
  mutating func leave(at time: Double) {
    isClosing = true
    way.go(to: 0, at: time)
  }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    fit(environment, into: &effects)
  }

  // Input. What is bound to swipes of several fingers and from edges is meant for the launcher.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !isClosing else { return false }
    let time = environment.time
    switch gesture {
    case .pressBegan(let point): isClosePressed = isOnClose(point, environment)
    case .pressEnded: isClosePressed = false
    case .tap(let point):
      if isOnClose(point, environment) {
        output.want(.sound(.tap))
        output.want(.close)
      }
    case .doubleTap, .longPressBegan: break
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      return false
    case .dragEnded:
      // One that did not move the page.
      guard scroll.isDragging else { return false }
      let pull = -scroll.offset
      _ = scroll.handle(gesture, at: time)
      if pull > environment.metrics.size.height * Self.closingPull { output.want(.close) }
    case .touchEnded:
      _ = scroll.handle(gesture, at: time)
      isClosePressed = false
    default: guard scroll.handle(gesture, at: time) else { return false }
    }
    output.redraw()
    return true
  }

  private func isOnClose(_ point: Point, _ environment: Environment) -> Bool {
    let metrics = environment.metrics
    let place = point - Point(metrics.size.width / 2, metrics.size.height / 2)
    return environment.pageMetrics.close.inset(by: -metrics.padding / 2).contains(place)
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !isClosing else { return false }
    let step = environment.metrics.fontSize * Self.keyStep
    switch event.key {
    case .escape, .enter, .left: if event.phase == .pressed { output.want(.close) }
    case .up: scroll(by: -step, environment, &output)
    case .down: scroll(by: step, environment, &output)
    case .pageUp: scroll(screens: -1, environment, &output)
    case .pageDown: scroll(screens: 1, environment, &output)
    case .space: scroll(screens: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .home: scroll(by: -1e9, environment, &output)
    case .end: scroll(by: 1e9, environment, &output)
    case .right, .tab, .character, .backspace, .other: break
    }
    return true
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    switch event.kind {
    case .steps(_, let y):
      scroll(by: Double(y) * environment.metrics.fontSize * Self.wheelStep, environment, &output)
    case .moved(let delta): scroll(by: -delta.y, duration: 0, environment, &output)
    case .stopped: break
    }
  }

  /// Scrolls it by so much of what is seen at once, without what is left to be seen of the screen before.
  private mutating func scroll(
    screens: Double, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let metrics = environment.metrics
    let screen = max(metrics.size.height - Self.overlap * metrics.fontSize, metrics.size.height / 2)
    scroll(by: screens * screen, environment, &output)
  }

  private mutating func scroll(
    by distance: Double, duration: Double = ContentScroll.keyTime, _ environment: Environment,
    _ output: inout PanelOutput
  ) {
    scroll.scroll(by: distance, duration: duration, at: environment.time)
    output.redraw()
  }

  // What can be chosen.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let (size, close) = (environment.metrics.size, environment.pageMetrics.close)
    let frame = Rectangle(
      origin: Point(size.width / 2, size.height / 2) + close.origin, size: close.size)
    return scroll.elements(environment.words)
      + [Element(id: .close, role: .close, label: environment.words(.leave), frame: frame)]
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    switch element {
    case ContentScroll.down: scroll(screens: 1, environment, &output)
    case ContentScroll.up: scroll(screens: -1, environment, &output)
    default: output.want(.close)
    }
  }

}

// What is seen of it.
extension PageBody {
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    // On another screen the tile has another place.
    if tile?.screen != environment.metrics.size { tile = nil }
    let places = environment.pageMetrics
    let room = content.onlyPicture == nil ? places.column.size : places.pictureRoom
    column = PageColumn(
      content, title: title, in: room, fontSize: environment.metrics.fontSize, theme: environment.theme,
      scale: environment.scale)
    let close = environment.label(
      Self.closeSign, size: places.targetSide * 0.7, color: environment.theme.cardText,
      within: places.close.size)
    self.close = close
    effects.append(.draw(close.picture, order: Self.drawingOrder))
    fit(environment, into: &effects)
  }

  /// Asks for what will soon be seen of it, and finds out how long it is.
  private mutating func fit(_ environment: Environment, into effects: inout [ShellEffect]) {
    let height = environment.metrics.size.height
    column?.request(above: scroll.offset + 3 * height, order: Self.drawingOrder, into: &effects)
    guard let column else { return }
    let margins = margins(environment)
    scroll.fit(
      length: column.height + margins.top + margins.bottom, into: height, at: environment.time)
  }

  /// A picture alone has the whole screen.
  private func margins(_ environment: Environment) -> (top: Double, bottom: Double) {
    guard content.onlyPicture != nil else { return environment.pageMetrics.margins }
    let free = max(0, environment.metrics.size.height - (column?.height ?? 0)) / 2
    return (free, free)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    let isInColumn = column?.measured(picture, size: size) == true
    return close?.measured(picture, size: size) == true || isInColumn
  }

  /// Over what is behind it.
  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    guard let column else { return }
    let (theme, metrics) = (environment.theme, environment.metrics)
    let openness = openness(at: environment.time)
    let screen = Rectangle(center: .zero, size: metrics.size)
    var plane = Plane()
    if let tile {
      let area = tile.area(openness)
      let paper = GrowingTile.arrived(openness, from: Self.paper.0, to: Self.paper.1)
      if paper < 1 { tile.append(openness, to: &frame) }
      plane.append(
        .color(theme.background), in: area, corner: tile.radius(openness), opacity: paper, to: &frame)
      (plane.clip, plane.opacity) = (
        area, GrowingTile.arrived(openness, from: Self.writing.0, to: Self.writing.1)
      )
    } else {
      // Nothing is written over what is still to be seen.
      plane.append(.color(theme.background), in: screen, opacity: min(1, openness * 2), to: &frame)
      let way = theme.hasReducedMotion ? 0 : (1 - openness) * Self.rise * metrics.size.height
      plane.transform = .identity.translated(0, way, 0)
      (plane.clip, plane.opacity) = (screen, GrowingTile.arrived(openness, from: 0.3, to: 1))
    }
    let places = environment.pageMetrics
    let left = content.onlyPicture == nil ? places.column.origin.x : screen.origin.x
    let top = screen.origin.y + margins(environment).top - scroll.offset
    column.append(at: Point(left, top), on: plane, theme, to: &frame)
    if let bar = scroll.bar(in: places.scrollBar) {
      plane.append(.color(theme.pageHeading), in: bar, corner: bar.size.width / 2, opacity: 0.6, to: &frame)
    }
    let area = isClosePressed ? places.close.scaled(by: Self.pressedScale) : places.close
    plane.append(
      .color(theme.card), in: area, corner: area.size.width / 2, opacity: Self.closeOpacity, to: &frame)
    if let close { plane.append(close, around: area.center, scale: environment.scale, to: &frame) }
  }
}

/// A panel that is a page to read: it has only to say what stands there.
protocol PagePanel: Panel {
  var body: PageBody { get set }
  /// What stands there, in the visitor's language.
  func text(_ words: Words) -> (title: String, content: PageContent)
}

extension PagePanel {
  var layer: PanelLayer { .page }
  var isOpen: Bool { !body.isClosing }
  var swipeAxis: Point? { Point(0, 1) }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let text = text(environment.words)
    body.say(text.title, text.content)
    body.layOut(environment, into: &effects)
  }
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { body.measured(picture, size: size) }
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    body.handle(gesture, environment, &output)
  }
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    body.handle(key, environment, &output)
  }
  mutating func handle(_ scroll: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    body.handle(scroll, environment, &output)
  }
  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    body.elements(in: group, environment)
  }
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    body.activate(element, environment, &output)
  }
  var spoken: SpokenPanel { SpokenPanel(panel: name, subject: tileID ?? "", title: body.title) }
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    [body.title] + body.content.spoken
  }
  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    body.advance(environment, into: &effects)
  }
  func isMoving(at time: Double) -> Bool { body.isMoving(at: time) }
  mutating func leave(at time: Double) -> Bool {
    body.leave(at: time)
    return true
  }
  func isGone(at time: Double) -> Bool { body.isGone(at: time) }
  func isCovering(at time: Double) -> Bool { body.isCovering(at: time) }
  func growth(at time: Double) -> Double { body.growth(at: time) }
  func draw(_ environment: Environment, to frame: inout SceneFrame) { body.draw(environment, to: &frame) }
}

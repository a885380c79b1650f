import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A page of text and pictures, including its transition. It scrolls, its elements can be selected, and a
/// control in its corner closes it.
struct PageBody: Sendable {
  private(set) var title: String
  private(set) var content: PageContent
  /// The picture at the top and the content below it; nil until the screen's size is known.
  private var lead: PageLead?
  private var column: PageColumn?
  /// The full-screen picture: the page's only content, or a picture of the page.
  private var viewer = PageViewer()
  private(set) var scroll = ContentScroll()
  private var chrome = PageChrome()
  /// The tile that grows to the page; nil for none.
  private var tile: GrowingTile?
  /// The progress of the page's appearance, 0 to 1.
  private var way: SpringValue
  private(set) var isClosing = false
  /// The index of the pressed target.
  private var pressed: Int?
  /// The index of the target that has the focus.
  private var focused: Int?

  /// The growth of a tile at which the page begins to appear and is opaque, and the same for the page's
  /// content.
  private static let (paper, writing) = ((0.5, 0.9), (0.62, 1.0))
  /// The distance below its place at which a page begins to appear, as a share of the screen's height.
  private static let rise = 0.12
  /// Drawn before any tile's card.
  private static let drawingOrder = -1
  /// The distance of a pull beyond the beginning after which release closes the page, as a share of the
  /// screen's height.
  private static let closingPull = 0.09
  /// The part of the previous screen that stays visible after a page key, in heights of letters.
  private static let overlap = 2.0
  /// The gap below a lead picture, in heights of letters.
  private static let leadGap = 1.3

  init(
    _ title: String, _ content: PageContent, from tile: GrowingTile? = nil, isReduced: Bool = false,
    at time: Double
  ) {
    (self.title, self.content, self.tile) = (title, content, isReduced ? nil : tile)
    way = SpringValue(0, response: isReduced ? Motion.fade : tile == nil ? Motion.entrance : Motion.open)
    way.go(to: 1, at: time)
  }

  /// Replaces title and content in place.
  mutating func say(_ title: String, _ content: PageContent) {
    if content != self.content { (viewer, focused) = (PageViewer(), nil) }
    (self.title, self.content) = (title, content)
    (chrome.isClosePressed, pressed) = (false, nil)
  }

  // Time.

  /// Returns the progress of the page's appearance, 0 to 1.
  private func openness(at time: Double) -> Double { min(max(way.value(at: time), 0), 1) }
  /// Returns the growth of a tile to the page.
  func growth(at time: Double) -> Double { tile == nil ? 0 : openness(at: time) }

  private func isChanging(at time: Double) -> Bool { !way.isOver(at: time) }
  func isMoving(at time: Double) -> Bool {
    isChanging(at: time) || scroll.isMoving || isClosing || viewer.isMoving(at: time)
      || column?.isMoving == true
  }
  func isCovering(at time: Double) -> Bool { !isClosing && !isChanging(at: time) }
  func isGone(at time: Double) -> Bool { isClosing && !isChanging(at: time) }

  /// Begins to leave from the present state.
  mutating func leave(at time: Double) {
    isClosing = true
    way.go(to: 0, at: time)
  }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    scroll.advance(to: environment.time)
    viewer.advance(environment, order: Self.drawingOrder, into: &effects)
    column?.advance(to: environment.time, order: Self.drawingOrder, into: &effects)
    fit(environment, into: &effects)
  }

  // Input. The launcher handles bound swipes with several fingers and from edges.

  /// The gestures besides taps and drags.
  var recognizers: Recognizers { viewer.view == nil ? [] : [.pinch] }

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !isClosing else { return false }
    let time = environment.time
    switch gesture {
    case .pressBegan(let point) where chrome.isOnClose(point, environment): chrome.isClosePressed = true
    case .pressEnded, .touchEnded: (chrome.isClosePressed, pressed) = (false, nil)
    case .tap(let point) where chrome.isOnClose(point, environment):
      output.want(.sound(.tap))
      leaveOne(environment, &output)
      return true
    default: break
    }
    output.redraw()
    if viewer.isOpen {
      return handle(viewer.handle { $0.handle(gesture, at: time) }, environment, &output)
    }
    return handleOnPage(gesture, environment, &output)
  }

  private mutating func handleOnPage(
    _ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput
  ) -> Bool {
    let corner = columnCorner(environment) + middle(environment)
    if column?.handle(gesture, from: corner, at: environment.time) == true { return true }
    switch gesture {
    case .pressBegan(let point): if !chrome.isClosePressed { pressed = target(at: point, environment) }
    case .pressEnded, .doubleTap, .longPressBegan: break
    case .tap(let point):
      focused = nil
      if let index = target(at: point, environment) { choose(index, environment, &output) }
    case .dragBegan(let drag) where drag.isAfterLongPress, .dragChanged(let drag) where drag.isAfterLongPress:
      return false
    case .dragEnded:
      // A drag that did not move the page.
      guard scroll.isDragging else { return false }
      let pull = -scroll.offset
      _ = scroll.handle(gesture, at: environment.time)
      if pull > environment.metrics.size.height * Self.closingPull { output.want(.close) }
    default: return scroll.handle(gesture, at: environment.time)
    }
    return true
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    guard !isClosing else { return false }
    output.redraw()
    if viewer.isOpen {
      return handle(viewer.handle { $0.handle(event, at: environment.time) }, environment, &output)
    }
    let step = environment.metrics.fontSize * ContentScroll.keyStep
    switch event.key {
    case .escape: if event.phase == .pressed { output.want(.close) }
    case .enter:
      guard event.phase == .pressed else { break }
      if let focused { choose(focused, environment, &output) } else { output.want(.close) }
    case .left:
      if !moveFocus(by: -1, environment), event.phase == .pressed { output.want(.close) }
    case .right: _ = moveFocus(by: 1, environment)
    case .tab: _ = moveFocus(by: event.modifiers.contains(.shift) ? -1 : 1, environment)
    case .up: scroll(by: -step, environment, &output)
    case .down: scroll(by: step, environment, &output)
    case .pageUp: scroll(screens: -1, environment, &output)
    case .pageDown: scroll(screens: 1, environment, &output)
    case .space: scroll(screens: event.modifiers.contains(.shift) ? -1 : 1, environment, &output)
    case .home: scroll(by: -1e9, environment, &output)
    case .end: scroll(by: 1e9, environment, &output)
    case .character, .backspace, .other: break
    }
    return true
  }

  mutating func handle(_ event: ScrollEvent, _ environment: Environment, _ output: inout PanelOutput) {
    if viewer.isOpen {
      output.redraw()
      _ = handle(viewer.handle { $0.handle(event, at: environment.time) }, environment, &output)
      return
    }
    if event.isSideways {
      let area = Rectangle(
        origin: -columnCorner(environment) - middle(environment), size: environment.metrics.size)
      if column?.scroll(event, in: area, at: environment.time) == true { output.redraw() }
      return
    }
    switch event.kind {
    case .steps(_, let y):
      scroll(by: Double(y) * environment.metrics.fontSize * ContentScroll.wheelStep, environment, &output)
    case .moved(let delta): scroll(by: -delta.y, duration: 0, environment, &output)
    case .stopped: break
    }
  }

  /// Scrolls by a number of screens, less an overlap.
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
    focused = nil
    scroll.scroll(by: distance, duration: duration, at: environment.time)
    output.redraw()
  }
}

// The full-screen picture.
extension PageBody {
  /// Whether the page consists of a picture.
  private var isPicture: Bool { content.onlyPicture != nil }

  private mutating func handle(
    _ answer: PictureView.Answer, _ environment: Environment, _ output: inout PanelOutput
  ) -> Bool {
    switch answer {
    case .close: leaveOne(environment, &output)
    case .turn(let step, let velocity): turn(by: step, velocity: velocity, environment, &output)
    case .ignored, .handled: break
    }
    return answer != .ignored
  }

  /// Returns the page's pictures in order, with their target indices.
  private func pictures(_ environment: Environment) -> [(target: Int, picture: PagePicture)] {
    targets(environment).enumerated().compactMap { index, target in
      if case .picture(let picture) = target.kind { (index, picture) } else { nil }
    }
  }

  /// Shows another picture of the page on the full screen. The page scrolls along.
  private mutating func turn(
    by step: Int, velocity: Double, _ environment: Environment, _ output: inout PanelOutput
  ) {
    let pictures = pictures(environment)
    let style = style(environment)
    guard let index = viewer.turn(by: step, velocity: velocity, pictures.map(\.picture), environment, style)
    else { return }
    output.want(.sound(.tap))
    column?.reveal(target: pictures[index].target - (lead == nil ? 0 : 1), at: environment.time)
    output.redraw()
  }

  /// Returns the place of the full-screen picture on the page; nil if it is invisible.
  private func placeOnPage(_ environment: Environment) -> Rectangle? {
    let pictures = pictures(environment)
    guard let index = viewer.index, pictures.indices.contains(index) else { return nil }
    let area = targets(environment)[pictures[index].target].area
    return area.intersection(Rectangle(center: .zero, size: environment.metrics.size)) == nil ? nil : area
  }

  /// Closes the picture, or the page if the picture is its only content.
  private mutating func leaveOne(_ environment: Environment, _ output: inout PanelOutput) {
    guard viewer.isOpen, !isPicture else { return output.want(.close) }
    let place = environment.theme.hasReducedMotion ? nil : placeOnPage(environment)
    viewer.leave(to: place, at: environment.time)
    output.redraw()
  }
}

// Targets and elements.
extension PageBody {
  /// Returns the targets on the page with their present places, in points from the middle of the screen.
  private func targets(_ environment: Environment) -> [PageTarget] {
    let corner = columnCorner(environment)
    let leading = lead.map { [$0.target(top: leadTop(environment))] } ?? []
    return leading + (column?.targets.map { $0.moved(by: corner) } ?? [])
  }

  /// Returns the visible targets. For keys, it includes all targets of visible rows, which keys scroll.
  private func seenTargets(
    _ environment: Environment, forKeys: Bool = false
  ) -> [(index: Int, target: PageTarget)] {
    let screen = Rectangle(center: .zero, size: environment.metrics.size)
    return targets(environment).enumerated().compactMap { index, target in
      guard (forKeys ? target.row ?? target.area : target.area).isHalf(in: screen) else { return nil }
      return (index, target)
    }
  }

  private func middle(_ environment: Environment) -> Point {
    Point(environment.metrics.size.width / 2, environment.metrics.size.height / 2)
  }

  private func target(at point: Point, _ environment: Environment) -> Int? {
    let place = point - middle(environment)
    return targets(environment).firstIndex { $0.area.contains(place) }
  }

  private mutating func choose(_ index: Int, _ environment: Environment, _ output: inout PanelOutput) {
    let targets = targets(environment)
    guard targets.indices.contains(index) else { return }
    output.want(.sound(.tap))
    switch targets[index].kind {
    case .picture:
      let pictures = pictures(environment)
      guard let place = pictures.firstIndex(where: { $0.target == index }) else { return }
      viewer.show(
        place, of: pictures.map(\.picture), from: targets[index].area, environment, style(environment))
    case .link(let link): output.want(.perform(.openTile(link.tile), at: nil))
    }
  }

  /// Moves the focus to the next visible target, or with −1 to the previous one. Returns whether a target has
  /// or had the focus.
  private mutating func moveFocus(by step: Int, _ environment: Environment) -> Bool {
    let seen = seenTargets(environment, forKeys: true).map(\.index)
    let place = focused.flatMap { seen.firstIndex(of: $0) }.map { $0 + step }
    let next = place ?? (step > 0 ? 0 : -1)
    guard seen.indices.contains(next) else {
      let had = focused != nil
      if step < 0 { focused = nil }
      return had
    }
    focused = seen[next]
    column?.reveal(target: seen[next] - (lead == nil ? 0 : 1), at: environment.time)
    return true
  }

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    let close = Element(
      id: .close, role: .close, label: environment.words(.leave), frame: environment.pageMetrics.closeFrame)
    let words = environment.words
    if viewer.isOpen, let view = viewer.view { return view.elements(words) + [close] }
    let targets = seenTargets(environment).map {
      $0.target.element($0.index, words, on: environment.metrics.size)
    }
    let screen = Rectangle(
      origin: -columnCorner(environment) - middle(environment), size: environment.metrics.size)
    return scroll.elements(words) + targets + (column?.scrollers(in: screen, words) ?? []) + [close]
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    output.redraw()
    if viewer.isOpen {
      _ = handle(viewer.handle { $0.activate(element, at: environment.time) }, environment, &output)
    } else if column?.activate(element, at: environment.time) == true {
      output.want(.sound(.tap))
    } else if element.isKind(of: PageTarget.id(0)) {
      choose(element.index, environment, &output)
    } else {
      switch element {
      case ContentScroll.down: scroll(screens: 1, environment, &output)
      case ContentScroll.up: scroll(screens: -1, environment, &output)
      default: output.want(.close)
      }
    }
  }

  /// The element that has the focus.
  var focus: ElementID? { viewer.isOpen ? nil : focused.map(PageTarget.id) }
  /// The title of the visible content, which tells the screen reader about changes.
  var spokenTitle: String {
    viewer.isOpen && !isPicture ? viewer.view?.picture.path ?? "" : title
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    if viewer.isOpen, !isPicture { return viewer.view?.picture.spoken ?? [] }
    if let focus, earlier?.title == title {
      return elements(in: nil, environment).counted.first { $0.id == focus }?
        .sentences(in: environment.words) ?? []
    }
    return [title] + content.spoken
  }
}

// Layout and drawing.
extension PageBody {
  private func style(_ environment: Environment) -> PageStyle {
    let column = environment.pageMetrics.column.size
    let places = environment.pageMetrics
    return PageStyle(
      theme: environment.theme, fontSize: environment.metrics.fontSize, scale: environment.scale,
      width: column.width, room: column, isOnScreen: true,
      bleed: (environment.metrics.size.width - column.width) / 2, target: places.chromeSide,
      pointsPerMillimeter: places.pointsPerMillimeter)
  }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    // On another screen, the tile has another place.
    if tile?.screen != environment.metrics.size { tile = nil }
    let (places, style) = (environment.pageMetrics, style(environment))
    let before = column
    layOutPage(style, places, into: &effects)
    if let before { column?.keepPlaces(of: before, at: environment.time) }
    viewer.layOut(
      only: content.onlyPicture, title: title, pictures(environment).map(\.picture), environment, style)
    chrome.layOut(environment, order: Self.drawingOrder, into: &effects)
    fit(environment, into: &effects)
  }

  private mutating func layOutPage(
    _ style: PageStyle, _ places: PageMetrics, into effects: inout [ShellEffect]
  ) {
    (lead, column) = (nil, nil)
    guard !isPicture else { return }
    if let picture = content.leadPicture {
      lead = PageLead(picture, title: content.ownTitle ?? title, places, style)
      lead?.request(order: Self.drawingOrder, into: &effects)
    }
    let isTitled = lead != nil || content.ownTitle != nil
    column = PageColumn(content.blocksBelowLead, title: isTitled ? nil : title, style)
  }

  /// Requests the content that will soon be visible, and updates the length of the page.
  private mutating func fit(_ environment: Environment, into effects: inout [ShellEffect]) {
    let height = environment.metrics.size.height
    lead?.shadeTitle(order: Self.drawingOrder, into: &effects)
    column?.request(
      above: scroll.offset + 3 * height - (lead?.height ?? 0), order: Self.drawingOrder, into: &effects)
    guard let column else { return }
    scroll.fit(
      length: top(environment) + column.height + environment.pageMetrics.margins.bottom, into: height,
      at: environment.time)
  }

  /// Returns the distance of the column below the beginning of the page.
  private func top(_ environment: Environment) -> Double {
    guard let lead else { return environment.pageMetrics.margins.top }
    return lead.height + (environment.metrics.fontSize * Self.leadGap).rounded()
  }

  private func leadTop(_ environment: Environment) -> Double {
    -environment.metrics.size.height / 2 - scroll.offset
  }

  private func columnCorner(_ environment: Environment) -> Point {
    Point(environment.pageMetrics.column.origin.x, leadTop(environment) + top(environment))
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    // Several places may show the same picture.
    var isOne = column?.measured(picture, size: size) == true
    if lead?.measured(picture, size: size) == true { isOne = true }
    if viewer.measured(picture, size: size) { isOne = true }
    return chrome.measured(picture, size: size) || isOne
  }

  /// Draws the page over the content behind it.
  func draw(_ environment: Environment, to frame: inout SceneFrame) {
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
      // The page's text appears only after the content behind is hidden.
      plane.append(.color(theme.background), in: screen, opacity: min(1, openness * 2), to: &frame)
      let way = theme.hasReducedMotion ? 0 : (1 - openness) * Self.rise * metrics.size.height
      plane.transform = .identity.translated(0, way, 0)
      (plane.clip, plane.opacity) = (screen, GrowingTile.arrived(openness, from: 0.3, to: 1))
    }
    if !viewer.isCovering(at: environment.time) { drawPage(on: plane, environment, to: &frame) }
    viewer.draw(on: plane, environment, to: &frame)
    chrome.drawClose(on: plane, environment, to: &frame)
  }

  private func drawPage(on plane: Plane, _ environment: Environment, to frame: inout SceneFrame) {
    lead?.append(top: leadTop(environment), on: plane, to: &frame)
    column?.append(
      at: columnCorner(environment), on: plane, pressed: pressed.map { lead == nil ? $0 : $0 - 1 }, to: &frame
    )
    if let focused {
      let targets = targets(environment)
      if targets.indices.contains(focused) {
        chrome.drawFocus(around: targets[focused], on: plane, environment, to: &frame)
      }
    }
    guard column != nil, scroll.isNeeded else { return }
    chrome.drawProgress(scroll.offset / scroll.end, on: plane, environment, to: &frame)
  }
}

extension ScrollEvent {
  /// Whether the scroll goes left or right rather than up or down.
  fileprivate var isSideways: Bool {
    switch kind {
    case .steps(let x, let y): x != 0 && y == 0
    case .moved(let delta): abs(delta.x) > abs(delta.y)
    case .stopped: false
    }
  }
}

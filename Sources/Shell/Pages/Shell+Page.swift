import Configuration
import RotundaGeometry
import Gestures
import Scene

/// Pages that have the screen: opening, reading and closing them.
extension Shell {
  /// A page is drawn before any tile's card.
  private static let order = -1
  /// The sign that closes a page: a multiplication sign, which every font has.
  private static let closeSign = "×"
  /// How far a page has been pulled down from its beginning when letting go closes it, as a part of the screen.
  private static let closingPull = 0.09
  /// What an arrow key and a step of a wheel scroll, in letters' heights.
  private static let keyStep = 4.0
  private static let wheelStep = 3.0
  /// What a page key leaves to be seen of the screen before, in letters' heights.
  private static let overlap = 2.0

  var pageMetrics: PageMetrics { PageMetrics(metrics, pointsPerMillimeter: pointsPerMillimeter) }

  /// Shows a page.
  mutating func openPage(_ content: PageContent, of tile: LauncherTile) {
    leaveLevel()
    page = OpenPage(tile, content, at: clock)
    layOutPage()
    isDirty = true
  }

  /// Takes the page away; whether there was one.
  @discardableResult
  mutating func closePage() -> Bool {
    guard let page, !page.isClosing else { return false }
    // One that has not quite come goes back from where it is.
    let openness = page.openness(at: clock)
    self.page?.isClosing = true
    self.page?.start = clock - (1 - openness) * OpenPage.duration
    isDirty = true
    return true
  }

  /// Has the page's writing drawn for the screen as it is.
  mutating func layOutPage() {
    guard var page, !metrics.size.isEmpty else { return }
    let places = pageMetrics
    let room = page.content.onlyPicture == nil ? places.column.size : places.pictureRoom
    page.column = PageColumn(
      page.content, title: page.title, in: room, fontSize: metrics.fontSize, theme: theme, scale: scale)
    let sign = TextBlock(
      Self.closeSign, color: theme.cardText, fontSize: places.targetSide * 0.7, fontFamily: theme.fontFamily,
      language: theme.language)
    let close = Writing(sign, within: places.close.size, scale: scale)
    page.close = close
    outbox.append(.draw(close.picture, order: Self.order))
    self.page = page
    fitPage()
  }

  /// Asks for what will soon be seen of the page, and finds out how long it is.
  mutating func fitPage() {
    guard var column = page?.column, let scroll = page?.scroll else { return }
    column.request(above: scroll.offset + 3 * metrics.size.height, order: Self.order, into: &outbox)
    let margins = pageMargins
    page?.column = column
    let (length, room) = (column.height + margins.top + margins.bottom, metrics.size.height)
    with { $0.fit(length: length, into: room, at: $1) }
  }

  /// A picture alone has the whole screen.
  private var pageMargins: (top: Double, bottom: Double) {
    guard page?.content.onlyPicture != nil else { return pageMetrics.margins }
    let free = max(0, metrics.size.height - (page?.column?.height ?? 0)) / 2
    return (free, free)
  }

  /// Moves the page to the time of a frame.
  mutating func advancePage() {
    guard page != nil else { return }
    with { $0.advance(to: $1) }
    fitPage()
    if page?.isClosing == true, page?.isChanging(at: clock) == false { page = nil }
  }

  /// A page whose tile is still there shows what it says now, as the theme has it; any other goes.
  mutating func retakePage(isThemeNew: Bool = false) {
    guard let old = page, !old.isClosing else { return }
    let tile = findTile(old.tileID)
    // A file that is being replaced: who reads what was in it goes on doing so.
    if case .unavailable = tile?.action { return }
    guard let tile, case .page(let content) = tile.action else {
      closePage()
      return
    }
    guard isThemeNew || content != old.content || tile.name != old.title else { return }
    var new = OpenPage(tile, content, at: old.start)
    new.scroll = old.scroll
    page = new
    layOutPage()
  }

  var isPageMoving: Bool {
    guard let page else { return false }
    return page.isChanging(at: clock) || page.scroll.isMoving || page.isClosing
  }

  /// Whether the page hides all that is behind it.
  var isPageCovering: Bool {
    guard let page else { return false }
    return !page.isClosing && !page.isChanging(at: clock)
  }
}

/// What a page understands.
extension Shell {
  /// What fingers do to the page. What is bound to swipes of several fingers and from edges is meant for the launcher.
  mutating func openPageTakes(_ gesture: Gesture) -> Bool {
    guard let page, !page.isClosing else { return false }
    switch gesture {
    case .touchBegan:
      recognizer.axis = Point(0, 1)
      with { _ = $0.touchDown(at: $1) }
    case .touchEnded:
      with { $0.touchUp(at: $1) }
      self.page?.isClosePressed = false
    case .pressBegan(let point):
      let isPressed = isOnClose(point)
      self.page?.isClosePressed = isPressed
    case .pressEnded: self.page?.isClosePressed = false
    case .tap(let point): if isOnClose(point), closePage() { sound(.tap) }
    case .dragBegan(let drag) where !drag.isAfterLongPress: dragPage(drag)
    case .dragChanged(let drag) where !drag.isAfterLongPress: dragPage(drag)
    case .dragEnded(let drag): return endPageDrag(drag)
    case .dragCancelled: with { $0.endDragging(velocity: 0, at: $1) }
    case .doubleTap, .longPressBegan: break
    default: return false
    }
    isDirty = true
    return true
  }

  private func isOnClose(_ point: Point) -> Bool {
    let place = point - Point(metrics.size.width / 2, metrics.size.height / 2)
    return pageMetrics.close.inset(by: -metrics.padding / 2).contains(place)
  }

  private mutating func dragPage(_ drag: Drag) {
    guard drag.axis.isAlongAxis else { return }
    with { scroll, time in
      if !scroll.isDragging { scroll.beginDragging(at: time) }
      scroll.drag(by: drag.delta.y, velocity: drag.velocity.y, at: time)
    }
  }

  /// A finger lifts from the page: pulled down far enough it goes. False for a drag that did not move it.
  private mutating func endPageDrag(_ drag: Drag) -> Bool {
    guard page?.scroll.isDragging == true else { return false }
    let pull = -(page?.scroll.offset ?? 0)
    with { $0.endDragging(velocity: drag.axis.isAlongAxis ? drag.velocity.y : 0, at: $1) }
    if pull > metrics.size.height * Self.closingPull { closePage() }
    isDirty = true
    return true
  }

  /// What keys do to the page.
  mutating func openPageTakes(_ event: KeyEvent) {
    switch event.key {
    case .escape, .enter, .left: if event.phase == .pressed { closePage() }
    case .up: scrollOpenPage(by: -metrics.fontSize * Self.keyStep)
    case .down: scrollOpenPage(by: metrics.fontSize * Self.keyStep)
    case .pageUp: scrollOpenPageOn(by: -1)
    case .pageDown: scrollOpenPageOn(by: 1)
    case .space: scrollOpenPageOn(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .home: scrollOpenPage(by: -1e9)
    case .end: scrollOpenPage(by: 1e9)
    case .right, .tab, .character, .backspace, .other: break
    }
  }

  /// What wheels and touchpads do to the page.
  mutating func openPageTakes(_ event: ScrollEvent) {
    switch event.kind {
    case .steps(_, let y): scrollOpenPage(by: Double(y) * metrics.fontSize * Self.wheelStep)
    case .moved(let delta):
      with { $0.scroll(by: -delta.y, duration: 0, at: $1) }
      isDirty = true
    case .stopped: break
    }
  }

  /// Scrolls it by so much of what is seen at once, without what is left to be seen of the screen before.
  mutating func scrollOpenPageOn(by screens: Double) {
    let screenful = max(metrics.size.height - Self.overlap * metrics.fontSize, metrics.size.height / 2)
    scrollOpenPage(by: screens * screenful)
  }

  private mutating func scrollOpenPage(by distance: Double) {
    with { $0.scroll(by: distance, at: $1) }
    isDirty = true
  }

  /// Changes how far the page is scrolled, now.
  mutating func with(_ change: (inout ContentScroll, Double) -> Void) {
    guard var scroll = page?.scroll else { return }
    change(&scroll, clock)
    page?.scroll = scroll
  }
}

/// What is seen of a page.
extension Shell {
  /// How dark the ground of the control that closes is, and how light it gets while a finger presses it.
  private static let closeOpacity = 0.92
  private static let pressedScale = 0.92

  /// Draws the page over what is behind it.
  func appendPage(to frame: inout SceneFrame) {
    guard let page, let column = page.column else { return }
    var plane = page.plane(at: clock, metrics)
    let places = pageMetrics
    let screen = Rectangle(center: .zero, size: metrics.size)
    plane.append(.color(theme.background), in: Rectangle(center: .zero, size: metrics.size), to: &frame)
    plane.clip = screen
    let left = page.content.onlyPicture == nil ? places.column.origin.x : screen.origin.x
    let top = screen.origin.y + pageMargins.top - page.scroll.offset
    column.append(at: Point(left, top), on: plane, theme, to: &frame)
    appendScrollBar(page, on: plane, to: &frame)
    appendClose(page, on: plane, to: &frame)
  }

  private func appendScrollBar(_ page: OpenPage, on plane: Plane, to frame: inout SceneFrame) {
    guard let bar = page.scroll.bar(in: pageMetrics.scrollBar) else { return }
    plane.append(
      .color(theme.pageHeading), in: bar, corner: bar.size.width / 2, opacity: 0.6, to: &frame)
  }

  private func appendClose(_ page: OpenPage, on plane: Plane, to frame: inout SceneFrame) {
    var area = pageMetrics.close
    if page.isClosePressed {
      area = Rectangle(
        center: area.center,
        size: Size(area.size.width * Self.pressedScale, area.size.height * Self.pressedScale))
    }
    plane.append(
      .color(theme.card), in: area, corner: area.size.width / 2, opacity: Self.closeOpacity, to: &frame)
    if let close = page.close { plane.append(close, around: area.center, scale: scale, to: &frame) }
  }
}

extension ContentScroll {
  /// The shortest that a mark gets, in its widths.
  private static let shortestBar = 4.0

  /// The mark that shows how far content is scrolled, along `track`, which goes down or to the right; nil when all of it is seen.
  func bar(in track: Rectangle, isSideways: Bool = false) -> Rectangle? {
    guard isNeeded, length > 0, !track.size.isEmpty else { return nil }
    let (way, width) =
      isSideways ? (track.size.width, track.size.height) : (track.size.height, track.size.width)
    let extent = max(way * room / length, min(width * Self.shortestBar, way))
    let start = (way - extent) * min(max(0, offset / end), 1)
    return isSideways
      ? Rectangle(origin: track.origin + Point(start, 0), size: Size(extent, width))
      : Rectangle(origin: track.origin + Point(0, start), size: Size(width, extent))
  }
}

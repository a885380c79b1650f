import RotundaGeometry
import Scene

/// What a frame shows.
extension Shell {
  /// Seconds between two frames, where the display knows; a finger's drag is drawn accordingly.
  package var frameInterval: Double? {
    get { recognizer.frameInterval }
    set { recognizer.frameInterval = newValue }
  }

  /// Moves everything to `time` and writes what is seen then.
  ///
  /// Appends requests for the cards of tiles that have come near.
  ///
  /// - Parameters:
  ///   - time: when the frame will be presented, as well as that is known.
  ///   - now: when it is drawn; nil: `time`.
  package mutating func advance(
    to time: Double, drawnAt now: Double? = nil, into frame: inout SceneFrame, effects: inout [ShellEffect]
  ) {
    withOutbox(&effects) { $0.advance(to: time, drawnAt: now ?? time, into: &frame) }
  }

  private mutating func advance(to time: Double, drawnAt now: Double, into frame: inout SceneFrame) {
    advanceLevel(to: time, drawnAt: now)
    markRunningTiles()
    frame.removeAll()
    frame.size = metrics.size
    frame.background = isDark ? Self.dark : backdrop.color(theme)
    if let curtain {
      // A question stands alone: what is behind it is not what its visitor left.
      if !curtain.isDark, let notice { append(notice, to: &frame) }
      comeIn(0, of: &frame)
    } else if let panel = panels.alone {
      panel.draw(environment, to: &frame)
      comeIn(0, of: &frame)
    } else {
      if panels.top?.isCovering(at: clock) != true {
        backdrop.append(to: &frame)
        appendLevels(to: &frame)
        appendHeader(to: &frame)
      }
      if let opening { append(opening, to: &frame) }
      appendMark(to: &frame)
      for index in panels.indices { panels[index].draw(environment, to: &frame) }
      let first = frame.sprites.count
      if let notice { append(notice, to: &frame) }
      comeIn(first, of: &frame)
      appendLeavingNotice(to: &frame)
    }
    appendScan(to: &frame)
    if isMirrored { frame.mirror() }
    requestIndex()
    if curtain == nil { levels[levels.count - 1].requestPictures(look, into: &outbox) }
    noteMotion()
    if !isMoving { notePlace() }
    updateSpeech()
    updateSounds()
    isDirty = false
  }

  /// A screen that is off, where it cannot be turned off.
  private static let dark = Color(hex: 0x000000)

  private mutating func advanceLevel(
    to time: Double, drawnAt now: Double
  ) {
    let earlier = clock
    environment.time = max(clock, time)
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.resample(forFrameAt: clock, drawnAt: now, into: &gestureBuffer)
    actOnGestures()
    carouselEvents.removeAll(keepingCapacity: true)
    levels[levels.count - 1].advance(to: clock, elapsed: clock - earlier, into: &carouselEvents)
    if leavingNotice?.way.isOver(at: clock) == true { leavingNotice = nil }
    if change?.isOver(at: clock) == true { change = nil }
    advancePanels()
    backdrop.advance(to: clock)
    advanceOpening()
    advancePress()
  }

  /// How far below its place something begins that comes in, in heights of letters.
  private static let rise = 1.2

  /// Puts what begins with a sprite where it is while it comes in.
  private func comeIn(_ first: Int, of frame: inout SceneFrame) {
    guard let entrance, !entrance.isOver(at: clock), first < frame.sprites.count else { return }
    let rise = theme.hasReducedMotion ? 0 : metrics.fontSize * Self.rise
    entrance.apply(at: clock, rise: rise, to: &frame.sprites[first...])
  }

  private func appendLeavingNotice(to frame: inout SceneFrame) {
    guard let leavingNotice else { return }
    let first = frame.sprites.count
    append(leavingNotice.notice, to: &frame)
    let rise = theme.hasReducedMotion ? 0 : metrics.fontSize * Self.rise
    leavingNotice.way.apply(at: clock, rise: rise, to: &frame.sprites[first...])
  }

  /// With what shelves are drawn.
  var look: ShelfLook {
    var look = ShelfLook(theme: theme, metrics: metrics, scale: scale)
    look.marks = marks
    look.isBright = theme.background.contrast(to: .black) > theme.background.contrast(to: .white)
    look.target = pageMetrics.targetSide
    (look.pressedControl, look.focusedControl) = (touch.pressedControl, focusedControl)
    look.switchedOn = toggles.on
    (look.values, look.isMirrored) = (values, isMirrored)
    (look.press, look.showsTitle) = (press, header.settings.showsShelfNames)
    look.pressTime = clock
    if let opening { look.covering = min(max(opening.growth.value(at: clock), 0), 1) }
    if isShaded || opening != nil { look.onlyLitTile = levels[levels.count - 1].currentTile }
    return look
  }

  private mutating func appendLevels(to frame: inout SceneFrame) {
    let last = levels.count - 1
    guard let change else { return levels[last].append(to: &frame, look, isTouched: true) }
    let isReduced = theme.hasReducedMotion
    let outer = look.seen(change.outer(at: clock, isReduced: isReduced))
    let inner = look.seen(change.inner(at: clock, isReduced: isReduced))
    if change.closed != nil {
      levels[last].append(to: &frame, outer, isTouched: true)
      self.change?.closed?.append(to: &frame, inner, isTouched: false)
    } else {
      if last > 0 { levels[last - 1].append(to: &frame, outer, isTouched: false) }
      levels[last].append(to: &frame, inner, isTouched: true)
    }
  }

  private func append(_ notice: Notice, to frame: inout SceneFrame) {
    guard let area = noticeFrame(notice), let title = notice.title else { return }
    let radius = metrics.fontSize * theme.noticeRadius
    frame.append(.color(theme.notice), in: area, radius: radius)
    let left = area.origin.x + noticeMargin(of: notice)
    let top = area.origin.y + noticeMargin(of: notice) * 0.75
    let below = frame.append(title, at: Point(left, top), scale: scale)
    if let detail = notice.detail {
      frame.append(detail, at: Point(left, below + notice.fontSize * NoticeFit.gap), scale: scale)
    }
    appendButton(of: notice, to: &frame)
  }
}

/// The mark in a corner that says, to who knows it, that the configuration's files are not what is shown.
extension Shell {
  /// Amber with dark writing: a warning on light and dark backgrounds alike.
  private static let markColor = Color(hex: 0xf2b134)
  private static let markInk = Color(hex: 0x1a2030)
  /// What a finger hits, in font sizes: a corner that is larger than the mark.
  private static let markReach = 3.0

  /// Whether it is shown: without tiles a message says more.
  private var hasMark: Bool { !problems.isEmpty && hasTiles && !metrics.size.isEmpty }

  /// Where it is, in points of the surface; nil when nothing is wrong.
  var markFrame: Rectangle? {
    guard hasMark else { return nil }
    let (extent, margin) = (metrics.fontSize.rounded(), (metrics.fontSize * 0.6).rounded())
    return Rectangle(
      origin: Point(metrics.size.width - margin - extent, margin), size: Size(extent, extent))
  }

  /// Whether a tap there asks what is wrong.
  func isOnMark(_ point: Point) -> Bool {
    guard let markFrame else { return false }
    let reach = max(metrics.fontSize * Self.markReach, pageMetrics.targetSide)
    return point.x >= markFrame.maxX - reach && point.y <= markFrame.origin.y + reach
  }

  /// Draws it: an exclamation mark on a disc.
  func appendMark(to frame: inout SceneFrame) {
    guard let area = markFrame else { return }
    let extent = area.size.width
    frame.append(.color(Self.markColor), in: area, radius: extent / 2)
    let stroke = max(2, (extent * 0.14).rounded())
    let left = area.center.x - stroke / 2
    frame.append(
      .color(Self.markInk),
      in: Rectangle(
        origin: Point(left, area.origin.y + extent * 0.2), size: Size(stroke, extent * 0.36)),
      radius: stroke / 2)
    frame.append(
      .color(Self.markInk),
      in: Rectangle(origin: Point(left, area.origin.y + extent * 0.66), size: Size(stroke, stroke)),
      radius: stroke / 2)
  }
}

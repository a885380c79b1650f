import RotundaGeometry
import Scene

/// What a frame shows.
extension Shell {
  /// Seconds between two frames, where the display knows; a finger's drag is drawn accordingly.
  package var frameInterval: Double? {
    get { input.frameInterval }
    set { input.frameInterval = newValue }
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
    frame.background = isDark ? Self.dark : tilesPanel.background
    if let curtain {
      // A question stands alone: what is behind it is not what its visitor left.
      if !curtain.isDark, let notice { append(notice, to: &frame) }
      comeIn(0, of: &frame)
    } else if let panel = panels.alone {
      panel.draw(environment, to: &frame)
      comeIn(0, of: &frame)
    } else {
      tilesPanel.draw(
        isCovered: panels.top?.isCovering(at: clock) == true, isShaded: isShaded, to: &frame)
      for index in panels.indices { panels[index].draw(environment, to: &frame) }
      let first = frame.sprites.count
      if let notice { append(notice, to: &frame) }
      comeIn(first, of: &frame)
      appendLeavingNotice(to: &frame)
    }
    appendScan(to: &frame)
    if isMirrored { frame.mirror() }
    let (hasTilesInSight, isShaded) = (curtain == nil, isShaded)
    withTiles { $0.requestPictures(ofTiles: hasTilesInSight, isShaded: isShaded) }
    isEntranceSeen = entrance?.isOver(at: clock) == false
    // Where it goes by itself is no visitor's place.
    if !isMoving, attraction == nil {
      withTiles { [isIdle = visit.isIdle] in $0.keepPlace(isHeard: !isIdle) }
    }
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
    act(on: input.resample(forFrameAt: clock, drawnAt: now))
    let elapsed = clock - earlier
    withTiles { $0.advance(elapsed: elapsed) }
    if leavingNotice?.way.isOver(at: clock) == true { leavingNotice = nil }
    advancePanels()
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

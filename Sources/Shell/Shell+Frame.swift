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
      if !curtain.isDark { noticePanel.draw(to: &frame) }
      noticePanel.comeIn(0, of: &frame)
    } else if let panel = panels.alone {
      panel.draw(environment, to: &frame)
      noticePanel.comeIn(0, of: &frame)
    } else {
      tilesPanel.draw(
        isCovered: panels.top?.isCovering(at: clock) == true, isShaded: isShaded, to: &frame)
      for index in panels.indices { panels[index].draw(environment, to: &frame) }
      let first = frame.sprites.count
      noticePanel.draw(to: &frame)
      noticePanel.comeIn(first, of: &frame)
      noticePanel.drawLeaving(to: &frame)
    }
    appendScan(to: &frame)
    if isMirrored { frame.mirror() }
    let (hasTilesInSight, isShaded) = (curtain == nil, isShaded)
    withTiles { $0.requestPictures(ofTiles: hasTilesInSight, isShaded: isShaded) }
    noticePanel.noteEntrance()
    // Where it goes by itself is no visitor's place.
    if !isMoving, attraction == nil {
      withTiles { [isIdle = idle.isIdle] in $0.keepPlace(isHeard: !isIdle) }
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
    withNotice { $0.advance() }
    advancePanels()
  }
}

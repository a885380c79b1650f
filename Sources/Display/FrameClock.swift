import EventLoop
import Glibc
import Logging
import Wayland

private let log = Log("frames")

/// Decides when to draw: at once, or after the frame callback if a frame is outstanding.
///
/// A hidden window gets no callback, so nothing is drawn for it, however often it is requested.
///
/// Only frames with new content are submitted. Some compositors draw only for damage. In cage 0.1.4, a commit
/// without damage never gets its callback. Each commit that requests a callback therefore has damage. If a
/// visible window's callback does not come, the clock requests it again.
package final class FrameClock {
  private let surface: WlSurface
  private let presentation: WpPresentation?
  /// The pending callback of the last submitted frame.
  private var callback: WlCallback?
  /// Whether presentation feedback for that frame is also pending.
  private var isTold = false
  /// Finished objects for reuse: a frame in steady state allocates no memory.
  private var spentCallback: WlCallback?
  private var spentAnswers: [PresentationAnswer] = []
  /// The most answers to keep for reuse. Usually one or two are pending.
  private static let mostAnswers = 8
  /// The time at which the last submitted frame should be visible.
  private var promised = 0.0
  private var hasPresented = false
  private var hasMonotonicClock = false
  private var drawingSince = 0.0
  /// The consecutive frames whose callback came without presentation feedback.
  private var owed = 0
  /// The value of `owed` at which the clock stops waiting for feedback, as for sway without a screen. Frames
  /// follow each other, so they are visible.
  private static let mostOwed = 3
  /// The number of submitted frames.
  package private(set) var frames = 0
  /// The number of frames that were visible later than planned. The delay is more than half a refresh if the
  /// compositor reports when, otherwise more than a whole one. Frames that are seconds late were hidden.
  package private(set) var lateFrames = 0
  private static let longestLateness = 1.0
  /// The last frame that is known to be on the screen.
  private var lastShown = 0
  private var hasBeenSeen = false
  private var handedOverAt = 0.0
  private(set) var estimate = PresentationEstimate()
  package private(set) var isRequested = false
  /// Whether an acknowledged state waits for the next commit, whatever the frame shows.
  private var owesCommit = false
  /// Whether the surface's current content needs a callback.
  private var owesCallback = false
  /// Seconds until the next reminder, and the time when it is due.
  private var patience = firstPatience
  private(set) var reminderTime = 0.0
  private var hasComplained = false

  /// Seconds until the first reminder. A callback takes up to two refreshes, or more on a slow machine.
  /// Visitors would notice a much longer delay.
  private static let firstPatience = 0.25
  /// Each delay is twice the one before, up to this limit: a compositor that does not answer may be hidden.
  private static let longestPatience = 5.0

  /// Called when a frame is on the screen: at its presentation if the compositor reports that, otherwise at
  /// its callback.
  package var onShown: (() -> Void)?
  /// The submission time of the oldest frame that is not known to be on the screen, in seconds of
  /// `EventLoop.now`; nil if there is none.
  package private(set) var awaitedSince: Double?

  /// Whether a submitted frame's callback is pending: the frame is not on the screen yet, or is invisible.
  package var isOutstanding: Bool { callback != nil }
  /// Seconds between two frames, as far as known.
  package var refreshInterval: Double { estimate.refresh }

  init(_ surface: WlSurface, presentation: WpPresentation?) {
    self.surface = surface
    self.presentation = presentation
    presentation?.onEvent = { [weak self] event in
      if case .clockId(let clock) = event { self?.hasMonotonicClock = clock == UInt32(CLOCK_MONOTONIC) }
    }
  }

  /// Requests one `.frame`. Further requests before it have no effect.
  package func request() {
    isRequested = true
  }

  /// Requests one `.frame`, after which the surface is committed even without new content.
  func requestCommit() {
    owesCommit = true
    request()
  }

  /// Whether the surface shows nothing. The next frame must then be submitted as a whole.
  package var isEmpty: Bool { !hasPresented }

  /// Submits a frame that differs from the last one.
  ///
  /// - Parameter commit: commits the surface with damage, as `eglSwapBuffers` does. Returns whether it did.
  package func present(_ commit: () -> Bool) {
    let callback = askForCallback()
    let answer = hasMonotonicClock ? askForPresentation(of: frames + 1) : nil
    guard commit() else {
      callback.destroyProxy()
      answer?.withdraw()
      return
    }
    hasPresented = true
    (owesCommit, owesCallback) = (false, false)
    self.callback?.destroyProxy()
    self.callback = callback
    isTold = answer != nil
    frames += 1
    handedOverAt = EventLoop.now
    reminderTime = handedOverAt + patience
    awaitedSince = awaitedSince ?? handedOverAt
  }

  /// Commits the current content again, with damage: otherwise compositors may draw no frame for it.
  private func commitAgain(damaging side: Int32) {
    if surface.version >= Self.bufferDamageVersion {
      surface.damageBuffer(x: 0, y: 0, width: side, height: side)
    } else {
      surface.damage(x: 0, y: 0, width: side, height: side)
    }
    surface.commit()
  }

  /// The version that introduced `wl_surface.damage_buffer`.
  private static let bufferDamageVersion: UInt32 = 4

  private func askForCallback() -> WlCallback {
    if let spentCallback, spentCallback.hasEnded { return surface.frame(into: spentCallback) }
    let callback = surface.frame()
    callback.onEvent = { [weak self, weak callback] _ in self?.finished(callback) }
    spentCallback = callback
    return callback
  }

  private func askForPresentation(of frame: Int) -> PresentationAnswer? {
    guard let presentation else { return nil }
    if let answer = spentAnswers.last, answer.hasEnded {
      spentAnswers.removeLast()
      answer.ask(presentation, surface, frame: frame, drawnFrom: drawingSince, promised: promised)
      return answer
    }
    let answer = PresentationAnswer { [weak self] in self?.handle($1, $0) }
    answer.ask(presentation, surface, frame: frame, drawnFrom: drawingSince, promised: promised)
    return answer
  }

  private func finished(_ done: WlCallback?) {
    guard let done, callback === done else { return }
    callback = nil
    patience = Self.firstPatience
    let now = EventLoop.now
    estimate.callback(at: now)
    if isTold { owed += 1 } else { judge(promised, seenAt: now, tolerance: estimate.refresh) }
    if !isTold || owed >= Self.mostOwed {
      shown(frames)
    } else if !hasBeenSeen {
      // The first frame must be reported. Another commit makes the compositor report it.
      owesCallback = true
      request()
    }
  }

  private func shown(_ frame: Int) {
    settle(frame)
    hasBeenSeen = true
    onShown?()
  }

  /// Ends the wait for this frame and all earlier ones.
  private func settle(_ frame: Int) {
    lastShown = max(lastShown, frame)
    awaitedSince = lastShown < frames ? handedOverAt : nil
  }

  private func handle(_ event: WpPresentationFeedback.Event, _ answer: PresentationAnswer) {
    if case .syncOutput = event { return }
    if spentAnswers.count < Self.mostAnswers { spentAnswers.append(answer) } else { answer.forget() }
    guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else {
      // Another frame replaced it, or it is invisible.
      return settle(answer.frame)
    }
    owed = 0
    shown(answer.frame)
    let seconds = Double(UInt64(high) << 32 | UInt64(low)) + Double(nanoseconds) / 1e9
    judge(answer.promised, seenAt: seconds, tolerance: estimate.refresh / 2)
    estimate.presented(at: seconds, drawnFrom: answer.start, interval: Double(refresh) / 1e9)
  }

  private func judge(_ promised: Double, seenAt time: Double, tolerance: Double) {
    let lateness = time - promised
    if lateness > tolerance, lateness < Self.longestLateness { lateFrames += 1 }
  }

  func setNominalRefresh(_ interval: Double?) {
    estimate.setNominalRefresh(interval)
  }

  /// Whether a frame must be drawn now.
  var isDue: Bool { isRequested && !isOutstanding }

  /// Begins a frame. Returns the predicted time of its presentation.
  func begin() -> Double {
    isRequested = false
    drawingSince = EventLoop.now
    promised = estimate.predict(now: drawingSince)
    return promised
  }

  /// Ends a frame. Commits pending state if the frame had no new content and so was not submitted.
  func end() {
    guard hasPresented, !isOutstanding else { return }
    if owesCallback {
      present {
        commitAgain(damaging: 1)
        return true
      }
    } else if owesCommit {
      owesCommit = false
      commitAgain(damaging: 1)
    }
  }

  /// Restarts the reminder: the window is visible from now on.
  func becameVisible() {
    patience = Self.firstPatience
    reminderTime = EventLoop.now + patience
  }

  /// Makes the compositor draw the whole window again: the callback is late although the window is visible.
  func remind() {
    guard isOutstanding else { return }
    if !hasComplained {
      log.warning("no frame callback for \(Int(patience * 1000)) ms: the window is committed again")
    }
    hasComplained = true
    patience = min(patience * 2, Self.longestPatience)
    guard !owesCommit else {
      // The acknowledged state may have another size, which needs a new frame.
      callback?.destroyProxy()
      callback = nil
      owesCallback = true
      return request()
    }
    present {
      commitAgain(damaging: .max)
      return true
    }
  }

  /// Makes the compositor draw the whole current content again. Does nothing if a callback is pending: the
  /// reminder then does the same.
  func showAgain() {
    guard hasPresented, !isOutstanding else { return }
    present {
      commitAgain(damaging: .max)
      return true
    }
  }

  /// Resets the clock: the window is off the screen. No callback comes, and nothing must be drawn.
  func reset() {
    isRequested = false
    (owesCommit, owesCallback) = (false, false)
    callback?.destroyProxy()
    callback = nil
    hasPresented = false
    patience = Self.firstPatience
    settle(frames)
  }

  func cancel() {
    reset()
    presentation?.onEvent = nil
    for answer in spentAnswers { answer.forget() }
    spentAnswers = []
  }
}

import EventLoop
import Glibc
import Logging
import Wayland

private let log = Log("frames")

/// When to draw: at most one frame is on its way. None outstanding: at once; else when its callback comes.
///
/// A hidden window gets no callback, and so nothing is drawn for it, however often it is asked.
///
/// Only a frame that shows something new is handed over. Compositors may draw for damage alone, as cage 0.1.4
/// does: there a commit without damage never gets its callback. So each commit that asks for a callback has
/// damage, and a callback that stays away from a visible window is asked for again.
package final class FrameClock {
  private let surface: WlSurface
  private let presentation: WpPresentation?
  /// The callback of the frame that was handed over last, until it comes.
  private var callback: WlCallback?
  /// Whether word of that frame's presentation is owed as well.
  private var isTold = false
  /// What has ended and serves again: a frame in steady state takes no memory.
  private var spentCallback: WlCallback?
  private var spentAnswers: [PresentationAnswer] = []
  /// The most answers that are kept to serve again. Usually one or two are under way.
  private static let mostAnswers = 8
  private var hasPresented = false
  private var hasMonotonicClock = false
  private var drawingSince = 0.0
  /// Frames in a row that had their callback while the compositor owed word of their presentation.
  private var owed = 0
  /// From so many on the compositor is taken to know no presentation, as sway without a screen: frames follow
  /// each other, so they are seen.
  private static let mostOwed = 3
  /// How many frames were handed over.
  package private(set) var frames = 0
  /// The last of them that is known to be on the screen.
  private var lastShown = 0
  private var hasBeenSeen = false
  private var handedOverAt = 0.0
  private(set) var estimate = PresentationEstimate()
  package private(set) var isRequested = false
  /// Whether something was acknowledged that counts from the next commit on, whatever the frame shows.
  private var owesCommit = false
  /// Whether a callback is needed for what the surface shows already.
  private var owesCallback = false
  /// Seconds until the compositor is reminded of a callback, and when that is.
  private var patience = firstPatience
  private(set) var reminderTime = 0.0
  private var hasComplained = false

  /// A callback takes up to two refreshes, and a slow machine's compositor some more. Much longer is felt.
  private static let firstPatience = 0.25
  /// Each reminder waits twice as long as the one before, up to this: a compositor that does not answer may
  /// be hidden.
  private static let longestPatience = 5.0

  /// Called when a frame is on the screen: where the compositor tells, when it was presented, else when its
  /// callback came.
  package var onShown: (() -> Void)?
  /// When the oldest frame was handed over that is not known to be on the screen, in seconds of
  /// `EventLoop.now`; nil when none is awaited.
  package private(set) var awaitedSince: Double?

  /// Whether a frame was handed over whose callback has not come: it is not on the screen yet, or it cannot
  /// be seen.
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

  /// Asks for one `.frame`. More requests before it are the same request.
  package func request() {
    isRequested = true
  }

  /// Asks for one `.frame` after which the surface is committed, even if nothing new was drawn.
  func requestCommit() {
    owesCommit = true
    request()
  }

  /// Whether the surface shows nothing yet, or nothing any more: the next frame has to be handed over as a
  /// whole.
  package var isEmpty: Bool { !hasPresented }

  /// Hands a frame over that differs from the one before: calls `commit`, which has to commit the surface
  /// with damage (`eglSwapBuffers` does) and returns whether it did.
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

  /// Commits what the surface shows already. Without damage, compositors may draw no frame for it.
  private func commitAgain(damaging side: Int32) {
    if surface.version >= Self.bufferDamageVersion {
      surface.damageBuffer(x: 0, y: 0, width: side, height: side)
    } else {
      surface.damage(x: 0, y: 0, width: side, height: side)
    }
    surface.commit()
  }

  /// `wl_surface.damage_buffer` is there since.
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
      answer.ask(presentation, surface, frame: frame, drawnFrom: drawingSince)
      return answer
    }
    let answer = PresentationAnswer { [weak self] in self?.handle($1, $0) }
    answer.ask(presentation, surface, frame: frame, drawnFrom: drawingSince)
    return answer
  }

  private func finished(_ done: WlCallback?) {
    guard let done, callback === done else { return }
    callback = nil
    patience = Self.firstPatience
    estimate.callback(at: EventLoop.now)
    if isTold { owed += 1 }
    if !isTold || owed >= Self.mostOwed {
      shown(frames)
    } else if !hasBeenSeen {
      // The first frame has to be seen. Another commit makes the compositor say when that is.
      owesCallback = true
      request()
    }
  }

  private func shown(_ frame: Int) {
    settle(frame)
    hasBeenSeen = true
    onShown?()
  }

  /// Neither this frame nor an earlier one is awaited any more.
  private func settle(_ frame: Int) {
    lastShown = max(lastShown, frame)
    awaitedSince = lastShown < frames ? handedOverAt : nil
  }

  private func handle(_ event: WpPresentationFeedback.Event, _ answer: PresentationAnswer) {
    if case .syncOutput = event { return }
    if spentAnswers.count < Self.mostAnswers { spentAnswers.append(answer) } else { answer.forget() }
    guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else {
      // Another one took its place, or it cannot be seen.
      return settle(answer.frame)
    }
    owed = 0
    shown(answer.frame)
    let seconds = Double(UInt64(high) << 32 | UInt64(low))
    estimate.presented(
      at: seconds + Double(nanoseconds) / 1e9, drawnFrom: answer.start, interval: Double(refresh) / 1e9)
  }

  func setNominalRefresh(_ interval: Double?) {
    estimate.setNominalRefresh(interval)
  }

  /// Whether a frame should be drawn now.
  var isDue: Bool { isRequested && !isOutstanding }

  /// Begins a frame; returns when it will be seen.
  func begin() -> Double {
    isRequested = false
    drawingSince = EventLoop.now
    return estimate.predict(now: drawingSince)
  }

  /// After a frame: commits what has to be, where the frame showed nothing new and so was not handed over.
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

  /// The window can be seen from now on: a callback may be awaited.
  func becameVisible() {
    patience = Self.firstPatience
    reminderTime = EventLoop.now + patience
  }

  /// The callback stays away although the window can be seen: has the compositor draw all of it again.
  func remind() {
    guard isOutstanding else { return }
    if !hasComplained {
      log.warning("no frame callback for \(Int(patience * 1000)) ms: the window is committed again")
    }
    hasComplained = true
    patience = min(patience * 2, Self.longestPatience)
    guard !owesCommit else {
      // What was acknowledged may be another size, which needs a frame of that size.
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

  /// Has the compositor draw all of what the surface shows already. While a callback is awaited, that does so
  /// when it is late.
  func showAgain() {
    guard hasPresented, !isOutstanding else { return }
    present {
      commitAgain(damaging: .max)
      return true
    }
  }

  /// The window is off the screen: no callback comes for what was handed over, and nothing is to be drawn.
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

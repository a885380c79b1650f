import EventLoop
import Glibc
import Wayland

/// When to draw: at most one frame is on its way. None outstanding: at once; else when its callback comes.
///
/// A hidden window gets no callback, and so nothing is drawn for it, however often it is asked.
public final class FrameClock {
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
  /// From so many on the compositor is taken to know no presentation, as sway without a screen: frames follow each
  /// other, so they are seen.
  private static let mostOwed = 3
  /// How many frames were handed over.
  public private(set) var frames = 0
  /// The last of them that is known to be on the screen.
  private var lastShown = 0
  private var hasBeenSeen = false
  private var handedOverAt = 0.0
  private(set) var estimate = PresentationEstimate()
  /// Whether somebody waits for a frame.
  public private(set) var isRequested = false

  /// Called when a frame is on the screen: where the compositor tells, when it was presented, else when its callback
  /// came.
  public var onShown: (() -> Void)?
  /// When the oldest frame was handed over that is not known to be on the screen, in seconds of `EventLoop.now`; nil
  /// when none is awaited.
  public private(set) var awaitedSince: Double?

  /// Whether a frame was handed over whose callback has not come: it is not on the screen yet, or nobody sees it.
  public var isOutstanding: Bool { callback != nil }
  /// Seconds between two frames, as far as known.
  public var refreshInterval: Double { estimate.refresh }

  init(_ surface: WlSurface, presentation: WpPresentation?) {
    self.surface = surface
    self.presentation = presentation
    presentation?.onEvent = { [weak self] event in
      if case .clockId(let clock) = event { self?.hasMonotonicClock = clock == UInt32(CLOCK_MONOTONIC) }
    }
  }

  /// Asks for one `.frame`. More requests before it are the same request.
  public func request() {
    isRequested = true
  }

  /// Hands a frame over: calls `commit`, which has to commit the surface (`eglSwapBuffers` does) and returns whether
  /// it did.
  public func present(_ commit: () -> Bool) {
    handOver(tellsWhenSeen: true, commit)
  }

  /// Where nothing is new, a compositor may never say that it was seen.
  private func handOver(tellsWhenSeen: Bool, _ commit: () -> Bool) {
    let callback = askForCallback()
    let answer = tellsWhenSeen && hasMonotonicClock ? askForPresentation(of: frames + 1) : nil
    guard commit() else {
      callback.destroyProxy()
      answer?.withdraw()
      return
    }
    hasPresented = true
    self.callback?.destroyProxy()
    self.callback = callback
    isTold = answer != nil
    frames += 1
    handedOverAt = EventLoop.now
    awaitedSince = awaitedSince ?? handedOverAt
  }

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
    estimate.callback(at: EventLoop.now)
    if isTold { owed += 1 }
    if !isTold || owed >= Self.mostOwed {
      shown(frames)
    } else if !hasBeenSeen {
      // The first frame has to be seen, so another one follows.
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
      // Another one took its place, or nobody looks.
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

  /// After a frame in which nothing had to be drawn: when another was asked for, it comes with the next refresh.
  func end() {
    guard isDue, hasPresented else { return }
    handOver(tellsWhenSeen: false) {
      surface.commit()
      return true
    }
  }

  /// The window is off the screen: no callback comes for what was handed over, and nothing is to be drawn.
  func reset() {
    isRequested = false
    callback?.destroyProxy()
    callback = nil
    hasPresented = false
    settle(frames)
  }

  func cancel() {
    reset()
    presentation?.onEvent = nil
    for answer in spentAnswers { answer.forget() }
    spentAnswers = []
  }
}

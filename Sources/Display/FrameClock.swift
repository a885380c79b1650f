import EventLoop
import Glibc
import Wayland

/// When to draw: at most one frame is on its way. None outstanding: at once; else when its callback comes.
///
/// A hidden window gets no callback, and so nothing is drawn for it, however often it is asked.
public final class FrameClock {
  private let surface: WlSurface
  private let presentation: WpPresentation?
  private var callback: WlCallback?
  private var hasPresented = false
  private var hasMonotonicClock = false
  private var drawingSince = 0.0
  private(set) var estimate = PresentationEstimate()
  /// Whether somebody waits for a frame.
  public private(set) var isRequested = false

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
    let callback = surface.frame()
    let feedback = hasMonotonicClock ? presentation?.feedback(surface: surface) : nil
    guard commit() else {
      callback.destroyProxy()
      feedback?.destroyProxy()
      return
    }
    hasPresented = true
    self.callback?.destroyProxy()
    self.callback = callback
    callback.onEvent = { [weak self, weak callback] _ in self?.finished(callback) }
    let start = drawingSince
    feedback?.onEvent = { [weak self] in self?.handle($0, drawnFrom: start) }
  }

  private func finished(_ done: WlCallback?) {
    guard callback === done else { return }
    callback = nil
    estimate.callback(at: EventLoop.now)
  }

  private func handle(_ event: WpPresentationFeedback.Event, drawnFrom start: Double) {
    guard case .presented(let high, let low, let nanoseconds, let refresh, _, _, _) = event else { return }
    let seconds = Double(UInt64(high) << 32 | UInt64(low))
    estimate.presented(
      at: seconds + Double(nanoseconds) / 1e9, drawnFrom: start, interval: Double(refresh) / 1e9)
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
    present {
      surface.commit()
      return true
    }
  }

  func cancel() {
    isRequested = false
    callback?.destroyProxy()
    callback = nil
    presentation?.onEvent = nil
  }
}

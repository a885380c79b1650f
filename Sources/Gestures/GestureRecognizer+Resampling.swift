import Geometry

extension GestureRecognizer {
  /// Tells where a drag is in the display frame that is drawn next, when `resamples` is on.
  ///
  /// Between samples the position is interpolated, beyond the newest it is extrapolated by up to 8 ms and half the
  /// distance of the samples, 5 ms behind the frame (Chromium's and Android's figures), so that content moves evenly
  /// whatever the rates of touchscreen and display are.
  ///
  /// - Parameters:
  ///   - time: when the frame will be seen, or is drawn where that is unknown; in seconds of the frames' clock.
  ///   - now: when the frame is drawn, by which a finger that is silent is told from one whose sample is yet to come;
  ///     nil: `time`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [Gesture]
  ) {
    guard resamples, time.isFinite, let leader = contacts.first, let dragging else { return }
    self.dragging?.follow(
      leader, at: leader.position(inFrame: time, drawnAt: now ?? time, notBefore: dragging.beginning))
    tellNews(into: &gestures)
  }

  /// Whether the next display frame shows a drag elsewhere than it was last told, even without a new sample.
  public var needsResampling: Bool {
    guard resamples, let leader = contacts.first, let dragging else { return false }
    return dragging.drag.position != leader.position
  }
}

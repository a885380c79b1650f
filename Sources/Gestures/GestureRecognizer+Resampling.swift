import RotundaGeometry

extension GestureRecognizer {
  /// Tells where a drag is in the display frame that is drawn next, when `resamples` is on.
  ///
  /// Between samples the position is interpolated, beyond the newest it is extrapolated by up to 8 ms and half the
  /// distance of the samples, 5 ms behind the frame (Chromium's and Android's figures) or a quarter of `frameInterval` where
  /// that is less, so that content moves evenly whatever the rates of touchscreen and display are.
  ///
  /// - Parameters:
  ///   - time: when the frame will be seen, or is drawn where that is unknown; in seconds of the frames' clock.
  ///   - now: when the frame is drawn, by which a finger that is silent is told from one whose sample is yet to come;
  ///     nil: `time`.
  public mutating func resample(
    forFrameAt time: Double, drawnAt now: Double? = nil, into gestures: inout [Gesture]
  ) {
    guard resamples, time.isFinite, let leader = contacts.first, let dragging else { return }
    let position = leader.position(
      inFrame: time, latency: resamplingLatency, drawnAt: now ?? time, notBefore: dragging.beginning)
    self.dragging?.show(leader, at: position)
    tellNews(into: &gestures)
  }

  /// What is added to a frame's time. The published 5 ms, a third of a frame on screens of 60 Hz, are too much on faster
  /// ones: there most frames are seen sooner than that after their sample, and would show less than the sample told.
  private var resamplingLatency: Double {
    guard let frameInterval, frameInterval > 0, resampler.latency < 0 else { return resampler.latency }
    return max(resampler.latency, -frameInterval / 4)
  }

  /// Whether the next display frame shows something else: a sample arrived, or the finger fell silent and what was
  /// predicted of it is to be taken back.
  ///
  /// Not as long as the prediction alone would show something else. The next sample is near, and drawing then at once is
  /// worth more than a frame in between, which it would have to wait for.
  public var needsResampling: Bool {
    guard resamples, let leader = contacts.first, let dragging else { return false }
    return dragging.isFresh || (dragging.isRecovering && dragging.drag.position != leader.position)
  }

  /// When the leading finger of a drag that is shown elsewhere will have been silent for too long.
  var silenceDeadline: Double? {
    guard resamples, let leader = contacts.first, let dragging, !dragging.isFresh, !dragging.isRecovering,
      dragging.drag.position != leader.position
    else { return nil }
    return leader.sampled + LinearResampler.longestGap
  }
}

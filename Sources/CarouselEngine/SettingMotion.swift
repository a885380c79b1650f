import RotundaGeometry

/// A setting on its way from one value to another: a closed form of time.
struct SettingMotion: Hashable, Sendable {
  var from: Point
  var to: Point
  var start: Double
  /// Seconds.
  var duration: Double
  var curve: AnimationCurve

  /// What it is at `time`; `to` from its end on.
  func value(at time: Double) -> Point {
    guard !isOver(at: time) else { return to }
    return from + (to - from) * curve.value(at: max(0, time - start) / duration)
  }

  func isOver(at time: Double) -> Bool { time >= start + duration }
}

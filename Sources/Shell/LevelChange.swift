import CarouselEngine

/// A folder that opens or closes: for a moment two levels are seen.
///
/// The inner level grows out of the screen's middle, where the folder's tile is, and the outer one comes closer and
/// fades; closing is the same backwards.
struct LevelChange: Sendable {
  /// The level that was left, while it still is seen; nil while a folder opens.
  var closed: Level?
  /// When it began.
  let start: Double

  /// Seconds: enough to be followed by the eye, and over before a finger is back. Desktop and phone interfaces use
  /// 0.2 to 0.4 s for the same.
  static let duration = 0.3
  /// How large the inner level is when it is not seen yet.
  private static let innerZoom = 0.7
  /// How large the outer level is when it is no longer seen.
  private static let outerZoom = 1.25

  /// How a level is seen.
  struct Look: Hashable {
    var zoom = 1.0
    var opacity = 1.0
  }

  func isOver(at time: Double) -> Bool { time >= start + Self.duration }

  /// How the inner level is seen.
  func inner(at time: Double) -> Look {
    let part = openness(at: time)
    return Look(zoom: Self.innerZoom + (1 - Self.innerZoom) * part, opacity: part)
  }

  /// How the outer level is seen.
  func outer(at time: Double) -> Look {
    let part = openness(at: time)
    return Look(zoom: 1 + (Self.outerZoom - 1) * part, opacity: 1 - part)
  }

  /// How far the folder is open, 0 to 1.
  private func openness(at time: Double) -> Double {
    let part = AnimationCurve.easeOut.value(at: (time - start) / Self.duration)
    return closed == nil ? part : 1 - part
  }
}

/// A folder that opens or closes: for a moment two levels are seen.
///
/// The inner level grows out of the screen's middle, where the folder's tile is, and the outer one comes closer and
/// fades; closing is the same backwards, from wherever the opening had come to.
struct LevelChange: Sendable {
  /// The level that was left, while it still is seen; nil while a folder opens.
  var closed: Level?
  /// How far the folder is open, 0 to 1.
  private var openness = SpringValue(0, response: Motion.folder)

  /// Seconds that whatever opens like a folder takes: enough to be followed by the eye, and over before a finger is back.
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

  /// A folder opens.
  init(opensAt time: Double) { openness.go(to: 1, at: time) }

  /// A folder closes that is open, or was just opening.
  init(closing level: Level, after opening: LevelChange?, at time: Double) {
    closed = level
    if let opening, opening.closed == nil {
      openness = opening.openness
    } else {
      openness = SpringValue(1, response: Motion.folder)
    }
    openness.go(to: 0, at: time)
  }

  func isOver(at time: Double) -> Bool { openness.isOver(at: time) }

  /// How the inner level is seen; it only fades where motion is reduced.
  func inner(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    return Look(zoom: isReduced ? 1 : Self.innerZoom + (1 - Self.innerZoom) * part, opacity: part)
  }

  /// How the outer level is seen; it only fades where motion is reduced.
  func outer(at time: Double, isReduced: Bool = false) -> Look {
    let part = part(at: time)
    return Look(zoom: isReduced ? 1 : 1 + (Self.outerZoom - 1) * part, opacity: 1 - part)
  }

  private func part(at time: Double) -> Double { min(max(openness.value(at: time), 0), 1) }
}

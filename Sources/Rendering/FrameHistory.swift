import RotundaGeometry
import Scene

/// What the latest frames showed, so that only what changed is drawn again, and shown again by the
/// compositor.
struct FrameHistory {
  /// What all of a frame depends on.
  struct Stage: Equatable {
    var surface: PixelSize
    var size: Size
    var scale: Double
    var background: Color
  }

  /// A sprite as it was drawn.
  struct DrawnSprite {
    var sprite: Sprite
    /// The number of the upload that filled it; 0 for a plain color.
    var upload: Int
    /// All pixels that it may have touched.
    var bounds: PixelRectangle

    /// A sprite that is no number equals nothing, and so counts as changed: rather that than the other way.
    func looksLike(_ other: DrawnSprite) -> Bool { upload == other.upload && sprite == other.sprite }
  }

  /// How far back a buffer's content may date. Compositors and Mesa keep at most four buffers.
  private static let depth = 4

  /// What the frame that was shown last depends on; nil when that is unknown.
  private var shownStage: Stage?
  private var stage: Stage?
  private var previous: [DrawnSprite] = []
  private var current: [DrawnSprite] = []
  private var isWhole = true
  /// What the frame in hand changes.
  private(set) var damage = PixelRectangle.empty
  /// What each of the latest shown frames changed, in a ring, and how many frames were shown.
  private var damages = Array(repeating: PixelRectangle.empty, count: depth)
  private var frames = 0
  /// All of the surface.
  private(set) var whole = PixelRectangle.empty

  /// Forgets everything: nothing is known of what the surface shows.
  mutating func forget() {
    shownStage = nil
    frames = 0
  }

  /// Begins a frame. It replaces one that was not kept.
  mutating func begin(_ stage: Stage) {
    current.removeAll(keepingCapacity: true)
    isWhole = stage != shownStage
    self.stage = stage
    whole = PixelRectangle(stage.surface)
  }

  mutating func add(_ drawn: DrawnSprite) { current.append(drawn) }

  /// The frame is complete: finds what differs from the frame that was shown last.
  mutating func finish() { damage = isWhole ? whole : changes().intersection(whole) }

  /// What must be drawn into a buffer that was shown `age` frames before this one; all of it when that is
  /// unknown.
  func outdated(age: Int) -> PixelRectangle {
    guard age > 0, age <= min(frames + 1, Self.depth) else { return whole }
    return (frames + 1 - age..<frames).reduce(damage) { $0.union(damages[$1 % Self.depth]) }
  }

  /// The frame is about to be shown. Without this call, the next frame is compared with the one before it.
  mutating func keep() {
    damages[frames % Self.depth] = damage
    frames += 1
    shownStage = stage
    swap(&previous, &current)
  }

  private func changes() -> PixelRectangle {
    var damage = PixelRectangle.empty
    for index in 0..<max(previous.count, current.count) {
      let before = index < previous.count ? previous[index] : nil
      let after = index < current.count ? current[index] : nil
      if let before, let after, before.looksLike(after) { continue }
      damage = damage.union(before?.bounds ?? .empty).union(after?.bounds ?? .empty)
    }
    return damage
  }
}

/// A part of a surface in device pixels, from its upper left corner; y grows downwards.
package struct PixelRectangle: Hashable, Sendable {
  /// Left edge.
  package var x: Int
  /// Upper edge.
  package var y: Int
  /// Pixels across.
  package var width: Int
  /// Pixels down.
  package var height: Int

  package static let empty = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// All of a surface.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Whether there is no pixel in it.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The smallest rectangle around both.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Whether no pixel of the other one lies outside.
  func contains(_ other: PixelRectangle) -> Bool { intersection(other) == other }

  /// What both share, possibly empty.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return right > left && bottom > top
      ? PixelRectangle(x: left, y: top, width: right - left, height: bottom - top) : .empty
  }
}

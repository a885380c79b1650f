import RotundaGeometry
import Scene

/// The content of the latest frames, to let the renderer and the compositor update only the changed part.
struct FrameHistory {
  /// The parameters on which the whole frame depends.
  struct Stage: Equatable {
    var surface: PixelSize
    var size: Size
    var scale: Double
    var background: Color
  }

  /// A sprite as it was drawn.
  struct DrawnSprite {
    var sprite: Sprite
    /// The number of its picture's upload; 0 for a plain color.
    var upload: Int
    /// The bounds of all pixels that the sprite may have touched.
    var bounds: PixelRectangle

    /// Reports whether both look the same. A sprite with NaN equals nothing and therefore counts as changed,
    /// which is the safe choice.
    func looksLike(_ other: DrawnSprite) -> Bool { upload == other.upload && sprite == other.sprite }
  }

  /// The maximum age of a buffer's content, in frames. Compositors and Mesa keep at most four buffers.
  private static let depth = 4

  /// The parameters of the last shown frame; nil if unknown.
  private var shownStage: Stage?
  private var stage: Stage?
  private var previous: [DrawnSprite] = []
  private var current: [DrawnSprite] = []
  private var isWhole = true
  /// The part that the present frame changes.
  private(set) var damage = PixelRectangle.empty
  /// The damage of the latest shown frames, as a ring, and the number of frames shown.
  private var damages = Array(repeating: PixelRectangle.empty, count: depth)
  private var frames = 0
  /// The whole surface.
  private(set) var whole = PixelRectangle.empty

  /// Resets the history, because the content of the surface is unknown.
  mutating func forget() {
    shownStage = nil
    frames = 0
  }

  /// Begins a frame. It replaces a frame that was not kept.
  mutating func begin(_ stage: Stage) {
    current.removeAll(keepingCapacity: true)
    isWhole = stage != shownStage
    self.stage = stage
    whole = PixelRectangle(stage.surface)
  }

  mutating func add(_ drawn: DrawnSprite) { current.append(drawn) }

  /// Completes the frame and computes its difference from the last shown frame.
  mutating func finish() { damage = isWhole ? whole : changes().intersection(whole) }

  /// Returns the outdated part of a buffer that was shown `age` frames before this one; the whole surface if
  /// the age is unknown.
  func outdated(age: Int) -> PixelRectangle {
    guard age > 0, age <= min(frames + 1, Self.depth) else { return whole }
    return (frames + 1 - age..<frames).reduce(damage) { $0.union(damages[$1 % Self.depth]) }
  }

  /// Keeps the frame, because it will be shown. Without this call, the next frame is compared with the
  /// previous one.
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

/// A part of a surface in device pixels, relative to its upper left corner; y grows downward.
package struct PixelRectangle: Hashable, Sendable {
  /// The left edge.
  package var x: Int
  /// The upper edge.
  package var y: Int
  /// The width in pixels.
  package var width: Int
  /// The height in pixels.
  package var height: Int

  package static let empty = PixelRectangle(x: 0, y: 0, width: 0, height: 0)

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// Creates a rectangle for a whole surface.
  package init(_ size: PixelSize) {
    self.init(x: 0, y: 0, width: size.width, height: size.height)
  }

  /// Whether the rectangle contains no pixel.
  package var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Returns the smallest rectangle around both.
  package func union(_ other: PixelRectangle) -> PixelRectangle {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(x, other.x)
    let top = min(y, other.y)
    return PixelRectangle(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }

  /// Reports whether the rectangle contains all pixels of the other one.
  func contains(_ other: PixelRectangle) -> Bool { intersection(other) == other }

  /// Returns the intersection, which may be empty.
  package func intersection(_ other: PixelRectangle) -> PixelRectangle {
    let left = max(x, other.x)
    let top = max(y, other.y)
    let right = min(x + width, other.x + other.width)
    let bottom = min(y + height, other.y + other.height)
    return right > left && bottom > top
      ? PixelRectangle(x: left, y: top, width: right - left, height: bottom - top) : .empty
  }
}

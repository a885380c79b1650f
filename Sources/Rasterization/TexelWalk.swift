import CTexels

/// From a pixel to the right, over a picture in perspective.
struct TexelWalk {
  /// Gives, divided by `depth`'s value, the texel across, of the full size.
  let across: LinearForm
  /// The same downwards.
  let down: LinearForm
  /// Above zero where there is something to be seen.
  let depth: LinearForm

  /// The level that is as large as the picture is seen at a pixel: log₂ of how many texels a pixel spans, in the direction
  /// that is foreshortened most (GL specification, 3.7.7).
  ///
  /// The place is u = U/Q, so that ∂u/∂X = (∂U/∂X − u ∂Q/∂X)/Q.
  func level(at index: Int) -> Float {
    let step = Float(index)
    let near = 1 / (depth.start + step * depth.step)
    let u = (across.start + step * across.step) * near
    let v = (down.start + step * down.step) * near
    let (right, right2) = (across.step - u * depth.step, down.step - v * depth.step)
    let (below, below2) = (across.stepDown - u * depth.stepDown, down.stepDown - v * depth.stepDown)
    let most = max(right * right + right2 * right2, below * below + below2 * below2) * near * near
    return Self.binaryLogarithm(most) / 2
  }

  /// log₂ to a hundredth: the exponent, and a parabola through the ends of each octave.
  private static func binaryLogarithm(_ value: Float) -> Float {
    guard value.isNormal, value > 0 else { return 0 }
    let rest = value.significand - 1
    return Float(value.exponent) + rest * (1.3465 - 0.3465 * rest)
  }

  /// Writes the texels of `count` pixels, each from between four of a level.
  ///
  /// - Parameters:
  ///   - number: the level's: each halves the picture once more.
  ///   - clamps: whether places may lie beyond the level, whose edge is taken then, or be none.
  func fetch(
    _ level: Texels.Level, _ number: Int, _ count: Int, clamps: Bool,
    into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let part = 1 / Float(1 << number)
    var walk = ctexels_walk(
      across: ctexels_form(start: across.start * part, step: across.step * part),
      down: ctexels_form(start: down.start * part, step: down.step * part),
      depth: ctexels_form(start: depth.start, step: depth.step))
    var level = ctexels_level(
      pixels: level.pixels, width: Int32(level.width), height: Int32(level.height))
    ctexels_fetch(&level, &walk, Int32(count), Self.isFast, clamps, pixels)
  }

  /// Whether this processor has what the faster way needs.
  private static let isFast = ctexels_is_fast()
}

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
  /// - Parameter clamps: whether places may lie beyond the level, whose edge is taken then, or be none.
  func fetch(
    _ level: Texels.Level, _ number: Int, _ count: Int, clamps: Bool,
    into pixels: UnsafeMutablePointer<UInt32>
  ) {
    // Places in 128ths of the level's texels; a texel's own place is its middle.
    let scale = 128 / Float(1 << number)
    let most = (Float(level.width - 1) * 128 - 1, Float(level.height - 1) * 128 - 1)
    var done = 0
    while done < count {
      let near = SIMD4(repeating: scale) / depth.values(from: done)
      var u = across.values(from: done) * near - 64
      var v = down.values(from: done) * near - 64
      let isLast = count - done < 4
      if clamps || isLast {
        u = u.kept(within: most.0)
        v = v.kept(within: most.1)
      }
      let block = TexelBlock(level, u, v)
      if isLast { block.store(count - done, at: pixels + done) } else { block.store(at: pixels + done) }
      done += 4
    }
  }
}

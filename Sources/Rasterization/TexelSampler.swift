import CTexels

/// Samples the texels at the pixels of a row: interpolates between four texels and, for pictures that appear
/// smaller, between two levels.
///
/// Not copyable, because it is large and used every few pixels.
struct TexelSampler: ~Copyable {
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>
  private let texels: Texels
  private let usesLevels: Bool
  private let bias: Float

  /// The number of adjacent pixels that share their levels. The differences between groups are invisible.
  static let group = 16

  init(_ fill: RasterFill) {
    texels = fill.texels ?? .nothing
    (across, down, depth) = (fill.texelAcross, fill.texelDown, fill.depth)
    usesLevels = fill.usesLevels && texels.count > 1
    bias = Float(fill.levelBias)
  }

  /// Whether the fill has no picture.
  var isEmpty: Bool { texels.count == 0 }

  /// Writes the texels of `count` pixels from `column`. The sampler must not be empty.
  func fetch(row: Int, column: Int, count: Int, into pixels: UnsafeMutablePointer<UInt32>) {
    let isInside = isInside(row, column, count)
    if isInside, !usesLevels, let start = wholeTexel(row, column) {
      return pixels.update(from: start, count: count)
    }
    var done = 0
    while done < count {
      let next = usesLevels ? min(Self.group, count - done) : count
      fetchGroup(row, column + done, next, isInside: isInside, into: pixels + done)
      done += next
    }
  }

  /// Reports whether all texels around the sampled ones exist, in all levels, and single precision is
  /// sufficient. Positions change monotonically along a row, so the ends of the row decide for all of it.
  private func isInside(_ row: Int, _ column: Int, _ count: Int) -> Bool {
    let (first, last) = (value(depth, row, column), value(depth, row, column + count - 1))
    // The error of a form is relative to its largest value. Its effect grows where the depth is smaller.
    return min(first, last) > Self.leastDepth && max(first, last) < Self.mostDepth
      && first < last * Self.mostForeshortening
      && last < first * Self.mostForeshortening && isInside(row, column, depth: first)
      && isInside(row, column + count - 1, depth: last)
  }

  private func isInside(_ row: Int, _ column: Int, depth: Double) -> Bool {
    let (u, v) = (value(across, row, column), value(down, row, column))
    let margin = usesLevels ? Self.innerMargin : 1.0
    let (width, height) = (Double(texels.levels[0].width) - margin, Double(texels.levels[0].height) - margin)
    return u >= margin * depth && v >= margin * depth && u <= width * depth && v <= height * depth
  }

  /// The range of single precision, with room for the maximum number of texels.
  private static let leastDepth = 1e-20
  private static let mostDepth = 1e20
  /// The maximum ratio of depths in a group of pixels. The error, 2⁻²⁴ of 2¹⁴ texels, times this ratio is a
  /// sixteenth of a texel.
  private static let mostForeshortening = 64.0

  /// Half a texel of the smallest level, plus a tolerance for rounding.
  private static let innerMargin = 5.0

  private func value(_ form: SIMD3<Double>, _ row: Int, _ column: Int) -> Double {
    form.x * (Double(column) + 0.5) + form.y * (Double(row) + 0.5) + form.z
  }

  /// The maximum distance between the centers of a texel and a pixel that counts as none, in texels.
  private static let nearlyNothing = 1.0 / 512
  /// The maximum error of the step per pixel, in texels: less than `nearlyNothing` across any screen.
  private static let drift = 1e-7

  /// Returns the texel of a pixel if texels and pixels coincide from it to the right, else nil.
  private func wholeTexel(_ row: Int, _ column: Int) -> UnsafePointer<UInt32>? {
    guard depth.x == 0, depth.y == 0, abs(across.x - depth.z) < Self.drift * depth.z,
      abs(down.x) < Self.drift * depth.z
    else { return nil }
    let u = value(across, row, column) / depth.z - 0.5
    let v = value(down, row, column) / depth.z - 0.5
    let (nearestU, nearestV) = (u.rounded(), v.rounded())
    guard abs(u - nearestU) < Self.nearlyNothing, abs(v - nearestV) < Self.nearlyNothing else { return nil }
    let level = texels.levels[0]
    return level.pixels?.advanced(by: Int(nearestV) * level.width + Int(nearestU))
  }

  private func fetchGroup(
    _ row: Int, _ column: Int, _ count: Int, isInside: Bool, into pixels: UnsafeMutablePointer<UInt32>
  ) {
    let walk = TexelWalk(
      across: LinearForm(across, row: row, column: column), down: LinearForm(down, row: row, column: column),
      depth: LinearForm(depth, row: row, column: column))
    guard usesLevels else { return walk.fetch(texels.levels[0], 0, count, clamps: !isInside, into: pixels) }
    let level = walk.level(at: count / 2) + bias
    let most = Float(texels.count - 1)
    let bounded = level > 0 ? min(level, most) : 0
    let whole = min(Int(bounded), texels.count - 2)
    let part = UInt16((bounded - Float(whole)) * 256)
    if part < 256 { walk.fetch(texels.levels[whole], whole, count, clamps: !isInside, into: pixels) }
    guard part > 0 else { return }
    guard part < 256 else {
      return walk.fetch(texels.levels[whole + 1], whole + 1, count, clamps: !isInside, into: pixels)
    }
    withUnsafeTemporaryAllocation(of: UInt32.self, capacity: Self.group) { smaller in
      guard let smaller = smaller.baseAddress else { return }
      walk.fetch(texels.levels[whole + 1], whole + 1, count, clamps: !isInside, into: smaller)
      for index in 0..<count {
        let (larger, smaller) = (Channels(pixel: pixels[index]), Channels(pixel: smaller[index]))
        let sum = larger &* Channels(repeating: 256 &- part) &+ smaller &* Channels(repeating: part)
        pixels[index] = ((sum &+ Channels(repeating: 128)) &>> 8).pixel
      }
    }
  }
}

/// The positions from a pixel to the right, on a picture in perspective.
private struct TexelWalk {
  /// The form for the horizontal texel position in the full size, after division by `depth`.
  let across: LinearForm
  /// The form for the vertical texel position in the full size, after division by `depth`.
  let down: LinearForm
  /// The form for the depth: above 0 where the picture is visible.
  let depth: LinearForm

  /// Returns the level that matches the visible size at a pixel. It is log₂ of the number of texels per
  /// pixel, in the most foreshortened direction (GL specification, 3.7.7).
  ///
  /// The position is u = U/Q. Therefore ∂u/∂X = (∂U/∂X − u ∂Q/∂X)/Q.
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

  /// Returns log₂ to a hundredth: the exponent, plus a parabola through the ends of each octave.
  private static func binaryLogarithm(_ value: Float) -> Float {
    guard value.isNormal, value > 0 else { return 0 }
    let rest = value.significand - 1
    return Float(value.exponent) + rest * (1.3465 - 0.3465 * rest)
  }

  /// Writes the texels of `count` pixels, each interpolated between four texels of a level.
  ///
  /// - Parameters:
  ///   - number: The number of the level. Each level halves the picture once more.
  ///   - clamps: Whether positions may lie outside the level or be NaN. They are then clamped to its edge.
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

  /// Whether this processor supports the faster version.
  private static let isFast = ctexels_is_fast()
}

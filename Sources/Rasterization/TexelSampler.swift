import CTexels

/// Looks up the texels that are seen at pixels of a row, between four texels each, and between two levels
/// where a picture is seen smaller than it is.
///
/// Not copyable: it is large, and asked for every few pixels.
struct TexelSampler: ~Copyable {
  private let across: SIMD3<Double>
  private let down: SIMD3<Double>
  private let depth: SIMD3<Double>
  private let texels: Texels
  private let usesLevels: Bool
  private let bias: Float

  /// Pixels in a row that share their levels: from one group to the next these differ by what cannot be seen.
  static let group = 16

  init(_ fill: RasterFill) {
    texels = fill.texels ?? .nothing
    (across, down, depth) = (fill.texelAcross, fill.texelDown, fill.depth)
    usesLevels = fill.usesLevels && texels.count > 1
    bias = Float(fill.levelBias)
  }

  /// Whether there is no picture.
  var isEmpty: Bool { texels.count == 0 }

  /// Writes the texels of `count` pixels from `column`; only where it is not empty.
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

  /// Whether all texels around those seen at some pixels are there, in all levels, and single precision is
  /// good enough to find them. Along a row, places only grow or only shrink, so that what holds for its ends
  /// holds for all of it.
  private func isInside(_ row: Int, _ column: Int, _ count: Int) -> Bool {
    let (first, last) = (value(depth, row, column), value(depth, row, column + count - 1))
    // A form's error is one of its largest value, and counts as much more as the depth is less elsewhere.
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

  /// What single precision holds, times as many texels as a picture may have.
  private static let leastDepth = 1e-20
  private static let mostDepth = 1e20
  /// How many times as far one of a few pixels may be as another: 2⁻²⁴ of 2¹⁴ texels, so many times, is a
  /// sixteenth of one.
  private static let mostForeshortening = 64.0

  /// Half a texel of the smallest level, and a little for rounding.
  private static let innerMargin = 5.0

  private func value(_ form: SIMD3<Double>, _ row: Int, _ column: Int) -> Double {
    form.x * (Double(column) + 0.5) + form.y * (Double(row) + 0.5) + form.z
  }

  /// How far from a texel's middle a pixel's may be, in texels, to be as good as there.
  private static let nearlyNothing = 1.0 / 512
  /// What of a texel a pixel's step may be wrong by: less than `nearlyNothing` across any screen.
  private static let drift = 1e-7

  /// Where texels and pixels are the same from a pixel on to the right: its texel.
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

/// From a pixel to the right, over a picture in perspective.
private struct TexelWalk {
  /// Gives, divided by `depth`'s value, the texel across, of the full size.
  let across: LinearForm
  /// The same downwards.
  let down: LinearForm
  /// Above zero where there is something to be seen.
  let depth: LinearForm

  /// The level that is as large as the picture is seen at a pixel: log₂ of how many texels a pixel spans, in
  /// the direction that is foreshortened most (GL specification, 3.7.7).
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

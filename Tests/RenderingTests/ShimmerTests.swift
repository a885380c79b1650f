import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Rendering

/// A reduced picture in motion is as steady as if every pixel were the mean of the texels that it covers.
@MainActor struct ShimmerTests {
  /// Random black or white texels, which shimmer most.
  private static let side = 256
  private static let texels: [Double] = {
    var random = SeededGenerator(seed: 11)
    return (0..<side * side).map { _ in random.next() % 2 == 0 ? 0 : 255 }
  }()
  /// The size in pixels of the inspected area around the middle of the screen.
  private static let window = 20
  /// The picture's movement per frame in pixels.
  private static let step = 0.125
  private static let frames = 9

  /// Scales at which smaller levels are used, and scales between them.
  @Test(arguments: [0.5, 0.42, 0.3, 0.25, 0.18, 0.13], Drawer.allCases) func aFinePatternThatMovesIsCalm(
    scale: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 64, 64)
    let picture = Picture.numbered(1)
    try canvas.renderer.upload(picture, Self.side, Self.side, isOpaque: true) { x, y in
      Self.texels[y * Self.side + x] > 0 ? 0xffff_ffff : 0xff00_0000
    }
    var (drawn, ideal, careless): ([[Double]], [[Double]], [[Double]]) = ([], [], [])
    for frame in 0..<Self.frames {
      let shift = Double(frame) * Self.step
      let place = Transform.identity.translated(shift, 0, 0).scaled(scale, scale, 1)
      try canvas.draw([
        Sprite(
          .picture(picture, placeholder: .black), size: Size(Double(Self.side), Double(Self.side)),
          transform: place)
      ])
      drawn.append(Self.pixels { Double(canvas.pixel($0, $1).red) })
      ideal.append(Self.pixels { Self.mean(over: 1 / scale, x: $0, y: $1, shift, scale) })
      careless.append(Self.pixels { Self.mean(over: 1, x: $0, y: $1, shift, scale) })
    }
    let limit = 1.25 * Self.unrest(ideal) + 0.5
    #expect(Self.unrest(drawn) <= limit, "\(Self.unrest(drawn)), ideally \(Self.unrest(ideal))")
    // Without smaller levels a pixel shows only one or two of the texels that it covers. The limit must
    // detect that.
    #expect(Self.unrest(careless) > limit)
  }

  private static func pixels(_ value: (Int, Int) -> Double) -> [Double] {
    let first = 32 - window / 2
    return (first..<first + window).flatMap { y in (first..<first + window).map { value($0, y) } }
  }

  /// Returns the mean of a square of texels around a pixel's middle.
  private static func mean(over extent: Double, x: Int, y: Int, _ shift: Double, _ scale: Double) -> Double {
    let middle = Double(side) / 2
    let across = cover(middle + (Double(x) + 0.5 - 32 - shift) / scale, extent)
    let down = cover(middle + (Double(y) + 0.5 - 32) / scale, extent)
    var (sum, weight) = (0.0, 0.0)
    for (row, tall) in down {
      for (column, wide) in across {
        sum += texels[row * side + column] * tall * wide
        weight += tall * wide
      }
    }
    return sum / weight
  }

  /// Returns the texels that a range overlaps, each with the overlapping share.
  private static func cover(_ middle: Double, _ extent: Double) -> [(Int, Double)] {
    let (low, high) = (middle - extent / 2, middle + extent / 2)
    return (Int(low.rounded(.down))...Int(high.rounded(.down))).compactMap { texel in
      let part = min(high, Double(texel + 1)) - max(low, Double(texel))
      return part > 0 && (0..<side).contains(texel) ? (texel, part) : nil
    }
  }

  /// Returns the root mean square of a pixel's change from frame to frame.
  private static func unrest(_ frames: [[Double]]) -> Double {
    var (sum, count) = (0.0, 0.0)
    for (one, next) in zip(frames, frames.dropFirst()) {
      for (before, after) in zip(one, next) {
        sum += (after - before) * (after - before)
        count += 1
      }
    }
    return (sum / count).squareRoot()
  }
}

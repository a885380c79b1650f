import CTexels
import SeededRandom
import Testing

/// The texel functions give the same results on every processor.
struct TexelsTests {
  @Test(.enabled(if: ctexels_is_fast(), "this processor has only one code path"))
  func theFasterWayGivesTheSame() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let (width, height) = (37, 29)
    let texels = (0..<width * height).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    texels.withUnsafeBufferPointer { texels in
      for round in 0..<500 {
        var level = ctexels_level(pixels: texels.baseAddress, width: Int32(width), height: Int32(height))
        func form(_ random: inout SeededGenerator, _ range: ClosedRange<Double>) -> ctexels_form {
          ctexels_form(start: Float(random.number(range)), step: Float(random.number(-1.5...1.5)))
        }
        var walk = ctexels_walk(
          across: form(&random, -10...50), down: form(&random, -10...40),
          depth: ctexels_form(start: 1, step: Float(random.number(0...0.01))))
        let count = random.integer(1...40)
        var (slow, fast) = ([UInt32](repeating: 7, count: 48), [UInt32](repeating: 7, count: 48))
        ctexels_fetch(&level, &walk, Int32(count), false, true, &slow)
        ctexels_fetch(&level, &walk, Int32(count), true, true, &fast)
        #expect(slow == fast, "seed \(seed), round \(round)")
        #expect(
          slow[count...].allSatisfy { $0 == 7 }, "nothing beyond the last; seed \(seed), round \(round)")
      }
    }
  }

  /// Level rows without perspective use a different code path. Its results equal those of a negligible tilt.
  @Test(arguments: [false, ctexels_is_fast()]) func levelRowsLookLikeAllOthers(fast: Bool) {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    let (width, height) = (300, 29)
    let texels = (0..<width * height).map { _ in UInt32(truncatingIfNeeded: random.next()) }
    texels.withUnsafeBufferPointer { texels in
      for round in 0..<500 {
        var level = ctexels_level(pixels: texels.baseAddress, width: Int32(width), height: Int32(height))
        let count = random.integer(1...200)
        let start = random.number(-100...350)
        let across = ctexels_form(start: Float(start), step: Float(random.number(-4...4)))
        let depth = ctexels_form(start: Float(random.number(0.5...2)), step: 0)
        let down = Float(random.number(-10...50))
        var even = ctexels_walk(across: across, down: ctexels_form(start: down, step: 0), depth: depth)
        // The smallest positive number has no effect on the place.
        var tilted = even
        tilted.down.step = .leastNonzeroMagnitude
        var (one, other) = ([UInt32](repeating: 7, count: 208), [UInt32](repeating: 7, count: 208))
        ctexels_fetch(&level, &even, Int32(count), fast, true, &one)
        ctexels_fetch(&level, &tilted, Int32(count), fast, true, &other)
        let most = zip(one, other).map { Self.difference($0, $1) }.max() ?? 0
        // A row that is too long for a strip continues from a place that is rounded again.
        #expect(abs(across.step) / depth.start > 2 || most == 0, "seed \(seed), round \(round): \(most)")
        #expect(one[count...].allSatisfy { $0 == 7 }, "seed \(seed), round \(round)")
      }
    }
  }

  private static func difference(_ one: UInt32, _ other: UInt32) -> Int {
    (0..<4).map { byte in abs(Int(channel(byte, of: one)) - Int(channel(byte, of: other))) }.max() ?? 0
  }

  private static func channel(_ byte: Int, of pixel: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: pixel >> UInt32(8 * byte))
  }

  @Test(arguments: [0, 1, 77, 128, 255, 256]) func picturesAreMixed(weight: Int32) {
    let (one, other): ([UInt32], [UInt32]) = (
      [0xff00_80ff, 0, 0x1234_5678], [0x00ff_0080, .max, 0x8765_4321]
    )
    var mixed = [UInt32](repeating: 0, count: 3)
    ctexels_mix(one, other, weight, 3, &mixed)
    for (index, pixel) in mixed.enumerated() {
      for byte in 0..<4 {
        let from = Double(Self.channel(byte, of: one[index])),
          to = Double(Self.channel(byte, of: other[index]))
        let expected = from + (to - from) * Double(weight) / 256
        #expect(abs(Double(Self.channel(byte, of: pixel)) - expected) <= 0.5)
      }
    }
  }

  /// Halfway between four texels the result is their average, and on a texel it is that texel.
  @Test(arguments: [false, ctexels_is_fast()]) func placesBetweenTexelsAreMixed(fast: Bool) {
    let texels: [UInt32] = [0xff00_0000, 0xff00_0040, 0xff00_0080, 0xff00_00c0]
    let seen: [(place: (Float, Float), expected: UInt32)] = [
      ((0.5, 0.5), 0x00), ((1.5, 0.5), 0x40), ((0.5, 1.5), 0x80), ((1.5, 1.5), 0xc0), ((1, 0.5), 0x20),
      ((0.5, 1), 0x40), ((1, 1), 0x60), ((-100, -100), 0x00), ((100, 100), 0xc0), ((.nan, .nan), 0x00),
      ((.infinity, .infinity), 0xc0),
    ]
    texels.withUnsafeBufferPointer { texels in
      for (place, expected) in seen {
        var level = ctexels_level(pixels: texels.baseAddress, width: 2, height: 2)
        var walk = ctexels_walk(
          across: ctexels_form(start: place.0, step: 0), down: ctexels_form(start: place.1, step: 0),
          depth: ctexels_form(start: 1, step: 0))
        var pixel: UInt32 = 0
        ctexels_fetch(&level, &walk, 1, fast, true, &pixel)
        // The function distinguishes 128 places, so the last but one is the closest to the last.
        #expect(abs(Int(pixel & 0xff) - Int(expected)) <= 1 && pixel >> 24 == 0xff, "\(place)")
      }
    }
  }
}

import Glibc
import Rasterization
import SeededRandom
import Testing

/// Polygons become pixels, for all inputs.
struct RasterPoolTests {
  private let pool = RasterPool(threads: 3)

  @Test func outlinesShareEdgesButNoPixels() {
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for round in 0..<50 {
      // A triangle fan from the middle to corners on the screen's edge and far outside.
      let middle = SIMD2(random.number(10...50), random.number(10...50))
      let around: [SIMD2<Double>] = [
        SIMD2(-9, -9), SIMD2(random.number(0...60), -9), SIMD2(80, -9), SIMD2(80, random.number(0...60)),
        SIMD2(80, 80), SIMD2(random.number(0...60), 80), SIMD2(-9, 80), SIMD2(-9, random.number(0...60)),
      ]
      let corners = [middle] + around
      // Each fill is half transparent, so that a pixel drawn twice differs from one drawn once.
      var fill = RasterFill.upright(0x8080_8080, middle: middle, half: SIMD2(1000, 1000))
      fill.radius = 0
      var (pieces, list): ([RasterPiece], [SIMD2<Double>]) = ([], [])
      for index in 0..<8 {
        let outline = RasterOutline(first: list.count, count: 3)
        list += [corners[0], corners[index + 1], corners[(index + 1) % 8 + 1]]
        pieces.append(RasterPiece(fill: 0, outline: outline, isOpaque: false))
      }
      let stage = Stage(60, 60)
      stage.draw([fill], pieces, list, background: 0, on: pool)
      #expect(Set(stage.pixels.map { $0 & 0xff }) == [0x80], "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [3, 16, 17, 200]) func outlinesHaveAnyNumberOfCorners(count: Int) {
    let corners = (0..<count).map { index -> SIMD2<Double> in
      let angle = Double(index) / Double(count) * 2 * .pi
      return SIMD2(50 + 45 * cos(angle), 50 + 45 * sin(angle))
    }
    let stage = Stage(100, 100)
    let piece = RasterPiece(fill: 0, outline: RasterOutline(first: 0, count: count), isOpaque: true)
    stage.draw([RasterFill(color: .max)], [piece], corners, on: pool)
    // The area of a regular polygon.
    let area = Double(count) / 2 * 45 * 45 * sin(2 * .pi / Double(count))
    let covered = Double(stage.pixels.count { $0 == .max })
    #expect(abs(covered - area) < 45, "\(covered) pixels of \(area)")
  }

  @Test(arguments: [0, 1, 2, 5]) func anyNumberOfThreadsDrawsTheSame(threads: Int) {
    var random = SeededGenerator(seed: 7)
    let (fills, pieces, corners) = Self.scene(&random, numbers: [0.3, -20, 55, 90, 130.5])
    let (one, many) = (Stage(120, 90), Stage(120, 90))
    one.draw(fills, pieces, corners, on: RasterPool(threads: 0))
    let pool = RasterPool(threads: threads)
    for _ in 0..<20 { many.draw(fills, pieces, corners, on: pool) }
    #expect(one.pixels == many.pixels)
  }

  @Test func onlyTheRequestedPartIsTouched() {
    let stage = Stage(40, 30)
    let fill = RasterFill.upright(0xffff_ffff, middle: SIMD2(20, 15), half: SIMD2(100, 100))
    let corners = [SIMD2(-50.0, -50), SIMD2(90, -50), SIMD2(90, 90), SIMD2(-50, 90)]
    let piece = RasterPiece(fill: 0, outline: RasterOutline(first: 0, count: 4), isOpaque: true)
    stage.draw([fill], [piece], corners, part: PixelArea(columns: 5..<12, rows: 7..<9), on: pool)
    for y in 0..<30 {
      for x in 0..<40 {
        let isAsked = (5..<12).contains(x) && (7..<9).contains(y)
        #expect(stage.pixel(x, y) == (isAsked ? 0xffff_ffff : Stage.untouched), "\(x), \(y)")
      }
    }
  }

  /// For arbitrary numbers, the code reads and writes only the intended memory.
  @Test func invalidNumbersDoNoHarm() {
    let odd = [
      0, -0.0, 1, -1, 0.5, 1e-300, 1e300, -1e300, 1e9, .nan, .infinity, -.infinity, .leastNonzeroMagnitude,
      40, 63.5,
    ]
    let seed = UInt64.random(in: 0..<1_000_000)
    var random = SeededGenerator(seed: seed)
    for round in 0..<400 {
      let (fills, pieces, corners) = Self.scene(&random, numbers: odd)
      let stage = Stage(48, 40)
      stage.draw(fills, pieces, corners, on: pool)
      #expect(stage.isSound, "seed \(seed), round \(round)")
    }
  }

  @Test func missingPiecesAreLeftOut() {
    let stage = Stage(8, 8)
    let outlines = [(-1, 4), (0, 2), (2, 3), (0, 25), (Int.max, 4), (0, Int.max)]
    let pieces =
      outlines.map {
        RasterPiece(fill: 0, outline: RasterOutline(first: $0.0, count: $0.1), isOpaque: true)
      } + [RasterPiece(fill: 3, outline: nil, isOpaque: false)]
    let corners = [SIMD2(0.0, 0), SIMD2(8, 0), SIMD2(8, 8), SIMD2(0, 8)]
    stage.draw([RasterFill(color: .max)], pieces, corners, background: 0x11_2233, on: pool)
    #expect(Set(stage.pixels) == [0xff11_2233])
  }

  /// A picture whose memory lives as long as the tests.
  private static let texels: Texels? = {
    let (width, height) = (24, 24)
    let start = UnsafeMutablePointer<UInt32>.allocate(capacity: width * height)
    for index in 0..<width * height { start[index] = 0xff00_0000 | UInt32(index * 77) }
    var texels = Texels(start, width: width, height: height)
    texels?.add(start, width: 12, height: 12)
    texels?.add(start, width: 6, height: 6)
    texels?.add(start, width: 3, height: 3)
    return texels
  }()

  private static func scene(
    _ random: inout SeededGenerator, numbers: [Double]
  ) -> ([RasterFill], [RasterPiece], [SIMD2<Double>]) {
    var (fills, pieces, corners): ([RasterFill], [RasterPiece], [SIMD2<Double>]) = ([], [], [])
    func form(_ random: inout SeededGenerator) -> SIMD3<Double> {
      SIMD3(random.pick(numbers), random.pick(numbers), random.pick(numbers))
    }
    for index in 0..<6 {
      var fill = RasterFill(color: random.chance(0.5) ? .max : 0x8040_2010)
      (fill.placeAcross, fill.placeDown, fill.depth) = (form(&random), form(&random), form(&random))
      if random.chance(0.5) { fill.depth = SIMD3(0, 0, 1) }
      fill.half = SIMD2(random.pick(numbers), random.pick(numbers))
      fill.radius = random.pick(numbers)
      if random.chance(0.3) { fill.upperOpacity = 0.25 }
      if random.chance(0.7) { fill.texels = texels }
      fill.middle = SIMD2(random.pick(numbers), random.pick(numbers))
      fill.texelsPerPoint = SIMD2(random.pick(numbers), random.pick(numbers))
      fill.usesLevels = random.chance(0.5)
      fill.levelBias = random.pick(numbers)
      fills.append(fill)
      let outline = RasterOutline(first: corners.count, count: 5)
      for _ in 0..<5 { corners.append(SIMD2(random.pick(numbers), random.pick(numbers))) }
      fills[index].solid = (outline, outline)
      pieces.append(
        RasterPiece(
          fill: index, outline: random.chance(0.2) ? nil : outline, isOpaque: random.chance(0.4)))
    }
    return (fills, pieces, corners)
  }
}

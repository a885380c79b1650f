import RotundaGeometry
import Glibc
import Scene
import Testing

@testable import Rendering

@MainActor struct RendererEdgeTests {
  @Test(arguments: Drawer.allCases) func cornersAreRoundAndSmooth(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([Sprite(.color(.white), size: Size(40, 40), cornerRadius: 12)])
    #expect(canvas.pixel(32, 32) == .white)
    #expect(canvas.pixel(12, 12) == .black)
    #expect(canvas.pixel(12, 32) == .white)
    // Along the corner's diagonal, the circle is 12 · (1 − √½) = 3.5 pixels from the corner on each axis.
    #expect(canvas.pixel(14, 14) == .black)
    #expect((1..<255).contains(canvas.pixel(15, 15).red))
    #expect(canvas.pixel(17, 17) == .white)
  }

  @Test(arguments: Drawer.allCases) func everyCornerLooksTheSame(drawer: Drawer) throws {
    let canvas = try Canvas(drawer)
    try canvas.draw([Sprite(.color(.white), size: Size(44, 30), cornerRadius: 10)])
    for y in 0..<64 {
      for x in 0..<64 {
        let seen = canvas.pixel(x, y)
        #expect(seen.isClose(to: canvas.pixel(63 - x, y)) && seen.isClose(to: canvas.pixel(x, 63 - y)))
      }
    }
  }

  /// Width, height, radius.
  @Test(arguments: [
    (40.0, 40.0, 0.0), (40, 40, 8), (40, 40, 20), (40, 40, 99), (50, 20, 10), (30.5, 20.25, 5.5),
  ])
  func coverageEqualsTheArea(width: Double, height: Double, radius: Double) throws {
    let canvas = try Canvas()
    try canvas.draw([Sprite(.color(.white), size: Size(width, height), cornerRadius: radius)])
    let round = min(radius, width / 2, height / 2)
    let area = width * height - (4 - Double.pi) * round * round
    #expect(abs(canvas.coverage - area) < 0.01 * area)
  }

  @Test(arguments: Array(stride(from: 0.0, through: 90, by: 7.5)), Drawer.allCases) func turningKeepsTheArea(
    degrees: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    let turned = Transform.identity.rotatedAboutZ(degrees * .pi / 180)
    try canvas.draw([Sprite(.color(.white), size: Size(40, 24), transform: turned, cornerRadius: 6)])
    let area = 40 * 24 - (4 - Double.pi) * 36
    #expect(abs(canvas.coverage - area) < 0.01 * area)
  }

  /// Across an edge, coverage rises from 0 to 1 through intermediate values.
  @Test(arguments: [3.0, 11, 22.5, 38, 45, 61, 80], Drawer.allCases) func edgesAreSmoothAtEveryAngle(
    degrees: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    let turned = Transform.identity.rotatedAboutZ(degrees * .pi / 180)
    try canvas.draw([Sprite(.color(.white), size: Size(44, 30), transform: turned)])
    var between = 0
    for y in 26..<38 {
      let row = (0...32).map { canvas.pixel($0, y).red }
      #expect(zip(row, row.dropFirst()).allSatisfy { $0 <= $1 }, "row \(y): \(row)")
      between += row.filter { (8..<248).contains($0) }.count
    }
    #expect(between >= 10)
  }

  /// A pixel's brightness along a slanted edge equals the fraction that the half-plane covers.
  @Test(arguments: [5.0, 17, 30, 45], Drawer.allCases) func brightnessIsTheCoveredPart(
    degrees: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 200, 200)
    let angle = degrees * .pi / 180
    let turned = Transform.identity.rotatedAboutZ(angle)
    try canvas.draw([Sprite(.color(.white), size: Size(120, 120), transform: turned)])
    for y in 80..<120 {
      for x in 20..<60 {
        let along = (Double(y) + 0.5 - 100) * cos(angle) - (Double(x) + 0.5 - 100) * sin(angle)
        guard abs(along) < 58 else { continue }
        let depth = (Double(x) + 0.5 - 100) * cos(angle) + (Double(y) + 0.5 - 100) * sin(angle) + 60
        let expected = min(max(depth + 0.5, 0), 1) * 255
        #expect(abs(Double(canvas.pixel(x, y).red) - expected) <= 3, "at \(x), \(y)")
      }
    }
  }

  /// A card that turns past the viewer fades in and out without a jump, even when it looks very thin.
  @Test(arguments: [0.0, -1.0 / 500, -1.0 / 60], Drawer.allCases) func aCardSeenEdgeOnFadesEvenly(
    m34: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer, 128, 128)
    var previous: Double?
    for step in 0...200 {
      let angle = (80 + Double(step) / 10) * .pi / 180
      let turned = Transform.perspective(m34: m34).translated(0.3, 0, 0).rotatedAboutY(angle)
      try canvas.draw([Sprite(.color(.white), size: Size(80, 60), transform: turned, cornerRadius: 5)])
      // A tenth of a degree changes the width by 80 · 0.0017 = 0.14 pixels, times the height and perspective.
      if let previous {
        #expect(abs(canvas.coverage - previous) < 40, "at \(angle * 180 / .pi)° from \(previous)")
      }
      previous = canvas.coverage
    }
  }

  @Test(arguments: [0.9, 0.5, 0.2, 0.05], Drawer.allCases) func thinSliverIsFaint(
    width: Double, drawer: Drawer
  ) throws {
    let canvas = try Canvas(drawer)
    for shift in stride(from: 0.0, to: 1, by: 0.13) {
      let moved = Transform.identity.translated(shift, 0, 0)
      try canvas.draw([Sprite(.color(.white), size: Size(width, 40), transform: moved)])
      #expect(abs(canvas.coverage - width * 40) < 0.5 + 0.05 * width * 40, "shifted by \(shift)")
    }
  }
}

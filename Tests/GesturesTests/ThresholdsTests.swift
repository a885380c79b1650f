import Gestures
import Testing

struct ThresholdsTests {
  @Test func everyThresholdHasANameAndRange() {
    let stored = Mirror(reflecting: Thresholds()).children.count
    #expect(Thresholds.fields.count == stored)
    #expect(Set(Thresholds.fields.map(\.name)).count == stored)
    #expect(Set(Thresholds.fields.map(\.keyPath)).count == stored)
    for field in Thresholds.fields {
      #expect(field.range.contains(field.standard), "\(field.name)")
      #expect(field.name.allSatisfy { $0.isLowercase || $0 == "-" } && field.meaning.hasSuffix("."))
    }
  }

  @Test func lengthsFollowTheScreensSize() {
    let fine = Thresholds(pointsPerMillimeter: 2 * 160 / 25.4)
    #expect(abs(fine.touchSlop - 40.32) < 1e-9)
    #expect(fine.longPressDelay == 0.5 && fine.railsRatio == 1.25)
  }

  @Test(arguments: [0, -4, .nan, .infinity, 1e-9, 1e9]) func aSizeThatNoScreenHasIsUnknown(
    perMillimeter: Double
  ) {
    #expect(Thresholds(pointsPerMillimeter: perMillimeter) == Thresholds())
  }

  @Test func clampingKeepsValuesInRange() {
    var wild = Thresholds()
    wild.touchSlop = -3
    wild.longPressDelay = .infinity
    wild.flingMinimum = .nan
    #expect(
      wild.clamped.touchSlop == 1 && wild.clamped.longPressDelay == 10 && wild.clamped.flingMinimum == 50)
    #expect(Thresholds().clamped == Thresholds())
  }
}

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

  /// The values of Chromium, Android, Flutter and lisgd, and our own measured ones.
  @Test func standardThresholdsAreTheDocumentedOnes() {
    let standards: KeyValuePairs<String, Double> = [
      "touch-slop": 20.16, "drag-slop": 8.19, "drag-slop-across": 13.86, "slop-return": 63,
      "throw-distance": 13.86, "throw-minimum": 378, "press-feedback-delay": 0.06, "long-press-delay": 0.5,
      "rails-ratio": 1.25, "rails-cross-limit": 2, "rail-width-minimum": 1.5, "rail-width-maximum": 4.5,
      "rail-reference-diagonal": 480, "stop-after": 0.04, "stop-after-maximum": 0.09,
      "velocity-horizon": 0.1, "fling-minimum": 50, "step-minimum": 300, "fling-maximum": 8000,
      "edge-zone": 20, "span-slop": 30, "double-tap-delay": 0.3, "double-tap-minimum": 0.04,
      "double-tap-slop": 100, "swipe-duration": 0.8, "swipe-tolerance": .pi / 6, "swipe-distance": 50,
      "flick-minimum": 1000, "forgotten-after": 30,
    ]
    #expect(standards.map(\.key) == Thresholds.fields.map(\.name))
    for (field, standard) in zip(Thresholds.fields, standards) {
      #expect(field.standard == standard.value, "\(field.name)")
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

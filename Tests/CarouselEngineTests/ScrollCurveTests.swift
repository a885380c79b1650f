import Foundation
import Testing

@testable import CarouselEngine

struct ScrollCurveTests {
  private static func spring(from: Double, velocity: Double, to target: Double = 7) -> Settling {
    Settling(from: from, velocity: velocity, to: target, rate: 9, start: 2, nearness: 1e-3)
  }

  /// Each kind of curve, from second 2 on.
  private static let curves: [ScrollCurve] = [
    .braking(Braking(from: 1, velocity: 6, start: 2, duration: 1.5)),
    .eased(EasedScroll(from: 1, target: 4, start: 2, duration: 0.8)),
    .settling(spring(from: 4, velocity: 30)),
    .settling(spring(from: 9, velocity: -3)),
    .coasting(
      Coasting(
        from: 1, velocity: 20, rate: 3, start: 2,
        rebound: Settling(from: 5, velocity: 8, to: 5, rate: 9, start: 2.3054, nearness: 1e-3))),
    .programmed(ProgrammedScroll(from: 1, target: 4, velocity: 5, start: 2, duration: 0.8)),
    .curved(CurvedScroll(from: 1, target: 4, start: 2, duration: 0.8, curve: .easeInOut)),
  ]

  @Test(arguments: curves) func velocityIsTheSlopeOfTheOffset(curve: ScrollCurve) {
    let step = 1e-6
    for part in stride(from: 0.017, to: 1, by: 0.03) {
      let time = 2 + (curve.end - 2) * part
      let slope = (curve.offset(time + step) - curve.offset(time - step)) / (2 * step)
      #expect(abs(curve.velocity(time) - slope) < 2e-3 * max(1, abs(slope)), "at \(part)")
    }
  }

  /// Some begin at or near the target, where the velocity first adds to the distance.
  @Test(arguments: [
    (6, 0), (6.9995, 0), (7, 3), (7, 0.02), (7, 0.03), (7.002, 0.02), (4, 30), (9, -3), (6, 60),
  ])
  func aSpringEndsOnceItIsNear(from: Double, velocity: Double) {
    let spring = Self.spring(from: from, velocity: velocity)
    func bound(_ time: Double) -> Double {
      (abs(spring.a) + abs(spring.b) * (time - 2)) * exp(-9 * (time - 2))
    }
    #expect(bound(spring.end) <= 1e-3 + 1e-12)
    // A millisecond sooner it was still too far away, or it never was.
    let turn = spring.b == 0 ? 2 : 2 + max(0, 1 / 9 - abs(spring.a / spring.b))
    #expect(abs(spring.end - turn) < 1e-9 || bound(spring.end - 1e-3) > 1e-3)
  }

  @Test(arguments: [(3.0, 2.0), (-3, -2), (3, 0), (0, 2), (0, 0)])
  func aFlingNeedsAWayInItsDirection(velocity: Double, way: Double) {
    func fling(_ velocity: Double) -> CurvedScroll? {
      CurvedScroll.fling(from: 5, velocity: velocity, to: 5 + way, .easeOut, at: 2)
    }
    let isMoving = velocity != 0 && way != 0
    #expect((fling(velocity) != nil) == isMoving)
    #expect(way == 0 || fling(-velocity) == nil)
  }

  @Test(arguments: [-1.0, -0.3, 0.6, 1]) func aTurnEasesFromItsValueToNothing(value: Double) {
    var toggle = Toggle()
    #expect(toggle.remainder(at: 5) == 0)
    toggle.begin(value, velocity: 0, at: 5)
    #expect(toggle.remainder(at: 4) == value && toggle.remainder(at: 5) == value)
    #expect(abs(toggle.remainder(at: 5 + Toggle.longest / 2) - value / 2) < 1e-12)
    #expect(abs(toggle.remainder(at: 5 + Toggle.longest / 4) - value * 15 / 16) < 1e-12)
    #expect(toggle.remainder(at: 5 + Toggle.longest) == 0)
  }
}

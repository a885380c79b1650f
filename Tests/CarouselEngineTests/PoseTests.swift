import Foundation
import RotundaGeometry
import Testing

@testable import CarouselEngine

struct PoseTests {
  enum Axis: CaseIterable { case x, y, z }

  /// A card that is moved, scaled and turned by `angle` radians around one of the axes.
  private static func card(_ angle: Double, around axis: Axis) -> Transform {
    let moved = Transform.identity.translated(30, -20, 10)
    let turned =
      switch axis {
      case .x: moved.rotatedAboutX(angle)
      case .y: moved.rotatedAboutY(angle)
      case .z: moved.rotatedAboutZ(angle)
      }
    return turned.scaled(2, 1.5, 1)
  }

  /// The largest difference between two elements.
  private static func distance(_ left: Transform, _ right: Transform) -> Double {
    let rows = [
      left.row1 - right.row1, left.row2 - right.row2, left.row3 - right.row3, left.row4 - right.row4,
    ]
    return rows.map { max($0.max(), -$0.min()) }.max() ?? 0
  }

  private static func between(_ angle: Double, _ axis: Axis, _ part: Double) -> Transform {
    let from = Pose(card(0.4, around: axis), perspective: 0)
    return from.mixed(with: Pose(card(0.4 + angle, around: axis), perspective: 0), part).transform
  }

  /// Both directions are equally short there. A card that scrolls past must not flip.
  @Test(arguments: Axis.allCases)
  func halfTurnDoesNotFlipACard(axis: Axis) {
    for part in [0.1, 0.25, 0.5, 0.75, 0.9] {
      let before = Self.between(.pi - 1e-6, axis, part)
      let after = Self.between(.pi + 1e-6, axis, part)
      #expect(Self.distance(before, after) < 1e-4, "\(part)")
    }
  }

  /// At every angle, a small step of the ends causes only a small step between them.
  @Test(arguments: Axis.allCases)
  func everyAngleIsMixedContinuously(axis: Axis) {
    for part in [0.3, 0.5] {
      var last = Self.between(0, axis, part)
      for step in 1...3600 {
        let next = Self.between(Double(step) / 3600 * 2 * .pi, axis, part)
        #expect(Self.distance(last, next) < 0.05, "\(part), step \(step)")
        last = next
      }
    }
  }

  /// Turns by `angle` radians around any axis.
  private static func turned(_ angle: Double, around axis: Vector3) -> Transform {
    let length = (axis.x * axis.x + axis.y * axis.y + axis.z * axis.z).squareRoot()
    let (x, y, z) = (axis.x / length, axis.y / length, axis.z / length)
    let (s, c) = (sin(angle), cos(angle))
    let t = 1 - c
    return Transform(
      SIMD4(t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0),
      SIMD4(t * x * y - s * z, t * y * y + c, t * y * z + s * x, 0),
      SIMD4(t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0), SIMD4(0, 0, 0, 1))
  }

  /// Cards that mostly face up, sideways or away: each kind computes its orientation in its own way.
  @Test(arguments: [Vector3(1, 0.3, 0.2), Vector3(0.2, 1, -0.4), Vector3(-0.3, 0.2, 1), Vector3(1, 1, 1)])
  func halfwayIsHalfTheTurn(axis: Vector3) {
    for start in stride(from: -3.0, to: 3.2, by: 0.4) {
      let (from, to) = (Self.turned(start, around: axis), Self.turned(start + 1, around: axis))
      let halfway = Pose(from, perspective: 0).mixed(with: Pose(to, perspective: 0), 0.5).transform
      #expect(Self.distance(halfway, Self.turned(start + 0.5, around: axis)) < 1e-9, "\(start)")
    }
  }

  @Test func bothEndsAreMetExactly() {
    for angle in stride(from: 0.0, to: 6.2, by: 0.31) {
      let axis = Axis.z
      #expect(Self.distance(Self.between(angle, axis, 0), Self.card(0.4, around: axis)) < 1e-12)
      #expect(Self.distance(Self.between(angle, axis, 1), Self.card(0.4 + angle, around: axis)) < 1e-12)
    }
  }
}

import CarouselEngine
import Foundation
import RotundaGeometry
import Testing

/// Layouts without reference tables. Nine offsets each, compared with the documented formula.
@Suite struct PlainLayoutTests {
  static let offsets = [-4, -2, -1, -0.5, 0, 0.25, 1, 2, 3.75]
  /// Turns of the items, in parts of their angle on the circle.
  private static let rotations = [-2, -1, 0, 0.5, 1, 2]

  private static func carousel(_ kind: LayoutKind, _ change: (inout CarouselOptions) -> Void = { _ in })
    -> Carousel
  {
    var options = CarouselOptions()
    options.layout = kind
    options.perspective = 0
    change(&options)
    return Carousel(options: options, bounds: Size(900, 500), itemSize: Size(200, 100), numberOfItems: 12)
  }

  /// Twelve items are a twelfth of a turn apart.
  private static func angle(_ offset: Double) -> Double { offset * .pi / 6 }

  private static func expect(_ transform: Transform, _ x: Double, _ y: Double, _ z: Double, _ offset: Double)
  {
    let there = transform.row4
    #expect(
      abs(there.x - x) < 1e-9 && abs(there.y - y) < 1e-9 && abs(there.z - z) < 1e-9,
      "offset \(offset): \(there) instead of \(x) \(y) \(z)")
  }

  @Test(arguments: offsets) func theRingLiesFlat(offset: Double) {
    let angle = Self.angle(offset)
    let transform = Self.carousel(.ring).anchoredTransform(atOffset: offset)
    Self.expect(transform, 300 * sin(angle), 0, 90 * cos(angle) - 90, offset)
    #expect(transform.row1.x == 1)
  }

  @Test(arguments: offsets) func theScaledRingShrinksTowardTheBack(offset: Double) {
    let angle = Self.angle(offset)
    let carousel = Self.carousel(.scaledRing) { $0.depthScale = Size(0.5, 0.25) }
    let transform = carousel.anchoredTransform(atOffset: offset)
    Self.expect(transform, 300 * sin(angle), 90 * cos(angle) - 90, 90 * cos(angle) - 90, offset)
    #expect(abs(transform.row1.x - (0.5 + 0.5 * (1 + cos(angle)) / 2)) < 1e-12)
    #expect(abs(transform.row2.y - (0.25 + 0.75 * (1 + cos(angle)) / 2)) < 1e-12)
  }

  @Test func ringTurnsTwicePerViewWidth() {
    #expect(abs(Self.carousel(.ring).offsetMultiplier / 200 * 900 - 24) < 1e-12)
  }

  @Test(arguments: rotations, [LayoutKind.ellipse, .invertedEllipse])
  func theEllipseTurnsItsItems(rotation: Double, kind: LayoutKind) {
    for offset in Self.offsets {
      let angle = Self.angle(offset)
      let sign = kind == .ellipse ? 1.0 : -1
      let transform = Self.carousel(kind) { $0.rotation = rotation }.anchoredTransform(atOffset: offset)
      Self.expect(transform, 450 * sin(angle), 0, sign * 225 * (cos(angle) - 1), offset)
      #expect(abs(transform.row1.x - cos(angle * rotation)) < 1e-12)
      #expect(abs(transform.row1.z + sign * sin(angle * rotation)) < 1e-12)
    }
  }

  @Test(arguments: rotations) func theFanTurnsInThePlane(rotation: Double) {
    for offset in Self.offsets {
      let angle = Self.angle(offset)
      let radius = 200 / (Double.pi / 6)
      let transform = Self.carousel(.radial) { $0.rotation = rotation }.anchoredTransform(atOffset: offset)
      Self.expect(transform, radius * sin(angle), radius - radius * cos(angle), -abs(offset) / 100, offset)
      #expect(abs(transform.row1.y - sin(angle * rotation)) < 1e-12)
      #expect(abs(transform.row1.x - cos(angle * rotation)) < 1e-12)
    }
  }

  @Test(arguments: offsets) func withoutKeyframesItemsStayUntouched(offset: Double) {
    let carousel = Self.carousel(.custom)
    #expect(carousel.anchoredTransform(atOffset: offset) == .identity)
    #expect(carousel.opacity(atOffset: offset) == 1)
  }

  @Test(arguments: LayoutKind.allCases) func depthNeverFadesTheCurrentItem(kind: LayoutKind) {
    let carousel = Self.carousel(kind) { $0.fadeDepth = 0.1 }
    #expect(carousel.opacity(atOffset: 0) == 1)
  }

  @Test(arguments: offsets) func theRecedingLineGoesBack(offset: Double) {
    let transform = Self.carousel(.receding) { $0.tilt = 0.5 }.anchoredTransform(atOffset: offset)
    Self.expect(transform, offset * 200, 0, -abs(offset) * 100, offset)
    #expect(abs(transform.row1.x - cos(min(max(offset, -1), 1) * .pi / 4)) < 1e-12)
  }

  @Test func keyframesAreMetAndStraightStretchesStayStraight() {
    let carousel = Self.carousel(.custom) {
      $0.keyframes = [2, -2, 0, 1, -1].map {
        LayoutKeyframe(
          offset: $0, position: Vector3($0 * 100, 0, -abs($0) * 50), scale: Size(1 - abs($0) / 4, 1),
          opacity: 1 - abs($0) / 2)
      }
    }
    for offset in [-2.0, -1, 0, 1, 2] {
      Self.expect(carousel.anchoredTransform(atOffset: offset), offset * 100, 0, -abs(offset) * 50, offset)
      #expect(carousel.opacity(atOffset: offset) == 1 - abs(offset) / 2)
    }
    #expect(abs(carousel.anchoredTransform(atOffset: 1.3).row4.x - 130) < 1e-9)
    #expect(carousel.anchoredTransform(atOffset: 9).row4.x == 200)
    #expect(carousel.numberOfVisibleItems == 5)
  }

  @Test func aFunctionCanPlaceTheItems() {
    var carousel = Self.carousel(.custom)
    carousel.customTransform = { $0.start.translated($0.offset * 7, 0, 0) }
    #expect(carousel.anchoredTransform(atOffset: 3).row4.x == 21)
  }
}

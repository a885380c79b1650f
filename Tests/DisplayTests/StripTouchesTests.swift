import RotundaGeometry
import Gestures
import Testing

@testable import Display

@MainActor
struct StripTouchesTests {
  /// A strip along the lower edge of a screen with 1000 × 700 points.
  private static let screen = Size(1000, 700)
  private static let origin = Point(0, 684)

  private func places(_ raw: [Double], origin: Point = origin, vertical: Bool = true) -> [Double] {
    var touches = StripTouches()
    return raw.enumerated().map { index, value in
      let point = vertical ? Point(300, value) : Point(value, 300)
      let event: TouchEvent =
        index == 0
        ? .down(id: 1, at: point, milliseconds: 0) : .motion(id: 1, at: point, milliseconds: UInt32(index))
      switch touches.placed(TouchFrame([event]), origin: origin, screen: Self.screen).events[0] {
      case .down(_, let place, _), .motion(_, let place, _): return vertical ? place.y : place.x
      default: return .nan
      }
    }
  }

  @Test func leavingFingerKeepsSurfaceCoordinates() {
    #expect(places([8, 2, -10, -150, -600]) == [692, 686, 674, 534, 84])
  }

  @Test func fingerInLowerCoordinatesIsTheSamePlace() {
    #expect(places([8, 2, 674, 534, 84, 10, 0]) == [692, 686, 674, 534, 84, 10, 0])
    #expect(places([8, 976, 700], origin: Point(984, 0), vertical: false) == [992, 976, 700])
  }

  @Test func upperAndLeftEdgesAgree() {
    #expect(places([8, 20, 300], origin: .zero) == [8, 20, 300])
  }

  @Test func endedTouchIsForgotten() {
    var touches = StripTouches()
    _ = touches.placed(
      TouchFrame([.down(id: 1, at: Point(0, 8), milliseconds: 0)]), origin: Self.origin, screen: Self.screen)
    _ = touches.placed(TouchFrame([.up(id: 1, milliseconds: 1)]), origin: Self.origin, screen: Self.screen)
    let frame = touches.placed(
      TouchFrame([.motion(id: 1, at: Point(0, 300), milliseconds: 2)]), origin: Self.origin,
      screen: Self.screen)
    #expect(frame.events == [.motion(id: 1, at: Point(0, 984), milliseconds: 2)])
    for end in [TouchEvent.cancel, .lost] {
      #expect(touches.placed(TouchFrame([end]), origin: Self.origin, screen: Self.screen).events == [end])
    }
  }
}

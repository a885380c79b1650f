import RotundaGeometry
import Gestures
import Testing

struct PanelOrientationTests {
  /// The positions of the panel's corners (upper left, upper right, lower left) in the picture. Found by hand
  /// with a sheet of paper, turned as in `wl_output`.
  private static let corners: [(PanelOrientation, Point, Point, Point)] = [
    (.normal, Point(0, 0), Point(1, 0), Point(0, 1)),
    (.turned90, Point(1, 0), Point(1, 1), Point(0, 0)),
    (.turned180, Point(1, 1), Point(0, 1), Point(1, 0)),
    (.turned270, Point(0, 1), Point(0, 0), Point(1, 1)),
    (.flipped, Point(1, 0), Point(0, 0), Point(1, 1)),
    (.flipped90, Point(0, 0), Point(0, 1), Point(1, 0)),
    (.flipped180, Point(0, 1), Point(1, 1), Point(0, 0)),
    (.flipped270, Point(1, 1), Point(1, 0), Point(0, 1)),
  ]

  @Test func cornersMatchATurnedSheet() {
    #expect(Self.corners.map(\.0) == PanelOrientation.allCases)
    for (orientation, upperLeft, upperRight, lowerLeft) in Self.corners {
      #expect(orientation.picture(of: Point(0, 0)) == upperLeft, "\(orientation)")
      #expect(orientation.picture(of: Point(1, 0)) == upperRight, "\(orientation)")
      #expect(orientation.picture(of: Point(0, 1)) == lowerLeft, "\(orientation)")
    }
  }

  /// The compositor's part, from the words of the protocol: mirror, then turn counterclockwise in steps.
  private func screen(of picture: Point, _ orientation: PanelOrientation) -> Point {
    var point = orientation.rawValue >= 4 ? Point(1 - picture.x, picture.y) : picture
    for _ in 0..<(orientation.rawValue % 4) { point = Point(point.y, 1 - point.x) }
    return point
  }

  @Test func orientationUndoesTheCompositorsTransform() {
    let place = Point(0.125, 0.75)
    for orientation in PanelOrientation.allCases {
      #expect(orientation.picture(of: screen(of: place, orientation)) == place, "\(orientation)")
    }
  }
}

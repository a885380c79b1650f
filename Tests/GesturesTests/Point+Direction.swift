import Foundation
import RotundaGeometry

extension Point {
  /// The point at distance 1 in a direction, clockwise from the right.
  static func direction(degrees: Double) -> Point {
    Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  }
}

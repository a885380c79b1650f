#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The numbers of a round layout.
struct Circle: Hashable, Sendable {
  /// Places on the whole circle.
  var count: Int
  /// The part of it that is used, radians.
  var arc: Double
  /// The radius in force, points.
  var radius: Double
  /// Angle per item of offset, radians.
  var anglePerItem: Double
  /// Places and radius (points) that the layout asks for by itself.
  var countByDefault: Int
  var radiusByDefault: Double

  /// Works them out; `itemsShown` counts placeholders too.
  init(_ options: CarouselOptions, viewExtent: Double, itemExtent: Double, itemsShown: Int) {
    let spacing = (options.spacing ?? 1).finite(else: 1)
    let wanted = max(Limit.fewestPlacesOnCircle, ceil(viewExtent / (spacing * itemExtent)) * .pi)
    let isRing = options.layout == .ring || options.layout == .scaledRing
    let places = isRing ? Limit.visibleItems : min(Limit.visibleItems, wanted.integerPart)
    countByDefault = min(itemsShown, places)
    count = max(0, options.count.map { $0.integerPart } ?? countByDefault)
    arc = options.arc.flatMap { $0.isFinite && $0 != 0 ? $0 : nil } ?? 2 * .pi
    anglePerItem = arc / Double(max(1, count))
    radiusByDefault = Self.radius(options.layout, spacing * itemExtent, anglePerItem: anglePerItem)
    radius = (options.radius ?? radiusByDefault).finite(else: radiusByDefault)
  }

  /// The radius at which neighbours `distance` apart touch.
  private static func radius(_ kind: LayoutKind, _ distance: Double, anglePerItem: Double) -> Double {
    switch kind {
    case .wheel, .invertedWheel, .radial: distance / anglePerItem
    case .cylinder, .invertedCylinder: max(Limit.drumRadius, distance / 2 / tan(anglePerItem / 2))
    default: max(distance / 2, distance / 2 / tan(anglePerItem / 2))
    }
  }
}

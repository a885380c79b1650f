import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Items on a circle around an axis in the screen's plane, each facing the viewer: the rotary layouts.
///
/// With `a = offset / count · arc`, an item is at `(r sin a, 0, r cos a − r)`. With `r` and `a` negated, the
/// viewer sees the circle from inside.
struct RotaryLayout: LayoutFormula, Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(angle.at(offset))
    return isVertical
      ? .offset(0, radius * sine, radius * cosine - radius)
      : .offset(radius * sine, 0, radius * cosine - radius)
  }
}

/// Items on the outside of a drum or, with negative radius and angle, on its inside.
///
/// An item is moved out by the radius, turned by `a = offset / count · arc` about the drum's axis, and moved
/// back by the radius.
struct CylinderLayout: LayoutFormula, Hashable, Sendable {
  var angle: LayoutAngle
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(angle.at(offset))
    let rim = radius + Limit.drumLift
    let across = rim * sine
    let depth = rim * cosine - radius
    return isVertical
      ? .turnedAboutX(-sine, cosine, at: SIMD4(0, across, depth, 1))
      : .turnedAboutY(sine, cosine, at: SIMD4(across, 0, depth, 1))
  }
}

/// Items on the rim of a wheel that turns in the screen's plane; a negative radius puts the hub on the other
/// side.
///
/// An item is turned by `a = offset · angle` about a hub one radius below the center (left of it when
/// vertical).
struct WheelLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(offset * anglePerItem)
    let lift = offset * Limit.wheelLift
    return .turnedAboutZ(
      sine, cosine,
      at: isVertical
        ? SIMD4(radius * cosine - radius, radius * sine, lift, 1)
        : SIMD4(radius * sine, radius - radius * cosine, lift, 1))
  }
}

/// Items fanned out on a circle of radius `r` in the screen's plane, the current one on top.
///
/// With `a = offset · arc / count`, an item is at `(r sin a, r − r cos a)` and turned by `a · rotation`. Each
/// item nearer to the center is nearer to the viewer by a hundredth of a point.
struct FanLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var radius: Double
  var rotation: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let lift = -abs(offset) * Limit.wheelLift
    let turned = abs(rotation) == 1 ? (sine * rotation, cosine) : sineAndCosine(angle * rotation)
    return .turnedAboutZ(
      turned.0, turned.1,
      at: isVertical
        ? SIMD4(radius * cosine - radius, radius * sine, lift, 1)
        : SIMD4(radius * sine, radius - radius * cosine, lift, 1))
  }
}

/// The plain ring: items on an ellipse of half width `w` and half depth `d`, each facing the viewer.
///
/// With `a = offset · 2π / count`: with perspective, an item is at `(w sin a, 0, d cos a − d)`. With scaling,
/// it is at `(w sin a, d cos a − d)` on the screen, scaled by `f + (1 − f)(1 + cos a)/2`. That is from `f` at
/// the back to 1 in front, separately in width and height.
struct RingLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var halfWidth: Double
  var halfDepth: Double
  var isVertical: Bool
  /// The scale of the farthest item; nil if the ring uses perspective.
  var backScale: Size?

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let (sine, cosine) = sineAndCosine(offset * anglePerItem)
    let across = halfWidth * sine
    let depth = halfDepth * (cosine - 1)
    guard let backScale else {
      return isVertical ? .offset(0, across, depth) : .offset(across, 0, depth)
    }
    let nearness = (1 + cosine) / 2
    return Transform(
      SIMD4(backScale.width + (1 - backScale.width) * nearness, 0, 0, 0),
      SIMD4(0, backScale.height + (1 - backScale.height) * nearness, 0, 0),
      SIMD4(0, 0, 1, 0),
      isVertical ? SIMD4(depth, across, depth, 1) : SIMD4(across, depth, depth, 1))
  }
}

/// Items on an ellipse of half width `w` and half depth `d`, turned with the curve.
///
/// With `a = offset · arc / count`, an item is at `(w sin a, 0, d cos a − d)` and turned by `a · rotation`.
/// With `d` and `rotation` negated, the viewer sees the ellipse from inside.
struct EllipseLayout: LayoutFormula, Hashable, Sendable {
  var anglePerItem: Double
  var halfWidth: Double
  var halfDepth: Double
  var rotation: Double
  var isVertical: Bool

  @inline(__always)
  func local(_ offset: Double, toggle: Double) -> Transform {
    let angle = offset * anglePerItem
    let (sine, cosine) = sineAndCosine(angle)
    let across = halfWidth * sine
    let depth = halfDepth * (cosine - 1)
    let turned = abs(rotation) == 1 ? (sine * rotation, cosine) : sineAndCosine(angle * rotation)
    return isVertical
      ? .turnedAboutX(-turned.0, turned.1, at: SIMD4(0, across, depth, 1))
      : .turnedAboutY(turned.0, turned.1, at: SIMD4(across, 0, depth, 1))
  }
}

/// The numbers of a round layout.
struct Circle: Hashable, Sendable {
  /// The number of places on the whole circle.
  var count: Int
  /// The part of the circle in use, in radians.
  var arc: Double
  /// The radius in use, in points.
  var radius: Double
  /// The angle per item of offset, in radians.
  var anglePerItem: Double
  /// The layout's own number of places and radius (points), without overrides.
  var countByDefault: Int
  var radiusByDefault: Double

  /// Computes the numbers. `itemsShown` includes placeholders.
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

  /// Returns the radius at which neighbors at `distance` touch.
  private static func radius(_ kind: LayoutKind, _ distance: Double, anglePerItem: Double) -> Double {
    switch kind {
    case .wheel, .invertedWheel, .radial: distance / anglePerItem
    case .cylinder, .invertedCylinder: max(Limit.drumRadius, distance / 2 / tan(anglePerItem / 2))
    default: max(distance / 2, distance / 2 / tan(anglePerItem / 2))
    }
  }
}

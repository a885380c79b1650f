import RotundaGeometry

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Computes the numbers of a layout from options and extents.
struct LayoutPlan {
  let options: CarouselOptions
  let kind: LayoutKind
  /// The extent of the view along the scroll axis and the length of its shorter side, in points.
  private let viewExtent: Double
  private let shorterSide: Double
  let itemExtent: Double
  /// The extent of the shortest item.
  private let leastExtent: Double
  let itemsShown: Int
  let circle: Circle?

  init(_ options: CarouselOptions, bounds: Size, itemExtent: Double, leastExtent: Double, itemsShown: Int) {
    self.options = options
    kind = options.layout
    viewExtent = (options.isVertical ? bounds.height : bounds.width).limited(to: 0...1e9, else: 0)
    shorterSide = min(bounds.width, bounds.height)
    self.itemExtent = itemExtent
    self.leastExtent = leastExtent
    self.itemsShown = itemsShown
    circle =
      kind.isRound
      ? Circle(options, viewExtent: viewExtent, itemExtent: itemExtent, itemsShown: itemsShown) : nil
  }

  private var isVertical: Bool { options.isVertical }
  private var spacing: Double { kind.spacing(options) }
  private var tilt: Double { kind.tilt(options) }

  /// The function from offset to place.
  var shape: LayoutShape {
    switch kind {
    case .linear: .line(LineLayout(across: itemExtent * spacing, toward: 0, isVertical: isVertical))
    case .spotlight:
      .spotlight(
        SpotlightLayout(
          itemExtent: itemExtent, gap: spacing - 1,
          floor: Emphasis(side: kind.sideScale(options))?.floor ?? 1,
          isVertical: isVertical))
    case .timeMachine: .line(queue(sign: 1))
    case .invertedTimeMachine: .line(queue(sign: -1))
    case .coverFlow, .coverFlow2: .coverFlow(coverFlow)
    case .rotary: .rotary(RotaryLayout(angle: angle(1), radius: radius, isVertical: isVertical))
    case .invertedRotary: .rotary(RotaryLayout(angle: angle(-1), radius: -radius, isVertical: isVertical))
    case .cylinder: .cylinder(CylinderLayout(angle: angle(1), radius: radius, isVertical: isVertical))
    case .invertedCylinder:
      .cylinder(CylinderLayout(angle: angle(-1), radius: -radius, isVertical: isVertical))
    case .wheel: .wheel(wheel(sign: 1))
    case .invertedWheel: .wheel(wheel(sign: -1))
    case .ring: .ring(ring(backScale: nil))
    case .scaledRing:
      .ring(ring(backScale: (options.depthScale ?? Size(0.5, 0.5)).finite(else: Size(0.5, 0.5))))
    case .ellipse: .ellipse(ellipse(sign: 1))
    case .invertedEllipse: .ellipse(ellipse(sign: -1))
    case .radial: .fan(fan)
    case .receding: .receding(receding)
    case .custom: .line(LineLayout(across: itemExtent * spacing, toward: 0, isVertical: false))
    }
  }

  /// Creates the layout of a time machine. In the inverted one, tilt and offset both change sign: the
  /// sideways step stays the same and the depth is reversed.
  private func queue(sign: Double) -> LineLayout {
    LineLayout(across: itemExtent * tilt, toward: sign * itemExtent * spacing, isVertical: isVertical)
  }

  private var coverFlow: CoverFlowLayout {
    CoverFlowLayout(
      tilt: tilt, spacing: spacing, itemExtent: itemExtent, isVertical: isVertical,
      usesToggle: kind == .coverFlow2)
  }

  private var radius: Double { circle?.radius ?? 0 }
  private var anglePerItem: Double { circle?.anglePerItem ?? 0 }
  private var fixedAngle: Double? { options.angle.flatMap { $0.isFinite ? $0 : nil } }

  private func angle(_ sign: Double) -> LayoutAngle {
    fixedAngle.map { LayoutAngle(perItem: 0, fixed: sign * $0) }
      ?? LayoutAngle(perItem: sign * anglePerItem, fixed: 0)
  }

  private func wheel(sign: Double) -> WheelLayout {
    WheelLayout(
      anglePerItem: sign * (fixedAngle ?? anglePerItem), radius: sign * radius, isVertical: isVertical)
  }

  private func halfAxis(_ ratio: Double?, _ own: Double) -> Double {
    (ratio ?? own).finite(else: own) * viewExtent
  }

  private func ring(backScale: Size?) -> RingLayout {
    RingLayout(
      anglePerItem: anglePerItem, halfWidth: halfAxis(options.widthRatio, Limit.ringWidth),
      halfDepth: halfAxis(options.depthRatio, Limit.ringDepth), isVertical: isVertical, backScale: backScale)
  }

  private func ellipse(sign: Double) -> EllipseLayout {
    EllipseLayout(
      anglePerItem: anglePerItem, halfWidth: halfAxis(options.widthRatio, Limit.ellipseWidth),
      halfDepth: sign * halfAxis(options.depthRatio, Limit.ellipseDepth),
      rotation: sign * (options.rotation ?? 1).finite(else: 1), isVertical: isVertical)
  }

  private var fan: FanLayout {
    FanLayout(
      anglePerItem: fixedAngle ?? anglePerItem, radius: radius,
      rotation: (options.rotation ?? 1).finite(else: 1),
      isVertical: isVertical)
  }

  private var receding: RecedingLayout {
    RecedingLayout(
      across: itemExtent * spacing, depth: itemExtent * (options.depthRatio ?? 0.5).finite(else: 0.5),
      tilt: tilt,
      isVertical: isVertical)
  }
}

extension LayoutPlan {
  /// The number of items scrolled per item extent dragged. For rings: two turns per extent of the view.
  var offsetMultiplier: Double {
    switch kind {
    case .coverFlow, .coverFlow2: 2
    case .ring, .scaledRing:
      viewExtent > 0
        ? Limit.ringTurnsPerView * Double(max(1, circle?.count ?? 1)) * itemExtent / viewExtent : 1
    default: 1
    }
  }

  /// The number of items that fill the view.
  var visibleCount: Int {
    let count = Double(circle?.count ?? 0)
    let wanted: Double
    switch kind {
    case .linear, .coverFlow, .coverFlow2, .receding: wanted = ceil(viewExtent / (leastExtent * spacing)) + 2
    // The size of far items is approximately the floor.
    case .spotlight:
      let farPitch = max(0.05, 2 * kind.sideScale(options) - 1 + spacing - 1)
      wanted = ceil(viewExtent / (leastExtent * farPitch)) + 2
    case .rotary, .cylinder, .ring, .scaledRing, .ellipse, .radial: wanted = count
    case .invertedRotary, .invertedCylinder, .invertedEllipse: wanted = ceil(count / 2)
    case .wheel, .invertedWheel:
      let isWholeWheelSeen = radius - itemExtent / 2 < shorterSide / 2
      wanted = isWholeWheelSeen ? count : ceil(count / 2) + 1
    case .timeMachine, .invertedTimeMachine: wanted = Double(Limit.visibleItems)
    case .custom:
      wanted =
        options.keyframes.isEmpty
        ? Double(Limit.visibleItems) : ceil(KeyframeLayout(options.keyframes).span) + 1
    }
    return min(Limit.visibleItems, wanted.integerPart)
  }
}

extension Size {
  func finite(else fallback: Size) -> Size { width.isFinite && height.isFinite ? self : fallback }
}

extension Point {
  /// The point itself if it is finite, else the origin.
  var finite: Point { x.isFinite && y.isFinite ? self : .zero }
}

import CarouselEngine
import RotundaGeometry

/// Options that suit a kiosk's tiles. The engine's own defaults are those of iCarousel.
extension CarouselSettings {
  /// The tilt of side tiles in cover flows, in quarter turns: 70°, as close as records on a shelf. The
  /// engine's 81° shows little more than their edges.
  private static let coverFlowTilt = 0.78
  /// The smallest number of tiles that can wrap in a layout that shows all of them. With two tiles, only one
  /// remains beside the first, and it could be on either side.
  private static let fewestToWrap = 3
  /// An even number of tiles, up to this one, does not wrap on a part of a circle.
  private static let mostWithoutSeam = 6
  /// Places on a whole wheel. The wheel is large, and a gentle arc of it is visible. On steeper wheels the
  /// labels would lie on their sides.
  private static let wheelPlaces = 24
  /// Places on a whole flat circle. With seven or fewer, hardly more than one tile would face the visitor. Of
  /// two tiles, one would hide the other.
  private static let circlePlaces = 12
  /// Places on a ring, on which all tiles are visible. With an even number, each front tile hides the one
  /// behind it completely.
  private static let ringPlaces = 8

  /// Returns the default distance between neighbors, in tile sizes.
  ///
  /// In cover flows the side tiles begin beside the middle tile and stand close behind each other. Lines and
  /// drums leave a gap. On a wheel the inner corners of neighbors come together; tiles a quarter longer than
  /// wide are apart from 1.18 on. On a circle the two tiles beside the front one stick out only with a larger
  /// distance. The other layouts have a scale of their own.
  package static func defaultSpacing(of layout: LayoutKind) -> Double {
    switch layout {
    case .coverFlow, .coverFlow2: 0.3
    case .linear, .cylinder, .invertedCylinder: 1.1
    case .spotlight: 1.06
    case .wheel, .invertedWheel, .radial: 1.22
    case .rotary, .invertedRotary: 1.35
    case .timeMachine, .invertedTimeMachine, .ring, .scaledRing, .ellipse, .invertedEllipse, .receding,
      .custom:
      1
    }
  }

  /// Returns the scale of the tile beside the middle one. The picture of a side tile is clearly smaller: at
  /// most three quarters of the area. Layouts that turn tiles aside, or place them behind one another,
  /// already achieve that.
  package static func defaultSideScale(of layout: LayoutKind) -> Double {
    switch layout {
    case .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: 1
    case .rotary, .cylinder, .ellipse, .receding: 0.88
    case .linear, .spotlight, .invertedRotary, .invertedCylinder, .wheel, .invertedWheel, .ring, .scaledRing,
      .invertedEllipse, .radial:
      0.76
    }
  }

  /// The spacing minus the distance that a tile moves when it leaves the middle of a spotlight, in tile
  /// sizes. Its neighbors are smaller and therefore nearer. This is the slope of the engine's formula at
  /// offset 0.
  private static let spotlightLag = 0.042

  /// The default limit of a fling, in tiles. If more tiles pass, visitors lose their place.
  private static let mostPerFling = 3

  /// The number of tiles on a receding line; must be odd.
  private static let recedingTiles = 15

  /// Returns the options of the carousel engine for that many tiles.
  package func options(tiles count: Int) -> CarouselOptions {
    var options = details
    options.perspective = perspective ?? CarouselOptions().perspective
    options.layout = layout
    options.isVertical = orientation == .vertical
    options.wrap = wrap
    options.centersItemWhenSelected = tapBeside == .center
    let spacing = spacing ?? Self.defaultSpacing(of: layout)
    options.spacing = spacing
    options.sideScale = details.sideScale ?? Self.defaultSideScale(of: layout)
    options.sideAnchor = sideAlignment == .base ? 1 : 0
    switch layout {
    case .coverFlow, .coverFlow2:
      let tilt = sideTilt ?? Self.coverFlowTilt
      options.tilt = tilt
      // The tile in the middle moves by half the tilt and the spacing.
      options.keepUnderFinger(perItem: tilt / 2 + spacing)
      closeRow(of: count, &options)
    case .spotlight:
      // The movement of the middle tile for each item, near the middle.
      options.keepUnderFinger(perItem: spacing - Self.spotlightLag)
      closeRow(of: count, &options)
    case .linear:
      options.keepUnderFinger(perItem: spacing)
      closeRow(of: count, &options)
    case .wheel, .radial, .invertedWheel:
      options.keepUnderFinger(perItem: spacing)
      makeCircle(of: Self.wheelPlaces, closes: false, for: count, &options)
    case .rotary, .invertedRotary:
      options.keepUnderFinger(perItem: spacing)
      makeCircle(of: Self.circlePlaces, closes: true, for: count, &options)
      // Otherwise the rear tiles would be visible between the others.
      if options.count != details.count { fade(beyond: Double(Self.circlePlaces) / 4, &options) }
    case .cylinder, .invertedCylinder:
      options.keepUnderFinger(perItem: spacing)
      makeCircle(of: Self.circlePlaces, closes: true, for: count, &options)
    case .ellipse, .invertedEllipse:
      makeCircle(of: Self.circlePlaces, closes: true, for: count, &options)
    case .ring, .scaledRing: makeCircle(of: Self.ringPlaces, closes: true, for: count, &options)
    case .receding:
      // More tiles than the engine places on a line, because a receding line narrows. An odd number gives
      // both sides the same number of tiles, and the last are out of sight.
      if options.visibleItems == nil { options.visibleItems = Self.recedingTiles }
      (options.tilt, options.depthRatio) = (sideTilt, stepBack)
      options.keepUnderFinger(perItem: spacing)
      closeRow(of: count, &options)
    case .timeMachine, .invertedTimeMachine:
      options.tilt = stepAside
      if wrap, count < Self.fewestToWrap { queueUp(&options) }
    case .custom: break
    }
    return options
  }

  /// Returns the options for tiles and a screen of these sizes, in points. A fling goes only as far as
  /// visitors can follow, unless the operator allows more.
  package func options(tiles count: Int, of tile: Size, on screen: Size) -> CarouselOptions {
    var options = fittedOptions(tiles: count, of: tile, on: screen)
    let (view, extent) =
      orientation == .vertical ? (screen.height, tile.height) : (screen.width, tile.width)
    guard options.maximumItemsPerFling == nil, view > 0, extent > 0 else { return options }
    // When a tile leaves on one side, its neighbor must still be visible on the other.
    let visible = view / extent * (options.offsetMultiplier ?? 1)
    options.maximumItemsPerFling = max(1, min(Self.mostPerFling, Int(min(visible, 1000)) - 1))
    return options
  }

  /// Returns the options with the size of a ring or an ellipse: just large enough that the side tiles stand
  /// beside the middle one. The engine makes them as wide as the screen. On a portrait screen, side tiles
  /// would cover the middle one.
  private func fittedOptions(tiles count: Int, of tile: Size, on screen: Size) -> CarouselOptions {
    var options = options(tiles: count)
    let isVertical = orientation == .vertical
    let (view, extent) =
      isVertical ? (screen.height, tile.height) : (screen.width, tile.width)
    guard view > 0, extent > 0 else { return options }
    let (width, flatness): (Double, Double)
    switch layout {
    case .ring, .scaledRing: (width, flatness) = (Self.ringWidth * extent / view, Self.ringFlatness)
    case .ellipse, .invertedEllipse:
      (width, flatness) = (
        max(Self.leastEllipseRatio, Self.ellipseWidth * extent / view), Self.ellipseFlatness
      )
    default: return options
    }
    guard ringWidth == nil, ringDepth == nil else {
      options.widthRatio = ringWidth.map { $0 * extent / view }
      options.depthRatio = ringDepth.map { $0 * extent / view }
      return options
    }
    guard let places = options.count, places != details.count else { return options }
    (options.widthRatio, options.depthRatio) = (width, width * flatness)
    options.keepUnderFinger(perItem: width * view * 2 * .pi / places / extent)
    return options
  }

  /// Half the width of a ring in tile sizes, and its depth as a share of its width. On a 16:9 screen these
  /// equal the engine's.
  private static let ringWidth = 1.32
  private static let ringFlatness = 0.3
  /// Half the width of an ellipse, which grows with wider screens, and its depth as a share of its width.
  private static let ellipseWidth = 1.98
  private static let ellipseFlatness = 0.5
  private static let leastEllipseRatio = 0.5

  /// Puts the second of two tiles behind the first. In the time machine it would be invisible in front of the
  /// first, and when it wraps it would change sides in full view.
  private func queueUp(_ options: inout CarouselOptions) {
    options.wrap = false
    guard layout == .timeMachine else { return }
    options.layout = .invertedTimeMachine
    options.tilt = -(stepAside ?? Self.queueTilt)
  }

  /// The offset between tiles of a time machine, in tile sizes: the engine's default.
  private static let queueTilt = 0.3

  /// Gives a round layout that many places, unless the operator sets up the circle. The middle tile and its
  /// neighbors then have the best positions for any number of tiles.
  ///
  /// - Parameter closes: whether exactly as many tiles as places make a complete circle, in which no tile has
  ///   to fade out.
  private func makeCircle(
    of places: Int, closes: Bool, for count: Int, _ options: inout CarouselOptions
  ) {
    // Rings and ellipses have no radius.
    let isEllipse = [.ring, .scaledRing, .ellipse, .invertedEllipse].contains(layout)
    let hasRadius = !isEllipse && details.radius != nil
    if let angle { return spread(by: angle, &options) }
    guard details.count == nil, details.arc == nil, !hasRadius else { return }
    options.count = Double(places)
    guard !closes || count != places else { return }
    if count <= Self.mostWithoutSeam, count.isMultiple(of: 2) {
      // One tile would always be at the seam, and invisible.
      options.wrap = false
    } else {
      closeRow(of: min(count, places), &options)
    }
  }

  /// Sets the angle between neighbors on a circle, in radians. The engine divides an arc by a count.
  private func spread(by angle: Double, _ options: inout CarouselOptions) {
    let turn = details.arc ?? 2 * .pi
    let count = details.count ?? max(1, (turn / angle).rounded())
    (options.count, options.arc) = (count, angle * max(1, count.rounded(.towardZero)))
  }

  /// Makes a row that wraps look complete: tiles fade out where they leave for the other end. With few tiles
  /// that happens in full view.
  private func closeRow(of count: Int, _ options: inout CarouselOptions) {
    guard wrap else { return }
    guard count >= Self.fewestToWrap else {
      options.wrap = false
      return
    }
    fade(beyond: Double(count) / 2, &options)
  }

  /// Hides tiles beyond this distance from the middle, in tiles, unless the operator sets the fading.
  private func fade(beyond end: Double, _ options: inout CarouselOptions) {
    guard details.fadeMin == nil, details.fadeMax == nil, details.fadeRange == nil else { return }
    let end = min(end, (options.fadeMax ?? .infinity) + Self.fadeRange)
    options.fadeRange = Self.fadeRange
    options.fadeMax = end - Self.fadeRange
    options.fadeMin = Self.fadeRange - end
  }

  /// The width of the fade, in tiles.
  private static let fadeRange = 0.5
}

extension CarouselOptions {
  /// Sets the offset multiplier, unless it is set, to make the middle tile follow the finger exactly. The
  /// tile moves by `perItem` tile sizes for each item scrolled.
  fileprivate mutating func keepUnderFinger(perItem: Double) {
    guard offsetMultiplier == nil, perItem >= CarouselSettings.spacingRange.lowerBound else { return }
    offsetMultiplier = 1 / perItem
  }
}

import CarouselEngine
import RotundaGeometry

/// What suits a kiosk's tiles, where the engine's own defaults are iCarousel's.
extension CarouselSettings {
  /// How far the cover flows turn the tiles at the sides, in quarter turns: 70°, so that they stand as close
  /// as records on a shelf. The engine's 81° shows little more than their edges.
  private static let coverFlowTilt = 0.78
  /// The fewest tiles that can go round where all of them are seen: with two there is only one to show beside
  /// the first, and it could be on either side.
  private static let fewestToWrap = 3
  /// So many tiles, where their number is even, do not go round on a part of a circle.
  private static let mostWithoutSeam = 6
  /// Tiles on a whole wheel: a large one, of which a gentle arc is seen. Of steeper ones the labels lie on
  /// their sides.
  private static let wheelPlaces = 24
  /// Tiles on a whole circle that lies flat: of seven or fewer, hardly more than one would face the visitor,
  /// and of two one would hide the other.
  private static let circlePlaces = 12
  /// The same for rings, on which all of them are seen. An even number hides those behind the others
  /// completely.
  private static let ringPlaces = 8

  /// Distance between neighbors when the operator names none, in tile sizes.
  ///
  /// The cover flows' tiles begin beside the one in the middle and stand close behind each other; those of
  /// lines and drums leave a gap. Neighbors on a wheel come together at their inner corners, which of tiles a
  /// quarter longer than wide are apart from 1.18 on. On a circle the two tiles beside the foremost come out
  /// from behind it only when they are farther apart. The others have a scale of their own.
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

  /// How large the tile beside the one in the middle is, so that its picture is clearly smaller: at most
  /// three quarters of the area. Layouts that turn their tiles aside, or have them behind one another, do
  /// that by themselves.
  package static func defaultSideScale(of layout: LayoutKind) -> Double {
    switch layout {
    case .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .custom: 1
    case .rotary, .cylinder, .ellipse, .receding: 0.88
    case .linear, .spotlight, .invertedRotary, .invertedCylinder, .wheel, .invertedWheel, .ring, .scaledRing,
      .invertedEllipse, .radial:
      0.76
    }
  }

  /// How much less than the spacing, in tile sizes, a tile moves that leaves the middle of a spotlight: its
  /// neighbors are smaller and so nearer. The slope of the engine's formula at offset 0.
  private static let spotlightLag = 0.042

  /// The farthest that a fling goes by default, in tiles: of more, visitors lose their place.
  private static let mostPerFling = 3

  /// Tiles on a receding line, an odd number.
  private static let recedingTiles = 15

  /// What the carousel engine makes of them with that many tiles.
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
      // The way of the tile in the middle, item for item, as long as it is there.
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
      // What is behind the others would peek through between them.
      if options.count != details.count { fade(beyond: Double(Self.circlePlaces) / 4, &options) }
    case .cylinder, .invertedCylinder:
      options.keepUnderFinger(perItem: spacing)
      makeCircle(of: Self.circlePlaces, closes: true, for: count, &options)
    case .ellipse, .invertedEllipse:
      makeCircle(of: Self.circlePlaces, closes: true, for: count, &options)
    case .ring, .scaledRing: makeCircle(of: Self.ringPlaces, closes: true, for: count, &options)
    case .receding:
      // More than the engine counts on a line, because it narrows: as many on either side, and the last out
      // of sight.
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

  /// The same for tiles of that extent on such a screen, in points: a fling goes no farther than visitors can
  /// follow, unless the operator lets it.
  package func options(tiles count: Int, of tile: Size, on screen: Size) -> CarouselOptions {
    var options = fittedOptions(tiles: count, of: tile, on: screen)
    let (view, extent) =
      orientation == .vertical ? (screen.height, tile.height) : (screen.width, tile.width)
    guard options.maximumItemsPerFling == nil, view > 0, extent > 0 else { return options }
    // A tile that is thrown out of one side still has its neighbor on the other.
    let visible = view / extent * (options.offsetMultiplier ?? 1)
    options.maximumItemsPerFling = max(1, min(Self.mostPerFling, Int(min(visible, 1000)) - 1))
    return options
  }

  /// A ring or an ellipse is as large as lets the tiles beside the one in the middle stand beside it. The
  /// engine makes them as wide as the screen, so that on an upright one they would cover it.
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

  /// Half the width of a ring in tile sizes, and its depth as a part of its width: as the engine's are on a
  /// screen of 16:9.
  private static let ringWidth = 1.32
  private static let ringFlatness = 0.3
  /// The same for ellipses, which go on growing with wider screens.
  private static let ellipseWidth = 1.98
  private static let ellipseFlatness = 0.5
  private static let leastEllipseRatio = 0.5

  /// Of two tiles the second stands behind the first. In the time machine it would be the invisible one in
  /// front of it, and going round it would change sides in full view.
  private func queueUp(_ options: inout CarouselOptions) {
    options.wrap = false
    guard layout == .timeMachine else { return }
    options.layout = .invertedTimeMachine
    options.tilt = -(stepAside ?? Self.queueTilt)
  }

  /// How far tiles of a time machine stand aside from one another, in tile sizes: the engine's own default.
  private static let queueTilt = 0.3

  /// Gives a round layout so many places, unless the operator says something else about its circle. However
  /// many tiles there are, the one in the middle and its neighbors then stand as they look best.
  ///
  /// - Parameter closes: whether as many tiles as there are places make a circle from which none has to fade
  ///   away.
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
      // One of them would always be at the seam, and nowhere to be seen.
      options.wrap = false
    } else {
      closeRow(of: min(count, places), &options)
    }
  }

  /// Puts neighbors on a circle at that angle from one another, in radians. The engine divides an arc by a
  /// count.
  private func spread(by angle: Double, _ options: inout CarouselOptions) {
    let turn = details.arc ?? 2 * .pi
    let count = details.count ?? max(1, (turn / angle).rounded())
    (options.count, options.arc) = (count, angle * max(1, count.rounded(.towardZero)))
  }

  /// Makes a row that wraps look whole: a tile fades away where it leaves for the other end, because with few
  /// tiles that is in full view.
  private func closeRow(of count: Int, _ options: inout CarouselOptions) {
    guard wrap else { return }
    guard count >= Self.fewestToWrap else {
      options.wrap = false
      return
    }
    fade(beyond: Double(count) / 2, &options)
  }

  /// Nothing is seen that is farther from the middle, in tiles, unless the operator says something else about
  /// fading.
  private func fade(beyond end: Double, _ options: inout CarouselOptions) {
    guard details.fadeMin == nil, details.fadeMax == nil, details.fadeRange == nil else { return }
    let end = min(end, (options.fadeMax ?? .infinity) + Self.fadeRange)
    options.fadeRange = Self.fadeRange
    options.fadeMax = end - Self.fadeRange
    options.fadeMin = Self.fadeRange - end
  }

  /// Over how many tiles one fades.
  private static let fadeRange = 0.5
}

extension CarouselOptions {
  /// Unless something else was asked for, the tile in the middle follows the finger exactly when it moves by
  /// `perItem` tile sizes for each item scrolled.
  fileprivate mutating func keepUnderFinger(perItem: Double) {
    guard offsetMultiplier == nil, perItem >= CarouselSettings.spacingRange.lowerBound else { return }
    offsetMultiplier = 1 / perItem
  }
}

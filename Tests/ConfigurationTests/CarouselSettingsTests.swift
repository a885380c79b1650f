import CarouselEngine
import Configuration
import RotundaGeometry
import Glibc
import Testing

@Suite struct CarouselSettingsTests {
  private static let wheels: [LayoutKind] = [.wheel, .invertedWheel, .radial]
  private static let rows: [LayoutKind] = [.linear, .spotlight, .coverFlow, .coverFlow2, .receding] + wheels
  private static let circles: [LayoutKind] = [
    .rotary, .invertedRotary, .cylinder, .invertedCylinder, .ellipse, .invertedEllipse, .ring, .scaledRing,
  ]

  private func carousel(
    _ layout: LayoutKind, tiles: Int, spacing: Double? = nil, on screen: Size = Size(1280, 800),
    of tile: Size = Size(320, 400)
  ) -> Carousel {
    var settings = CarouselSettings()
    settings.layout = layout
    settings.spacing = spacing
    // The launcher's viewpoint is four tile heights away.
    settings.perspective = -1 / (4 * tile.height)
    return Carousel(
      options: settings.options(tiles: tiles, of: tile, on: screen), bounds: screen, itemSize: tile,
      numberOfItems: tiles)
  }

  private func places(_ carousel: Carousel) -> [(index: Int, x: Double, opacity: Double)] {
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    return placements.filter { !$0.isHidden }.map {
      ($0.index, $0.transform.project(.zero)?.x ?? .nan, $0.opacity)
    }
  }

  @Test(arguments: CarouselSettings.layouts) func carouselWrapsByDefault(layout: LayoutKind) {
    #expect(carousel(layout, tiles: 5).isWrapEnabled)
  }

  @Test(arguments: rows + circles) func theFirstTileHasNeighborsOnBothSides(layout: LayoutKind) {
    // A small even number of tiles does not wrap on a circle, because one tile would be at the seam.
    let bends = Self.circles + [.wheel, .invertedWheel, .radial]
    for count in bends.contains(layout) ? [3, 5, 8, 40] : [3, 4, 5, 8, 40] {
      let seen = places(carousel(layout, tiles: count)).filter { $0.opacity > 0 }
      #expect(seen.contains { $0.index == 1 && $0.x > 100 }, "\(count)")
      #expect(seen.contains { $0.index == count - 1 && $0.x < -100 }, "\(count)")
      #expect(abs(seen.map(\.x).filter { abs($0) < 640 }.reduce(0, +)) < 1, "\(count) tiles are symmetric")
    }
  }

  @Test(arguments: rows + circles) func twoTilesDoNotWrap(layout: LayoutKind) {
    #expect(!carousel(layout, tiles: 2).isWrapEnabled)
    #expect(places(carousel(layout, tiles: 2)).allSatisfy { $0.opacity == 1 })
    #expect(places(carousel(layout, tiles: 1)).map(\.opacity) == [1])
  }

  /// The second of two tiles is visible behind the first, at the same place as in longer rows.
  @Test(arguments: [(LayoutKind.timeMachine, -1.0), (.invertedTimeMachine, 1)])
  func bothTilesOfATimeMachineAreVisible(layout: LayoutKind, side: Double) throws {
    let two = carousel(layout, tiles: 2)
    #expect(!two.isWrapEnabled)
    let (seen, more) = (places(two), places(carousel(layout, tiles: 5)))
    #expect(seen.count == 2 && seen.allSatisfy { $0.opacity == 1 })
    let second = try #require(seen.first { $0.index == 1 })
    #expect(second.x * side > 10)
    #expect(more.contains { abs($0.x - second.x) < 0.001 && $0.opacity == 1 })
  }

  @Test(arguments: rows + circles) func noTileJumpsVisiblyBetweenEnds(layout: LayoutKind) {
    // In the second cover flow, a tile turns over by itself when it becomes the current one.
    let most = layout == .coverFlow2 ? 250.0 : 100
    for count in [3, 4, 5, 6, 8] {
      var carousel = carousel(layout, tiles: count)
      var before: [Int: (x: Double, opacity: Double)] = [:]
      for step in 0...400 {
        carousel.scrollOffset = Double(step) * 0.01
        let now = places(carousel)
        let jumps = now.filter { tile in
          before[tile.index].map { abs($0.x - tile.x) > most && min($0.opacity, tile.opacity) >= 0.05 }
            ?? false
        }
        #expect(jumps.isEmpty, "\(jumps) of \(count) at \(step)")
        before = Dictionary(uniqueKeysWithValues: now.map { ($0.index, ($0.x, $0.opacity)) })
      }
    }
  }

  /// For any number of tiles, the second tile is beside the first one, visible and within reach.
  @Test(arguments: rows + circles, [2, 3, 5, 7, 8, 12, 40]) func theNextTileIsSeenBesideTheFirst(
    layout: LayoutKind, count: Int
  ) throws {
    let carousel = carousel(layout, tiles: count)
    let next = try #require(carousel.placement(ofItemAt: 1)?.transform)
    let outer = try #require(next.project(Point(160, 0))).x
    let inner = try #require(next.project(Point(-160, 0))).x
    #expect(outer > 160 + 0.3 * 320, "\(outer)")
    #expect(inner < 640, "\(inner)")
    #expect(places(carousel).contains { $0.index == 1 && $0.opacity == 1 })
  }

  /// On every screen, no tile covers the center of the selected tile, and the rings look alike.
  @Test(
    arguments: rows + circles,
    [Size(800, 480), Size(1280, 800), Size(1080, 1920), Size(1024, 768), Size(3440, 1440)])
  func noTileCoversTheSelectedOne(layout: LayoutKind, screen: Size) {
    let side = (min(screen.width, screen.height) * 0.56).rounded()
    let tile = Size((side * 0.8).rounded(), side)
    let inner = [Point(-0.38, -0.4), Point(0.38, -0.4), Point(0.38, 0.4), Point(-0.38, 0.4), .zero]
    let carousel = carousel(layout, tiles: 9, on: screen, of: tile)
    var placements: [Placement] = []
    carousel.placements(into: &placements)
    guard let middle = placements.firstIndex(where: { $0.index == 0 }) else {
      return #expect(Bool(false), "it is nowhere") as Void
    }
    let area = Rectangle(center: .zero, size: tile)
    for nearer in placements[(middle + 1)...] where nearer.opacity > 0 {
      for point in inner {
        let place = Point(point.x * tile.width, point.y * tile.height)
        #expect(nearer.transform.unproject(place).map(area.contains) != true, "tile \(nearer.index)")
      }
    }
  }

  /// Tiles behind the front ones would show as slivers between them.
  @Test(arguments: [3, 5, 7, 12, 40]) func nothingShowsThroughARotary(count: Int) {
    for wrap in [true, false] {
      var settings = CarouselSettings()
      (settings.layout, settings.wrap) = (.rotary, wrap)
      var carousel = Carousel(
        options: settings.options(tiles: count), bounds: Size(1280, 800), itemSize: Size(320, 400),
        numberOfItems: count)
      carousel.scrollOffset = 2.3
      var placements: [Placement] = []
      carousel.placements(into: &placements)
      for placement in placements where placement.opacity > 0 { #expect(abs(placement.offset) < 3) }
    }
  }

  @Test(arguments: circles) func configuredCircleIsUnchanged(layout: LayoutKind) {
    var settings = CarouselSettings()
    settings.layout = layout
    settings.details.arc = .pi
    #expect(settings.options(tiles: 9).count == nil && settings.options(tiles: 9).fadeMax == nil)
    settings.details = CarouselOptions()
    settings.details.count = 9
    #expect(settings.options(tiles: 9).count == 9 && settings.options(tiles: 9).fadeMax == nil)
  }

  @Test(arguments: rows + [.rotary, .ring, .scaledRing, .ellipse], [nil, 0.9, 1.5] as [Double?])
  func selectedTileStaysUnderTheFinger(layout: LayoutKind, spacing: Double?) {
    var carousel = carousel(layout, tiles: 12, spacing: spacing)
    guard layout != .coverFlow2 else { return }
    let finger = 20.0
    carousel.scrollOffset = -finger * carousel.offsetMultiplier / carousel.itemExtent
    let place = places(carousel).first { $0.index == 0 }?.x ?? .nan
    #expect(abs(place - finger) < 3)
  }

  /// On a wheel with any number of tiles, none covers the selected one, whose label is hardly tilted.
  @Test(arguments: wheels, [3, 7, 12, 40]) func wheelTilesStandSideBySide(
    layout: LayoutKind, count: Int
  ) {
    for size in [Size(320, 400), Size(480, 600)] {
      var carousel = carousel(layout, tiles: count)
      carousel.itemSize = size
      carousel.options.layoutChangeDuration = 0
      let tile = Rectangle(center: .zero, size: size)
      let corners = [Point(-1, -1), Point(1, -1), Point(1, 1), Point(-1, 1)].map {
        Point($0.x * size.width / 2, $0.y * size.height / 2)
      }
      for neighbor in [1, count - 1] {
        guard let place = carousel.placement(ofItemAt: neighbor)?.transform else {
          Issue.record("tile \(neighbor) of \(count) is nowhere")
          continue
        }
        #expect(
          corners.allSatisfy { place.project($0).map(tile.contains) == false }, "\(neighbor) of \(count)")
        #expect(
          corners.allSatisfy { place.unproject($0).map(tile.contains) == false }, "\(neighbor) of \(count)")
        #expect(abs(place.row1.y) < 0.3, "tilted by less than 18°")
      }
    }
  }

  /// A configured wheel size applies unchanged.
  @Test func anOperatorsWheelIsNotEnlarged() {
    var settings = CarouselSettings()
    settings.layout = .wheel
    settings.details.radius = 300
    #expect(settings.options(tiles: 9).count == nil && settings.options(tiles: 9).fadeMax == nil)
    settings.details = CarouselOptions()
    #expect(settings.options(tiles: 9).count == 24)
  }

  @Test func everyLayoutHasAnExpressibleSpacing() {
    for layout in CarouselSettings.layouts {
      #expect(CarouselSettings.spacingRange.contains(CarouselSettings.defaultSpacing(of: layout)))
    }
  }

  @Test(
    arguments: [
      (0.3, 1, [.coverFlow, .coverFlow2]), (1.1, 0.76, [.linear, .invertedCylinder]),
      (1.1, 0.88, [.cylinder]),
      (1.06, 0.76, [.spotlight]), (1.22, 0.76, [.wheel, .invertedWheel, .radial]), (1.35, 0.88, [.rotary]),
      (1.35, 0.76, [.invertedRotary]), (1, 1, [.timeMachine, .invertedTimeMachine, .custom]),
      (1, 0.76, [.ring, .scaledRing, .invertedEllipse]), (1, 0.88, [.ellipse, .receding]),
    ] as [(Double, Double, [LayoutKind])])
  func neighborsHaveTheirDefaultDistanceAndSize(spacing: Double, scale: Double, layouts: [LayoutKind]) {
    for layout in layouts {
      #expect(CarouselSettings.defaultSpacing(of: layout) == spacing, "\(layout)")
      #expect(CarouselSettings.defaultSideScale(of: layout) == scale, "\(layout)")
    }
  }

  /// Width and depth of a ring are counted in tile sizes.
  @Test(arguments: [LayoutKind.ring, .scaledRing, .ellipse, .invertedEllipse], [false, true])
  func anOperatorsRingIsCountedInTiles(layout: LayoutKind, isVertical: Bool) {
    var settings = CarouselSettings()
    (settings.layout, settings.ringWidth, settings.ringDepth) = (layout, 1.5, 0.75)
    settings.orientation = isVertical ? .vertical : .horizontal
    let options = settings.options(tiles: 9, of: Size(320, 400), on: Size(1280, 800))
    #expect(options.widthRatio == (isVertical ? 0.75 : 0.375))
    #expect(options.depthRatio == (isVertical ? 0.375 : 0.1875))
  }

  @Test(arguments: rows + circles, [(Size.zero, Size(1280, 800)), (Size(320, 400), Size.zero)])
  func sizesThatAreNotYetKnownFitNothing(layout: LayoutKind, sizes: (Size, Size)) {
    var settings = CarouselSettings()
    settings.layout = layout
    #expect(settings.options(tiles: 9, of: sizes.0, on: sizes.1) == settings.options(tiles: 9))
  }

  /// The visible area of a tile in square points.
  private func area(_ placement: Placement, _ tile: Size) -> Double {
    let corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      placement.transform.project(Point(x * tile.width / 2, y * tile.height / 2)) ?? .zero
    }
    let turns = corners.indices.map { index -> Double in
      let (from, to) = (corners[index], corners[(index + 1) % 4])
      return from.x * to.y - from.y * to.x
    }
    return abs(turns.reduce(0, +)) / 2
  }

  /// In every layout, the selected tile is clearly the largest.
  @Test(arguments: CarouselSettings.layouts.filter { $0 != .custom }, [Size(1280, 800), Size(1080, 1920)])
  func neighborIsAtMostThreeQuartersAsLarge(layout: LayoutKind, screen: Size) throws {
    let tile = Size(384, 480)
    var settings = CarouselSettings()
    settings.layout = layout
    settings.perspective = -1 / (4 * tile.height)
    let carousel = Carousel(
      options: settings.options(tiles: 9, of: tile, on: screen), bounds: screen, itemSize: tile,
      numberOfItems: 9)
    let middle = area(try #require(carousel.placement(ofItemAt: 0)), tile)
    for index in [1, 8] {
      let neighbor = try #require(carousel.placement(ofItemAt: index))
      // Skips tiles that have faded away or are behind the selected one.
      guard !neighbor.isHidden, neighbor.opacity > 0.5,
        ![.timeMachine, .invertedTimeMachine].contains(layout)
      else { continue }
      #expect(area(neighbor, tile) <= 0.75 * middle, "\(index): \(area(neighbor, tile) / middle)")
    }
  }

  /// The angle between two neighbors.
  @Test(arguments: [
    LayoutKind.rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel, .radial,
    .ellipse,
    .invertedEllipse, .ring, .scaledRing,
  ])
  func angleIsBetweenNeighboringTiles(layout: LayoutKind) {
    for (degrees, count) in [(40.0, nil), (25, nil), (15, 6)] as [(Double, Double?)] {
      var settings = CarouselSettings()
      (settings.layout, settings.angle, settings.details.count) = (layout, degrees * .pi / 180, count)
      settings.details.sideScale = 1
      let options = settings.options(tiles: 12, of: Size(200, 200), on: Size(1280, 800))
      let step = (options.arc ?? 0) / (options.count ?? 0)
      #expect(abs(step - degrees * .pi / 180) < 1e-9)
      let carousel = Carousel(
        options: options, bounds: Size(1280, 800), itemSize: Size(200, 200), numberOfItems: 12)
      let places = [0, 1, 2].map { carousel.anchoredTransform(atOffset: $0) }
      // Drums and wheels turn a tile about the axis. In the others, its lateral offset is a sine.
      let isTurned = [.cylinder, .invertedCylinder, .wheel, .invertedWheel].contains(layout)
      let cosine =
        isTurned ? places[1].row1.x / places[0].row1.x : places[2].row4.x / places[1].row4.x / 2
      #expect(abs(cosine - cos(degrees * .pi / 180)) < 1e-6, "\(degrees)")
    }
  }
}

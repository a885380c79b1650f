import CarouselEngine
import Configuration
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The time machine layouts.
struct TileQueueTests {
  private func stage(
    _ layout: LayoutKind = .timeMachine, _ size: Size = Size(1280, 800), tiles count: Int = 9,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(count), size: size) {
      $0 = KioskConfiguration()
      $0.carousel.layout = layout
      change(&$0)
    }
    _ = stage.settle()
    return stage
  }

  /// The areas of the visible tiles on the screen, from the current one to the back.
  private func places(_ stage: ShellStage) -> [Rectangle] {
    let level = stage.shell.panels.tiles.level
    let (shelf, place) = (level.shelves[level.current], level.place(of: level.current) + stage.center)
    return shelf.placements.filter { $0.opacity == 1 }.sorted { $0.offset < $1.offset }.compactMap {
      let size = shelf.size(of: $0.index)
      guard let first = $0.transform.project(Point(-size.width / 2, -size.height / 2)),
        let last = $0.transform.project(Point(size.width / 2, size.height / 2))
      else { return nil }
      return Rectangle(origin: first + place, size: Size(last.x - first.x, last.y - first.y))
    }
  }

  private static let sizes = [
    Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(2560, 1080), Size(1080, 1920),
  ]

  @Test(arguments: sizes, [LayoutKind.timeMachine, .invertedTimeMachine])
  func stripsOfSixTilesAreVisible(size: Size, layout: LayoutKind) {
    let places = places(stage(layout, size))
    #expect(places.count == 6)
    for (front, back) in zip(places, places.dropFirst()) {
      let covered = front.intersection(back).map { $0.size.width * $0.size.height } ?? 0
      #expect(covered <= 0.86 * back.size.width * back.size.height, "\(front) before \(back)")
      #expect(back.origin.y < front.origin.y, "the queue rises")
      #expect((back.center.x > front.center.x) == (layout == .timeMachine))
    }
  }

  @Test(arguments: sizes) func theQueueStaysBetweenHeaderAndText(size: Size) {
    let stage = stage(.timeMachine, size)
    let zone = stage.shell.panels.tiles.level.zones.tiles
    for place in places(stage) {
      #expect(place.origin.y >= zone.lowerBound - 1 && place.maxY <= zone.upperBound + 1, "\(place) \(zone)")
      #expect(place.origin.x >= 0 && place.maxX <= size.width)
    }
  }

  @Test(arguments: sizes) func queueIsCentered(size: Size) throws {
    let places = places(stage(.timeMachine, size))
    let (first, last) = (try #require(places.first), try #require(places.last))
    #expect(abs(first.origin.x + last.maxX - size.width) < 2)
  }

  @Test func longQueueWrapsOutOfSight() {
    #expect(stage(tiles: 12).shell.panels.tiles.carousel.isWrapEnabled)
    #expect(!stage(tiles: 11).shell.panels.tiles.carousel.isWrapEnabled)
  }

  @Test func theNextTileComesToTheFront() {
    let stage = stage()
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(stage.shell.panels.tiles.carousel.currentItemIndex == 1)
    #expect(places(stage).count == 6)
    let face = stage.shell.panels.frame(of: .face)
    #expect(face.map { abs($0.origin.x - places(stage)[0].origin.x) < 1 } == true)
  }

  @Test(arguments: [1, 2, 3]) func fewTilesMakeAShortQueue(count: Int) {
    #expect(places(stage(tiles: count)).count == count)
  }

  @Test func queueWithoutPerspectiveStaysInTheMiddle() throws {
    var settings = CarouselSettings()
    (settings.layout, settings.perspective) = (.timeMachine, 0)
    let queue = try #require(TileQueue(settings, tiles: 9, of: Size(200, 250)))
    var options = CarouselOptions()
    queue.place(&options)
    #expect(options.viewpointOffset == .zero && options.contentOffset == .zero)
  }

  /// The height is free here. The fifth tile behind stands 5 · 0.26 widths to the side. It is 5 · 0.55 widths
  /// farther back, and the viewer is four heights away.
  @Test func narrowScreensQueueTakesNineTenths() {
    let tile = TileQueue.tileSize(Metrics(size: Size(600, 1200)), within: 5000)
    let scale = 1 / (1 + 5 * 0.55 * tile.width / (4 * tile.height))
    let left = -tile.width / 2
    let right = 5 * 0.26 * tile.width * scale + tile.width / 2 * scale
    #expect(abs(right - left - 540) < 3)
  }

  @Test func anOperatorsStepsAndViewpointStay() {
    let stage = stage { $0.carousel.stepAside = 0.5 }
    #expect(stage.shell.panels.tiles.carousel.options.tilt == 0.5)
    let other = self.stage { $0.carousel.details.viewpointOffset = Point(0, 100) }
    #expect(other.shell.panels.tiles.carousel.options.viewpointOffset == Point(0, 100))
  }
}

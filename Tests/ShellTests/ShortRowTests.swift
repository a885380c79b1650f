import CarouselEngine
import Configuration
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Short rows with both ends visible.
struct ShortRowTests {
  private static let sizes = [
    Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(2560, 1080), Size(1080, 1920),
  ]

  /// A stage with the look of an empty configuration, except for `change`.
  private func stage(
    _ count: Int, _ size: Size = Size(1920, 1080), shelves: [String?] = [nil],
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(tiles: ShellStage.tiles(count), shelves: shelves, size: size) { configuration in
      configuration = KioskConfiguration()
      change(&configuration)
    }
    _ = stage.settle()
    return stage
  }

  /// The visible tiles of the middle shelf, from the first to the last, as areas of the screen.
  private func places(_ stage: ShellStage) -> [Rectangle] {
    let level = stage.shell.panels.tiles.level
    let (shelf, place) = (level.shelves[level.current], level.place(of: level.current))
    return shelf.placements.filter { $0.opacity == 1 && !$0.isHidden }.sorted { $0.index < $1.index }
      .compactMap { placement in
        let size = shelf.size(of: placement.index)
        let corners = [(-0.5, -0.5), (0.5, -0.5), (-0.5, 0.5), (0.5, 0.5)].compactMap {
          placement.transform.project(Point($0.0 * size.width, $0.1 * size.height))
        }
        guard corners.count == 4 else { return nil }
        let (xs, ys) = (corners.map(\.x).sorted(), corners.map(\.y).sorted())
        return Rectangle(
          origin: Point(xs[0] + stage.size.width / 2, ys[0] + stage.size.height / 2) + place,
          size: Size(xs[3] - xs[0], ys[3] - ys[0]))
      }
  }

  private func expectAllOnScreen(_ stage: ShellStage, _ count: Int, _ comment: Comment) {
    let places = places(stage)
    #expect(places.count == count, comment)
    for place in places {
      #expect(place.origin.x >= 0 && place.maxX <= stage.size.width, comment)
      #expect(place.origin.y >= 0 && place.maxY <= stage.size.height, comment)
    }
  }

  @Test(arguments: [Size(800, 480), Size(1280, 800), Size(1920, 1080), Size(2560, 1080)], 2...5)
  func allTilesAreVisibleForAnySelection(size: Size, count: Int) {
    let stage = stage(count, size)
    for tile in 0..<count {
      expectAllOnScreen(stage, count, "\(count) tiles at \(size), tile \(tile)")
      stage.act(.nextTile)
      #expect(stage.settle())
    }
  }

  @Test(
    arguments: [LayoutKind.linear, .spotlight, .coverFlow, .coverFlow2, .receding], [2, 3, 4])
  func everyLayoutShowsAllFittingTiles(layout: LayoutKind, count: Int) {
    let stage = stage(count, Size(2560, 1080)) { $0.carousel.layout = layout }
    expectAllOnScreen(stage, count, "\(layout) with \(count)")
  }

  @Test(arguments: sizes, [2, 3, 4]) func theRowStandsInTheMiddle(size: Size, count: Int) throws {
    let stage = stage(count, size)
    // Three or four large tiles extend beyond a narrow screen on both sides.
    guard !stage.shell.panels.tiles.carousel.isWrapEnabled else { return }
    for _ in 0..<count {
      let places = places(stage)
      let (first, last) = (try #require(places.first), try #require(places.last))
      #expect(abs(first.origin.x - (size.width - last.maxX)) < 1, "\(places)")
      stage.act(.nextTile)
      #expect(stage.settle())
    }
  }

  @Test(arguments: [LayoutKind.coverFlow, .coverFlow2], [3, 4, 5])
  func coversWithoutWrapBeginInTheMiddle(layout: LayoutKind, count: Int) {
    func stage(_ change: @escaping (inout KioskConfiguration) -> Void = { _ in }) -> ShellStage {
      self.stage(count) { configuration in
        (configuration.carousel.layout, configuration.carousel.wrap) = (layout, false)
        change(&configuration)
      }
    }
    let stage = stage()
    #expect(stage.shell.panels.tiles.carousel.currentItemIndex == (count - 1) / 2)
    stage.act(.nextTile)
    stage.act(.home)
    #expect(stage.settle())
    #expect(
      stage.shell.panels.tiles.carousel.currentItemIndex == (count - 1) / 2,
      "the next visit starts there, too")
    let third = self.stage(count) {
      ($0.carousel.layout, $0.carousel.wrap, $0.carousel.startTile) = (layout, false, 3)
    }
    #expect(third.shell.panels.tiles.carousel.currentItemIndex == 2)
  }

  /// A reload leaves few tiles, which move to the middle of the screen without a jump.
  @Test func shortenedRowMovesToItsPlace() throws {
    let stage = stage(9)
    #expect(stage.shell.panels.tiles.shelf.shift == .zero)
    let tiles = Array(ShellStage.tiles(9).prefix(3))
    stage.send(
      .configuration(
        KioskConfiguration(), shelves: [LauncherShelf(name: nil, settings: CarouselSettings(), tiles: tiles)],
        problems: []))
    var shifts: [Double] = []
    for _ in 0..<60 {
      stage.pass(1.0 / 60)
      stage.draw()
      shifts.append(stage.shell.panels.tiles.shelf.shift.x)
    }
    #expect(abs(try #require(shifts.last)) > 100)
    let steps = zip([0] + shifts, shifts).map { abs($0 - $1) }
    #expect(try #require(steps.max()) < abs(shifts[59]) / 3, "\(shifts)")
    #expect(stage.settle() && stage.shell.panels.tiles.shelf.shift.x == shifts[59])
  }

  @Test func rowWithHiddenEndsWraps() {
    let stage = stage(9)
    #expect(stage.shell.panels.tiles.carousel.isWrapEnabled)
    #expect(!self.stage(4).shell.panels.tiles.carousel.isWrapEnabled)
  }

  /// The tiles are so small that even the longer row fits on the screen.
  @Test(arguments: [(60, true), (61, false)])
  func rowOfOverSixtyTilesIsNeverShort(count: Int, isShort: Bool) {
    var settings = CarouselSettings()
    settings.layout = .linear
    let metrics = Metrics(size: Size(1920, 1080))
    let row = ShortRow(settings, tiles: count, Size(10, 10), on: metrics, mayGiveWay: false)
    #expect((row != nil) == isShort)
  }

  /// Tiles follow each other every 220 points. The room ends 22 points before the edge. The tile half a row
  /// away begins within it in a row of six. In a row of seven, it begins beyond it.
  @Test(arguments: [(6, true), (7, false)])
  func rowIsShortWithItsEndInView(count: Int, isShort: Bool) {
    var settings = CarouselSettings()
    settings.layout = .linear
    settings.details.sideScale = 1
    let metrics = Metrics(size: Size(1280, 800))
    let row = ShortRow(settings, tiles: count, Size(200, 250), on: metrics, mayGiveWay: false)
    #expect((row != nil) == isShort)
  }

  /// The gap between two tiles is a tenth of a tile, and the margin at both ends is 800 / 36 points.
  @Test func verticalTilesShrinkToTheScreensHeight() throws {
    var settings = CarouselSettings()
    (settings.layout, settings.orientation) = (.linear, .vertical)
    settings.details.sideScale = 1
    let metrics = Metrics(size: Size(1280, 800))
    let row = try #require(ShortRow(settings, tiles: 3, Size(200, 300), on: metrics, mayGiveWay: true))
    #expect(abs(row.tileSize.height * 3.2 - (800 - 2 * 800.0 / 36)) < 4)
    #expect(abs(row.tileSize.width / row.tileSize.height - 200.0 / 300) < 0.01)
  }

  @Test func tapHitsTheVisibleTile() throws {
    for tile in 1..<4 {
      let stage = stage(4) { $0.carousel.tapBeside = .center }
      let place = try #require(places(stage).dropFirst(tile).first)
      stage.tap(place.center)
      #expect(stage.settle())
      #expect(stage.shell.panels.tiles.carousel.currentItemIndex == tile)
      stage.tap(places(stage)[tile].center)
      #expect(stage.starts.map(\.command) == [Command(["program-\(tile)"])])
    }
  }

  @Test func highlightSurroundsTheVisibleTile() throws {
    let stage = stage(3)
    let face = try #require(stage.shell.panels.frame(of: .face))
    #expect(places(stage)[0] == face)
  }

  @Test func rowFollowsTheFingerBeyondItsEnds() {
    let stage = stage(3)
    let before = places(stage)[0].origin.x
    stage.drag(from: stage.center, by: Point(200, 0), seconds: 0.2, lifts: false)
    stage.draw()
    #expect(places(stage)[0].origin.x > before + 20)
  }

  @Test func longRowEndsAtTheScreensEdge() throws {
    let stage = stage(4, Size(1280, 800)) { $0.carousel.tileSize = Size(400, 400) }
    #expect(!stage.shell.panels.tiles.carousel.isWrapEnabled)
    let first = try #require(places(stage).first)
    #expect(first.origin.x > 0 && first.origin.x < 80)
    for _ in 0..<3 { stage.act(.nextTile) }
    #expect(stage.settle())
    let last = try #require(places(stage).last)
    #expect(last.maxX < 1280 && last.maxX > 1200)
  }

  @Test func anOperatorsSizeOfTilesStays() {
    let stage = stage(4) { $0.carousel.tileSize = Size(500, 700) }
    #expect(stage.shell.panels.tiles.shelf.tileSize == Size(500, 700))
  }

  @Test func shelfOfFourShowsAllTiles() {
    let stage = stage(4, shelves: ["One", "Two"])
    expectAllOnScreen(stage, 4, "four tiles in a shelf")
  }
}

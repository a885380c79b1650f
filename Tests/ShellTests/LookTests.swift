import CarouselEngine
import Configuration
import RotundaGeometry
import Programs
import Scene
import Testing

@testable import Shell

/// The default look: positions, and how they follow the selected tile.
struct LookTests {
  private static let sizes = [
    Size(800, 480), Size(1024, 600), Size(1280, 800), Size(1920, 1080), Size(1080, 1920), Size(2560, 1080),
    Size(480, 320),
  ]

  /// A stage with the look of an empty configuration.
  private func stage(
    _ size: Size = Size(1280, 800), tiles count: Int = 7, hasPictures: Bool = false,
    hasFurtherWords: Bool = false, change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    for index in tiles.indices {
      tiles[index].appearance.detail =
        "What there is to know about tile \(index), in a line that is not short"
      if hasPictures { tiles[index].appearance.photograph = .init(.path("/\(index).jpg")) }
    }
    for index in tiles.indices where hasFurtherWords {
      (tiles[index].appearance.kicker, tiles[index].appearance.meta) = ("New \(index)", "Hall \(index)")
    }
    let stage = ShellStage(tiles: tiles, size: size) { configuration in
      configuration = KioskConfiguration()
      change(&configuration)
    }
    stage.send(
      .wallTime(WallTime(year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)))
    _ = stage.settle()
    return stage
  }

  /// The areas that must not overlap, in surface coordinates.
  private func boxes(_ stage: ShellStage) throws -> [(String, Rectangle)] {
    let panel = stage.shell.panels.tiles
    let (metrics, zones) = (panel.metrics, panel.level.zones)
    let header = panel.header.boxes(panel.theme, metrics, scale: 1)
    var boxes = [
      ("logo", header.logo), ("title", header.title), ("clock", header.clock), ("date", header.date),
    ].compactMap { name, box in box.map { (name, $0) } }
    boxes.append(("tile", try #require(stage.shell.panels.frame(of: .face))))
    let indicator = Rectangle(
      center: Point(metrics.size.width / 2, zones.indicator),
      size: Size(metrics.size.width / 2, metrics.plainFontSize * 0.5))
    if panel.indicatorPlace.form != .none { boxes.append(("indicator", indicator)) }
    if let details = zones.details {
      boxes.append(
        (
          "details",
          Rectangle(
            origin: Point(0, details.lowerBound),
            size: Size(metrics.size.width, details.upperBound - details.lowerBound))
        ))
    }
    return boxes
  }

  @Test(arguments: sizes, [1, 1.3, 1.6, 2, 3]) func nothingOverlaps(size: Size, textScale: Double) throws {
    for (hasPictures, hasFurtherWords) in [(false, false), (true, true)] {
      let stage = stage(size, hasPictures: hasPictures, hasFurtherWords: hasFurtherWords) {
        $0.access.textScale = textScale
        $0.header.title = "The museum of the town and its surroundings"
        $0.header.date = .long
      }
      let boxes = try boxes(stage)
      for (index, one) in boxes.enumerated() {
        #expect(
          one.1.origin.x >= 0 && one.1.origin.y >= 0 && one.1.maxX <= size.width && one.1.maxY <= size.height,
          "\(one) leaves the screen")
        for other in boxes[(index + 1)...] {
          let isApart =
            one.1.maxX <= other.1.origin.x || other.1.maxX <= one.1.origin.x
            || one.1.maxY <= other.1.origin.y || other.1.maxY <= one.1.origin.y
          #expect(isApart, "\(one) and \(other)")
        }
      }
      let tile = try #require(boxes.first { $0.0 == "tile" }).1
      #expect(tile.size.height >= size.height * 0.18, "\(tile)")
    }
  }

  @Test func clockAndDotsAreVisible() {
    let stage = stage { $0.header.hasChevrons = false }
    #expect(stage.writing.contains("10:24"))
    #expect(stage.frame.sprites.count { $0.size.height < 20 && $0.cornerRadius == $0.size.height / 2 } == 7)
  }

  @Test func textOfTheSelectedTileStandsBelow() {
    let stage = stage()
    #expect(
      stage.writing.contains("Tile 0")
        && stage.writing.contains { $0.hasSuffix("tile 0, in a line that is not short") })
    stage.act(.nextTile)
    #expect(stage.settle())
    #expect(stage.writing.contains("Tile 1") && !stage.writing.contains("Tile 0"))
  }

  /// The area of a text; nil if the text is not visible.
  private func place(of text: String, _ stage: ShellStage) -> Rectangle? {
    for sprite in stage.frame.sprites where sprite.opacity > 0 {
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text == text, let center = sprite.transform.project(.zero)
      else { continue }
      return Rectangle(center: center + Point(stage.size.width / 2, stage.size.height / 2), size: sprite.size)
    }
    return nil
  }

  @Test(arguments: sizes, [1, 2]) func kickerAndMetaStandAroundTheText(
    size: Size, textScale: Double
  ) throws {
    let stage = stage(size, hasFurtherWords: true) { $0.access.textScale = textScale }
    let zones = stage.shell.panels.tiles.level.zones
    guard let zone = zones.details else { return #expect(place(of: "New 0", stage) == nil) }
    guard zones.hasKicker else { return #expect(place(of: "Hall 0", stage) == nil) }
    let description = "What there is to know about tile 0, in a line that is not short"
    let rows = try ["New 0", "Tile 0", description, "Hall 0"].map { try #require(place(of: $0, stage)) }
    for (upper, lower) in zip(rows, rows.dropFirst()) { #expect(upper.maxY <= lower.origin.y + 1) }
    // Text lies on whole pixels.
    #expect(rows[0].origin.y >= zone.lowerBound - 1 && rows[3].maxY <= zone.upperBound + 1)
  }

  @Test func furtherWordsAreSpokenWithTheTile() {
    let stage = stage(hasFurtherWords: true) { $0.access.isSpoken = true }
    let spoken = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }.joined()
    #expect(spoken.contains("New 0") && spoken.contains("Hall 0"), "\(spoken)")
  }

  @Test func oldTextDisappearsBeforeTheNew() {
    let stage = stage()
    stage.act(.nextTile)
    for _ in 0..<120 where stage.shell.wantsFrame {
      stage.draw()
      #expect(!(stage.writing.contains("Tile 0") && stage.writing.contains("Tile 1")))
    }
    #expect(stage.writing.contains("Tile 1"))
  }

  @Test func detailsOnTheTileAppearOnce() {
    let stage = stage { $0.header.details = .onTile }
    #expect(!stage.writing.contains("Tile 0"))
    #expect(stage.shell.panels.tiles.level.zones.details == nil)
  }

  @Test func messageReplacesTextAndDots() {
    let stage = stage()
    stage.shell.withOutbox(&stage.effects) { $0.show(Notice(.opening(tile: "Tile 0"), expires: nil)) }
    stage.draw()
    stage.draw()
    #expect(!stage.writing.contains("Tile 0"))
  }

  private func light(_ stage: ShellStage) -> [Ambient] {
    stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .ambient(let ambient) = picture.content else {
        return nil
      }
      return ambient
    }
  }

  @Test func theLightFollowsTheTileInTheMiddle() {
    let stage = stage(hasPictures: true)
    #expect(light(stage).map(\.picture) == [.path("/0.jpg")])
    stage.act(.nextTile)
    var most = 0
    for _ in 0..<200 where stage.shell.wantsFrame {
      stage.draw()
      most = max(most, light(stage).count)
    }
    #expect(most == 2, "two lights while one gives way to the other")
    #expect(light(stage).map(\.picture) == [.path("/1.jpg")] && !stage.shell.wantsFrame)
  }

  @Test(
    arguments: [
      { $0.background.source = .theme }, { $0.background.colors = [.black] },
      { $0.theme.name = .highContrast },
      { $0.theme.changes["ground"] = .color(.white) },
    ] as [@Sendable (inout KioskConfiguration) -> Void])
  func anOperatorsBackgroundStays(change: @Sendable (inout KioskConfiguration) -> Void) {
    #expect(light(stage(hasPictures: true, change: change)).isEmpty)
  }

  @Test(arguments: [Size(1080, 1920), Size(768, 1366)]) func uprightScreenKeepsTargetsLow(
    size: Size
  ) throws {
    let stage = stage(size, hasPictures: true)
    #expect(light(stage).map(\.pictureShare) == [0.6])
    let tile = try #require(stage.shell.panels.frame(of: .face))
    #expect(tile.origin.y >= size.height * 0.55)
    #expect(light(self.stage(size)).map(\.pictureShare) == [0])
  }

  @Test func aTitleGivesWayToTheClock() throws {
    let stage = stage(Size(480, 800)) {
      $0.header.title = "The museum of the town and its surroundings, founded 1889"
    }
    let panel = stage.shell.panels.tiles
    let boxes = panel.header.boxes(panel.theme, panel.metrics, scale: 1)
    let (title, clock) = (try #require(boxes.title), try #require(boxes.clock))
    #expect(title.maxX <= clock.origin.x && clock.maxX <= 480)
  }
}

import CAllocations
import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The scenes that the idle screen shows to passers-by.
struct SceneTests {
  /// Tiles with pictures, one tile with a PIN, and one without a picture.
  private static var tiles: [LauncherTile] {
    var tiles = ShellStage.tiles(5)
    for index in 0..<4 {
      tiles[index].appearance.photograph = TileFace.Photograph(.path("/\(index).jpg"))
    }
    tiles[2].needsPIN = true
    return tiles
  }

  private func stage(
    _ scenes: [AttractScene], tiles: [LauncherTile] = SceneTests.tiles,
    size: Size = Size(1280, 800), change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    ShellStage(tiles: tiles, size: size) { configuration in
      (configuration.idle.attractAfter, configuration.idle.scenes) = (60, scenes)
      configuration.idle.sceneDuration = 30
      change(&configuration)
    }
  }

  /// Lets time pass and draws all requested frames.
  private func play(_ stage: ShellStage, _ seconds: Double) {
    let end = stage.now + seconds
    while stage.now < end {
      if stage.shell.wantsFrame {
        stage.draw()
      } else {
        stage.wait(max(0.001, min(end, stage.shell.deadline ?? end) - stage.now))
      }
    }
  }

  /// The pictures that fill the screen, and their zoom.
  private func grounds(_ stage: ShellStage) -> [(file: String, zoom: Double)] {
    stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .ground(let ground) = picture.content,
        case .path(let path)? = ground.picture
      else { return nil }
      return (path, sprite.transform.row1.x)
    }
  }

  @Test func heroShowsTilePicturesInTurn() {
    let stage = stage([.hero])
    var seen: [String] = []
    play(stage, 62)
    for _ in 0..<5 {
      #expect(stage.writing.contains("Touch to begin") && stage.seenTiles.isEmpty)
      if let latest = grounds(stage).last?.file, seen.last != latest { seen.append(latest) }
      play(stage, 12.8)
    }
    #expect(seen == ["/0.jpg", "/1.jpg", "/3.jpg", "/0.jpg", "/1.jpg"], "the hero shows no protected tile")
  }

  @Test func pictureGrowsSlowlyWithoutEdges() {
    let stage = stage([.hero])
    play(stage, 63)
    var (zooms, frames): ([Double], Int) = ([], 0)
    for _ in 0..<220 {
      play(stage, 0.06)
      guard let sprite = stage.frame.sprites.first else { continue }
      frames += 1
      zooms.append(sprite.transform.row1.x)
      let half = Point(stage.size.width / 2, stage.size.height / 2)
      for corner in [Point(-half.x, -half.y), half] {
        let seen = sprite.transform.project(corner) ?? .zero
        #expect(abs(seen.x) >= half.x - 0.01 && abs(seen.y) >= half.y - 0.01)
      }
    }
    #expect(zooms.max() ?? 0 > 1.06 && zooms.max() ?? 2 <= 1.0801 && zooms.min() ?? 0 >= 1)
  }

  @Test func framesAreFewerThanTheRateAllows() {
    for rate in [10, 20] {
      let stage = stage([.hero]) { $0.idle.attractRate = rate }
      play(stage, 63)
      var frames = 0
      let end = stage.now + 5
      while stage.now < end {
        if stage.shell.wantsFrame {
          stage.draw()
          frames += 1
        } else {
          stage.wait(max(0.001, (stage.shell.deadline ?? end) - stage.now))
        }
      }
      #expect(frames <= rate * 5 && frames >= rate * 5 / 2, "\(frames) in 5 s at \(rate)")
    }
  }

  @Test func reducedMotionStopsGrowthAndRests() {
    let stage = stage([.hero]) { $0.access.hasReducedMotion = true }
    play(stage, 64)
    #expect(grounds(stage).map(\.zoom) == [1] && !stage.shell.wantsFrame)
    #expect(stage.shell.deadline.map { $0 > stage.now + 5 } == true, "until the next picture")
  }

  @Test(arguments: [[AttractScene.hero], [.ghost], [.turn], [.step]])
  func theFirstTouchOpensNothing(scenes: [AttractScene]) {
    let stage = stage(scenes)
    play(stage, 62)
    stage.tap(stage.center)
    #expect(stage.settle() && stage.starts.isEmpty && stage.shell.page == nil)
    #expect(stage.shell.idle.attraction == nil && !stage.seenTiles.isEmpty && stage.writing.isEmpty)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1, "the next one counts")
  }

  @Test func swipeOnTheGhostMovesTheRow() {
    let stage = stage([.ghost])
    play(stage, 60.5)
    let before = stage.centered.name
    stage.drag(from: stage.center, by: Point(-600, 0), seconds: 0.3, thenHold: 0.2)
    #expect(stage.settle() && stage.centered.name != before && stage.starts.isEmpty)
  }

  @Test func ghostSwipesAndSpeaksAllLanguages() throws {
    let stage = stage([.ghost])
    stage.send(
      .readers([
        try #require(try Localizer.compiled("de")), .english, try #require(try Localizer.compiled("fr")),
      ]))
    play(stage, 60)
    var (words, tiles): ([String], [String]) = ([], [])
    for _ in 0..<4 {
      play(stage, 2.1)
      words += stage.writing
      play(stage, 5.9)
      tiles.append(stage.centered.name)
      #expect(stage.writing.isEmpty && !stage.shell.wantsFrame, "the machine rests between swipes")
    }
    #expect(words == ["Swipe", "Wischen", "Glissez", "Swipe"])
    #expect(tiles == ["Tile 1", "Tile 2", "Tile 3", "Tile 4"])
  }

  @Test func theGhostsMarkIsRound() {
    let stage = stage([.ghost])
    play(stage, 62.1)
    let marks = stage.frame.sprites.filter { $0.fill == .color(.white) && $0.cornerRadius > 10 }
    #expect(marks.count >= 2)
    for mark in marks { #expect(mark.size == Size(2 * mark.cornerRadius, 2 * mark.cornerRadius)) }
  }

  @Test func ghostTurnsBackAtTheEnd() {
    let stage = stage([.ghost], tiles: ShellStage.tiles(3)) { $0.carousel.wrap = false }
    play(stage, 60)
    var tiles: [String] = []
    for _ in 0..<5 {
      play(stage, 8)
      tiles.append(stage.centered.name)
    }
    #expect(tiles == ["Tile 1", "Tile 2", "Tile 1", "Tile 0", "Tile 1"])
  }

  @Test func scenesComeInTheirOrder() {
    let stage = stage([.hero, .ghost, .tile("Tile 4"), .step])
    var seen: [AttractMode?] = []
    play(stage, 61)
    for _ in 0..<5 {
      switch stage.shell.idle.attraction {
      case .stepping: seen.append(.stepping(next: 0))
      case .program: seen.append(.program(ProgramID(0)))
      case let mode: seen.append(mode)
      }
      play(stage, 30)
    }
    #expect(seen == [.pictures, .ghost, .program(ProgramID(0)), .stepping(next: 0), .pictures])
    #expect(stage.effects.contains { if case .stop = $0 { true } else { false } })
  }

  @Test func emptySceneIsSkipped() {
    for scenes in [[AttractScene.hero, .slides, .tile("gone"), .step], [.slides], [.hero]] {
      let stage = stage(scenes, tiles: ShellStage.tiles(4))
      stage.pass(61)
      switch stage.shell.idle.attraction {
      case .turning, .stepping: break
      case let mode: Issue.record("\(scenes): \(String(describing: mode))")
      }
    }
  }

  @Test func instantlyEndingProgramIsNotRepeated() {
    let stage = stage([.tile("Tile 3"), .tile("Tile 4")])
    stage.pass(61)
    for program in 1...2 { stage.send(.ended(ProgramID(program), .exited(status: 1))) }
    stage.pass(600)
    #expect(stage.starts.count == 2 && !stage.shell.isCovered && stage.shell.notice == nil)
  }

  @Test func slidesHaveTranslatedCaptionsAndStandStill() throws {
    let stage = stage([.slides]) { configuration in
      configuration.idle.slides = [.path("/s/a.jpg"), .path("/s/b.jpg")]
      configuration.idle.captions["/s/a.jpg"] = LocalizedText("A hall", translations: ["de": "Ein Saal"])
    }
    stage.send(.languages(["de"], try #require(try Localizer.compiled("de"))))
    play(stage, 63)
    #expect(grounds(stage).map(\.file) == ["/s/a.jpg"] && stage.writing.contains("Ein Saal"))
    #expect(grounds(stage).map(\.zoom) == [1] && !stage.shell.wantsFrame)
    #expect(stage.shell.deadline.map { $0 > stage.now + 5 } == true)
    play(stage, 12)
    #expect(grounds(stage).map(\.file) == ["/s/b.jpg"] && !stage.writing.contains("Ein Saal"))
  }

  @Test func onlyTheHintIsSpokenAndOnce() {
    let stage = stage([.hero]) { $0.access.isSpoken = true }
    let before = stage.effects.count
    play(stage, 100)
    let said = stage.effects.dropFirst(before).compactMap { effect in
      if case .speak(let text, _) = effect { text } else { nil }
    }
    #expect(said.filter { $0.contains("Touch to begin") }.count == 1 && said.last?.contains("Touch") == true)
  }

  @Test func heroContinuesWithReloadedTiles() {
    let stage = stage([.hero])
    play(stage, 63)
    var tiles = Self.tiles
    tiles[0].appearance.photograph = TileFace.Photograph(.path("/new.jpg"))
    var configuration = KioskConfiguration.plain
    (configuration.idle.attractAfter, configuration.idle.scenes) = (60, [.hero])
    configuration.idle.sceneDuration = 30
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: tiles)
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    play(stage, 2)
    #expect(grounds(stage).last?.file == "/new.jpg" && stage.shell.idle.attraction == .pictures)
    configuration.idle.scenes = [.ghost]
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    play(stage, 2)
    #expect(stage.shell.idle.attraction == .ghost && grounds(stage).isEmpty)
  }

  @Test func orbitMovesOnceAMinuteAndResets() {
    let stage = stage([.step]) { $0.idle.sceneDuration = 3600 }
    play(stage, 60.5)
    let place = stage.seenTiles.map(\.y)
    var seen: [Point] = []
    for _ in 0..<9 {
      play(stage, 60)
      seen.append(stage.shell.presentation.orbit.offset)
    }
    #expect(Set(seen).count == 8 && seen[0] == seen[8])
    let radius = stage.shell.metrics.plainFontSize * 0.2
    #expect(seen.allSatisfy { abs($0.length - radius) < 1 })
    _ = stage.settle()
    #expect(stage.seenTiles[0].y == place[0] + seen[8].y)
    stage.tap(Point(5, 795))
    #expect(stage.settle() && stage.seenTiles.map(\.y) == place && stage.shell.presentation.orbit.due == nil)
  }

  @Test func firstTouchHitsTheVisibleTile() {
    let stage = stage([.step]) { $0.idle.sceneDuration = 3600 }
    play(stage, 122)
    #expect(stage.shell.presentation.orbit.offset != .zero)
    // The row follows a finger as soon as it lands.
    stage.drag(from: stage.center, by: Point(-300, 0), seconds: 0.3, lifts: false)
    #expect(stage.shell.presentation.orbit.offset != .zero, "as long as the finger is down")
    stage.up()
    #expect(stage.shell.presentation.orbit.offset == .zero)
  }

  @Test(arguments: [(AutomaticSetting.automatic, false), (.always, true), (.never, false)])
  func atRestOnlyConfiguredScenesWake(setting: AutomaticSetting, wakes: Bool) {
    let stage = ShellStage { $0.idle.orbit = setting }
    stage.tap(Point(5, 795))
    stage.pass(1)
    #expect(stage.settle() && (stage.shell.deadline != nil) == wakes)
    stage.pass(125)
    #expect((stage.shell.presentation.orbit.offset != .zero) == wakes)
  }

  @Test func aDarkScreenEndsIt() {
    let stage = stage([.hero]) { $0.idle.blankAfter = 90 }
    play(stage, 95)
    #expect(stage.shell.isDark && !stage.shell.wantsFrame && stage.shell.deadline == nil)
  }

  @Test(.enabled(if: allocations_are_counted(), "a sanitizer counts allocations itself"))
  func aFrameOfTheHeroTakesNoMemory() {
    let stage = stage([.hero])
    play(stage, 65)
    // By now, the buffers have grown.
    var before: UInt = 0
    for frame in 0..<120 {
      if frame == 30 { before = allocation_count() }
      stage.now += 1 / 60
      stage.shell.advance(to: stage.now, into: &stage.frame, effects: &stage.effects)
      _ = (stage.shell.deadline, stage.shell.wantsFrame)
    }
    #expect(allocation_count() - before == 0)
  }
}

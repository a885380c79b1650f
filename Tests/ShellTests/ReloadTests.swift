import Configuration
import RotundaGeometry
import Programs
import Testing

@testable import Shell

/// Reloads of the configuration.
struct ReloadTests {
  private func reload(_ stage: ShellStage, _ names: [Int], problems: [Diagnostic] = []) {
    var configuration = KioskConfiguration.plain
    configuration.carousel.layout = .linear
    configuration.carousel.details.layoutChangeDuration = 0
    let all = ShellStage.tiles(9)
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: names.map { all[$0] })
    stage.send(.configuration(configuration, shelves: [shelf], problems: problems))
    _ = stage.settle()
  }

  @Test(arguments: [
    ([0, 1, 2, 3, 4], "Tile 2"), ([2], "Tile 2"), ([7, 8, 2, 0], "Tile 2"), ([4, 3], "Tile 3"),
    ([0, 1, 6, 7], "Tile 6"),
  ])
  func visitorStaysWhileTheTileExists(names: [Int], expected: String) {
    let stage = ShellStage()
    stage.act(.nextTile)
    stage.act(.nextTile)
    _ = stage.settle()
    reload(stage, names)
    #expect(stage.centered.name == expected && abs(stage.centered.distance) < 0.01)
    stage.tap(stage.center)
    #expect(stage.starts.count == 1)
  }

  @Test func tilesComeAndGo() {
    let stage = ShellStage()
    reload(stage, [])
    #expect(stage.writing.joined().contains("being set up"))
    reload(stage, [5])
    #expect(stage.writing.isEmpty && stage.centered.name == "Tile 5")
  }

  private static let problem = Diagnostic(.error, file: "x.toml", line: 3, message: "is odd")

  @Test func problemMarkDisappearsWithItsFile() {
    let stage = ShellStage()
    stage.send(.configurationRefused([Self.problem]))
    #expect(stage.shell.wantsFrame)
    stage.draw()
    #expect(
      stage.shell.tilesPanel.markFrame != nil && stage.writing.isEmpty && stage.centered.name == "Tile 0")
    reload(stage, [1])
    #expect(stage.shell.tilesPanel.markFrame == nil && stage.centered.name == "Tile 1")
    reload(stage, [1], problems: [Self.problem])
    #expect(stage.shell.tilesPanel.markFrame != nil)
    reload(stage, [], problems: [Self.problem])
    #expect(stage.shell.tilesPanel.markFrame == nil && stage.writing.joined().contains("being set up"))
    #expect(!stage.writing.joined().contains("is odd"))
  }

  @Test func statusReportsAWaitingConfiguration() {
    let stage = ShellStage()
    stage.tap(stage.center)
    #expect(stage.shell.status.screen == .program && !stage.shell.status.isConfigurationWaiting)
    reload(stage, [1])
    #expect(stage.shell.status.isConfigurationWaiting)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(!stage.shell.status.isConfigurationWaiting)
  }

  private var taken: (ShellStage) -> Int {
    { $0.effects.count { if case .configurationTaken = $0 { true } else { false } } }
  }

  /// The screen during a reload: the visitor's tile stays in place, and the others move to their places.
  @Test func visitorsTileStaysInTheMiddleOnReload() throws {
    let stage = ShellStage()
    stage.act(.nextTile)
    stage.act(.nextTile)
    _ = stage.settle()
    func place(_ name: String) throws -> Double? {
      let index = try #require(stage.shell.tilesPanel.tiles.firstIndex { $0.name == name })
      let placement = stage.shell.tilesPanel.shelf.placements.first { $0.index == index && !$0.isHidden }
      return placement.flatMap { $0.transform.project(Point(0, 0))?.x }
    }
    let all = ShellStage.tiles(9)
    var configuration = KioskConfiguration.plain
    configuration.carousel.layout = .linear
    configuration.carousel.spacing = 1.6
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: [7, 2, 3, 8].map { all[$0] })
    let before = try #require(try place("Tile 3"))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    var places: [Double] = []
    for _ in 0..<300 where stage.shell.wantsFrame {
      stage.draw()
      #expect(abs(try place("Tile 2") ?? .infinity) < 1)
      places.append(try #require(try place("Tile 3")))
    }
    let after = try #require(places.last)
    #expect(!stage.shell.wantsFrame && after > before * 1.2)
    // On the way, the values are in between and never go back.
    #expect(places.count { $0 > before + 1 && $0 < after - 1 } > 5)
    #expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 + 0.5 })
  }

  /// The visible tiles in a frame: the middle and the opacity of each.
  private func look(_ stage: ShellStage) -> [String: (x: Double, opacity: Double)] {
    stage.frame.sprites.reduce(into: [:]) { seen, sprite in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content,
        let middle = sprite.transform.project(.zero)
      else { return }
      seen[face.label] = (middle.x, sprite.opacity)
    }
  }

  /// Tile 3 goes, tile 1 moves to its place, and tile 5 comes to the place of tile 1.
  @Test func tilesChangeBeforeTheVisitorsEyes() throws {
    let stage = ShellStage()
    stage.act(.nextTile)
    stage.act(.nextTile)
    _ = stage.settle()
    let before = look(stage)
    let (left, right) = (try #require(before["Tile 1"]?.x), try #require(before["Tile 3"]?.x))
    let all = ShellStage.tiles(9)
    let shelf = LauncherShelf(
      settings: stage.shell.tilesPanel.shelf.settings, tiles: [5, 2, 1].map { all[$0] })
    stage.send(.configuration(KioskConfiguration.plain, shelves: [shelf], problems: []))
    var frames: [[String: (x: Double, opacity: Double)]] = []
    for _ in 0..<300 where stage.shell.wantsFrame {
      stage.draw()
      frames.append(look(stage))
    }
    #expect(!stage.shell.wantsFrame && frames.count > 10)
    #expect(frames.allSatisfy { abs($0["Tile 2"]?.x ?? .infinity) < 1 })
    let moving = frames.compactMap { $0["Tile 1"]?.x }
    #expect(moving.count == frames.count && moving[0] < left + (right - left) / 4)
    #expect(zip(moving, moving.dropFirst()).allSatisfy { $0 <= $1 })
    #expect(moving.count { $0 > left + 1 && $0 < right - 1 } > 5 && abs((moving.last ?? 0) - right) < 1)
    let (going, coming) = (frames.compactMap { $0["Tile 3"] }, frames.compactMap { $0["Tile 5"] })
    #expect(going.allSatisfy { abs($0.x - right) < 1 } && coming.allSatisfy { abs($0.x - left) < 1 })
    #expect(zip(going, going.dropFirst()).allSatisfy { $0.opacity >= $1.opacity })
    #expect(zip(coming, coming.dropFirst()).allSatisfy { $0.opacity <= $1.opacity })
    for fading in [going, coming] { #expect(fading.count { $0.opacity > 0.1 && $0.opacity < 0.9 } > 5) }
    #expect(Set(try #require(frames.last).keys) == ["Tile 5", "Tile 2", "Tile 1"])
    #expect(coming.last?.opacity == 1 && stage.shell.tilesPanel.shelf.departing.isEmpty)
  }

  /// The same with reduced motion, from the configuration or from a visitor.
  @Test(arguments: [true, false]) func reducedMotionFadesTilesAtNewPlaces(isConfigured: Bool)
    throws
  {
    let stage = ShellStage { $0.access.hasReducedMotion = isConfigured }
    if !isConfigured { stage.act(.adjust(.reducedMotion(true))) }
    stage.act(.nextTile)
    stage.act(.nextTile)
    _ = stage.settle()
    let right = try #require(look(stage)["Tile 3"]?.x)
    let all = ShellStage.tiles(9)
    var configuration = KioskConfiguration.plain
    configuration.access.hasReducedMotion = isConfigured
    let shelf = LauncherShelf(
      settings: stage.shell.tilesPanel.shelf.settings, tiles: [5, 2, 1].map { all[$0] })
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    var seen: [(x: Double, opacity: Double)] = []
    for _ in 0..<300 where stage.shell.wantsFrame {
      stage.draw()
      if let tile = look(stage)["Tile 1"] { seen.append(tile) }
    }
    #expect(!stage.shell.wantsFrame && seen.allSatisfy { abs($0.x - right) < 1 })
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0.opacity <= $1.opacity } && seen.last?.opacity == 1)
    #expect(seen.count { $0.opacity > 0.1 && $0.opacity < 0.9 } > 5)
  }

  @Test func reloadWaitsForTheProgramsEnd() throws {
    let stage = ShellStage()
    stage.tap(stage.center)
    _ = stage.settle()
    reload(stage, [3, 4])
    #expect(stage.shell.tilesPanel.tiles.count == 5 && taken(stage) == 0)
    reload(stage, [3, 4, 5])
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    #expect(stage.shell.programOnScreen == nil && stage.shell.tilesPanel.tiles.count == 3)
    #expect(taken(stage) == 1, "the latest alone")
    stage.send(.focus(true))
    #expect(taken(stage) == 1)
  }

  @Test func brokenFileAfterAWaitingOneChangesNothing() {
    let stage = ShellStage()
    stage.tap(stage.center)
    reload(stage, [3, 4])
    stage.send(.configurationRefused([Self.problem]))
    stage.act(.home)
    stage.send(.focus(true))
    #expect(
      stage.shell.tilesPanel.tiles.count == 2 && stage.shell.tilesPanel.markFrame != nil
        && stage.shell.inbox.isRefused)
    reload(stage, [1])
    #expect(stage.shell.tilesPanel.markFrame == nil && !stage.shell.inbox.isRefused)
  }

  @Test func gesturesFollowTheNewFile() {
    let stage = ShellStage()
    var configuration = KioskConfiguration.plain
    configuration.gestures.bindings[.multiSwipe(fingers: 3, .up)] = .reload
    let shelf = LauncherShelf(settings: configuration.carousel, tiles: ShellStage.tiles(3))
    stage.send(.configuration(configuration, shelves: [shelf], problems: []))
    stage.glide(ShellStage.hand(3, Point(0, -200)))
    #expect(stage.reloads == 1)
  }
}

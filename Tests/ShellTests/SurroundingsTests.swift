import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Testing

@testable import Shell

/// The edges of the screen, and the background.
@Suite struct SurroundingsTests {
  private func time(_ minute: Int, _ second: Double = 0) -> WallTime {
    WallTime(year: 2026, month: 5, day: 4, weekday: 1, hour: 9, minute: minute, second: second)
  }

  private func clockStage() -> ShellStage {
    let stage = ShellStage { configuration in
      configuration.header.clock = .hours24
      configuration.header.date = .short
      configuration.header.title = "Town museum"
    }
    stage.send(.languages(["en_GB"], .english))
    stage.send(.wallTime(time(7, 30)))
    stage.draw()
    return stage
  }

  @Test func titleClockAndDateStandAtTheTop() {
    let stage = clockStage()
    #expect(Set(stage.writing) == ["Town museum", "09:07", "Monday 4 May"])
    #expect(stage.effects.contains(.readWallTime))
  }

  @Test func theDateStandsCloseBesideTheClock() throws {
    let panel = clockStage().shell.tilesPanel
    let boxes = panel.header.boxes(panel.theme, panel.metrics, scale: 1)
    let (clock, date) = (try #require(boxes.clock), try #require(boxes.date))
    // Both have the same height here.
    #expect(clock.size.height == date.size.height && abs(clock.center.y - date.center.y) <= 1)
    let gap = clock.origin.x - date.maxX
    #expect(gap > 0 && gap < 3 * panel.metrics.fontSize)
  }

  @Test(
    arguments: [
      (Theme.Name.dark, nil, "dark.svg"), (.light, nil, "logo.svg"),
      (.dark, Color(hex: 0xf0f0f0), "logo.svg"),
      (.light, Color(hex: 0x102030), "dark.svg"),
    ] as [(Theme.Name, Color?, String)])
  func theLogoSuitsTheGround(scheme: Theme.Name, ground: Color?, logo: String) {
    let stage = ShellStage {
      $0.theme.name = scheme
      ($0.brand.logo, $0.brand.logoDark) = (.path("logo.svg"), .path("dark.svg"))
      if let ground { $0.background.colors = [ground] }
    }
    stage.draw()
    let shown = stage.frame.sprites.compactMap { sprite -> IconSource? in
      guard case .picture(let picture, _) = sprite.fill, case .illustration(let source) = picture.content
      else { return nil }
      return source
    }
    #expect(shown == [IconSource(.path(logo))])
  }

  @Test func clockAsksOnceAMinute() throws {
    let stage = clockStage()
    #expect(stage.settle())
    let due = try #require(stage.shell.deadline)
    #expect(abs(due - stage.now - 30) < 1)
    let before = stage.frame.sprites
    let asked = stage.effects.count { $0 == .readWallTime }
    stage.wait(31)
    #expect(stage.effects.count { $0 == .readWallTime } == asked + 1)
    stage.send(.wallTime(time(8)))
    #expect(stage.shell.wantsFrame)
    stage.draw()
    let changed = zip(before, stage.frame.sprites).count { $0 != $1 }
    #expect(before.count == stage.frame.sprites.count && changed == 1, "only the clock")
    #expect(!stage.shell.wantsFrame)
  }

  @Test(arguments: [0, 3600.0]) func setOrSleptClockIsReadAtOnce(slept: Double) {
    let stage = clockStage()
    let asked = stage.effects.count { $0 == .readWallTime }
    stage.send(.clock(minuteOfWeek: 600, slept: slept))
    #expect(stage.effects.count { $0 == .readWallTime } == asked + 1)
  }

  @Test func hiddenClockIsNeverRead() {
    let stage = ShellStage()
    stage.send(.clock(minuteOfWeek: 600, slept: 3600))
    #expect(!stage.effects.contains(.readWallTime))
  }

  @Test func clockRestsBehindAProgram() {
    let stage = clockStage()
    stage.tap(stage.center)
    #expect(stage.settle() && stage.shell.deadline == nil)
  }

  @Test func headerWithoutClockNeedsNoDeadline() {
    let stage = ShellStage { $0.header.title = "Museum" }
    #expect(stage.settle() && stage.shell.deadline == nil)
  }

  private func dots(_ stage: ShellStage) -> [Sprite] {
    stage.frame.sprites.filter { $0.size.height < 20 && $0.cornerRadius == $0.size.height / 2 }
  }

  @Test func selectedDotStandsOut() throws {
    let stage = ShellStage { $0.header.indicator = .dots }
    #expect(dots(stage).count == 5 && dots(stage)[0].opacity > 0.999 && dots(stage)[1].opacity == 0.5)
    #expect(dots(stage)[0].size.width > 2 * dots(stage)[1].size.width)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle())
    #expect(dots(stage)[0].opacity == 0.5 && dots(stage)[1].opacity > 0.999)
  }

  @Test func dotsAreFartherApartThanWide() {
    let stage = ShellStage { $0.header.indicator = .dots }
    let dots = dots(stage)
    #expect(dots.count == 5)
    for (one, next) in zip(dots.dropFirst(), dots.dropFirst(2)) {
      let gap = next.transform.row4.x - one.transform.row4.x - one.size.width
      #expect(one.size.width == one.size.height && gap > one.size.width, "\(gap)")
    }
  }

  @Test(arguments: [5, 40]) func theNumberTakesThePlaceOfDots(count: Int) {
    let stage = ShellStage(tiles: ShellStage.tiles(count)) { $0.header.indicator = .index }
    stage.draw()
    #expect(stage.writing.contains("1 / \(count)") && dots(stage).isEmpty)
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle() && stage.writing.contains("2 / \(count)"))
  }

  @Test func shelfNamesAndOpeningNoteCanBeOff() {
    let stage = ShellStage(shelves: ["A", "B"]) { configuration in
      configuration.header.showsShelfNames = false
      configuration.header.showsOpening = false
    }
    stage.draw()
    #expect(stage.writing.isEmpty)
    stage.tap(stage.center)
    stage.draw()
    #expect(stage.starts.count == 1 && stage.writing.isEmpty)
  }

  private func grounds(_ stage: ShellStage) -> [(picture: IconSource?, opacity: Double)] {
    stage.frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .ground(let ground) = picture.content else {
        return nil
      }
      return (ground.picture, sprite.opacity)
    }
  }

  @Test func aGradientOrAPictureLiesBehindEverything() {
    #expect(grounds(ShellStage()).isEmpty, "a color needs no picture")
    let gradient = ShellStage { $0.background.colors = [.black, .white] }
    #expect(grounds(gradient).count == 1 && gradient.frame.sprites.first?.size == gradient.size)
    let picture = ShellStage { $0.background.pictures = [.path("/hall.png")] }
    #expect(grounds(picture).first?.picture == .path("/hall.png"))
    #expect(picture.settle() && picture.shell.deadline == nil)
  }

  @Test func picturesTakeTurnsAndFadeIntoEachOther() throws {
    let stage = ShellStage { configuration in
      configuration.background.pictures = [.path("/a.png"), .path("/b.png")]
      (configuration.background.interval, configuration.background.fade) = (20, 1)
    }
    #expect(stage.settle() && grounds(stage).map(\.picture) == [.path("/a.png")])
    stage.wait(20.1)
    for _ in 0..<30 { stage.draw() }
    let both = grounds(stage)
    #expect(both.map(\.picture) == [.path("/a.png"), .path("/b.png")])
    #expect((0.2...0.8).contains(try #require(both.last).opacity) && stage.shell.wantsFrame)
    #expect(stage.settle() && grounds(stage).map(\.picture) == [.path("/b.png")])
    let due = try #require(stage.shell.deadline)
    #expect(due > stage.now + 15)
    stage.tap(stage.center)
    #expect(stage.settle() && stage.shell.deadline == nil, "a slideshow rests behind a program")
  }

  @Test(arguments: [0.0, 0.1])
  func tilesHaveTheThemesShadow(size: Double) {
    let stage = ShellStage { $0.theme.changes["shadow-size"] = .number(size) }
    stage.draw()
    #expect(stage.frame.sprites.contains(where: \.isShadow) == (size > 0))
  }
}

extension SurroundingsTests {
  @Test func tilesAreMirroredWhenConfigured() throws {
    func mirrored(_ stage: ShellStage) -> [Sprite] { stage.frame.sprites.filter { $0.upperOpacity == 0 } }
    #expect(mirrored(ShellStage()).isEmpty)
    let stage = ShellStage { $0.carousel.reflection = 0.3 }
    let sprite = try #require(mirrored(stage).first { $0.transform.project(.zero)?.x == 0 })
    let tile = stage.shell.tilesPanel.shelf.tileSize
    let (near, far) = (
      try #require(sprite.transform.project(Point(0, sprite.size.height / 2))),
      try #require(sprite.transform.project(Point(0, -sprite.size.height / 2)))
    )
    #expect(
      (tile.height / 2..<tile.height * 0.53).contains(near.y) && far.y > near.y, "its lower edge is near")
    #expect(abs(sprite.opacity - 0.3) < 1e-9 && sprite.part.origin.y > 0.5)
    #expect(abs(sprite.part.size.height * tile.height - sprite.size.height) < 1e-9, "nothing is stretched")
  }

  @Test(arguments: [HeaderSettings.Details.onTile, .below])
  func textIsNeverReflected(details: HeaderSettings.Details) throws {
    var tiles = ShellStage.tiles(5)
    tiles[0].buttons = [LauncherTile(name: "Lamp", icon: nil, action: .start(Command(["lamp"])))]
    let stage = ShellStage(tiles: tiles) {
      $0.carousel.reflection = 0.28
      $0.header.details = details
      $0.header.indicator = .dots
    }
    #expect(stage.settle())
    let mirrored = stage.frame.sprites.filter { $0.reflection != .none }
    #expect(mirrored.count >= 3)
    let zones = stage.shell.tilesPanel.level.zones
    let lowest = (zones.details?.lowerBound ?? zones.indicator - stage.shell.metrics.plainFontSize) - 400
    for sprite in mirrored {
      if case .picture(let picture, _) = sprite.fill {
        guard case .face(let face) = picture.content else {
          Issue.record("\(sprite.fill) is mirrored")
          continue
        }
        #expect(face.isBare || face.label.isEmpty)
      }
      guard sprite.reflection == .whole else { continue }
      let far = try #require(sprite.transform.project(Point(0, -sprite.size.height / 2)))
      #expect(far.y <= lowest + 1e-6 && sprite.part.size.height <= 0.22 + 1e-9, "\(far) of \(lowest)")
    }
  }

  @Test func controlsOnATileAreMirrored() throws {
    var tile = LauncherTile(name: "Room", icon: nil, action: .perform(.none))
    tile.buttons = [LauncherTile(name: "Lamp", icon: nil, action: .start(Command(["lamp"])))]
    let stage = ShellStage(tiles: [tile]) { $0.carousel.reflection = 0.28 }
    #expect(stage.settle())
    let (size, edge) = (
      stage.shell.tilesPanel.shelf.tileSize, stage.shell.tilesPanel.shelf.tileSize.height / 2
    )
    let button = try #require(stage.shell.tilesPanel.shelf.centeredInterior).layout.buttons[0]
    let mirrored = try #require(stage.frame.sprites.first { $0.reflection == .detail })
    let place = try #require(mirrored.transform.project(Point(0, mirrored.size.height / 2)))
    #expect(mirrored.size.width == button.size.width && mirrored.opacity < 0.28)
    #expect(abs((place.y - edge) - (edge - button.maxY)) < size.height * 0.03, "as far below as above")
  }
}

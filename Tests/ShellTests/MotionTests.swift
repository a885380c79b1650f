import CarouselEngine
import Configuration
import Gestures
import RotundaGeometry
import Programs
import Scene
import SeededRandom
import Testing

@testable import Shell

@Suite struct MotionTests {
  @Test func aSpringGoesThereWithoutOvershootingAndStays() {
    var spring = SpringValue(0, response: 0.3)
    spring.go(to: 1, at: 10)
    var last = 0.0
    for step in 0...100 {
      let value = spring.value(at: 10 + Double(step) / 200)
      #expect(value >= last && value <= 1)
      last = value
    }
    #expect(last == 1 && spring.isOver(at: 10.5) && spring.velocity(at: 11) == 0)
    #expect(spring.value(at: 9) == 0, "before its start, it has its initial value")
  }

  @Test func springChangesItsTargetWithoutAJump() {
    let seed: UInt64 = 6_120
    var random = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      var spring = SpringValue(random.number(-2...2), response: random.number(0.05...1))
      var time = 0.0
      for _ in 0..<6 {
        spring.go(to: random.number(-2...2), at: time)
        time += random.number(0...0.4)
        let (value, speed) = (spring.value(at: time), spring.velocity(at: time))
        var other = spring
        other.go(to: random.number(-2...2), at: time)
        #expect(abs(other.value(at: time) - value) < 1e-9, "seed \(seed)")
        #expect(abs(other.velocity(at: time) - speed) < 1e-6, "seed \(seed)")
      }
      #expect(spring.value(at: time + 10) == spring.target, "seed \(seed)")
    }
  }

  @Test func springVelocityIsTheSlopeOfItsValue() {
    var spring = SpringValue(0, response: 0.4)
    spring.go(to: 3, at: 0)
    spring.go(to: -1, at: 0.1)
    for time in [0.1, 0.15, 0.2, 0.3] {
      let slope = (spring.value(at: time + 1e-6) - spring.value(at: time)) / 1e-6
      #expect(abs(slope - spring.velocity(at: time)) < 1e-2)
    }
  }

  /// The opacity of a text in each frame, until nothing moves.
  private func opacities(_ text: String, _ stage: ShellStage) -> [Double] {
    var opacities: [Double] = []
    while stage.shell.wantsFrame, opacities.count < 600 {
      stage.draw()
      let sprite = stage.frame.sprites.first { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
          return false
        }
        return block.text.contains(text)
      }
      opacities.append(sprite?.opacity ?? 0)
    }
    return opacities
  }

  @Test(arguments: [false, true]) func aMessageGoesAsItCame(isReduced: Bool) throws {
    let stage = ShellStage { $0.access.hasReducedMotion = isReduced }
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    #expect(stage.settle())
    let place = try #require(stage.shell.notice.flatMap { stage.shell.panels.notice.frame(of: $0) }).center
    stage.act(.back)
    #expect(
      stage.shell.notice == nil && !stage.shell.panels.notice.contains(place),
      "a leaving message receives no touches")
    let seen = opacities("cannot be opened", stage)
    #expect(seen.count > 5 && seen.count < 60 && seen.last == 0)
    #expect(seen.first.map { $0 > 0.5 } == true && zip(seen, seen.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(stage.shell.panels.notice.leaving == nil)
  }

  @Test func messageReplacesALeavingOneAtOnce() {
    let stage = ShellStage()
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(1), .notFound))
    #expect(stage.settle())
    stage.act(.back)
    stage.draw()
    stage.tap(stage.center)
    stage.send(.startFailed(ProgramID(2), .notFound))
    stage.draw()
    #expect(stage.writing.count { $0.contains("cannot be opened") } == 1)
  }

  private func card(_ stage: ShellStage, _ label: String = "Tile 0") throws -> Sprite {
    try #require(
      stage.frame.sprites.last { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
          return false
        }
        return face.label == label
      })
  }

  /// The visible size of a sprite as a multiple of its own extent.
  private func zoom(_ sprite: Sprite) throws -> Double {
    let (left, right) = (
      try #require(sprite.transform.project(Point(-0.5, 0))),
      try #require(sprite.transform.project(Point(0.5, 0)))
    )
    return right.x - left.x
  }

  @Test(arguments: [false, true])
  func aPressedTileGivesWayAndComesBack(isReduced: Bool) throws {
    let stage = ShellStage { $0.access.hasReducedMotion = isReduced }
    stage.down(stage.center)
    stage.wait(0.2)
    for _ in 0..<30 { stage.draw() }
    let pressed = try card(stage)
    #expect(try abs(zoom(pressed) - (isReduced ? 1 : 0.97)) < 0.001)
    #expect((pressed.brightness < 0.95) == isReduced)
    stage.move(stage.center + Point(0, 60))
    #expect(stage.settle())
    #expect(try abs(zoom(card(stage)) - 1) < 1e-9 && card(stage).brightness == 1)
  }

  /// The last picture in drawing order: the growing one, if any.
  private func front(_ stage: ShellStage) -> Sprite? {
    stage.frame.sprites.last { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .face = picture.content else { return false }
      return true
    }
  }

  /// The widths of the growing picture, frame by frame.
  private func widths(_ stage: ShellStage, _ frames: Int) -> [Double] {
    (0..<frames).map { _ in
      stage.draw()
      return front(stage)?.size.width ?? 0
    }
  }

  @Test func tileGrowsToTheScreenAndShrinksBack() throws {
    let stage = ShellStage()
    let width = stage.shell.tilesPanel.shelf.tileSize.width
    stage.tap(stage.center)
    let growing = widths(stage, 40)
    #expect(zip(growing, growing.dropFirst()).allSatisfy { $0 <= $1 } && growing[0] < 800)
    #expect(abs(growing[39] - 1280) < 1)
    stage.send(.ended(ProgramID(1), .exited(status: 0)))
    let shrinking = widths(stage, 40)
    #expect(zip(shrinking, shrinking.dropFirst()).allSatisfy { $0 >= $1 } && shrinking[0] > 900)
    #expect(shrinking[39] == width && stage.shell.tilesPanel.launch == nil && stage.settle())
  }

  @Test func growthReversesWithoutAJump() {
    let stage = ShellStage()
    let width = stage.shell.tilesPanel.shelf.tileSize.width
    stage.tap(stage.center)
    let growing = widths(stage, 6)
    stage.shell.perform(.home, into: &stage.effects)
    let shrinking = widths(stage, 40)
    let jumps = zip(growing + shrinking, (growing + shrinking).dropFirst()).map { abs($0 - $1) }
    #expect(jumps.allSatisfy { $0 < 200 }, "no jump: \(growing + shrinking)")
    #expect(shrinking[39] == width)
  }

  @Test func grownPictureCoversWithoutStretching() throws {
    for size in [Size(1280, 800), Size(1080, 1920), Size(800, 480)] {
      let stage = ShellStage(size: size)
      let tile = stage.shell.tilesPanel.shelf.tileSize
      stage.tap(stage.center)
      for _ in 0..<30 {
        stage.draw()
        let front = try #require(self.front(stage))
        let zoom = front.size.width / (front.part.size.width * tile.width)
        #expect(abs(front.size.height / (front.part.size.height * tile.height) - zoom) < 1e-9)
        #expect(
          max(front.part.size.width, front.part.size.height) == 1, "the picture is cropped on one side only")
        #expect(front.fill != .color(stage.shell.theme.card))
      }
    }
  }

  @Test func neighborsStepBackAndVanish() {
    let stage = ShellStage()
    stage.tap(stage.center)
    func beside() -> [Sprite] {
      stage.frame.sprites.filter { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
          return false
        }
        return face.label == "Tile 1"
      }
    }
    var seen: [Double] = []
    for _ in 0..<13 {
      stage.draw()
      seen.append(beside().map(\.opacity).max() ?? 0)
    }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 >= $1 } && seen[0] > 0.8 && seen[12] == 0)
    #expect(stage.frame.sprites.filter(\.isName).allSatisfy { $0.opacity == 0 })
  }

  @Test func slowProgramShowsProgress() {
    let stage = ShellStage()
    stage.tap(stage.center)
    func lines() -> Int { stage.frame.sprites.count { $0.size.height < 5 && $0.size.width > 50 } }
    for _ in 0..<20 { stage.draw() }
    #expect(lines() == 0 && stage.writing == ["Tile 0"], "the name without a message")
    for _ in 0..<40 { stage.draw() }
    #expect(lines() == 2)
    for _ in 0..<600 { stage.draw() }
    #expect(!stage.shell.wantsFrame, "some time nothing moves any more")
  }

  @Test func disabledOpeningMessageIsNotShown() {
    let stage = ShellStage { $0.header.showsOpening = false }
    stage.tap(stage.center)
    for _ in 0..<60 { stage.draw() }
    #expect(stage.writing.isEmpty && stage.frame.sprites.allSatisfy { $0.size.height > 5 })
  }

  @Test func reducedMotionFadesInsteadOfGrowing() {
    let stage = ShellStage { $0.access.hasReducedMotion = true }
    let width = stage.shell.tilesPanel.shelf.tileSize.width
    stage.tap(stage.center)
    var seen: [Double] = []
    for _ in 0..<14 {
      stage.draw()
      let ground = stage.frame.sprites.last { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .ambient = picture.content else {
          return false
        }
        return true
      }
      seen.append(ground?.opacity ?? 0)
      #expect(front(stage)?.size.width == width && ground.map { $0.size == Size(1280, 800) } != false)
    }
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 } && seen[1] < 0.9 && seen[13] == 1)
  }

  @Test func pageGrowsFromItsTileAndReturns() throws {
    var tiles = ShellStage.tiles(5)
    tiles[0] = PageTests.tile()
    let stage = ShellStage(tiles: tiles)
    func papers() -> [Double] {
      (0..<40).map { _ in
        stage.draw()
        let paper = stage.frame.sprites.last { $0.fill == .color(stage.shell.theme.background) }
        return paper?.size.width ?? 0
      }
    }
    stage.tap(stage.center)
    let growing = papers()
    let seen = growing.drop { $0 == 0 }
    let first = try #require(seen.first)
    #expect(growing[0] == 0 && (600..<1279).contains(first), "the picture comes first")
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 <= $1 } && growing[39] == 1280)
    stage.send(.key(KeyEvent(.escape)))
    let shrinking = papers()
    let left = shrinking.prefix { $0 > 0 }
    #expect(left.count > 3 && zip(left, left.dropFirst()).allSatisfy { $0 >= $1 } && shrinking[39] == 0)
    #expect(stage.settle() && stage.shell.panels.isEmpty)
  }

  @Test func aFolderGrowsOutOfItsTile() throws {
    var tiles = ShellStage.tiles(5)
    tiles[0] = ShellStage.folder("Games", ShellStage.tiles(3, named: "Game"))
    let stage = ShellStage(tiles: tiles)
    let width = stage.shell.tilesPanel.shelf.tileSize.width
    func folder() -> [Sprite] {
      stage.frame.sprites.filter { sprite in
        guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content else {
          return false
        }
        return face.label == "Games" && face.icon != .back && sprite.size.width > width
      }
    }
    stage.tap(stage.center)
    var widths: [Double] = []
    for _ in 0..<8 {
      stage.draw()
      if let grown = folder().first { widths.append(grown.size.width) }
    }
    #expect(widths.count >= 4 && zip(widths, widths.dropFirst()).allSatisfy { $0 < $1 }, "\(widths)")
    #expect(stage.settle() && folder().isEmpty)
  }

  @Test func messagesComeInFromBelow() throws {
    let gone = LauncherTile(name: "Gone", icon: nil, action: .unavailable(.noBrowser))
    let stage = ShellStage(tiles: [gone] + ShellStage.tiles(1))
    stage.tap(stage.center)
    var places: [Double] = []
    for _ in 0..<40 {
      stage.draw()
      let card = try #require(stage.frame.sprites.first { $0.fill == .color(stage.shell.theme.noticeTitle) })
      places.append(try #require(card.transform.project(.zero)).y)
    }
    #expect(places[0] > places[39] + 5 && zip(places, places.dropFirst()).allSatisfy { $0 >= $1 })
    #expect(stage.settle() && stage.frame.sprites.allSatisfy { $0.opacity == 1 })
  }
}

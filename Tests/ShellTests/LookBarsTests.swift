import CarouselEngine
import Configuration
import Foundation
import LongCheck
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Requirements for the look on every screen, in every layout, at every text size. By default a sample, with
/// ROTUNDA_LONG all combinations.
struct LookBarsTests {
  static let sizes = [
    Size(1280, 800), Size(1080, 1920), Size(800, 480), Size(1920, 1080), Size(2560, 1080), Size(1024, 768),
    Size(480, 800), Size(1024, 600), Size(480, 320),
  ]
  private static let layouts = LayoutKind.allCases.filter { $0 != .custom }

  /// The conditions that the launcher's look depends on.
  struct Scenario: CustomTestStringConvertible, Sendable {
    var size: Size
    var layout = LayoutKind.spotlight
    var textScale = 1.0
    var shelves = 1
    var tiles = 9
    var hasPictures = true
    var isVertical = false
    var theme = Theme.Name.dark
    var hasButtons = false

    var testDescription: String {
      "\(Int(size.width))x\(Int(size.height)) \(layout.rawValue) \(isVertical ? "vertical " : "")text \(textScale)"
        + " \(shelves) shelves \(tiles) tiles \(hasPictures ? "pictures" : "names") \(theme.rawValue)"
    }

    func stage() -> ShellStage {
      var tiles = ShellStage.tiles(self.tiles)
      for index in tiles.indices {
        tiles[index].appearance.detail = "What there is to know about tile \(index)"
        if hasPictures { tiles[index].appearance.photograph = .init(.path("/\(index).jpg")) }
      }
      let names = (0..<shelves).map { shelves == 1 ? nil : "Shelf \($0)" }
      let stage = ShellStage(tiles: tiles, shelves: names, size: size) {
        $0 = KioskConfiguration()
        $0.carousel.layout = layout
        $0.carousel.orientation = isVertical ? .vertical : .horizontal
        $0.access.textScale = textScale
        $0.theme.name = theme
        $0.header.title = "The museum of the town"
        $0.header.date = .long
        if hasButtons { $0.header.buttons = [.language, .accessibility] }
        if hasButtons {
          $0.header.title = LocalizedText(
            "The museum", translations: ["de": "Das Museum", "en": "The museum"])
        }
      }
      if hasButtons { stage.send(.languages(["en"], .english)) }
      stage.send(
        .wallTime(WallTime(year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)))
      _ = stage.settle()
      return stage
    }
  }

  private static let everyLook: [Scenario] = layouts.flatMap { layout in
    sizes.flatMap { size in
      [1, 1.6, 3].flatMap { textScale in
        [1, 3].map {
          let hasButtons = Int(size.width + size.height * textScale) % 20 < 10
          return Scenario(
            size: size, layout: layout, textScale: textScale, shelves: $0, hasButtons: hasButtons)
        }
      }
    }
  }

  /// The area of a visible pill; nil if a message covers it.
  private func drawn(_ control: FootControls.Control, _ stage: ShellStage) -> Rectangle? {
    guard let pill = stage.shell.panels.tiles.foot.shown(control) else { return nil }
    return SceneSampler(frame: stage.frame).writing.contains { pill.contains($0.area.center) } ? pill : nil
  }

  /// The areas that must not overlap.
  private func boxes(_ stage: ShellStage) -> [(name: String, area: Rectangle)] {
    let panel = stage.shell.panels.tiles
    let header = panel.header.boxes(panel.theme, panel.metrics, scale: 1)
    var boxes = [
      ("logo", header.logo), ("title", header.title), ("clock", header.clock), ("date", header.date),
      ("tile", stage.shell.panels.frame(of: .face)),
      ("language", drawn(.language, stage)), ("for everyone", drawn(.forEveryone, stage)),
      ("notice", stage.shell.notice.flatMap { stage.shell.panels.notice.frame(of: $0) }),
    ].compactMap { name, box in box.map { (name: name, area: $0) } }
    for writing in SceneSampler(frame: stage.frame).writing
    where writing.block.text.hasPrefix("What there is to know") || writing.block.text.hasPrefix("Shelf") {
      boxes.append((writing.block.text, writing.area))
    }
    return boxes
  }

  @Test(arguments: LongCheck.sample(everyLook, every: 19), [false, true])
  func nothingOverlaps(scenario: Scenario, hasNotice: Bool) {
    // Triple-size text in a message takes half of a screen.
    let hasNotice = hasNotice && scenario.textScale < 2
    let stage = scenario.stage()
    if hasNotice {
      stage.shell.withOutbox(&stage.effects) { $0.show(Notice(.opening(tile: "Tile 0"), expires: nil)) }
      stage.send(.resized(scenario.size, scale: 1))
      _ = stage.settle()
    }
    let boxes = boxes(stage)
    let area = Rectangle(origin: .zero, size: scenario.size)
    for (index, one) in boxes.enumerated() {
      for other in boxes[(index + 1)...] {
        let overlap = one.area.intersection(other.area)?.intersection(area)
        #expect(
          overlap.map { $0.size.width < 1 || $0.size.height < 1 } ?? true,
          "\(one) and \(other), \(scenario.testDescription)")
      }
    }
  }

  @Test(arguments: layouts) func selectedTileIsClearlyTheLargest(layout: LayoutKind) {
    let stage = Scenario(size: Size(1920, 1080), layout: layout).stage()
    let level = stage.shell.panels.tiles.level
    let (shelf, place) = (level.shelves[level.current], level.place(of: level.current))
    let placements = shelf.placements.filter { $0.opacity > 0.5 && !$0.isHidden }
    let middle = shelf.carousel.currentItemIndex
    var seen: [Int: Int] = [:]
    let (columns, rows) = (96, 54)
    for index in 0..<columns * rows {
      let point = Point(
        ((Double(index % columns) + 0.5) / Double(columns) - 0.5) * stage.size.width,
        ((Double(index / columns) + 0.5) / Double(rows) - 0.5) * stage.size.height)
      let front = placements.last { placement in
        let size = shelf.size(of: placement.index)
        return placement.transform.unproject(point - place).map {
          abs($0.x) <= size.width / 2 && abs($0.y) <= size.height / 2
        } ?? false
      }
      if let front { seen[front.index, default: 0] += 1 }
    }
    for (tile, points) in seen where tile != middle {
      #expect(Double(points) <= 0.75 * Double(seen[middle] ?? 0), "tile \(tile) of \(layout)")
    }
  }

  private static let counts: [Scenario] = sizes.flatMap { size in
    [3, 4, 5, 9].flatMap { count in
      [true, false].map { Scenario(size: size, tiles: count, hasPictures: $0) }
    }
  }

  @Test(arguments: LongCheck.sample(counts, every: 5)) func mostOfTheScreenIsUsed(scenario: Scenario) {
    let isUpright = scenario.size.height > scenario.size.width * Metrics.uprightShape
    let empty = SceneSampler(frame: scenario.stage().frame).emptyPart
    // Legible text takes more of a small screen, and on 21:9 screens the far tiles are small.
    let isOdd = scenario.size.height < 600 || scenario.size.width > 2 * scenario.size.height
    let most = isUpright ? 0.4 : scenario.size.height < 400 ? 0.55 : isOdd ? 0.5 : 0.45
    #expect(empty <= most, "\(empty) \(scenario.testDescription)")
  }

  @Test(arguments: sizes) func aSingleTileIsLarge(size: Size) throws {
    for hasPictures in [true, false] {
      let stage = Scenario(size: size, tiles: 1, hasPictures: hasPictures).stage()
      let empty = SceneSampler(frame: stage.frame).emptyPart
      #expect(empty <= 0.6, "\(empty) \(size) \(hasPictures)")
    }
  }

  /// Pure white and black, grays and hues.
  private static let pictures: [Color] =
    (0...9).map { Color(Double($0) / 9, Double($0) / 9, Double($0) / 9) }
    + (0..<40).map { index in
      let turn = Double(index % 20) / 20 * 6
      func channel(_ shift: Double) -> Double {
        let place = (turn + shift).truncatingRemainder(dividingBy: 6)
        return min(1, max(0, abs(place - 3) - 1))
      }
      let (full, pale) = (Color(channel(0), channel(4), channel(2)), index >= 20)
      return pale ? full.mixed(with: .white, 0.5) : full
    }

  /// The brightest and the darkest light of pictures, in OKLab: the limits that Artwork sets.
  private static func lights(isBright: Bool) -> [Color] {
    (isBright ? [0.9, 0.97] : [0.16, 0.34]).map { lightness in
      let linear = lightness * lightness * lightness
      let value = linear <= 0.0031308 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
      return Color(value, value, value)
    }
  }

  /// Screens with and without tiles behind the header.
  private static let written: [Scenario] = Theme.Name.allCases.flatMap { theme in
    [
      Scenario(size: Size(1280, 800), theme: theme),
      Scenario(size: Size(1280, 800), shelves: 3, theme: theme),
      Scenario(size: Size(1280, 800), isVertical: true, theme: theme),
      Scenario(size: Size(1280, 800), layout: .scaledRing, theme: theme),
      Scenario(size: Size(1280, 800), layout: .invertedWheel, theme: theme),
      Scenario(size: Size(1080, 1920), theme: theme), Scenario(size: Size(1280, 800), tiles: 1, theme: theme),
    ]
  }

  @Test(arguments: written) func allTextIsLegible(scenario: Scenario) {
    let stage = scenario.stage()
    if scenario.shelves > 1 {
      stage.act(.nextShelf)
      #expect(stage.settle())
    }
    let sampler = SceneSampler(frame: stage.frame)
    let isBright = scenario.theme == .light
    let writing = sampler.writing
    #expect(writing.count >= 3)
    for picture in LongCheck.isOn ? Self.pictures : [.white, .black, Self.pictures[17], Self.pictures[30]] {
      for light in Self.lights(isBright: isBright) {
        for one in writing {
          let contrast = sampler.leastContrast(of: one, picture: picture, light: light)
          #expect(
            contrast >= 4.5, "\(one.block.text) on \(picture): \(contrast), \(scenario.testDescription)")
        }
      }
    }
  }
}

/// B8 to B11: the requirements of touch, sight and the machine.
extension LookBarsTests {
  /// Returns the number of frames at 60 Hz that show a press after a tap of 40 ms.
  private func pressedFrames(_ stage: ShellStage, at point: Point, _ isPressed: (TilesPanel) -> Bool) -> Int {
    #expect(stage.settle())
    stage.down(point)
    stage.wait(0.04)
    stage.up()
    return (0..<30).count { _ in
      stage.draw()
      return isPressed(stage.shell.tilesPanel)
    }
  }

  @Test func shortTapIsVisibleOnEveryControl() throws {
    for control in [FootControls.Control.previous, .next] {
      let stage = Scenario(size: Size(1280, 800)).stage()
      let target = try #require(stage.shell.tilesPanel.chevron(control))
      let frames = pressedFrames(stage, at: target.center) { $0.foot.pressed == control }
      #expect(frames >= 5, "\(control)")
    }
    // On the visible tiles: the selected tile, and the one beside it.
    for way in [0.0, 320] {
      let stage = Scenario(size: Size(1280, 800)).stage()
      let middle = try #require(stage.shell.panels.frame(of: .face)).center
      let frames = pressedFrames(stage, at: middle + Point(way, 0)) {
        ($0.press?.depth.value(at: $0.clock) ?? 0) > 0.1
      }
      #expect(frames >= 5, "\(way)")
    }
  }

  /// EN 301 549, 5.1.4: at a distance of 60 cm, 0.7° are 7.3 mm. Panels below ten inches have no room for
  /// such large letters, and visitors read them from nearer. 5.1 mm are 0.7° at 42 cm.
  private static func leastCapital(_ panel: TargetTests.Screen) -> Double {
    min(panel.height, panel.height / panel.size.height * panel.size.width) >= 130 ? 7.3 : 5.1
  }

  @Test(arguments: TargetTests.screens) func largePrintIsLargeEnough(panel: TargetTests.Screen) {
    let most = AccessibilitySettings.textScales.upperBound
    var tiles = ShellStage.tiles(9)
    for index in tiles.indices {
      tiles[index].appearance.detail = "What there is to know about tile \(index)"
      (tiles[index].appearance.kicker, tiles[index].appearance.meta) = ("New", "Hall 3")
      tiles[index].appearance.photograph = .init(.path("/\(index).jpg"))
    }
    for details in [HeaderSettings.Details.below, .onTile] {
      let stage = ShellStage(tiles: tiles, size: panel.size) {
        $0 = KioskConfiguration()
        ($0.access.textScale, $0.header.details) = (most, details)
        ($0.header.title, $0.header.date) = ("The museum of the town", .long)
      }
      stage.send(.measured(pointsPerMillimeter: panel.pointsPerMillimeter))
      stage.send(
        .wallTime(WallTime(year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)))
      #expect(stage.settle())
      let writing = SceneSampler(frame: stage.frame).writing
      #expect(writing.count >= 2)
      for one in writing {
        let capital = one.block.fontSize * 0.714 / panel.pointsPerMillimeter
        #expect(
          capital >= Self.leastCapital(panel) - 0.05, "\(one.block.text) has \(capital) mm on \(panel.name)")
      }
      let hasNameElsewhere = stage.shell.tilesPanel.level.zones.details != nil
      for sprite in stage.frame.sprites where hasNameElsewhere && sprite.opacity > 0.02 {
        guard case .picture(let picture, _) = sprite.fill, case .writing(let face) = picture.content else {
          continue
        }
        let letters = face.fontSize * sprite.transform.nearness(at: .zero)
        let capital = letters * 0.714 / panel.pointsPerMillimeter
        #expect(
          capital >= Self.leastCapital(panel) - 0.05, "\(face.label) has \(capital) mm on \(panel.name)")
      }
    }
  }

  /// The same on the pad: its texts, digits and key labels, in every language.
  @Test(arguments: TargetTests.screens, ["en", "de", "ar", "ja", "fr"])
  func largePrintIsLargeEnoughOnThePad(panel: TargetTests.Screen, language: String) throws {
    let stage = ShellStage.withPIN(size: panel.size) {
      $0.access.textScale = AccessibilitySettings.textScales.upperBound
    }
    stage.send(.measured(pointsPerMillimeter: panel.pointsPerMillimeter))
    let words = language == "en" ? .english : try #require(try Localizer.compiled(language))
    stage.send(.languages([language], words))
    func check(_ least: Int) {
      #expect(stage.settle())
      stage.draw()
      let writing = SceneSampler(frame: stage.frame).writing.filter { $0.block.text != "×" }
      #expect(writing.count >= least)
      for one in writing {
        let capital = one.block.fontSize * 0.714 / panel.pointsPerMillimeter
        // Sentences shrink on panels without enough room.
        let isSentence = one.block.text.count > 2
        let least = Self.leastCapital(panel) * (isSentence ? 0.68 : 1)
        #expect(capital >= least - 0.05, "\(one.block.text) has \(capital) mm on \(panel.name)")
      }
    }
    stage.act(.lock)
    check(13)
    stage.enter("1111")
    check(13)
    stage.enter("1111", wait: 40)
    check(1)
    let layout = stage.shell.padLayout
    let areas = layout.keys + [layout.title, layout.answer, layout.dots]
    for (index, area) in areas.enumerated() {
      #expect(stage.shell.environment.screen.intersection(area) == area, "\(area) on \(panel.name)")
      for other in areas.dropFirst(index + 1) { #expect(area.intersection(other) == nil) }
    }
  }

  @Test(arguments: sizes) func pictureLightIsOneQuadAndWakesNothing(size: Size) {
    var tiles = ShellStage.tiles(5)
    for index in tiles.indices { tiles[index].appearance.photograph = .init(.path("/\(index).jpg")) }
    let stage = ShellStage(tiles: tiles, size: size) {
      $0 = KioskConfiguration()
      ($0.header.clock, $0.header.hasNudge) = (.none, false)
    }
    func lights(_ frame: SceneFrame) -> Int {
      frame.sprites.count {
        guard case .picture(let picture, _) = $0.fill, case .ambient = picture.content else { return false }
        return true
      }
    }
    #expect(stage.settle())
    #expect(lights(stage.frame) == 1 && !stage.shell.wantsFrame && stage.shell.deadline == nil)
    // During the change there are two for a moment.
    stage.act(.nextTile)
    var most = 0
    for _ in 0..<120 {
      stage.draw()
      most = max(most, lights(stage.frame))
    }
    #expect(most <= 2 && lights(stage.frame) == 1)
  }
}

/// D12: layouts with few tiles show all of them.
extension LookBarsTests {
  /// At this tile size, wheels and inside-view layouts have no room for four tiles.
  private static let round: [LayoutKind] = [
    .rotary, .cylinder, .ring, .scaledRing, .ellipse, .invertedEllipse,
  ]

  @Test(arguments: round, [2, 3, 4, 5]) func fewTilesOnACircleAreAllSeen(layout: LayoutKind, count: Int) {
    let stage = Scenario(size: Size(1920, 1080), layout: layout, tiles: count).stage()
    let shelf = stage.shell.tilesPanel.shelf
    let seen = shelf.placements.filter { placement in
      guard placement.opacity > 0.99, shelf.isShown(placement),
        let middle = placement.transform.project(.zero)
      else { return false }
      return abs(middle.x) < stage.size.width * 0.6
    }
    #expect(Set(seen.map(\.index)).count == count, "\(seen.map(\.index)) of \(count) on \(layout)")
  }

  @Test func fewCircleTilesStartInTheMiddle() {
    let stage = Scenario(size: Size(1920, 1080), layout: .ring, tiles: 4).stage()
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 1)
    stage.act(.nextTile)
    stage.act(.nextTile)
    #expect(stage.settle() && stage.shell.tilesPanel.carousel.currentItemIndex == 3)
  }
}

import CarouselEngine
import Configuration
import LongCheck
import RotundaGeometry
import Gestures
import Scene
import SeededRandom
import Testing

@testable import Shell

struct DemoTests {
  static let sizes = [Size(800, 480), Size(1280, 800), Size(1080, 1920)]

  @Test func everyKeyOfTheCarouselHasAControl() {
    let controls = Set(DemoControl.all(hasKeyframes: true).map(\.key))
    // A placeholder needs words and files, which are the editor's task.
    for key in ConfigurationSection.carousel.keys where key != .placeholder {
      #expect(controls.contains(key), "\(key.name)")
    }
    for key in [ConfigurationKey.themeName, .tileStyle] { #expect(controls.contains(key)) }
  }

  @Test func ownTilesHaveNamesInTheLanguage() throws {
    let table = DemoTable()
    table.demo.press(.removeTile, at: table.now, into: &table.effects)
    table.send(.languages(["de"], try #require(try Localizer.compiled("de"))))
    for _ in 0..<8 { table.demo.press(.addTile, at: table.now, into: &table.effects) }
    #expect(table.names.contains("Öffnungszeiten") && table.names.contains("Kachel 15"))
    #expect(Set(table.names).isDisjoint(with: ["Opening hours", "Floor plan", "Tile 15"]))
    #expect(
      table.settle() && Set(table.demo.shell.tilesPanel.shelf.tiles.map(\.name)).contains("Öffnungszeiten"))
  }

  @Test func tilesOfTheConfigurationKeepTheirNames() throws {
    let shelf = LauncherShelf(settings: CarouselSettings(), tiles: ShellStage.tiles(2))
    var demo = DemoStage(configuration: KioskConfiguration(), shelves: [shelf], fileName: "out.toml")
    var effects: [DemoEffect] = []
    demo.handle(.languages(["de"], try #require(try Localizer.compiled("de"))), at: 1, into: &effects)
    #expect(demo.shelves[0].tiles.map(\.name) == ["Tile 0", "Tile 1"])
  }

  @Test func controlsOfBasicKeysComeFirst() {
    let levels = DemoControl.all(hasKeyframes: true).map(\.key.level)
    let basic = levels.count { $0 == .basic }
    #expect(basic >= 5 && basic < levels.count)
    #expect(levels.prefix(basic).allSatisfy { $0 == .basic })
  }

  @Test func everyLayoutAndThemeCanBeChosen() {
    let controls = DemoControl.all(hasKeyframes: true)
    #expect(
      controls.contains { $0.key == .layout && $0.kind == .choice(LayoutKind.allCases.map(\.rawValue)) })
    #expect(
      controls.contains { $0.key == .themeName && $0.kind == .choice(Theme.Name.allCases.map(\.rawValue)) })
  }

  @Test func ownLayoutNeedsKeyframes() {
    var configuration = KioskConfiguration()
    #expect(!DemoTable(Size(800, 480), configuration).words(of: "layout").contains("custom"))
    configuration.carousel.details.keyframes = [LayoutKeyframe(offset: 0, position: .zero)]
    #expect(DemoTable(Size(800, 480), configuration).words(of: "layout").contains("custom"))
  }

  @Test func sliderReachesBothEndsOnly() {
    for control in DemoControl.all(hasKeyframes: true) {
      guard case .sliders(let scales) = control.kind else { continue }
      for scale in scales {
        #expect(scale.number(at: -1) == scale.range.lowerBound, "\(control.key.name)")
        #expect(scale.number(at: 2) == scale.range.upperBound, "\(control.key.name)")
        var last = -Double.infinity
        for step in 0...200 {
          let part = Double(step) / 200
          let number = scale.number(at: part)
          #expect(scale.range.contains(number) && number >= last, "\(control.key.name) at \(part): \(number)")
          #expect(!scale.isWhole || number == number.rounded())
          #expect(abs(scale.part(of: number) - part) < (scale.isWhole ? 0.2 : 0.01), "\(control.key.name)")
          last = number
        }
        let start = scale.number(at: 0.5)
        #expect(scale.number(from: start, steps: 1) > start && scale.number(from: start, steps: -1) < start)
      }
    }
  }

  @Test func numbersAreShort() {
    let scale = SliderScale(range: 0.05...4, usual: 0.5, isWhole: false)
    for step in 1..<100 {
      #expect(SettingValue.number(scale.number(at: Double(step) / 100)).text.count <= 5)
    }
  }

  @Test(arguments: LongCheck.sample(sizes, every: 3)) func aFingerSetsEveryOption(size: Size) {
    let table = DemoTable(size)
    for control in DemoControl.all(hasKeyframes: false) {
      table.allow(control.key)
      let index = table.row(control.key.name)
      let before = table.demo.look.value(of: control.key)
      switch control.kind {
      case .toggle: table.tap(table.place(index) { $0.head })
      case .choice(let words):
        let other = (control.index(of: before) ?? words.count - 1) == 0 ? 1 : 0
        table.tap(table.place(index) { $0.chips[other] })
      case .sliders:
        let track = table.place(index) { $0.tracks[0] }
        table.drag(from: track, by: Point(3 * table.demo.plan.unit, 0))
      }
      #expect(table.demo.look.value(of: control.key) != before, "\(control.key.name)")
      #expect(table.demo.look.isSet(control.key), "\(control.key.name)")
    }
  }

  @Test(arguments: LongCheck.sample(sizes, every: 3)) func keysSetEveryOption(size: Size) {
    let table = DemoTable(size)
    var index = 0
    while index < table.demo.rows.count {
      defer { index += 1 }
      if index > 0 { table.press(.down) }
      #expect(table.demo.focus == .row(index))
      let key = table.demo.rows[index].control.key
      let before = table.demo.look.value(of: key)
      table.press(.right)
      if table.demo.look.value(of: key) == before { table.press(.left, .left) }
      #expect(table.demo.look.value(of: key) != before, "\(key.name)")
      let row = table.demo.rows[index].area
      table.settlePanel()
      #expect(row.origin.y >= table.demo.scroll.offset - 1)
    }
  }

  @Test func optionsWithoutEffectAreHidden() throws {
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .coverFlow
    let table = DemoTable(Size(1280, 800), configuration)
    #expect(table.keys.contains("side-tilt") && table.keys.contains("momentum"))
    #expect(Set(table.keys).isDisjoint(with: ["radius", "arc", "bounces", "deceleration-rate"]))
    table.tap(table.place(table.row("side-tilt")) { $0.tracks[0] })
    #expect(table.demo.look.lines.contains { $0.hasPrefix("side-tilt") })
    let row = table.row("layout")
    table.demo.focus = .row(row)
    table.demo.set(.word("wheel"), of: table.demo.rows[row].control, at: table.now)
    #expect(!table.keys.contains("side-tilt") && table.keys.contains("radius"))
    // The demo does not write another layout's settings, and restores them with that layout.
    #expect(!table.demo.look.lines.contains { $0.hasPrefix("side-tilt") })
    let physics = table.row("physics")
    table.demo.focus = .row(physics)
    table.demo.set(.word("cover-flow"), of: table.demo.rows[table.row("layout")].control, at: table.now)
    #expect(table.demo.look.lines.contains { $0.hasPrefix("side-tilt") })
    #expect(table.demo.focus == .row(table.row("physics")) && table.row("physics") != physics)
  }

  @Test func crossResetsAValue() {
    let table = DemoTable()
    let row = table.row("spacing")
    table.tap(table.place(row) { $0.tracks[0] })
    #expect(table.demo.look.carousel.spacing != nil)
    table.tap(table.place(row) { $0.reset })
    #expect(table.demo.look.carousel.spacing == nil)
    table.press(.character("r"))
    #expect(table.demo.look.carousel == CarouselSettings())
  }

  @Test func choiceAppearsInLauncherAndText() {
    let table = DemoTable()
    #expect(table.demo.look.lines == ["[carousel]"])
    let row = table.row("layout")
    guard case .choice(let words) = table.demo.rows[row].control.kind,
      let place = words.firstIndex(of: "wheel")
    else { return #expect(Bool(false)) as Void }
    table.tap(table.place(row) { $0.chips[place] })
    #expect(table.demo.shell.tilesPanel.carousel.options.layout == .wheel)
    #expect(table.demo.look.lines == ["[carousel]", "layout = \"wheel\""])
    table.tap(table.place(0) { $0.chips[1] })
    #expect(table.demo.shell.theme.background == Theme(.light).background)
    #expect(table.demo.look.lines.suffix(3) == ["", "[theme]", "name = \"light\""])
  }

  @Test func demoBeginsWithTheConfiguration() {
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .rotary
    configuration.carousel.details.arc = .pi
    configuration.theme.name = .highContrast
    let table = DemoTable(Size(1280, 800), configuration)
    #expect(
      table.demo.look.lines == [
        "[carousel]", "layout = \"rotary\"", "arc = 180", "", "[theme]", "name = \"high-contrast\"",
      ])
  }

  @Test func tilesAreAddedAndRemovedInTheMiddle() {
    let table = DemoTable()
    let before = table.names
    table.tap(table.button(.addTile))
    #expect(
      table.names.count == before.count + 1 && table.names[0] == before[0] && table.names[2] == before[1])
    table.tap(table.button(.removeTile))
    table.tap(table.button(.removeTile))
    #expect(table.names.count == before.count - 1 && !table.names.contains(before[0]))
    for _ in 0..<200 { table.press(.character("-")) }
    #expect(table.names.count == 1)
    for _ in 0..<200 { table.press(.character("+")) }
    #expect(table.names.count == DemoTiles.most && Set(table.names).count == DemoTiles.most)
  }

  @Test(arguments: sizes) func fingersOnTheLauncherOnlyTurnIt(size: Size) {
    let table = DemoTable(size)
    let (look, offset) = (table.demo.look, table.demo.scroll.offset)
    let width = table.demo.plan.screen.size.width
    table.drag(from: table.demo.plan.screen.center, by: Point(-width * 0.4, 0))
    table.settle()
    #expect(table.demo.shell.tilesPanel.carousel.currentItemIndex > 0)
    #expect(table.demo.look == look && table.demo.scroll.offset == offset)
  }

  @Test func fingersOnTheOptionsScrollThem() {
    let table = DemoTable()
    let start = table.place(3) { $0.head }
    table.drag(from: start, by: Point(0, -200))
    #expect(table.demo.scroll.offset > 100)
    #expect(table.demo.look.lines == ["[carousel]"])
    #expect(table.demo.shell.tilesPanel.carousel.currentItemIndex == 0)
  }

  @Test func wheelMovesTheFocusedPart() {
    let table = DemoTable()
    let wheel = ShellEvent.scroll(ScrollEvent(.steps(x: 0, y: 3), milliseconds: 0))
    table.send(wheel)
    table.settlePanel()
    let offset = table.demo.scroll.offset
    #expect(offset > 0 && table.demo.shell.tilesPanel.carousel.currentItemIndex == 0)
    table.demo.focus = .screen
    table.send(wheel)
    table.settle()
    #expect(table.demo.scroll.offset == offset)
  }

  @Test func onlyKeysShowTheFocus() {
    let table = DemoTable()
    #expect(!table.demo.showsFocus)
    table.press(.down)
    #expect(table.demo.showsFocus)
    table.tap(table.demo.plan.screen.center)
    #expect(!table.demo.showsFocus)
  }

  @Test func numbersEndWhereTheirRowEnds() {
    let table = DemoTable()
    let row = table.row("spacing")
    let end = table.place(row) { Rectangle(center: Point($0.head.maxX, $0.head.center.y), size: .zero) }
    table.settle()
    table.draw()
    let ends = table.frame.sprites.compactMap { sprite -> Point? in
      guard case .picture = sprite.fill, let center = sprite.transform.project(.zero) else { return nil }
      return Point(center.x + sprite.size.width / 2 + 640, center.y + 400)
    }
    // Letters stand on whole pixels.
    #expect(ends.contains { ($0 - end).length < 1 })
  }

  @Test func demoStartsNoProgram() {
    let table = DemoTable()
    table.tap(table.demo.plan.screen.center)
    #expect(table.demo.shell.isCovered)
    #expect(table.demo.deadline != nil)
    table.settle()
    #expect(!table.demo.shell.isCovered && table.demo.program == nil)
    #expect(table.effects.allSatisfy { $0 == .readWallTime })
  }

  @Test func savingAsksBeforeItReplacesAFile() {
    let table = DemoTable()
    table.tap(table.button(.save))
    #expect(table.requests == [.save(table.demo.look.file, replaces: false)])
    table.demo.saved(.exists)
    #expect(table.demo.buttons == [.replace, .keep])
    table.tap(table.button(.keep))
    #expect(table.requests.count == 1 && table.demo.saving == .changed)
    table.press(.character("s"))
    table.demo.saved(.exists)
    // Enter keeps the existing file.
    table.press(.enter)
    #expect(table.requests.count == 2)
    table.press(.character("s"))
    table.demo.saved(.exists)
    table.tap(table.button(.replace))
    #expect(table.requests.last == .save(table.demo.look.file, replaces: true))
    table.demo.saved(.done)
    #expect(table.demo.saving == .done)
  }

  @Test func questionAboutAFileTakesTheFocus() {
    let table = DemoTable()
    table.demo.saved(.exists)
    #expect(table.demo.buttons[1] == .keep && table.demo.focus == .button(1))
    table.press(.enter)
    #expect(table.demo.saving == .changed)
    table.demo.focus = .row(2)
    table.demo.saved(.done)
    #expect(table.demo.focus == .row(2))
  }

  @Test func theLauncherCanHaveTheWholeScreen() {
    let table = DemoTable()
    table.tap(table.button(.wholeScreen))
    #expect(table.demo.plan.zoom == 1 && table.demo.plan.screen.size == Size(1280, 800))
    table.drag(from: Point(640, 400), by: Point(-300, 0))
    table.settle()
    #expect(table.demo.shell.tilesPanel.carousel.currentItemIndex > 0)
    table.tap(table.button(.options))
    #expect(table.demo.plan.zoom < 1)
    table.press(.character("w"))
    #expect(table.demo.isWhole)
    table.press(.escape)
    #expect(!table.demo.isWhole && !table.demo.isOver)
    table.press(.escape)
    #expect(table.demo.isOver)
  }

  @Test(
    arguments: sizes + [Size(3840, 2160), Size(480, 320), Size(320, 480), Size(2560, 1080), Size(64, 48)])
  func areasDoNotOverlap(size: Size) {
    let plan = DemoPlan(Metrics(size: size), isWhole: false)
    let areas = [plan.screen, plan.bar, plan.panel, plan.result, plan.help]
    for (index, area) in areas.enumerated() {
      #expect(area.size.width >= 0 && area.size.height >= 0)
      for other in areas[(index + 1)...] where min(size.width, size.height) >= 300 {
        #expect(area.inset(by: 0.01).intersection(other) == nil, "\(area) and \(other)")
      }
      guard min(size.width, size.height) >= 300 else { continue }
      #expect(area.maxX <= size.width + 0.01 && area.maxY <= size.height + 0.01)
    }
    let (rows, length) = DemoRow.rows(
      DemoControl.all(hasKeyframes: true), width: plan.panel.size.width, unit: plan.unit)
    for (index, row) in rows.enumerated() {
      #expect(row.area.maxY <= length && row.area.maxX <= plan.panel.size.width + 0.01)
      for other in rows[(index + 1)...] { #expect(row.area.intersection(other.area) == nil) }
      for part in row.chips + row.tracks where min(size.width, size.height) >= 300 {
        let inside = row.area.inset(by: -0.01).intersection(part)?.size ?? .zero
        #expect(abs(inside.width - part.size.width) < 0.001 && abs(inside.height - part.size.height) < 0.001)
      }
    }
  }

  /// On a low and wide screen, the height limits the launcher's screen.
  @Test(arguments: [Size(1280, 400), Size(1920, 480), Size(1280, 800)])
  func resultHasRoomForFourLines(size: Size) {
    let plan = DemoPlan(Metrics(size: size), isWhole: false)
    #expect(plan.result.size.height >= 4 * plan.unit)
    #expect(plan.help.size == plan.result.size)
  }

  /// Fingers need 9 mm, or at least 7 mm (ISO 9241-9). The sizes are in points of 1/160 inch.
  @Test(arguments: sizes) func touchTargetsAreLargeEnough(size: Size) {
    let table = DemoTable(size)
    let least = 37.0
    for place in table.demo.buttonPlaces {
      #expect(min(place.area.size.width, place.area.size.height) >= least)
    }
    for row in table.demo.rows {
      for part in row.chips + row.tracks { #expect(min(part.size.width, part.size.height) >= least) }
    }
  }

  @Test func eventsBeforeAScreenAreAccepted() {
    var demo = DemoStage(configuration: KioskConfiguration(), shelves: [], fileName: "out.toml")
    var effects: [DemoEffect] = []
    for key in [Key.left, .down, .tab, .enter, .end, .character("r"), .character("w"), .character("+")] {
      demo.handle(.key(KeyEvent(key)), at: 1, into: &effects)
    }
    let down = TouchEvent.down(id: 0, at: Point(3, 3), milliseconds: 0)
    demo.handle(.touch(TouchFrame([down, .up(id: 0, milliseconds: 50)])), at: 2, into: &effects)
    #expect(!demo.wantsFrame && !demo.isOver)
    demo.handle(.key(KeyEvent(.escape)), at: 3, into: &effects)
    #expect(demo.isOver)
  }

  @Test func atRestNothingIsDrawn() {
    let table = DemoTable()
    #expect(table.settle())
    #expect(!table.demo.wantsFrame && table.demo.deadline == nil)
  }

  @Test func anyOrderOfEventsIsAccepted() {
    var generator = SeededGenerator(seed: 23)
    for size in Self.sizes {
      let table = DemoTable(size)
      let keys: [Key] = [
        .left, .right, .up, .down, .tab, .enter, .home, .end, .pageDown, .character("+"), .character("-"),
        .character("w"), .character("s"), .character("r"),
      ]
      for _ in 0..<1500 {
        table.milliseconds += Int.random(in: 0...60, using: &generator)
        let point = Point(
          Double.random(in: -50...size.width + 50, using: &generator),
          Bool.random(using: &generator) ? Double.random(in: 0...size.height, using: &generator) : 60)
        let id = Int32.random(in: 0...3, using: &generator)
        let events: [TouchEvent] = [
          .down(id: id, at: point, milliseconds: table.stamp),
          .motion(id: id, at: point, milliseconds: table.stamp),
          .up(id: id, milliseconds: table.stamp), .cancelContact(id: id), .cancel,
        ]
        switch Int.random(in: 0...30, using: &generator) {
        case 0...3: table.press(keys.randomElement(using: &generator) ?? .left)
        case 4: table.demo.saved([.done, .exists, .failed("no")].randomElement(using: &generator) ?? .done)
        case 5:
          table.send(
            .resized(Bool.random(using: &generator) ? size : Size(size.height, size.width), scale: 1))
        case 6: table.draw()
        case let number: table.send(.touch(TouchFrame([events[min(number % 7, 4)]])))
        }
        #expect(table.demo.tileCount >= 1 && table.demo.tileCount <= DemoTiles.most)
      }
    }
  }
}

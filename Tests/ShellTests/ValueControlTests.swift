import Configuration
import Gestures
import Programs
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Sliders, steppers and choices on tiles.
struct ValueControlTests {
  private static func part(_ name: String, _ control: ValueControl) -> LauncherTile {
    var part = LauncherTile(name: name, icon: nil, action: .start(Command(["set", name, "{value}!"])))
    part.value = control
    part.opensWindow = false
    return part
  }

  private static func slider(step: Double = 0, source: ValueSource? = nil) -> LauncherTile {
    var control = ValueControl(.slider, range: 0...100, step: step, initial: 40)
    (control.unit, control.source) = ("%", source)
    return part("Volume", control)
  }

  private static let stepper = part("Copies", ValueControl(.stepper, range: 1...3, step: 1, initial: 1))

  private static var choice: LauncherTile {
    var control = ValueControl(.choice, range: 0...2, step: 1, initial: 0)
    (control.choices, control.words) = (["Quiet", "Normal", "Loud"], ["q", "n", "l"])
    return part("Sound", control)
  }

  private func stage(
    _ parts: [LauncherTile], change: (inout KioskConfiguration) -> Void = { _ in },
    ofTile: (inout LauncherTile) -> Void = { _ in }
  ) -> ShellStage {
    var tile = LauncherTile(name: "Room", icon: nil, action: .perform(.none))
    tile.buttons = parts
    tile.appearance.extent = .size(Size(600, 500))
    ofTile(&tile)
    let stage = ShellStage(tiles: [tile] + ShellStage.tiles(3)) {
      $0.gestures.resampling = false
      change(&$0)
    }
    #expect(stage.settle())
    return stage
  }

  /// The area of a button on the screen.
  private func area(_ index: Int, _ stage: ShellStage) throws -> Rectangle {
    let interior = try #require(stage.shell.tilesPanel.shelf.centeredInterior)
    let area = interior.layout.buttons[index]
    return Rectangle(center: stage.center + area.center, size: area.size)
  }

  private func at(_ share: Double, of area: Rectangle) -> Point {
    let edge = area.size.height * 0.25
    return Point(area.origin.x + edge + (area.size.width - 2 * edge) * share, area.center.y)
  }

  private func commands(_ stage: ShellStage) -> [[String]] { stage.starts.map(\.command.arguments) }

  private func endPrograms(_ stage: ShellStage, status: Int32 = 0) {
    for id in Array(stage.shell.programs.silent.keys) { stage.send(.ended(id, .exited(status: status))) }
  }

  private func shown(_ stage: ShellStage, _ index: Int = 0) throws -> Double {
    let tile = try #require(stage.shell.tilesPanel.liveTile)
    return stage.shell.tilesPanel.values.value(of: tile.buttons[index])
  }

  @Test func aTapOnASliderSetsIt() throws {
    let stage = stage([Self.slider()])
    let area = try area(0, stage)
    stage.tap(at(0.75, of: area))
    #expect(try abs(shown(stage) - 75) < 0.5)
    #expect(commands(stage).count == 1 && commands(stage)[0][..<2] == ["set", "Volume"])
    #expect(commands(stage)[0][2].hasPrefix("75") && commands(stage)[0][2].hasSuffix("!"))
    #expect(!stage.shell.isCovered)
  }

  @Test(arguments: [0.0, 1, 20, 50, 99, 100]) func thumbNeverCoversTheText(value: Double)
    throws
  {
    let stage = stage([Self.slider(), Self.slider()])
    stage.send(.key(KeyEvent(.home)))
    let part = try #require(stage.shell.tilesPanel.liveTile).buttons[0]
    stage.shell.withPanels { _ = $0.tiles.values.set(value, of: part) }
    #expect(stage.settle())
    let area = try area(0, stage)
    let track = ValueLayout(area).track
    let writing = SceneSampler(frame: stage.frame).writing.filter { area.contains($0.area.center) }
    #expect(writing.count >= 2, "a name and a number")
    // The thumb is as high as it is wide, and not higher anywhere.
    let thumb = stage.frame.sprites.filter { sprite in
      guard case .color = sprite.fill, let center = sprite.transform.project(.zero) else { return false }
      let place = center + stage.center
      return abs(place.y - track.center.y) < 1 && abs(sprite.size.width - sprite.size.height) < 0.01
    }
    #expect(thumb.count == 1)
    let top = track.center.y - (thumb.first?.size.height ?? 0) / 2
    for one in writing { #expect(one.area.center.y + one.block.fontSize * 0.5 <= top, "\(one.block.text)") }
  }

  /// A drag along the tiles' direction moves the slider, and the carousel stays.
  @Test func dragOnASliderMovesOnlyIt() throws {
    let stage = stage([Self.slider(step: 5)])
    let area = try area(0, stage)
    stage.down(at(0.2, of: area))
    for step in 1...12 {
      stage.now += 0.016
      stage.move(at(0.2 + Double(step) * 0.05, of: area))
      stage.draw()
      #expect(stage.shell.tilesPanel.carousel.scrollOffset == 0)
    }
    #expect(try shown(stage) == 80)
    // The finger leaves the tile: the slider is full.
    stage.move(at(3, of: area) + Point(0, -300))
    stage.draw()
    #expect(try shown(stage) == 100)
    stage.up()
    endPrograms(stage)
    stage.pass(3)
    #expect(commands(stage).last == ["set", "Volume", "100!"])
    #expect(stage.settle() && stage.shell.tilesPanel.carousel.scrollOffset == 0)
  }

  @Test func aDragBesideTheSliderTurnsTheCarousel() throws {
    let stage = stage([Self.slider()])
    stage.drag(from: stage.center + Point(0, -200), by: Point(-400, 0), seconds: 0.2)
    #expect(stage.settle())
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex > 0 && commands(stage).isEmpty)
  }

  @Test func dragAcrossASliderIsNotItsOwn() throws {
    let stage = stage([Self.slider()])
    let area = try area(0, stage)
    stage.drag(from: area.center, by: Point(0, -150), seconds: 0.2)
    #expect(stage.settle() && commands(stage).isEmpty)
  }

  @Test func sliderStaysHorizontalInVerticalCarousels() throws {
    let stage = stage([Self.slider(step: 1)]) { $0.carousel.orientation = .vertical }
    let area = try area(0, stage)
    stage.down(at(0.1, of: area))
    for step in 1...10 {
      stage.now += 0.016
      stage.move(at(0.1 + Double(step) * 0.05, of: area))
      stage.draw()
    }
    stage.up()
    #expect(try shown(stage) == 60)
    #expect(stage.settle() && stage.shell.tilesPanel.carousel.scrollOffset == 0)
  }

  @Test func canceledDragKeepsTheValue() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.down(at(0.5, of: area))
    stage.move(at(0.8, of: area))
    stage.draw()
    #expect(try shown(stage) == 80)
    stage.touch(.cancel)
    #expect(try shown(stage) == 40)
    endPrograms(stage)
    stage.pass(1)
    #expect(commands(stage).last == ["set", "Volume", "40!"])
  }

  /// A finger moves for two seconds, and programs take some time. At most ten start in a second, one at a
  /// time, and the last value arrives.
  @Test(arguments: [0.0, 0.03, 0.15, 0.7])
  func programStartsTenTimesASecondAtMost(takes: Double) throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    var times: [Double] = []
    var (seen, ends) = (0, [(ProgramID, Double)]())
    func look() {
      for (id, due) in ends where due <= stage.now { stage.send(.ended(id, .exited(status: 0))) }
      ends.removeAll { $0.1 <= stage.now }
      for start in stage.starts[seen...] {
        #expect(ends.isEmpty, "one at a time")
        times.append(stage.now)
        ends.append((start.program, stage.now + takes))
      }
      seen = stage.starts.count
    }
    stage.down(at(0, of: area))
    for step in 1...120 {
      stage.wait(1 / 60)
      stage.move(at(Double(step) / 120, of: area))
      look()
    }
    stage.up()
    for _ in 0..<200 {
      stage.wait(1 / 60)
      look()
    }
    for (first, second) in zip(times, times.dropFirst()) { #expect(second - first >= 0.0999) }
    #expect(times.count > 2 && times.count <= 22)
    #expect(commands(stage).last == ["set", "Volume", "100!"])
    #expect(stage.shell.tilesPanel.values.deadline == nil)
  }

  /// A hanging program blocks the next value for two seconds, and no longer.
  @Test func hangingProgramDoesNotBlockForever() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.tap(at(0.5, of: area))
    stage.wait(0.3)
    stage.tap(at(0.9, of: area))
    #expect(commands(stage).count == 1)
    stage.pass(2.5)
    #expect(commands(stage).map { $0[2] } == ["50!", "90!"])
  }

  @Test func failingProgramRestoresTheValue() throws {
    let stage = stage([Self.slider(step: 1)])
    stage.tap(at(0.9, of: try area(0, stage)))
    endPrograms(stage, status: 3)
    #expect(try shown(stage) == 40)
    #expect(!stage.reports.isEmpty || stage.shell.notice != nil)
  }

  @Test func stepperHasMoreAndLess() throws {
    let stage = stage([Self.stepper])
    let layout = ValueLayout(try area(0, stage))
    for expected in [2.0, 3, 3] {
      stage.tap(layout.more.center)
      #expect(try shown(stage) == expected)
      endPrograms(stage)
      stage.wait(0.4)
    }
    stage.tap(layout.less.center)
    #expect(try shown(stage) == 2)
    stage.wait(0.4)
    stage.tap(Point(layout.area.origin.x + 10, layout.area.center.y))
    #expect(try shown(stage) == 2)
    #expect(commands(stage).map { $0[2] } == ["2!", "3!", "2!"])
  }

  @Test func aTapChoosesAPartOfAChoice() throws {
    let stage = stage([Self.choice])
    let segments = ValueLayout(try area(0, stage)).segments(3)
    stage.tap(segments[2].center)
    #expect(commands(stage) == [["set", "Sound", "l!"]])
    #expect(["Quiet", "Normal", "Loud"].allSatisfy(stage.writing.contains))
    #expect(!stage.writing.contains("Sound"))
  }

  @Test func keysChangeTheFocusedControl() throws {
    let stage = stage([Self.slider(step: 5), Self.choice])
    stage.send(.key(KeyEvent(.tab)))
    stage.send(.key(KeyEvent(.right)))
    #expect(try shown(stage) == 45)
    #expect(stage.shell.tilesPanel.carousel.currentItemIndex == 0)
    stage.send(.key(KeyEvent(.left)))
    stage.send(.key(KeyEvent(.left)))
    #expect(try shown(stage) == 35)
    stage.send(.key(KeyEvent(.tab)))
    stage.send(.key(KeyEvent(.right)))
    #expect(try shown(stage, 1) == 1)
    // One key is enough: it goes from choice to choice and wraps around.
    for expected in [2.0, 0, 1] {
      stage.send(.key(KeyEvent(.enter)))
      #expect(try shown(stage, 1) == expected)
    }
    stage.send(.key(KeyEvent(.escape)))
    stage.send(.key(KeyEvent(.right)))
    #expect(stage.settle() && stage.shell.tilesPanel.carousel.currentItemIndex == 1)
  }

  @Test func filesAndCommandsSetTheValue() throws {
    let source = ValueSource.command(["get"])
    let stage = stage([Self.slider(step: 1, source: source)])
    stage.send(.values([source: "Volume: 70\n"]))
    #expect(try shown(stage) == 70)
    #expect(commands(stage).isEmpty)
    // Values that were read earlier do not overwrite a visitor's value.
    stage.tap(at(0.9, of: try area(0, stage)))
    stage.send(.values([source: "Volume: 70\n"]))
    #expect(try shown(stage) == 90)
    let asked = stage.effects.count { $0 == .readValue(source) }
    endPrograms(stage)
    #expect(stage.effects.count { $0 == .readValue(source) } == asked + 1)
    stage.send(.values([source: "Volume: 85\n"]))
    #expect(try shown(stage) == 85)
  }

  /// A swipe that begins beside a slider never moves one, even when tiles pass below its starting point.
  @Test func swipeDoesNotGrabASlider() throws {
    let stage = stage([Self.slider()])
    let area = try area(0, stage)
    stage.down(Point(stage.center.x - 320, area.center.y))
    for step in 1...30 {
      stage.now += 0.016
      stage.move(Point(stage.center.x - 320 + Double(step) * 12, area.center.y))
      stage.draw()
    }
    stage.up()
    #expect(stage.settle() && commands(stage).isEmpty)
  }

  /// A program that fails at once starts at most ten times a second, too.
  @Test func failuresAreLimitedToTenASecond() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.down(at(0, of: area))
    for step in 1...60 {
      stage.wait(1 / 60)
      stage.move(at(Double(step) / 60, of: area))
      endPrograms(stage, status: 1)
    }
    stage.up()
    #expect(commands(stage).count <= 11)
  }

  /// 60 succeeds, and 90 fails. The slider shows 60 again, and visitors can set the first value again.
  @Test func failureShowsTheLastGoodValue() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.tap(at(0.6, of: area))
    endPrograms(stage)
    stage.wait(0.5)
    stage.tap(at(0.9, of: area))
    endPrograms(stage, status: 1)
    #expect(try shown(stage) == 60)
    stage.wait(0.5)
    stage.tap(at(0.4, of: area))
    #expect(commands(stage).map { $0[2] } == ["60!", "90!", "40!"])
  }

  /// The next value stops a hanging program, and its end has no effect.
  @Test func hangingProgramStopsForTheNextValue() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.tap(at(0.5, of: area))
    let first = try #require(stage.starts.first?.program)
    stage.wait(0.3)
    stage.tap(at(0.9, of: area))
    stage.pass(2.5)
    #expect(stage.effects.contains(.stop(first)))
    stage.send(.ended(first, .signaled(signal: 15, coreDumped: false)))
    #expect(try shown(stage) == 90)
    stage.wait(0.3)
    stage.tap(at(0.1, of: area))
    // The second program runs.
    #expect(commands(stage).count == 2)
    endPrograms(stage)
    stage.pass(0.3)
    #expect(commands(stage).last?[2] == "10!")
  }

  /// In another language, the control has another name and keeps its value.
  @Test func aControlKeepsItsValueInAnotherLanguage() throws {
    let stage = stage([Self.slider(step: 1)])
    stage.tap(at(0.6, of: try area(0, stage)))
    endPrograms(stage)
    var translated = LauncherTile(name: "Raum", icon: nil, action: .perform(.none))
    translated.id = "Room"
    var part = Self.slider(step: 1)
    part.name = "Lautstärke"
    translated.buttons = [part]
    stage.send(.shelves([LauncherShelf(name: nil, settings: CarouselSettings(), tiles: [translated])]))
    #expect(try shown(stage) == 60)
  }

  /// By its identifier, from a gesture or from outside. No program receives the placeholder itself.
  @Test func openedControlMovesToItsNextValue() throws {
    let stage = stage([Self.stepper])
    stage.act(.openTile("Copies"))
    #expect(commands(stage) == [["set", "Copies", "2!"]] && !stage.shell.isCovered)
  }

  /// A reload during a drag replaces the slider. The finger does not set the new one.
  @Test func fingerSetsOnlyItsOwnControl() throws {
    let stage = stage([Self.slider(step: 1)])
    let area = try area(0, stage)
    stage.down(at(0.2, of: area))
    stage.move(at(0.5, of: area))
    stage.draw()
    var other = LauncherTile(name: "Room", icon: nil, action: .perform(.none))
    other.buttons = [Self.part("Heating", ValueControl(.slider, range: 0...100, step: 1, initial: 20))]
    other.appearance.extent = .size(Size(600, 500))
    stage.send(.shelves([LauncherShelf(name: nil, settings: CarouselSettings(), tiles: [other])]))
    let before = commands(stage).count
    stage.move(at(0.9, of: area))
    stage.draw()
    stage.up()
    endPrograms(stage)
    stage.pass(5)
    #expect(commands(stage)[before...].allSatisfy { $0[1] != "Heating" }, "\(commands(stage))")
    #expect(try shown(stage) == 20)
    #expect(stage.shell.tilesPanel.values.deadline == nil)
  }

  /// In right-to-left languages, the bar fills from the right, and numbers stay left to right.
  @Test func mirroredBarFillsFromTheRight() throws {
    let stage = stage([Self.slider(step: 1)]) { $0.access.isMirrored = true }
    let area = try area(0, stage)
    stage.tap(Point(stage.size.width - at(0.25, of: area).x, area.center.y))
    #expect(try shown(stage) == 25)
    stage.draw()
    let letters = stage.frame.sprites.compactMap { sprite -> (String, Double)? in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        block.text.count == 1, let place = sprite.transform.project(.zero)
      else { return nil }
      return (block.text, place.x)
    }
    #expect(letters.sorted { $0.1 < $1.1 }.map(\.0) == ["2", "5", "%"])
  }

  @Test func protectedControlNeedsThePIN() throws {
    let stage = stage([Self.slider()]) {
      $0.admin.pin = .hash(ShellStage.hash)
    } ofTile: {
      $0.needsPIN = true
    }
    let area = try area(0, stage)
    stage.drag(from: at(0.2, of: area), by: Point(200, 0), seconds: 0.2)
    #expect(stage.settle() && commands(stage).isEmpty)
  }

  @Test func valuesAreSpoken() {
    var stepper = Self.stepper
    stepper.name = "Copies"
    let stage = stage([stepper]) { $0.access.isSpoken = true }
    stage.send(.key(KeyEvent(.tab)))
    _ = stage.settle()
    func said() -> [String] {
      stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    }
    #expect(said().last?.contains("Copies") == true && said().last?.contains("1") == true)
    stage.send(.key(KeyEvent(.right)))
    _ = stage.settle()
    #expect(said().last?.contains("2") == true, "\(said())")
  }
}

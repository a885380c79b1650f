import Configuration
import Gestures
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// The launcher's keyboard over programs.
struct ProgramKeyboardTests {
  /// A stage with a program on the screen that gets the keyboard.
  private static func stage(
    size: Size = Size(1280, 800), isSpoken: Bool = false, tile: AutomaticSetting = .automatic,
    kiosk: Bool = true
  ) -> ShellStage {
    let stage = ShellStage.conducting {
      $0.kiosk.hasKeyboard = kiosk
      $0.access.isSpoken = isSpoken
      $0.admin.pin = .hash(ShellStage.hash)
    } conduct: {
      $0.keyboard = tile
    }
    stage.send(.languages(["de"], .english))
    stage.send(.keyboards([KeyboardTests.german]))
    stage.send(.programKeyboard(.screen(size, scale: 1)))
    stage.tap(stage.center)
    #expect(stage.shell.isCovered)
    return stage
  }

  private static func enter(
    _ purpose: ProgramField.Purpose, on stage: ShellStage, isAtBeginning: Bool = false
  ) {
    stage.send(.programKeyboard(.entered(ProgramField(purpose, isAtBeginning: isAtBeginning))))
  }

  private static func press(_ place: Point, on stage: ShellStage, seconds: Double = 0.05) {
    let time = { UInt32(stage.now * 1000) }
    let touch = { (event: TouchEvent) in stage.send(.programKeyboard(.touch(TouchFrame([event])))) }
    touch(.down(id: 1, at: place, milliseconds: time()))
    stage.pass(seconds)
    touch(.up(id: 1, milliseconds: time()))
  }

  /// Presses the key with an action.
  private static func press(
    _ action: BoardKey.Action, on stage: ShellStage, seconds: Double = 0.05
  ) throws {
    let board = stage.shell.programKeyboard.board
    let key = try #require(board.keys.firstIndex { $0.action == action }, "no \(action)")
    press(board.places.keys[key].center, on: stage, seconds: seconds)
  }

  private static func press(_ text: String, on stage: ShellStage, seconds: Double = 0.05) throws {
    let board = stage.shell.programKeyboard.board
    let key = try #require(
      board.keys.firstIndex { $0.typed(isShifted: board.isShifted) == text }, "no \(text)")
    press(board.places.keys[key].center, on: stage, seconds: seconds)
  }

  private static func typed(_ stage: ShellStage) -> [ProgramStroke] {
    stage.effects.compactMap { if case .type(let stroke) = $0 { stroke } else { nil } }
  }

  private static func view(_ stage: ShellStage) -> ProgramKeyboardView? { stage.shell.programKeyboardView }

  @Test func keysAppearAndDisappearWithTheField() throws {
    let stage = Self.stage()
    #expect(Self.view(stage)?.hasKeys == false)
    Self.enter(.text, on: stage)
    let view = try #require(Self.view(stage))
    #expect(view.hasKeys && view.size.width == 1280 && view.bottom == 0)
    #expect(view.reserved > 200 && view.reserved < 460 && view.size.height > view.reserved)
    #expect(view.area.maxY == view.size.height && view.area.size.height == view.reserved)
    stage.send(.programKeyboard(.left))
    stage.pass(0.3)
    // A program that reports its fields needs no button.
    #expect(Self.view(stage) == nil)
  }

  /// The program's window would become larger and smaller again.
  @Test func keysStayFromOneFieldToTheNext() throws {
    let stage = Self.stage()
    Self.enter(.password, on: stage)
    let view = try #require(Self.view(stage))
    stage.send(.programKeyboard(.left))
    stage.pass(0.1)
    #expect(Self.view(stage) == view && stage.shell.programKeyboard.board.kind.isSecret)
    Self.enter(.text, on: stage)
    stage.pass(1)
    #expect(Self.view(stage)?.hasKeys == true && !stage.shell.programKeyboard.board.kind.isSecret)
    // Hidden keys do not come back with the end of their field.
    try Self.press(.hide, on: stage)
    stage.send(.programKeyboard(.left))
    #expect(Self.view(stage) == nil)
  }

  @Test func keysTypeIntoTheProgram() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    for text in ["q", "ü", "ß"] {
      guard text == "ß" else {
        try Self.press(text, on: stage)
        continue
      }
      // Other forms of a letter appear above its key.
      let board = stage.shell.programKeyboard.board
      let key = try #require(board.keys.firstIndex { $0.typed(isShifted: false) == "s" })
      let time = UInt32(stage.now * 1000)
      stage.send(
        .programKeyboard(
          .touch(TouchFrame([.down(id: 1, at: board.places.keys[key].center, milliseconds: time)]))))
      stage.pass(0.6)
      let forms = try #require(stage.shell.programKeyboard.board.variants)
      let place = forms.places[try #require(forms.texts.firstIndex(of: "ß"))].center
      stage.send(.programKeyboard(.touch(TouchFrame([.motion(id: 1, at: place, milliseconds: time + 600)]))))
      stage.send(.programKeyboard(.touch(TouchFrame([.up(id: 1, milliseconds: time + 650)]))))
    }
    try Self.press(.backspace, on: stage)
    try Self.press(.done, on: stage)
    #expect(Self.typed(stage) == [.text("q"), .text("ü"), .text("ß"), .backspace, .enter])
  }

  /// On a busy machine, the launcher handles a touch or a deadline late.
  @Test func touchTimesDecideALongPress() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    let board = stage.shell.programKeyboard.board
    func place(_ text: String) throws -> Point {
      board.places.keys[try #require(board.keys.firstIndex { $0.typed(isShifted: false) == text })].center
    }
    let touch = { (event: TouchEvent) in stage.send(.programKeyboard(.touch(TouchFrame([event])))) }
    // The launcher handles a short press 0.6 s late.
    touch(.down(id: 1, at: try place("e"), milliseconds: 0))
    stage.pass(0.6)
    touch(.up(id: 1, milliseconds: 50))
    #expect(stage.shell.programKeyboard.board.variants == nil)
    // It handles all events of a long press at once. The counter wraps around between them.
    touch(.down(id: 1, at: try place("s"), milliseconds: .max - 100))
    touch(.motion(id: 1, at: try place("s"), milliseconds: 500))
    let forms = try #require(stage.shell.programKeyboard.board.variants)
    let eszett = forms.places[try #require(forms.texts.firstIndex(of: "ß"))].center
    touch(.motion(id: 1, at: eszett, milliseconds: 520))
    touch(.up(id: 1, milliseconds: 540))
    // A touchscreen whose time runs backward makes short presses.
    touch(.down(id: 1, at: try place("s"), milliseconds: 900))
    touch(.up(id: 1, milliseconds: 0))
    #expect(Self.typed(stage) == [.text("e"), .text("ß"), .text("s")])
  }

  @Test func movingFingerDeletesNoFaster() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    let board = stage.shell.programKeyboard.board
    let key = try #require(board.keys.firstIndex { $0.action == .backspace })
    let place = board.places.keys[key].center
    let touch = { (event: TouchEvent) in stage.send(.programKeyboard(.touch(TouchFrame([event])))) }
    touch(.down(id: 1, at: place, milliseconds: 0))
    stage.pass(0.6)
    let deleted = Self.typed(stage).count
    #expect((1...3).contains(deleted))
    for step in 1...10 {
      touch(.motion(id: 1, at: place + Point(Double(step % 2), 0), milliseconds: 600 + UInt32(step)))
    }
    touch(.up(id: 1, milliseconds: 620))
    #expect(Self.typed(stage).count == deleted)
  }

  @Test func firstRowShowsFormsAboveTheKeys() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    let before = try #require(Self.view(stage))
    let board = stage.shell.programKeyboard.board
    let key = try #require(board.keys.firstIndex { $0.typed(isShifted: false) == "e" })
    stage.send(
      .programKeyboard(
        .touch(TouchFrame([.down(id: 1, at: board.places.keys[key].center, milliseconds: 0)]))))
    stage.pass(0.6)
    let view = try #require(Self.view(stage))
    let popup = try #require(view.popup)
    #expect(popup.origin.y >= 0 && popup.maxY > before.area.origin.y - 10)
    // The program keeps its room, but the forms take touches.
    #expect(view.reserved == before.reserved && view.size == before.size)
    #expect(view.area.origin == .zero && view.area.size == view.size)
  }

  @Test func eachKindOfFieldHasItsKeys() throws {
    let stage = Self.stage()
    let has = { (text: String) in
      stage.shell.programKeyboard.board.keys.contains { $0.typed(isShifted: false) == text }
    }
    Self.enter(.mail, on: stage)
    #expect(has("@") && has("q"))
    Self.enter(.address, on: stage)
    #expect(has("/"))
    for purpose in [ProgramField.Purpose.number, .phone, .pin] {
      Self.enter(purpose, on: stage)
      #expect(has("7") && !has("q"), "\(purpose)")
    }
    Self.enter(.phone, on: stage)
    #expect(has("+"))
  }

  @Test func sentencesBeginWithACapital() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage, isAtBeginning: true)
    try Self.press("Q", on: stage)
    stage.send(.programKeyboard(.changed(ProgramField(.text, isAtBeginning: false))))
    try Self.press("q", on: stage)
    Self.enter(.password, on: stage, isAtBeginning: true)
    try Self.press("q", on: stage)
    #expect(Self.typed(stage) == [.text("Q"), .text("q"), .text("q")])
  }

  @Test func passwordsStayHiddenAndUnspoken() throws {
    let stage = Self.stage(isSpoken: true)
    func spoken() -> [String] {
      stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    }
    Self.enter(.text, on: stage)
    try Self.press("q", on: stage)
    #expect(spoken().contains("q"))
    for purpose in [ProgramField.Purpose.password, .pin] {
      Self.enter(purpose, on: stage)
      let before = spoken()
      let board = stage.shell.programKeyboard.board
      stage.send(
        .programKeyboard(
          .touch(TouchFrame([.down(id: 1, at: board.places.keys[0].center, milliseconds: 0)]))))
      #expect(stage.shell.programKeyboard.board.pressed == nil)
      stage.send(.programKeyboard(.touch(TouchFrame([.up(id: 1, milliseconds: 60)]))))
      #expect(spoken() == before)
    }
    #expect(Self.typed(stage).count == 3)
    #expect("\(Self.typed(stage)[1])" == "a text")
  }

  @Test func aButtonServesProgramsWithoutFields() throws {
    let stage = Self.stage()
    let button = try #require(Self.view(stage))
    let side = 12 * (stage.shell.environment.pointsPerMillimeter ?? Thresholds.defaultPointsPerMillimeter)
    #expect(button.size.width >= side.rounded() && button.size.height >= side.rounded())
    #expect(button.reserved == 0)
    Self.press(button.area.center, on: stage)
    #expect(Self.view(stage)?.hasKeys == true)
    try Self.press("q", on: stage)
    try Self.press(.page(.symbols), on: stage)
    try Self.press(.field(.tab), on: stage)
    try Self.press(.page(.letters), on: stage)
    try Self.press(.hide, on: stage)
    #expect(Self.view(stage) == button)
    #expect(Self.typed(stage) == [.text("q"), .tab])
  }

  @Test func buttonOrNewFieldShowsHiddenKeys() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    try Self.press(.hide, on: stage)
    let button = try #require(Self.view(stage))
    #expect(!button.hasKeys)
    stage.send(.programKeyboard(.changed(ProgramField(.text))))
    #expect(Self.view(stage)?.hasKeys == false, "the field only said something else")
    Self.press(button.area.center, on: stage)
    #expect(Self.view(stage)?.hasKeys == true)
    try Self.press(.hide, on: stage)
    Self.enter(.mail, on: stage)
    #expect(Self.view(stage)?.hasKeys == true)
  }

  @Test func keysWithoutAFieldLeaveWithTheField() throws {
    let stage = Self.stage()
    Self.press(try #require(Self.view(stage)).area.center, on: stage)
    #expect(Self.view(stage)?.hasKeys == true)
    Self.enter(.text, on: stage)
    stage.send(.programKeyboard(.left))
    stage.pass(0.3)
    #expect(Self.view(stage) == nil)
  }

  /// The second finger lands before the first one lifts from the hide key, and its surface goes.
  @Test func hiddenKeysForgetFingers() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    let board = stage.shell.programKeyboard.board
    let place = { (action: BoardKey.Action) in
      board.places.keys[try #require(board.keys.firstIndex { $0.action == action })].center
    }
    let touches = [
      TouchEvent.down(id: 1, at: try place(.hide), milliseconds: 0),
      .down(id: 2, at: try place(.backspace), milliseconds: 20), .up(id: 1, milliseconds: 40), .lost,
    ]
    for touch in touches { stage.send(.programKeyboard(.touch(TouchFrame([touch])))) }
    let button = try #require(Self.view(stage))
    #expect(!button.hasKeys)
    Self.press(button.area.center, on: stage)
    #expect(Self.view(stage)?.hasKeys == true)
    stage.pass(2)
    #expect(Self.typed(stage).isEmpty)
  }

  @Test func buttonForgetsFingersOfItsOldSurface() throws {
    let stage = Self.stage()
    let button = try #require(Self.view(stage))
    let down = { (id: Int32) in TouchEvent.down(id: id, at: button.area.center, milliseconds: 0) }
    stage.send(.programKeyboard(.touch(TouchFrame([down(1)]))))
    Self.enter(.text, on: stage)
    stage.send(.programKeyboard(.touch(TouchFrame([.lost]))))
    try Self.press(.hide, on: stage)
    #expect(Self.view(stage) == button)
    stage.send(.programKeyboard(.touch(TouchFrame([down(2), .up(id: 2, milliseconds: 50)]))))
    #expect(Self.view(stage)?.hasKeys == true)
  }

  @Test(arguments: [
    (AutomaticSetting.automatic, true, true), (.automatic, false, false), (.always, false, true),
    (.never, true, false),
  ])
  func tileSettingOverridesTheKiosk(tile: AutomaticSetting, kiosk: Bool, isThere: Bool) {
    let stage = Self.stage(tile: tile, kiosk: kiosk)
    #expect(stage.shell.wantsProgramKeyboard == isThere)
    #expect((Self.view(stage) != nil) == isThere)
  }

  @Test func keyboardEndsWithTheProgram() throws {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    let program = try #require(stage.starts.first?.program)
    stage.send(.ended(program, .exited(status: 0)))
    #expect(Self.view(stage) == nil && !stage.shell.wantsProgramKeyboard)
    // The keyboard ignores late events of that program.
    Self.enter(.text, on: stage)
    #expect(Self.view(stage) == nil)
  }

  @Test func lockHidesTheKeyboard() {
    let stage = Self.stage()
    Self.enter(.text, on: stage)
    stage.act(.lock)
    stage.send(.deadline)
    #expect(stage.shell.isLocked)
    #expect(Self.view(stage) == nil && !stage.shell.wantsProgramKeyboard)
  }

  @Test func keyboardNeedsASurface() {
    let stage = Self.stage()
    stage.send(.programKeyboard(.screen(.zero, scale: 1)))
    #expect(Self.view(stage) == nil)
  }

  @Test(arguments: [Size(1280, 800), Size(800, 1280), Size(480, 800)])
  func drawnFramesShowEveryKey(size: Size) {
    let stage = Self.stage(size: size)
    Self.enter(.text, on: stage)
    var frame = SceneFrame()
    stage.shell.drawProgramKeyboard(to: &frame)
    let board = stage.shell.programKeyboard.board
    #expect(frame.size == Self.view(stage)?.size)
    #expect(frame.sprites.count > board.keys.count)
    #expect(!stage.shell.isProgramKeyboardDirty)
    for place in board.places.keys {
      #expect(place.origin.x >= 0 && place.maxX <= size.width && place.maxY <= frame.size.height)
    }
    #expect(frame.size.height < size.height * 0.8)
  }
}

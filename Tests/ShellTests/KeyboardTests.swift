import Configuration
import Gestures
import Languages
import LongCheck
import RotundaGeometry
import Scene
import SeededRandom
import Testing

@testable import Shell

/// A panel that requests text and keeps the answers.
private struct Asker: Panel {
  var texts: [String] = []

  var name: ShellStatus.Screen { .page }
  var layer: PanelLayer { .page }
  var spoken: SpokenPanel { SpokenPanel(panel: name) }
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {}
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool { false }
  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    true
  }
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    true
  }
  func elements(in group: ElementID?, _ environment: Environment) -> [Element] { [] }
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {}
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] { [] }
  func draw(_ environment: Environment, to frame: inout SceneFrame) {}
  mutating func wrote(
    _ text: String, in field: ElementID, _ environment: Environment, _ output: inout PanelOutput
  ) {
    texts.append(text)
  }
}

/// The on-screen keyboard, and the field above it.
struct KeyboardTests {
  static func layout(_ language: String, _ rows: String...) -> KeyboardLayout {
    KeyboardLayout(
      language: language, name: LanguageName.own(of: language),
      rows: rows.map { row in
        row.map { KeyboardLayout.Key(String($0), variants: LetterForms.forms(of: String($0))) }
      })
  }
  static let english = layout("en", "qwertyuiop", "asdfghjkl", "zxcvbnm")
  static let german = layout("de", "qwertzuiopü", "asdfghjklöä", "yxcvbnm")
  static let arabic = layout("ar", "ضصثقفغعهخحجد", "شسيبلاتنمكط", "ئءؤرىةوزظ")

  static func stage(
    _ field: TextField = TextField(), size: Size = Size(1280, 800), language: String = "en",
    layouts: [KeyboardLayout] = [english], mirrored: Bool = false,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    let stage = ShellStage(size: size) {
      $0.access.isMirrored = mirrored
      change(&$0)
    }
    stage.send(.languages([language], .english))
    stage.send(.keyboards(layouts))
    stage.shell.withOutbox(&stage.effects) {
      $0.show(Asker())
      $0.perform(.write(TextRequest(id: ElementID("name"), label: "Name", field: field)))
    }
    stage.send(.focus(true))
    _ = stage.settle()
    return stage
  }

  private func panel(_ stage: ShellStage) throws -> TextEntryPanel {
    try #require(stage.shell.panels.first(TextEntryPanel.self))
  }

  private func texts(_ stage: ShellStage) -> [String]? { stage.shell.panels.first(Asker.self)?.texts }

  private func key(_ label: String, _ stage: ShellStage) throws -> Point {
    let rows = stage.shell.elements().filter { $0.role == .group }
    let keys = stage.shell.elements() + rows.flatMap { stage.shell.elements(in: $0.id) }
    return try #require(keys.first { $0.label == label }?.frame, "there is no key \(label)").center
  }

  /// Taps keys by their labels.
  private func tap(_ stage: ShellStage, _ labels: String...) throws {
    for label in labels {
      stage.tap(try key(label, stage))
      stage.wait(0.45)
      _ = stage.settle()
    }
  }

  private func press(_ stage: ShellStage, _ keys: Key...) {
    for key in keys {
      stage.send(.key(KeyEvent(key)))
      stage.send(.key(KeyEvent(key, .released)))
      _ = stage.settle()
    }
  }

  @Test func aTextIsWrittenAndHandedOver() throws {
    let stage = Self.stage()
    #expect(stage.shell.status.screen == .keyboard)
    // A name begins with a capital letter.
    try tap(stage, "M", "u", "s", "e", "u", "m", "Space", "Digits and signs", "1", "Letters", "a", "Done")
    #expect(texts(stage) == ["Museum 1a"] && stage.shell.status.screen == .page)
  }

  @Test func closingDiscardsTheText() throws {
    let stage = Self.stage(TextField(text: "Old"))
    try tap(stage, "x", "Close")
    #expect(texts(stage) == [] && stage.shell.status.screen == .page)
  }

  @Test func shiftHoldsForOneLetterOrForAll() throws {
    let stage = Self.stage(TextField(text: "x"))
    try tap(stage, "Shift", "A", "b", "Shift", "Shift")
    #expect(try panel(stage).board.shift == .off)
    stage.wait(1)
    stage.tap(try key("Shift", stage))
    stage.wait(0.1)
    stage.tap(try key("Shift", stage))
    #expect(try panel(stage).board.shift == .locked)
    try tap(stage, "C", "D", "Shift", "e")
    #expect(try panel(stage).field.text == "xAbCDe")
  }

  @Test func theNextFingerMayLandEarly() throws {
    let stage = Self.stage(TextField(text: "x"))
    for (id, letter) in ["t", "h", "e"].enumerated() {
      stage.down(try key(letter, stage), id: Int32(id))
      stage.wait(0.05)
      if id > 0 { stage.up(id: Int32(id - 1)) }
    }
    stage.up(id: 2)
    #expect(try panel(stage).field.text == "xthe")
  }

  @Test func canceledTouchTypesNothing() throws {
    let stage = Self.stage(TextField(text: "x"))
    stage.takesBack = true
    stage.tap(try key("a", stage))
    stage.down(try key("b", stage))
    stage.touch(.cancel)
    stage.wait(2)
    #expect(try panel(stage).field.text == "x" && stage.settle())
  }

  @Test func slidingFingerTypesTheFinalKey() throws {
    let stage = Self.stage(TextField(text: "x"))
    stage.down(try key("a", stage))
    stage.move(try key("s", stage))
    stage.up()
    stage.down(try key("d", stage))
    stage.move(Point(640, 100))
    stage.up()
    #expect(try panel(stage).field.text == "xs")
  }

  @Test func aFingerThatRestsShowsOtherForms() throws {
    let stage = Self.stage(TextField(text: "caf"))
    stage.down(try key("e", stage))
    stage.wait(0.5)
    _ = stage.settle()
    let forms = stage.shell.elements().filter { $0.role == .key }.map(\.label)
    #expect(forms.prefix(4) == ["é", "è", "ê", "ë"])
    // The finger lifts, and a tap chooses.
    stage.up()
    stage.tap(try key("é", stage))
    #expect(try panel(stage).field.text == "café")
    // Or the finger moves to a form.
    stage.down(try key("u", stage))
    stage.wait(0.5)
    stage.move(try key("ü", stage))
    stage.up()
    #expect(try panel(stage).field.text == "caféü")
    // A tap elsewhere closes the forms.
    stage.down(try key("e", stage))
    stage.wait(0.5)
    stage.up()
    stage.tap(Point(640, 60))
    #expect(try panel(stage).board.variants == nil && panel(stage).field.text == "caféü")
  }

  @Test func capitalKeysOfferCapitalVariants() throws {
    let stage = Self.stage()
    stage.down(try key("A", stage))
    stage.wait(0.5)
    #expect(stage.shell.elements().first?.label == "À")
    stage.up()
  }

  @Test func deletingGoesOnWhileTheFingerRests() throws {
    let stage = Self.stage(TextField(text: "abcdefghij"))
    stage.tap(try key("Delete", stage))
    #expect(try panel(stage).field.text == "abcdefghi")
    stage.down(try key("Delete", stage))
    stage.pass(0.9)
    let left = try panel(stage).field.text.count
    #expect((1...6).contains(left))
    stage.pass(5)
    stage.up()
    #expect(try panel(stage).field.isEmpty)
    stage.wait(1)
    #expect(stage.settle())
  }

  @Test func spaceKeyAndFieldMoveTheCaret() throws {
    let stage = Self.stage(TextField(text: "abcdef"))
    let space = try key("Space", stage)
    stage.drag(from: space, by: Point(-90, 0), seconds: 0.3)
    let moved = try panel(stage).field.caret
    #expect((1...4).contains(moved))
    #expect(try panel(stage).field.text == "abcdef")
    let field = try #require(stage.shell.elements().first { $0.id.name == "field" }?.frame)
    stage.tap(Point(try panel(stage).layout.text.origin.x + 21, field.center.y))
    stage.wait(0.5)
    #expect(try panel(stage).field.caret == 2)
    try tap(stage, "x")
    #expect(try panel(stage).field.text == "abxcdef")
  }

  /// The position of the caret, from the left edge of the screen.
  private func caretPlace(_ stage: ShellStage) throws -> Double {
    let height = try panel(stage).layout.text.size.height
    let caret = stage.frame.sprites.last { $0.size.height == height && $0.size.width < 10 }
    let x = try #require(caret?.transform.project(.zero)).x
    return x + stage.size.width / 2
  }

  @Test func arabicTextBeginsAtTheRight() throws {
    for isMirrored in [false, true] {
      let stage = Self.stage(
        TextField(text: "متحف", language: "ar"), language: "ar", layouts: [Self.arabic, Self.english],
        mirrored: isMirrored)
      stage.draw()
      let text = try panel(stage).layout.text
      let right = isMirrored ? stage.size.width - text.origin.x : text.maxX
      let line = try #require(
        stage.frame.sprites.first {
          if case .picture(let picture, _) = $0.fill, case .line = picture.content { true } else { false }
        })
      let center = try #require(line.transform.project(.zero)).x + stage.size.width / 2
      #expect(abs(center + line.size.width / 2 - right) < 1, "mirrored: \(isMirrored)")
      let caret = try caretPlace(stage)
      #expect(abs(caret - (center - line.size.width / 2 + 40)) < 3)
    }
  }

  @Test func keyboardIsNeverMirrored() throws {
    func places(_ isMirrored: Bool) throws -> [Double] {
      let stage = Self.stage(layouts: [Self.english], mirrored: isMirrored)
      return try ["Q", "P", "Delete"].map { label in
        let x = try key(label, stage).x
        return isMirrored ? stage.size.width - x : x
      }
    }
    #expect(try places(false) == places(true))
  }

  @Test func longTextsStayWithTheCaret() throws {
    let stage = Self.stage(TextField(text: String(repeating: "abcdefghi ", count: 18)))
    stage.draw()
    let box = try panel(stage).layout.text
    for _ in 0..<100 { press(stage, .left) }
    stage.draw()
    #expect((box.origin.x - 3...box.maxX + 3).contains(try caretPlace(stage)))
    press(stage, .home)
    stage.draw()
    #expect(abs(try caretPlace(stage) - box.origin.x) < 3)
    press(stage, .end)
    stage.draw()
    #expect(abs(try caretPlace(stage) - box.maxX) < box.size.width * 0.1)
  }

  @Test func passwordIsNeverShown() throws {
    let stage = Self.stage(TextField(.password)) { $0.access.isSpoken = true }
    let before = stage.frame.sprites
    stage.down(try key("s", stage))
    stage.draw()
    #expect(stage.frame.sprites == before)
    stage.up()
    try tap(stage, "e", "s", "a", "m")
    _ = stage.settle()
    stage.draw()
    #expect(try panel(stage).field.text == "sesam")
    let lines = stage.effects.compactMap { effect -> String? in
      guard case .draw(let picture, _) = effect, case .line(let block) = picture.content else { return nil }
      return block.text
    }
    #expect(lines.last == "•••••" && lines.allSatisfy { $0.allSatisfy { $0 == "•" } })
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(said.allSatisfy { text in !["s", "e", "a", "m"].contains(text) })
    #expect(stage.shell.elements().allSatisfy { !$0.value.contains("s") })
    try tap(stage, "Done")
    #expect(texts(stage) == ["sesam"])
  }

  @Test func ordinaryKeysShowThePress() throws {
    let stage = Self.stage(TextField(text: "x"))
    let before = stage.frame.sprites.count
    stage.down(try key("s", stage))
    stage.draw()
    #expect(stage.frame.sprites.count == before + 1)
    stage.up()
  }

  @Test func hardwareKeyboardsType() throws {
    let stage = Self.stage(TextField(text: "x"))
    press(stage, .character("ä"), .space, .other("dead_acute"), .character("e"), .backspace, .character("ß"))
    #expect(try panel(stage).field.text == "xä ß")
    press(stage, .left, .left, .character("1"), .home, .character("0"), .enter)
    #expect(texts(stage) == ["0xä1 ß"])
  }

  @Test func escapeLeavesWithoutAText() {
    let stage = Self.stage(TextField(text: "x"))
    press(stage, .character("y"), .escape)
    #expect(texts(stage) == [] && stage.shell.status.screen == .page)
  }

  @Test func arrowsChooseKeys() throws {
    let stage = Self.stage(TextField(text: "x"))
    press(stage, .down, .right, .enter, .down, .enter)
    #expect(try panel(stage).field.text == "xwa")
    // Above the first row, the arrow keys move the caret.
    press(stage, .up, .up, .left, .character("1"))
    #expect(try panel(stage).field.text == "xw1a")
  }

  @Test func theFocusedKeysRingStaysInItsArea() throws {
    let stage = Self.stage(TextField(text: "x"))
    press(stage, .down)
    stage.draw()
    let places = try panel(stage).board.places
    let (area, face) = (places.keys[0], places.face(0))
    let (middle, color) = (face.center - stage.center, stage.shell.theme.progress)
    let ring = try #require(
      stage.frame.sprites.first { sprite in
        guard sprite.fill == .color(color), let place = sprite.transform.project(.zero) else { return false }
        return (place - middle).length < 1
      })
    // It is four points wide, and the rest of the gap separates it from the next key.
    #expect(ring.size == Size(face.size.width + 8, face.size.height + 8))
    #expect(ring.size.width <= area.size.width && ring.size.height <= area.size.height)
  }

  @Test func anotherLanguageHasOtherKeys() throws {
    let stage = Self.stage(TextField(text: "x"), language: "de", layouts: [Self.german, Self.arabic])
    try tap(stage, "ö", "Other keyboard", "ش", "Other keyboard", "z")
    #expect(try panel(stage).field.text == "xöشz")
  }

  @Test func addressesBeginWithLatinLetters() throws {
    let layouts = [Self.arabic, Self.english]
    let stage = Self.stage(TextField(.address), language: "ar", layouts: layouts)
    try tap(stage, "a", "/")
    #expect(try panel(stage).field.text == "a/")
    #expect(try panel(Self.stage(language: "ar", layouts: layouts)).board.layout.language == "ar")
  }

  @Test func numbersHaveDigitsOnly() throws {
    let stage = Self.stage(TextField(.number(isWhole: true)))
    try tap(stage, "-", "4", "2", "0", "Delete", "Done")
    #expect(texts(stage) == ["-42"])
  }

  @Test func keyboardsAreReadWhenTheyAreNeeded() throws {
    let stage = ShellStage()
    stage.send(.languages(["de"], .english))
    stage.send(.readers([Localizer.english]))
    stage.shell.withOutbox(&stage.effects) {
      $0.perform(.write(TextRequest(id: ElementID("name"), label: "Name", field: TextField(text: "x"))))
    }
    #expect(stage.effects.contains(.readKeyboards(["de", "en"])))
    _ = stage.settle()
    #expect(try panel(stage).board.layout == .latin)
    stage.send(.keyboards([Self.german, Self.english]))
    #expect(try panel(stage).board.layout == Self.german)
    #expect(stage.effects.count { if case .readKeyboards = $0 { true } else { false } } == 1)
  }

  @Test func aHiddenKeyboardComesBack() throws {
    let stage = Self.stage(TextField(text: "x"))
    try tap(stage, "Hide keyboard")
    #expect(stage.shell.elements().allSatisfy { $0.role != .group })
    stage.tap(Point(640, 500))
    stage.wait(0.5)
    #expect(try panel(stage).field.text == "x")
    stage.tap(try #require(stage.shell.elements().first { $0.id.name == "field" }?.frame).center)
    stage.wait(0.5)
    _ = stage.settle()
    try tap(stage, "y")
    #expect(try panel(stage).field.text.contains("y"))
  }

  /// The margin is half of the font size, which is 22 points, and twice that at the edge of the screen.
  @Test func fieldStandsAboveKeysOrTheLowerEdge() {
    var environment = Environment(theme: Theme())
    environment.resize(to: Size(1280, 800), scale: 1)
    let keys = Rectangle(origin: Point(100, 500), size: Size(1080, 290))
    func lowerEdge(isHidden: Bool) -> Double {
      TextEntryLayout(environment, keys: keys, isHidden: isHidden, hasReveal: false).field.maxY
    }
    #expect(lowerEdge(isHidden: false) == 500 - 11)
    #expect(lowerEdge(isHidden: true) == 800 - 22)
  }

  @Test func hiddenKeysForgetTheNextFinger() throws {
    let stage = Self.stage(TextField(text: "abcdef"))
    let delete = try key("Delete", stage)
    stage.down(try key("Hide keyboard", stage), id: 0)
    stage.wait(0.05)
    stage.down(delete, id: 1)
    stage.up(id: 0)
    stage.up(id: 1)
    stage.pass(3)
    #expect(try panel(stage).isHidden)
    #expect(try panel(stage).field.text == "abcdef")
  }

  @Test func oneSwitchTypes() throws {
    let stage = Self.stage(TextField(text: "e")) { $0.access.scans = true }
    func choose(_ wanted: (Element) -> Bool) throws {
      for _ in 0..<200 {
        stage.wait(0.5)
        if stage.shell.scanner.run == nil { press(stage, .space) }
        if let element = stage.shell.scanner.element, wanted(element) {
          stage.wait(0.5)
          return press(stage, .space)
        }
        let next = try #require(stage.shell.scanner.run?.next)
        stage.wait(max(0, next - stage.now) + 0.001)
        _ = stage.settle()
      }
      Issue.record("the highlight does not reach the key")
    }
    try choose { $0.role == .group && $0.label.contains("q") }
    try choose { $0.label == "w" }
    #expect(try panel(stage).field.text == "ew")
    press(stage, .left)
    try choose { $0.id.name == "forms" }
    try choose { $0.label == "é" }
    #expect(try panel(stage).field.text == "éw")
    try choose { $0.role == .group && $0.label.contains("Done") }
    try choose { $0.label == "Done" }
    #expect(texts(stage) == ["éw"])
  }

  @Test func typedTextIsSpoken() throws {
    let stage = Self.stage(TextField(text: "x")) { $0.access.isSpoken = true }
    stage.effects.removeAll()
    try tap(stage, "a", "a")
    press(stage, .down)
    let said = stage.effects.compactMap { if case .speak(let text, _) = $0 { text } else { nil } }
    #expect(said.count == 3 && said.allSatisfy { $0.hasPrefix("a") || $0.hasPrefix("q") })
  }

  @Test func abandonedTextIsDiscarded() {
    let stage = Self.stage(TextField(.password, text: "sesam"))
    stage.pass(181)
    _ = stage.settle()
    #expect(stage.shell.status.screen == .page && texts(stage) == [])
  }

  @Test(arguments: 0..<8) func anyFingersLeaveAWholeText(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed) + 1)
    let stage = Self.stage(TextField(limit: 12), layouts: [Self.german, Self.arabic])
    for _ in 0..<300 {
      guard stage.shell.panels.first(TextEntryPanel.self) != nil else { break }
      let place = Point(Double.random(in: 0..<1280, using: &random), .random(in: 300..<800, using: &random))
      let id = Int32.random(in: 0..<3, using: &random)
      switch Int.random(in: 0..<6, using: &random) {
      case 0, 1: stage.down(place, id: id)
      case 2: stage.move(place, id: id)
      case 3, 4: stage.up(id: id)
      default: stage.wait(.random(in: 0..<0.7, using: &random))
      }
      if let field = stage.shell.panels.first(TextEntryPanel.self)?.field {
        #expect(field.characters.count <= 12 && field.caret <= field.characters.count, "seed \(seed)")
      }
    }
    for id in 0..<3 { stage.up(id: Int32(id)) }
    stage.wait(1)
    #expect(stage.settle(), "seed \(seed)")
  }
}

/// Key sizes on every screen.
struct KeyboardSizeTests {
  private static let layouts = [KeyboardTests.english, KeyboardTests.german, KeyboardTests.arabic]
  private static let narrow = [
    TargetTests.Screen(name: "5 inches, portrait", size: Size(480, 800), height: 108),
    TargetTests.Screen(name: "6 inches, portrait, fine", size: Size(720, 1440), height: 136),
  ]

  @Test(arguments: LongCheck.sample(TargetTests.screens + narrow, every: 4))
  func keysAreLargeApartAndOnTheScreen(
    screen: TargetTests.Screen
  ) throws {
    for layout in Self.layouts {
      for scale in [0.5, 1, 1.5, 2, 3] {
        for isMirrored in [false, true] {
          try check(screen, layout, scale, isMirrored)
        }
      }
    }
  }

  @Test func keysAreTwelveMillimetersHigh() throws {
    let stage = KeyboardTests.stage(size: Size(1920, 1080))
    stage.send(.measured(pointsPerMillimeter: 8))
    _ = stage.settle()
    let board = try #require(stage.shell.panels.first(TextEntryPanel.self)).board
    #expect(board.places.height == 12 * 8)
  }

  private func check(
    _ screen: TargetTests.Screen, _ layout: KeyboardLayout, _ scale: Double, _ isMirrored: Bool
  ) throws {
    let stage = KeyboardTests.stage(
      size: screen.size, language: layout.language, layouts: [layout], mirrored: isMirrored
    ) { $0.access.textScale = scale }
    let unit = screen.pointsPerMillimeter
    stage.send(.measured(pointsPerMillimeter: unit))
    _ = stage.settle()
    let rows = stage.shell.elements().filter { $0.role == .group }
    let board = try #require(stage.shell.panels.first(TextEntryPanel.self)).board
    let name: Comment = "\(layout.language) on \(screen.name) at \(scale)"
    // The touch area has no gaps. The visible part of a key is smaller by a gap.
    let across = min(12 * unit, (screen.size.width - screen.size.width * 0.03) / 13)
    let down = min(12 * unit, screen.size.height * KeyboardPlaces.share / Double(rows.count))
    for key in board.places.keys {
      #expect(key.size.width >= max(7 * unit, across) - 2 || key.size.width >= 12 * unit - 1, name)
      #expect(
        key.size.height >= min(down, 12 * unit) - 2 && key.size.height >= min(6.5 * unit, down) - 1, name)
    }
    let whole = Rectangle(origin: .zero, size: screen.size)
    var areas = rows.flatMap { stage.shell.elements(in: $0.id) }.compactMap(\.frame)
    areas += stage.shell.elements().filter { $0.role != .group }.compactMap(\.frame)
    for (index, area) in areas.enumerated() {
      #expect(whole.intersection(area)?.size == area.size, "\(area) \(name)")
      for other in areas[(index + 1)...] {
        let common = area.intersection(other)?.size ?? .zero
        #expect(common.width <= 0 || common.height <= 0, "\(area) and \(other) \(name)")
      }
    }
    let lowest = screen.isTall ? screen.size.height / 2 : 0
    for area in areas { #expect(area.origin.y >= lowest, name) }
    let chrome = min(12 * unit, min(screen.size.width, screen.size.height) / 4, screen.size.height * 0.2) - 1
    let close = stage.shell.elements().first { $0.role == .close }?.frame?.size.height ?? 0
    #expect(close >= chrome, "\(close) of \(chrome) \(name)")
  }
}

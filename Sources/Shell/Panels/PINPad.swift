import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The PIN pad: digits on the screen.
struct PINPad: Hashable {
  /// The purpose for which the pad asks for the PIN.
  enum Purpose: Hashable {
    /// To show the system page.
    case admin
    /// To save the configuration, long after the PIN for the system page.
    case save
    /// To open a tile, in any folder.
    case open(tile: String)
    /// To use a control on a tile.
    case control(TileControl, tile: String)
    /// To unlock the launcher.
    case unlock

    /// The tile for which the pad asks.
    var tile: String? {
      switch self {
      case .open(let tile), .control(_, let tile): tile
      case .admin, .save, .unlock: nil
      }
    }

    /// Whether the PIN gives the right to save the configuration.
    var givesRight: Bool { self == .admin || self == .save }
  }

  /// A key of the pad.
  enum PadKey: Hashable {
    case digit(Int)
    /// Deletes the last digit.
    case delete
    /// Completes the PIN.
    case enter
  }

  /// The answer below the digits.
  enum Answer: Hashable {
    case wrong
    /// No PIN is accepted for this many seconds.
    case wait(seconds: Int)
    /// PINs cannot be checked.
    case broken
  }

  /// Whether PINs are accepted.
  struct Gate: Hashable {
    /// Whether the launcher checks a PIN now.
    var isChecking = false
    /// When PINs are accepted again.
    var waitEnds = 0.0

    /// Returns the seconds until PINs are accepted, rounded up.
    func wait(at time: Double) -> Int { Int(max(0, waitEnds - time).rounded(.up)) }
    func isOpen(at time: Double) -> Bool { !isChecking && wait(at: time) == 0 }
  }

  let purpose: Purpose
  /// The name of the tile for which the pad asks.
  let tileName: String?
  /// The program that had the screen. It returns if the visitor enters no PIN.
  var program: ProgramID?
  private var entry: PINEntry
  /// The looks of the pad.
  private var face = PINPadFace()
  /// The key that has the focus; nil before arrow keys select one.
  private(set) var focus: PadKey?
  /// When the pad closes by itself, or forgets its digits if it cannot close.
  private var expires: Double

  /// Seconds without a touch after which the pad closes: time to think, and short enough for the next
  /// visitor.
  static let lifetime = 30.0
  /// The number of keys in a row.
  static let columns = 3
  static let rows = 4

  init(_ purpose: Purpose, tileName: String?, gate: Gate, at time: Double) {
    (self.purpose, self.tileName) = (purpose, tileName)
    entry = PINEntry(gate, at: time)
    expires = time + Self.lifetime
  }

  /// Whether visitors can leave the pad without a PIN.
  var canBeClosed: Bool { purpose != .unlock }

  var keys: [PadKey] { entry.keys }
  var order: [Int] { entry.order }
  var digits: String { entry.digits }
  var answer: Answer? { entry.answer }
  var layout: PINPadLayout? { face.layout }
  var writing: PINPadWriting { face.writing }

  /// Sets whether PINs are accepted. `answer` means that the entered PIN was refused.
  mutating func update(_ gate: Gate, _ answer: Answer?, at time: Double) {
    entry.update(gate)
    if let answer { refuse(answer, at: time) }
  }

  /// Shows that a PIN was refused, or could not be checked.
  mutating func refuse(_ answer: Answer, at time: Double) { entry.refuse(answer, at: time) }

  /// Shuffles the digits. `number` selects the order.
  mutating func shuffle(by number: UInt64) { entry.shuffle(by: number) }

  /// Enters a number of digits, for a preview.
  mutating func preview(digits count: Int) { entry.preview(digits: count) }

  /// Moves the focus to a neighboring key, or to the first key without a focus.
  private mutating func moveFocus(x: Int, y: Int) {
    guard let focus, let index = keys.firstIndex(of: focus) else { return self.focus = keys[0] }
    let column = min(max(index % Self.columns + x, 0), Self.columns - 1)
    let row = min(max(index / Self.columns + y, 0), Self.rows - 1)
    self.focus = keys[row * Self.columns + column]
  }

  private mutating func press(_ key: PadKey?, at time: Double, _ output: inout PanelOutput) {
    guard let key else { return }
    let press = entry.press(key, at: time)
    guard press != .nothing else { return }
    output.redraw()
    output.want(.sound(.tap))
    face.forgetAnswer()
    if case .entered(let pin) = press { output.want(.enter(pin, purpose)) }
  }
}

extension PINPad: CustomStringConvertible, CustomDebugStringConvertible {
  /// A description without the entered digits.
  var description: String { "PIN pad" }
  var debugDescription: String { description }
}

extension PanelStack {
  /// Shuffles the digits of a visible pad, unless its visitor has begun.
  mutating func shuffleDigits(by number: UInt64) {
    guard first(PINPad.self)?.digits.isEmpty == true else { return }
    change(PINPad.self) { $0.shuffle(by: number) }
  }

  /// Shows on the pad whether PINs are accepted. `answer` means that the entered PIN was refused.
  mutating func updatePad(_ gate: PINPad.Gate, _ answer: PINPad.Answer?) {
    let time = environment.time
    change(PINPad.self) { $0.update(gate, answer, at: time) }
    if answer != nil { layOutPanels() }
    redraw()
  }
}

extension PINPad: Panel {
  var name: ShellStatus.Screen { .pin }
  var layer: PanelLayer { .pin }

  // Time.

  mutating func stay(at time: Double) { expires = time + Self.lifetime }

  var deadline: Double? {
    // A locked pad without digits has nothing to forget.
    let expires = canBeClosed || !digits.isEmpty ? expires : .infinity
    let due = min(expires, entry.nextSecond ?? .infinity)
    return due < .infinity ? due : nil
  }

  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if entry.countDown(at: environment.time) {
      output.want(.layOut)
      output.redraw()
    }
    guard expires <= environment.time else { return }
    entry.forget()
    output.redraw()
    if canBeClosed { output.want(.close) }
  }

  // Input. All of it is for the pad.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    switch gesture {
    case .pressBegan(let point):
      face.press(isOnClose: isOnClose(point, environment))
      output.redraw()
    case .pressEnded:
      face.press(isOnClose: false)
      output.redraw()
    case .tap(let point):
      if isOnClose(point, environment) {
        output.want(.close)
      } else {
        press(key(at: point), at: environment.time, &output)
      }
    // A finger that rests or slips a little also presses the key.
    case .longPressBegan(let point): press(key(at: point), at: environment.time, &output)
    case .doubleTap(let point):
      for _ in 0..<2 { press(key(at: point), at: environment.time, &output) }
    default: return false
    }
    return true
  }

  private func key(at point: Point) -> PadKey? { layout?.key(at: point).map { keys[$0] } }

  private func isOnClose(_ point: Point, _ environment: Environment) -> Bool {
    canBeClosed && layout?.close.inset(by: -environment.metrics.padding / 3).contains(point) == true
  }

  mutating func handle(_ event: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    output.redraw()
    let left = environment.isMirrored ? 1 : -1
    let isPressed = event.phase == .pressed
    switch event.key {
    case .character(let character):
      guard isPressed, character.isASCII, let digit = character.wholeNumberValue else { return true }
      press(.digit(digit), at: environment.time, &output)
    case .backspace: press(.delete, at: environment.time, &output)
    case .left: moveFocus(x: left, y: 0)
    case .right: moveFocus(x: -left, y: 0)
    case .up: moveFocus(x: 0, y: -1)
    case .down: moveFocus(x: 0, y: 1)
    case .tab: moveFocus(x: event.modifiers.contains(.shift) ? -1 : 1, y: 0)
    case .enter, .space: if isPressed { press(focus ?? .enter, at: environment.time, &output) }
    case .escape:
      // One step back: first the digits, then the pad.
      guard isPressed else { return true }
      if digits.isEmpty { output.want(.close) } else { entry.forget() }
    case .home, .end, .pageUp, .pageDown, .other: break
    }
    return true
  }

  // Elements.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    guard let layout else { return [] }
    guard let group else {
      let close = Element(
        id: .close, role: .close, label: environment.words(.leave), frame: layout.close)
      return (0..<Self.rows).map { row(of: $0, layout, environment) } + (canBeClosed ? [close] : [])
    }
    return row(group.index).map { index in
      Element(
        id: id(of: keys[index]), role: .key, label: keys[index].text(in: environment.words),
        isEnabled: entry.gate.isOpen(at: environment.time), frame: layout.keys[index],
        speech: [keys[index].spokenName(environment)])
    }
  }

  private func row(_ row: Int) -> Range<Int> { row * Self.columns..<(row + 1) * Self.columns }

  private func row(of index: Int, _ layout: PINPadLayout, _ environment: Environment) -> Element {
    var names = row(index).map { keys[$0].spokenName(environment) }
    // The screen reader says repeated nameless digits once.
    names = names.indices.filter { $0 == 0 || names[$0] != names[$0 - 1] }.map { names[$0] }
    let (first, last) = (layout.keys[row(index).lowerBound], layout.keys[row(index).upperBound - 1])
    let left = min(first.origin.x, last.origin.x)
    let frame = Rectangle(
      origin: Point(left, first.origin.y),
      size: Size(max(first.maxX, last.maxX) - left, first.size.height))
    return Element(
      id: ElementID("keys", index), role: .group, label: names.joined(separator: " "), frame: frame,
      speech: names)
  }

  private func id(of key: PadKey) -> ElementID {
    switch key {
    case .digit(let digit): ElementID("key", digit)
    case .delete: ElementID("delete")
    case .enter: ElementID("enter")
    }
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    if element == .close { return output.want(.close) }
    press(keys.first { id(of: $0) == element }, at: environment.time, &output)
  }

  // Speech. The screen reader says the focused key, and never an entered digit.

  var spoken: SpokenPanel {
    let answer =
      switch answer {
      case nil: 0
      case .wrong: 1
      // A wait counts as the same answer in every second.
      case .wait: 2
      case .broken: 3
      }
    return SpokenPanel(
      panel: name, subject: purpose.tile ?? "", element: focus.map { id(of: $0) }, canBeClosed: canBeClosed,
      count: entry.count, answer: answer)
  }

  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    let (now, words) = (spoken, environment.words)
    let isSame = earlier?.subject == now.subject && earlier?.canBeClosed == now.canBeClosed
    let earlier = isSame ? earlier : nil
    var sentences: [String] = []
    if earlier == nil { sentences.append(purpose.text(tile: tileName, in: words)) }
    if now.answer != earlier?.answer ?? 0, let answer { sentences.append(answer.text(in: words)) }
    if now.count != earlier?.count ?? 0, now.count > 0 {
      sentences.append(words(.digitsEntered, now.count))
    }
    if now.element != earlier?.element, let focus {
      sentences += [focus.spokenName(environment), words(.roleKey)]
    }
    return sentences
  }
}

// Layout and drawing.
extension PINPad {
  /// Returns the size of a word on a key, as a share of the key's side.
  static func share(of word: String) -> Double { PINPadFace.share(of: word) }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    face.layOut(purpose.text(tile: tileName, in: environment.words), entry, environment, into: &effects)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    face.measured(picture, size: size)
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    face.draw(entry, focus: focus, canBeClosed: canBeClosed, environment, to: &frame)
  }
}

extension PINPad.Purpose {
  /// Returns the purpose of the PIN in words. `tile` is the name of the tile to open.
  func text(tile: String?, in words: Localizer) -> String {
    switch self {
    case .admin: words(.pinForSystem)
    case .save: words(.saveNeedsPIN)
    case .open, .control: tile.map { words(.pinFor, $0) } ?? words(.pin)
    case .unlock: words(.lockedByPIN)
    }
  }
}

extension PINPad.Answer {
  /// The longest wait that the text gives in seconds; longer ones are in minutes.
  private static let mostSeconds = 90

  /// Returns the answer in words.
  func text(in words: Localizer) -> String {
    switch self {
    case .wrong: words(.wrongPIN)
    case .wait(let seconds) where seconds <= Self.mostSeconds: words(.waitSeconds, seconds)
    case .wait(let seconds): words(.waitMinutes, (seconds + 59) / 60)
    case .broken: words(.pinsAreBroken)
    }
  }
}

extension PINPad.PadKey {
  /// Returns the label of a key. Digits and the arrow are the same in all languages.
  func text(in words: Localizer) -> String {
    switch self {
    case .digit(let digit): "\(digit)"
    case .delete: "←"
    case .enter: words(.enterPIN)
    }
  }

  /// Returns the spoken name of a key: without the digit if others can listen.
  fileprivate func spokenName(_ environment: Environment) -> String {
    switch self {
    case .delete: environment.words(.delete)
    case .digit where !environment.namesDigits: environment.words(.digit)
    case .digit, .enter: text(in: environment.words)
    }
  }
}

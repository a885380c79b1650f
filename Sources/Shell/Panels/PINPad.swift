import Configuration
import Gestures
import RotundaGeometry
import Scene

/// What asks for the PIN: digits on the screen.
struct PINPad: Hashable {
  /// What the PIN is asked for.
  enum Purpose: Hashable {
    /// The system's page.
    case admin
    /// A tile, wherever it is.
    case open(tile: String)
    /// A control on a tile.
    case control(TileControl, tile: String)
    /// The launcher was closed.
    case unlock

    /// The tile that it is asked for.
    var tile: String? {
      switch self {
      case .open(let tile), .control(_, let tile): tile
      case .admin, .unlock: nil
      }
    }
  }

  /// One of its keys.
  enum PadKey: Hashable {
    case digit(Int)
    /// Takes the last digit back.
    case delete
    /// The PIN is complete.
    case enter
  }

  /// What it says below the digits.
  enum Answer: Hashable {
    case wrong
    /// No PIN is taken for so many seconds.
    case wait(seconds: Int)
    /// PINs cannot be checked.
    case broken
  }

  /// Whether PINs are taken.
  struct Gate: Hashable {
    /// Whether one is being checked.
    var isChecking = false
    /// Until when none is taken.
    var waitEnds = 0.0

    /// Seconds in which no PIN is taken yet, rounded up.
    func wait(at time: Double) -> Int { Int(max(0, waitEnds - time).rounded(.up)) }
    func isOpen(at time: Double) -> Bool { !isChecking && wait(at: time) == 0 }
  }

  let purpose: Purpose
  /// The name of the tile that it is asked for.
  var tileName: String?
  var gate: Gate
  /// The program that had the screen, and has it again when nothing comes of this.
  var program: ProgramID?
  /// The digits on its keys, from left to right and from above, the last one below the others.
  private(set) var order = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0]
  /// What was entered.
  private(set) var digits = ""
  private(set) var answer: Answer?
  /// The key that arrow keys have chosen; nil as long as there were none.
  private(set) var focus: PadKey?
  private(set) var layout: PINPadLayout?
  /// When it goes by itself, or forgets what was entered when it can not go.
  private var expires: Double
  /// The key below a finger, and whether the control that closes it is.
  private var pressed: PadKey?
  private var isClosePressed = false
  private(set) var writing = PINPadWriting()

  /// Seconds without a touch after which it goes: time to think, and gone before the next visitor.
  static let lifetime = 30.0
  /// How many keys a row has.
  static let columns = 3
  static let rows = 4

  init(_ purpose: Purpose, tileName: String?, gate: Gate, at time: Double) {
    (self.purpose, self.tileName, self.gate) = (purpose, tileName, gate)
    expires = time + Self.lifetime
    let seconds = gate.wait(at: time)
    if seconds > 0 { answer = .wait(seconds: seconds) }
  }

  /// Whether it can be left without a PIN.
  var canBeClosed: Bool { purpose != .unlock }

  /// The keys as they stand: four rows of three.
  var keys: [PadKey] {
    order.prefix(9).map { .digit($0) } + [.delete, .digit(order[9]), .enter]
  }

  /// Whether PINs are taken may have changed; `answer` says that the one that was entered is not.
  mutating func update(_ gate: Gate, _ answer: Answer?, at time: Double) {
    self.gate = gate
    if let answer { refuse(answer, at: time) }
  }

  /// A PIN was checked and is not taken, or cannot be checked.
  mutating func refuse(_ answer: Answer, at time: Double) {
    let seconds = gate.wait(at: time)
    self.answer = seconds > 0 ? .wait(seconds: seconds) : answer
  }

  /// Puts the digits in another order, one of ten factorial that a number chooses.
  mutating func shuffle(by number: UInt64) {
    var number = number
    // Fisher and Yates: every order is as likely as any other, as far as 2^64 can be shared out.
    for last in stride(from: order.count - 1, to: 0, by: -1) {
      let (quotient, rest) = number.quotientAndRemainder(dividingBy: UInt64(last + 1))
      order.swapAt(last, Int(rest))
      number = quotient
    }
  }

  /// Chooses the key beside the one that is chosen; without one, the first.
  private mutating func moveFocus(x: Int, y: Int) {
    guard let focus, let index = keys.firstIndex(of: focus) else { return self.focus = keys[0] }
    let column = min(max(index % Self.columns + x, 0), Self.columns - 1)
    let row = min(max(index / Self.columns + y, 0), Self.rows - 1)
    self.focus = keys[row * Self.columns + column]
  }

  private mutating func press(_ key: PadKey?, at time: Double, _ output: inout PanelOutput) {
    guard let key, gate.isOpen(at: time) else { return }
    output.redraw()
    output.want(.sound(.tap))
    (answer, writing.answer) = (nil, nil)
    switch key {
    case .digit(let digit): if digits.utf8.count < PIN.longest { digits += "\(digit)" }
    case .delete: _ = digits.popLast()
    case .enter:
      guard let pin = PIN(digits) else { return }
      digits = ""
      gate.isChecking = true
      output.want(.enter(pin, purpose))
    }
  }
}

extension PINPad: CustomStringConvertible, CustomDebugStringConvertible {
  /// Nothing of what was entered.
  var description: String { "PIN pad" }
  var debugDescription: String { description }
}

extension PanelStack {
  /// Has the pad, if it is shown, put its digits in another order, unless its visitor has begun.
  mutating func shuffleDigits(by number: UInt64) {
    guard first(PINPad.self)?.digits.isEmpty == true else { return }
    change(PINPad.self) { $0.shuffle(by: number) }
  }

  /// Has the pad show whether PINs are taken; `answer` says that the one that was entered is not.
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
    // A pad that stays has nothing to forget.
    let expires = canBeClosed || !digits.isEmpty ? expires : .infinity
    guard case .wait(let seconds) = answer else { return expires < .infinity ? expires : nil }
    return min(expires, gate.waitEnds - Double(seconds - 1))
  }

  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if case .wait = answer {
      let seconds = gate.wait(at: environment.time)
      answer = seconds > 0 ? .wait(seconds: seconds) : nil
      output.want(.layOut)
      output.redraw()
    }
    guard expires <= environment.time else { return }
    digits = ""
    output.redraw()
    if canBeClosed { output.want(.close) }
  }

  // Input: all of it is meant for the pad.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    switch gesture {
    case .pressBegan(let point):
      (pressed, isClosePressed) = (key(at: point), isOnClose(point, environment))
      output.redraw()
    case .pressEnded:
      (pressed, isClosePressed) = (nil, false)
      output.redraw()
    case .tap(let point):
      if isOnClose(point, environment) {
        output.want(.close)
      } else {
        press(key(at: point), at: environment.time, &output)
      }
    // A finger that rests or slips a little means the key all the same.
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
      // A step back: first what was entered, then the pad.
      guard isPressed else { return true }
      if digits.isEmpty { output.want(.close) } else { digits = "" }
    case .home, .end, .pageUp, .pageDown, .other: break
    }
    return true
  }

  // What can be chosen.

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    guard let layout else { return [] }
    guard let group else {
      let close = Element(
        id: .close, role: .close, label: environment.words(.leave), frame: layout.close)
      return (0..<Self.rows).map { row(of: $0, layout, environment) } + (canBeClosed ? [close] : [])
    }
    return row(group.index).map { index in
      Element(
        id: id(of: keys[index]), role: .key, label: keys[index].spokenName(in: environment.words),
        isEnabled: gate.isOpen(at: environment.time), frame: layout.keys[index])
    }
  }

  private func row(_ row: Int) -> Range<Int> { row * Self.columns..<(row + 1) * Self.columns }

  private func row(of index: Int, _ layout: PINPadLayout, _ environment: Environment) -> Element {
    let names = row(index).map { keys[$0].spokenName(in: environment.words) }
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

  // Speech. Keys are named when they are about to be chosen; what was chosen is not said.

  var spoken: SpokenPanel {
    let answer =
      switch answer {
      case nil: 0
      case .wrong: 1
      // A wait stays the same wait with every second of it.
      case .wait: 2
      case .broken: 3
      }
    return SpokenPanel(
      panel: name, subject: purpose.tile ?? "", element: focus.map { id(of: $0) }, canBeClosed: canBeClosed,
      count: digits.utf8.count, answer: answer)
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
    if now.element != earlier?.element, let focus { sentences.append(focus.spokenName(in: words)) }
    return sentences
  }
}

// What is seen of it.
extension PINPad {
  /// It is drawn before any tile's card.
  private static let drawingOrder = -1
  private static let titleSize = 1.15
  private static let signShare = 0.42
  /// Lines that title and answer have room for, however large the writing is.
  private static let leastLines = 2.6
  /// The sign that closes it, as on pages.
  private static let closeSign = "×"
  /// Keys that take nothing, while there is a wait or a PIN is checked.
  private static let closedOpacity = 0.4
  private static let pressedScale = 0.92
  /// Radius of the keys' corners, as a part of their side.
  private static let corner = 0.22
  /// The line around the key that arrow keys have chosen, in points.
  private static let focusWidth = 4.0
  /// Digits that were entered: their size and the way from one to the next, as parts of their line.
  private static let dotShare = 0.55
  private static let dotStep = 1.0
  /// The size of words on keys.
  private static let wordShare = 0.3
  /// How much of a key's width a word may take, and how wide a bold letter is about, in font sizes; characters of Chinese and
  /// Japanese, from U+2E80 on, are as wide as they are high.
  private static let roomShare = 0.76
  private static let letterWidth = 0.6
  private static let firstWide: UInt32 = 0x2E80

  /// The size of a word on a key, as a part of the key's side: the longer it is, the smaller, so that some of the key is left at
  /// both of its ends.
  static func share(of word: String) -> Double {
    let width = word.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : 1) }
    return min(wordShare, roomShare / max(1, width))
  }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let (theme, words, font) = (environment.theme, environment.words, environment.metrics.fontSize)
    let layout = PINPadLayout(environment.pageMetrics, isMirrored: environment.isMirrored)
    self.layout = layout
    func text(_ text: String, _ size: Double, _ color: Color, _ room: Size, isBold: Bool = false) -> Writing {
      environment.label(
        text, size: size, color: color, within: room, isBold: isBold, alignment: .center)
    }
    var new = PINPadWriting()
    new.title = text(
      purpose.text(tile: tileName, in: words),
      min(font * Self.titleSize, layout.title.size.height / Self.leastLines), theme.header, layout.title.size,
      isBold: true)
    new.answer = answer.map {
      text(
        $0.text(in: words), min(font, layout.answer.size.height / Self.leastLines), theme.header,
        layout.answer.size)
    }
    new.close = text(Self.closeSign, layout.close.size.width * 0.7, theme.cardText, layout.close.size)
    let side = Size(layout.keySide, layout.keySide)
    for key in keys {
      let word = key.text(in: words)
      let share = if case .digit = key { Self.signShare } else { Self.share(of: word) }
      new.signs[key] = text(word, layout.keySide * share, theme.cardText, side, isBold: true)
    }
    for picture in new.pictures { effects.append(.draw(picture, order: Self.drawingOrder)) }
    writing = new.measured(like: writing)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    writing.measured(picture, size: size)
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    guard let layout else { return }
    let (theme, scale) = (environment.theme, environment.scale)
    frame.append(.color(theme.background), in: environment.screen)
    if let title = writing.title { append(title, in: layout.title, isBelow: true, scale, to: &frame) }
    if let answer = writing.answer { append(answer, in: layout.answer, isBelow: false, scale, to: &frame) }
    appendDots(in: layout.dots, theme, to: &frame)
    let opacity = gate.isOpen(at: environment.time) ? 1 : Self.closedOpacity
    for (key, area) in zip(keys, layout.keys) {
      let first = frame.sprites.count
      append(key, in: area, environment, to: &frame)
      frame.fade(from: first, by: opacity)
    }
    guard canBeClosed else { return }
    let close = isClosePressed ? layout.close.scaled(by: Self.pressedScale) : layout.close
    frame.append(.color(theme.card), in: close, radius: close.size.width / 2)
    frame.appendBorder(theme, around: close, radius: close.size.width / 2)
    if let sign = writing.close { frame.append(sign, around: close.center, scale: scale) }
  }

  private func append(
    _ key: PadKey, in place: Rectangle, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    let area = pressed == key ? place.scaled(by: Self.pressedScale) : place
    let radius = area.size.width * Self.corner
    if focus == key {
      let wider = area.inset(by: -Self.focusWidth)
      frame.append(.color(theme.progress), in: wider, radius: radius + Self.focusWidth)
    } else {
      frame.appendBorder(theme, around: area, radius: radius)
    }
    frame.append(.color(theme.card), in: area, radius: radius)
    if let sign = writing.signs[key] { frame.append(sign, around: area.center, scale: environment.scale) }
  }

  private func appendDots(in line: Rectangle, _ theme: Theme, to frame: inout SceneFrame) {
    let count = digits.utf8.count
    let size = line.size.height * Self.dotShare
    let step = min(line.size.height * Self.dotStep, line.size.width / Double(max(1, count)))
    for index in 0..<count {
      let across = (Double(index) - Double(count - 1) / 2) * step
      frame.append(
        .color(theme.header),
        in: Rectangle(center: line.center + Point(across, 0), size: Size(size, size)), radius: size / 2)
    }
  }

  /// Adds writing at the lower or the upper edge of an area, in its middle.
  private func append(
    _ writing: Writing, in area: Rectangle, isBelow: Bool, _ scale: Double, to frame: inout SceneFrame
  ) {
    guard let extent = writing.extent(scale: scale) else { return }
    let top = isBelow ? area.maxY - extent.height : area.origin.y
    frame.append(
      writing, at: Point((area.center.x - extent.width / 2).rounded(), top.rounded()), scale: scale)
  }
}

/// The pictures of what is written on the pad.
struct PINPadWriting: Hashable {
  var title: Writing?
  var answer: Writing?
  /// The signs on its keys, by what they say.
  var signs: [PINPad.PadKey: Writing] = [:]
  /// What is on the control that closes it.
  var close: Writing?

  var pictures: [Picture] {
    signs.values.map(\.picture) + [title, answer, close].compactMap { $0?.picture }
  }

  /// With the measures of what another one shows as well, so that nothing is gone for a moment.
  func measured(like other: PINPadWriting) -> PINPadWriting {
    var result = self
    func apply(_ old: Writing?, _ new: inout Writing?) {
      if let old, old.picture == new?.picture { new?.size = old.size }
    }
    apply(other.title, &result.title)
    apply(other.answer, &result.answer)
    apply(other.close, &result.close)
    for key in result.signs.keys { apply(other.signs[key], &result.signs[key]) }
    return result
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = title?.measured(picture, size: size) == true
    if answer?.measured(picture, size: size) == true { isOne = true }
    if close?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }
}

extension PINPad.Purpose {
  /// What the PIN is asked for; `tile` is the name of the tile that is to be opened.
  func text(tile: String?, in words: Words) -> String {
    switch self {
    case .admin: words(.pinForSystem)
    case .open, .control: tile.map { words(.pinFor, $0) } ?? words(.pin)
    case .unlock: words(.lockedByPIN)
    }
  }
}

extension PINPad.Answer {
  /// Up to so many seconds are counted as such.
  private static let mostSeconds = 90

  /// What became of the PIN.
  func text(in words: Words) -> String {
    switch self {
    case .wrong: words(.wrongPIN)
    case .wait(let seconds) where seconds <= Self.mostSeconds: words(.waitSeconds, seconds)
    case .wait(let seconds): words(.waitMinutes, (seconds + 59) / 60)
    case .broken: words(.pinsAreBroken)
    }
  }
}

extension PINPad.PadKey {
  /// The sign on a key: digits and arrow are the same in all languages.
  func text(in words: Words) -> String {
    switch self {
    case .digit(let digit): "\(digit)"
    case .delete: "←"
    case .enter: words(.enterPIN)
    }
  }

  fileprivate func spokenName(in words: Words) -> String {
    self == .delete ? words(.delete) : text(in: words)
  }
}

extension PINPad {
  /// Has so many digits entered, as a preview shows it.
  mutating func preview(digits count: Int) { digits = String(repeating: "0", count: count) }
}

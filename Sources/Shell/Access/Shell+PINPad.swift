import Configuration
import RotundaGeometry
import Gestures
import Scene

/// The pad: showing it, and what fingers and keys do to it.
extension Shell {
  /// It is drawn before any tile's card.
  private static let padOrder = -1
  private static let titleSize = 1.15
  private static let signShare = 0.42
  /// Lines that title and answer have room for, however large the writing is.
  private static let leastLines = 2.6
  /// The sign that closes it, as on pages.
  private static let closeSign = "×"

  var padLayout: PINPadLayout { PINPadLayout(pageMetrics, isMirrored: isMirrored) }

  /// Shows the pad before everything; a program that has the screen waits behind it.
  mutating func showPad(_ purpose: PINPad.Purpose) {
    guard access.pad?.purpose != purpose else { return }
    var pad = PINPad(purpose, at: clock)
    pad.program = access.pad?.program ?? setAside()
    releaseInput(at: clock)
    endTouch()
    let seconds = access.wait(at: clock)
    if seconds > 0 { pad.answer = .wait(seconds: seconds) }
    if access.pad == nil { entrance = Entrance(at: clock) }
    access.pad = pad
    if access.settings.shufflesDigits { outbox.append(.readRandom) }
    layOutPad()
    isDirty = true
  }

  /// Takes the screen from the program that has it, for as long as the PIN takes; nil where there is none that could wait.
  private mutating func setAside() -> ProgramID? {
    guard case .program(let program, _) = screen else { return nil }
    guard keptLimit != 0, programs[program]?.place == .screen else {
      leaveProgram()
      return nil
    }
    putAside(program)
    return program
  }

  /// Nobody has entered the PIN: what was before is back.
  mutating func closePad() {
    guard let pad = access.pad, pad.canBeClosed else { return }
    access.pad = nil
    isDirty = true
    guard let program = pad.program, programs[program]?.place == .background else { return }
    programs[program]?.place = .screen
    screen = .program(program, since: clock)
    releaseInput(at: clock)
    outbox.append(.bringForward(program))
  }

  /// The pad goes, and what was before does not come back. What the launcher is closed with stays.
  mutating func dismissPad() {
    guard let pad = access.pad, pad.canBeClosed else { return }
    access.pad = nil
    isDirty = true
    if let program = pad.program, programs[program]?.onHome != .keep { stop(program) }
  }

  /// A random number was drawn: it says in which order the digits stand.
  mutating func shuffleDigits(by number: UInt64) {
    guard access.settings.shufflesDigits, access.pad?.digits.isEmpty == true else { return }
    access.pad?.shuffle(by: number)
    isDirty = true
  }

  /// Has the pad's writing drawn for the screen as it is.
  mutating func layOutPad() {
    guard var pad = access.pad, !metrics.size.isEmpty else { return }
    let (layout, font) = (padLayout, metrics.fontSize)
    var writing = PINPadWriting()
    writing.title = text(
      pad.purpose.text(tile: tileName(of: pad.purpose), in: words),
      min(font * Self.titleSize, layout.title.size.height / Self.leastLines), theme.header,
      layout.title.size, isBold: true)
    writing.answer = pad.answer.map {
      text(
        $0.text(in: words), min(font, layout.answer.size.height / Self.leastLines), theme.header,
        layout.answer.size)
    }
    writing.close = text(
      Self.closeSign, layout.close.size.width * 0.7, theme.cardText, layout.close.size)
    let side = Size(layout.keySide, layout.keySide)
    for key in pad.keys {
      let word = key.text(in: words)
      let share = if case .digit = key { Self.signShare } else { PINPad.share(of: word) }
      let sign = text(word, layout.keySide * share, theme.cardText, side, isBold: true)
      writing.signs[key] = sign
      outbox.append(.draw(sign.picture, order: Self.padOrder))
    }
    for line in [writing.title, writing.answer, writing.close] {
      if let line { outbox.append(.draw(line.picture, order: Self.padOrder)) }
    }
    pad.writing = writing.measured(like: pad.writing)
    access.pad = pad
  }

  func tileName(of purpose: PINPad.Purpose) -> String? {
    switch purpose {
    case .open(let tile), .control(_, let tile): findTile(tile)?.name
    case .admin, .unlock: nil
    }
  }

  private func text(
    _ text: String, _ size: Double, _ color: Color, _ room: Size, isBold: Bool = false
  ) -> Writing {
    let block = TextBlock(
      text, color: color, fontSize: size, fontFamily: theme.fontFamily, language: theme.language,
      isBold: isBold, alignment: .center)
    return Writing(block, within: room, scale: scale)
  }
}

/// What fingers and keys do to the pad: all of it is meant for the pad.
extension Shell {
  mutating func padTakes(_ gesture: Gesture) -> Bool {
    guard access.pad != nil else { return false }
    access.pad?.expires = clock + PINPad.lifetime
    switch gesture {
    case .pressBegan(let point):
      let (key, isOnClose) = (key(at: point), isOnPadClose(point))
      access.pad?.pressed = key
      access.pad?.isClosePressed = isOnClose
      isDirty = true
    case .pressEnded:
      access.pad?.pressed = nil
      access.pad?.isClosePressed = false
      isDirty = true
    case .tap(let point):
      if isOnPadClose(point) { closePad() } else { press(key(at: point)) }
    // A finger that rests or slips a little means the key all the same.
    case .longPressBegan(let point): press(key(at: point))
    case .doubleTap(let point):
      for _ in 0..<2 { press(key(at: point)) }
    default: return !asksForSpeech(gesture)
    }
    return true
  }

  /// Whoever cannot see the pad has it read out as everything else is.
  private func asksForSpeech(_ gesture: Gesture) -> Bool {
    trigger(of: gesture).map { bindings[$0.0] } == .speech
  }

  mutating func padTakes(_ event: KeyEvent) {
    access.pad?.expires = clock + PINPad.lifetime
    isDirty = true
    let left = isMirrored ? 1 : -1
    switch event.key {
    case .character(let character):
      guard event.phase == .pressed, character.isASCII, let digit = character.wholeNumberValue else { return }
      press(.digit(digit))
    case .backspace: press(.delete)
    case .left: access.pad?.moveFocus(x: left, y: 0)
    case .right: access.pad?.moveFocus(x: -left, y: 0)
    case .up: access.pad?.moveFocus(x: 0, y: -1)
    case .down: access.pad?.moveFocus(x: 0, y: 1)
    case .tab: access.pad?.moveFocus(x: event.modifiers.contains(.shift) ? -1 : 1, y: 0)
    case .enter, .space:
      guard event.phase == .pressed else { return }
      press(access.pad?.focus ?? .enter)
    case .escape: if event.phase == .pressed { leavePad() }
    case .home, .end, .pageUp, .pageDown, .other: break
    }
  }

  /// Escape goes back a step: first what was entered, then the pad.
  private mutating func leavePad() {
    guard access.pad?.digits.isEmpty == true else {
      access.pad?.forget()
      return
    }
    closePad()
  }

  private func key(at point: Point) -> PINPad.PadKey? {
    padLayout.key(at: point).flatMap { access.pad?.keys[$0] }
  }

  private func isOnPadClose(_ point: Point) -> Bool {
    access.pad?.canBeClosed == true && padLayout.close.inset(by: -metrics.padding / 3).contains(point)
  }

  mutating func press(_ key: PINPad.PadKey?) {
    guard let key, access.checking == nil, access.wait(at: clock) == 0 else { return }
    isDirty = true
    sound(.tap)
    if access.pad?.answer != nil {
      access.pad?.answer = nil
      access.pad?.writing.answer = nil
    }
    switch key {
    case .digit(let digit): access.pad?.add(digit)
    case .delete: access.pad?.delete()
    case .enter: enterPIN()
    }
  }
}

extension PINPad {
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
}

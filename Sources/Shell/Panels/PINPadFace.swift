import Configuration
import RotundaGeometry
import Scene

/// The looks of the PIN pad: its texts and their places, and the keys under fingers.
struct PINPadFace: Hashable {
  private(set) var layout: PINPadLayout?
  private(set) var writing = PINPadWriting()
  /// Where an answer has the room of everything else, in large print; nil where it stands below the digits.
  private var answerArea: Rectangle?
  /// Whether the closing control is pressed. Digits never look pressed: on some compositors, programs can
  /// photograph the screen and would read the PIN.
  private var isClosePressed = false

  /// It is drawn before any tile's card.
  private static let drawingOrder = -1
  private static let titleSize = 1.45
  private static let signShare = 0.42
  /// How high a line is, in font sizes, and the smallest letters of title and answer, in points.
  private static let (lineHeight, leastText) = (1.42, 9.0)
  /// The sign that closes it, as on pages.
  private static let closeSign = "×"
  /// A sign for a word that would be too small on its key.
  private static let check = "✓"
  /// From so many times the usual size on, an answer takes the room of the title, and digits wait.
  private static let largePrint = 1.5
  /// The largest sign of a key, as a part of its side.
  private static let largestSign = 0.72
  /// Keys that take nothing, while there is a wait or a PIN is checked.
  private static let closedOpacity = 0.4
  private static let pressedScale = 0.92
  /// Radius of the keys' corners, as a part of their side.
  private static let corner = 0.22
  /// The line around the key that arrow keys have chosen, in points.
  private static let focusWidth = 4.0
  /// Digits: their size and the way from one to the next, as parts of their line, and how bright those are
  /// that are not entered.
  private static let (dotShare, dotStep, emptyLight) = (0.5, 0.95, 0.28)
  /// This many places are always visible, so that the length of the PIN stays secret.
  private static let leastDots = 4
  /// The size of words on keys.
  static let wordShare = 0.3
  /// How much of a key's width a word may take, and how wide a bold letter is about, in font sizes;
  /// characters of Chinese and Japanese, from U+2E80 on, are as wide as they are high.
  private static let (roomShare, letterWidth, firstWide) = (0.76, 0.6, UInt32(0x2E80))

  /// The size of a word on a key, as a part of the key's side: the longer it is, the smaller, so that some of
  /// the key is left at both of its ends.
  static func share(of word: String, atMost most: Double = wordShare) -> Double {
    let width = word.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : 1) }
    return min(most, roomShare / max(1, width))
  }

  /// The size of the label of a key, in points: in the largest print at least the legible size,
  /// and the sign for a word that would be smaller.
  static func sign(of key: PINPad.PadKey, side: Double, _ environment: Environment) -> (
    text: String, size: Double
  ) {
    let (word, least) = (key.text(in: environment.words), environment.metrics.leastLetters)
    // Keys stay as large as a hand needs them, and their labels grow less than other letters.
    let (most, growth) = (side * largestSign, max(1, environment.metrics.textScale.squareRoot()))
    guard case .enter = key else {
      let share = if case .digit = key { signShare } else { Self.share(of: word) }
      return (word, min(max(side * share * growth, least), most))
    }
    let size = side * share(of: word, atMost: min(wordShare * growth, largestSign))
    guard size < least else { return (word, size) }
    let room = side * share(of: word, atMost: largestSign)
    return room >= min(least, most) ? (word, min(least, most)) : (check, min(least, most))
  }

  /// The largest letters with which a text fits its place, up to a size, by an estimate. In points.
  private static func size(of text: String, upTo size: Double, in room: Size) -> Double {
    var size = min(size, room.height / lineHeight)
    while size > leastText {
      let lines = Double(NoticeFit.lines(text, width: room.width / size))
      if lines * size * lineHeight <= room.height { break }
      size *= 0.96
    }
    return size
  }

  mutating func press(isOnClose: Bool) { isClosePressed = isOnClose }

  /// The answer to the last PIN no longer counts.
  mutating func forgetAnswer() { writing.answer = nil }

  mutating func layOut(
    _ title: String, _ entry: PINEntry, _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    let (theme, words, font) = (environment.theme, environment.words, environment.metrics.fontSize)
    let layout = PINPadLayout(environment.pageMetrics, isMirrored: environment.isMirrored)
    self.layout = layout
    func text(_ text: String, _ size: Double, _ color: Color, _ room: Size, isBold: Bool = false) -> Writing {
      environment.label(
        text, size: size, color: color, within: room, isBold: isBold, alignment: .center)
    }
    var new = PINPadWriting()
    new.title = text(
      title, Self.size(of: title, upTo: font * Self.titleSize, in: layout.title.size), theme.header,
      layout.title.size, isBold: true)
    let isLarge = font > environment.metrics.plainFontSize * Self.largePrint
    answerArea = isLarge && entry.answer != nil ? layout.words : nil
    if answerArea != nil { new.title = nil }
    new.answer = entry.answer.map {
      let (answer, room) = ($0.text(in: words), (answerArea ?? layout.answer).size)
      return text(answer, Self.size(of: answer, upTo: font, in: room), theme.header, room)
    }
    new.close = text(Self.closeSign, layout.close.size.width * 0.7, theme.raisedText, layout.close.size)
    new.lock = layout.lock.map {
      Writing(
        .pictogram(Pictogram(Glyph.lock.rawValue, color: theme.header)), within: $0.size,
        scale: environment.scale)
    }
    let side = Size(layout.keySide, layout.keySide)
    for key in entry.keys {
      let sign = Self.sign(of: key, side: layout.keySide, environment)
      new.signs[key] = text(sign.text, sign.size, theme.raisedText, side, isBold: true)
    }
    for picture in new.pictures { effects.append(.draw(picture, order: Self.drawingOrder)) }
    writing = new.measured(like: writing)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    writing.measured(picture, size: size)
  }

  func draw(
    _ entry: PINEntry, focus: PINPad.PadKey?, canBeClosed: Bool, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    guard let layout else { return }
    let (theme, scale) = (environment.theme, environment.scale)
    frame.append(.color(theme.background), in: environment.screen)
    if let lock = writing.lock, let place = layout.lock {
      frame.append(lock, around: place.center, scale: scale)
    }
    if let title = writing.title { append(title, in: layout.title, isBelow: true, scale, to: &frame) }
    if let answer = writing.answer {
      append(answer, in: answerArea ?? layout.answer, isBelow: false, scale, to: &frame)
    }
    if writing.title != nil || writing.answer == nil {
      appendDots(entry.count, in: layout.dots, theme, to: &frame)
    }
    let opacity = entry.gate.isOpen(at: environment.time) ? 1 : Self.closedOpacity
    for (key, area) in zip(entry.keys, layout.keys) {
      let first = frame.sprites.count
      append(key, isFocused: focus == key, in: area, environment, to: &frame)
      frame.fade(from: first, by: opacity)
    }
    guard canBeClosed else { return }
    let close = isClosePressed ? layout.close.scaled(by: Self.pressedScale) : layout.close
    frame.append(.color(theme.raised), in: close, radius: close.size.width / 2)
    frame.appendBorder(theme, around: close, radius: close.size.width / 2)
    if let sign = writing.close { frame.append(sign, around: close.center, scale: scale) }
  }

  private func append(
    _ key: PINPad.PadKey, isFocused: Bool, in area: Rectangle, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    let radius = area.size.width * Self.corner
    if isFocused {
      let wider = area.inset(by: -Self.focusWidth)
      frame.append(.color(theme.progress), in: wider, radius: radius + Self.focusWidth)
    } else {
      frame.appendBorder(theme, around: area, radius: radius)
    }
    frame.append(.color(theme.raised), in: area, radius: radius)
    if let sign = writing.signs[key] { frame.append(sign, around: area.center, scale: environment.scale) }
  }

  /// A row of places for digits, those entered filled; there is always one more than were entered.
  private func appendDots(_ count: Int, in line: Rectangle, _ theme: Theme, to frame: inout SceneFrame) {
    let places = min(max(Self.leastDots, count + 1), PIN.longest)
    let step = min(line.size.height * Self.dotStep, line.size.width / Double(places))
    let size = min(line.size.height * Self.dotShare, step * 0.8)
    for index in 0..<places {
      let across = (Double(index) - Double(places - 1) / 2) * step
      let color =
        index < count
        ? theme.header : theme.background.opacity(1).mixed(with: theme.header, Self.emptyLight)
      frame.append(
        .color(color), in: Rectangle(center: line.center + Point(across, 0), size: Size(size, size)),
        radius: size / 2)
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

/// The pictures of what is on the pad.
struct PINPadWriting: Hashable {
  var title: Writing?
  var answer: Writing?
  /// The pictogram above the title.
  var lock: Writing?
  /// The signs on its keys, by what they say.
  var signs: [PINPad.PadKey: Writing] = [:]
  /// What is on the control that closes it.
  var close: Writing?

  var pictures: [Picture] {
    signs.values.map(\.picture) + [title, answer, lock, close].compactMap { $0?.picture }
  }

  /// With the measures of another face, so that nothing vanishes for a moment.
  func measured(like other: PINPadWriting) -> PINPadWriting {
    var result = self
    func apply(_ old: Writing?, _ new: inout Writing?) {
      if let old, old.picture == new?.picture { new?.size = old.size }
    }
    apply(other.title, &result.title)
    apply(other.answer, &result.answer)
    apply(other.lock, &result.lock)
    apply(other.close, &result.close)
    for key in result.signs.keys { apply(other.signs[key], &result.signs[key]) }
    return result
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = title?.measured(picture, size: size) == true
    if answer?.measured(picture, size: size) == true { isOne = true }
    if lock?.measured(picture, size: size) == true { isOne = true }
    if close?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }
}

import Configuration
import RotundaGeometry
import Scene

/// The looks of the PIN pad: its texts and their places, and the pressed control.
struct PINPadFace: Hashable {
  private(set) var layout: PINPadLayout?
  private(set) var writing = PINPadWriting()
  /// The area of an answer that takes the room of the title and the digits, in large print. Nil for an answer
  /// below the digits.
  private var answerArea: Rectangle?
  /// Whether the close control is pressed. Digits never look pressed. On some compositors, programs can
  /// capture the screen and would read the PIN.
  private var isClosePressed = false

  /// Drawn before any tile's card.
  private static let drawingOrder = -1
  private static let titleSize = 1.45
  private static let signShare = 0.42
  /// The height of a line in font sizes, and the smallest letters of title and answer, in points.
  private static let (lineHeight, leastText) = (1.42, 9.0)
  /// The sign of the close control, as on pages.
  private static let closeSign = "×"
  /// The sign that replaces a word that would be too small on its key.
  private static let check = "✓"
  /// The factor of the usual text size from which an answer takes the room of title and digits.
  private static let largePrint = 1.5
  /// The greatest size of a label, as a share of the key's side.
  private static let largestSign = 0.72
  /// The opacity of keys that accept nothing, during a wait or a check.
  private static let closedOpacity = 0.4
  private static let pressedScale = 0.92
  /// The radius of the keys' corners, as a share of their side.
  private static let corner = 0.22
  /// The width of the line around the focused key, in points.
  private static let focusWidth = 4.0
  /// The places for digits: their size and spacing, as shares of their line, and the brightness of empty
  /// ones.
  private static let (dotShare, dotStep, emptyLight) = (0.5, 0.95, 0.28)
  /// The number of places that are always visible, to hide the length of the PIN.
  private static let leastDots = 4
  /// The size of words on keys, as a share of the key's side.
  static let wordShare = 0.3
  /// The greatest share of a key's width for a word, and the estimated width of a bold letter in font sizes.
  /// Chinese and Japanese characters, from U+2E80 on, are as wide as high.
  private static let (roomShare, letterWidth, firstWide) = (0.76, 0.6, UInt32(0x2E80))

  /// Returns the size of a word on a key, as a share of the key's side. Longer words are smaller, to leave a
  /// margin at both ends.
  static func share(of word: String, atMost most: Double = wordShare) -> Double {
    let width = word.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : 1) }
    return min(most, roomShare / max(1, width))
  }

  /// Returns the label of a key, and its size in points. In the largest print it has at least the legible
  /// size, and a sign replaces a word that would be smaller.
  static func sign(of key: PINPad.PadKey, side: Double, _ environment: Environment) -> (
    text: String, size: Double
  ) {
    let (word, least) = (key.text(in: environment.words), environment.metrics.leastLetters)
    // Keys keep the size that a hand needs. Therefore their labels grow less than other letters.
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

  /// Returns the estimated largest letters with which a text fits its place, up to a size, in points.
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

  /// Removes the answer to the last PIN.
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

  /// Appends a row of places for digits, filled for entered ones. It has at least one empty place.
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

  /// Appends a text at the lower or the upper edge of an area, centered.
  private func append(
    _ writing: Writing, in area: Rectangle, isBelow: Bool, _ scale: Double, to frame: inout SceneFrame
  ) {
    guard let extent = writing.extent(scale: scale) else { return }
    let top = isBelow ? area.maxY - extent.height : area.origin.y
    frame.append(
      writing, at: Point((area.center.x - extent.width / 2).rounded(), top.rounded()), scale: scale)
  }
}

/// The pictures of the texts on the pad.
struct PINPadWriting: Hashable {
  var title: Writing?
  var answer: Writing?
  /// The pictogram above the title.
  var lock: Writing?
  /// The labels on the keys.
  var signs: [PINPad.PadKey: Writing] = [:]
  /// The sign on the close control.
  var close: Writing?

  var pictures: [Picture] {
    signs.values.map(\.picture) + [title, answer, lock, close].compactMap { $0?.picture }
  }

  /// Returns the texts with the measures of other texts, to prevent flicker.
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

  /// Stores the measured size of a picture. Returns whether the pad shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = title?.measured(picture, size: size) == true
    if answer?.measured(picture, size: size) == true { isOne = true }
    if lock?.measured(picture, size: size) == true { isOne = true }
    if close?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }
}

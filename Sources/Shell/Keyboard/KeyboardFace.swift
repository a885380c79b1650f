import Configuration
import RotundaGeometry
import Scene

/// Draws the on-screen keyboard with the labels of its keys.
struct KeyboardFace: Hashable, Sendable {
  /// The labels of keys and forms by text, and the pictograms by name.
  private var writings: [String: Writing] = [:]
  private var signs: [String: Writing] = [:]

  /// The inputs of the labels. New labels are needed only if they change.
  private struct Basis: Hashable {
    let keys: [BoardKey]
    let places: KeyboardPlaces
    let forms: [String]
    let theme: Theme
    let scale: Double
    let language: String
  }
  private var basis: Basis?

  /// The font size of letters, as shares of a key's height and width.
  private static let (letterShare, letterWidth) = (0.5, 1.4)
  /// The font sizes of letters and of words, in the screen's font sizes.
  private static let (letterSize, wordSize) = (1.45, 0.85)
  private static let (signShare, corner) = (0.46, 0.16)
  private static let (pressedOpacity, line, focusWidth) = (0.24, 2.0, 4.0)
  /// The average width of a letter in font sizes.
  private static let letterAspect = 0.62
  private static let drawingOrder = -1
  /// The names of all pictograms.
  private static let names = [
    "key-shift", "key-shift-on", "key-shift-locked", "key-backspace", "key-hide", "language",
  ]

  /// Returns the label of a key; nil for a key with a pictogram.
  private static func label(_ key: BoardKey, isShifted: Bool, _ board: OnScreenKeyboard, _ words: Localizer)
    -> String?
  {
    switch key.action {
    case .text: key.typed(isShifted: isShifted).map(BoardKey.label)
    case .space: board.layout.name
    case .page(.letters): board.layout.isLatin ? "ABC" : board.layout.rows[0].prefix(2).map(\.text).joined()
    case .page(.symbols), .page(.digits): "123"
    case .page(.moreSymbols): "=<"
    case .caret(let step): step < 0 ? "\u{2039}" : "\u{203A}"
    case .field(.tab): "\u{21E5}"
    case .field(.up): "\u{2191}"
    case .field(.down): "\u{2193}"
    case .done: board.isForPrograms ? "\u{21B5}" : words(.done)
    case .shift, .backspace, .language, .hide: nil
    }
  }

  /// Requests all labels, with Shift and without. Labels must exist before a finger presses Shift.
  mutating func layOut(
    _ board: OnScreenKeyboard, _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    let (theme, places) = (environment.theme, board.places)
    guard !places.keys.isEmpty else { return }
    let basis = Basis(
      keys: board.keys, places: places, forms: board.variants?.texts ?? [], theme: theme,
      scale: environment.scale, language: environment.words.language)
    guard basis != self.basis else { return }
    self.basis = basis
    var (new, newSigns): ([String: Writing], [String: Writing]) = ([:], [:])
    func write(_ text: String, _ color: Color, in area: Size) {
      guard new[text] == nil else { return }
      let count = Double(text.count)
      let isLetter = text.count == 1 || BoardKey.label(of: text) != text
      let wanted =
        isLetter
        ? environment.metrics.fontSize * Self.letterSize
        : environment.metrics.fontSize * Self.wordSize
      let most = min(
        area.height * Self.letterShare,
        area.width / (isLetter ? Self.letterWidth : Self.letterAspect * (count + 1)))
      new[text] = environment.label(
        text, size: max(8, min(wanted, most)), color: color, within: area, isBold: !isLetter,
        alignment: .center)
    }
    for (index, key) in board.keys.enumerated() {
      let area = places.face(index).size
      for isShifted in [false, true] {
        guard let text = Self.label(key, isShifted: isShifted, board, environment.words) else { continue }
        write(text, color(of: key, theme), in: area)
      }
    }
    if let offered = board.variants {
      for (text, place) in zip(offered.texts, offered.places) {
        write(BoardKey.label(of: text), theme.raisedText, in: place.size)
      }
    }
    let side = (min(places.height, places.pitch) * Self.signShare).rounded()
    for name in Self.names {
      newSigns[name] = Writing(
        .pictogram(Pictogram(name, color: theme.header)), within: Size(side, side), scale: environment.scale)
    }
    for (text, writing) in new {
      if let old = writings[text], old.picture == writing.picture { new[text]?.size = old.size }
    }
    for (name, sign) in newSigns {
      if let old = signs[name], old.picture == sign.picture { newSigns[name]?.size = old.size }
    }
    (writings, signs) = (new, newSigns)
    for writing in [writings.values, signs.values].joined() {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for key in writings.keys where writings[key]?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    return isOne
  }

  /// Whether a key has a filled ground, as letters have. Other keys have an outline.
  private static func isCard(_ key: BoardKey) -> Bool {
    switch key.action {
    case .text, .space: true
    default: false
    }
  }

  private func color(of key: BoardKey, _ theme: Theme) -> Color {
    if key.action == .done { return theme.badgeText }
    return Self.isCard(key) ? theme.raisedText : theme.header
  }

  func draw(
    _ board: OnScreenKeyboard, focus: Int?, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    for index in board.keys.indices where board.places.keys.indices.contains(index) {
      draw(board.keys[index], index, board, isFocused: focus == index, on: plane, environment, to: &frame)
    }
    guard let offered = board.variants else { return }
    drawVariants(offered, isSecret: board.kind.isSecret, focus: focus, on: plane, environment, to: &frame)
  }

  private func draw(
    _ key: BoardKey, _ index: Int, _ board: OnScreenKeyboard, isFocused: Bool, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, scale, area) = (environment.theme, environment.scale, board.places.face(index))
    let corner = min(area.size.width, area.size.height) * Self.corner
    if isFocused {
      plane.append(
        .color(theme.progress), in: area.inset(by: -Self.focusWidth), corner: corner + Self.focusWidth,
        to: &frame)
    } else if theme.borderWidth > 0 {
      plane.append(
        .color(theme.border), in: area.inset(by: -theme.borderWidth), corner: corner + theme.borderWidth,
        to: &frame)
    }
    let isCard = Self.isCard(key)
    plane.append(
      .color(key.action == .done ? theme.badge : theme.raised), in: area, corner: corner, to: &frame)
    if !isCard, key.action != .done {
      plane.append(
        .color(theme.background.opacity(1)), in: area.inset(by: Self.line),
        corner: max(0, corner - Self.line),
        to: &frame)
    }
    if board.pressed == index {
      plane.append(
        .color(key.action == .done ? theme.badgeText : theme.header), in: area, corner: corner,
        opacity: Self.pressedOpacity, to: &frame)
    }
    if let sign = key.sign(board.shift), let writing = signs[sign] {
      plane.append(writing, around: area.center, scale: scale, to: &frame)
    } else if let text = Self.label(key, isShifted: board.isShifted, board, environment.words),
      let writing = writings[text]
    {
      plane.append(writing, around: area.center, scale: scale, to: &frame)
    }
  }

  private func drawVariants(
    _ offered: OnScreenKeyboard.Variants, isSecret: Bool, focus: Int?, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    guard let first = offered.places.first, let last = offered.places.last else { return }
    let (theme, margin) = (environment.theme, first.size.height * 0.06)
    let left = min(first.origin.x, last.origin.x)
    let all = Rectangle(
      origin: Point(left, first.origin.y),
      size: Size(max(first.maxX, last.maxX) - left, first.size.height))
    let corner = first.size.height * Self.corner
    plane.append(
      .color(theme.progress), in: all.inset(by: -Self.line), corner: corner + Self.line, to: &frame)
    plane.append(.color(theme.raised), in: all, corner: corner, to: &frame)
    for (index, (text, place)) in zip(offered.texts, offered.places).enumerated() {
      let area = place.inset(by: margin)
      if index == focus || (index == offered.chosen && !isSecret) {
        plane.append(
          .color(theme.raisedText), in: area, corner: corner, opacity: Self.pressedOpacity, to: &frame)
      }
      if let writing = writings[BoardKey.label(of: text)] {
        plane.append(writing, around: area.center, scale: environment.scale, to: &frame)
      }
    }
  }
}

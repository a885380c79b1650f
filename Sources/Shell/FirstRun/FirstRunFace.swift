import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// Draws the first run: its text, pictures and items.
struct FirstRunFace: Sendable {
  /// The text and the picture of an item.
  private struct Writings: Hashable {
    var label, detail, symbol: Writing?

    var all: [Writing] { [label, detail, symbol].compactMap(\.self) }

    mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
      [
        label?.measured(picture, size: size), detail?.measured(picture, size: size),
        symbol?.measured(picture, size: size),
      ].contains(true)
    }
  }

  /// An item's state in one frame.
  struct State {
    let isPressed: Bool
    let focus: ElementID?
    let clip: Rectangle
  }

  private var title, detail: Writing?
  private var isProblem = false
  private var items: [Writings] = []
  private var foot: [Writing] = []
  private var signs: [Sign: Writing] = [:]
  private var ground: Picture?
  /// The known sizes of pictures. A new layout can show these pictures at once.
  private var sizes: [Picture: PixelSize] = [:]
  /// The items whose pictures were requested.
  private var asked: Set<Int> = []
  /// The time at which the page began to appear.
  private var turned = -1.0

  private enum Sign: String, CaseIterable {
    // A check mark, a forward arrow, a multiplication sign, a minus and a plus.
    case check = "✓"
    case on = "›"
    case remove = "×"
    case less = "−"
    case more = "+"
  }

  /// Drawn before the cards of tiles.
  private static let drawingOrder = -1
  static let focusWidth = 4.0
  private static let pressedOpacity = 0.7
  /// The share of the text's color in the ground of items and buttons on dark screens.
  private static let (surface, button, quietButton) = (0.12, 0.2, 0.09)
  /// The corner radii of items and cards, in font sizes.
  private static let (radius, cardRadius) = (0.5, 0.8)
  /// The smallest text size when space is short, as a share of the normal size.
  private static let leastLetters = 0.62
  private static let leastDots = 4
  /// The number of bars of a signal, and the opacity of an empty one.
  private static let (mostBars, emptyBar) = (4, 0.25)
  /// The color of the background light on dark and on bright screens, and its share.
  private static let (nightLight, dayLight, light) = (Color(hex: 0x0b4a80), Color(hex: 0xbcd0ee), 0.6)

  mutating func turn(at time: Double) { turned = time }
  mutating func skipTurn() { turned = -1e9 }
  func isTurning(at time: Double) -> Bool { time < turned + FirstRunPanel.duration }

  // Text.

  mutating func layOut(
    _ form: SetupForm, _ words: [String], _ layout: SetupLayout, _ environment: Environment,
    into effects: inout [ShellEffect]
  ) {
    let theme = environment.theme
    (asked, isProblem) = ([], form.isProblem)
    title = environment.label(
      form.title, size: layout.titleSize, color: theme.header, within: layout.title.size, isBold: true)
    detail =
      form.detail.isEmpty || layout.detail.size.isEmpty
      ? nil
      : fitted(
        form.detail, layout.detailSize, isProblem ? theme.header : theme.quiet, within: layout.detail.size,
        isBold: isProblem, environment)
    items = zip(form.items, layout.items).map { item, area in writings(item, area, layout, environment) }
    foot = zip(words, layout.buttons).enumerated().map { index, word in
      let isMain = index == words.count - 1 && words.count > 1
      return environment.label(
        word.0, size: layout.buttonSize, color: isMain ? Self.onMain(theme) : Self.ink(theme),
        within: word.1.inset(by: layout.gap / 2).size, isBold: true, alignment: .center)
    }
    for sign in Sign.allCases {
      signs[sign] = environment.label(
        sign.rawValue, size: layout.font * 1.25,
        color: sign == .check ? Self.onAccent(theme) : Self.ink(theme),
        within: Size(layout.font * 2, layout.font * 2.2), isBold: true)
    }
    ground = Self.ground(environment)
    let kept = sizes
    sizes = [:]
    for writing in [title, detail].compactMap(\.self) + items.flatMap(\.all) + foot + signs.values {
      if let size = kept[writing.picture] { _ = measured(writing.picture, size: size) }
    }
    for writing in [title, detail].compactMap(\.self) + foot + signs.values {
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
    if let ground { effects.append(.draw(ground, order: Self.drawingOrder)) }
  }

  /// Requests the pictures of the first 24 items and of visible ones.
  mutating func request(
    _ seen: (Int) -> Rectangle?, _ layout: SetupLayout, into effects: inout [ShellEffect]
  ) {
    guard asked.count < items.count else { return }
    for index in items.indices where !asked.contains(index) {
      guard index < 24 || seen(index) != nil else { continue }
      asked.insert(index)
      for writing in items[index].all { effects.append(.draw(writing.picture, order: Self.drawingOrder)) }
    }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = [title?.measured(picture, size: size), detail?.measured(picture, size: size)].contains(true)
    for index in items.indices where items[index].measured(picture, size: size) { isOne = true }
    for index in foot.indices where foot[index].measured(picture, size: size) { isOne = true }
    for sign in Sign.allCases where signs[sign]?.measured(picture, size: size) == true { isOne = true }
    if picture == ground { isOne = true }
    if isOne { sizes[picture] = size }
    return isOne
  }

  /// Returns text that shrinks before it is truncated.
  private func fitted(
    _ text: String, _ size: Double, _ color: Color, within room: Size, isBold: Bool = false,
    alignment: TextBlock.Alignment = .natural, _ environment: Environment
  ) -> Writing {
    var letters = size
    func isWhole(_ letters: Double) -> Bool {
      let words = text.split(whereSeparator: { $0 == " " || $0 == "\n" || $0 == "-" })
      let widest = words.map { NoticeFit.width($0) }.max() ?? 0
      let lines = Double(NoticeFit.lines(text, width: room.width / letters))
      return lines * letters * SetupItemParts.line <= room.height + 1 && widest * letters <= room.width
    }
    while !isWhole(letters), letters > size * Self.leastLetters { letters *= 0.95 }
    return environment.label(
      text, size: letters, color: color, within: room, isBold: isBold, alignment: alignment)
  }

  private func writings(
    _ item: SetupForm.Item, _ area: Rectangle, _ layout: SetupLayout, _ environment: Environment
  ) -> Writings {
    let (theme, scale, font) = (environment.theme, environment.scale, layout.font)
    let parts = SetupItemParts(item, in: area, layout)
    let (ink, quiet) = (Self.ink(theme), Self.quietInk(theme))
    func text(
      _ text: String, _ size: Double, _ color: Color, _ room: Rectangle, bold: Bool = false,
      _ alignment: TextBlock.Alignment = .natural
    ) -> Writing? {
      text.isEmpty
        ? nil
        : fitted(text, size, color, within: room.size, isBold: bold, alignment: alignment, environment)
    }
    func symbol(_ content: Picture.Content, _ room: Rectangle) -> Writing {
      Writing(content, within: room.size, scale: scale)
    }
    func glyph(_ glyph: Glyph, _ room: Rectangle, _ share: Double = 1) -> Writing {
      let side = min(room.size.width, room.size.height) * share
      return Writing(
        .pictogram(Pictogram(glyph.rawValue, color: ink)), within: Size(side, side), scale: scale)
    }
    var writings = Writings()
    switch item.kind {
    case .card(let name):
      writings.label = text(item.label, font * 1.25, ink, parts.label, bold: true)
      writings.detail = text(item.detail, font, quiet, parts.detail)
      writings.symbol = glyph(name, parts.symbol)
    case .row:
      writings.label = text(item.label, font, ink, parts.label)
      writings.detail = text(item.detail, font, quiet, parts.detail)
    case .network(_, let isLocked):
      writings.label = text(item.label, font, ink, parts.label, bold: item.isOn == true)
      writings.detail = text(item.detail, font * 0.72, quiet, parts.detail)
      // The mark of the connected network is in the place of the lock.
      if isLocked, item.isOn != true {
        writings.symbol = glyph(.lock, Rectangle(origin: .zero, size: Size(font * 1.1, font * 1.1)))
      }
    case .stepper:
      writings.label = text(item.label, font, ink, parts.label)
      writings.detail = text(item.detail, font, ink, parts.detail, .center)
    case .field:
      writings.label = text(item.label, font * 0.72, quiet, parts.label)
      writings.detail = text(item.detail, font, ink, parts.detail)
    case .button(let name):
      writings.label = text(item.label, font, ink, parts.label)
      writings.symbol = glyph(name, parts.symbol)
    case .cell(let picture):
      writings.label = text(item.label, font * 0.85, ink, parts.label, .center)
      switch picture {
      case .glyph(let name): writings.symbol = glyph(name, parts.symbol, 0.8)
      case .icon(let icon, _): writings.symbol = symbol(.image(icon), parts.symbol)
      }
    case .look: writings.label = text(item.label, font * 0.95, Self.ink(theme), parts.label)
    case .chip:
      let color = item.isOn == true ? Self.onAccent(theme) : ink
      writings.label = text(item.label, font * 0.9, color, parts.label, .center)
    case .key:
      let isDigit = if case .key(.digit) = item.choice { true } else { false }
      let share = isDigit ? 0.42 : PINPad.share(of: item.label)
      writings.label = environment.label(
        item.label, size: area.size.height * share, color: ink, within: area.size, isBold: true,
        alignment: .center)
    case .dots: break
    }
    return writings
  }
}

// Colors.
extension FirstRunFace {
  private static func ink(_ theme: Theme) -> Color { theme.cardText }
  private static func quietInk(_ theme: Theme) -> Color { theme.cardDetail }
  private static func accent(_ theme: Theme) -> Color { (theme.accent ?? theme.progress).opacity(1) }
  private static func onAccent(_ theme: Theme) -> Color { readable(on: accent(theme)) }
  private static func onMain(_ theme: Theme) -> Color { readable(on: theme.header) }

  private static func readable(on ground: Color) -> Color {
    ground.contrast(to: .white) > ground.contrast(to: .black) ? .white : .black
  }

  /// The ground of an item. Bright and opaque themes use the ground of cards.
  private static func surface(_ theme: Theme, _ share: Double = surface) -> Color {
    if theme.isOpaque { return theme.card }
    return theme.isBright ? theme.card : theme.header.opacity(share)
  }

  private static func ground(_ environment: Environment) -> Picture? {
    let (theme, scale, size) = (environment.theme, environment.scale, environment.metrics.size)
    guard theme.allowsAmbient, !theme.isOpaque else { return nil }
    let ground = theme.background.opacity(1)
    let top = ground.mixed(with: theme.isBright ? dayLight : nightLight, light)
    let bottom = theme.isBright ? ground : ground.mixed(with: .black, 0.45)
    let pixels = PixelSize(Int((size.width * scale).rounded()), Int((size.height * scale).rounded()))
    return Picture(.ground(Ground(top: top, bottom: bottom)), size: pixels, scale: scale)
  }
}

// Drawing.
extension FirstRunFace {
  private func plane(_ frame: SceneFrame, clip: Rectangle? = nil) -> Plane {
    var plane = Plane(transform: .identity.translated(-frame.size.width / 2, -frame.size.height / 2, 0))
    plane.clip = clip
    return plane
  }

  func drawGround(_ environment: Environment, to frame: inout SceneFrame) {
    let color = environment.theme.background.opacity(1)
    if let ground {
      frame.append(.picture(ground, placeholder: color), in: environment.screen)
    } else {
      frame.append(.color(color), in: environment.screen)
    }
  }

  func drawHead(
    _ layout: SetupLayout, progress: Double?, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    if let progress {
      let (track, radius) = (layout.progress, layout.progress.size.height / 2)
      frame.append(
        .color(theme.tinge(theme.header, 0.18, on: theme.background)), in: track, radius: radius)
      let part = Rectangle(
        origin: track.origin,
        size: Size(max(track.size.height, track.size.width * progress), track.size.height))
      frame.append(.color(Self.accent(theme)), in: part, radius: radius)
    }
    if let title { frame.append(title, at: layout.title.origin, scale: environment.scale) }
    if let detail { frame.append(detail, at: layout.detail.origin, scale: environment.scale) }
  }

  /// Draws the buttons at the lower edge.
  func drawFoot(
    _ choices: [FirstRun.Choice], _ layout: SetupLayout, pressed: ElementID?, focus: ElementID?,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    for (index, place) in layout.buttons.enumerated() where choices.indices.contains(index) {
      let id = choices[index].element
      let area = pressed == id ? place.scaled(by: 0.96) : place
      let radius = area.size.height / 2
      if focus == id { appendRing(around: area, radius: radius, theme, to: &frame) }
      frame.appendBorder(theme, around: area, radius: radius)
      let isMain = index == choices.count - 1 && choices.count > 1
      let share = choices[index] == .back ? Self.button : Self.quietButton
      frame.append(
        .color(isMain ? theme.header : Self.surface(theme, share)), in: area, radius: radius)
      if foot.indices.contains(index) {
        frame.append(foot[index], around: area.center, scale: environment.scale)
      }
    }
  }

  private func appendRing(
    around area: Rectangle, radius: Double, _ theme: Theme, to frame: inout SceneFrame
  ) {
    let width = Self.focusWidth
    frame.append(
      .color(Self.accent(theme)), in: area.inset(by: -2 * width), radius: radius + 2 * width)
    frame.append(
      .color(theme.background.opacity(1)), in: area.inset(by: -width), radius: radius + width)
  }

  func drawScrollBar(
    _ scroll: ContentScroll, _ layout: SetupLayout, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let width = max(3, (layout.font * 0.16).rounded())
    let track = Rectangle(
      origin: Point(layout.viewport.maxX + width, layout.viewport.origin.y),
      size: Size(width, layout.viewport.size.height))
    guard let bar = scroll.bar(in: track) else { return }
    frame.append(.color(environment.theme.quiet), in: bar, radius: width / 2)
  }

  /// Fades in a page.
  func comeIn(from first: Int, at time: Double, _ environment: Environment, to frame: inout SceneFrame) {
    let part = AnimationCurve.easeOut.value(at: (time - turned) / FirstRunPanel.duration)
    guard part < 1 else { return }
    frame.fade(from: first, by: part)
  }

  // Items.

  func draw(
    _ index: Int, _ item: SetupForm.Item, in area: Rectangle, _ state: State, _ layout: SetupLayout,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    guard items.indices.contains(index) else { return }
    if case .dots(let count) = item.kind { return drawDots(count, in: area, environment, to: &frame) }
    let (theme, writings) = (environment.theme, items[index])
    var plane = plane(frame, clip: state.clip)
    let isCard = if case .card = item.kind { true } else { false }
    let radius = layout.font * (isCard ? Self.cardRadius : Self.radius)
    let isFocused = item.choice.map { $0.element == state.focus } ?? false
    drawEdge(item, area, radius, isFocused: isFocused, plane, theme, to: &frame)
    if state.isPressed || !item.isEnabled { plane.opacity = item.isEnabled ? Self.pressedOpacity : 0.45 }
    let isFilled = if case .chip = item.kind { item.isOn == true } else { false }
    plane.append(
      .color(isFilled ? Self.accent(theme) : Self.surface(theme)), in: area, corner: radius, to: &frame)
    let parts = SetupItemParts(item, in: area, layout)
    draw(writings, item, parts, plane, environment.scale, to: &frame)
    drawAccessory(item, area, parts, plane, state, layout, environment, to: &frame)
  }

  /// Draws the border of an item: from the theme, or because the item is chosen or focused.
  private func drawEdge(
    _ item: SetupForm.Item, _ area: Rectangle, _ radius: Double, isFocused: Bool, _ plane: Plane,
    _ theme: Theme, to frame: inout SceneFrame
  ) {
    let isChosen =
      switch item.kind {
      case .cell, .look: item.isOn == true
      default: false
      }
    let width = isFocused || isChosen ? Self.focusWidth : theme.borderWidth
    guard width > 0 else { return }
    let color = isFocused || isChosen ? Self.accent(theme) : theme.border
    plane.append(.color(color), in: area.inset(by: -width), corner: radius + width, to: &frame)
    plane.append(.color(theme.background.opacity(1)), in: area, corner: radius, to: &frame)
  }

  private func draw(
    _ writings: Writings, _ item: SetupForm.Item, _ parts: SetupItemParts, _ plane: Plane, _ scale: Double,
    to frame: inout SceneFrame
  ) {
    func append(_ writing: Writing?, in room: Rectangle, _ across: Across, _ down: Double = 0.5) {
      guard let writing, let extent = writing.extent(scale: scale) else { return }
      let free = Point(room.size.width - extent.width, room.size.height - extent.height)
      let left =
        switch across {
        case .start: 0.0
        case .middle: free.x / 2
        case .end: free.x
        }
      let corner = room.origin + Point(left, free.y * down)
      plane.append(writing, at: Point(corner.x.rounded(), corner.y.rounded()), scale: scale, to: &frame)
    }
    switch item.kind {
    case .card:
      append(writings.label, in: parts.label, .start, 1)
      append(writings.detail, in: parts.detail, .start, 0)
      append(writings.symbol, in: parts.symbol, .middle)
    case .row:
      append(writings.label, in: parts.label, .start)
      append(writings.detail, in: parts.detail, .end)
    case .network:
      append(writings.label, in: parts.label, .start, writings.detail == nil ? 0.5 : 0.8)
      append(writings.detail, in: parts.detail, .start, 0.2)
      append(writings.symbol, in: parts.symbol, .start)
    case .stepper:
      append(writings.label, in: parts.label, .start)
      append(writings.detail, in: parts.detail, .middle)
    case .field:
      append(writings.label, in: parts.label, .start, 1)
      append(writings.detail, in: parts.detail, .start, 0.35)
    case .button:
      append(writings.symbol, in: parts.symbol, .middle)
      append(writings.label, in: parts.label, .start)
    case .cell:
      append(writings.symbol, in: parts.symbol, .middle)
      append(writings.label, in: parts.label, .middle, 0.2)
    case .look: append(writings.label, in: parts.label, .start)
    case .chip, .key: append(writings.label, in: parts.label, .middle)
    case .dots: break
    }
  }

  private enum Across { case start, middle, end }

  private func drawAccessory(
    _ item: SetupForm.Item, _ area: Rectangle, _ parts: SetupItemParts, _ plane: Plane, _ state: State,
    _ layout: SetupLayout, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, scale, font) = (environment.theme, environment.scale, layout.font)
    func sign(_ sign: Sign, around center: Point) {
      if let writing = signs[sign] { plane.append(writing, around: center, scale: scale, to: &frame) }
    }
    func mark(around center: Point) {
      let side = font * 1.3
      plane.append(
        .color(Self.accent(theme)), in: Rectangle(center: center, size: Size(side, side)), corner: side / 2,
        to: &frame)
      sign(.check, around: center)
    }
    let end = Point(parts.symbol.maxX - font * 0.65, area.center.y)
    switch item.kind {
    case .row(.check): if item.isOn == true { mark(around: end) }
    case .row(.chevron): sign(.on, around: end)
    case .row(.remove): sign(.remove, around: end)
    case .row(.toggle):
      plane.appendSwitch(
        isOn: item.isOn == true, endingAt: Point(parts.symbol.maxX, area.center.y),
        height: min(font * 1.2, area.size.height * 0.6).rounded(), on: Self.accent(theme),
        off: theme.cardText, knob: item.isOn == true ? Self.onAccent(theme) : theme.card, to: &frame)
    case .network(let bars, _):
      let color = item.isOn == true ? Self.accent(theme) : Self.ink(theme)
      drawBars(bars, in: parts.symbol, font, color, plane, to: &frame)
      if item.isOn == true {
        mark(around: Point(parts.symbol.origin.x + font * 0.55, area.center.y))
      }
    case .stepper(let less, let more):
      let steps = layout.steps(in: area, target: area.size.height)
      for (choice, place, which) in [(less, steps.less, Sign.less), (more, steps.more, .more)] {
        let side = min(place.size.width, place.size.height) * 0.8
        let disc = Rectangle(center: place.center, size: Size(side, side))
        let isFocused = state.focus == choice.element
        plane.append(
          .color(isFocused ? Self.accent(theme) : theme.cardText), in: disc, corner: side / 2,
          opacity: isFocused ? 0.6 : 0.16, to: &frame)
        sign(which, around: place.center)
      }
    case .cell, .look:
      if item.isOn == true {
        mark(around: Point(area.maxX - font * 0.9, area.origin.y + font * 0.9))
      }
    default: break
    }
  }

  /// Draws a signal: four bars, the strong ones filled.
  private func drawBars(
    _ count: Int, in area: Rectangle, _ font: Double, _ color: Color, _ plane: Plane,
    to frame: inout SceneFrame
  ) {
    let (width, gap) = ((font * 0.22).rounded(), max(1, (font * 0.1).rounded()))
    let bottom = (area.center.y + font * 0.5).rounded()
    for index in 0..<Self.mostBars {
      let height = (font * (0.34 + 0.22 * Double(index))).rounded()
      let left = area.maxX - Double(Self.mostBars - index) * (width + gap) + gap
      plane.append(
        .color(color), in: Rectangle(origin: Point(left, bottom - height), size: Size(width, height)),
        corner: width / 3, opacity: index < count ? 1 : Self.emptyBar, to: &frame)
    }
  }

  private func drawDots(
    _ count: Int, in area: Rectangle, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    let side = (area.size.height * 0.5).rounded()
    let places = max(Self.leastDots, count)
    let step = min(side * 1.9, area.size.width / Double(places))
    for index in 0..<places {
      let center = Point(area.origin.x + side / 2 + Double(index) * step, area.center.y)
      frame.append(
        .color(index < count ? theme.header : theme.tinge(theme.header, 0.28, on: theme.background)),
        in: Rectangle(center: center, size: Size(side, side)), radius: side / 2)
    }
  }

  /// Draws a theme: the miniature screen, with the theme's name below.
  func draw(
    _ miniature: LookMiniature, _ index: Int, _ item: SetupForm.Item, in area: Rectangle, _ state: State,
    _ layout: SetupLayout, _ environment: Environment, to frame: inout SceneFrame
  ) {
    guard items.indices.contains(index) else { return }
    let (theme, plane) = (environment.theme, plane(frame, clip: state.clip))
    let parts = SetupItemParts(item, in: area, layout)
    let isMarked = item.isOn == true || item.choice.map { $0.element == state.focus } ?? false
    let width = isMarked ? Self.focusWidth : 1
    plane.append(
      .color(isMarked ? Self.accent(theme) : theme.quiet), in: parts.symbol.inset(by: -width), corner: width,
      to: &frame)
    miniature.draw(in: parts.symbol, clip: state.clip, to: &frame)
    draw(items[index], item, parts, plane, environment.scale, to: &frame)
    drawAccessory(item, area, parts, plane, state, layout, environment, to: &frame)
  }
}

import Configuration
import RotundaGeometry
import Scene

/// Draws the editor.
struct EditFace: Sendable {
  /// The editor's state in one frame.
  struct State {
    let offset: Double
    let pressed, focus: ElementID?
    let carried: EditPanel.Carried?
    /// Whether each button at the lower edge is enabled.
    let enabled: [Bool]
    let isLocked: (Int) -> Bool
  }

  private var heading, close, plus, remove: Writing?
  private var titles: [Int: Writing] = [:]
  /// The shelves with an editable title.
  private var pens: Set<Int> = []
  private var names: [Writing?] = []
  private var pictures: [Picture?] = []
  private var controls: [Writing] = []
  /// The pictograms on the buttons; nil for a button with text.
  private var controlSigns: [String?] = []
  /// Pictograms by name.
  private var signs: [String: Writing] = [:]

  private static let (headingSize, nameSize, controlSize) = (1.25, 0.85, 0.82)
  private static let (radius, focusWidth, pressedOpacity, offOpacity) = (0.5, 4.0, 0.7, 0.45)
  private static let (closeSign, backSign, onSign, plusSign) = ("×", "‹", "›", "+")
  /// The size of a handle's icon and disc, as shares of the handle.
  private static let (signShare, discShare) = (0.42, 0.84)
  /// The width of the insertion mark in points, and the opacity of the card whose tile is carried.
  private static let (mark, left) = (6.0, 0.35)
  private static let drawingOrder = -1
  private static let glyphs =
    [Glyph.pen.rawValue, "move", Glyph.lock.rawValue] + EditPanel.Control.allCases.compactMap(\.sign)

  mutating func layOut(
    _ text: String, _ shelves: [EditShelf], _ layout: EditLayout, controls shown: [EditPanel.Control],
    isInside: Bool,
    _ environment: Environment, into effects: inout [ShellEffect]
  ) {
    let (theme, font) = (environment.theme, environment.metrics.fontSize)
    var known: [Picture: PixelSize] = [:]
    for writing in all { known[writing.picture] = writing.size }
    func write(_ text: String, _ size: Double, _ color: Color, _ room: Size, bold: Bool = false) -> Writing {
      environment.label(
        text, size: min(font * size, room.height / 1.35), color: color, within: room, isBold: bold)
    }
    heading = write(text, Self.headingSize, theme.header, layout.heading.size, bold: true)
    titles = Dictionary(
      uniqueKeysWithValues: layout.titles.compactMap { index, place in
        let room = Size(place.size.width - layout.handle, min(place.size.height, layout.heading.size.height))
        return shelves[index].name.map {
          (index, write($0, Self.headingSize, theme.header, room, bold: true))
        }
      })
    pens = Set(layout.titles.keys.filter { shelves[$0].canBeNamed })
    var look = ShelfLook(theme: theme, metrics: environment.metrics, scale: environment.scale)
    look.hidesDescriptions = true
    (names, pictures) = ([], [])
    for card in layout.cards {
      guard let index = card.tile, shelves[card.shelf].tiles.indices.contains(index) else {
        names.append(write(environment.words(.editAdd), Self.nameSize, theme.raisedText, card.name.size))
        pictures.append(nil)
        continue
      }
      var tile = shelves[card.shelf].tiles[index]
      names.append(write(tile.name, Self.nameSize, theme.raisedText, card.name.size))
      // The card shows its name below its picture.
      tile.glyph = tile.glyph ?? GlyphWords.glyph(for: tile.name)
      tile.name = ""
      (tile.buttons, tile.rows) = ([], [])
      pictures.append(look.face(of: tile, card.picture.size, beside: card.picture.size))
    }
    controlSigns = shown.map(\.sign)
    controls = zip(shown, layout.controls).map { control, place in
      environment.label(
        control.text(in: environment.words),
        size: min(font * Self.controlSize, place.size.height / 2.8, place.size.width / 6.5),
        color: theme.raisedText,
        within: place.inset(by: font * 0.15).size, isBold: true, alignment: .center)
    }
    let closing = environment.pageMetrics.closeFrame.size
    func sign(_ text: String, _ side: Double) -> Writing {
      environment.label(
        text, size: side * 0.6, color: theme.raisedText, within: Size(side, side), isBold: true)
    }
    // Icons are not mirrored on a mirrored screen. Therefore swap the arrows.
    let back = environment.isMirrored ? Self.onSign : Self.backSign
    close = sign(isInside ? back : Self.closeSign, closing.height)
    remove = sign(Self.closeSign, layout.handle)
    plus = sign(Self.plusSign, min(layout.handle * 1.6, layout.cards.first?.picture.size.height ?? 1))
    let side = (layout.handle * Self.signShare).rounded()
    for name in Self.glyphs {
      signs[name] = Writing(
        .pictogram(Pictogram(name, color: theme.raisedText)), within: Size(side, side),
        scale: environment.scale
      )
    }
    for writing in all {
      if let size = known[writing.picture] { _ = measured(writing.picture, size: size) }
      effects.append(.draw(writing.picture, order: Self.drawingOrder))
    }
    for picture in pictures.compactMap(\.self) { effects.append(.draw(picture, order: 0)) }
  }

  private var all: [Writing] {
    [heading, close, plus, remove].compactMap(\.self) + titles.values + names.compactMap(\.self) + controls
      + signs.values
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = [
      heading?.measured(picture, size: size), close?.measured(picture, size: size),
      plus?.measured(picture, size: size), remove?.measured(picture, size: size),
    ].contains(true)
    for key in titles.keys where titles[key]?.measured(picture, size: size) == true { isOne = true }
    for key in signs.keys where signs[key]?.measured(picture, size: size) == true { isOne = true }
    for index in names.indices where names[index]?.measured(picture, size: size) == true { isOne = true }
    for index in controls.indices where controls[index].measured(picture, size: size) { isOne = true }
    return isOne || pictures.contains(picture)
  }

  func draw(
    _ layout: EditLayout, _ state: State, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let scale = environment.scale
    if let heading, let extent = heading.extent(scale: scale) {
      plane.append(
        heading, at: Point(layout.heading.origin.x, (layout.heading.center.y - extent.height / 2).rounded()),
        scale: scale, to: &frame)
    }
    var seen = plane
    seen.clip = layout.viewport
    let up = Point(0, -state.offset)
    for (index, place) in layout.titles {
      if pens.contains(index) {
        drawPen(index, in: place.moved(by: up), state, on: seen, environment, to: &frame)
      }
      guard let title = titles[index], let extent = title.extent(scale: scale) else { continue }
      let corner = Point(place.origin.x, (place.center.y - extent.height / 2).rounded()) + up
      seen.append(title, at: corner, scale: scale, to: &frame)
    }
    for index in layout.cards.indices where index < names.count {
      let frameOfCard = layout.cards[index].frame.moved(by: up)
      guard frameOfCard.maxY > layout.viewport.origin.y, frameOfCard.origin.y < layout.viewport.maxY else {
        continue
      }
      var plane = seen
      if state.carried?.card == index { plane.opacity *= Self.left }
      draw(index, layout, state, by: up, on: plane, environment, to: &frame)
    }
    drawTarget(layout, state, by: up, on: seen, environment, to: &frame)
    drawBar(layout, state, on: plane, environment, to: &frame)
    drawCarried(layout, state, on: plane, environment, to: &frame)
  }

  private func draw(
    _ index: Int, _ layout: EditLayout, _ state: State, by way: Point, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let (theme, scale, card) = (environment.theme, environment.scale, layout.cards[index])
    let radius = environment.metrics.plainFontSize * Self.radius
    let area = card.frame.moved(by: way)
    if theme.borderWidth > 0 {
      plane.append(
        .color(theme.border), in: area.inset(by: -theme.borderWidth), corner: radius + theme.borderWidth,
        to: &frame)
    }
    plane.append(.color(theme.raised), in: area, corner: radius, to: &frame)
    let picture = card.picture.moved(by: way)
    if let face = pictures[index] {
      plane.append(.picture(face, placeholder: theme.raised), in: picture, corner: radius, to: &frame)
    } else if let plus {
      plane.append(plus, around: picture.center, scale: scale, to: &frame)
    }
    if let name = names[index] {
      plane.append(name, around: card.name.moved(by: way).center, scale: scale, to: &frame)
    }
    if card.handles.isEmpty {
      drawFocus(area, ElementID("edit", index), state, radius, on: plane, theme, to: &frame)
    }
    let isLocked = state.isLocked(index)
    for (number, handle) in card.handles.enumerated() where !isLocked || number == 0 {
      draw(number, isLocked, in: handle.moved(by: way), index, state, on: plane, environment, to: &frame)
    }
  }

  private func draw(
    _ number: Int, _ isLocked: Bool, in handle: Rectangle, _ card: Int, _ state: State, on plane: Plane,
    _ environment: Environment, to frame: inout SceneFrame
  ) {
    let name = ["edit", "move", "remove"][number]
    let isPressed = state.pressed == ElementID(name, card)
    let side = min(handle.size.width, handle.size.height) * Self.discShare * (isPressed ? 0.9 : 1)
    let disc = Rectangle(center: handle.center, size: Size(side, side))
    drawFocus(disc, ElementID(name, card), state, side / 2, on: plane, environment.theme, to: &frame)
    plane.append(
      .color(environment.theme.raised.mixed(with: environment.theme.raisedText, 0.14)), in: disc,
      corner: side / 2,
      to: &frame)
    let sign =
      isLocked
      ? signs[Glyph.lock.rawValue] : [signs[Glyph.pen.rawValue], signs["move"], remove][number]
    if let sign { plane.append(sign, around: handle.center, scale: environment.scale, to: &frame) }
  }

  /// Draws the pen at the end of an editable title.
  private func drawPen(
    _ shelf: Int, in title: Rectangle, _ state: State, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let side = title.size.height * Self.discShare * (state.pressed == ElementID("shelf", shelf) ? 0.9 : 1)
    let disc = Rectangle(
      center: Point(title.maxX - title.size.height / 2, title.center.y), size: Size(side, side))
    drawFocus(disc, ElementID("shelf", shelf), state, side / 2, on: plane, environment.theme, to: &frame)
    plane.append(.color(environment.theme.raised), in: disc, corner: side / 2, to: &frame)
    if let sign = signs[Glyph.pen.rawValue] {
      plane.append(sign, around: disc.center, scale: environment.scale, to: &frame)
    }
  }

  private func drawFocus(
    _ area: Rectangle, _ id: ElementID, _ state: State, _ radius: Double, on plane: Plane, _ theme: Theme,
    to frame: inout SceneFrame
  ) {
    guard state.focus == id else { return }
    let outer = area.inset(by: -Self.focusWidth)
    let width = Self.focusWidth
    plane.append(.color(theme.progress), in: outer, corner: radius + width, to: &frame)
    plane.append(.color(theme.raised), in: area, corner: radius, to: &frame)
  }

  /// Draws the insertion mark for a carried tile.
  private func drawTarget(
    _ layout: EditLayout, _ state: State, by way: Point, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    guard let target = state.carried?.target, layout.cards.indices.contains(target.card) else { return }
    let (area, color) = (layout.cards[target.card].frame.moved(by: way), environment.theme.progress)
    let radius = environment.metrics.plainFontSize * Self.radius
    if target.side == .into {
      for edge in area.edges(Self.mark) { plane.append(.color(color), in: edge, to: &frame) }
      return
    }
    let middle = target.side == .before ? area.origin.x - layout.gap / 2 : area.maxX + layout.gap / 2
    let line = Rectangle(
      center: Point(middle, area.center.y), size: Size(Self.mark, area.size.height))
    var wide = plane
    wide.clip = plane.clip?.inset(by: -layout.gap)
    wide.append(.color(color), in: line, corner: min(radius, Self.mark / 2), to: &frame)
  }

  private func drawCarried(
    _ layout: EditLayout, _ state: State, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    guard let carried = state.carried, layout.cards.indices.contains(carried.card) else { return }
    let size = layout.cards[carried.card].picture.size
    let area = Rectangle(center: carried.finger + carried.grip, size: size)
    let radius = environment.metrics.plainFontSize * Self.radius
    plane.append(
      .color(environment.theme.progress), in: area.inset(by: -3), corner: radius + 3, to: &frame)
    if let face = pictures[carried.card] {
      plane.append(
        .picture(face, placeholder: environment.theme.raised), in: area, corner: radius, to: &frame)
    }
  }

  private func drawBar(
    _ layout: EditLayout, _ state: State, on plane: Plane, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let (theme, scale) = (environment.theme, environment.scale)
    for (index, place) in layout.controls.enumerated() where controls.indices.contains(index) {
      let id = ElementID("control", index)
      let radius = place.size.height * 0.18
      let outline = state.focus == id ? Self.focusWidth : theme.borderWidth
      if outline > 0 {
        plane.append(
          .color(state.focus == id ? theme.progress : theme.border), in: place.inset(by: -outline),
          corner: radius + outline, to: &frame)
      }
      plane.append(.color(theme.raised), in: place, corner: radius, to: &frame)
      var plane = plane
      if state.pressed == id { plane.opacity = Self.pressedOpacity }
      if state.enabled.indices.contains(index), !state.enabled[index] { plane.opacity = Self.offOpacity }
      let sign = controlSigns[index].flatMap { signs[$0] }
      plane.append(sign ?? controls[index], around: place.center, scale: scale, to: &frame)
    }
    let area = environment.pageMetrics.closeFrame
    plane.append(
      .color(theme.raised), in: state.pressed == .close ? area.scaled(by: 0.92) : area,
      corner: area.size.height / 2, to: &frame)
    if let close { plane.append(close, around: area.center, scale: scale, to: &frame) }
  }
}

extension Rectangle {
  fileprivate func moved(by way: Point) -> Rectangle { Rectangle(origin: origin + way, size: size) }

  /// Returns strips along the four edges, each `width` wide.
  fileprivate func edges(_ width: Double) -> [Rectangle] {
    [
      Rectangle(origin: origin, size: Size(size.width, width)),
      Rectangle(origin: Point(origin.x, maxY - width), size: Size(size.width, width)),
      Rectangle(origin: origin, size: Size(width, size.height)),
      Rectangle(origin: Point(maxX - width, origin.y), size: Size(width, size.height)),
    ]
  }
}

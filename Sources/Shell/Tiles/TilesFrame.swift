import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

// The screen.
extension TilesPanel {
  /// The screen has another size or scale.
  mutating func resize() {
    layOutTiles()
    (change, launch, press) = (nil, nil, nil)
  }

  /// Has tiles drawn anew for the screen as it is.
  mutating func layOutTiles() {
    guard !metrics.size.isEmpty else { return }
    for index in levels.indices { levels[index].resize(for: metrics, zoneContent) }
    details.forget()
  }

  /// What stands on the screen beside tiles.
  var zoneContent: ScreenZones.Content {
    ScreenZones.Content(
      hasHeader: !header.settings.isEmpty, hasDateRow: header.hasDateRow(metrics),
      hasIndicator: header.settings.indicator != .none, wantsDetails: header.settings.details == .below,
      wantsPicture: backdrop.followsTile(theme), margin: theme.screenMargin)
  }

  /// The text of the tile in the middle, where that has a zone of its own.
  private var detailsText: TileDetails.Text? {
    guard level.zones.details != nil, let tile = middleTile else { return nil }
    var text = TileDetails.Text(name: tile.name, description: tile.appearance.detail)
    let opens = tile.isEnabled && tile.action != .perform(.none) && !tile.isLive
    if shelf.isSingle, level.zones.columns != nil, opens { text.button = words(.open) }
    return text
  }

  /// Has header and background drawn for the screen as it is.
  mutating func layOutSurroundings() {
    layOutHeader()
    updateClock()
    backdrop.layOut(theme, metrics.size, scale: scale, at: clock, into: &outbox)
    redraw()
  }

  private mutating func layOutHeader() { header.layOut(theme, metrics, scale: scale, into: &outbox) }

  /// From now on the header is written in these words.
  mutating func write(in languages: [String], _ words: Words) {
    (header.languages, header.words) = (languages, words)
    layOutHeader()
  }

  /// Has the clock on the screen, if there is one, show what time it is.
  mutating func updateClock() { if header.hasTime { outbox.append(.readWallTime) } }

  /// What clocks show.
  mutating func setWallTime(_ time: WallTime) {
    header.setWallTime(time, at: clock)
    header.layOutTime(theme, metrics, scale: scale, into: &outbox)
  }

  /// When something at the edges or behind everything is due.
  var deadline: Double? {
    let surroundings = min(header.nextMinute ?? .infinity, backdrop.nextDue ?? .infinity)
    let due = min(surroundings, openingBeside?.due ?? .infinity)
    return due < .infinity ? due : nil
  }

  mutating func meetDeadline() {
    openWhatIsBrought()
    if let due = header.nextMinute, due <= clock { outbox.append(.readWallTime) }
    backdrop.meetDeadline(at: clock, theme, into: &outbox)
  }

  /// Takes the measure of a picture.
  mutating func measured(_ picture: Picture, size: PixelSize) {
    if header.measured(picture, size: size, theme, metrics, scale: scale, into: &outbox) { redraw() }
    if details.measured(picture, size: size, at: clock) { redraw() }
    if backdrop.ready(picture, at: clock) { redraw() }
    for index in levels.indices where levels[index].pictureReady(picture, size: size) { redraw() }
  }

  /// Shows other marks on tiles; those of `changed` have come, changed or gone.
  mutating func show(marks: [String: TileMark], changed: Set<String>) {
    self.marks = marks
    for level in levels.indices { levels[level].renewFaces(of: changed) }
    redraw()
  }
}

// What is seen of the tiles.
extension TilesPanel {
  /// Moves everything to the environment's time, which is so many seconds after the frame before.
  mutating func advance(elapsed: Double) {
    events.removeAll(keepingCapacity: true)
    levels[levels.count - 1].advance(to: clock, elapsed: elapsed, into: &events)
    if change?.isOver(at: clock) == true { change = nil }
    if endsTurning, !carousel.isMoving { endsTurning = false }
    backdrop.advance(to: clock)
    if backdrop.followsTile(theme) { backdrop.follow(ambient, into: &outbox) }
    details.follow(
      detailsText, environment, lines: level.zones.descriptionLines, in: level.zones.columns?.text,
      into: &outbox)
    advanceLaunch()
    if let press, press.depth.target == 0, press.depth.isOver(at: clock) { self.press = nil }
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { change != nil || seenMotion.carousel || level.isMoving }
  /// Whether the latest frame showed a tile on its way to the screen or back that is still seen.
  var isLaunchSeen: Bool { seenMotion.launch && launch?.isCovered == false }

  /// The light of the tile in the middle; the theme's where there is none.
  private var ambient: Ambient {
    let index = level.currentTile
    guard tiles.indices.contains(index) else { return Ambient(color: theme.background, isBright: isBright) }
    let appearance = tiles[index].appearance
    let generated = theme.hasTints ? GeneratedColors(step: Int(shelf.hues[index])).top : theme.background
    return Ambient(
      picture: appearance.photograph?.source, color: appearance.colors.first ?? generated,
      isBright: isBright, pictureShare: level.zones.pictureShare)
  }

  /// Whether what is behind everything is bright.
  private var isBright: Bool { theme.background.contrast(to: .black) > theme.background.contrast(to: .white) }

  /// The colour where nothing else is.
  var background: Color { backdrop.color(theme) }

  /// Draws all that a panel can stand before; `isCovered` says that one does, and hides it. While a program is opened or has the screen,
  /// the tiles beside its own are in the shade. What would stand behind `message` makes room for it.
  mutating func draw(
    isCovered: Bool, isShaded: Bool, message: Rectangle? = nil, to frame: inout SceneFrame
  ) {
    if !isCovered {
      backdrop.append(to: &frame)
      appendLevels(look(isShaded: isShaded), to: &frame)
      appendScrim(to: &frame)
      header.append(to: &frame, theme, metrics, scale: scale)
      appendIndicator(below: message, to: &frame)
      if let zone = level.zones.details, message.map({ $0.origin.y > zone.upperBound }) ?? true {
        details.draw(in: zone, environment, opacity: seenOfLevel, to: &frame)
      }
    }
    if let launch { append(launch, to: &frame) }
    appendMark(to: &frame)
  }

  /// Asks for what is drawn next and is not there, once a frame has been drawn.
  mutating func requestPictures(ofTiles: Bool, isShaded: Bool) {
    // While tiles fly past, their numbers cannot be read.
    if header.settings.indicator != .none, shelf.looksStill || header.isUnnumbered {
      header.layOutIndex(level.currentTile, of: tiles.count, theme, metrics, scale: scale, into: &outbox)
    }
    if ofTiles { levels[levels.count - 1].requestPictures(look(isShaded: isShaded), into: &outbox) }
    seenMotion.launch = launch?.isMoving(at: clock) == true
    seenMotion.carousel =
      press?.depth.isOver(at: clock) == false || backdrop.isFading || details.isMoving(at: clock)
  }

  /// With what shelves are drawn.
  func look(isShaded: Bool) -> ShelfLook {
    var look = ShelfLook(theme: theme, metrics: metrics, scale: scale)
    look.marks = marks
    look.unavailable = words(.notAvailableNow)
    look.hidesDescriptions = level.zones.details != nil
    look.isBright = isBright
    look.target = pageMetrics.targetSide
    (look.pressedControl, look.focusedControl) = (touch.pressedControl, focusedControl)
    look.switchedOn = toggles.on
    (look.values, look.isMirrored) = (values, environment.isMirrored)
    (look.press, look.showsTitle) = (press, header.settings.showsShelfNames)
    look.pressTime = clock
    if let launch { look.covering = min(max(launch.growth.value(at: clock), 0), 1) }
    if isShaded || launch != nil { look.onlyLitTile = level.currentTile }
    return look
  }

  /// How much is seen of what stands with the level, while a program or a folder opens: 0 to 1.
  private var seenOfLevel: Double {
    let launched = launch.map { min(max($0.growth.value(at: clock), 0), 1) } ?? 0
    return change == nil ? 1 - launched : 0
  }

  /// How dark the upper edge is where tiles pass behind the header, and how far below it that reaches, in heights of letters.
  private static let (scrim, scrimReach) = (0.72, 2.0)

  /// Tiles that pass behind the header lie in the dark, or its writing could not be read.
  private func appendScrim(to frame: inout SceneFrame) {
    let bottom = level.zones.headerBottom
    let isPassed = level.hasSeveralShelves || shelf.isVertical || level.zones.pictureShare > 0
    let reach = isPassed ? 1 : level.reach(above: bottom) / metrics.plainFontSize
    guard !header.settings.isEmpty, reach > 0 else { return }
    let opacity = Self.scrim * min(1, reach)
    let color = isBright ? theme.background.opacity(1) : .black
    let width = metrics.size.width
    frame.append(
      .color(color), in: Rectangle(origin: .zero, size: Size(width, bottom)))
    frame.sprites[frame.sprites.count - 1].opacity = opacity
    let size = Size(width, metrics.plainFontSize * Self.scrimReach)
    let center = bottom + (size.height - metrics.size.height) / 2
    // Sprites fade at their upper edge: this one stands upside down.
    var sprite = Sprite(
      .color(color), size: size,
      transform: Transform.identity.translated(0, center, 0).scaled(1, -1, 1), opacity: opacity)
    sprite.upperOpacity = 0
    frame.sprites.append(sprite)
  }

  private func appendIndicator(below message: Rectangle?, to frame: inout SceneFrame) {
    let (place, isVertical) = indicatorPlace
    if let message, message.origin.y <= place.y + metrics.plainFontSize { return }
    var opacity = seenOfLevel
    if level.hasSeveralShelves {
      opacity *= max(0, 1 - 4 * abs(level.stack.offset(forItemAt: level.current)))
    }
    header.appendIndicator(
      for: carousel, tiles: tiles.count, around: place, isVertical: isVertical, opacity: opacity, to: &frame,
      theme, metrics, scale: scale)
  }

  /// Where the indicator's middle is: below the tiles, or beside those that go up and down.
  private var indicatorPlace: (Point, isVertical: Bool) {
    let edge = metrics.plainFontSize * theme.screenMargin
    if shelf.isVertical { return (Point(metrics.size.width - edge, metrics.size.height / 2), true) }
    guard level.hasSeveralShelves else {
      return (Point(metrics.size.width / 2, level.zones.indicator), false)
    }
    // Between its tiles and the name of the next shelf.
    let bottom = metrics.size.height / 2 + level.place(of: level.current).y + shelf.largestTile.height / 2
    return (Point(metrics.size.width / 2, bottom + metrics.shelfGap / 2), false)
  }

  private mutating func appendLevels(_ look: ShelfLook, to frame: inout SceneFrame) {
    let last = levels.count - 1
    guard let change else { return levels[last].append(to: &frame, look, isTouched: true) }
    let isReduced = theme.hasReducedMotion
    let outer = look.seen(change.outer(at: clock, isReduced: isReduced))
    let inner = look.seen(change.inner(at: clock, isReduced: isReduced))
    if change.closed != nil {
      levels[last].append(to: &frame, outer, isTouched: true)
      self.change?.closed?.append(to: &frame, inner, isTouched: false)
    } else {
      if last > 0 { levels[last - 1].append(to: &frame, outer, isTouched: false) }
      levels[last].append(to: &frame, inner, isTouched: true)
    }
  }
}

/// The mark in a corner that says, to who knows it, that the configuration's files are not what is shown.
extension TilesPanel {
  /// Amber with dark writing: a warning on light and dark backgrounds alike.
  private static let markColor = Color(hex: 0xf2b134)
  private static let markInk = Color(hex: 0x1a2030)
  /// What a finger hits, in font sizes: a corner that is larger than the mark.
  private static let markReach = 3.0

  /// Whether it is shown: without tiles a message says more.
  private var hasMark: Bool { hasProblems && hasTiles && !metrics.size.isEmpty }

  /// Where it is, in points of the surface; nil when nothing is wrong.
  var markFrame: Rectangle? {
    guard hasMark else { return nil }
    let (extent, margin) = (metrics.fontSize.rounded(), (metrics.fontSize * 0.6).rounded())
    return Rectangle(
      origin: Point(metrics.size.width - margin - extent, margin), size: Size(extent, extent))
  }

  /// Whether a tap there asks what is wrong.
  func isOnMark(_ point: Point) -> Bool {
    guard let markFrame else { return false }
    let reach = max(metrics.fontSize * Self.markReach, pageMetrics.targetSide)
    return point.x >= markFrame.maxX - reach && point.y <= markFrame.origin.y + reach
  }

  /// Draws it: an exclamation mark on a disc.
  private func appendMark(to frame: inout SceneFrame) {
    guard let area = markFrame else { return }
    let extent = area.size.width
    frame.append(.color(Self.markColor), in: area, radius: extent / 2)
    let stroke = max(2, (extent * 0.14).rounded())
    let left = area.center.x - stroke / 2
    frame.append(
      .color(Self.markInk),
      in: Rectangle(
        origin: Point(left, area.origin.y + extent * 0.2), size: Size(stroke, extent * 0.36)),
      radius: stroke / 2)
    frame.append(
      .color(Self.markInk),
      in: Rectangle(origin: Point(left, area.origin.y + extent * 0.66), size: Size(stroke, stroke)),
      radius: stroke / 2)
  }
}

import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

// Layout and drawing.
extension TilesPanel {
  /// Lays out everything for another size or scale of the screen.
  mutating func resize() {
    suitScreen()
    if nudge == Nudge(), hintsAtMotion { nudge.begin(at: clock) }
    layOutTiles()
    (change, launch, press) = (nil, nil, nil)
  }

  /// Redraws the tiles for the current screen.
  mutating func layOutTiles() {
    guard !metrics.size.isEmpty else { return }
    for index in levels.indices { levels[index].resize(for: metrics, zoneContent) }
    details.forget()
    foot.forget()
  }

  /// The contents of the screen beside the tiles.
  var zoneContent: ScreenZones.Content {
    let atFoot = hasButtonsInHeader ? FootControls.Buttons() : buttons
    return ScreenZones.Content(
      hasHeader: !header.settings.isEmpty || hasButtonsInHeader, hasDateRow: header.hasDateRow(metrics),
      headerReach: hasButtonsInHeader
        ? FootControls.headerReach(header.middle(theme, metrics), environment).upperBound : 0,
      hasIndicator: header.settings.indicator != .none, foot: footRow, hasWayBack: !hasBackTile,
      hasButtons: !atFoot.isEmpty, gapOfFoot: FootControls.gap(atFoot, hasWayBack: false, environment),
      gapOfFootInFolder: FootControls.gap(atFoot, hasWayBack: true, environment),
      target: pageMetrics.chromeSide, wantsDetails: header.settings.details != .onTile,
      wantsCaptions: header.settings.details == .captions && theme.tileStyle == .picture,
      wantsPicture: backdrop.followsTile(theme) && backdrop.settings.art != .none,
      wantsStage: backdrop.settings.art == .screen, margin: theme.screenMargin)
  }

  /// The height of the controls below a message, in points. It is 0 if the message would reach into the
  /// tiles, and takes the controls' place.
  var footBelowMessages: Double {
    guard let row = level.zones.foot else { return 0 }
    let end = row.lowerBound - metrics.fontSize * ScreenZones.messageRows
    let reachesTiles = !level.hasSeveralShelves && !shelf.isVertical && end < level.zones.tiles.upperBound
    return reachesTiles ? 0 : metrics.size.height - row.lowerBound
  }

  private var footRow: ClosedRange<Double> {
    let row = pageMetrics.foot
    return row.origin.y...row.maxY
  }

  /// The contents of the row at the lower edge.
  private var footContent: FootControls.Content {
    FootControls.Content(
      folder: hasBackTile || levels.count == 1 ? nil : shelf.name ?? "",
      language: buttons.hasLanguage ? languageName : nil, forEveryone: buttons.hasForEveryone,
      hasTrack: indicatorPlace.form.isLine, isInHeader: hasButtonsInHeader)
  }

  /// Whether the buttons stand beside the clock.
  private var hasButtonsInHeader: Bool { FootControls.areInHeader(buttons, header.settings, environment) }

  /// Divides the header's row between header and buttons. Both are as wide as their text.
  private mutating func shareHeader() {
    guard hasButtonsInHeader else { return header.aside = 0 }
    header.aside = foot.widthInHeader
    let end = header.asideEnd(theme, metrics, scale: scale)
    let row = FootControls.headerReach(header.middle(theme, metrics), environment)
    foot.headerRow = Rectangle(
      origin: Point(0, row.lowerBound), size: Size(end, row.upperBound - row.lowerBound))
  }

  /// The text of the middle tile, if it has a zone of its own.
  private var detailsText: TileDetails.Text? {
    guard level.zones.details != nil, let tile = middleTile else { return nil }
    let opens = tile.isEnabled && tile.action != .perform(.none) && !tile.isLive
    let hasButton = shelf.isSingle && level.zones.columns != nil && opens
    return TileDetails.Text(tile, button: hasButton ? words(.open) : "")
  }

  private var detailsPlace: TileDetails.Place {
    if let columns = level.zones.columns { return .column(columns.text) }
    return header.settings.detailsAlignment == .start ? .margin : .middle
  }

  /// Redraws header and background for the current screen.
  mutating func layOutSurroundings() {
    layOutHeader()
    updateClock()
    backdrop.layOut(theme, metrics.size, scale: scale, at: clock, into: &outbox)
    redraw()
  }

  private mutating func layOutHeader() {
    header.layOut(theme, on: background, metrics, scale: scale, into: &outbox)
    indicator.forget()
  }

  /// Sets the languages and phrases of the header.
  mutating func write(in languages: [String], _ words: Localizer) {
    header.languages = languages
    nameLanguage(languages.first)
    layOutHeader()
    foot.forget()
  }

  /// Requests the current time, if the header shows it.
  mutating func updateClock() { if header.hasTime { outbox.append(.readWallTime) } }

  /// Sets the time that clocks show.
  mutating func setWallTime(_ time: WallTime) {
    header.setWallTime(time, at: clock)
    header.layOutTime(theme, metrics, scale: scale, into: &outbox)
  }

  /// When the header, the background or a motion of the tiles is next due.
  var deadline: Double? {
    let surroundings = min(header.nextMinute ?? .infinity, backdrop.nextDue ?? .infinity)
    let ofTiles = min(openingBeside?.due ?? .infinity, nudge.due ?? .infinity, ghost?.due ?? .infinity)
    let due = min(surroundings, ofTiles)
    return due < .infinity ? due : nil
  }

  /// Handles what is due. `isAlone` says that no panel is in front of the tiles, and nothing else moves them.
  mutating func meetDeadline(isAlone: Bool) {
    openWhatIsBrought()
    let isSeen = isAlone && hintsAtMotion && launch == nil && change == nil && !level.isMoving
    if nudge.meet(isSeen, at: clock) { redraw() }
    meetGhost()
    if let due = header.nextMinute, due <= clock { outbox.append(.readWallTime) }
    backdrop.meetDeadline(at: clock, theme, into: &outbox)
  }

  /// Whether the row may move by itself, and has further tiles.
  private var hintsAtMotion: Bool {
    header.settings.hasNudge && !theme.hasReducedMotion && tiles.count > 1
  }

  /// Begins another visit.
  mutating func beginVisit() { if hintsAtMotion { nudge.begin(at: clock) } }

  /// Stores the measured size of a picture.
  mutating func measured(_ picture: Picture, size: PixelSize, inset: PixelSize) {
    if header.measured(picture, size: size, theme, metrics, scale: scale, into: &outbox) { redraw() }
    if details.measured(picture, size: size, at: clock) { redraw() }
    if launch?.name?.measured(picture, size: size) == true || picture == launch?.ground { redraw() }
    if foot.measured(picture, size: size) {
      shareHeader()
      header.fitTitle(theme, metrics, scale, into: &outbox)
      redraw()
    }
    if indicator.measured(picture, size: size) { redraw() }
    if ghost?.measured(picture, size: size) == true { redraw() }
    if backdrop.ready(picture, at: clock) { redraw() }
    for index in levels.indices where levels[index].pictureReady(picture, size: size, inset: inset) {
      redraw()
    }
  }

  /// Shows other marks on tiles. `changed` has the tiles whose mark appeared, changed or disappeared.
  mutating func show(marks: [String: TileMark], changed: Set<String>) {
    self.marks = marks
    for level in levels.indices { levels[level].renewFaces(of: changed) }
    redraw()
  }
}

// Visible content of the tiles.
extension TilesPanel {
  /// Advances everything to the environment's time, `elapsed` seconds after the previous frame.
  mutating func advance(elapsed: Double) {
    events.removeAll(keepingCapacity: true)
    advanceGhost()
    levels[levels.count - 1].advance(to: clock, elapsed: elapsed, into: &events)
    if change?.isOver(at: clock) == true { change = nil }
    if endsTurning, !carousel.isMoving { endsTurning = false }
    backdrop.advance(to: clock)
    if backdrop.followsTile(theme) { backdrop.follow(ambient, into: &outbox) }
    details.follow(
      detailsText, environment, level.zones, at: detailsPlace, onPlate: header.settings.hasDetailsPlate,
      into: &outbox)
    foot.follow(footContent, environment, into: &outbox)
    shareHeader()
    indicator.follow(middleTile?.appearance.accent, theme)
    advanceLaunch()
    if let press, press.depth.target == 0, press.depth.isOver(at: clock) { self.press = nil }
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool {
    change != nil || seenMotion.carousel || level.isMoving || nudge.isMoving(at: clock)
      || ghost?.isMoving == true
  }
  /// Whether the latest frame showed a moving launch animation that is still visible.
  var isLaunchSeen: Bool { seenMotion.launch && launch?.isCovered == false }

  /// The light of the middle tile; the theme's light without a tile.
  private var ambient: Ambient {
    let index = level.currentTile
    guard tiles.indices.contains(index) else { return Ambient(color: theme.progress, isBright: isBright) }
    var ambient = ambient(of: tiles[index], hue: shelf.hues[index])
    ambient.pictureShare = level.zones.pictureShare
    return ambient
  }

  /// Returns the light of a tile. `hue` is its step on the wheel of hues.
  func ambient(of tile: LauncherTile, hue: UInt8?) -> Ambient {
    let appearance = tile.appearance
    let step = hue ?? HueWheel.steps(of: [tile.id])[0]
    let generated = theme.hasTints ? GeneratedColors(step: Int(step)).top : theme.background
    return Ambient(
      picture: appearance.photograph?.source, focus: appearance.focus,
      color: appearance.mainColor ?? generated, isBright: isBright)
  }

  /// Whether the background is bright.
  private var isBright: Bool { theme.isBright }

  /// The color behind everything.
  var background: Color { backdrop.color(theme) }

  /// Draws only the background.
  func drawBackdrop(to frame: inout SceneFrame) { backdrop.append(to: &frame) }

  /// Draws only the header.
  func drawHeader(opacity: Double, to frame: inout SceneFrame) {
    let first = frame.sprites.count
    header.append(to: &frame, theme, metrics, scale: scale)
    if opacity < 1 { frame.fade(from: first, by: opacity) }
  }

  /// Draws the background and the header, without tiles.
  func drawSurroundings(to frame: inout SceneFrame) {
    backdrop.append(to: &frame)
    header.append(to: &frame, theme, metrics, scale: scale)
  }

  /// Draws everything that a panel can cover. `isCovered` says that a panel hides it. `isShaded` darkens all
  /// tiles but the middle one while a program opens or has the screen. Content that would be behind `message`
  /// makes room for it. `grown` is the growth of a tile to a panel.
  mutating func draw(
    isCovered: Bool, isShaded: Bool, message: Rectangle? = nil, grown: Double = 0, to frame: inout SceneFrame
  ) {
    self.grown = grown
    if !isCovered {
      backdrop.append(to: &frame)
      appendStageShade(to: &frame)
      var look = look(isShaded: isShaded)
      look.message = message.map { Rectangle(origin: $0.origin - middle, size: $0.size) }
      let lowest = level.zones.captions?.upperBound ?? 0
      if let message, message.origin.y < lowest { look.captionOpacity = 0 }
      appendLevels(look, to: &frame)
      appendScrim(to: &frame)
      appendFootShade(to: &frame)
      let first = frame.sprites.count
      header.append(to: &frame, theme, metrics, scale: scale)
      if seenOfLevel < 1 { frame.fade(from: first, by: seenOfLevel) }
      appendIndicator(below: message, to: &frame)
      appendChevrons(to: &frame)
      if let zone = level.zones.details, message.map({ $0.origin.y > zone.upperBound }) ?? true {
        details.draw(in: zone, environment, opacity: GrowingTile.writing(grownTile), to: &frame)
      }
      let isFootFree = message.map { $0.maxY <= (level.zones.foot?.lowerBound ?? 0) } ?? true
      foot.draw(theme, opacity: seenOfLevel, atFoot: isFootFree, to: &frame)
    }
    if let launch { append(launch, to: &frame) }
    appendMark(to: &frame)
    if !isCovered { drawGhost(to: &frame) }
  }

  /// Requests missing pictures for the next frames, after a frame has been drawn.
  mutating func requestPictures(ofTiles: Bool, isShaded: Bool) {
    requestIndicator()
    if ofTiles { levels[levels.count - 1].requestPictures(look(isShaded: isShaded), into: &outbox) }
    seenMotion.launch = launch?.isMoving(at: clock) == true
    seenMotion.carousel =
      press?.depth.isOver(at: clock) == false || backdrop.isFading || details.isMoving(at: clock)
      || nudge.isMoving(at: clock)
  }

  /// Returns the look of the shelves.
  func look(isShaded: Bool) -> ShelfLook {
    var look = ShelfLook(theme: theme, metrics: metrics, scale: scale)
    look.marks = marks
    (look.words, look.languages, look.clock) = (words, environment.languages, header.clockStyle)
    look.captionLines = level.zones.captionLines
    look.namesMiddleElsewhere = level.zones.details != nil
    look.hidesDescriptions = look.namesMiddleElsewhere || look.captionLines != nil
    look.isBright = isBright
    look.target = pageMetrics.targetSide
    (look.pressedControl, look.focusedControl) = (touch.pressedControl, focusedControl)
    look.switchedOn = toggles.on
    (look.values, look.isMirrored) = (values, environment.isMirrored)
    // The name of a folder stands on its way back.
    let isNamed = level.folder == nil || hasBackTile
    (look.press, look.showsTitle) = (press, header.settings.showsShelfNames && isNamed)
    look.pressTime = clock
    if nudge.isMoving(at: clock) {
      let way = nudge.offset(at: clock) * carousel.itemExtent
      look.shift = shelf.isVertical ? Point(0, way) : Point(way, 0)
    }
    if let launch { look.covering = launch.part(at: clock) }
    if isShaded { look.onlyLitTile = level.currentTile }
    let grown = grownTile
    look.opacity = GrowingTile.others(grown)
    look.captionOpacity = GrowingTile.writing(grown)
    if !theme.hasReducedMotion { look.zoom = GrowingTile.othersZoom(grown) }
    return look
  }

  /// The growth of the tile that grows to the screen or to a panel, 0 to 1.
  private var grownTile: Double { max(grown, launch?.part(at: clock) ?? 0) }

  /// The opacity of the content around the tiles while a tile grows, 0 to 1.
  var seenOfLevel: Double { GrowingTile.others(grownTile) }
  /// The opacity of the indicator, which differs between levels.
  var seenOfIndicator: Double { GrowingTile.writing(grownTile) * (change?.indicator(at: clock) ?? 1) }

  /// The opacity of the shade at the upper edge where tiles pass behind the header, and its reach below the
  /// header, in heights of letters.
  private static let (scrim, scrimReach) = (0.72, 1.5)
  /// The shade over a picture: the opacity at the upper edge and below the header. The end of the shade is in
  /// heights of the header.
  private static let (pictureScrim, pictureScrimBelow, pictureReach) = (0.88, 0.72, 2.4)

  /// Darkens tiles that pass behind the header, whose text would be illegible otherwise.
  private func appendScrim(to frame: inout SceneFrame) {
    let bottom = level.zones.headerBottom
    guard !header.settings.isEmpty else { return }
    if level.zones.pictureShare > 0 {
      // A bar would cut the picture off.
      appendShade(from: 0, to: bottom, Self.pictureScrim, Self.pictureScrimBelow, to: &frame)
      return appendShade(from: bottom, to: bottom * Self.pictureReach, Self.pictureScrimBelow, 0, to: &frame)
    }
    // The names of shelves stand above their tiles, and pass there, too.
    let names = level.hasSeveralShelves ? metrics.titleHeight + metrics.titleGap : 0
    let reach = level.reach(above: bottom + names) / metrics.plainFontSize
    guard reach > 0 else { return }
    let opacity = Self.scrim * min(1, reach)
    appendShade(from: 0, to: bottom, opacity, opacity, to: &frame)
    appendShade(
      from: bottom, to: bottom + metrics.plainFontSize * Self.scrimReach, opacity, 0, to: &frame)
  }

  /// The opacity of the shade above the controls at the lower edge, and its reach above them, in heights of
  /// letters.
  private static let (footShade, footReach) = (0.8, 2.0)

  /// Fades out tiles above the controls at the lower edge, where they end, instead of cutting them off.
  private func appendFootShade(to frame: inout SceneFrame) {
    guard let foot = level.zones.foot, level.aboveFoot != nil else { return }
    let top = foot.lowerBound - metrics.plainFontSize * Self.footReach
    let opacity = Self.footShade * seenOfLevel
    appendShade(from: top, to: foot.lowerBound, 0, opacity, to: &frame)
    appendShade(from: foot.lowerBound, to: metrics.size.height, opacity, opacity, to: &frame)
  }

  private var scrimColor: Color { isBright ? theme.background.opacity(1) : .black }

  /// Appends a shade across the screen. `upper` and `lower` are the opacities at its edges.
  private func appendShade(
    from top: Double, to bottom: Double, _ upper: Double, _ lower: Double, to frame: inout SceneFrame
  ) {
    guard theme.isOpaque else {
      return frame.appendShade(scrimColor, from: top, to: bottom, upper, lower)
    }
    // In an opaque theme, a shade has an edge and no fade.
    if upper == lower, upper > 0 { frame.appendShade(scrimColor, from: top, to: bottom, 1, 1) }
  }

  /// The opacity of the shade over a picture, behind text and tiles, and its start as a share of the height.
  private static let (stageShade, stageStart) = (0.66, 0.2)

  /// Darkens the picture behind text and tiles, which are legible even in front of a white one.
  private func appendStageShade(to frame: inout SceneFrame) {
    guard level.zones.hasStage, let text = level.zones.details else { return }
    let start = metrics.size.height * Self.stageStart
    appendShade(from: start, to: text.lowerBound, 0, Self.stageShade, to: &frame)
    appendShade(from: text.lowerBound, to: metrics.size.height, Self.stageShade, Self.stageShade, to: &frame)
  }

  private mutating func appendLevels(_ look: ShelfLook, to frame: inout SceneFrame) {
    let last = levels.count - 1
    guard let change else { return levels[last].append(to: &frame, look, isTouched: true) }
    let isReduced = theme.hasReducedMotion
    let outer = look.seen(change.outer(at: clock, isReduced: isReduced))
    let inner = look.seen(change.inner(at: clock, isReduced: isReduced))
    if change.closed != nil {
      levels[last].append(to: &frame, outer, isTouched: true)
      if !isReduced { change.appendTile(at: clock, to: &frame) }
      self.change?.closed?.append(to: &frame, inner, isTouched: false)
    } else {
      if last > 0 { levels[last - 1].append(to: &frame, outer, isTouched: false) }
      if !isReduced { change.appendTile(at: clock, to: &frame) }
      levels[last].append(to: &frame, inner, isTouched: true)
    }
  }
}

/// The mark in a corner that tells operators that the screen does not show the configuration's files.
extension TilesPanel {
  /// Amber with dark ink: a warning on light and dark backgrounds alike.
  private static let markColor = Color(hex: 0xf2b134)
  private static let markInk = Color(hex: 0x1a2030)
  /// The size of the touch area in font sizes: a corner that is larger than the mark.
  private static let markReach = 3.0

  /// Whether the mark is visible. Without tiles, a message says more.
  private var hasMark: Bool { hasProblems && hasTiles && !metrics.size.isEmpty }

  /// The place of the mark, in points of the surface; nil without problems.
  var markFrame: Rectangle? {
    guard hasMark else { return nil }
    let (extent, margin) = (metrics.fontSize.rounded(), (metrics.fontSize * 0.6).rounded())
    return Rectangle(
      origin: Point(metrics.size.width - margin - extent, margin), size: Size(extent, extent))
  }

  /// Reports whether a tap at a point is on the mark.
  func isOnMark(_ point: Point) -> Bool {
    guard let markFrame else { return false }
    let reach = max(metrics.fontSize * Self.markReach, pageMetrics.targetSide)
    return point.x >= markFrame.maxX - reach && point.y <= markFrame.origin.y + reach
  }

  /// Draws the mark: an exclamation mark on a disc.
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

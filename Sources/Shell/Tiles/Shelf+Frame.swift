import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// The sprites of a shelf.
extension Shelf {
  /// Invisible tiles on each side whose faces are drawn in advance.
  private static let tilesAhead = 2
  /// The scale and brightness of a pressed tile. With reduced motion it is darker instead, because the
  /// selected tile has full brightness.
  private static let pressedScale = 0.97
  private static let pressedLight = 1.06
  private static let stillPressedLight = 0.88
  /// The number of tiles from the selected one to the darkest. Tiles are darker and not translucent, because
  /// overlapping ones must not show through.
  private static let lightSteps = 3.3
  /// The brightness of shelves beside the selected one, and its least value. Below it, tiles are darker than
  /// the background and look like holes.
  private static let besideShelfLight = 0.55
  private static let leastBesideLight = 0.4
  /// The greatest opacity of a bright background over a tile, where darkness would turn pictures gray.
  private static let mostVeil = 0.22

  /// The opacity of a placeholder's empty card, which looks like a place and not like a tile.
  private static let placeholderOpacity = 0.4

  /// Appends the tiles and decorations, from back to front, and the name.
  mutating func append(to frame: inout SceneFrame, _ look: ShelfLook) {
    carousel.placements(into: &placements)
    see(look)
    let first = frame.sprites.count
    appendDeparting(to: &frame, look)
    if decorations.decorations.isEmpty {
      for index in placements.indices { append(placements[index], to: &frame, look) }
    } else {
      appendElements(to: &frame, look)
    }
    if let clip = look.clip {
      for index in first..<frame.sprites.count { frame.sprites[index].clip = clip }
    }
    appendTitle(to: &frame, look)
  }

  private mutating func appendElements(to frame: inout SceneFrame, _ look: ShelfLook) {
    carousel.elements(placements, with: decorations.decorations, into: &elements)
    for index in elements.indices {
      switch elements[index] {
      case .item(let placement): append(placement, to: &frame, look)
      case .decoration(let id, let transform): decorations.append(id, transform, to: &frame, look)
      }
    }
  }

  private mutating func append(_ placement: Placement, to frame: inout SceneFrame, _ look: ShelfLook) {
    guard !placement.isHidden, placement.opacity > 0 else { return }
    guard tiles.indices.contains(placement.index) else {
      return appendPlaceholder(placement, to: &frame, look)
    }
    guard isShown(placement) else { return }
    let isBack = placement.facesAway
    let depth = look.theme.hasReducedMotion ? 0 : pressDepth(of: placement.index, look)
    let scale = 1 - (1 - Self.pressedScale) * depth
    // The back's picture is mirrored, to be readable from behind.
    let transform = placement.transform.scaled(isBack ? -scale : scale, scale, 1)
    let size = size(of: placement.index)
    let card =
      isBack
      ? FaceStore.Look(picture: back(of: placement.index, look))
      : faces.look(of: placement.index, at: clock, duration: fadeDuration) { [tiles, tileSize, hues] in
        look.face(of: tiles[placement.index], size, beside: tileSize, hue: hues[placement.index])
      }
    if !isBack, tiles[placement.index].isLive { prepareInterior(of: placement.index, look) }
    appendShadow(placement, size: size, transform, to: &frame, look)
    appendReflection(card, placement, transform, to: &frame, look)
    if let former = card.former, card.part < 1 {
      appendCard(look.fill(former), placement, transform, placement.opacity, to: &frame, look)
    }
    if card.part > 0 {
      appendCard(
        look.fill(card.picture), placement, transform, placement.opacity * card.part, to: &frame, look)
      if !isBack, tiles[placement.index].isLive {
        appendInterior(of: placement, transform, to: &frame, look)
      }
    }
    if !isBack {
      appendName(placement, transform, to: &frame, look)
      appendProgress(placement, transform, to: &frame, look)
      appendBadge(placement, transform, to: &frame, look)
    }
    appendVeil(placement, transform, to: &frame, look)
    if !isBack { appendCaption(placement, to: &frame, look) }
  }

  private mutating func appendPlaceholder(
    _ placement: Placement, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard placeholder != nil else {
      let opacity = placement.opacity * Self.placeholderOpacity
      return appendCard(.color(look.theme.card), placement, placement.transform, opacity, to: &frame, look)
    }
    let picture = placeholderFace(at: placement.index, look)
    appendShadow(placement, size: tileSize, placement.transform, to: &frame, look)
    appendReflection(FaceStore.Look(picture: picture), placement, placement.transform, to: &frame, look)
    appendCard(look.fill(picture), placement, placement.transform, placement.opacity, to: &frame, look)
  }

  private mutating func placeholderFace(at index: Int, _ look: ShelfLook) -> Picture {
    let (placeholder, size) = (placeholder, tileSize)
    return placeholderFaces.picture(of: index) {
      look.face(
        of: placeholder ?? LauncherTile(name: "", icon: .nothing, action: .perform(.none)), size, beside: size
      )
    }
  }

  /// Appends a veil to a distant tile on a bright background, like mist.
  private func appendVeil(
    _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    let veil = veil(on: placement, look)
    guard veil > 0 else { return }
    appendCard(
      .color(look.theme.background.opacity(1)), placement, transform, placement.opacity * veil, light: 1,
      to: &frame, look)
  }

  /// Returns the opacity of the background over a tile, 0 to 1.
  private func veil(on placement: Placement, _ look: ShelfLook) -> Double {
    guard look.isBright else { return 0 }
    let aside = max(
      1 - Self.light(at: placement.offset, look.theme), Self.mostVeil * min(1, look.distance))
    let veil = min(Self.mostVeil, aside)
    guard let lit = look.onlyLitTile, lit != placement.index else { return veil }
    return veil + (max(veil, 1 - look.theme.coveredLight) - veil) * look.covering
  }

  func appendCard(
    _ fill: Sprite.Fill, _ placement: Placement, size: Size? = nil, _ transform: Transform, _ opacity: Double,
    light: Double? = nil, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    let size = size ?? self.size(of: placement.index)
    frame.sprites.append(
      Sprite(
        fill, size: size, transform: transform.onScreen(scaled: look.zoom, moved: look.center),
        cornerRadius: cornerRadius(of: size, look),
        opacity: opacity * look.opacity,
        brightness: light ?? self.light(on: placement, look)))
  }

  /// Returns how far a tile is pressed, 0 to 1.
  private func pressDepth(of index: Int, _ look: ShelfLook) -> Double {
    guard let press = look.press, press.target.tile == index else { return 0 }
    return press.depth.value(at: look.pressTime)
  }

  func light(on placement: Placement, _ look: ShelfLook) -> Double {
    let pressed = look.theme.hasReducedMotion ? Self.stillPressedLight : Self.pressedLight
    let light = plainLight(on: placement, look)
    return min(max(1, light), light * (1 + (pressed - 1) * pressDepth(of: placement.index, look)))
  }

  private func plainLight(on placement: Placement, _ look: ShelfLook) -> Double {
    guard !look.isBright else { return 1 }
    var light = Self.light(at: placement.offset, look.theme)
    if let lit = look.onlyLitTile, lit != placement.index {
      light += (look.theme.coveredLight - light) * look.covering
    }
    let beside = max(light * Self.besideShelfLight, min(light, Self.leastBesideLight))
    return light + (beside - light) * look.distance
  }

  /// Returns the brightness of a tile that is `offset` tiles from the center.
  private static func light(at offset: Double, _ theme: Theme) -> Double {
    let distance = abs(offset)
    let (beside, least) = (theme.sideLight, min(theme.sideLight, theme.farLight))
    guard distance > 1 else { return 1 - distance * (1 - beside) }
    return max(least, beside - (distance - 1) * (beside - least) / lightSteps)
  }

  private mutating func face(of index: Int, _ look: ShelfLook) -> Picture {
    let (tile, size, common, hue) = (tiles[index], size(of: index), tileSize, hues[index])
    return faces.picture(of: index) { look.face(of: tile, size, beside: common, hue: hue) }
  }

  private mutating func back(of index: Int, _ look: ShelfLook) -> Picture {
    let (tile, size, common, hue) = (tiles[index], size(of: index), tileSize, hues[index])
    return backs.picture(of: index) { look.back(of: tile, size, beside: common, hue: hue) }
  }

  /// Requests the name, and the faces of visible tiles and their neighbors, the nearest first.
  mutating func requestPictures(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    requestTitle(look, into: &effects)
    names.requestScrims(order: look.order, into: &effects)
    decorations.request(look, into: &effects)
    for index in placements.indices {
      let tile = placements[index].index
      requestShadow(of: size(of: tile), look, into: &effects)
      requestPlaceholder(tile, look, into: &effects)
      if tiles.indices.contains(tile), tiles[tile].isLive {
        let order = order(of: tile, look)
        interiors[tiles[tile].id]?.request(order: order, into: &effects)
      }
      if placements[index].facesAway { requestBack(tile, look, into: &effects) }
      for ahead in -Self.tilesAhead...Self.tilesAhead { request(tile + ahead, look, into: &effects) }
    }
  }

  private mutating func requestPlaceholder(
    _ index: Int, _ look: ShelfLook, into effects: inout [ShellEffect]
  ) {
    guard placeholder != nil, !tiles.indices.contains(index) else { return }
    let picture = placeholderFace(at: index, look)
    guard placeholderFaces.request(index) else { return }
    effects.append(.draw(picture, order: order(of: index, look)))
  }

  private mutating func request(_ wanted: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    let index = carousel.isWrapEnabled ? wanted.wrapped(below: tiles.count) : wanted
    guard tiles.indices.contains(index) else { return }
    let picture = face(of: index, look)
    let order = order(of: index, look)
    requestName(index, order: order, look, into: &effects)
    requestBadge(index, order: order, look, into: &effects)
    requestCaption(index, order: order, look, into: &effects)
    guard faces.request(index) else { return }
    effects.append(.draw(picture, order: order))
  }

  private mutating func requestBack(_ index: Int, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard tiles.indices.contains(index), tiles[index].isDoubleSided else { return }
    let picture = back(of: index, look)
    guard backs.request(index) else { return }
    effects.append(.draw(picture, order: order(of: index, look)))
  }

  private func order(of index: Int, _ look: ShelfLook) -> Int {
    look.order + Int(abs(carousel.offset(forItemAt: index)).rounded())
  }
}

/// Reflections of tiles in the ground below them, without the text on them.
extension Shelf {
  /// The greatest reflected share of a tile, from its lower edge. Farther down, the reflection has faded out.
  private static let mirroredShare = 0.22
  /// The gap between a tile and its reflection, as a share of the tile's height.
  private static let gap = 0.012

  /// Appends the reflection of a tile. The caller draws the tile next.
  func appendReflection(
    _ card: FaceStore.Look, _ placement: Placement, _ transform: Transform, to frame: inout SceneFrame,
    _ look: ShelfLook
  ) {
    guard settings.reflection > 0 else { return }
    let tile = self.size(of: placement.index)
    let share = mirroredShare(of: tile, transform.onScreen(moved: look.center), look)
    guard share > 0 else { return }
    let size = Size(tile.width, tile.height * share)
    let below = tile.height * (0.5 + Self.gap) + size.height / 2
    // Upside down, the lower edge is on top.
    let place = transform.translated(0, below, 0).scaled(1, -1, 1)
    var sprite = Sprite(
      look.fill(card.picture), size: size, transform: place.onScreen(scaled: look.zoom, moved: look.center),
      cornerRadius: cornerRadius(of: tile, look),
      opacity: placement.opacity * look.opacity * settings.reflection, brightness: light(on: placement, look),
      part: Rectangle(origin: Point(0, 1 - share), size: Size(1, share)))
    sprite.upperOpacity = 0
    sprite.reflection = .whole
    frame.sprites.append(sprite)
    guard !placement.facesAway, tiles.indices.contains(placement.index), tiles[placement.index].isLive else {
      return
    }
    let mirrored = transform.translated(0, tile.height * (1 + Self.gap), 0).scaled(1, -1, 1)
    let lowest = tile.height / 2
    let faded = lowest - size.height
    appendInterior(
      of: placement,
      on: Plane(
        transform: mirrored.onScreen(scaled: look.zoom, moved: look.center), opacity: sprite.opacity,
        brightness: sprite.brightness,
        clip: Rectangle(origin: Point(-tile.width / 2, faded), size: size), fade: (faded, lowest)),
      to: &frame, look)
  }

  /// Returns the reflected share of a tile that keeps reflections away from the text below.
  private func mirroredShare(of tile: Size, _ transform: Transform, _ look: ShelfLook) -> Double {
    guard let lowest = look.lowestReflection,
      let top = transform.project(Point(0, -tile.height / 2)),
      let bottom = transform.project(Point(0, tile.height / 2)), bottom.y > top.y
    else { return Self.mirroredShare }
    return min(Self.mirroredShare, (lowest - bottom.y) / (bottom.y - top.y) - Self.gap)
  }
}

/// The shadows around tiles.
extension Shelf {
  /// The distance of a shadow below its tile, as a share of its reach: light falls from above.
  private static let drop = 0.35
  /// Screen pixels for each pixel of a shadow, which has no sharp detail.
  private static let coarseness = 5.0

  /// Requests the shadow of a tile size that is new on this screen.
  mutating func requestShadow(of tile: Size, _ look: ShelfLook, into effects: inout [ShellEffect]) {
    guard shadows[tile] == nil, let cast = cast(by: tile, look) else { return }
    let scale = look.scale / Self.coarseness
    let size = PixelSize(
      max(8, Int((cast.size.width * scale).rounded())), max(8, Int((cast.size.height * scale).rounded())))
    let picture = Picture(.shadow(cast), size: size, scale: scale)
    shadows[tile] = picture
    effects.append(.draw(picture, order: look.order))
  }

  /// Appends the shadow of a tile. The caller draws the tile next.
  func appendShadow(
    _ placement: Placement, size: Size, _ transform: Transform, to frame: inout SceneFrame, _ look: ShelfLook
  ) {
    guard let shadow = shadows[size], let cast = cast(by: size, look) else { return }
    frame.sprites.append(
      Sprite(
        .picture(shadow, placeholder: .clear), size: cast.size,
        transform: transform.translated(0, cast.reach * Self.drop, 0)
          .onScreen(scaled: look.zoom, moved: look.center),
        opacity: placement.opacity * look.opacity))
  }

  /// Returns the shadow of a tile size; nil in a theme without shadows.
  private func cast(by tile: Size, _ look: ShelfLook) -> SoftShadow? {
    // The shadow of a larger tile reaches as far as its neighbors' shadows: all lie on the same ground.
    let shorter = min(min(tile.width, tile.height), min(tileSize.width, tileSize.height))
    let reach = look.theme.shadowSize * shorter
    guard reach > 0, look.theme.shadow.alpha > 0 else { return nil }
    return SoftShadow(
      card: tile, cornerRadius: cornerRadius(of: tile, look), reach: reach, color: look.theme.shadow)
  }
}

/// The pictures of a removed tile while it fades.
struct DepartingCard: Hashable, Sendable {
  var front: Picture?
  var back: Picture?
}

/// Removed tiles while they are visible.
extension Shelf {
  /// Returns the visible pictures of a tile for its removal.
  func card(of index: Int) -> DepartingCard {
    DepartingCard(front: faces.shown(index), back: backs.shown(index))
  }

  /// Drops removed tiles that have faded out.
  mutating func forgetDeparted() {
    guard !departing.isEmpty else { return }
    let left = Set(carousel.departingItems().map(\.id))
    departing = departing.filter { left.contains($0.key) }
  }

  /// Appends removed tiles in their former places, behind the present tiles.
  func appendDeparting(to frame: inout SceneFrame, _ look: ShelfLook) {
    guard !departing.isEmpty else { return }
    for item in carousel.departingItems() {
      let placement = item.placement
      let isBack = placement.facesAway
      guard let card = departing[item.id], let picture = isBack ? card.back : card.front,
        !placement.isHidden, placement.opacity > 0
      else { continue }
      let transform = placement.transform.scaled(isBack ? -1 : 1, 1, 1)
      appendShadow(placement, size: item.size, transform, to: &frame, look)
      appendCard(
        look.fill(picture), placement, size: item.size, transform, placement.opacity, to: &frame, look)
    }
  }
}

/// The sprites of a level.
extension Level {
  /// The drawing order of shelves beside the middle one, whose cards come first.
  private static let besideOrder = 100

  /// Appends the visible shelves, the middle one last and in front. `isTouched` says whether fingers touch
  /// this level.
  mutating func append(to frame: inout SceneFrame, _ look: ShelfLook, isTouched: Bool) {
    let pressed = isTouched ? look.press : nil
    let (visible, current) = (visibleShelves, current)
    for index in visible where index != current {
      shelves[index].append(to: &frame, self.look(of: index, look, pressed: pressed))
    }
    shelves[current].append(to: &frame, self.look(of: current, look, pressed: pressed))
  }

  /// Requests missing pictures of the visible shelves.
  mutating func requestPictures(_ look: ShelfLook, into effects: inout [ShellEffect]) {
    for index in visibleShelves {
      shelves[index].requestPictures(self.look(of: index, look, pressed: nil), into: &effects)
    }
  }

  /// Returns the lower limit of reflections, in points from the middle of the screen; nil if the space below
  /// the tiles is free.
  private func lowestReflection(of index: Int, _ metrics: Metrics) -> Double? {
    guard isStackVertical else { return nil }
    if hasSeveralShelves {
      let bottom = place(of: index).y + shelves[index].largestTile.height / 2
      return bottom + metrics.shelfGap / 2 - metrics.plainFontSize
    }
    let text = zones.columns == nil ? zones.details?.lowerBound : nil
    return (text ?? zones.indicator - metrics.plainFontSize) - size.height / 2
  }

  private func look(of index: Int, _ look: ShelfLook, pressed: PressMotion?) -> ShelfLook {
    var look = look
    let nudged = index == current ? look.shift : .zero
    look.center = (place(of: index) + nudged) * look.zoom + look.middle
    var area = shelves[index].settings.details.clipsToBounds ? self.area(of: index) : nil
    if let limit = aboveFoot { area = area.map { $0.intersection(limit) ?? .zero } ?? limit }
    if let area {
      look.clip = Rectangle(
        origin: area.origin * look.zoom + look.middle,
        size: Size(area.size.width * look.zoom, area.size.height * look.zoom))
    }
    look.lowestReflection = lowestReflection(of: index, look.metrics)
    look.distance = hasSeveralShelves ? min(1, abs(stack.offset(forItemAt: index))) : 0
    look.press = pressed?.target.shelf == index ? pressed : nil
    if index != current {
      (look.pressedControl, look.focusedControl) = (nil, nil)
      look.order += Self.besideOrder
      // The opened tile is on another shelf.
      if look.onlyLitTile != nil { look.onlyLitTile = -1 }
    }
    return look
  }
}

import CarouselEngine
import Geometry
import Scene

/// What a frame shows.
extension Shell {
  /// Tiles beyond the visible ones whose cards are drawn in advance, on each side.
  private static let tilesAhead = 2
  /// A pressed tile is drawn so much smaller.
  private static let pressedScale = 0.965
  /// The light on the tile next to the centred one, what each further one has less, and the least. Darker rather
  /// than translucent: tiles that overlap must not show through each other.
  private static let besideLight = 0.78
  private static let lightStep = 0.16
  private static let leastLight = 0.25
  /// The light on the other tiles while a program is being opened.
  private static let coveredLight = 0.3

  /// Moves everything to `time` and writes what is seen then.
  ///
  /// Appends requests for the cards of tiles that have come near.
  ///
  /// - Parameters:
  ///   - time: when the frame will be presented, as well as that is known.
  ///   - now: when it is drawn; nil: `time`.
  public mutating func advance(
    to time: Double, drawnAt now: Double? = nil, into frame: inout SceneFrame, effects: inout [ShellEffect]
  ) {
    advanceCarousel(to: time, drawnAt: now ?? time, into: &effects)
    frame.removeAll()
    frame.size = metrics.size
    frame.background = theme.background
    carousel.placements(into: &placements)
    for index in placements.indices { append(placements[index], to: &frame) }
    if let notice { append(notice, to: &frame) }
    requestFaces(into: &effects)
    isDirty = false
  }

  private mutating func advanceCarousel(
    to time: Double, drawnAt now: Double, into effects: inout [ShellEffect]
  ) {
    let (earlier, before) = (clock, carousel.scrollOffset)
    clock = max(clock, time)
    gestureBuffer.removeAll(keepingCapacity: true)
    recognizer.resample(forFrameAt: clock, drawnAt: now, into: &gestureBuffer)
    actOnGestures(into: &effects)
    carouselEvents.removeAll(keepingCapacity: true)
    carousel.advance(to: clock, into: &carouselEvents)
    guard clock > earlier else { return }
    speed = abs(carousel.scrollOffset - before) * carousel.itemExtent / (clock - earlier)
  }

  private mutating func append(_ placement: Placement, to frame: inout SceneFrame) {
    guard !placement.isHidden, placement.opacity > 0, tiles.indices.contains(placement.index) else { return }
    let isPressed = placement.index == touch.pressedTile
    let scale = isPressed ? Self.pressedScale : 1
    let isCovered = screen != .carousel && placement.index != carousel.currentItemIndex
    frame.sprites.append(
      Sprite(
        .picture(face(of: placement.index), placeholder: theme.card), size: tileSize,
        transform: isPressed ? placement.transform.scaled(scale, scale, 1) : placement.transform,
        cornerRadius: Metrics.cornerRadius(of: tileSize),
        opacity: placement.opacity,
        brightness: isCovered ? Self.coveredLight : Self.light(at: placement.offset)))
  }

  /// How brightly a tile is lit that is so many tiles away from the centre.
  private static func light(at offset: Double) -> Double {
    let distance = abs(offset)
    guard distance > 1 else { return 1 - distance * (1 - besideLight) }
    return max(leastLight, besideLight - (distance - 1) * lightStep)
  }

  private mutating func face(of index: Int) -> Picture {
    let (tiles, theme, size, scale) = (tiles, theme, tileSize, scale)
    return faces.picture(of: index) {
      let face = TileFace(
        label: tiles[index].name, icon: tiles[index].icon, background: theme.card,
        foreground: theme.cardText, fontSize: Metrics.labelSize(of: size), fontFamily: theme.fontFamily)
      let pixels = PixelSize(Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
      return Picture(.face(face), size: pixels, scale: scale)
    }
  }

  /// Asks for the cards of the visible tiles and their neighbours, the nearest to the centre first.
  private mutating func requestFaces(into effects: inout [ShellEffect]) {
    for index in placements.indices {
      let tile = placements[index].index
      for ahead in -Self.tilesAhead...Self.tilesAhead { request(tile + ahead, into: &effects) }
    }
  }

  private mutating func request(_ wanted: Int, into effects: inout [ShellEffect]) {
    let index = carousel.isWrapEnabled ? wanted.wrapped(below: tiles.count) : wanted
    guard tiles.indices.contains(index) else { return }
    let picture = face(of: index)
    guard faces.request(index) else { return }
    effects.append(.draw(picture, order: Int(abs(carousel.offset(forItemAt: index)).rounded())))
  }

  private func append(_ notice: Notice, to frame: inout SceneFrame) {
    guard let area = noticeFrame(notice), let title = notice.title else { return }
    let radius = metrics.padding * 0.7
    append(.color(theme.notice), in: area, radius: radius, to: &frame)
    let left = area.origin.x + metrics.padding
    let top = area.origin.y + metrics.padding * 0.75
    let below = append(title, at: Point(left, top), to: &frame)
    if let detail = notice.detail {
      append(detail, at: Point(left, below + metrics.padding * 0.4), to: &frame)
    }
  }

  /// Adds a block of writing with its upper left corner at `corner`; returns where it ends below.
  @discardableResult
  private func append(_ line: NoticeLine, at corner: Point, to frame: inout SceneFrame) -> Double {
    guard let pixels = line.size else { return corner.y }
    let size = Size(Double(pixels.width) / scale, Double(pixels.height) / scale)
    let fill = Sprite.Fill.picture(line.picture, placeholder: .clear)
    append(fill, in: Rectangle(origin: corner, size: size), radius: 0, to: &frame)
    return corner.y + size.height
  }

  private func append(_ fill: Sprite.Fill, in area: Rectangle, radius: Double, to frame: inout SceneFrame) {
    let center = area.center - Point(frame.size.width / 2, frame.size.height / 2)
    frame.sprites.append(
      Sprite(
        fill, size: area.size, transform: .identity.translated(center.x, center.y, 0), cornerRadius: radius))
  }
}

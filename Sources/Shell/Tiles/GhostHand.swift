import CarouselEngine
import Configuration
import RotundaGeometry
import Scene

/// A mark like a finger that swipes the row again and again until a visitor touches it, with the word
/// "Swipe".
///
/// The row really moves, and the mark moves with it.
struct GhostHand: Hashable, Sendable {
  private enum Phase: Hashable {
    /// The next swipe begins at this time.
    case waiting(until: Double)
    /// The mark appears, since a time.
    case landing(since: Double)
    /// The row moves, from an offset.
    case swiping(since: Double, from: Double)
  }

  private var phase: Phase
  /// Whether the next swipe goes forward.
  private var isForward = true
  /// The word in each language, and (in `count`) the number of finished swipes, which selects the visible
  /// one.
  private var words: [Writing] = []
  private var count = 0

  /// Seconds before the first swipe, between the starts of two swipes, and of a swipe.
  private static let (first, pause, duration) = (1.5, 8.0, 0.7)
  /// Seconds in which the mark fades in and out.
  private static let (entrance, exit) = (0.3, 0.35)
  /// The opacity of the mark.
  private static let opacity = 0.7
  /// The radius of the mark, the radius of its halo, and the letters of the word, in heights of letters.
  private static let (radius, halo, wordSize) = (0.9, 1.7, 1.2)
  /// The gap between the mark and the word, and the padding around the word, in heights of letters.
  private static let (gap, padding) = (0.6, 0.7)
  /// The mark's place across the row, as a share of a tile from its middle.
  private static let across = 0.12
  private static let order = -1

  init(at time: Double) { phase = .waiting(until: time + Self.first) }

  /// When the next swipe begins; nil during one.
  var due: Double? { if case .waiting(let due) = phase { due } else { nil } }

  /// Requests the pictures of the words.
  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let theme = environment.theme
    words = environment.invitations(.swipe).map { reader in
      let block = TextBlock(
        reader.text, color: theme.header, fontSize: environment.metrics.fontSize * Self.wordSize,
        fontFamily: theme.fontFamily, language: reader.language ?? theme.language, isBold: true, mostLines: 1)
      return Writing(block, within: environment.metrics.size, scale: environment.scale)
    }
    for word in words { effects.append(.draw(word.picture, order: Self.order)) }
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    for index in words.indices where words[index].measured(picture, size: size) { return true }
    return false
  }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { due == nil }

  /// Begins a swipe if it is due, and returns whether it did. At an end of the row, the direction reverses.
  mutating func meet(_ carousel: Carousel, at time: Double) -> Bool {
    guard let due, due <= time else { return false }
    let index = carousel.currentItemIndex
    if !carousel.isWrapEnabled, isForward ? index >= carousel.numberOfItems - 1 : index <= 0 {
      isForward.toggle()
    }
    phase = .landing(since: time)
    return true
  }

  /// Advances the mark to `time`. Returns the movement that the row starts, in tiles and seconds.
  mutating func advance(_ carousel: Carousel, at time: Double) -> (tiles: Int, seconds: Double)? {
    switch phase {
    case .landing(let since) where time >= since + Self.entrance:
      phase = .swiping(since: time, from: carousel.scrollOffset)
      return (isForward ? 1 : -1, Self.duration)
    case .swiping(let since, _) where time >= since + Self.duration + Self.exit:
      phase = .waiting(until: since - Self.entrance + Self.pause)
      count += 1
    default: break
    }
    return nil
  }

  /// Returns the mark's opacity, and its distance from the middle along the row, in tiles.
  private func state(_ carousel: Carousel, at time: Double) -> (opacity: Double, way: Double) {
    let start = isForward ? 0.5 : -0.5
    switch phase {
    case .waiting: return (0, 0)
    case .landing(let since): return (min(max((time - since) / Self.entrance, 0), 1), start)
    case .swiping(let since, let from):
      var gone = carousel.scrollOffset - from
      let items = Double(carousel.numberOfItems)
      if carousel.isWrapEnabled, items > 0 { gone -= (gone / items).rounded() * items }
      let leaving = (time - since - Self.duration) / Self.exit
      return (1 - min(max(leaving, 0), 1), start - gone)
    }
  }

  /// Draws the mark over a row whose middle tile is in `tile`.
  func draw(
    over tile: Rectangle, _ carousel: Carousel, isVertical: Bool, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let (part, way) = state(carousel, at: environment.time)
    guard part > 0 else { return }
    let letters = environment.metrics.plainFontSize
    let along = way * carousel.itemExtent
    let place =
      isVertical
      ? Point(tile.center.x + Self.across * tile.size.width, tile.center.y + along)
      : Point(tile.center.x + along, tile.center.y + Self.across * tile.size.height)
    let first = frame.sprites.count
    let (radius, halo) = (letters * Self.radius, letters * Self.halo * (1.3 - 0.3 * part))
    append(.black, radius: halo + letters * 0.12, 0.35, at: place, to: &frame)
    append(.white, radius: halo, 0.35, at: place, to: &frame)
    append(.white, radius: radius, 0.95, at: place, to: &frame)
    if !words.isEmpty { write(words[count % words.count], below: place, halo, environment, to: &frame) }
    frame.fade(from: first, by: part * Self.opacity)
  }

  private func append(
    _ color: Color, radius: Double, _ opacity: Double, at place: Point, to frame: inout SceneFrame
  ) {
    frame.append(
      .color(color), in: Rectangle(center: place, size: Size(2 * radius, 2 * radius)), radius: radius)
    frame.sprites[frame.sprites.count - 1].opacity = opacity
  }

  private func write(
    _ word: Writing, below place: Point, _ halo: Double, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    guard let extent = word.extent(scale: environment.scale) else { return }
    let (letters, theme) = (environment.metrics.plainFontSize, environment.theme)
    let size = Size(extent.width + letters * 2 * Self.padding, extent.height + letters * Self.padding)
    let center = Point(place.x, place.y + halo + letters * Self.gap + size.height / 2)
    frame.append(
      .color(theme.isBright ? theme.background.opacity(1) : .black),
      in: Rectangle(center: center, size: size), radius: size.height / 2)
    frame.append(word, around: center, scale: environment.scale)
  }
}

// The mark on the row.
extension TilesPanel {
  /// Shows the mark. Returns false if it would be invisible.
  mutating func beginGhost() -> Bool {
    guard tiles.count > 1, !theme.hasReducedMotion, !metrics.size.isEmpty else { return false }
    var ghost = GhostHand(at: clock)
    ghost.layOut(environment, into: &outbox)
    self.ghost = ghost
    redraw()
    return true
  }

  mutating func endGhost() {
    ghost = nil
    redraw()
  }

  /// Begins the next swipe when it is due.
  mutating func meetGhost() {
    guard var ghost, ghost.meet(carousel, at: clock) else { return }
    self.ghost = ghost
    redraw()
  }

  /// Advances the mark, and moves the row with it.
  mutating func advanceGhost() {
    guard var ghost else { return }
    let way = ghost.advance(carousel, at: clock)
    self.ghost = ghost
    guard let way else { return }
    carousel.scroll(byNumberOfItems: way.tiles, duration: way.seconds, at: clock)
  }

  func drawGhost(to frame: inout SceneFrame) {
    guard let ghost, let tile = self.frame(of: .face) else { return }
    ghost.draw(over: tile, carousel, isVertical: shelf.isVertical, environment, to: &frame)
  }
}

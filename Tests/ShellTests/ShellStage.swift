import Configuration
import RotundaGeometry
import Gestures
import Programs
import Scene
import Shell
import Testing

extension KioskConfiguration {
  /// A plain configuration for tests with known positions: tiles of one size in a row, with the back tile
  /// among them.
  static var plain: KioskConfiguration {
    var configuration = KioskConfiguration()
    configuration.carousel.layout = .linear
    configuration.carousel.details.sideScale = 1
    configuration.carousel.centersShortRows = false
    (configuration.header.clock, configuration.header.indicator) = (.none, .none)
    configuration.header.details = .onTile
    configuration.background.source = .theme
    configuration.kiosk.hasBackTile = true
    configuration.header.buttons = []
    (configuration.header.hasChevrons, configuration.header.hasNudge) = (false, false)
    return configuration
  }
}

/// A shell on a stage: a 1280×800 screen, simulated touches, a clock, and the shell's effects.
final class ShellStage {
  var shell: Shell
  var effects: [ShellEffect] = []
  var frame = SceneFrame()
  /// Seconds.
  var now = 100.0
  let size: Size
  /// Whether touches end with a cancellation instead of lifting.
  var takesBack = false
  static let refresh = 1.0 / 60

  init(
    tiles: [LauncherTile] = ShellStage.tiles(5), shelves names: [String?] = [nil],
    size: Size = Size(1280, 800), problems: [Diagnostic] = [],
    change: (inout KioskConfiguration) -> Void = { _ in },
    ofShelf: (Int, inout CarouselSettings) -> Void = { _, _ in }
  ) {
    var configuration = KioskConfiguration.plain
    change(&configuration)
    self.size = size
    let shelves = names.enumerated().map { index, name in
      var settings = configuration.carousel
      ofShelf(index, &settings)
      return LauncherShelf(name: name, settings: settings, tiles: tiles)
    }
    shell = Shell(configuration: configuration, shelves: shelves, problems: problems)
    send(.resized(size, scale: 1))
    draw()
  }

  static func tiles(_ count: Int, named name: String = "Tile") -> [LauncherTile] {
    (0..<count).map {
      LauncherTile(
        name: "\(name) \($0)", icon: nil, action: .start(Command(["program-\($0)"])))
    }
  }

  static func folder(_ name: String, _ tiles: [LauncherTile]) -> LauncherTile {
    LauncherTile(name: name, icon: nil, action: .folder(tiles))
  }

  var center: Point { Point(size.width / 2, size.height / 2) }

  func send(_ event: ShellEvent) {
    shell.handle(event, at: now, into: &effects)
    answerPictures()
  }

  /// Draws one frame a refresh later.
  func draw() {
    now += Self.refresh
    meetDeadline()
    shell.advance(to: now, into: &frame, effects: &effects)
    answerPictures()
  }

  /// Draws as long as the shell requests frames. Returns false if this takes more than ten seconds.
  func settle() -> Bool {
    // A visible program has the keyboard focus.
    if shell.isCovered { send(.focus(false)) }
    for _ in 0..<600 {
      guard shell.wantsFrame else { return true }
      draw()
    }
    return false
  }

  func wait(_ seconds: Double) {
    now += seconds
    meetDeadline()
  }

  /// Lets time pass and meets every deadline on time.
  func pass(_ seconds: Double) {
    let end = now + seconds
    var count = 0
    while let due = shell.deadline, due <= end {
      count += 1
      guard count < 10_000 else {
        Issue.record("a deadline is due again and again")
        break
      }
      wait(max(0, due - now))
    }
    wait(max(0, end - now))
  }

  private func meetDeadline() {
    if let deadline = shell.deadline, deadline <= now { send(.deadline) }
  }

  /// Answers drawing requests at once. Text measures 10 pixels a letter and 20 a line.
  private func answerPictures() {
    var pictures: [Picture] = []
    for case .draw(let picture, _) in effects.dropFirst(answered) { pictures.append(picture) }
    answered = effects.count
    for picture in pictures {
      let size = Self.measure(picture)
      sizes[picture] = size
      shell.handle(
        .pictureReady(
          picture, size: size, inset: Self.inset(picture, size), carets: Self.carets(picture)), at: now,
        into: &effects)
      if !shell.wantsFrame, frame.shows(picture) { overlooked.append(picture) }
    }
  }
  private var answered = 0
  /// The measures of all drawn pictures.
  private(set) var sizes: [Picture: PixelSize] = [:]
  /// Pictures of the latest frame whose pixels arrived without requesting a frame: they stay invisible.
  private(set) var overlooked: [Picture] = []

  /// Text on a card is in the lower left corner.
  private static func inset(_ picture: Picture, _ size: PixelSize) -> PixelSize {
    if case .badge = picture.content { return PixelSize(4, 4) }
    guard case .writing = picture.content else { return PixelSize(0, 0) }
    return PixelSize(min(20, picture.size.width - size.width), picture.size.height - size.height - 20)
  }

  /// A caret position exists between any two letters.
  private static func carets(_ picture: Picture) -> [Int] {
    guard case .line(let block) = picture.content else { return [] }
    return (0...block.text.count).map { 10 * $0 }
  }

  private static func measure(_ picture: Picture) -> PixelSize {
    if case .line(let block) = picture.content { return PixelSize(10 * block.text.count + 1, 20) }
    if case .writing(let face) = picture.content {
      return PixelSize(min(picture.size.width, 10 * face.label.count), 20)
    }
    if case .badge(let badge) = picture.content {
      let width = min(badge.mostWidth, badge.fontSize * 0.6 * Double(badge.text.count))
      return PixelSize(
        Int(width + badge.fontSize * 2 * TileBadge.padding) + 8, Int(badge.fontSize * 1.8) + 8)
    }
    guard case .text(let block) = picture.content else { return picture.size }
    let lines = block.text.split(separator: "\n", omittingEmptySubsequences: false)
    let longest = lines.map(\.count).max() ?? 0
    return PixelSize(min(picture.size.width, 10 * longest), min(picture.size.height, 20 * lines.count))
  }
}

// Touches.
extension ShellStage {
  private var milliseconds: UInt32 { UInt32(now * 1000) }

  func touch(_ events: TouchEvent...) { send(.touch(TouchFrame(events))) }
  func down(_ point: Point, id: Int32 = 0) {
    touch(.down(id: id, at: point, milliseconds: milliseconds))
  }
  func move(_ point: Point, id: Int32 = 0) {
    touch(.motion(id: id, at: point, milliseconds: milliseconds))
  }
  func up(id: Int32 = 0) {
    touch(takesBack ? .cancelContact(id: id) : .up(id: id, milliseconds: milliseconds))
  }

  func tap(_ point: Point) {
    down(point)
    wait(0.06)
    up()
  }

  /// Drags in a straight line at constant speed, with a sample and a frame every 1/60 s.
  func drag(from start: Point, by way: Point, seconds: Double, thenHold hold: Double = 0, lifts: Bool = true)
  {
    down(start)
    let samples = max(1, Int((seconds / Self.refresh).rounded()))
    for sample in 1...samples {
      draw()
      move(start + way * (Double(sample) / Double(samples)))
    }
    if hold > 0 { wait(hold) }
    if lifts { up() }
  }
}

// Hands.
extension ShellStage {
  /// Fingers next to each other around the middle of the screen that move in the same direction.
  static func hand(_ fingers: Int, _ way: Point) -> [(start: Point, way: Point)] {
    (0..<fingers).map { (Point(440 + 100 * Double($0), 400), way) }
  }

  /// Rests some fingers on the screen and lifts them.
  func rest(fingers: Int, seconds: Double) {
    for (id, finger) in Self.hand(fingers, .zero).enumerated() { down(finger.start, id: Int32(id)) }
    wait(seconds)
    for id in 0..<fingers { up(id: Int32(id)) }
  }

  /// Lands fingers, moves them in straight lines, holds them still and lifts them.
  func glide(
    _ fingers: [(start: Point, way: Point)], seconds: Double = 0.2, hold: Double = 0.06, lands: Bool = true
  ) {
    if lands { for (id, finger) in fingers.enumerated() { down(finger.start, id: Int32(id)) } }
    let samples = max(1, Int((seconds / Self.refresh).rounded()))
    for sample in 1...samples {
      draw()
      let part = Double(sample) / Double(samples)
      for (id, finger) in fingers.enumerated() { move(finger.start + finger.way * part, id: Int32(id)) }
    }
    wait(hold)
    for id in fingers.indices { up(id: Int32(id)) }
  }

  func act(_ action: ShellAction, at point: Point? = nil) {
    // The focus event sets the shell's time.
    send(.focus(true))
    shell.perform(action, at: point, into: &effects)
    answerPictures()
  }

  var reloads: Int { effects.count { $0 == .reloadConfiguration } }
}

// The visible content.
extension ShellStage {
  /// The tiles on the screen: the name, and the center relative to the screen's center.
  var seenTiles: [(name: String, x: Double, y: Double)] {
    frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .face(let face) = picture.content,
        let center = sprite.transform.project(.zero)
      else { return nil }
      return (face.label, center.x, center.y)
    }
  }

  /// The name of the tile nearest to the center, and its distance.
  var centered: (name: String, distance: Double) {
    let nearest = seenTiles.min { Point($0.x, $0.y).length < Point($1.x, $1.y).length }
    return (nearest?.name ?? "", nearest?.x ?? .infinity)
  }

  /// The texts outside of tiles.
  var writing: [String] {
    frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content else {
        return nil
      }
      return block.text
    }
  }

  /// The texts of badges.
  var badges: [String] {
    frame.sprites.compactMap { sprite in
      guard case .picture(let picture, _) = sprite.fill, case .badge(let badge) = picture.content else {
        return nil
      }
      return badge.text
    }
  }

  var starts: [(program: ProgramID, command: Command)] {
    effects.compactMap {
      if case .start(let program, let request) = $0 { (program, request.command) } else { nil }
    }
  }

  var reports: [Message] {
    effects.compactMap { if case .logError(let message) = $0 { message } else { nil } }
  }
}

extension GestureSettings {
  /// A drag starts where a tap ends, beyond 18 points on a screen of unknown size, and does not make up for
  /// the slop.
  mutating func useOneSlop() {
    let millimeters = 18 / Thresholds.defaultPointsPerMillimeter
    for field in Thresholds.fields {
      switch field.name {
      case "touch-slop", "drag-slop", "drag-slop-across": set(field, to: millimeters)
      case "slop-return": set(field, to: 0)
      default: break
      }
    }
  }
}

extension Sprite {
  /// Whether the sprite is a tile's text or its scrim.
  var isName: Bool {
    guard case .picture(let picture, _) = fill else { return false }
    switch picture.content {
    case .writing, .scrim: return true
    default: return false
    }
  }

  /// Whether the sprite is a shadow.
  var isShadow: Bool {
    guard case .picture(let picture, _) = fill, case .shadow = picture.content else { return false }
    return true
  }
}

extension ShellStage {
  /// A stage whose first tile has the given program conduct.
  static func conducting(
    tiles count: Int = 5, change: (inout KioskConfiguration) -> Void = { _ in },
    conduct: (inout ProgramConduct) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    conduct(&tiles[0].conduct)
    return ShellStage(tiles: tiles, change: change)
  }
}

extension SceneFrame {
  fileprivate func shows(_ picture: Picture) -> Bool {
    sprites.contains {
      if case .picture(picture, _) = $0.fill { true } else { false }
    }
  }
}

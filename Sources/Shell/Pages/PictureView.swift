import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A full-screen picture. Two fingers enlarge it up to four times, one finger moves it, and a double tap
/// toggles its size. Keys, and elements for one switch, do the same.
struct PictureView: Sendable {
  let picture: PagePicture
  private(set) var motion = PictureMotion()
  /// The texts on the picture; nil for none.
  private var (title, caption): (Writing?, Writing?)
  private var illustration: Writing
  /// The picture with more pixels, once it has been enlarged.
  private var detail: Writing?
  /// The light of the picture, where it does not reach; nil in a theme without lights.
  private let light: Picture?
  private let shade: Picture?
  private let style: PageStyle
  private let places: PageMetrics
  /// Whether the pictures have been requested.
  private var isRequested = false
  /// The picture's place on its page, and its opacity. A page that consists of a picture shows it
  /// immediately.
  private var origin: Rectangle?
  private var presence = SpringValue(1, response: comingTime)
  /// Whether the picture waits for its pixels before it appears.
  private var isAwaited = false
  private(set) var isLeaving = false
  /// The sideways movement of a touchpad, in points.
  private var wheeled = 0.0
  /// The latest tap. A second one makes it a double tap.
  private var latestTap: (point: Point, time: Double)?

  /// Seconds in which the picture grows from its page.
  private static let comingTime = 0.3

  /// The result of an input. `turn` shows the next picture, or with −1 the previous one. Its velocity is that
  /// of the finger, in points per second.
  enum Answer: Equatable { case ignored, handled, close, turn(by: Int, velocity: Double) }

  /// Whether a picture precedes and follows.
  private let (hasPrevious, hasNext): (Bool, Bool)
  /// The pressed button: 1 for the next picture, −1 for the previous one.
  private var pressed: Int?
  /// The sideways movement that turns to another picture, as a share of the screen's width.
  private static let turningWay = 0.18
  static let (next, previous) = (ElementID("next-picture"), ElementID("previous-picture"))

  /// The greatest delay of a double tap's second tap, in seconds, and its distance, in heights of letters.
  private static let (tapDelay, tapReach) = (0.4, 2.0)
  /// The distance of a pull down after which release closes the picture, as a share of the screen's height.
  private static let closingPull = 0.09
  /// The most pixels across or down, and the greatest pixel density as a multiple of the screen's.
  private static let (mostPixels, sharpness) = (4096.0, 2.5)
  /// The scale from which the picture is drawn with more pixels.
  private static let enlarged = 1.2
  /// The factor by which a key enlarges the picture, and the distance of an arrow key, as a share of the
  /// screen.
  private static let (step, keyWay) = (1.5, 0.25)
  /// The sizes of title and caption, in font sizes.
  private static let (titleSize, captionSize) = (1.45, 0.85)
  /// The scale at which the title has faded out.
  private static let titleGone = 1.5
  /// The movement after which the title has faded out, as a share of the screen's height. The title must not
  /// cover the end of a tall picture.
  private static let wayGone = 0.1
  static let (larger, smaller) = (ElementID("larger"), ElementID("smaller"))

  /// Creates a full-screen picture.
  ///
  /// - Parameters:
  ///   - title: The text besides its caption; empty for none.
  ///   - neighbors: Whether a picture precedes and follows.
  init(
    _ picture: PagePicture, title: String, neighbors: (previous: Bool, next: Bool) = (false, false),
    _ places: PageMetrics, _ style: PageStyle
  ) {
    (self.picture, self.places, self.style) = (picture, places, style)
    (hasPrevious, hasNext) = (neighbors.previous, neighbors.next)
    let (screen, theme) = (places.metrics.size, style.theme)
    illustration = style.illustration(picture, width: screen.width)
    let room = screen.width / 2 + places.close.origin.x
    let width = max(1, screen.width - 2 * room - places.close.size.width - places.metrics.padding)
    if !title.isEmpty {
      self.title = style.title(
        title, size: Self.titleSize, width: width, color: theme.scrimText, mostLines: 2)
    }
    if !picture.caption.isEmpty {
      caption = style.text(picture.caption, size: Self.captionSize, width: width, color: theme.scrimText)
    }
    let factor = min(1, 320 / max(screen.width, screen.height, 1))
    let pixels = PixelSize(max(1, Int(screen.width * factor)), max(1, Int(screen.height * factor)))
    light =
      theme.allowsAmbient
      ? Picture(
        .ambient(Ambient(picture: Self.source(picture), color: theme.background, isBright: theme.isBright)),
        size: pixels, scale: 1) : nil
    let scrim = Scrim(top: screen.height * 0.86, height: screen.height)
    shade =
      title.isEmpty && picture.caption.isEmpty
      ? nil
      : Picture(
        .scrim(scrim.shade(theme.scrim, from: 0, to: screen.height)), size: Scrim.Shade.pixels, scale: 1)
  }

  private static func source(_ picture: PagePicture) -> IconSource {
    .file(picture.path, revision: picture.revision)
  }

  /// Requests the pictures.
  private func request(order: Int, into effects: inout [ShellEffect]) {
    for case let picture? in [illustration.picture, title?.picture, caption?.picture, shade, light] {
      effects.append(.draw(picture, order: order))
    }
  }

  /// Stores the measured size of a picture. Returns whether the view shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = picture == shade || picture == light
    if title?.measured(picture, size: size) == true { isOne = true }
    if caption?.measured(picture, size: size) == true { isOne = true }
    if detail?.measured(picture, size: size) == true { isOne = true }
    if illustration.measured(picture, size: size) { isOne = true }
    return isOne
  }

  /// Grows from a place on a page, as soon as the pixels have arrived.
  mutating func come(from place: Rectangle, isReduced: Bool) {
    origin = isReduced ? nil : place
    presence = SpringValue(0, response: Self.comingTime)
    isAwaited = true
  }

  /// Begins to close.
  ///
  /// - Parameter place: The place on the page, if visible and other than the first one.
  mutating func leave(to place: Rectangle? = nil, at time: Double) {
    isLeaving = true
    if let place { origin = place }
    presence.go(to: 0, at: time)
    if let origin { motion.leave(to: origin, at: time) }
  }

  func isMoving(at time: Double) -> Bool { motion.isMoving(at: time) || !presence.isOver(at: time) }
  func isGone(at time: Double) -> Bool { isLeaving && presence.isOver(at: time) }
  /// Reports whether the picture hides everything behind it.
  func isCovering(at time: Double) -> Bool { !isLeaving && presence.isOver(at: time) }

  /// Advances the picture to a time, and requests missing pictures.
  mutating func advance(to time: Double, order: Int, into effects: inout [ShellEffect]) {
    if !isRequested {
      isRequested = true
      request(order: order, into: &effects)
    }
    guard let extent = illustration.extent(scale: style.scale) else { return }
    motion.fit(extent, into: places.metrics.size, at: time)
    if isAwaited {
      isAwaited = false
      presence.go(to: 1, at: time)
      if let origin { motion.come(from: origin, at: time) }
    }
    sharpen(order: order, into: &effects)
  }

  /// Requests more pixels once the picture has been enlarged.
  private mutating func sharpen(order: Int, into effects: inout [ShellEffect]) {
    guard detail == nil, motion.target > Self.enlarged, !motion.base.isEmpty else { return }
    let most = min(
      Self.sharpness * style.scale, Self.mostPixels / max(motion.base.width, motion.base.height))
    guard most > style.scale else { return }
    let size = PixelSize(Int(motion.base.width * most), Int(motion.base.height * most))
    let picture = Picture(.illustration(Self.source(self.picture)), size: size, scale: style.scale)
    guard picture.size.width > (illustration.size?.width ?? 0) else { return }
    let detail = Writing(picture)
    self.detail = detail
    effects.append(.draw(detail.picture, order: order))
  }
}

// Input. Places are from the upper left corner of the surface.
extension PictureView {
  private func place(_ point: Point) -> Point {
    point - Point(places.metrics.size.width / 2, places.metrics.size.height / 2)
  }

  mutating func handle(_ gesture: Gesture, at time: Double) -> Answer {
    switch gesture {
    case .touchBegan: motion.hold(at: time)
    case .touchEnded:
      pressed = nil
      if motion.isHeld { motion.release(velocity: .zero, at: time) }
    case .dragBegan(let drag), .dragChanged(let drag):
      guard !drag.isAfterLongPress else { return .ignored }
      pressed = nil
      let isFree = motion.target <= 1 && (drag.translation.x < 0 ? hasNext : hasPrevious)
      motion.drag(by: drag.delta, isFree: isFree, at: time)
    case .dragEnded(let drag):
      if drag.isAfterLongPress { return .ignored }
      if let step = turn(drag) { return .turn(by: step, velocity: abs(drag.velocity.x)) }
      if motion.target <= 1, motion.pull(at: time) > places.metrics.size.height * Self.closingPull {
        return .close
      }
      motion.release(velocity: drag.velocity, at: time)
    case .dragCancelled: motion.release(velocity: .zero, at: time)
    case .pinchBegan(let pinch): motion.beginPinch(at: place(pinch.center), at: time)
    case .pinchChanged(let pinch): motion.pinch(by: pinch.scale, at: place(pinch.center))
    case .pinchEnded(let pinch), .pinchCancelled(let pinch):
      motion.endPinch(at: place(pinch.center), at: time)
    case .tap(let point):
      if let step = chevron(at: point) { return .turn(by: step, velocity: 0) }
      tap(at: point, time)
    case .doubleTap(let point):
      if let step = chevron(at: point) { return .turn(by: step, velocity: 0) }
      toggle(at: place(point), at: time)
    case .pressBegan(let point): pressed = chevron(at: point)
    case .pressEnded: pressed = nil
    case .longPressBegan: break
    default: return .ignored
    }
    return .handled
  }

  /// Returns the step of a swipe to another picture when the finger lifts: 1 for the next; nil for none.
  private func turn(_ drag: Drag) -> Int? {
    let (way, speed) = (drag.translation.x, drag.velocity.x)
    guard motion.target <= 1, drag.axis == .perpendicular, way < 0 ? hasNext : hasPrevious else { return nil }
    let isThrown = drag.isStep == true && way * speed > 0
    let isFar = abs(way) > places.metrics.size.width * Self.turningWay && way * speed >= 0
    return isThrown || isFar ? (way < 0 ? 1 : -1) : nil
  }

  /// Returns the area of a button to another picture; nil for none, and while the picture is enlarged.
  private func chevron(_ step: Int) -> Rectangle? {
    guard step > 0 ? hasNext : hasPrevious, motion.target <= 1.01, !isLeaving else { return nil }
    return ChevronFace.target(isNext: step > 0, at: (places.metrics.size.height / 2).rounded(), places)
  }

  private func chevron(at point: Point) -> Int? {
    [1, -1].first { chevron($0)?.contains(point) == true }
  }

  private mutating func tap(at point: Point, _ time: Double) {
    let reach = style.fontSize * Self.tapReach
    if let first = latestTap, time - first.time <= Self.tapDelay, (point - first.point).length <= reach {
      latestTap = nil
      return toggle(at: place(point), at: time)
    }
    latestTap = (point, time)
  }

  /// Enlarges the picture, or returns it to its fitting size.
  private mutating func toggle(at place: Point, at time: Double) {
    motion.resize(to: motion.target > 1.01 ? 1 : PictureMotion.doubleTap, at: place, at: time)
  }

  mutating func handle(_ event: KeyEvent, at time: Double) -> Answer {
    let screen = places.metrics.size
    func move(_ x: Double, _ y: Double) -> Bool {
      motion.move(by: Point(x * screen.width, y * screen.height) * Self.keyWay, at: time)
    }
    switch event.key {
    case .character("+"), .character("="): enlarge(by: Self.step, at: time)
    case .character("-"): enlarge(by: 1 / Self.step, at: time)
    case .character("0"): motion.resize(to: 1, at: .zero, at: time)
    case .up: _ = move(0, 1)
    case .down: _ = move(0, -1)
    case .right: if !move(-1, 0), hasNext, motion.target <= 1 { return .turn(by: 1, velocity: 0) }
    case .left:
      guard !move(1, 0), motion.target <= 1 else { break }
      if hasPrevious { return .turn(by: -1, velocity: 0) }
      if event.phase == .pressed { return .close }
    case .pageDown, .space:
      if !motion.step(on: true, at: time), hasNext { return .turn(by: 1, velocity: 0) }
    case .pageUp:
      if !motion.step(on: false, at: time), hasPrevious { return .turn(by: -1, velocity: 0) }
    case .home: while motion.step(on: false, at: time) {}
    case .end: while motion.step(on: true, at: time) {}
    case .escape, .enter: if event.phase == .pressed { return .close }
    case .tab, .character, .backspace, .other: break
    }
    return .handled
  }

  mutating func handle(_ event: ScrollEvent, at time: Double) -> Answer {
    switch event.kind {
    case .steps(let x, let y):
      let way = Point(-Double(x), -Double(y)) * (style.fontSize * 3)
      guard !motion.move(by: way, at: time), x != 0, motion.target <= 1 else { break }
      if x > 0 ? hasNext : hasPrevious { return .turn(by: x > 0 ? 1 : -1, velocity: 0) }
    case .moved(let delta):
      guard !motion.move(by: delta, at: time), motion.target <= 1, abs(delta.x) > abs(delta.y) else { break }
      // A touchpad moves pictures like tiles in a row.
      wheeled += delta.x
      guard abs(wheeled) > places.metrics.size.width * Self.turningWay else { break }
      let step = wheeled < 0 ? 1 : -1
      wheeled = 0
      if step > 0 ? hasNext : hasPrevious { return .turn(by: step, velocity: 0) }
    case .stopped: wheeled = 0
    }
    return .handled
  }

  private mutating func enlarge(by factor: Double, at time: Double) {
    motion.resize(to: motion.target * factor, at: .zero, at: time)
  }

  func elements(_ words: Localizer) -> [Element] {
    var elements: [Element] = []
    if motion.canStep(on: true) {
      elements.append(Element(id: ContentScroll.down, role: .scroller, label: words(.scrollDown)))
    }
    if motion.canStep(on: false) {
      elements.append(Element(id: ContentScroll.up, role: .scroller, label: words(.scrollUp)))
    }
    for (step, id, phrase) in [(1, Self.next, Phrase.nextPicture), (-1, Self.previous, .previousPicture)] {
      guard let frame = chevron(step) else { continue }
      elements.append(Element(id: id, role: .button, label: words(phrase), frame: frame))
    }
    if motion.target < PictureMotion.most - 0.01 {
      elements.append(Element(id: Self.larger, role: .button, label: words(.largerPicture)))
    }
    if motion.target > 1.01 {
      elements.append(Element(id: Self.smaller, role: .button, label: words(.smallerPicture)))
    }
    return elements
  }

  mutating func activate(_ element: ElementID, at time: Double) -> Answer {
    switch element {
    case ContentScroll.down: _ = motion.step(on: true, at: time)
    case ContentScroll.up: _ = motion.step(on: false, at: time)
    case Self.next: return .turn(by: 1, velocity: 0)
    case Self.previous: return .turn(by: -1, velocity: 0)
    case Self.larger: enlarge(by: Self.step, at: time)
    case Self.smaller: enlarge(by: 1 / Self.step, at: time)
    default: return .close
    }
    return .handled
  }
}

// Drawing.
extension PictureView {
  func draw(on plane: Plane, at time: Double, to frame: inout SceneFrame) {
    let screen = Rectangle(center: .zero, size: places.metrics.size)
    let seen = min(max(presence.value(at: time), 0), 1)
    plane.append(.color(style.theme.background.opacity(1)), in: screen, opacity: seen, to: &frame)
    if let light { plane.append(.picture(light, placeholder: .clear), in: screen, opacity: seen, to: &frame) }
    guard !motion.base.isEmpty else { return }
    let area = motion.area(at: time)
    // The picture grows from its place on the page. Without one, it fades in.
    let opacity = origin == nil ? seen : isAwaited ? 0 : 1
    plane.append(
      .picture(illustration.picture, placeholder: .clear), in: area, opacity: opacity, to: &frame)
    if let detail, detail.size != nil {
      plane.append(.picture(detail.picture, placeholder: .clear), in: area, opacity: opacity, to: &frame)
    }
    let gone = max(
      (motion.zoom(at: time) - 1) / (Self.titleGone - 1),
      motion.way(at: time) / (places.metrics.size.height * Self.wayGone))
    appendWords(on: plane, opacity: seen * (1 - min(max(gone, 0), 1)), to: &frame)
  }

  /// Draws the buttons to the previous and the next picture, once the picture has appeared.
  func drawChevrons(at time: Double, to frame: inout SceneFrame) {
    guard isCovering(at: time) else { return }
    for step in [-1, 1] {
      guard let target = chevron(step) else { continue }
      ChevronFace(isNext: step > 0, isPressed: pressed == step).append(in: target, style.theme, to: &frame)
    }
  }

  /// Prepares for a transition to or from another picture, which moves the whole screen.
  mutating func turn(at time: Double) { motion.recenter(at: time) }

  /// Appends the title and the caption beside the close control.
  private func appendWords(on plane: Plane, opacity: Double, to frame: inout SceneFrame) {
    guard opacity > 0, let shade else { return }
    var plane = plane
    plane.opacity *= opacity
    let (screen, close) = (Rectangle(center: .zero, size: places.metrics.size), places.close)
    plane.append(.picture(shade, placeholder: .clear), in: screen, to: &frame)
    let heights = [title, caption].map { $0?.extent(scale: style.scale)?.height ?? 0 }
    let all = heights[0] + heights[1]
    // Centered in the row. Taller text extends upward.
    var top = min(close.center.y - all / 2, close.maxY - all)
    for (writing, height) in zip([title, caption], heights) {
      guard let writing else { continue }
      plane.append(
        writing, at: Point(close.maxX + places.metrics.padding, top), scale: style.scale, to: &frame)
      top += height
    }
  }
}

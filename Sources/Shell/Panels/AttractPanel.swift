import Configuration
import Gestures
import Glibc
import RotundaGeometry
import Scene

/// Pictures that fill an idle screen, one after another, each with its texts and the hint to touch.
///
/// Every touch ends the panel before it arrives here. The panel moves slowly. Therefore it draws less often
/// than other motion: after a frame it waits for its own deadline.
struct AttractPanel: Panel {
  /// A picture and the text on it.
  private struct Layer: Hashable {
    /// The number of earlier pictures.
    let number: Int
    let picture: Picture
    var (name, caption, hint): (Writing?, Writing?, Writing)
    var hasPicture = false
    /// When it began to appear; nil until it is complete.
    var start: Double?

    var isReady: Bool {
      hasPicture && hint.size != nil && name.map { $0.size != nil } ?? true
        && caption.map { $0.size != nil } ?? true
    }
  }

  private(set) var pictures: AttractPictures
  /// The number of the picture that a later panel begins with.
  private(set) var nextNumber: Int
  /// The visible picture, and the one that fades in or is being drawn.
  private var shown: Layer?
  private var next: Layer?
  /// When the next picture begins to fade in, once drawn.
  private var nextDue: Double
  /// The time of the latest frame, and when the panel began to leave.
  private var latest: Double
  private var left: Double?
  /// Whether pictures and hint stand still, because motion is reduced.
  private var isStill = false
  /// The part of the first picture's time to skip at the start, in seconds.
  private var skipped = 0.0

  /// The growth and the motion of a picture while it is visible, as shares of the screen.
  private static let (zoom, drift) = (0.08, 0.02)
  /// Seconds before its time at which the panel requests a picture.
  private static let lead = 3.0
  /// Seconds in which the panel fades out.
  private static let exit = 0.4
  /// The letters of names, captions and the hint, in heights of letters; and the height of a line in its
  /// letters.
  private static let (nameSize, captionSize, hintSize, line) = (2.6, 1.0, 1.2, 1.4)
  private static let (nameLines, captionLines, widestCaption) = (2, 4, 34.0)
  /// The gaps between name and caption, and above the hint, in heights of letters.
  private static let (captionGap, hintGap) = (0.3, 0.9)
  /// The opacity of the shades at the edges, and at the end of the text. White letters on a white picture
  /// have a contrast of 4.5 to 1.
  private static let (edgeShade, writingShade) = (0.82, 0.6)
  /// The distance of text from the upper and lower edges, in heights of letters, and the reach of its shade.
  /// The shade begins beyond the edges, because the screen can move a little.
  private static let (head, foot, further, beyond) = (4.0, 7.5, 6.0, 1.0)
  /// The mark beside the hint: its radius, the radius of its halo, and the width before the hint, in heights
  /// of letters.
  private static let (markRadius, markHalo, markWidth) = (0.36, 0.68, 1.9)
  private static let haloOpacity = 0.35
  /// Seconds of a pulse of the hint, and the least opacity.
  private static let (pulse, faintest) = (2.0, 0.55)
  /// Drawn before any tile's card.
  private static let order = -1

  init(_ pictures: AttractPictures, from number: Int = 0, at time: Double) {
    self.pictures = pictures
    (nextNumber, nextDue, latest) = (number, time, time)
  }

  var name: ShellStatus.Screen { .attract }
  var layer: PanelLayer { .attract }
  var isOpen: Bool { left == nil }

  /// Shows the first picture at half of its time, for a preview.
  mutating func skipHalf() { skipped = pictures.interval / 2 }

  /// Continues with other pictures. The first one replaces the visible one.
  mutating func show(_ pictures: AttractPictures) {
    guard pictures != self.pictures else { return }
    self.pictures = pictures
    (next, nextNumber, nextDue) = (nil, 0, latest)
  }

  // Layout.

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    isStill = environment.metrics.hasReducedMotion
    if let shown { nextNumber = shown.number }
    (shown, nextDue) = (nil, environment.time)
    prepareNext(environment, into: &effects)
  }

  private mutating func prepareNext(_ environment: Environment, into effects: inout [ShellEffect]) {
    guard !pictures.slides.isEmpty, !environment.metrics.size.isEmpty else { return next = nil }
    let slide = pictures.slides[nextNumber % pictures.slides.count]
    let ground = Ground(
      picture: slide.source, top: environment.theme.background, bottom: environment.theme.background)
    let layer = Layer(
      number: nextNumber,
      picture: Backdrop.picture(ground, on: environment.metrics.size, scale: environment.scale),
      name: writing(
        slide.name, Self.nameSize, lines: Self.nameLines, isTitle: true, width: .infinity, environment),
      caption: writing(
        slide.caption, Self.captionSize, lines: Self.captionLines, width: Self.widestCaption, environment),
      hint: hint(environment))
    for picture in [layer.picture, layer.name?.picture, layer.caption?.picture, layer.hint.picture] {
      if let picture { effects.append(.draw(picture, order: Self.order)) }
    }
    next = layer
    nextNumber += 1
  }

  /// Returns the hint, in the next language for each picture.
  private func hint(_ environment: Environment) -> Writing {
    let readers = environment.invitations(.touchToBegin)
    let text = readers[nextNumber % readers.count]
    return writing(text.text, Self.hintSize, width: .infinity, language: text.language, environment)
      ?? environment.label("", size: 1, color: .clear, within: environment.metrics.size)
  }

  private func writing(
    _ text: String, _ size: Double, lines: Int = 1, isTitle: Bool = false, width most: Double,
    language: String? = nil, _ environment: Environment
  ) -> Writing? {
    guard !text.isEmpty else { return nil }
    let (theme, letters) = (environment.theme, environment.metrics.fontSize * size)
    let width = min(environment.metrics.size.width - 2 * Self.margin(environment), letters * most)
    let block = TextBlock(
      text, color: theme.header, fontSize: letters,
      fontFamily: isTitle ? theme.titleFontFamily : theme.fontFamily, language: language ?? theme.language,
      isBold: isTitle, mostLines: lines)
    return Writing(
      block, within: Size(width, (letters * Self.line * Double(lines)).rounded()), scale: environment.scale)
  }

  private static func margin(_ environment: Environment) -> Double {
    (environment.metrics.plainFontSize * environment.theme.screenMargin).rounded()
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard var layer = next, layer.start == nil else { return false }
    if picture == layer.picture { layer.hasPicture = true }
    _ = layer.hint.measured(picture, size: size)
    _ = layer.name?.measured(picture, size: size)
    _ = layer.caption?.measured(picture, size: size)
    defer { next = layer }
    return layer.isReady && layer != next
  }

  // Progress.

  /// When to draw or show the next picture; nil for neither.
  private var nextStep: Double? {
    guard let next else { return hasFurther ? nextDue - Self.lead : nil }
    return next.start == nil && next.isReady ? nextDue : nil
  }

  /// Whether another picture follows. A single zooming picture follows itself.
  private var hasFurther: Bool { pictures.slides.count > 1 || (zooms && shown != nil) }
  private var zooms: Bool { pictures.zooms && !isStill }
  private var isFading: Bool { next?.start != nil }

  var deadline: Double? {
    guard isOpen else { return nil }
    let frame = zooms || isFading ? latest + 1 / pictures.rate : .infinity
    let due = min(frame, nextStep.map { max($0, latest) } ?? .infinity)
    return due < .infinity ? due : nil
  }

  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) { output.redraw() }

  /// Reports motion only while the panel leaves. While open, it waits for its deadline.
  func isMoving(at time: Double) -> Bool { !isOpen }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) {
    latest = environment.time
    if let start = next?.start, latest >= start + AttractPictures.fade {
      (shown, next) = (next, nil)
      nextDue = start + pictures.interval
    }
    guard isOpen, let step = nextStep, step <= latest else { return }
    if next == nil { prepareNext(environment, into: &effects) } else { next?.start = latest - skipped }
  }

  mutating func leave(at time: Double) -> Bool {
    guard shown != nil || isFading else { return false }
    left = time
    return true
  }

  func isGone(at time: Double) -> Bool { left.map { time >= $0 + Self.exit } ?? false }
  func isCovering(at time: Double) -> Bool { isOpen && shown != nil }

  // Drawing.

  /// The opacity of the next picture.
  private var arrived: Double {
    guard let start = next?.start else { return 0 }
    let part = min(max((latest - start) / AttractPictures.fade, 0), 1)
    return part * part * (3 - 2 * part)
  }

  /// Returns the opacity of the panel.
  private func presence(at time: Double) -> Double {
    let way = left.map { min(max((time - $0) / Self.exit, 0), 1) } ?? 0
    return (shown == nil ? arrived : 1) * (1 - way)
  }

  func headerOpacity(at time: Double) -> Double { presence(at: time) }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let presence = presence(at: environment.time)
    guard presence > 0 else { return }
    let (first, part) = (frame.sprites.count, arrived)
    if let shown { append(shown, opacity: 1, environment, to: &frame) }
    if let next, part > 0 { append(next, opacity: shown == nil ? 1 : part, environment, to: &frame) }
    appendShades(environment, to: &frame)
    // The old text fades out before the new one appears.
    if let shown { write(shown, opacity: 1 - 2 * part, beside: next, environment, to: &frame) }
    if let next, part > 0 { write(next, opacity: 2 * part - 1, beside: shown, environment, to: &frame) }
    if presence < 1 { frame.fade(from: first, by: presence) }
  }

  private func append(
    _ layer: Layer, opacity: Double, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let size = environment.metrics.size
    var place = Transform.identity
    if zooms, let start = layer.start {
      let way = min(max((latest - start) / (pictures.interval + AttractPictures.fade), 0), 1)
      // The direction differs each time. The motion never shows an edge of the picture.
      let across = layer.number % 2 == 0 ? Self.drift : -Self.drift
      let down = layer.number / 2 % 2 == 0 ? -Self.drift : Self.drift
      place = place.translated(across * way * size.width, down * way * size.height, 0)
        .scaled(1 + Self.zoom * way, 1 + Self.zoom * way, 1)
    }
    frame.sprites.append(
      Sprite(.picture(layer.picture, placeholder: .clear), size: size, transform: place, opacity: opacity))
  }

  private func appendShades(_ environment: Environment, to frame: inout SceneFrame) {
    let (size, letters) = (environment.metrics.size, environment.metrics.fontSize)
    let color = environment.theme.isBright ? environment.theme.background.opacity(1) : .black
    let (beyond, further) = (letters * Self.beyond, letters * Self.further)
    // Whole points, because shades that meet between pixels leave a line.
    let (head, foot) = ((letters * Self.head).rounded(), (size.height - letters * Self.foot).rounded())
    frame.appendShade(color, from: -beyond, to: head, Self.edgeShade, Self.writingShade)
    frame.appendShade(color, from: head, to: head + further, Self.writingShade, 0)
    frame.appendShade(color, from: foot - further, to: foot, 0, Self.writingShade)
    frame.appendShade(color, from: foot, to: size.height + beyond, Self.writingShade, Self.edgeShade)
  }

  /// Draws the texts of a layer, from the lower edge up. The hint stays if the other layer has the same one.
  private func write(
    _ layer: Layer, opacity: Double, beside other: Layer?, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    let (scale, letters, left) = (environment.scale, environment.metrics.fontSize, Self.margin(environment))
    var bottom = environment.metrics.size.height - left
    var hint = opacity
    if let other, other.start != nil, other.hint.picture == layer.hint.picture {
      hint = other.number > layer.number ? 1 : 0
    }
    let hintLeft = left + letters * Self.markWidth
    bottom = append(layer.hint, hint * hintOpacity, above: Point(hintLeft, bottom), scale, to: &frame)
    if hint > 0, let height = layer.hint.extent(scale: scale)?.height {
      let middle = Point(left + letters * Self.markHalo, bottom.rounded() + height / 2)
      let halo = Self.markRadius + (Self.markHalo - Self.markRadius) * hintOpacity
      appendDisc(letters * halo, at: middle, hint * Self.haloOpacity, environment, to: &frame)
      appendDisc(letters * Self.markRadius, at: middle, hint, environment, to: &frame)
    }
    bottom -= letters * Self.hintGap
    if let caption = layer.caption {
      bottom = append(caption, opacity, above: Point(left, bottom), scale, to: &frame)
      bottom -= letters * Self.captionGap
    }
    if let name = layer.name { _ = append(name, opacity, above: Point(left, bottom), scale, to: &frame) }
  }

  /// Appends a text with its lower left corner at a place. Returns its upper edge.
  private func append(
    _ writing: Writing, _ opacity: Double, above place: Point, _ scale: Double, to frame: inout SceneFrame
  ) -> Double {
    guard let extent = writing.extent(scale: scale) else { return place.y }
    let top = place.y - extent.height
    guard opacity > 0 else { return top }
    frame.append(writing, at: Point(place.x, top.rounded()), scale: scale)
    frame.sprites[frame.sprites.count - 1].opacity = opacity
    return top
  }

  /// Appends a part of the mark beside the hint: a dot like a fingertip, or the ring that pulses with the
  /// hint.
  private func appendDisc(
    _ radius: Double, at center: Point, _ opacity: Double, _ environment: Environment,
    to frame: inout SceneFrame
  ) {
    frame.append(
      .color(environment.theme.header), in: Rectangle(center: center, size: Size(radius * 2, radius * 2)),
      radius: radius)
    frame.sprites[frame.sprites.count - 1].opacity = opacity
  }

  /// The opacity of the hint, which pulses only while pictures move.
  private var hintOpacity: Double {
    guard zooms else { return 1 }
    return 1 - (1 - Self.faintest) * (1 - cos(2 * .pi * latest / Self.pulse)) / 2
  }

  // The panel has no elements, because visitors only need to touch it.

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    true
  }
  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    true
  }
  func elements(in group: ElementID?, _ environment: Environment) -> [Element] { [] }
  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {}
  var spoken: SpokenPanel { SpokenPanel(panel: name) }
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] {
    earlier == nil ? [environment.words(.touchToBegin)] : []
  }
  var isSaidToAll: Bool { true }
}

import Configuration
import RotundaGeometry
import Scene

/// The question whether the visitor is still there, with a ring that empties and a button.
///
/// A touch anywhere answers it, because the cover swallows touches. The button says what to do.
struct QuestionScreen: Sendable {
  /// The texts for one number of seconds.
  private struct Page: Sendable {
    var title, detail, button, count: Writing

    var all: [Writing] { [title, detail, button, count] }
    var isMeasured: Bool {
      title.size != nil && detail.size != nil && button.size != nil && count.size != nil
    }

    mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
      let isTitle = title.measured(picture, size: size)
      let isDetail = detail.measured(picture, size: size)
      let isButton = button.measured(picture, size: size)
      return count.measured(picture, size: size) || isTitle || isDetail || isButton
    }

    /// Takes over the measures of another page's equal pictures.
    mutating func takeMeasures(of other: Page) {
      for writing in other.all { if let size = writing.size { _ = measured(writing.picture, size: size) } }
    }
  }

  /// When the question began, and when the visit ends.
  private let (start, end): (Double, Double)
  /// The visible page, and the next one until it is measured. The screen must not be empty at the start of a
  /// second.
  private var shown, next: Page?
  private var fit = QuestionFit()
  /// The seconds of the latest layout.
  private var seconds = 0

  /// The width of the ring and the size of the count, in font sizes of usual text.
  private static let (ringStroke, countSize) = (0.35, 2.4)
  /// The number of straight pieces of the ring. None is farther from the circle than a quarter of a pixel on
  /// a 4K screen.
  private static let pieces = 72
  /// The length of a piece as a multiple of its step: pieces overlap to hide the seams.
  private static let overlap = 1.06
  /// The opacity of the veil over the screen behind the question.
  private static let veil = 0.45
  private static let trackLight = 0.24

  init(end: Double, at time: Double) { (start, self.end) = (time, end) }

  /// Reports whether the question counts down to an end.
  func counts(to end: Double) -> Bool { self.end == end }

  /// All texts, for tests.
  var writings: [Writing] { (next ?? shown)?.all ?? [] }
  var isMeasured: Bool { shown != nil }

  /// Reports whether the next frame differs from the latest. With reduced motion, only a new second changes
  /// it.
  func isMoving(_ environment: Environment) -> Bool {
    !environment.theme.hasReducedMotion && environment.time < end
  }

  /// Returns the remaining share of the ring, 0 to 1.
  func part(_ environment: Environment) -> Double {
    let all = max(end - start, 1e-3)
    guard environment.theme.hasReducedMotion else {
      return min(max((end - environment.time) / all, 0), 1)
    }
    return min(Double(seconds) / all.rounded(.up), 1)
  }

  mutating func layOut(_ text: MessageText, seconds: Int, _ environment: Environment) -> [Picture] {
    let (words, theme, metrics) = (environment.words, environment.theme, environment.metrics)
    self.seconds = seconds
    fit = QuestionFit(text, button: words(.stillHere), environment.pageMetrics)
    func writing(_ text: String, _ size: Double, _ color: Color, height: Double, isBold: Bool) -> Writing {
      environment.label(
        text, size: size, color: color, within: Size(fit.width, height), isBold: isBold, alignment: .center)
    }
    var page = Page(
      title: writing(
        text.title, fit.titleSize, theme.header, height: metrics.size.height * 0.5, isBold: true),
      detail: writing(
        text.detail, fit.detailSize, theme.header, height: metrics.size.height * 0.5, isBold: false),
      button: writing(
        words(.stillHere), fit.wordSize, theme.noticeTitle, height: fit.button.height, isBold: true),
      count: writing(
        "\(seconds)", metrics.plainFontSize * Self.countSize, theme.header, height: metrics.size.height,
        isBold: true))
    if let shown { page.takeMeasures(of: shown) }
    next = page
    turn()
    return page.all.map(\.picture)
  }

  /// Stores the measured size of a picture. Returns whether the question shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    guard next?.measured(picture, size: size) == true else { return false }
    turn()
    return true
  }

  private mutating func turn() {
    guard let page = next, page.isMeasured else { return }
    (shown, next) = (page, nil)
  }

  /// Draws a veil over the screen behind the question.
  func drawVeil(_ environment: Environment, to frame: inout SceneFrame) {
    frame.append(.color(environment.theme.background.opacity(Self.veil)), in: environment.screen)
  }

  /// The places of the parts, in points of the surface.
  private struct Places {
    /// The ring; nil without room.
    var ring: Rectangle?
    let title, detail, button: Rectangle
  }

  private func places(_ page: Page, _ environment: Environment) -> Places? {
    let (metrics, scale, gap) = (environment.metrics, environment.scale, fit.gap)
    guard let title = page.title.extent(scale: scale), let detail = page.detail.extent(scale: scale),
      let word = page.button.extent(scale: scale)
    else { return nil }
    let button = Size(max(fit.button.width, word.width + 2 * fit.wordSize), fit.button.height)
    let writing = title.height + detail.height + button.height + 2 * gap
    let radius = fit.radius(beside: writing, metrics)
    var top = (metrics.size.height - writing - (radius > 0 ? 2 * radius + gap : 0)) / 2
    func next(_ size: Size, gap: Double) -> Rectangle {
      defer { top += size.height + gap }
      return Rectangle(
        origin: Point(((metrics.size.width - size.width) / 2).rounded(), top.rounded()), size: size)
    }
    let ring = radius > 0 ? next(Size(2 * radius, 2 * radius), gap: gap) : nil
    return Places(
      ring: ring, title: next(title, gap: gap * 0.5), detail: next(detail, gap: gap * 1.5),
      button: next(button, gap: 0))
  }

  /// Returns the area of the whole question; nil while it is invisible.
  func frame(_ environment: Environment) -> Rectangle? {
    guard let places = shown.flatMap({ places($0, environment) }) else { return nil }
    let top = (places.ring ?? places.title).origin.y
    let width = max(places.title.size.width, places.detail.size.width, places.button.size.width)
    return Rectangle(
      origin: Point((environment.metrics.size.width - width) / 2, top),
      size: Size(width, places.button.maxY - top))
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let (theme, scale) = (environment.theme, environment.scale)
    guard let page = shown, let places = places(page, environment) else { return }
    if let ring = places.ring {
      appendRing(around: ring.center, radius: ring.size.width / 2, environment, to: &frame)
      if let extent = page.count.extent(scale: scale), extent.width < 0.75 * ring.size.width {
        frame.append(page.count, around: ring.center, scale: scale)
      }
    }
    frame.append(page.title, at: places.title.origin, scale: scale)
    frame.append(page.detail, at: places.detail.origin, scale: scale)
    frame.append(.color(theme.notice), in: places.button, radius: places.button.size.height / 2)
    frame.append(page.button, around: places.button.center, scale: scale)
  }

  /// Appends a ring of short straight pieces from the top. The remaining time is bright on a track.
  private func appendRing(
    around center: Point, radius: Double, _ environment: Environment, to frame: inout SceneFrame
  ) {
    let theme = environment.theme
    let stroke = Self.ringStroke * environment.metrics.plainFontSize
    let circle = radius - stroke / 2
    let track = theme.background.opacity(1).mixed(with: theme.header, Self.trackLight)
    let left = part(environment)
    let middle = center - Point(frame.size.width / 2, frame.size.height / 2)
    func append(from: Double, to: Double, _ color: Color) {
      guard to > from else { return }
      let angle = (from + to) * .pi
      let length = 2 * .pi * circle * (to - from) * Self.overlap + stroke * 0.04
      frame.sprites.append(
        Sprite(
          .color(color), size: Size(length, stroke),
          transform: Transform.identity.translated(middle.x, middle.y, 0).rotatedAboutZ(angle)
            .translated(0, -circle, 0)))
    }
    let step = 1 / Double(Self.pieces)
    let gone = 1 - left
    for index in 0..<Self.pieces {
      let (from, to) = (Double(index) * step, Double(index + 1) * step)
      append(from: from, to: min(to, gone), track)
    }
    for index in 0..<Self.pieces {
      let (from, to) = (Double(index) * step, Double(index + 1) * step)
      append(from: max(from, gone), to: to, theme.progress)
    }
  }
}

/// The text size of the question and the size of its button. All of it must fit on every screen. Sizes are
/// estimates, because text is measured only when it is drawn. Lengths are in points.
private struct QuestionFit: Sendable {
  private(set) var (titleSize, detailSize, width) = (0.0, 0.0, 0.0)
  private(set) var button = Size.zero

  /// In font sizes, and the height of a line in its letters.
  private static let (title, detail, word, gapShare, lineHeight) = (1.9, 1.0, 1.25, 0.9, 1.5)
  /// The least size of the button in millimeters: a hand from the side hits it without aiming.
  private static let (buttonWidth, buttonHeight) = (60.0, 20.0)
  /// The greatest and least radius of the ring, in font sizes of usual text. With less room, the ring is
  /// hidden.
  private static let (ring, leastRing) = (4.5, 1.6)
  private static let screenShare = 0.94

  init() {}

  init(_ text: MessageText, button word: String, _ page: PageMetrics) {
    let (size, plain, millimeter) = (page.metrics.size, page.metrics.plainFontSize, page.pointsPerMillimeter)
    width = size.width * 0.88
    let most = size.height * Self.screenShare
    var font = page.metrics.fontSize
    while true {
      (titleSize, detailSize) = (font * Self.title, font * Self.detail)
      let least = Size(Self.buttonWidth * millimeter, Self.buttonHeight * millimeter)
      button = Size(
        min(max(least.width, (NoticeFit.width(word) + 2) * wordSize), width),
        min(max(least.height, wordSize * 2), size.height * 0.22).rounded())
      func estimate(_ text: String, _ size: Double) -> Double {
        Double(NoticeFit.lines(text, width: width / size)) * size * Self.lineHeight
      }
      let writing = estimate(text.title, titleSize) + estimate(text.detail, detailSize) + 2 * gap
      let isWhole = (NoticeFit.width(word) + 2) * wordSize <= width
      if (writing + button.height <= most && isWhole) || font <= plain * 0.5 { break }
      font *= 0.94
    }
  }

  var wordSize: Double { detailSize * Self.word }
  var gap: Double { detailSize * Self.gapShare }

  /// Returns the radius of the ring beside a text height; 0 without room.
  func radius(beside writing: Double, _ metrics: Metrics) -> Double {
    let room = (metrics.size.height * Self.screenShare - writing - gap) / 2
    let radius = min(room, Self.ring * metrics.plainFontSize, metrics.size.width / 3)
    return radius < Self.leastRing * metrics.plainFontSize ? 0 : radius.rounded()
  }
}

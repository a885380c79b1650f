import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The present message with its button, and the one that fades out.
struct NoticePanel: Sendable {
  /// The common state of the screen, as of the latest call.
  var environment: Environment
  /// Whether the screen has nothing else: no tiles, or covered ones.
  var isAlone = false
  /// The height of the controls at the lower edge of the screen, in points.
  var foot = 0.0
  /// Whether the message "Opening …" appears.
  var showsOpening = true

  private(set) var notice: Notice?
  /// The question "Are you still there?", which has the whole screen.
  private(set) var question: QuestionScreen?
  /// The message that fades out, while it is visible.
  private(set) var leaving: LeavingNotice?
  /// The entrance of the latest message, or of the latest panel that appears as messages do.
  private(set) var entrance: AppearTransition?
  /// Whether the latest frame showed an unfinished entrance.
  private var isEntranceSeen = false

  init(_ environment: Environment) { self.environment = environment }

  private var words: Localizer { environment.words }
  private var theme: Theme { environment.theme }
  private var scale: Double { environment.scale }
  private var clock: Double { environment.time }
  private var metrics: Metrics { environment.metrics }
  private var pageMetrics: PageMetrics { environment.pageMetrics }

  /// Whether the next frame differs from the latest.
  var isMoving: Bool { leaving != nil || isEntranceSeen || question?.isMoving(environment) == true }
  /// Whether the message's button has the focus.
  var isRetryFocused: Bool { notice?.isRetryFocused == true }

  /// Starts the entrance of a panel that appears as messages do.
  mutating func panelComesIn() { entrance = AppearTransition(at: clock) }
  /// Skips all transitions.
  mutating func skipEntrance() { (entrance, leaving) = (nil, nil) }
  mutating func noteEntrance() { isEntranceSeen = entrance?.isOver(at: clock) == false }
  /// Removes a message that has faded out.
  mutating func advance() { if leaving?.way.isOver(at: clock) == true { leaving = nil } }

  /// Drawn before any tile's card.
  private static let order = -1

  mutating func show(_ notice: Notice, into effects: inout [ShellEffect]) {
    // A replacement appears without motion.
    if self.notice == nil { entrance = nil }
    leaving = nil
    self.notice = notice
    if let end = notice.countdownEnd {
      if question?.counts(to: end) != true { question = QuestionScreen(end: end, at: clock) }
    } else {
      question = nil
    }
    layOut(into: &effects)
  }

  /// Removes the message immediately.
  mutating func remove() { (notice, question) = (nil, nil) }

  /// Closes the message. Returns whether one was open.
  @discardableResult
  mutating func dismiss() -> Bool {
    guard let notice else { return false }
    leaving = leaves(notice) ? LeavingNotice(notice, entrance, at: clock) : nil
    remove()
    return true
  }

  /// Reports whether a message fades out: it was visible, and no other replaces it.
  private func leaves(_ notice: Notice) -> Bool {
    switch notice.message {
    case .opening, .slow, .hung, .stillThere: false
    default: frame(of: notice) != nil
    }
  }

  /// Stores the measured size of a picture. Returns whether a message shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    if question?.measured(picture, size: size) == true {
      if entrance == nil, question?.isMeasured == true { entrance = AppearTransition(at: clock) }
      return true
    }
    guard notice?.measured(picture, size: size) == true else { return false }
    if entrance == nil, notice?.isMeasured == true { entrance = AppearTransition(at: clock) }
    return true
  }

  /// Requests the pictures of the message for the current screen.
  mutating func layOut(into effects: inout [ShellEffect]) {
    guard var notice, !metrics.size.isEmpty else { return }
    let text = notice.message.text(in: words)
    if let pictures = question?.layOut(text, seconds: notice.message.secondsLeft ?? 0, environment) {
      for picture in pictures { effects.append(.draw(picture, order: Self.order)) }
      return
    }
    let isToast = text.detail.isEmpty
    let colors = colors(of: notice)
    let fit = fit(of: notice, text)
    notice.fontSize = fit.fontSize
    notice.title = line(
      text.title, size: fit.titleSize, height: fit.titleHeight, in: fit, color: colors.title,
      isBold: !isToast)
    notice.detail =
      isToast
      ? nil
      : line(
        text.detail, size: fit.detailSize, height: fit.detailHeight, in: fit, color: colors.detail,
        isBold: false)
    notice.button = notice.retry.map { _ in
      line(
        words(.tryAgain), size: fit.fontSize,
        height: max(metrics.size.height * 0.1, fit.fontSize * Self.tallestLine), in: fit, color: colors.card,
        isBold: true)
    }
    for line in [notice.title, notice.detail, notice.button] {
      if let line { effects.append(.draw(line.picture, order: Self.order)) }
    }
    self.notice = notice
  }

  /// The height of a button's line, in font sizes, including ascent, descent and leading.
  private static let tallestLine = 1.8
  /// The height in points below which a screen has little room beside a tile.
  private static let smallHeight = 600.0

  /// Returns the text size of a message. A message alone can fill the screen, and so can large print. The
  /// letters shrink until all of the text fits.
  private func fit(of notice: Notice, _ text: MessageText) -> NoticeFit {
    let word = notice.retry.map { _ in words(.tryAgain) }
    func fit(_ fontSize: Double) -> NoticeFit {
      NoticeFit(
        text, fontSize: fontSize, width: metrics.noticeWidth, height: metrics.size.height,
        margin: fontSize * theme.noticeMargin,
        button: word.map {
          ($0, 2 * Self.buttonMargin * fontSize, buttonRoom(of: notice, fontSize: fontSize))
        })
    }
    let plain = metrics.plainFontSize
    var best = fit(metrics.fontSize)
    while best.fontSize > plain, !best.isWhole { best = fit(max(plain, best.fontSize * 0.94)) }
    if best.fontSize > plain || isAlone(notice) { return best }
    return best.beside(tilesShare: detailShare)
  }

  /// Reports whether a message is alone on the screen: without tiles, over a cover, or as an announcement.
  private func isAlone(_ notice: Notice) -> Bool {
    if case .announcement = notice.message { return true }
    return isAlone
  }

  /// The greatest share of the screen's height for the detail beside tiles. It is three lines, more on large
  /// screens and fewer on small ones, to keep the selected tile visible. The journal has the rest.
  private var detailShare: Double {
    let isSmall = metrics.size.height < Self.smallHeight
    let (lines, least) = isSmall ? (2.0, 0.09) : (3, 0.12)
    return min(0.55, max(least, metrics.fontSize * 0.9 * 1.4 * lines / metrics.size.height))
  }

  /// Returns a text with a greatest height, in points.
  private func line(
    _ text: String, size: Double, height: Double, in fit: NoticeFit, color: Color, isBold: Bool
  ) -> Writing {
    environment.label(
      text, size: size, color: color, within: Size(fit.lineWidth, height), isBold: isBold)
  }

  /// Reports whether a point of the surface lies on the visible message.
  func contains(_ point: Point) -> Bool { reach?.contains(point) == true }

  /// The touch area of the message: at least as large as a finger needs.
  var reach: Rectangle? {
    notice.flatMap { frame(of: $0) }.map { area in
      let side = pageMetrics.targetSide
      return Rectangle(
        center: area.center, size: Size(max(area.size.width, side), max(area.size.height, side)))
    }
  }

  /// Returns the margin between a message's edge and its text.
  private func margin(of notice: Notice) -> Double { notice.fontSize * theme.noticeMargin }

  /// Reports whether the configuration hides a message.
  private func isHidden(_ notice: Notice) -> Bool {
    if case .opening = notice.message { !showsOpening } else { false }
  }

  /// Returns the place of a message, in points of the surface; nil until its text has been measured.
  func frame(of notice: Notice) -> Rectangle? {
    if notice.countdownEnd != nil { return question?.frame(environment) }
    guard notice.isMeasured, let title = notice.title?.size, !isHidden(notice) else { return nil }
    let detail = notice.detail?.size
    let writing = Double(max(title.width, detail?.width ?? 0)) / scale
    let lines = Double(title.height + (detail?.height ?? 0)) / scale
    let gap = detail == nil ? 0 : notice.fontSize * NoticeFit.gap
    let margin = self.margin(of: notice)
    let size = Size(
      max(writing, buttonWidth(of: notice)) + 2 * margin,
      lines + gap + buttonRoom(of: notice, fontSize: notice.fontSize) + 1.5 * margin)
    let room = Size(metrics.size.width - size.width, metrics.size.height - size.height)
    // A message alone on the screen stands in the middle.
    let top =
      !isAlone
      ? room.height - (foot > 0 ? foot + metrics.padding * 0.5 : metrics.padding * 1.5) : room.height / 2
    return Rectangle(origin: Point((room.width / 2).rounded(), max(0, top).rounded()), size: size)
  }
}

/// Messages with a button to retry.
extension NoticePanel {
  /// The height of the button, in font sizes. The touch area can require more.
  private static let buttonHeight = 2.4
  /// The margin at both sides of its text, in font sizes.
  static let buttonMargin = 1.2
  /// The width of the focus ring, in points.
  private static let focusWidth = 3.0

  /// Returns the height that a button and the gap above it take in a message.
  func buttonRoom(of notice: Notice, fontSize: Double) -> Double {
    notice.retry == nil ? 0 : buttonHeight(fontSize) + fontSize * 0.8
  }

  private func buttonHeight(_ fontSize: Double) -> Double {
    max(fontSize * Self.buttonHeight, pageMetrics.targetSide)
  }

  /// Returns the width of the button; 0 without one.
  func buttonWidth(of notice: Notice) -> Double {
    guard notice.retry != nil, let extent = notice.button?.extent(scale: scale) else { return 0 }
    return max(extent.width + 2 * Self.buttonMargin * notice.fontSize, pageMetrics.targetSide)
  }

  /// The elements: the button, and the message itself, which closes when activated.
  var elements: [Element] {
    guard let notice, let reach else { return [] }
    let message = Element(id: .message, role: .close, label: words(.leave), frame: reach)
    guard notice.retry != nil else { return [message] }
    return [
      Element(id: .retry, role: .button, label: words(.tryAgain), frame: buttonFrame(of: notice)), message,
    ]
  }

  /// Reports whether a point of the surface lies on the button.
  func isOnButton(_ point: Point) -> Bool { notice.flatMap { buttonFrame(of: $0) }?.contains(point) == true }

  /// Returns the place of a message's button, in points of the surface.
  func buttonFrame(of notice: Notice) -> Rectangle? {
    let width = buttonWidth(of: notice)
    guard width > 0, let area = frame(of: notice) else { return nil }
    let height = buttonHeight(notice.fontSize)
    let margin = self.margin(of: notice)
    let corner = Point(area.maxX - margin - width, area.maxY - margin * 0.75 - height)
    return Rectangle(origin: corner, size: Size(width, height))
  }

  /// Handles keys for the button. Down or Tab select it before anything else, once. Up or backward Tab leave
  /// it, and Enter presses it. Other keys leave it and keep their meaning. Returns whether the event was for
  /// the button.
  mutating func handle(_ event: KeyEvent, _ output: inout PanelOutput) -> Bool {
    guard let notice, buttonFrame(of: notice) != nil else { return false }
    let isBackwards = event.key == .up || (event.key == .tab && event.modifiers.contains(.shift))
    let isForwards = event.key == .down || (event.key == .tab && !isBackwards)
    guard notice.isRetryFocused else {
      guard isForwards, !notice.isRetryPassed else { return false }
      focusRetry(true, &output)
      return true
    }
    if event.key == .enter || event.key == .space {
      if event.phase == .pressed { output.want(.pressRetry) }
      return true
    }
    focusRetry(false, &output)
    self.notice?.isRetryPassed = isForwards
    return isBackwards
  }

  private mutating func focusRetry(_ isFocused: Bool, _ output: inout PanelOutput) {
    notice?.isRetryFocused = isFocused
    output.redraw()
  }

  /// Draws the button of a message.
  private func appendButton(of notice: Notice, to frame: inout SceneFrame) {
    guard let area = buttonFrame(of: notice), let word = notice.button,
      let extent = word.extent(scale: scale)
    else { return }
    let colors = colors(of: notice)
    if notice.isRetryFocused {
      // A gap in the card's color separates the ring from the button.
      for (width, color) in [(2 * Self.focusWidth, colors.title), (Self.focusWidth, colors.card)] {
        let wider = area.inset(by: -width)
        frame.append(.color(color), in: wider, radius: wider.size.height / 2)
      }
    }
    frame.append(.color(colors.title), in: area, radius: area.size.height / 2)
    let corner = Point(area.center.x - extent.width / 2, area.center.y - extent.height / 2)
    frame.append(word, at: Point(corner.x.rounded(), corner.y.rounded()), scale: scale)
  }
}

// Drawing.
extension NoticePanel {
  /// The distance below its place at which a message begins to appear, in heights of letters.
  private static let rise = 1.2

  /// Applies the entrance to the sprites from `first` on.
  func comeIn(_ first: Int, of frame: inout SceneFrame) {
    guard let entrance, !entrance.isOver(at: clock), first < frame.sprites.count else { return }
    let rise = theme.hasReducedMotion ? 0 : metrics.fontSize * Self.rise
    entrance.apply(at: clock, rise: rise, to: &frame.sprites[first...])
  }

  /// Draws the message that fades out.
  func drawLeaving(to frame: inout SceneFrame) {
    guard let leaving else { return }
    let first = frame.sprites.count
    append(leaving.notice, to: &frame)
    let rise = theme.hasReducedMotion ? 0 : metrics.fontSize * Self.rise
    leaving.way.apply(at: clock, rise: rise, to: &frame.sprites[first...])
  }

  /// The width of the line around a card in heights of letters, and its opacity.
  private static let (edge, edgeOpacity) = (0.05, 0.22)
  /// The contrast below which two colors look alike (WCAG 2.1, 1.4.11).
  private static let leastContrast = 3.0
  /// The share of the card's color in the detail of a card with exchanged colors.
  private static let detailMix = 0.2

  /// Whether cards are about as dark or bright as the background.
  private var isQuiet: Bool { theme.notice.contrast(to: theme.background) < Self.leastContrast }

  /// Returns the colors of a card and its text. Where cards do not stand out, errors exchange their colors.
  private func colors(of notice: Notice) -> (card: Color, title: Color, detail: Color) {
    guard isQuiet, notice.message.isError else {
      return (theme.notice, theme.noticeTitle, theme.noticeDetail)
    }
    return (theme.noticeTitle, theme.notice, theme.notice.mixed(with: theme.noticeTitle, Self.detailMix))
  }

  /// Draws the question or the message.
  func draw(to frame: inout SceneFrame) {
    if let question { return question.draw(environment, to: &frame) }
    if let notice { append(notice, to: &frame) }
  }

  private func append(_ notice: Notice, to frame: inout SceneFrame) {
    guard let area = self.frame(of: notice), let title = notice.title else { return }
    let radius = metrics.fontSize * theme.noticeRadius
    let colors = colors(of: notice)
    if isQuiet {
      // A bright line separates the card from a dark background.
      let line = max(1, (metrics.plainFontSize * Self.edge).rounded())
      frame.append(
        .color(colors.title.opacity(Self.edgeOpacity)), in: area.inset(by: -line), radius: radius + line)
    }
    frame.append(.color(colors.card), in: area, radius: radius)
    let left = area.origin.x + margin(of: notice)
    let top = area.origin.y + margin(of: notice) * 0.75
    let below = frame.append(title, at: Point(left, top), scale: scale)
    if let detail = notice.detail {
      frame.append(detail, at: Point(left, below + notice.fontSize * NoticeFit.gap), scale: scale)
    }
    appendButton(of: notice, to: &frame)
  }
}

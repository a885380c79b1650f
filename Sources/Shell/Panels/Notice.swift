import Configuration
import RotundaGeometry
import Scene

/// A message on the screen, with the pictures of its text.
struct Notice: Hashable {
  let message: Message
  /// When the message disappears by itself; nil for a message that stays until a touch.
  let expires: Double?
  /// The size of the letters, in points. Margins and button follow it.
  var fontSize = 0.0
  /// The title; nil until the screen's size is known.
  var title: Writing?
  /// The end of the countdown; nil without one.
  let countdownEnd: Double?
  /// The tile that the button opens again; nil without a button.
  let retry: String?
  /// Whether the button has the focus.
  var isRetryFocused = false
  /// Whether the focus has left the button. Keys select it only once.
  var isRetryPassed = false
  /// The text on the button.
  var button: Writing?
  /// Further text; nil if the message has no detail.
  var detail: Writing?

  /// Seconds that a message about a program stays: time to read 30 words at 200 words a minute.
  static let programLifetime = 9.0

  init(_ message: Message, expires: Double?, retry: String? = nil, countdownEnd: Double? = nil) {
    self.message = message
    self.countdownEnd = countdownEnd
    self.expires = expires
    self.retry = retry
  }

  /// Returns a message that disappears after the time to read it.
  static func brief(_ message: Message, retry: String? = nil, at time: Double) -> Notice {
    Notice(message, expires: time + programLifetime, retry: retry)
  }

  /// Whether all pictures of the text have been measured.
  var isMeasured: Bool {
    title?.size != nil && (detail == nil || detail?.size != nil) && (button == nil || button?.size != nil)
  }

  /// Stores the measured size of a picture. Returns whether the message shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    title?.measured(picture, size: size) == true || detail?.measured(picture, size: size) == true
      || button?.measured(picture, size: size) == true
  }
}

/// The size and room of a message's text. Sizes are estimates, because text is measured only when it is
/// drawn.
struct NoticeFit {
  let fontSize: Double
  /// The greatest width of lines, in points.
  let lineWidth: Double
  /// The greatest height of the title, in points.
  let titleHeight: Double
  /// The greatest height of the detail, in points.
  private(set) var detailHeight: Double
  /// Whether all of the text fits.
  let isWhole: Bool
  private let screenHeight: Double

  /// The gap between title and detail, in font sizes.
  static let gap = 0.44
  /// The greatest share of the screen's height for a message.
  private static let share = 0.96
  /// The greatest share of the screen's height for the title.
  private static let titleShare = 0.25
  /// The height of a line in font sizes, including ascent, descent and leading.
  private static let lineHeight = 1.5

  /// Fits a text with a font size to a width and height, with a margin and a button. All lengths are in
  /// points.
  init(
    _ text: MessageText, fontSize: Double, width: Double, height: Double, margin: Double,
    button: (word: String, margins: Double, height: Double)?
  ) {
    self.fontSize = fontSize
    screenHeight = height
    let lineWidth = width - 2 * margin
    self.lineWidth = lineWidth
    func estimate(_ text: String, _ size: Double) -> Double {
      Double(Self.lines(text, width: lineWidth / size)) * size * Self.lineHeight
    }
    let title = estimate(text.title, fontSize * Self.titleRatio)
    let detail = text.detail.isEmpty ? 0 : estimate(text.detail, fontSize * Self.detailRatio)
    let titleHeight = height * Self.titleShare
    let taken = min(title, titleHeight) + fontSize * Self.gap + (button?.height ?? 0) + 1.5 * margin
    let detailHeight = max(height * Self.share - taken, 0)
    (self.titleHeight, self.detailHeight) = (titleHeight, detailHeight)
    let word = button.map { Self.width($0.word) * fontSize + $0.margins } ?? 0
    isWhole = title <= titleHeight && detail <= detailHeight && word <= lineWidth
  }

  var titleSize: Double { fontSize * Self.titleRatio }
  var detailSize: Double { fontSize * Self.detailRatio }
  private static let (titleRatio, detailRatio) = (1.15, 0.9)

  /// Returns the fit with the detail in a share of the screen's height.
  func beside(tilesShare: Double) -> NoticeFit {
    var fit = self
    fit.detailHeight = screenHeight * tilesShare
    return fit
  }

  /// The estimated width of a letter, in font sizes, including the loss at line ends. Chinese and Japanese
  /// characters, from U+2E80 on, are as wide as high.
  private static let (letterWidth, wideWidth, firstWide) = (0.62, 1.05, UInt32(0x2E80))

  /// Returns the estimated number of lines of a text, for a width in font sizes.
  static func lines(_ text: String, width: Double) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { sum, line in
      sum + max(1, Int((self.width(line) / max(1, width)).rounded(.up)))
    }
  }

  /// Returns the estimated width of a line, in font sizes.
  static func width(_ line: some StringProtocol) -> Double {
    line.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : wideWidth) }
  }
}

/// The transition in which a message or a page appears from below, and leaves again.
struct AppearTransition: Hashable {
  private var way: SpringValue

  /// Begins to appear.
  init(at time: Double) {
    way = SpringValue(0, response: Motion.entrance)
    way.go(to: 1, at: time)
  }

  /// Creates a completed transition.
  init() { way = SpringValue(1, response: Motion.entrance) }

  /// Begins to leave from the present state.
  mutating func leave(at time: Double) { way.go(to: 0, at: time) }

  func isOver(at time: Double) -> Bool { way.isOver(at: time) }

  /// Applies the transition to sprites: a little lower and more transparent than at the end.
  func apply(at time: Double, rise: Double, to sprites: inout ArraySlice<Sprite>) {
    let part = min(max(way.value(at: time), 0), 1)
    guard part < 1 else { return }
    for index in sprites.indices {
      sprites[index].opacity *= part
      if rise != 0 {
        sprites[index].transform = sprites[index].transform.onScreen(moved: Point(0, rise * (1 - part)))
      }
    }
  }
}

/// A message that fades out.
struct LeavingNotice: Hashable {
  let notice: Notice
  private(set) var way: AppearTransition

  /// Begins to leave, from the present state of its entrance.
  init(_ notice: Notice, _ entrance: AppearTransition?, at time: Double) {
    self.notice = notice
    way = entrance ?? AppearTransition()
    way.leave(at: time)
  }
}

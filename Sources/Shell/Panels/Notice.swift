import Configuration
import RotundaGeometry
import Scene

/// A message on the screen, with the pictures of its writing.
struct Notice: Hashable {
  let message: Message
  /// When it goes by itself; nil stays until it is touched.
  let expires: Double?
  /// The size of its letters, in points: what its margins and its button follow too.
  var fontSize = 0.0
  /// Its writing, once the screen's size is known.
  var title: Writing?
  /// When the time ends that it counts down; nil for what counts nothing.
  let countdownEnd: Double?
  /// The tile that its button opens again; nil without a button.
  let retry: String?
  /// Whether keys have selected its button.
  var isRetryFocused = false
  /// Whether keys have left it again: they select it once.
  var isRetryPassed = false
  /// The writing on its button.
  var button: Writing?
  /// More writing; nil when the message has no detail.
  var detail: Writing?

  /// Seconds that a notice about a program stays: time to read 30 words at 200 words a minute.
  static let programLifetime = 9.0

  init(_ message: Message, expires: Double?, retry: String? = nil, countdownEnd: Double? = nil) {
    self.message = message
    self.countdownEnd = countdownEnd
    self.expires = expires
    self.retry = retry
  }

  /// One that disappears as soon as it has been read.
  static func brief(_ message: Message, retry: String? = nil, at time: Double) -> Notice {
    Notice(message, expires: time + programLifetime, retry: retry)
  }

  /// Whether all of its writing has been measured.
  var isMeasured: Bool {
    title?.size != nil && (detail == nil || detail?.size != nil) && (button == nil || button?.size != nil)
  }

  /// Takes the measure of one of its pictures; whether it was one of them.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    title?.measured(picture, size: size) == true || detail?.measured(picture, size: size) == true
      || button?.measured(picture, size: size) == true
  }
}

/// The size and room of a message's text, by an estimate, because text is measured only when it is drawn.
struct NoticeFit {
  let fontSize: Double
  /// How wide lines may get, in points.
  let lineWidth: Double
  /// How high the upper writing may get.
  let titleHeight: Double
  /// How high the lower writing may get.
  private(set) var detailHeight: Double
  /// Whether all of it can be read.
  let isWhole: Bool
  private let screenHeight: Double

  /// Between the upper writing and the lower, in font sizes.
  static let gap = 0.44
  /// The largest share of the screen for a message.
  private static let share = 0.96
  /// The largest share for the upper text.
  private static let titleShare = 0.25
  /// A line's height in font sizes, with whatever stands above and below letters.
  private static let lineHeight = 1.5

  /// The fit of a text with letters of a size, on a screen of a height, with a button of some height. All in
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

  /// The same, with the lower writing in a share of the screen.
  func beside(tilesShare: Double) -> NoticeFit {
    var fit = self
    fit.detailHeight = screenHeight * tilesShare
    return fit
  }

  /// The estimated width of a letter, in font sizes, including line ends. Characters of Chinese and Japanese,
  /// from U+2E80 on, are as wide as high.
  private static let (letterWidth, wideWidth, firstWide) = (0.62, 1.05, UInt32(0x2E80))

  /// About how many lines a text takes of which each is so many font sizes wide.
  static func lines(_ text: String, width: Double) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { sum, line in
      sum + max(1, Int((self.width(line) / max(1, width)).rounded(.up)))
    }
  }

  /// About how many font sizes wide a line is.
  static func width(_ line: some StringProtocol) -> Double {
    line.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : wideWidth) }
  }
}

/// The appearance of a message from below, or of a page; it leaves in the same way.
struct AppearTransition: Hashable {
  private var way: SpringValue

  /// It begins to come in.
  init(at time: Double) {
    way = SpringValue(0, response: Motion.entrance)
    way.go(to: 1, at: time)
  }

  /// It is there.
  init() { way = SpringValue(1, response: Motion.entrance) }

  /// Begins to leave from the present place.
  mutating func leave(at time: Double) { way.go(to: 0, at: time) }

  func isOver(at time: Double) -> Bool { way.isOver(at: time) }

  /// Puts sprites where they are at a time: a little lower and less opaque than in the end.
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

/// A message on its way out.
struct LeavingNotice: Hashable {
  let notice: Notice
  private(set) var way: AppearTransition

  /// It begins to go at a time, from where its entrance had come to.
  init(_ notice: Notice, _ entrance: AppearTransition?, at time: Double) {
    self.notice = notice
    way = entrance ?? AppearTransition()
    way.leave(at: time)
  }
}

/// How large the writing of a message is, and how much room it takes: by an estimate, since it is measured only when it is drawn.
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
  /// How much of the screen a message may take.
  private static let share = 0.96
  /// The most that the upper writing takes of the screen.
  private static let titleShare = 0.25
  /// A line's height in font sizes, with whatever stands above and below letters.
  private static let lineHeight = 1.5

  /// The fit of a text with its letters in a size, on a screen of a height; with a button of some height that has a word. All in
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

  /// How wide a letter is about, in font sizes, with what lines leave free at their ends; characters of Chinese and Japanese, from
  /// U+2E80 on, are as wide as they are high.
  private static let (letterWidth, wideWidth, firstWide) = (0.62, 1.05, UInt32(0x2E80))

  /// About how many lines a text takes of which each is so many font sizes wide.
  private static func lines(_ text: String, width: Double) -> Int {
    text.split(separator: "\n", omittingEmptySubsequences: false).reduce(0) { sum, line in
      sum + max(1, Int((self.width(line) / max(1, width)).rounded(.up)))
    }
  }

  /// About how many font sizes wide a line is.
  private static func width(_ line: some StringProtocol) -> Double {
    line.unicodeScalars.reduce(0) { $0 + ($1.value < firstWide ? letterWidth : wideWidth) }
  }
}

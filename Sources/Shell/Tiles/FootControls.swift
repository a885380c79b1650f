import Configuration
import RotundaGeometry
import Scene

/// The pills around the tiles: the way out of a folder, and buttons for what visitors can choose. They stand
/// in the row at the lower edge; on short screens the buttons stand beside the clock, and leave their height
/// to the tiles. Their places are the same however far the tiles are turned.
struct FootControls: Sendable {
  /// What can be pressed there.
  enum Control: Hashable, Sendable {
    /// Out of the open folder.
    case back
    /// The language, and what visitors need to see, hear and use the screen.
    case language, forEveryone
    /// Which tile is in the middle; drawn by itself.
    case indicator
    /// Buttons for the next tile, at the ends of the row; drawn by themselves, and no elements.
    case previous, next

    private static let all: [Control] = [.back, .language, .forEveryone, .indicator]

    init?(_ element: ElementID) {
      guard let control = Self.all.first(where: { $0.element == element }) else { return nil }
      self = control
    }

    var element: ElementID {
      switch self {
      case .back: .back
      case .language: .language
      case .forEveryone: .forEveryone
      case .indicator: .indicator
      case .previous: ElementID("previous-tile")
      case .next: ElementID("next-tile")
      }
    }
  }

  /// Which buttons a configuration has there.
  struct Buttons: Hashable {
    /// The languages that visitors can choose, as tags; empty without the button.
    private(set) var languages: [String] = []
    private(set) var hasForEveryone = false

    var hasLanguage: Bool { !languages.isEmpty }
    var isEmpty: Bool { self == Buttons() }

    init() {}

    init(_ configuration: KioskConfiguration) {
      let wanted = configuration.header.buttons
      if wanted?.contains(.language) ?? true {
        let tags = configuration.languages
        // With one there is nothing to choose.
        languages = tags.count > 1 ? tags : []
      }
      hasForEveryone =
        wanted?.contains(.accessibility) ?? (configuration.access != AccessibilitySettings.standard)
    }
  }

  /// The contents of the row; nil for missing ones.
  struct Content: Hashable {
    /// The name of the folder that is open.
    var folder: String?
    /// The name of the language that is read; empty where that is not known.
    var language: String?
    var forEveryone = false
    /// Whether keys come to the indicator, too.
    var hasTrack = false
    /// Whether the buttons stand in the header's row.
    var isInHeader = false
  }

  private struct Pill: Hashable {
    let control: Control
    var writing: Writing
    /// The widest that it gets, in points.
    let most: Double
  }

  private(set) var content = Content()
  /// From left to right.
  private var pills: [Pill] = []
  /// The row, in points from the upper left corner of the surface, and what the pills' places follow from.
  private var row = Rectangle(origin: .zero, size: .zero)
  /// The part of the header's row that buttons may take, what a finger hits above and below it included; its
  /// right end is theirs.
  var headerRow = Rectangle(origin: .zero, size: .zero)
  private var (padding, scale) = (0.0, 1.0)
  /// The pressed pill, and the one that keys selected.
  var pressed: Control?
  private(set) var focused: Control?

  /// Letters of a pill, as a part of the usual height and at most as one of the pill's.
  private static let (letters, mostLetters, mostLargeLetters) = (0.95, 0.48, 0.69)
  /// How much of what a finger hits is seen of a pill: as high as that, it would weigh more than what is
  /// written.
  private static let (shownHeight, shownInHeader) = (0.74, 0.6)
  /// Smaller than that part of it no pill is written where the row is narrow.
  private static let leastLetters = 0.6
  /// Free edge at both ends of a pill, between two of them, and the widest that each gets, in heights of
  /// letters.
  private static let (margin, gap) = (0.9, 0.6)
  private static func width(_ control: Control) -> Double {
    switch control {
    case .back: 12
    case .language: 8.5
    case .forEveryone: 11
    case .indicator, .previous, .next: 0
    }
  }
  /// How opaque a pill's ground is, and the light on that.
  private static let (ground, light, pressedLight) = (0.55, 0.18, 0.34)
  /// The line around the pill that keys have chosen, in points.
  private static let focusWidth = 4.0
  /// Drawn before any tile's card.
  private static let order = -1

  /// Redraws everything for another screen, theme or language.
  mutating func forget() { (content, pills) = (Content(), []) }

  /// Redraws changed contents.
  mutating func follow(_ wanted: Content, _ environment: Environment, into effects: inout [ShellEffect]) {
    guard wanted != content else { return }
    content = wanted
    row = environment.pageMetrics.foot
    scale = environment.scale
    let letters = Self.letters(environment, all: Self.widths(wanted.atFoot))
    padding = letters * Self.margin
    pills = texts(environment).map { control, text in
      let most = letters * Self.width(control)
      let block = TextBlock(
        text, color: environment.theme.header, fontSize: letters.rounded(),
        fontFamily: environment.theme.fontFamily, language: environment.theme.language, isBold: true,
        mostLines: 1)
      let room = Size(max(1, most - 2 * padding), row.size.height)
      return Pill(
        control: control, writing: Writing(block, within: room, scale: environment.scale), most: most)
    }
    for pill in pills { effects.append(.draw(pill.writing.picture, order: Self.order)) }
    if let focused, !controls.contains(focused) { self.focused = nil }
  }

  private func texts(_ environment: Environment) -> [(Control, String)] {
    var texts: [(Control, String)] = []
    if let folder = content.folder { texts.append((.back, environment.words.wayBack(to: folder))) }
    if let language = content.language {
      texts.append((.language, language.isEmpty ? environment.words(.language) : language))
    }
    if content.forEveryone { texts.append((.forEveryone, environment.words(.forEveryone))) }
    return texts
  }

  /// The least room for a title beside buttons, and what a clock takes, in heights of letters.
  private static let (leastTitle, clockWidth) = (5.5, 4.2)
  /// From which part of the screen's height on a row at the lower edge is too much.
  private static let mostRow = 0.115

  /// Whether buttons stand in the header's row: on screens so short that a row of their own would take much
  /// of the tiles' height, where the header has room for them.
  static func areInHeader(_ buttons: Buttons, _ header: HeaderSettings, _ environment: Environment) -> Bool {
    let (metrics, row) = (environment.metrics, environment.pageMetrics.foot)
    guard !buttons.isEmpty, metrics.size.width >= metrics.size.height * Metrics.uprightShape,
      row.size.height > metrics.size.height * mostRow
    else { return false }
    let content = Content(language: buttons.hasLanguage ? "" : nil, forEveryone: buttons.hasForEveryone)
    let letters = letters(environment, all: 0)
    let pills = (widths(content) + gap) * letters
    let title = header.title == nil && header.logo == nil ? 0 : leastTitle
    let clock = header.clock == .none ? 0 : clockWidth
    return pills + (title + clock) * metrics.fontSize <= row.size.width
  }

  /// The touch area of buttons in a header's row, for the height of its middle, in points from the upper
  /// edge.
  static func headerReach(_ middle: Double, _ environment: Environment) -> ClosedRange<Double> {
    let side = environment.pageMetrics.chromeSide
    let top = max(0, middle - side / 2).rounded()
    return top...top + side
  }

  /// What the buttons in the header's row take of its width, with a gap; 0 while they are not measured, and
  /// where none stand there.
  var widthInHeader: Double {
    guard content.isInHeader else { return 0 }
    let gap = (padding * Self.gap / Self.margin).rounded()
    return pills.reduce(0) { $0 + ($1.control == .back ? 0 : width(of: $1) + gap) }
  }

  /// All pills and the gaps between them, in heights of their letters.
  private static func widths(_ content: Content) -> Double {
    let left =
      (content.folder == nil ? 0 : width(.back) + gap)
      + (content.language == nil ? 0 : width(.language) + gap)
    return left + (content.forEveryone ? width(.forEveryone) : 0)
  }

  /// The room between pills around the middle of the row, for texts of any length.
  static func gap(_ buttons: Buttons, hasWayBack: Bool, _ environment: Environment) -> Double {
    let (row, screen) = (environment.pageMetrics.foot, environment.metrics.size.width)
    let content = Content(
      folder: hasWayBack ? "" : nil, language: buttons.hasLanguage ? "" : nil,
      forEveryone: buttons.hasForEveryone)
    let letters = letters(environment, all: widths(content))
    let right = buttons.hasForEveryone ? width(.forEveryone) : 0
    let side = max(right, widths(content) - right) * letters
    return max(0, screen - 2 * (row.origin.x + side))
  }

  /// The text size of pills, for which all of them fit into the row.
  private static func letters(_ environment: Environment, all: Double) -> Double {
    let (row, least) = (environment.pageMetrics.foot, environment.metrics.leastLetters)
    let usual = min(environment.metrics.fontSize * Self.letters, row.size.height * mostLetters)
    // In the largest print they fill their pills.
    let letters = max(usual, min(least, row.size.height * mostLargeLetters))
    guard all > 0 else { return letters }
    return letters * min(1, max(leastLetters, row.size.width / (letters * all)))
  }

  /// Takes the measure of a picture; whether it is one of its own.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in pills.indices where pills[index].writing.measured(picture, size: size) { isOne = true }
    return isOne
  }

  // Where pills are.

  /// The place of a pill, in points of the surface; nil if it is not there.
  func frame(of control: Control) -> Rectangle? {
    let gap = (padding * Self.gap / Self.margin).rounded()
    if content.isInHeader, control != .back {
      // From the clock to the left.
      var right = headerRow.maxX
      for index in pills.indices.reversed() where pills[index].control != .back {
        let width = width(of: pills[index])
        right -= width
        if pills[index].control == control {
          return Rectangle(
            origin: Point(right, headerRow.origin.y), size: Size(width, headerRow.size.height))
        }
        right -= gap
      }
      return nil
    }
    var left = row.origin.x
    for index in pills.indices {
      let width = width(of: pills[index])
      // What is for everyone stands at the end of the row.
      if pills[index].control == .forEveryone { left = row.maxX - width }
      if pills[index].control == control {
        return Rectangle(origin: Point(left, row.origin.y), size: Size(width, row.size.height))
      }
      left += width + gap
    }
    return nil
  }

  /// As wide as its writing, and no narrower than a finger needs.
  private func width(of pill: Pill) -> Double {
    let writing = pill.writing.extent(scale: scale)?.width ?? 0
    return min(max(writing + 2 * padding, row.size.height * 1.2), max(pill.most, row.size.height * 1.2))
      .rounded()
  }

  /// What is seen of a pill within what a finger hits.
  func shown(_ control: Control) -> Rectangle? {
    let part = content.isInHeader && control != .back ? Self.shownInHeader : Self.shownHeight
    return frame(of: control).map {
      Rectangle(center: $0.center, size: Size($0.size.width, ($0.size.height * part).rounded()))
    }
  }

  /// The pill under a point of the surface.
  func control(at point: Point) -> Control? {
    pills.first { frame(of: $0.control)?.contains(point) == true }?.control
  }

  // Keys.

  /// The controls that are there, from left to right.
  private var controls: [Control] { pills.map(\.control) + (content.hasTrack ? [.indicator] : []) }

  /// Selects the next pill, or the one before with −1; from the tiles the first or the last. Returns whether
  /// there is one.
  mutating func moveFocus(by step: Int) -> Bool {
    let place = focused.flatMap { controls.firstIndex(of: $0) }.map { $0 + step }
    let next = place ?? (step > 0 ? 0 : controls.count - 1)
    focused = controls.indices.contains(next) ? controls[next] : nil
    return focused != nil
  }

  /// Keys are for the tiles again.
  mutating func endFocus() { focused = nil }

  // What is seen.

  /// Draws them over the tiles. `opacity` is how much of them is seen, and `atFoot` whether those at the
  /// lower edge are.
  func draw(_ theme: Theme, opacity: Double, atFoot: Bool = true, to frame: inout SceneFrame) {
    guard opacity > 0 else { return }
    let first = frame.sprites.count
    for index in pills.indices {
      guard atFoot || (content.isInHeader && pills[index].control != .back),
        let area = shown(pills[index].control), pills[index].writing.size != nil
      else { continue }
      draw(pills[index], in: area, theme, to: &frame)
    }
    frame.fade(from: first, by: opacity)
  }

  private func draw(_ pill: Pill, in area: Rectangle, _ theme: Theme, to frame: inout SceneFrame) {
    let radius = area.size.height / 2
    if focused == pill.control {
      frame.append(
        .color(theme.progress), in: area.inset(by: -Self.focusWidth), radius: radius + Self.focusWidth)
      frame.append(.color(theme.background.opacity(1)), in: area, radius: radius)
    }
    frame.appendBorder(theme, around: area, radius: radius)
    let light = pressed == pill.control ? Self.pressedLight : Self.light
    if !theme.isOpaque {
      frame.append(.color(theme.background.opacity(Self.ground)), in: area, radius: radius)
    }
    frame.append(.color(theme.tinge(theme.header, light, on: theme.background)), in: area, radius: radius)
    frame.append(pill.writing, around: area.center, scale: scale)
  }
}

extension FootControls.Content {
  /// What of it stands at the lower edge.
  fileprivate var atFoot: FootControls.Content {
    guard isInHeader else { return self }
    return FootControls.Content(folder: folder, hasTrack: hasTrack)
  }
}

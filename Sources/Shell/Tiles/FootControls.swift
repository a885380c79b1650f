import Configuration
import RotundaGeometry
import Scene

/// The pills around the tiles: the way out of a folder, and buttons for visitors' choices. They stand in the
/// row at the lower edge. On short screens the buttons stand beside the clock, and leave their height to the
/// tiles. Their places do not depend on how far the row is turned.
struct FootControls: Sendable {
  /// The controls that visitors can press.
  enum Control: Hashable, Sendable {
    /// Leaves the open folder.
    case back
    /// Open the languages, and the settings for seeing, hearing and using the screen.
    case language, forEveryone
    /// Shows which tile is in the middle. Another type draws it.
    case indicator
    /// Buttons for the next tile, at the ends of the row. Another type draws them, and they are no elements.
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

  /// The buttons that a configuration shows.
  struct Buttons: Hashable {
    /// The tags of the languages that visitors can choose; empty without the button.
    private(set) var languages: [String] = []
    private(set) var hasForEveryone = false

    var hasLanguage: Bool { !languages.isEmpty }
    var isEmpty: Bool { self == Buttons() }

    init() {}

    init(_ configuration: KioskConfiguration) {
      let wanted = configuration.header.buttons
      if wanted?.contains(.language) ?? true {
        let tags = configuration.languages
        // With one language, visitors have no choice.
        languages = tags.count > 1 ? tags : []
      }
      hasForEveryone =
        wanted?.contains(.accessibility) ?? (configuration.access != AccessibilitySettings.standard)
    }
  }

  /// The contents of the row; nil for a missing pill.
  struct Content: Hashable {
    /// The name of the open folder.
    var folder: String?
    /// The name of the current language; empty if unknown.
    var language: String?
    var forEveryone = false
    /// Whether keys also reach the indicator.
    var hasTrack = false
    /// Whether the buttons stand in the header's row.
    var isInHeader = false
  }

  private struct Pill: Hashable {
    let control: Control
    var writing: Writing
    /// The greatest width, in points.
    let most: Double
  }

  private(set) var content = Content()
  /// From left to right.
  private var pills: [Pill] = []
  /// The row, in points from the upper left corner of the surface. The pills' places follow from it.
  private var row = Rectangle(origin: .zero, size: .zero)
  /// The part of the header's row that buttons may take, including the touch area above and below it. Buttons
  /// end at its right end.
  var headerRow = Rectangle(origin: .zero, size: .zero)
  private var (padding, scale) = (0.0, 1.0)
  /// The pressed pill, and the one that has the focus.
  var pressed: Control?
  private(set) var focused: Control?

  /// Letters of a pill: their share of the usual height, and the most of the pill's height, also in large
  /// print.
  private static let (letters, mostLetters, mostLargeLetters) = (0.95, 0.48, 0.69)
  /// The visible share of a pill's touch height, at the foot and in the header. A pill of the full height
  /// would outweigh its text.
  private static let (shownHeight, shownInHeader) = (0.74, 0.6)
  /// The least scale of the letters where the row is narrow.
  private static let leastLetters = 0.6
  /// The margin at both ends of a pill, the gap between two pills, and (in `width`) the greatest width of
  /// each, in heights of letters.
  private static let (margin, gap) = (0.9, 0.6)
  private static func width(_ control: Control) -> Double {
    switch control {
    case .back: 12
    case .language: 8.5
    case .forEveryone: 11
    case .indicator, .previous, .next: 0
    }
  }
  /// The opacity of a pill's ground, and of the light on it.
  private static let (ground, light, pressedLight) = (0.55, 0.18, 0.34)
  /// The width of the line around the focused pill, in points.
  private static let focusWidth = 4.0
  /// Drawn before any tile's card.
  private static let order = -1

  /// Redraws everything for another screen, theme or language.
  mutating func forget() { (content, pills) = (Content(), []) }

  /// Redraws the contents if they changed.
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

  /// The least room for a title beside buttons, and the width of a clock, in heights of letters.
  private static let (leastTitle, clockWidth) = (5.5, 4.2)
  /// The share of the screen's height above which a row at the lower edge is too high.
  private static let mostRow = 0.115

  /// Reports whether buttons stand in the header's row. They do on screens so short that their own row would
  /// take much of the tiles' height, if the header has room.
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

  /// Returns the touch area of buttons in a header's row whose middle is at `middle`, in points from the
  /// upper edge.
  static func headerReach(_ middle: Double, _ environment: Environment) -> ClosedRange<Double> {
    let side = environment.pageMetrics.chromeSide
    let top = max(0, middle - side / 2).rounded()
    return top...top + side
  }

  /// The width of the buttons in the header's row, with a gap. It is 0 before they are measured, and without
  /// buttons there.
  var widthInHeader: Double {
    guard content.isInHeader else { return 0 }
    let gap = (padding * Self.gap / Self.margin).rounded()
    return pills.reduce(0) { $0 + ($1.control == .back ? 0 : width(of: $1) + gap) }
  }

  /// Returns the width of all pills and the gaps between them, in heights of letters.
  private static func widths(_ content: Content) -> Double {
    let left =
      (content.folder == nil ? 0 : width(.back) + gap)
      + (content.language == nil ? 0 : width(.language) + gap)
    return left + (content.forEveryone ? width(.forEveryone) : 0)
  }

  /// Returns the room between pills around the middle of the row, for texts of any length.
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

  /// Returns the text size at which all pills fit into the row.
  private static func letters(_ environment: Environment, all: Double) -> Double {
    let (row, least) = (environment.pageMetrics.foot, environment.metrics.leastLetters)
    let usual = min(environment.metrics.fontSize * Self.letters, row.size.height * mostLetters)
    // In the largest print, letters fill their pills.
    let letters = max(usual, min(least, row.size.height * mostLargeLetters))
    guard all > 0 else { return letters }
    return letters * min(1, max(leastLetters, row.size.width / (letters * all)))
  }

  /// Stores the measured size of a picture. Returns whether a pill shows the picture.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in pills.indices where pills[index].writing.measured(picture, size: size) { isOne = true }
    return isOne
  }

  // Places.

  /// Returns the touch area of a pill, in points of the surface; nil if the pill is not visible.
  func frame(of control: Control) -> Rectangle? {
    let gap = (padding * Self.gap / Self.margin).rounded()
    if content.isInHeader, control != .back {
      // The buttons extend to the left from the clock.
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
      // The accessibility button stands at the end of the row.
      if pills[index].control == .forEveryone { left = row.maxX - width }
      if pills[index].control == control {
        return Rectangle(origin: Point(left, row.origin.y), size: Size(width, row.size.height))
      }
      left += width + gap
    }
    return nil
  }

  /// Returns a pill's width: as wide as its text, and no narrower than a finger needs.
  private func width(of pill: Pill) -> Double {
    let writing = pill.writing.extent(scale: scale)?.width ?? 0
    return min(max(writing + 2 * padding, row.size.height * 1.2), max(pill.most, row.size.height * 1.2))
      .rounded()
  }

  /// Returns the visible part of a pill within its touch area.
  func shown(_ control: Control) -> Rectangle? {
    let part = content.isInHeader && control != .back ? Self.shownInHeader : Self.shownHeight
    return frame(of: control).map {
      Rectangle(center: $0.center, size: Size($0.size.width, ($0.size.height * part).rounded()))
    }
  }

  /// Returns the pill under a point of the surface.
  func control(at point: Point) -> Control? {
    pills.first { frame(of: $0.control)?.contains(point) == true }?.control
  }

  // Keys.

  /// The visible controls, from left to right.
  private var controls: [Control] { pills.map(\.control) + (content.hasTrack ? [.indicator] : []) }

  /// Moves the focus to the next pill, or with −1 to the previous one. From the tiles, it goes to the first
  /// or the last. Returns whether a pill has the focus.
  mutating func moveFocus(by step: Int) -> Bool {
    let place = focused.flatMap { controls.firstIndex(of: $0) }.map { $0 + step }
    let next = place ?? (step > 0 ? 0 : controls.count - 1)
    focused = controls.indices.contains(next) ? controls[next] : nil
    return focused != nil
  }

  /// Returns the focus to the tiles.
  mutating func endFocus() { focused = nil }

  // Drawing.

  /// Draws the pills over the tiles, with `opacity`. `atFoot` says whether to draw those at the lower edge.
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
  /// The contents at the lower edge.
  fileprivate var atFoot: FootControls.Content {
    guard isInHeader else { return self }
    return FootControls.Content(folder: folder, hasTrack: hasTrack)
  }
}

import Configuration
import RotundaGeometry
import Scene

/// The pills in the row at the lower edge of the tiles. They stand in the same places wherever the tiles are.
struct FootControls: Sendable {
  /// What can be pressed there.
  enum Control: Hashable, Sendable {
    /// Out of the open folder.
    case back

    var element: ElementID {
      switch self {
      case .back: .back
      }
    }
  }

  /// What stands there; nil is left out.
  struct Content: Hashable {
    /// The name of the folder that is open.
    var folder: String?

    var isEmpty: Bool { folder == nil }
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
  private var (padding, scale) = (0.0, 1.0)
  /// The pill that a finger presses, and the one that keys have chosen.
  var pressed: Control?
  private(set) var focused: Control?

  /// Letters of a pill, as a part of the usual height and at most as one of the pill's.
  private static let (letters, mostLetters) = (0.95, 0.45)
  /// Smaller than that part of it no pill is written where the row is narrow.
  private static let leastLetters = 0.6
  /// Free edge at both ends of a pill, between two of them, and the widest that each gets, in heights of letters.
  private static let (margin, gap) = (0.9, 0.6)
  private static func width(_ control: Control) -> Double {
    switch control {
    case .back: 12
    }
  }
  /// How opaque a pill's ground is, and the light on that.
  private static let (ground, light, pressedLight) = (0.55, 0.18, 0.34)
  /// The line around the pill that keys have chosen, in points.
  private static let focusWidth = 4.0
  /// Drawn before any tile's card.
  private static let order = -1

  /// Has everything written anew: the screen, the theme or the language is another.
  mutating func forget() { (content, pills) = (Content(), []) }

  /// Has what stands there written, where that is something else than before.
  mutating func follow(_ wanted: Content, _ environment: Environment, into effects: inout [ShellEffect]) {
    guard wanted != content else { return }
    content = wanted
    row = environment.pageMetrics.foot
    scale = environment.scale
    let letters = Self.letters(environment)
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
    if let focused, !pills.contains(where: { $0.control == focused }) { self.focused = nil }
  }

  private func texts(_ environment: Environment) -> [(Control, String)] {
    var texts: [(Control, String)] = []
    if let folder = content.folder { texts.append((.back, environment.words.wayBack(to: folder))) }
    return texts
  }

  /// How large pills are written. All that may stand there has to fit into the row.
  private static func letters(_ environment: Environment) -> Double {
    let row = environment.pageMetrics.foot
    let letters = min(environment.metrics.fontSize * Self.letters, row.size.height * mostLetters)
    let all = width(.back)
    return letters * min(1, max(leastLetters, row.size.width / (letters * all)))
  }

  /// Takes the measure of a picture; whether it is one of its own.
  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    var isOne = false
    for index in pills.indices where pills[index].writing.measured(picture, size: size) { isOne = true }
    return isOne
  }

  // Where pills are.

  /// Where a pill is, in points of the surface; nil for one that is not there.
  func frame(of control: Control) -> Rectangle? {
    var left = row.origin.x
    for index in pills.indices {
      let width = width(of: pills[index])
      if pills[index].control == control {
        return Rectangle(origin: Point(left, row.origin.y), size: Size(width, row.size.height))
      }
      left += width + (padding * Self.gap / Self.margin).rounded()
    }
    return nil
  }

  /// As wide as its writing, and no narrower than a finger needs.
  private func width(of pill: Pill) -> Double {
    let writing = pill.writing.extent(scale: scale)?.width ?? 0
    return min(max(writing + 2 * padding, row.size.height * 1.2), max(pill.most, row.size.height * 1.2))
      .rounded()
  }

  /// The pill under a point of the surface.
  func control(at point: Point) -> Control? {
    pills.first { frame(of: $0.control)?.contains(point) == true }?.control
  }

  // Keys.

  /// The controls that are there, from left to right.
  var controls: [Control] { pills.map(\.control) }

  /// To the next pill, or with −1 to the one before; from the tiles to the first or the last. Whether there is one.
  mutating func moveFocus(by step: Int) -> Bool {
    let place = focused.flatMap { controls.firstIndex(of: $0) }.map { $0 + step }
    let next = place ?? (step > 0 ? 0 : pills.count - 1)
    focused = pills.indices.contains(next) ? pills[next].control : nil
    return focused != nil
  }

  /// Keys are for the tiles again.
  mutating func endFocus() { focused = nil }

  // What is seen.

  /// Draws them over the tiles. `opacity` is how much of them is seen.
  func draw(_ theme: Theme, opacity: Double, to frame: inout SceneFrame) {
    guard opacity > 0 else { return }
    let first = frame.sprites.count
    for index in pills.indices {
      guard let area = self.frame(of: pills[index].control), pills[index].writing.size != nil else {
        continue
      }
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
    frame.append(.color(theme.background.opacity(Self.ground)), in: area, radius: radius)
    let light = pressed == pill.control ? Self.pressedLight : Self.light
    frame.append(.color(theme.header.opacity(light)), in: area, radius: radius)
    frame.append(pill.writing, around: area.center, scale: scale)
  }
}

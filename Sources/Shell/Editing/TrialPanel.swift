import Configuration
import Gestures
import RotundaGeometry
import Scene

/// The button that returns to the editor during a trial.
struct TrialPanel: Sendable {
  private var label: Writing?
  private var frame = Rectangle(origin: .zero, size: .zero)
  private var isPressed = false
  private var expires: Double

  /// Seconds without input until a trial ends. The next visitor must find neither the trial nor the editor.
  private static let lifetime = 120.0
  /// The margin around the label in font sizes, and the maximum label width as a share of the screen.
  private static let (margin, widest) = (0.9, 0.6)
  private static let drawingOrder = -1

  init(at time: Double) { expires = time + Self.lifetime }
}

extension TrialPanel: Panel {
  var name: ShellStatus.Screen { .trial }
  var layer: PanelLayer { .trial }
  var isAside: Bool { true }
  var staysThroughVisits: Bool { true }

  var deadline: Double? { expires }
  mutating func stay(at time: Double) { expires = time + Self.lifetime }
  mutating func meetDeadline(_ environment: Environment, _ output: inout PanelOutput) {
    if expires <= environment.time { output.want(.edit(.endTrial(returns: false))) }
  }

  mutating func handle(_ gesture: Gesture, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    switch gesture {
    case .pressBegan(let point) where frame.contains(point):
      isPressed = true
      output.redraw()
      return true
    case .pressEnded where isPressed:
      isPressed = false
      output.redraw()
      return true
    case .tap(let point) where frame.contains(point), .doubleTap(let point) where frame.contains(point):
      activate(.close, environment, &output)
      return true
    default: return false
    }
  }

  mutating func handle(_ key: KeyEvent, _ environment: Environment, _ output: inout PanelOutput) -> Bool {
    stay(at: environment.time)
    guard key.key == .escape, key.phase == .pressed else { return false }
    activate(.close, environment, &output)
    return true
  }

  func elements(in group: ElementID?, _ environment: Environment) -> [Element] {
    guard group == nil else { return [] }
    return [
      Element(id: .trial, role: .button, label: environment.words(.editBack), frame: frame)
    ]
  }

  mutating func activate(_ element: ElementID, _ environment: Environment, _ output: inout PanelOutput) {
    output.want(.sound(.tap))
    output.want(.edit(.endTrial(returns: true)))
  }

  var spoken: SpokenPanel { SpokenPanel(panel: name) }
  func sentences(after earlier: SpokenPanel?, _ environment: Environment) -> [String] { [] }
  func isCovering(at time: Double) -> Bool { false }
  func headerOpacity(at time: Double) -> Double { 0 }

  mutating func layOut(_ environment: Environment, into effects: inout [ShellEffect]) {
    let (metrics, foot, theme) = (environment.metrics, environment.pageMetrics.foot, environment.theme)
    let width = (metrics.size.width * Self.widest).rounded()
    let text = environment.label(
      environment.words(.editBack), size: min(metrics.fontSize, foot.size.height / 1.6),
      color: theme.badgeText,
      within: Size(width, foot.size.height), isBold: true)
    if text.picture != label?.picture { label = text }
    effects.append(.draw(text.picture, order: Self.drawingOrder))
    place(environment)
  }

  mutating func measured(_ picture: Picture, size: PixelSize) -> Bool {
    label?.measured(picture, size: size) == true
  }

  mutating func advance(_ environment: Environment, into effects: inout [ShellEffect]) { place(environment) }

  /// Places the button above the trailing end of the lower edge's buttons.
  private mutating func place(_ environment: Environment) {
    let (metrics, foot) = (environment.metrics, environment.pageMetrics.foot)
    let extent = label?.extent(scale: environment.scale)?.width ?? 0
    let size = Size(
      max(foot.size.height, extent + 2 * metrics.plainFontSize * Self.margin).rounded(), foot.size.height)
    let gap = (metrics.plainFontSize * 0.5).rounded()
    frame = Rectangle(
      origin: Point(foot.maxX - size.width, foot.origin.y - size.height - gap), size: size)
  }

  func draw(_ environment: Environment, to frame: inout SceneFrame) {
    let area = isPressed ? self.frame.scaled(by: 0.95) : self.frame
    let theme = environment.theme
    frame.append(.color(theme.badgeText), in: area.inset(by: -2), radius: area.size.height / 2 + 2)
    frame.append(.color(theme.badge), in: area, radius: area.size.height / 2)
    if let label { frame.append(label, around: area.center, scale: environment.scale) }
  }
}

extension ElementID {
  static let trial = ElementID("trial")
}

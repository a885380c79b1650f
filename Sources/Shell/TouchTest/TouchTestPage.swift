import Configuration
import RotundaGeometry
import Gestures
import Scene

/// A page for whoever sets a touchscreen up: every contact with its trail, what the touchscreen does, and targets at which
/// a picture that is turned or off is seen at a glance.
///
/// Pure, and fed as `Shell` is: events and times come in, effects and frames go out.
public struct TouchTestPage: Sendable {
  let theme = Theme()
  var words = Words.english
  private var language = ""
  /// How fingers are understood.
  let settings: GestureSettings
  var metrics = Metrics(size: .zero)
  var scale = 1.0
  var recognizer = GestureRecognizer()
  var contacts = TouchTestContacts()
  var device = TouchTestDevice()
  var history = GestureHistory()
  var exit = TouchTestExit()
  var labels = LabelStore()
  /// How far from each target the last contact landed that was meant for it.
  var misses: [TouchTestTarget: Point] = [:]
  var isDirty = true
  private var gestures: [Gesture] = []

  /// A page that understands fingers as a configuration says.
  public init(_ configuration: KioskConfiguration = KioskConfiguration()) {
    settings = configuration.gestures
    recognizer.recognizers = .all
    recognizer.policy = settings.policy
    recognizer.velocityStrategy = settings.velocityStrategy
    recognizer.thresholds = settings.thresholds(pointsPerMillimeter: nil)
    recognizer.resamples = settings.resampling
  }

  /// Whether somebody has asked to leave it.
  public var isOver: Bool { exit.isOver }

  /// Whether the window should ask for a frame.
  public var wantsFrame: Bool { !metrics.size.isEmpty && isDirty }

  /// When `ShellEvent.deadline` is due; nil when only fingers and keys can bring news.
  public var deadline: Double? {
    switch (recognizer.deadline, exit.deadline) {
    case (let first?, let second?): min(first, second)
    case (let first, let second): first ?? second
    }
  }

  /// Takes an event in; appends what is to be done outside. What is no concern of fingers is ignored.
  public mutating func handle(_ event: ShellEvent, at time: Double, into effects: inout [ShellEffect]) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale)
    case .touch(let frame): touch(frame, at: time)
    case .key(let key): if key.key == .escape, key.phase == .pressed { exit.leave() }
    case .focus(let hasFocus): if !hasFocus { touch(TouchFrame([.lost]), at: time) }
    case .deadline: meetDeadlines(at: time)
    case .pictureReady(let picture, let size): if labels.measured(picture, size: size) { isDirty = true }
    case .languages(let languages, let words):
      (self.words, language) = (words, languages.first ?? "")
      labels.removeAll()
      isDirty = true
    case .measured(let pointsPerMillimeter):
      recognizer.thresholds = settings.thresholds(pointsPerMillimeter: pointsPerMillimeter)
    default: break
    }
  }

  private mutating func resize(to size: Size, scale: Double) {
    guard !size.isEmpty, scale > 0, size.width.isFinite, size.height.isFinite, scale.isFinite else { return }
    metrics = Metrics(size: size)
    self.scale = scale
    recognizer.bounds = size
    labels.removeAll()
    misses.removeAll()
    isDirty = true
  }

  private mutating func touch(_ frame: TouchFrame, at time: Double) {
    if contacts.isEmpty, frame.events.contains(where: \.isDown) { contacts.forget() }
    for event in frame.events {
      if case .down(_, let point, _) = event { land(at: point) }
      contacts.handle(event)
      device.handle(event)
    }
    for shape in frame.shapes { contacts.take(shape) }
    device.arrived(at: time)
    if contacts.isEmpty { device.settle() }
    exit.follow(contacts, at: time, closing: closeTarget, corners: targets)
    recognizer.handle(frame, at: time, into: &gestures)
    takeGestures()
    isDirty = true
  }

  /// A contact belongs to the target that is nearest, if that is near at all.
  private mutating func land(at point: Point) {
    for (target, place) in targets where (point - place).length <= captureRadius {
      misses[target] = point - place
    }
  }

  private mutating func meetDeadlines(at time: Double) {
    recognizer.advance(to: time, into: &gestures)
    takeGestures()
    exit.advance(to: time)
  }

  private mutating func takeGestures() {
    for gesture in gestures where history.take(gesture, in: words) { isDirty = true }
    gestures.removeAll(keepingCapacity: true)
  }

  /// Writes what is seen at `time`, which is when the frame will be presented, as well as that is known.
  public mutating func advance(
    to time: Double, drawnAt now: Double, into frame: inout SceneFrame, effects: inout [ShellEffect]
  ) {
    device.shown(at: time, drawnAt: now)
    isDirty = false
    frame.removeAll()
    frame.size = metrics.size
    frame.background = theme.background
    var canvas = PageCanvas(
      frame: frame, labels: labels, scale: scale, fontFamily: theme.fontFamily, language: language)
    draw(on: &canvas)
    frame = canvas.frame
    labels = canvas.labels
    labels.request(into: &effects)
  }
}

extension TouchEvent {
  /// Whether a finger landed.
  var isDown: Bool { if case .down = self { true } else { false } }
}

import Configuration
import Gestures
import RotundaGeometry
import Scene

/// A page for setting up a touchscreen. It shows every contact with its trail, figures about the touchscreen,
/// and targets that reveal a rotated or displaced picture at a glance.
///
/// Pure like `Shell`: events and times come in, effects and frames go out.
package struct TouchTestPage: Sendable {
  let theme = Theme()
  var words = Localizer.english
  private var language = ""
  /// The gesture settings.
  let settings: GestureSettings
  var metrics = Metrics(size: .zero)
  var scale = 1.0
  var recognizer = GestureRecognizer()
  var contacts = TouchTestContacts()
  var device = TouchTestDevice()
  var history = GestureHistory()
  var exit = TouchTestExit()
  var labels = LabelStore()
  /// The offset of the latest contact from each target for which it was meant.
  var misses: [TouchTestTarget: Point] = [:]
  var isDirty = true
  private var gestures: [Gesture] = []

  /// Creates a page with a configuration's gesture settings.
  package init(_ configuration: KioskConfiguration = KioskConfiguration()) {
    settings = configuration.gestures
    recognizer.recognizers = .all
    recognizer.policy = settings.policy
    recognizer.velocityStrategy = settings.velocityStrategy
    recognizer.thresholds = settings.thresholds(pointsPerMillimeter: nil)
    recognizer.resamples = settings.resampling
  }

  /// Whether the visitor has asked to leave the page.
  package var isOver: Bool { exit.isOver }

  /// Whether the window should request a frame.
  package var wantsFrame: Bool { !metrics.size.isEmpty && isDirty }

  /// When to send `ShellEvent.deadline`; nil if only fingers and keys can change the page.
  package var deadline: Double? {
    switch (recognizer.deadline, exit.deadline) {
    case (let first?, let second?): min(first, second)
    case (let first, let second): first ?? second
    }
  }

  /// Handles an event, and appends effects for the host. Ignores events that do not concern touch.
  package mutating func handle(_ event: ShellEvent, at time: Double, into effects: inout [ShellEffect]) {
    switch event {
    case .resized(let size, let scale): resize(to: size, scale: scale)
    case .touch(let frame): touch(frame, at: time)
    case .key(let key): if key.key == .escape, key.phase == .pressed { exit.leave() }
    case .focus(let hasFocus): if !hasFocus { touch(TouchFrame([.lost]), at: time) }
    case .deadline: meetDeadlines(at: time)
    case .pictureReady(let picture, let size, _, _):
      if labels.measured(picture, size: size) { isDirty = true }
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
    for shape in frame.shapes { contacts.update(shape) }
    device.arrived(at: time)
    if contacts.isEmpty { device.settle() }
    exit.follow(contacts, at: time, closing: closeTarget, corners: targets)
    recognizer.handle(frame, at: time, into: &gestures)
    handleGestures()
    isDirty = true
  }

  /// Assigns a contact to the nearest target, if it is within the capture radius.
  private mutating func land(at point: Point) {
    let nearest = targets.min { (point - $0.place).length < (point - $1.place).length }
    guard let nearest, (point - nearest.place).length <= captureRadius else { return }
    misses[nearest.target] = point - nearest.place
  }

  private mutating func meetDeadlines(at time: Double) {
    recognizer.advance(to: time, into: &gestures)
    handleGestures()
    exit.advance(to: time)
  }

  private mutating func handleGestures() {
    for gesture in gestures where history.handle(gesture, in: words) { isDirty = true }
    gestures.removeAll(keepingCapacity: true)
  }

  /// Writes the visible content at `time`, the expected presentation time of the frame.
  package mutating func advance(
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
  /// Whether the event is a landing finger.
  var isDown: Bool { if case .down = self { true } else { false } }
}

/// The layout of the page. Lengths are in the font size.
extension TouchTestPage {
  /// A round touch area.
  struct Disk: Hashable {
    var center: Point
    var radius: Double

    func contains(_ point: Point) -> Bool { (point - center).length <= radius }
    func with(center: Point) -> Disk { Disk(center: center, radius: radius) }
  }

  /// The font size, in points.
  var unit: Double { metrics.fontSize }
  /// The radius of a target, in points. Fingertips are smaller.
  var targetRadius: Double { 1.5 * unit }
  /// Half the length of a target's cross lines, in points.
  var targetReach: Double { targetRadius * 1.3 }
  /// The greatest distance from a target at which a contact counts for it, in points.
  var captureRadius: Double { 4 * unit }
  /// The distance of a corner's target from the edges.
  private var corner: Double { 2.7 * unit }

  /// The targets and their middles.
  var targets: [(target: TouchTestTarget, place: Point)] {
    TouchTestTarget.allCases.map { target in
      (
        target,
        Point(
          metrics.size.width / 2 + target.side * (metrics.size.width / 2 - corner),
          metrics.size.height / 2 + target.row * (metrics.size.height / 2 - corner))
      )
    }
  }

  /// The target that closes the page.
  var closeTarget: Disk {
    Disk(center: Point(metrics.size.width - corner, metrics.size.height / 2), radius: targetRadius)
  }

  /// Returns the areas of the figures' cards, from left to right and from top to bottom.
  func figureAreas(_ count: Int) -> [Rectangle] {
    let (card, gap) = (Size(5.8 * unit, 3.5 * unit), 0.5 * unit)
    let room = metrics.size.width - 2 * (corner + targetReach + 0.4 * unit)
    let columns = min(max(1, Int((room + gap) / (card.width + gap))), count)
    let left = (metrics.size.width - Double(columns) * (card.width + gap) + gap) / 2
    return (0..<count).map { index in
      let (column, row) = (Double(index % columns), Double(index / columns))
      let origin = Point(left + column * (card.width + gap), 0.95 * unit + row * (card.height + gap))
      return Rectangle(origin: origin, size: card)
    }
  }

  /// The heights of the lines in the list of gestures, including its heading, as many as fit.
  var historyLines: [Double] {
    let (line, top) = (1.45 * unit, metrics.size.height / 2 + 6 * unit)
    let bottom = metrics.size.height - 3 * unit
    let first = max(top, bottom - Double(GestureHistory.length + 1) * line)
    return Array(stride(from: first, to: bottom - line / 2, by: line))
  }
}

/// Drawing of contacts.
extension TouchTestPage {
  /// Colors that are distinct on the dark page: one for each finger of two hands.
  private static let palette: [Color] = [
    0x5cc8ff, 0xffb454, 0x8ee66b, 0xff6b8b, 0xb79bff, 0x4fe0c5, 0xffe066, 0xff8f5c, 0x6b9bff, 0xf58bff,
  ].map { Color(hex: $0) }
  private static let label = Color(hex: 0x0b0e14, alpha: 0.82)

  private func color(of contact: TouchTestContacts.Contact) -> Color {
    Self.palette[contact.slot % Self.palette.count]
  }

  /// Draws lines between samples, with a dot at each. Distant dots mean a fast finger or lost samples.
  func drawTrail(of contact: TouchTestContacts.Contact, on canvas: inout PageCanvas) {
    let color = color(of: contact)
    let opacity = contact.isDown ? 0.8 : 0.4
    for (start, end) in zip(contact.trail, contact.trail.dropFirst()) {
      canvas.line(from: start, to: end, width: 0.1 * unit, color.opacity(opacity * 0.6))
    }
    for point in contact.trail { canvas.circle(point, radius: 0.13 * unit, color.opacity(opacity)) }
  }

  func draw(_ contact: TouchTestContacts.Contact, on canvas: inout PageCanvas) {
    let (color, place) = (color(of: contact), contact.position)
    let (width, height) = (metrics.size.width, metrics.size.height)
    canvas.rectangle(Rectangle(origin: Point(0, place.y - 0.5), size: Size(width, 1)), color.opacity(0.3))
    canvas.rectangle(Rectangle(origin: Point(place.x - 0.5, 0), size: Size(1, height)), color.opacity(0.3))
    canvas.circle(place, radius: 1.9 * unit, color)
    canvas.circle(place, radius: 1.78 * unit, theme.background.mixed(with: color, 0.22))
    if let shape = contact.shape, let major = shape.major, let minor = shape.minor {
      let area = Size(Self.usable(minor, within: width), Self.usable(major, within: height))
      canvas.ellipse(place, area, angle: (shape.orientation ?? 0) * .pi / 180, color.opacity(0.45))
    }
    canvas.circle(place, radius: 0.35 * unit, color)
    drawLabel(of: contact, color, on: &canvas)
  }

  /// Returns a length within a drawable range; touchscreens may report any length.
  private static func usable(_ length: Double, within limit: Double) -> Double {
    length.isFinite ? min(max(length, 0), limit) : 0
  }

  /// Draws identifier and place, above the finger if possible, and always within the edges.
  private func drawLabel(
    of contact: TouchTestContacts.Contact, _ color: Color, on canvas: inout PageCanvas
  ) {
    let place = contact.position
    let (name, position) = ("\(contact.id)", "\(Self.coordinate(place.x)), \(Self.coordinate(place.y))")
    let strong = PageCanvas.Style(size: 0.9 * unit, color: color, isBold: true)
    let plain = PageCanvas.Style(size: 0.75 * unit, color: Color(hex: 0xf4f6fb))
    let (nameWidth, width) = (canvas.width(of: name, strong), canvas.width(of: position, plain))
    let size = Size(nameWidth + width + 1.6 * unit, 1.6 * unit)
    let above = place.y - 3.1 * unit
    let (halfWidth, edge) = (size.width / 2, 0.3 * unit)
    let x = min(max(place.x, halfWidth + edge), max(halfWidth + edge, metrics.size.width - halfWidth - edge))
    let center = Point(x, above > size.height ? above : place.y + 3.1 * unit)
    canvas.rectangle(Rectangle(center: center, size: size), Self.label, radius: size.height / 2)
    let left = center.x - halfWidth + 0.55 * unit
    canvas.write(name, strong, at: Point(left, center.y), alignment: 0)
    canvas.write(position, plain, at: Point(left + nameWidth + 0.5 * unit, center.y), alignment: 0)
  }

  private static func coordinate(_ value: Double) -> String {
    let whole = Int(min(max(value.rounded(), -99_999), 99_999))
    return whole < 0 ? "−\(-whole)" : "\(whole)"
  }
}

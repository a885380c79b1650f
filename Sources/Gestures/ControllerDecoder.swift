/// Makes buttons of what one gamepad or remote control reports, as the kernel writes it: type, code, value.
///
/// Every value is possible. What is no button of a controller is forgotten at once.
///
/// ```swift
/// var decoder = ControllerDecoder(.gamepad, horizontal: -32768...32767, vertical: -32768...32767)
/// decoder.handle(type: 1, code: 0x130, value: 1, at: now, into: &events)
/// if let due = decoder.deadline { … decoder.advance(to: due, into: &events) }
/// ```
package struct ControllerDecoder: Sendable {
  /// What sort of device it is.
  package enum Kind: Hashable, Sendable {
    case gamepad
    /// Of these only the button that leads home counts: a compositor passes on the others as keys.
    case remoteControl
  }

  private let kind: Kind
  private var stick: Stick
  private var hat = (x: 0, y: 0)
  /// The codes of buttons that are down.
  private var down: Set<UInt16> = []
  /// What the launcher knows to be down.
  private var held: Set<ControllerButton> = []
  private var repeating: (button: ControllerButton, due: Double)?
  /// Whether the kernel has lost reports; what comes until the next full one is worthless.
  private var isBroken = false

  /// Seconds from a press to the first repeat, and from there to the next: slower than a keyboard's, since
  /// each step moves a whole tile.
  static let (firstRepeat, nextRepeat) = (0.4, 0.12)

  /// - Parameters:
  ///   - horizontal: the range of the left stick's values to the right; nil where there is no stick.
  ///   - vertical: the same downwards.
  package init(_ kind: Kind, horizontal: ClosedRange<Int32>? = nil, vertical: ClosedRange<Int32>? = nil) {
    self.kind = kind
    stick = Stick(horizontal: horizontal, vertical: vertical)
  }

  /// When a button that is held counts again.
  package var deadline: Double? { repeating?.due }

  /// Takes one report in.
  package mutating func handle(
    type: UInt16, code: UInt16, value: Int32, at time: Double, into events: inout [ControllerEvent]
  ) {
    if type == Report.synchronize {
      takeMark(code, into: &events)
      return
    }
    guard !isBroken else { return }
    switch (kind, type) {
    case (_, Report.key): takeKey(code, value)
    case (.gamepad, Report.axis): takeAxis(code, value)
    default: return
    }
    update(at: time, into: &events)
  }

  private mutating func takeMark(_ code: UInt16, into events: inout [ControllerEvent]) {
    switch code {
    case Report.complete: isBroken = false
    case Report.dropped:
      isBroken = true
      releaseAll(into: &events)
    default: break
    }
  }

  private mutating func takeKey(_ code: UInt16, _ value: Int32) {
    guard let button = ControllerButton(code: code), kind == .gamepad || button == .remoteHome else { return }
    switch value {
    case 1: down.insert(code)
    case 0: down.remove(code)
    // The kernel's own repeats.
    default: break
    }
  }

  private mutating func takeAxis(_ code: UInt16, _ value: Int32) {
    switch code {
    case Report.stickX: stick.horizontal.value = value
    case Report.stickY: stick.vertical.value = value
    case Report.hatX: hat.x = Int(value.signum())
    case Report.hatY: hat.y = Int(value.signum())
    default: return
    }
    stick.update()
  }

  /// The device is gone, or what it does no longer counts.
  package mutating func releaseAll(into events: inout [ControllerEvent]) {
    down = []
    hat = (0, 0)
    stick.direction = nil
    update(at: 0, into: &events)
  }

  /// What is held counts no more until it is pressed anew.
  package mutating func stopRepeating() { repeating = nil }

  /// What has happened by now without a report.
  package mutating func advance(to time: Double, into events: inout [ControllerEvent]) {
    guard let (button, due) = repeating, due <= time else { return }
    events.append(.button(button, .repeated))
    // Late ones are skipped, not made up for.
    repeating = (button, max(due + Self.nextRepeat, time))
  }

  private mutating func update(at time: Double, into events: inout [ControllerEvent]) {
    let now = wanted
    guard now != held else { return }
    for button in ControllerButton.allCases where held.contains(button) && !now.contains(button) {
      events.append(.button(button, .released))
      if repeating?.button == button { repeating = nil }
    }
    for button in ControllerButton.allCases where now.contains(button) && !held.contains(button) {
      events.append(.button(button, .pressed))
      if button.repeats { repeating = (button, time + Self.firstRepeat) }
    }
    held = now
  }

  /// What is down, by whichever of cross, hat and stick.
  private var wanted: Set<ControllerButton> {
    var buttons = Set(down.compactMap(ControllerButton.init(code:)))
    if hat.x != 0 { buttons.insert(hat.x < 0 ? .padLeft : .padRight) }
    if hat.y != 0 { buttons.insert(hat.y < 0 ? .padUp : .padDown) }
    if let direction = stick.direction { buttons.insert(direction) }
    return buttons
  }

  /// Numbers of linux/input-event-codes.h.
  private enum Report {
    static let (synchronize, key, axis): (UInt16, UInt16, UInt16) = (0, 1, 3)
    static let (complete, dropped): (UInt16, UInt16) = (0, 3)
    static let (stickX, stickY, hatX, hatY): (UInt16, UInt16, UInt16, UInt16) = (0, 1, 0x10, 0x11)
  }
}

/// A stick as four buttons.
private struct Stick: Sendable {
  /// One of its ways.
  struct Axis: Sendable {
    let range: ClosedRange<Int32>?
    var value: Int32?

    /// From -1 to 1; 0 where it rests or is not there.
    var share: Double {
      guard let range, let value, range.lowerBound < range.upperBound else { return 0 }
      let (least, most) = (Double(range.lowerBound), Double(range.upperBound))
      return min(max((Double(value) - least) / (most - least) * 2 - 1, -1), 1)
    }
  }

  var horizontal: Axis
  var vertical: Axis
  /// Which button it stands for now.
  var direction: ControllerButton?

  /// A stick at rest may be so far from its middle; what is known of worn ones.
  private static let deadZone = 0.35
  /// It has to come back so far, so that one that trembles at the edge does not count twice.
  private static let release = 0.25
  /// The other way has to be so much longer, so that a stick held at a slant does not jump from way to way.
  private static let change = 1.25

  init(horizontal: ClosedRange<Int32>?, vertical: ClosedRange<Int32>?) {
    self.horizontal = Axis(range: horizontal)
    self.vertical = Axis(range: vertical)
  }

  mutating func update() {
    let (x, y) = (horizontal.share, vertical.share)
    if let direction {
      let (own, other) = direction == .padLeft || direction == .padRight ? (x, y) : (y, x)
      let way = direction == .padLeft || direction == .padUp ? -own : own
      if way >= Self.release, abs(other) < way * Self.change { return }
    }
    direction = Self.direction(x, y)
  }

  private static func direction(_ x: Double, _ y: Double) -> ControllerButton? {
    guard max(abs(x), abs(y)) > deadZone else { return nil }
    if abs(x) >= abs(y) { return x < 0 ? .padLeft : .padRight }
    return y < 0 ? .padUp : .padDown
  }
}

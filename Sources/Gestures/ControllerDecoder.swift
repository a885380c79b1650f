/// Decodes the kernel's input events (type, code, value) of one gamepad or remote control into button events.
///
/// Accepts every value. Ignores events that do not belong to a button of a controller.
///
/// ```swift
/// var decoder = ControllerDecoder(.gamepad, horizontal: -32768...32767, vertical: -32768...32767)
/// decoder.handle(type: 1, code: 0x130, value: 1, at: now, into: &events)
/// if let due = decoder.deadline { … decoder.advance(to: due, into: &events) }
/// ```
package struct ControllerDecoder: Sendable {
  /// The kind of device.
  package enum Kind: Hashable, Sendable {
    case gamepad
    /// A remote control. Only its home button counts, because the compositor reports the others as keys.
    case remoteControl
  }

  private let kind: Kind
  private var stick: Stick
  private var hat = (x: 0, y: 0)
  /// The codes of the buttons that are down.
  private var down: Set<UInt16> = []
  /// The buttons that were reported as down.
  private var held: Set<ControllerButton> = []
  private var repeating: (button: ControllerButton, due: Double)?
  /// Whether the kernel has dropped reports. Events until the next complete report are invalid.
  private var isBroken = false

  /// The delays from a press to the first repeat and between repeats, in seconds. They are slower than a
  /// keyboard's because each step moves a whole tile.
  static let (firstRepeat, nextRepeat) = (0.4, 0.12)

  /// - Parameters:
  ///   - horizontal: The range of the left stick's values to the right; nil without a stick.
  ///   - vertical: The same downward.
  package init(_ kind: Kind, horizontal: ClosedRange<Int32>? = nil, vertical: ClosedRange<Int32>? = nil) {
    self.kind = kind
    stick = Stick(horizontal: horizontal, vertical: vertical)
  }

  /// The time of the next repeat of a held button.
  package var deadline: Double? { repeating?.due }

  /// Handles one report.
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
    // Ignores the kernel's own repeats.
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

  /// Releases all buttons because the device is gone or its input no longer counts.
  package mutating func releaseAll(into events: inout [ControllerEvent]) {
    down = []
    hat = (0, 0)
    stick.direction = nil
    update(at: 0, into: &events)
  }

  /// Stops the repeats of a held button until its next press.
  package mutating func stopRepeating() { repeating = nil }

  /// Appends the repeats that are due at `time`.
  package mutating func advance(to time: Double, into events: inout [ControllerEvent]) {
    guard let (button, due) = repeating, due <= time else { return }
    events.append(.button(button, .repeated))
    // Skips late repeats instead of making up for them.
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

  /// The buttons that are down, from keys, hat and stick.
  private var wanted: Set<ControllerButton> {
    var buttons = Set(down.compactMap(ControllerButton.init(code:)))
    if hat.x != 0 { buttons.insert(hat.x < 0 ? .padLeft : .padRight) }
    if hat.y != 0 { buttons.insert(hat.y < 0 ? .padUp : .padDown) }
    if let direction = stick.direction { buttons.insert(direction) }
    return buttons
  }

  /// The numbers from linux/input-event-codes.h.
  private enum Report {
    static let (synchronize, key, axis): (UInt16, UInt16, UInt16) = (0, 1, 3)
    static let (complete, dropped): (UInt16, UInt16) = (0, 3)
    static let (stickX, stickY, hatX, hatY): (UInt16, UInt16, UInt16, UInt16) = (0, 1, 0x10, 0x11)
  }
}

/// A stick as four buttons.
private struct Stick: Sendable {
  /// One axis of the stick.
  struct Axis: Sendable {
    let range: ClosedRange<Int32>?
    var value: Int32?

    /// The deflection from -1 to 1; 0 at rest or without a stick.
    var share: Double {
      guard let range, let value, range.lowerBound < range.upperBound else { return 0 }
      let (least, most) = (Double(range.lowerBound), Double(range.upperBound))
      return min(max((Double(value) - least) / (most - least) * 2 - 1, -1), 1)
    }
  }

  var horizontal: Axis
  var vertical: Axis
  /// The button that the stick presses now.
  var direction: ControllerButton?

  /// The maximum deflection of a stick at rest, as known from worn sticks.
  private static let deadZone = 0.35
  /// The deflection below which the button is released. A stick that trembles at the edge must not count
  /// twice.
  private static let release = 0.25
  /// The factor by which the other direction must be stronger. A stick held diagonally must not jump between
  /// directions.
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

import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry

/// The values of sliders, steppers and choices: the visible ones, and those still to send to programs.
///
/// A finger changes a value much faster than programs can start. Therefore one program runs at a time for
/// each control. At most ten start in a second, and the last value always arrives.
struct ControlValues: Sendable {
  private struct Entry: Sendable {
    var part: LauncherTile
    /// The value that a visitor has set; nil once the machine's own value counts.
    var wanted: Double?
    /// Whether a program must still receive the value.
    var isUnsent = false
    /// The latest value that a program has set.
    var confirmed: Double?
    /// When the latest program started, and (in `program`) the running one.
    var started = -Double.infinity
    var program: ProgramID?
  }

  /// A value that is due.
  struct Due {
    let part: LauncherTile
    let value: Double
    /// The program that received an earlier value and does not end.
    let hung: ProgramID?

    /// The command that sets the value.
    var command: Command? {
      guard let control = part.value, case .start(let command) = part.action else { return nil }
      return control.command(command, for: value)
    }
  }

  /// The least time between two programs of a control, in seconds.
  static let interval = 0.1
  /// Seconds after which a hung program makes way for the next value.
  static let patience = 2.0

  private var entries: [String: Entry] = [:]
  /// The values from files and commands.
  private var readings: [ValueSource: String] = [:]

  /// Returns the visible value of a control.
  func value(of part: LauncherTile) -> Double {
    guard let control = part.value else { return 0 }
    let entry = entries[part.id]
    if let wanted = entry?.wanted { return wanted }
    let read = control.source.flatMap { readings[$0] }.flatMap { control.value(in: $0) }
    return read ?? entry?.confirmed ?? control.initial
  }

  /// Sets a visitor's value. Returns whether it changed.
  mutating func set(_ value: Double, of part: LauncherTile) -> Bool {
    guard let control = part.value else { return false }
    let value = control.nearest(value)
    guard value != self.value(of: part) else { return false }
    var entry = entries[part.id] ?? Entry(part: part)
    (entry.part, entry.wanted, entry.isUnsent) = (part, value, true)
    entries[part.id] = entry
    return true
  }

  /// Takes values from files and commands. A visitor's later value takes precedence.
  mutating func read(_ news: [ValueSource: String]) {
    readings.merge(news) { $1 }
    for (id, entry) in entries where !entry.isUnsent && entry.program == nil {
      guard let source = entry.part.value?.source, news[source] != nil else { continue }
      entries[id]?.wanted = nil
      entries[id]?.confirmed = nil
    }
  }

  /// Returns a value that is due; nil for none.
  func due(at time: Double) -> Due? {
    guard let entry = entries.values.first(where: { $0.isUnsent && time >= Self.due($0) }),
      let value = entry.wanted
    else { return nil }
    return Due(part: entry.part, value: value, hung: entry.program)
  }

  /// Notes the start of a program for a control's value. Nil means that too many are running, and the value
  /// waits.
  mutating func began(_ program: ProgramID?, for id: String, at time: Double) {
    entries[id]?.started = time
    guard let program else { return }
    entries[id]?.program = program
    entries[id]?.isUnsent = false
  }

  /// Notes the end of a control's program. Returns whether it is the latest one. After a failure, the
  /// machine's value counts.
  mutating func ended(_ program: ProgramID, of id: String, hasFailed: Bool) -> Bool {
    guard let entry = entries[id], entry.program == program else { return false }
    entries[id]?.program = nil
    guard !entry.isUnsent else { return true }
    if hasFailed { entries[id]?.wanted = nil } else { entries[id]?.confirmed = entry.wanted }
    return true
  }

  /// When the next value is due; nil for none.
  var deadline: Double? {
    guard !entries.isEmpty else { return nil }
    return entries.values.filter(\.isUnsent).map(Self.due).min()
  }

  /// Discards controls that no longer exist or have other values. `parts` has the present ones, by
  /// identifier.
  mutating func keep(_ parts: [String: LauncherTile]) {
    guard !entries.isEmpty else { return }
    entries = entries.filter { parts[$0.key]?.value == $0.value.part.value }
    for id in entries.keys {
      guard let part = parts[id] else { continue }
      entries[id]?.part = part
      guard !part.isEnabled || part.needsPIN, entries[id]?.isUnsent == true else { continue }
      // A value that may not be set now is discarded.
      entries[id]?.isUnsent = false
      entries[id]?.wanted = nil
    }
  }

  private static func due(_ entry: Entry) -> Double {
    entry.started + (entry.program == nil ? interval : patience)
  }
}

extension ValueControl {
  /// Returns the command that sets a value. The value replaces the mark within the arguments, without a
  /// shell.
  func command(_ command: Command, for value: Double) -> Command {
    var command = command
    command.origin = .value(value)
    let word = word(for: value)
    for index in command.arguments.indices.dropFirst() {
      command.arguments[index] = command.arguments[index].split(
        separator: Self.mark, omittingEmptySubsequences: false
      ).joined(separator: word)
    }
    return command
  }
}

/// A drag of a slider.
struct SliderDrag: Hashable {
  let place: ControlPlace
  /// The identifier of the control. After a reload, another one may have its place.
  let part: String
  /// The value at the start of the drag.
  let before: Double
}

/// The layout of a control with a value, on its tile.
struct ValueLayout {
  let area: Rectangle

  init(_ area: Rectangle) { self.area = area }

  /// The distance of a slider's track from both ends.
  private var edge: Double { min(area.size.height * 0.25, area.size.width * 0.1) }

  /// Returns the position of a place along the track, 0 to 1. Beyond the ends, it is 0 or 1.
  func share(at place: Point) -> Double {
    let length = area.size.width - 2 * edge
    return min(max(0, (place.x - area.origin.x - edge) / length), 1)
  }

  /// The line with the name and the value of a slider. The track is below, and its thumb never covers the
  /// letters.
  var line: Rectangle {
    Rectangle(origin: area.origin, size: Size(area.size.width, area.size.height * Self.lineShare))
  }
  var track: Rectangle {
    let height = max(3, area.size.height * Self.trackShare)
    return Rectangle(
      origin: Point(area.origin.x + edge, area.origin.y + area.size.height * Self.trackMiddle - height / 2),
      size: Size(area.size.width - 2 * edge, height))
  }

  /// The share of the line in the slider's height, the middle of the track, and the track's height. All are
  /// shares of the height.
  private static let (lineShare, trackMiddle, trackShare) = (0.6, 0.76, 0.12)
  /// The largest letters on the line, as a share of the height.
  static let lineLetters = 0.36

  /// The buttons of a stepper, at its right end.
  var less: Rectangle { button(fromRight: 1) }
  var more: Rectangle { button(fromRight: 0) }

  /// The side of a button: the height, or at most a third of the width.
  private var side: Double { min(area.size.height, area.size.width / 3) }

  private func button(fromRight place: Double) -> Rectangle {
    let left = area.maxX - side - place * (side + valueRoom)
    return Rectangle(origin: Point(left, area.origin.y), size: Size(side, area.size.height))
  }

  /// The room for a stepper's value between its buttons.
  var valueRoom: Double { min(side, max(0, area.size.width - 2 * side)) * 0.9 }

  /// The middle of the value.
  var valueCenter: Point { Point((less.maxX + more.origin.x) / 2, area.center.y) }

  /// Returns the parts of a choice, side by side.
  func segments(_ count: Int) -> [Rectangle] {
    let width = area.size.width / Double(max(1, count))
    return (0..<count).map {
      Rectangle(origin: area.origin + Point(Double($0) * width, 0), size: Size(width, area.size.height))
    }
  }
}

import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry

/// The values of sliders, steppers and choices: what is shown, and what programs are still to be told.
///
/// A finger changes a value much faster than programs can start. For each control, one program runs at a
/// time. At most ten start in a second, and the last value always arrives.
struct ControlValues: Sendable {
  private struct Entry: Sendable {
    var part: LauncherTile
    /// What a visitor has set; nil once the machine's own value counts.
    var wanted: Double?
    /// Whether a program is still to be told of it.
    var isUnsent = false
    /// The latest value that a program has set.
    var confirmed: Double?
    /// When the latest program was started, and which one runs.
    var started = -Double.infinity
    var program: ProgramID?
  }

  /// A value that is to be sent now.
  struct Due {
    let part: LauncherTile
    let value: Double
    /// The program that was told of an earlier value and does not end.
    let hung: ProgramID?

    /// The command that sets it.
    var command: Command? {
      guard let control = part.value, case .start(let command) = part.action else { return nil }
      return control.command(command, for: value)
    }
  }

  /// Seconds between two programs of one control.
  static let interval = 0.1
  /// Seconds after which a program that does not end makes way for the next value.
  static let patience = 2.0

  private var entries: [String: Entry] = [:]
  /// What files and commands have told.
  private var readings: [ValueSource: String] = [:]

  /// What a control shows.
  func value(of part: LauncherTile) -> Double {
    guard let control = part.value else { return 0 }
    let entry = entries[part.id]
    if let wanted = entry?.wanted { return wanted }
    let read = control.source.flatMap { readings[$0] }.flatMap { control.value(in: $0) }
    return read ?? entry?.confirmed ?? control.initial
  }

  /// A visitor has set a value. Whether it is another one.
  mutating func set(_ value: Double, of part: LauncherTile) -> Bool {
    guard let control = part.value else { return false }
    let value = control.nearest(value)
    guard value != self.value(of: part) else { return false }
    var entry = entries[part.id] ?? Entry(part: part)
    (entry.part, entry.wanted, entry.isUnsent) = (part, value, true)
    entries[part.id] = entry
    return true
  }

  /// What files and commands tell now. What a visitor has just set counts more than what was read before
  /// that.
  mutating func read(_ news: [ValueSource: String]) {
    readings.merge(news) { $1 }
    for (id, entry) in entries where !entry.isUnsent && entry.program == nil {
      guard let source = entry.part.value?.source, news[source] != nil else { continue }
      entries[id]?.wanted = nil
      entries[id]?.confirmed = nil
    }
  }

  /// A value to send now, as far as there is one.
  func due(at time: Double) -> Due? {
    guard let entry = entries.values.first(where: { $0.isUnsent && time >= Self.due($0) }),
      let value = entry.wanted
    else { return nil }
    return Due(part: entry.part, value: value, hung: entry.program)
  }

  /// A program was started for the value of a control; nil where there was no room for it, so that it waits
  /// for another turn.
  mutating func began(_ program: ProgramID?, for id: String, at time: Double) {
    entries[id]?.started = time
    guard let program else { return }
    entries[id]?.program = program
    entries[id]?.isUnsent = false
  }

  /// The program of a control has ended; whether it is the one that counts. One that failed leaves the value
  /// as the machine has it.
  mutating func ended(_ program: ProgramID, of id: String, hasFailed: Bool) -> Bool {
    guard let entry = entries[id], entry.program == program else { return false }
    entries[id]?.program = nil
    guard !entry.isUnsent else { return true }
    if hasFailed { entries[id]?.wanted = nil } else { entries[id]?.confirmed = entry.wanted }
    return true
  }

  /// When the next value is due; nil when none is.
  var deadline: Double? {
    guard !entries.isEmpty else { return nil }
    return entries.values.filter(\.isUnsent).map(Self.due).min()
  }

  /// Forgets controls that are no more, or have other values now. These are there, by their identifiers.
  mutating func keep(_ parts: [String: LauncherTile]) {
    guard !entries.isEmpty else { return }
    entries = entries.filter { parts[$0.key]?.value == $0.value.part.value }
    for id in entries.keys {
      guard let part = parts[id] else { continue }
      entries[id]?.part = part
      guard !part.isEnabled || part.needsPIN, entries[id]?.isUnsent == true else { continue }
      // What may not be set now is not.
      entries[id]?.isUnsent = false
      entries[id]?.wanted = nil
    }
  }

  private static func due(_ entry: Entry) -> Double {
    entry.started + (entry.program == nil ? interval : patience)
  }
}

extension ValueControl {
  /// The command that sets a value: the mark is replaced inside the arguments, and no shell sees it.
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

/// A finger on a slider.
struct SliderDrag: Hashable {
  let place: ControlPlace
  /// The identifier of the control: another one may stand there after the configuration was read again.
  let part: String
  /// The value that it had.
  let before: Double
}

/// Where the parts of a control with a value are, on its tile.
struct ValueLayout {
  let area: Rectangle

  init(_ area: Rectangle) { self.area = area }

  /// How far the track of a slider is from both ends.
  private var edge: Double { min(area.size.height * 0.25, area.size.width * 0.1) }

  /// How far along the track a place is, 0 to 1. Near its ends a finger need not be exact.
  func share(at place: Point) -> Double {
    let length = area.size.width - 2 * edge
    return min(max(0, (place.x - area.origin.x - edge) / length), 1)
  }

  /// The line with the name and the value of a slider, and its track below that: the thumb is clear of the
  /// letters wherever it is.
  var line: Rectangle {
    Rectangle(origin: area.origin, size: Size(area.size.width, area.size.height * Self.lineShare))
  }
  var track: Rectangle {
    let height = max(3, area.size.height * Self.trackShare)
    return Rectangle(
      origin: Point(area.origin.x + edge, area.origin.y + area.size.height * Self.trackMiddle - height / 2),
      size: Size(area.size.width - 2 * edge, height))
  }

  /// How much of its height the line has, where the middle of the track is, and how high that is; and the
  /// largest letters on the line.
  private static let (lineShare, trackMiddle, trackShare) = (0.6, 0.76, 0.12)
  static let lineLetters = 0.36

  /// The buttons of a stepper, at its right end.
  var less: Rectangle { button(fromRight: 1) }
  var more: Rectangle { button(fromRight: 0) }

  /// As wide as high, but both no more than two thirds of it.
  private var side: Double { min(area.size.height, area.size.width / 3) }

  private func button(fromRight place: Double) -> Rectangle {
    let left = area.maxX - side - place * (side + valueRoom)
    return Rectangle(origin: Point(left, area.origin.y), size: Size(side, area.size.height))
  }

  /// Between the buttons of a stepper, where its value is.
  var valueRoom: Double { min(side, max(0, area.size.width - 2 * side)) * 0.9 }

  /// The middle of that.
  var valueCenter: Point { Point((less.maxX + more.origin.x) / 2, area.center.y) }

  /// The parts of a choice, beside one another.
  func segments(_ count: Int) -> [Rectangle] {
    let width = area.size.width / Double(max(1, count))
    return (0..<count).map {
      Rectangle(origin: area.origin + Point(Double($0) * width, 0), size: Size(width, area.size.height))
    }
  }
}

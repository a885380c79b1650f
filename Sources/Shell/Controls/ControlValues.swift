import CarouselEngine
import Configuration
import Gestures
import Programs
import RotundaGeometry

/// The values of sliders, steppers and choices: what is shown, and what programs are still to be told.
///
/// A finger changes a value much faster than programs can start. For each control, one program runs at a time. At most ten
/// start in a second, and the last value always arrives.
struct ControlValues: Sendable {
  private struct Entry: Sendable {
    var part: LauncherTile
    /// What is shown.
    var value: Double
    /// Whether a program is still to be told of it.
    var isUnsent = false
    /// When the latest program was started, and whether it runs.
    var started = -Double.infinity
    var isRunning = false
  }

  /// Seconds between two programs of one control.
  static let interval = 0.1
  /// Seconds after which a program that does not end no longer holds up the next value.
  static let patience = 2.0

  private var entries: [String: Entry] = [:]
  /// What files and commands have told.
  private var readings: [ValueSource: String] = [:]

  /// What a control shows.
  func value(of part: LauncherTile) -> Double {
    if let entry = entries[part.id] { return entry.value }
    guard let control = part.value else { return 0 }
    return control.source.flatMap { readings[$0] }.flatMap { control.value(in: $0) } ?? control.initial
  }

  /// A visitor has set a value. Whether it is another one.
  mutating func set(_ value: Double, of part: LauncherTile) -> Bool {
    guard let control = part.value else { return false }
    let value = control.nearest(value)
    guard value != self.value(of: part) else { return false }
    var entry = entries[part.id] ?? Entry(part: part, value: value)
    (entry.part, entry.value, entry.isUnsent) = (part, value, true)
    entries[part.id] = entry
    return true
  }

  /// What files and commands tell now. What a visitor has just set counts more than what was read before that.
  mutating func read(_ news: [ValueSource: String]) {
    readings.merge(news) { $1 }
    for (id, entry) in entries where !entry.isUnsent && !entry.isRunning {
      if let source = entry.part.value?.source, news[source] != nil { entries[id] = nil }
    }
  }

  /// A control with a value to send now; nil when there is none. Its program counts as started.
  mutating func takeDue(at time: Double) -> (part: LauncherTile, value: Double)? {
    guard let id = entries.first(where: { Self.isDue($0.value, at: time) })?.key, var entry = entries[id]
    else {
      return nil
    }
    (entry.isUnsent, entry.isRunning, entry.started) = (false, true, time)
    entries[id] = entry
    return (entry.part, entry.value)
  }

  /// A program could not be started now: its value is still to be told.
  mutating func postpone(_ id: String) { entries[id]?.isUnsent = true }

  /// The program of a control has ended. One that failed leaves the value as the machine has it.
  mutating func ended(_ id: String, hasFailed: Bool) {
    guard let entry = entries[id] else { return }
    if hasFailed, !entry.isUnsent {
      entries[id] = nil
    } else {
      entries[id]?.isRunning = false
    }
  }

  /// When the next value is due; nil when none is.
  var deadline: Double? {
    guard !entries.isEmpty else { return nil }
    return entries.values.filter(\.isUnsent).map(Self.due).min()
  }

  /// Forgets controls that are no more, or are others now. These are there, by their identifiers.
  mutating func keep(_ parts: [String: LauncherTile]) {
    guard !entries.isEmpty else { return }
    entries = entries.filter { parts[$0.key] == $0.value.part }
  }

  private static func due(_ entry: Entry) -> Double {
    entry.started + (entry.isRunning ? patience : interval)
  }

  private static func isDue(_ entry: Entry, at time: Double) -> Bool {
    entry.isUnsent && time >= due(entry)
  }
}

extension ValueControl {
  /// The command that sets a value: the mark is replaced inside the arguments, and no shell sees it.
  func command(_ command: Command, for value: Double) -> Command {
    var command = command
    let word = word(for: value)
    for index in command.arguments.indices.dropFirst() {
      command.arguments[index] = command.arguments[index].split(
        separator: Self.mark, omittingEmptySubsequences: false
      ).joined(separator: word)
    }
    return command
  }
}

/// Controls with a value.
extension Shell {
  /// The slider under a point that a finger may move now; nil where there is none.
  func slider(at point: Point) -> ControlPlace? {
    guard let place = control(at: point), let part = part(at: place), part.value?.style == .slider,
      !asksForPIN(place), tiles[place.tile].isEnabled, part.isEnabled
    else { return nil }
    return place
  }

  private func asksForPIN(_ place: ControlPlace) -> Bool {
    tiles[place.tile].needsPIN || part(at: place)?.needsPIN == true
  }

  private func part(at place: ControlPlace) -> LauncherTile? {
    tiles.indices.contains(place.tile) ? tiles[place.tile][place.control] : nil
  }

  /// Whether a drag moves a slider: it began on one, and runs from side to side as that does.
  func movesSlider(_ drag: Drag) -> Bool {
    let isSideways = shelf.isVertical ? drag.axis == .perpendicular : drag.axis.isAlongAxis
    guard isSideways, !drag.isAfterLongPress, !isOnNotice(drag.start), !touch.stoppedMotion else {
      return false
    }
    return slider(at: drag.start) != nil
  }

  mutating func beginSliderDrag(_ drag: Drag, into effects: inout [ShellEffect]) {
    guard let place = slider(at: drag.start), let part = part(at: place) else { return }
    if touch.drivesCarousel { cancelDrag() }
    touch.slider = SliderDrag(place: place, part: part.id, before: values.value(of: part))
    dragSlider(drag, into: &effects)
  }

  mutating func dragSlider(_ drag: Drag, into effects: inout [ShellEffect]) {
    guard let slider = touch.slider, let part = part(at: slider.place), part.id == slider.part,
      let share = share(of: drag.position, on: slider.place)
    else { return }
    set(part.value?.value(atShare: share) ?? 0, of: part, into: &effects)
  }

  /// The drag was taken back: the value is what it was.
  mutating func cancelSliderDrag(into effects: inout [ShellEffect]) {
    guard let slider = touch.slider else { return }
    touch.slider = nil
    if let part = part(at: slider.place), part.id == slider.part {
      set(slider.before, of: part, into: &effects)
    }
  }

  /// How far from its least value a point of the surface is on a slider, 0 to 1, wherever the finger is by now.
  private func share(of point: Point, on place: ControlPlace) -> Double? {
    guard let area = shelf.interiors[tiles[place.tile].id]?.area(of: place.control),
      let spot = placeOnTile(place.tile, point)
    else { return nil }
    return ValueLayout(area).share(at: spot)
  }

  /// A tap on a control with a value: whether there was one.
  mutating func tapValue(_ place: ControlPlace, at point: Point, into effects: inout [ShellEffect]) -> Bool {
    guard let part = part(at: place), let control = part.value, !asksForPIN(place),
      tiles[place.tile].isEnabled, part.isEnabled,
      let area = shelf.interiors[tiles[place.tile].id]?.area(of: place.control),
      let spot = placeOnTile(place.tile, point)
    else { return false }
    let layout = ValueLayout(area)
    let now = values.value(of: part)
    sound(.tap)
    switch control.style {
    case .slider: set(control.value(atShare: layout.share(at: spot)), of: part, into: &effects)
    case .stepper:
      if layout.less.contains(spot) { set(now - control.increment, of: part, into: &effects) }
      if layout.more.contains(spot) { set(now + control.increment, of: part, into: &effects) }
    case .choice:
      let segments = layout.segments(control.choices.count)
      guard let index = segments.firstIndex(where: { $0.contains(spot) }) else { return true }
      set(Double(index), of: part, into: &effects)
    }
    return true
  }

  /// Keys change a value by so many steps.
  mutating func change(_ part: LauncherTile, by steps: Double, into effects: inout [ShellEffect]) {
    guard let control = part.value else { return }
    set(values.value(of: part) + steps * control.increment, of: part, into: &effects)
  }

  /// One switch and the selecting key go from value to value, and from the greatest to the least.
  mutating func cycle(_ part: LauncherTile, into effects: inout [ShellEffect]) {
    guard let control = part.value else { return }
    let now = values.value(of: part)
    // Of a slider a tenth: one switch has to come by all of it.
    let tenth = (control.range.upperBound - control.range.lowerBound) / 10
    let step = control.style == .slider ? max(control.step, tenth) : control.increment
    set(now >= control.range.upperBound ? control.range.lowerBound : now + step, of: part, into: &effects)
  }

  private mutating func set(_ value: Double, of part: LauncherTile, into effects: inout [ShellEffect]) {
    guard values.set(value, of: part) else { return }
    isDirty = true
    sendValues(into: &effects)
  }

  /// Starts the programs that are to be told of a value now.
  mutating func sendValues(into effects: inout [ShellEffect]) {
    guard values.deadline.map({ $0 <= clock }) == true else { return }
    while let due = values.takeDue(at: clock) {
      guard let control = due.part.value, case .start(let command) = due.part.action,
        runSilently(control.command(command, for: due.value), for: due.part, into: &effects)
      else { return values.postpone(due.part.id) }
    }
  }

  /// The controls with values of all tiles, by their identifiers.
  private var valueParts: [String: LauncherTile] {
    var parts: [String: LauncherTile] = [:]
    for shelf in levels[0].shelves {
      shelf.tiles.forEachTile(where: { $0.$value.isThere }) { parts[$0.id] = $0 }
    }
    return parts
  }

  /// Other tiles may be there: what is known of controls that are no more is forgotten.
  mutating func pruneValues() { values.keep(valueParts) }

  /// The program of a control ended: what the machine has now is looked up, where it can be.
  mutating func valueProgramEnded(
    _ program: SilentProgram, hasFailed: Bool, into effects: inout [ShellEffect]
  ) {
    guard let id = program.control else { return }
    values.ended(id, hasFailed: hasFailed)
    isDirty = true
    if case .command? = valueParts[id]?.value?.source { effects.append(.readValues) }
    sendValues(into: &effects)
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

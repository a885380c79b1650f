import Configuration
import RotundaGeometry
import Gestures

/// Touches in the demo. Those that land on the launcher's screen belong to the launcher until they lift.
/// Others operate controls.
extension DemoStage {
  /// The most touches for the launcher. Further ones go to the controls.
  private static let mostTouches = 40

  mutating func touch(_ frame: TouchFrame, at time: Double, into effects: inout [DemoEffect]) {
    var (inner, outer): ([TouchEvent], [TouchEvent]) = ([], [])
    for event in frame.events {
      switch event {
      case .down(let id, let point, let stamp):
        if isOnScreen(point), screenTouches.count < Self.mostTouches {
          screenTouches.insert(id)
          inner.append(.down(id: id, at: plan.onScreen(point), milliseconds: stamp))
        } else {
          if screenTouches.remove(id) != nil { inner.append(.cancelContact(id: id)) }
          outer.append(event)
        }
      case .motion(let id, let point, let stamp):
        if screenTouches.contains(id) {
          inner.append(.motion(id: id, at: plan.onScreen(point), milliseconds: stamp))
        } else {
          outer.append(event)
        }
      case .up(let id, _), .cancelContact(let id):
        if screenTouches.remove(id) != nil { inner.append(event) } else { outer.append(event) }
      case .cancel, .lost:
        screenTouches.removeAll()
        inner.append(event)
        outer.append(event)
      }
    }
    showsFocus = false
    if !inner.isEmpty {
      focus = .screen
      give(.touch(TouchFrame(inner)), at: time)
    }
    if !outer.isEmpty { touchControls(TouchFrame(outer), at: time, into: &effects) }
    isDirty = true
  }

  private func isOnScreen(_ point: Point) -> Bool {
    guard point.x.isFinite, point.y.isFinite else { return false }
    return plan.screen.contains(point) && !(isWhole && plan.bar.contains(point))
  }

  mutating func act(on gesture: Gesture, at time: Double, into effects: inout [DemoEffect]) {
    switch gesture {
    case .touchBegan: _ = scroll.touchDown(at: time)
    case .touchEnded: scroll.touchUp(at: time)
    case .pressBegan(let point): pressed = point
    case .pressEnded: pressed = nil
    case .tap(let point): tap(at: point, time, into: &effects)
    case .dragBegan(let drag): begin(drag, at: time)
    case .dragChanged(let drag): move(drag, at: time)
    case .dragEnded(let drag): end(drag, velocity: drag.axis.isAlongAxis ? drag.velocity.y : 0, at: time)
    case .dragCancelled(let drag): end(drag, velocity: 0, at: time)
    default: break
    }
    isDirty = true
  }

  /// Returns a point of the surface in coordinates of the panel's content; nil outside the panel.
  private func onPanel(_ point: Point) -> Point? {
    guard !isWhole, plan.panel.contains(point) else { return nil }
    return point - plan.panel.origin + Point(0, scroll.offset)
  }

  private func slider(at point: Point) -> (row: Int, slider: Int)? {
    guard let place = onPanel(point) else { return nil }
    for (index, row) in rows.enumerated() {
      if let slider = row.tracks.firstIndex(where: { $0.contains(place) }) { return (index, slider) }
    }
    return nil
  }

  private mutating func begin(_ drag: Drag, at time: Double) {
    pressed = nil
    if !drag.axis.isAlongAxis, let slider = slider(at: drag.start) {
      grabbed = slider
      choose(row: slider.row)
      return slide(to: drag.position, at: time)
    }
    guard onPanel(drag.start) != nil, drag.axis.isAlongAxis else { return }
    scroll.beginDragging(at: time)
  }

  private mutating func move(_ drag: Drag, at time: Double) {
    if grabbed != nil { return slide(to: drag.position, at: time) }
    if scroll.isDragging { scroll.drag(by: drag.delta.y, velocity: drag.velocity.y, at: time) }
  }

  private mutating func end(_ drag: Drag, velocity: Double, at time: Double) {
    if grabbed != nil {
      grabbed = nil
      // From now on, changes may animate again.
      return apply(at: time)
    }
    if scroll.isDragging { scroll.endDragging(velocity: velocity, at: time) }
  }

  /// Moves the dragged slider to a finger.
  private mutating func slide(to point: Point, at time: Double) {
    guard let (row, slider) = grabbed, rows.indices.contains(row) else { return }
    put(row, slider, at: point, time)
  }

  private mutating func put(_ index: Int, _ slider: Int, at point: Point, _ time: Double) {
    let row = rows[index]
    guard case .sliders(let scales) = row.control.kind else { return }
    let track = Self.line(of: row.tracks[slider], unit: plan.unit)
    let part = (point.x - plan.panel.origin.x - track.start) / max(1, track.end - track.start)
    set(scales[slider].number(at: part), slider, of: row.control, at: time)
  }

  /// Returns the beginning and end of a slider's line. A knob fits beside either end.
  static func line(of track: Rectangle, unit: Double) -> (start: Double, end: Double) {
    (track.origin.x + 0.6 * unit, track.maxX - 0.6 * unit)
  }

  /// Sets one of a control's numbers.
  mutating func set(_ number: Double, _ slider: Int, of control: DemoControl, at time: Double) {
    var numbers = control.numbers(look.value(of: control.key))
    guard numbers.indices.contains(slider), numbers[slider] != number || !look.isSet(control.key) else {
      return
    }
    numbers[slider] = number
    guard let value = control.value(numbers) else { return }
    set(value, of: control, at: time)
  }

  mutating func set(_ value: SettingValue, of control: DemoControl, at time: Double) {
    look.set(value, of: control.key)
    apply(at: time)
    moveToStart(control.key)
  }

  /// Resets a control.
  mutating func reset(_ control: DemoControl, at time: Double) {
    look.reset(control.key)
    apply(at: time)
  }

  /// Moves the carousel to its start, which would not be visible otherwise.
  private mutating func moveToStart(_ key: ConfigurationKey) {
    switch (key.name, look.value(of: key)) {
    case ("start-tile", .number(let tile)): shell.turn(to: min(tile, Double(tileCount)) - 1)
    case ("scroll-offset", .number(let offset)): shell.turn(to: offset)
    default: break
    }
  }

  mutating func toggle(_ control: DemoControl, at time: Double) {
    let isOn = look.value(of: control.key) != .boolean(false)
    set(.boolean(!isOn), of: control, at: time)
  }

  private mutating func tap(at point: Point, _ time: Double, into effects: inout [DemoEffect]) {
    if let index = buttonPlaces.firstIndex(where: { $0.area.contains(point) }) {
      focus = .button(index)
      return press(buttonPlaces[index].button, at: time, into: &effects)
    }
    guard let place = onPanel(point), let index = rows.firstIndex(where: { $0.area.contains(place) }) else {
      return
    }
    choose(row: index)
    let row = rows[index]
    switch row.control.kind {
    case .toggle: toggle(row.control, at: time)
    case .choice(let words):
      if let chip = row.chips.firstIndex(where: { $0.contains(place) }) {
        set(row.control.value(words[chip]), of: row.control, at: time)
      } else if row.reset.contains(place) {
        reset(row.control, at: time)
      }
    case .sliders:
      if let slider = row.tracks.firstIndex(where: { $0.contains(place) }) {
        put(index, slider, at: point, time)
      } else if row.reset.contains(place) {
        reset(row.control, at: time)
      }
    }
  }

  /// Focuses a row, and shows its description.
  mutating func choose(row: Int) {
    focus = .row(row)
    guard helpKey != rows[row].control.key else { return }
    helpKey = rows[row].control.key
    help = nil
  }

  mutating func press(_ button: DemoButton, at time: Double, into effects: inout [DemoEffect]) {
    switch button {
    case .removeTile: removeTile(at: time)
    case .addTile: addTile(at: time)
    case .wholeScreen: showWhole(true, at: time)
    case .options: showWhole(false, at: time)
    case .save: effects.append(.save(look.file, replaces: false))
    case .replace: effects.append(.save(look.file, replaces: true))
    case .keep:
      saving = .changed
      focus = .button(3)
    case .close: isOver = true
    }
    isDirty = true
  }

  mutating func showWhole(_ isWhole: Bool, at time: Double) {
    self.isWhole = isWhole
    focus = isWhole ? .screen : .button(2)
    give(.touch(TouchFrame([.cancel])), at: time)
    screenTouches.removeAll()
    layOut(at: time)
  }

  /// The visible buttons.
  var buttons: [DemoButton] {
    if isWhole { return [.options] }
    return saving == .asks ? [.replace, .keep] : [.removeTile, .addTile, .wholeScreen, .save, .close]
  }

  var buttonPlaces: [(button: DemoButton, area: Rectangle)] {
    DemoButton.places(of: buttons, in: plan.bar, gap: 0.3 * plan.unit).buttons
  }
}

import Gestures

/// Keys and wheels in the demo. Tab moves between the options, the buttons and the launcher, and arrows
/// operate the focused one.
extension DemoStage {
  /// The number of rows for page keys.
  private static let page = 6

  mutating func handle(_ event: KeyEvent, at time: Double, into effects: inout [DemoEffect]) {
    guard event.phase != .released, event.modifiers.isDisjoint(with: [.control, .alt, .logo]) else {
      return give(.key(event), at: time)
    }
    // Without a screen, keys have no effect.
    guard !rows.isEmpty || event.key == .escape else { return }
    isDirty = true
    showsFocus = true
    switch event.key {
    case .escape where event.phase == .pressed: return escape(at: time)
    case .tab where !isWhole && saving != .asks:
      return changeFocus(by: event.modifiers.contains(.shift) ? -1 : 1)
    case .character(let character): if shortcut(character, at: time, into: &effects) { return }
    default: break
    }
    switch focus {
    case .screen: give(.key(event), at: time)
    case .button(let index): handleButtonKey(event, index, at: time, into: &effects)
    case .row(let index): handleRowKey(event, index, at: time)
    }
  }

  /// Closes what is open, and finally the demo.
  private mutating func escape(at time: Double) {
    let isInside = shell.tilesPanel.levels.count > 1 || !shell.panels.isEmpty
    if saving == .asks {
      saving = .changed
      focus = .button(3)
    } else if isInside, focus == .screen {
      give(.key(KeyEvent(.escape)), at: time)
    } else if isWhole {
      showWhole(false, at: time)
    } else {
      isOver = true
    }
  }

  private mutating func shortcut(
    _ character: Character, at time: Double, into effects: inout [DemoEffect]
  ) -> Bool {
    guard saving != .asks else { return false }
    switch character {
    case "+", "=": addTile(at: time)
    case "-": removeTile(at: time)
    case "w": showWhole(!isWhole, at: time)
    case "s": press(.save, at: time, into: &effects)
    case "r": if case .row(let index) = focus { reset(rows[index].control, at: time) }
    default: return false
    }
    return true
  }

  private mutating func changeFocus(by step: Int) {
    let chosen = rows.firstIndex { $0.control.key == helpKey } ?? 0
    let order: [Focus] = [.row(chosen), .button(0), .screen]
    let place =
      switch focus {
      case .row: 0
      case .button: 1
      case .screen: 2
      }
    focus = order[(place + step).wrapped(below: order.count)]
    if case .row(let index) = focus { choose(row: index) }
  }

  private mutating func handleButtonKey(
    _ event: KeyEvent, _ index: Int, at time: Double, into effects: inout [DemoEffect]
  ) {
    let count = buttons.count
    switch event.key {
    case .left, .up: focus = .button((index - 1).wrapped(below: count))
    case .right, .down: focus = .button((index + 1).wrapped(below: count))
    case .enter, .space:
      if buttons.indices.contains(index) { press(buttons[index], at: time, into: &effects) }
    default: break
    }
  }

  private mutating func handleRowKey(_ event: KeyEvent, _ index: Int, at time: Double) {
    switch event.key {
    case .up: go(to: index - 1, at: time)
    case .down: go(to: index + 1, at: time)
    case .pageUp: go(to: index - Self.page, at: time)
    case .pageDown: go(to: index + Self.page, at: time)
    case .home: go(to: 0, at: time)
    case .end: go(to: rows.count - 1, at: time)
    case .left: step(rows[index].control, by: -1, at: time)
    case .right: step(rows[index].control, by: 1, at: time)
    case .enter, .space: if event.phase == .pressed { step(rows[index].control, by: 1, at: time) }
    default: break
    }
  }

  private mutating func go(to index: Int, at time: Double) {
    let index = min(max(0, index), rows.count - 1)
    choose(row: index)
    scroll.reveal(rows[index].area.origin.y, rows[index].area.maxY, at: time)
  }

  /// Sets the next value of a control.
  private mutating func step(_ control: DemoControl, by count: Int, at time: Double) {
    switch control.kind {
    case .toggle: toggle(control, at: time)
    case .choice(let words):
      let current = control.index(of: look.value(of: control.key))
      let next = current.map { ($0 + count).wrapped(below: words.count) } ?? 0
      set(control.value(words[next]), of: control, at: time)
    case .sliders(let scales):
      let numbers = control.numbers(look.value(of: control.key))
      guard numbers.count == scales.count else { return }
      // Keys move the first of several sliders.
      set(scales[0].number(from: numbers[0], steps: count), 0, of: control, at: time)
    }
  }

  /// Handles wheels and touchpads, which report no place: they apply to the last touched part.
  mutating func handle(_ event: ScrollEvent, at time: Double) {
    if isWhole || focus == .screen { return give(.scroll(event), at: time) }
    switch event.kind {
    case .steps(_, let y): scroll.scroll(by: Double(y) * 3 * plan.unit, at: time)
    case .moved(let delta): scroll.scroll(by: -delta.y, duration: 0, at: time)
    case .stopped: break
    }
    isDirty = true
  }
}

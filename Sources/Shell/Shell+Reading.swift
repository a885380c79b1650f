import Configuration
import Gestures
import RotundaGeometry

// Reading by touch and by keys.
extension Shell {
  /// Handles touches on the launcher, for gestures or exploration.
  mutating func handleTouch(_ frame: TouchFrame, at time: Double) {
    presentation.input.lookOut(inFront: panels.recognizers)
    guard !presentation.touchGuard.isOff else { return handleCounted(frame, at: time) }
    let slop = presentation.input.slop
    for frame in presentation.touchGuard.admit(frame, slop: slop, at: time) { handleCounted(frame, at: time) }
  }

  private mutating func handleCounted(_ frame: TouchFrame, at time: Double) {
    guard presentation.explorer.isActive || presentation.explores else {
      return recognize(frame, at: time)
    }
    let slop = presentation.input.slop
    perform(presentation.explorer.handle(frame, slop: slop, at: time), at: time)
  }

  private mutating func recognize(_ frame: TouchFrame, at time: Double) {
    if panels.takesTouches { withPanels { $0.handle(frame) } }
    act(on: presentation.input.handle(frame, at: time))
  }

  /// Handles time-outs of resting fingers.
  mutating func meetTouchDeadlines(at time: Double) {
    for frame in presentation.touchGuard.advance(to: time) { handleCounted(frame, at: time) }
    perform(presentation.explorer.advance(to: time), at: time)
  }

  private mutating func perform(_ outcomes: [TouchExplorer.Outcome], at time: Double) {
    for outcome in outcomes {
      switch outcome {
      case .pass(let frame): recognize(frame, at: time)
      case .explore(let point): present { $0.hear(at: point) }
      case .lifted: present { $0.endExploring() }
      case .tap(let point): present { $0.tapToHear(at: point) }
      case .splitTap: present { $0.openHeard() }
      }
    }
  }
}

// Private listening.
extension Shell {
  /// Handles the headset. A plugged headset turns the screen reader on. After it is unplugged, the visitor
  /// may have left.
  mutating func handleHeadset(isPlugged: Bool, isNew: Bool, at time: Double) {
    present { $0.setHeadset(isPlugged) }
    guard isNew else { return }
    if isPlugged {
      somebodyCame(at: time)
      present { $0.beginPrivateListening() }
    } else if presentation.endPrivateListening(into: &outbox) {
      ask(until: time + (idle.monitor.settings.warning ?? ScreenCover.usualQuestion), at: time)
    }
  }
}

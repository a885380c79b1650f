import RotundaGeometry
import Gestures

/// What each gesture does on a carousel of a certain kind, and what has to be looked out for because of that.
package struct GestureBindings: Hashable, Sendable {
  private var actions: [GestureTrigger: ShellAction]
  private let buttons: [ControllerButton: ShellAction]

  /// What the settings say, and what suits a carousel of that kind where they say nothing: swipes across its
  /// way go from shelf to shelf, unless they move the carousel.
  package init(_ settings: GestureSettings, for carousel: CarouselSettings) {
    (actions, buttons) = (settings.bindings, settings.buttons)
    guard carousel.details.ignoresPerpendicularSwipes else { return }
    let isVertical = carousel.orientation == .vertical
    let shelves: [(SwipeDirection, ShellAction)] =
      isVertical
      ? [(.left, .nextShelf), (.right, .previousShelf)] : [(.up, .nextShelf), (.down, .previousShelf)]
    for (direction, action) in shelves where actions[.swipe(direction)] == nil {
      actions[.swipe(direction)] = action
    }
  }

  /// Swipes of two fingers read, where they do nothing else.
  package mutating func addReading() {
    let reading: [(SwipeDirection, ReadingAction)] = [
      (.right, .on), (.left, .back), (.up, .again), (.down, .spelled),
    ]
    for (direction, action) in reading where self[.multiSwipe(fingers: 2, direction)] == .none {
      actions[.multiSwipe(fingers: 2, direction)] = .read(action)
    }
  }

  package subscript(trigger: GestureTrigger) -> ShellAction { actions[trigger] ?? .none }
  package subscript(button: ControllerButton) -> ShellAction { buttons[button] ?? .none }

  /// Whether swipes up and down, or left and right, go to the next and the previous shelf and do nothing
  /// else: then the shelves can follow the finger.
  package func moveShelves(isVertical: Bool) -> Bool {
    let (on, back): (SwipeDirection, SwipeDirection) = isVertical ? (.up, .down) : (.left, .right)
    return self[.swipe(on)] == .nextShelf && self[.swipe(back)] == .previousShelf
      && self[.flick(on)] == .none && self[.flick(back)] == .none
  }

  /// What has to be looked out for: what the carousel needs, and what is bound.
  package var recognizers: Recognizers {
    bound.reduce(into: [.tap, .drag]) { $0.formUnion($1.recognizer) }
  }

  /// The edges that have a swipe; the others leave their drags to the carousel.
  package var edges: EdgeSet {
    bound.reduce(into: []) { edges, trigger in
      if case .edgeSwipe(let edge) = trigger { edges.insert(EdgeSet(edge)) }
    }
  }

  /// How many fingers have a long press; others that rest can still do something else.
  package var longPressFingers: FingerCounts {
    bound.reduce(into: []) { counts, trigger in
      if case .multiLongPress(let fingers) = trigger { counts.insert(FingerCounts(fingers)) }
    }
  }

  /// What is left of them while a program has the screen: gestures from edges and of several fingers, which
  /// are hardly meant for the program, with actions that make sense there.
  package var overProgram: GestureBindings {
    var bindings = self
    bindings.actions = actions.filter { $0.key.isApartFromPrograms && $0.value.worksOverProgram }
    return bindings
  }

  /// What has to be looked out for beside a program, which gets all that one finger does.
  package var recognizersOverProgram: Recognizers {
    overProgram.bound.reduce(into: []) { $0.formUnion($1.recognizer) }
  }

  private var bound: some Sequence<GestureTrigger> {
    actions.lazy.filter { $0.value != .none }.map(\.key)
  }
}

extension GestureTrigger {
  /// Whether it is told apart from what one finger does to a program.
  var isApartFromPrograms: Bool {
    switch self {
    case .edgeSwipe: true
    // Two fingers scroll and zoom in many programs.
    case .multiTap(let fingers), .multiLongPress(let fingers), .multiSwipe(let fingers, _): fingers > 2
    case .tap, .doubleTap, .longPress, .longPressDrag, .swipe, .flick, .pinchIn, .pinchOut, .rotation: false
    }
  }
}

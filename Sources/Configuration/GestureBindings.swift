import RotundaGeometry
import Gestures

/// The actions of all gestures on a carousel of a certain kind, and the recognizers that they need.
package struct GestureBindings: Hashable, Sendable {
  private var actions: [GestureTrigger: ShellAction]
  private let buttons: [ControllerButton: ShellAction]

  /// Creates the bindings from the settings, with defaults that suit the carousel. Swipes across the tiles
  /// change the shelf by default, unless they move the carousel.
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

  /// Binds two-finger swipes to reading, if they are unbound.
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

  /// Reports whether swipes along this axis go to the next and the previous shelf and do nothing else. If so,
  /// the shelves can follow the finger.
  package func moveShelves(isVertical: Bool) -> Bool {
    let (on, back): (SwipeDirection, SwipeDirection) = isVertical ? (.up, .down) : (.left, .right)
    return self[.swipe(on)] == .nextShelf && self[.swipe(back)] == .previousShelf
      && self[.flick(on)] == .none && self[.flick(back)] == .none
  }

  /// The recognizers for the carousel and for all bound gestures.
  package var recognizers: Recognizers {
    bound.reduce(into: [.tap, .drag]) { $0.formUnion($1.recognizer) }
  }

  /// The edges with a bound swipe. Drags from the other edges go to the carousel.
  package var edges: EdgeSet {
    bound.reduce(into: []) { edges, trigger in
      if case .edgeSwipe(let edge) = trigger { edges.insert(EdgeSet(edge)) }
    }
  }

  /// The numbers of fingers that have a long press. Other numbers of resting fingers can still begin another
  /// gesture.
  package var longPressFingers: FingerCounts {
    bound.reduce(into: []) { counts, trigger in
      if case .multiLongPress(let fingers) = trigger { counts.insert(FingerCounts(fingers)) }
    }
  }

  /// The bindings while a program has the screen. They contain gestures from edges and of several fingers,
  /// which are hardly meant for the program, and only actions that make sense there.
  package var overProgram: GestureBindings {
    var bindings = self
    bindings.actions = actions.filter { $0.key.isApartFromPrograms && $0.value.worksOverProgram }
    return bindings
  }

  /// The recognizers that run beside a program. The program gets all one-finger input.
  package var recognizersOverProgram: Recognizers {
    overProgram.bound.reduce(into: []) { $0.formUnion($1.recognizer) }
  }

  private var bound: some Sequence<GestureTrigger> {
    actions.lazy.filter { $0.value != .none }.map(\.key)
  }
}

extension GestureTrigger {
  /// Whether the gesture differs from one-finger input for a program.
  var isApartFromPrograms: Bool {
    switch self {
    case .edgeSwipe: true
    // Two fingers scroll and zoom in many programs.
    case .multiTap(let fingers), .multiLongPress(let fingers), .multiSwipe(let fingers, _): fingers > 2
    case .tap, .doubleTap, .longPress, .longPressDrag, .swipe, .flick, .pinchIn, .pinchOut, .rotation: false
    }
  }
}

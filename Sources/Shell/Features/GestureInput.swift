import Configuration
import Gestures
import RotundaGeometry

/// Fingers in, gestures out: on the launcher, and on programs where fingers are seen beside the compositor. It knows what gestures are bound to.
struct GestureInput: Sendable {
  private(set) var recognizer = GestureRecognizer()
  /// Makes gestures of touches seen beside the compositor.
  private(set) var globalRecognizer = GestureRecognizer()
  /// How fingers are understood.
  private var settings: GestureSettings
  /// What gestures do.
  private(set) var bindings: GestureBindings
  /// What is looked out for because some tile has a gesture of its own.
  private var tileGestures: Recognizers = []
  /// What is looked out for because of what is in front.
  private var panelGestures: Recognizers = []
  private var press = PressFeedback()
  /// The touch that ended a scene among the tiles.
  var firstTouch = FirstTouch()
  // Kept from call to call, so that a frame in steady state takes no memory.
  private var buffer: [Gesture] = []

  init(_ configuration: KioskConfiguration) {
    settings = configuration.gestures
    bindings = GestureBindings(configuration.gestures, for: configuration.carousel)
  }

  /// Another configuration is in force.
  mutating func apply(_ configuration: KioskConfiguration, axis: Point, pointsPerMillimeter: Double?) {
    settings = configuration.gestures
    bindings = GestureBindings(configuration.gestures, for: configuration.carousel)
    setUp(axis: axis, pointsPerMillimeter: pointsPerMillimeter)
  }

  /// Makes the recognisers look out for what is bound; one finger swipes along `axis`.
  mutating func setUp(axis: Point, pointsPerMillimeter: Double?) {
    recognizer.axis = axis
    recognizer.resamples = settings.resampling
    recognizer.policy = settings.policy
    recognizer.velocityStrategy = settings.velocityStrategy
    lookOut()
    recognizer.edges = bindings.edges
    recognizer.longPressFingers = bindings.longPressFingers
    globalRecognizer.recognizers = bindings.recognizersOverProgram
    globalRecognizer.edges = bindings.overProgram.edges
    globalRecognizer.longPressFingers = bindings.overProgram.longPressFingers
    setThresholds(pointsPerMillimeter: pointsPerMillimeter)
  }

  /// How far a finger may move in a tap at least, in millimetres, as the theme has it.
  var leastSlop = 0.0

  /// The screen's size in the world is known, or no longer is.
  mutating func setThresholds(pointsPerMillimeter: Double?) {
    let thresholds = settings.thresholds(pointsPerMillimeter: pointsPerMillimeter, leastSlop: leastSlop)
    recognizer.thresholds = thresholds
    globalRecognizer.thresholds = thresholds
  }

  /// The surface has another size, in points.
  mutating func resize(to size: Size) {
    recognizer.bounds = size
    globalRecognizer.bounds = size
  }

  /// Tiles have these gestures of their own.
  mutating func lookOut(for tileGestures: Recognizers) {
    self.tileGestures = tileGestures
    lookOut()
  }

  /// What is in front has these gestures of its own.
  mutating func lookOut(inFront gestures: Recognizers) {
    guard gestures != panelGestures else { return }
    panelGestures = gestures
    lookOut()
  }

  private mutating func lookOut() {
    recognizer.recognizers = bindings.recognizers.union(tileGestures).union(panelGestures)
  }

  /// A finger landed where tiles have only `own` gestures: what only other tiles have is not looked out for, so that nothing waits for it.
  /// Answers gestures that are decided by that.
  mutating func forgo(except own: Recognizers) -> [Gesture] {
    let extra = tileGestures.subtracting(bindings.recognizers)
    guard !extra.isEmpty else { return [] }
    var decided: [Gesture] = []
    recognizer.forgo(extra.subtracting(own).subtracting(panelGestures), into: &decided)
    return decided
  }

  /// Whether some gesture is looked out for only because a tile has it.
  var hasTileGestures: Bool { !tileGestures.subtracting(bindings.recognizers).isEmpty }

  /// Along which way the fingers that are down swipe.
  mutating func swipe(along axis: Point) { recognizer.axis = axis }

  /// Seconds between two frames, where the display knows; a finger's drag is drawn accordingly.
  var frameInterval: Double? {
    get { recognizer.frameInterval }
    set { recognizer.frameInterval = newValue }
  }

  /// Whether fingers that are down need another frame.
  var isMoving: Bool { recognizer.needsResampling }

  /// When gestures are decided by time.
  var deadline: Double? {
    var due = min(recognizer.deadline ?? .infinity, globalRecognizer.deadline ?? .infinity)
    if let deadline = press.deadline { due = min(due, deadline) }
    return due < .infinity ? due : nil
  }

  /// How fast a flick is at least, in points per second.
  var flickMinimum: Double { recognizer.thresholds.flickMinimum }

  /// What fingers do on the launcher, as gestures.
  mutating func handle(_ frame: TouchFrame, at time: Double) -> [Gesture] {
    collect {
      $0.recognizer.handle(frame, at: time, into: &$1)
      $0.press.alter(&$1, at: time)
    }
  }

  /// What fingers have done by now.
  mutating func advance(to time: Double) -> [Gesture] {
    collect {
      $0.recognizer.advance(to: time, into: &$1)
      $0.press.alter(&$1, at: time)
      $0.press.advance(to: time, into: &$1)
    }
  }

  /// Where fingers that are down are at the time of a frame that is drawn `now`.
  mutating func resample(forFrameAt time: Double, drawnAt now: Double) -> [Gesture] {
    collect { $0.recognizer.resample(forFrameAt: time, drawnAt: now, into: &$1) }
  }

  /// Forgets every finger on the launcher.
  mutating func cancel(at time: Double) -> [Gesture] {
    collect {
      $0.recognizer.cancelAll(at: time, into: &$1)
      $0.press.alter(&$1, at: time)
    }
  }

  /// Ends a press that is still shown.
  mutating func endPress() -> [Gesture] {
    collect { $0.press.advance(to: .infinity, into: &$1) }
  }

  /// What fingers ask for that are seen beside the compositor, over a program; no frame: what they have asked for by now.
  mutating func actionsElsewhere(
    _ frame: TouchFrame? = nil, at time: Double
  ) -> [(action: ShellAction, point: Point)] {
    let gestures = collect {
      if let frame {
        $0.globalRecognizer.handle(frame, at: time, into: &$1)
      } else {
        $0.globalRecognizer.advance(to: time, into: &$1)
      }
    }
    defer { reuse(gestures) }
    return gestures.compactMap { gesture in
      trigger(of: gesture).map { (bindings.overProgram[$0.trigger], $0.point) }
    }
  }

  mutating func forgetElsewhere(at time: Double) {
    reuse(collect { $0.globalRecognizer.cancelAll(at: time, into: &$1) })
  }

  /// Takes the buffer out, since what is done with gestures may come here again; `reuse` gives it back.
  private mutating func collect(_ body: (inout GestureInput, inout [Gesture]) -> Void) -> [Gesture] {
    var gestures: [Gesture] = []
    swap(&gestures, &buffer)
    gestures.removeAll(keepingCapacity: true)
    body(&self, &gestures)
    return gestures
  }

  /// Keeps the memory of gestures that have been dealt with.
  mutating func reuse(_ gestures: consuming [Gesture]) {
    buffer = gestures
  }
}

extension GestureBindings {
  /// The strip along an edge does what a swipe from there does, and if that is nothing over a program, home: there is
  /// no other use for a strip.
  func action(ofStripAlong edge: Edge) -> ShellAction {
    let action = overProgram[.edgeSwipe(edge)]
    return action == .none ? .home : action
  }
}

/// Which gestures are those that actions are bound to.
extension GestureInput {
  /// Two fingers must have moved apart or together by this factor to have pinched: what starts a pinch is far less,
  /// and may be an accident.
  static let pinchFactor = 1.25
  /// Two fingers must have turned so far, in radians: an eighth of a turn.
  static let rotationAngle = Double.pi / 4

  /// What a gesture is called in the configuration and where it was made; nil for those that are none, or not yet.
  ///
  /// Swipes of one finger and from an edge, pinches and rotations count when the fingers lift: until then they can
  /// be taken back.
  func trigger(of gesture: Gesture) -> (trigger: GestureTrigger, point: Point)? {
    switch gesture {
    case .doubleTap(let point): (.doubleTap, point)
    case .multiTap(let fingers, let point): (.multiTap(fingers: fingers), point)
    case .longPressBegan(let point): (.longPress, point)
    case .multiLongPress(let fingers, let point): (.multiLongPress(fingers: fingers), point)
    case .swipe(let swipe): (.multiSwipe(fingers: swipe.fingers, swipe.direction), swipe.start)
    case .dragEnded(let drag): trigger(of: drag)
    case .edgeSwipeEnded(let swipe): trigger(of: swipe)
    case .pinchEnded(let pinch): trigger(of: pinch)
    default: nil
    }
  }

  private func trigger(of swipe: EdgeSwipe) -> (trigger: GestureTrigger, point: Point)? {
    guard swipe.distance > 0, swipe.isFling || swipe.distance >= recognizer.thresholds.swipeDistance else {
      return nil
    }
    // Brought back to where it came from, it was thought better of.
    return swipe.speed < -recognizer.thresholds.flingMinimum ? nil : (.edgeSwipe(swipe.edge), swipe.start)
  }

  private func trigger(of drag: Drag) -> (trigger: GestureTrigger, point: Point)? {
    if drag.isAfterLongPress { return (.longPressDrag, drag.start) }
    guard let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4) else { return nil }
    let speed = drag.velocity.dot(way.vector)
    // Going back at its end, it was thought better of.
    guard speed > -recognizer.thresholds.flingMinimum else { return nil }
    if speed >= recognizer.thresholds.flickMinimum, bindings[.flick(way)] != .none {
      return (.flick(way), drag.start)
    }
    let distance = (drag.position - drag.start).dot(way.vector)
    return drag.isFling || distance >= recognizer.thresholds.swipeDistance ? (.swipe(way), drag.start) : nil
  }

  private func trigger(of pinch: Pinch) -> (trigger: GestureTrigger, point: Point)? {
    let (out, inward) = (bindings[.pinchOut] != .none, bindings[.pinchIn] != .none)
    if out, pinch.scaleSinceLanding >= Self.pinchFactor { return (.pinchOut, pinch.center) }
    if inward, pinch.scaleSinceLanding <= 1 / Self.pinchFactor { return (.pinchIn, pinch.center) }
    return abs(pinch.rotation) >= Self.rotationAngle ? (.rotation, pinch.center) : nil
  }
}

extension ShellAction {
  /// The key that a button stands for which is bound to the action; nil where it stands for none.
  var key: Key? {
    switch self {
    case .focus(.left): .left
    case .focus(.right): .right
    case .focus(.up): .up
    case .focus(.down): .down
    case .open: .enter
    case .back: .escape
    default: nil
    }
  }
}

extension SwipeDirection {
  /// The direction with length 1.
  var vector: Point {
    switch self {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    }
  }
}

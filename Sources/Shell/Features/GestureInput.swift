import Configuration
import Gestures
import RotundaGeometry

/// Turns touches into gestures, on the launcher and over programs, and knows their bindings.
struct GestureInput: Sendable {
  private(set) var recognizer = GestureRecognizer()
  /// Recognizes gestures of touches beside the compositor.
  private(set) var globalRecognizer = GestureRecognizer()
  /// How fingers are understood.
  private var settings: GestureSettings
  /// What gestures do.
  private(set) var bindings: GestureBindings
  /// Whether the screen is read aloud, which gives gestures without a binding one.
  var readsAloud = false {
    didSet {
      guard readsAloud != oldValue else { return }
      bind()
      lookOut()
      (recognizer.edges, recognizer.longPressFingers) = (bindings.edges, bindings.longPressFingers)
    }
  }
  private var carousel: CarouselSettings
  /// Gestures that only some tiles have.
  private var tileGestures: Recognizers = []
  /// Gestures of the panel in front.
  private var panelGestures: Recognizers = []
  private var press = PressFeedback()
  /// The touch that ended a scene among the tiles.
  var firstTouch = FirstTouch()
  // Kept from call to call, so that a frame in steady state takes no memory.
  private var buffer: [Gesture] = []

  init(_ configuration: KioskConfiguration) {
    settings = configuration.gestures
    carousel = configuration.carousel
    bindings = GestureBindings(configuration.gestures, for: configuration.carousel)
  }

  private mutating func bind() {
    bindings = GestureBindings(settings, for: carousel)
    if readsAloud { bindings.addReading() }
  }

  /// How far a finger moves without meaning it, in points.
  var slop: Double { recognizer.thresholds.touchSlop }

  /// Another configuration is in force.
  mutating func apply(_ configuration: KioskConfiguration, axis: Point, pointsPerMillimeter: Double?) {
    (settings, carousel) = (configuration.gestures, configuration.carousel)
    bind()
    setUp(axis: axis, pointsPerMillimeter: pointsPerMillimeter)
  }

  /// Recognizes only the bound gestures; one finger swipes along `axis`.
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

  /// How far a finger may move in a tap at least, in millimeters, as the theme has it.
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

  /// A finger landed where tiles have only `own` gestures. Gestures of other tiles are not recognized, so
  /// that nothing waits for them. Returns gestures that this decides.
  mutating func forgo(except own: Recognizers) -> [Gesture] {
    let extra = tileGestures.subtracting(bindings.recognizers)
    guard !extra.isEmpty else { return [] }
    var decided: [Gesture] = []
    recognizer.forgo(extra.subtracting(own).subtracting(panelGestures), into: &decided)
    return decided
  }

  /// Whether some gesture is recognized only for a tile.
  var hasTileGestures: Bool { !tileGestures.subtracting(bindings.recognizers).isEmpty }

  /// The axis of the swipes of fingers that are down.
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

  /// The least speed of a flick, in points per second.
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

  /// Actions of touches beside the compositor, over a program. Without a frame, the actions decided by now.
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

  /// Takes the buffer out, because actions can call this again; `reuse` returns it.
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
  /// The strip performs the action of a swipe from its edge, or leads home: a strip has no other use.
  func action(ofStripAlong edge: Edge) -> ShellAction {
    let action = overProgram[.edgeSwipe(edge)]
    return action == .none ? .home : action
  }
}

/// The gestures that have a binding.
extension GestureInput {
  /// Two fingers must move apart or together by this factor to pinch. A recognizer starts a pinch much
  /// earlier, which may be an accident.
  static let pinchFactor = 1.25
  /// Two fingers must have turned so far, in radians: an eighth of a turn.
  static let rotationAngle = Double.pi / 4

  /// The configuration's name of a gesture, and its place; nil for gestures without a name, or not yet.
  ///
  /// Swipes of one finger and from an edge, pinches and rotations count when the fingers lift, because they
  /// can be taken back until then.
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
    // A gesture that returns to its start is canceled.
    return swipe.speed < -recognizer.thresholds.flingMinimum ? nil : (.edgeSwipe(swipe.edge), swipe.start)
  }

  private func trigger(of drag: Drag) -> (trigger: GestureTrigger, point: Point)? {
    if drag.isAfterLongPress { return (.longPressDrag, drag.start) }
    guard let way = SwipeDirection(drag.position - drag.start, tolerance: .pi / 4) else { return nil }
    let speed = drag.velocity.dot(way.vector)
    // A gesture that returns at its end is canceled.
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
  /// The key of a button with that action; nil if there is none.
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

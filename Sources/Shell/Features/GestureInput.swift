import Configuration
import Gestures
import RotundaGeometry

/// Turns touches into gestures, on the launcher and over programs, and knows their bindings.
struct GestureInput: Sendable {
  private(set) var recognizer = GestureRecognizer()
  /// Recognizes gestures of touches that the compositor reports for other windows.
  private(set) var globalRecognizer = GestureRecognizer()
  /// The gesture settings.
  private var settings: GestureSettings
  /// The actions of gestures.
  private(set) var bindings: GestureBindings
  /// Whether the screen reader is on. It binds gestures that have no binding.
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
  /// The gestures of the front panel.
  private var panelGestures: Recognizers = []
  private var press = PressFeedback()
  /// The touch that ended a scene among the tiles.
  var firstTouch = FirstTouch()
  // Kept between calls: a frame in steady state allocates nothing.
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

  /// The distance by which a resting finger may move, in points.
  var slop: Double { recognizer.thresholds.touchSlop }

  /// Applies another configuration.
  mutating func apply(_ configuration: KioskConfiguration, axis: Point, pointsPerMillimeter: Double?) {
    (settings, carousel) = (configuration.gestures, configuration.carousel)
    bind()
    setUp(axis: axis, pointsPerMillimeter: pointsPerMillimeter)
  }

  /// Recognizes only the bound gestures. One finger swipes along `axis`.
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

  /// The least distance by which a finger may move in a tap, in millimeters, as the theme requires.
  var leastSlop = 0.0

  /// Applies the physical scale of the screen; nil if unknown.
  mutating func setThresholds(pointsPerMillimeter: Double?) {
    let thresholds = settings.thresholds(pointsPerMillimeter: pointsPerMillimeter, leastSlop: leastSlop)
    recognizer.thresholds = thresholds
    globalRecognizer.thresholds = thresholds
  }

  /// Sets the size of the surface, in points.
  mutating func resize(to size: Size) {
    recognizer.bounds = size
    globalRecognizer.bounds = size
  }

  /// Recognizes the gestures that tiles have.
  mutating func lookOut(for tileGestures: Recognizers) {
    self.tileGestures = tileGestures
    lookOut()
  }

  /// Recognizes the gestures that the front panel has.
  mutating func lookOut(inFront gestures: Recognizers) {
    guard gestures != panelGestures else { return }
    panelGestures = gestures
    lookOut()
  }

  private mutating func lookOut() {
    recognizer.recognizers = bindings.recognizers.union(tileGestures).union(panelGestures)
  }

  /// Stops recognizing gestures of other tiles, because a finger landed on a tile with only its `own`
  /// gestures. Nothing then waits for them. Returns gestures that this decides.
  mutating func forgo(except own: Recognizers) -> [Gesture] {
    let extra = tileGestures.subtracting(bindings.recognizers)
    guard !extra.isEmpty else { return [] }
    var decided: [Gesture] = []
    recognizer.forgo(extra.subtracting(own).subtracting(panelGestures), into: &decided)
    return decided
  }

  /// Whether only tiles use some gesture.
  var hasTileGestures: Bool { !tileGestures.subtracting(bindings.recognizers).isEmpty }

  /// Sets the axis of swipes for the fingers that are down.
  mutating func swipe(along axis: Point) { recognizer.axis = axis }

  /// Seconds between two frames, if the display reports them. Drags are resampled for that interval.
  var frameInterval: Double? {
    get { recognizer.frameInterval }
    set { recognizer.frameInterval = newValue }
  }

  /// Whether the fingers that are down need another frame.
  var isMoving: Bool { recognizer.needsResampling }

  /// When a time-out next decides a gesture.
  var deadline: Double? {
    var due = min(recognizer.deadline ?? .infinity, globalRecognizer.deadline ?? .infinity)
    if let deadline = press.deadline { due = min(due, deadline) }
    return due < .infinity ? due : nil
  }

  /// The least speed of a flick, in points per second.
  var flickMinimum: Double { recognizer.thresholds.flickMinimum }

  /// Returns the gestures of touches on the launcher.
  mutating func handle(_ frame: TouchFrame, at time: Double) -> [Gesture] {
    collect {
      $0.recognizer.handle(frame, at: time, into: &$1)
      $0.press.alter(&$1, at: time)
    }
  }

  /// Returns the gestures that are decided by a time.
  mutating func advance(to time: Double) -> [Gesture] {
    collect {
      $0.recognizer.advance(to: time, into: &$1)
      $0.press.alter(&$1, at: time)
      $0.press.advance(to: time, into: &$1)
    }
  }

  /// Returns gestures with finger positions for the time of a frame that is drawn `now`.
  mutating func resample(forFrameAt time: Double, drawnAt now: Double) -> [Gesture] {
    collect { $0.recognizer.resample(forFrameAt: time, drawnAt: now, into: &$1) }
  }

  /// Cancels all touches on the launcher.
  mutating func cancel(at time: Double) -> [Gesture] {
    collect {
      $0.recognizer.cancelAll(at: time, into: &$1)
      $0.press.alter(&$1, at: time)
    }
  }

  /// Ends a press that is still visible.
  mutating func endPress() -> [Gesture] {
    collect { $0.press.advance(to: .infinity, into: &$1) }
  }

  /// Returns the actions of touches over a program. Without a frame, returns those decided by a time.
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

  /// Moves the buffer out, because actions can call this method again. `reuse` returns the buffer.
  private mutating func collect(_ body: (inout GestureInput, inout [Gesture]) -> Void) -> [Gesture] {
    var gestures: [Gesture] = []
    swap(&gestures, &buffer)
    gestures.removeAll(keepingCapacity: true)
    body(&self, &gestures)
    return gestures
  }

  /// Keeps the memory of handled gestures for later.
  mutating func reuse(_ gestures: consuming [Gesture]) {
    buffer = gestures
  }
}

extension GestureBindings {
  /// Returns the action of a strip: that of a swipe from its edge, or home, because a strip needs an action.
  func action(ofStripAlong edge: Edge) -> ShellAction {
    let action = overProgram[.edgeSwipe(edge)]
    return action == .none ? .home : action
  }
}

/// The gestures that have a binding.
extension GestureInput {
  /// The factor by which two fingers must move apart or together for a pinch. The recognizer starts a pinch
  /// much earlier, which may be an accident.
  static let pinchFactor = 1.25
  /// The angle by which two fingers must turn, in radians: an eighth of a turn.
  static let rotationAngle = Double.pi / 4

  /// Returns the configuration's name of a gesture, and its place. Nil if the gesture has no name, or none
  /// yet.
  ///
  /// Swipes with one finger or from an edge, pinches and rotations count when the fingers lift, because
  /// visitors can take them back until then.
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
  /// The key that a button with this action acts as; nil for none.
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
  /// The unit vector of the direction.
  var vector: Point {
    switch self {
    case .left: Point(-1, 0)
    case .right: Point(1, 0)
    case .up: Point(0, -1)
    case .down: Point(0, 1)
    }
  }
}

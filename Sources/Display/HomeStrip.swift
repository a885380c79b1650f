import EventLoop
import Gestures
import Logging
import Wayland

private let log = Log("home-strip")

/// A thin strip along an edge of the screen, above every window, that only takes the swipe which starts in it:
/// the way home while a program covers the launcher.
///
/// It exists only while it is shown; hidden, it costs nothing. Needs wlr-layer-shell.
public final class HomeStrip {
  /// Whether it is asked for. A compositor may have taken it away all the same.
  public var isShown: Bool { options != nil }

  private let globals: Globals
  private let outputs: Outputs
  private let shell: ZwlrLayerShellV1
  private let memory: WlShm
  private var options: HomeStripOptions?
  private var current: HomeStripSurface?
  private var recognizer = GestureRecognizer()
  private var touches = StripTouches()
  private var gestures: [Gesture] = []

  /// Takes the edge that a swipe came in from.
  var onSwipe: ((Edge) -> Void)?
  /// Fingers on it are no longer on it.
  var onHidden: (() -> Void)?

  /// A slow swipe has to come inward so many times as far as it has to start near the edge.
  private static let reachInEdgeZones = 3.0

  /// Nil where the compositor has nothing to make it of.
  init?(_ globals: Globals, outputs: Outputs) {
    guard let shell = globals.layerShell, let memory = globals.memory else { return nil }
    self.globals = globals
    self.outputs = outputs
    self.shell = shell
    self.memory = memory
    outputs.observe { [weak self] in self?.outputsChanged() }
  }

  /// Shows it; with other options than before, shows another one.
  public func show(_ options: HomeStripOptions) {
    guard options != self.options else { return }
    hide()
    self.options = options
    build()
  }

  /// Takes it away.
  public func hide() {
    options = nil
    remove()
  }

  /// The strip's surface, while there is one.
  var surface: WlSurface? { current?.surface }

  private func build() {
    guard let options else { return }
    let strip = HomeStripSurface(options, globals, shell: shell, memory: memory, on: outputs.current)
    // Tried again when something changes about the screens: at once, it might be closed at once for ever.
    strip.onClosed = { [weak self] in
      log.info("the compositor took the strip away")
      self?.remove()
    }
    current = strip
    touches = StripTouches()
    recognizer = GestureRecognizer(thresholds: options.thresholds)
    recognizer.thresholds.edgeZone = max(options.thresholds.edgeZone, HomeStripOptions.thicknesses.upperBound)
    recognizer.edges = EdgeSet(options.edge)
    recognizer.recognizers = .edgeSwipe
  }

  private func remove() {
    guard let current else { return }
    self.current = nil
    current.destroy()
    onHidden?()
  }

  private func outputsChanged() {
    if let current { current.update(outputs.current?.description) } else { build() }
  }

  /// Takes what fingers did on it, in points of the strip.
  func handle(_ frame: TouchFrame) {
    guard let layout = current?.layout else { return }
    recognizer.bounds = layout.surroundings
    let now = EventLoop.now
    gestures.removeAll(keepingCapacity: true)
    // Contacts whose up was lost leave with the next touch: no timer wakes the launcher for them.
    recognizer.advance(to: now, into: &gestures)
    let placed = touches.placed(frame, origin: layout.origin, screen: layout.surroundings)
    recognizer.handle(placed, at: now, into: &gestures)
    let swipes = gestures.compactMap { gesture in
      if case .edgeSwipeEnded(let swipe) = gesture { swipe } else { nil }
    }
    for swipe in swipes where isMeant(swipe) { onSwipe?(swipe.edge) }
  }

  /// Thrown inward, or carried far enough and not on the way back.
  private func isMeant(_ swipe: EdgeSwipe) -> Bool {
    // Not the recogniser's zone, which reaches as far as the strip does.
    let zone = (options?.thresholds ?? Thresholds()).edgeZone
    return swipe.isFling || (swipe.distance >= Self.reachInEdgeZones * zone && swipe.speed >= 0)
  }
}

import EventLoop
import Gestures
import Logging
import RotundaGeometry
import Wayland

private let log = Log("home-strip")

/// A thin strip along an edge of the screen, above every window, that only takes the swipe which starts in
/// it: the way home while a program covers the launcher.
///
/// It exists only while it is shown; hidden, it costs nothing. Needs wlr-layer-shell.
package final class HomeStrip {
  /// Whether it is asked for. A compositor may have taken it away all the same.
  package var isShown: Bool { options != nil }

  private let globals: Globals
  private let outputs: Outputs
  private let shell: ZwlrLayerShellV1
  private let memory: WlShm
  private var options: HomeStripOptions?
  private var label: HandleLabel?
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
  package func show(_ options: HomeStripOptions) {
    guard options != self.options else { return }
    hide()
    self.options = options
    build()
  }

  /// Takes it away.
  package func hide() {
    (options, label) = (nil, nil)
    remove()
  }

  /// Has a word stand in the handle; nil for none.
  package func say(_ label: HandleLabel?) {
    self.label = label
    current?.say(label)
  }

  /// How much of the lower edge it takes, in points; 0 where it lies elsewhere or is not shown.
  package var lowerThickness: Double {
    options?.edge == .bottom && current != nil ? options?.thickness ?? 0 : 0
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
    if let label { strip.say(label) }
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
    // Not the recognizer's zone, which reaches as far as the strip does.
    let zone = (options?.thresholds ?? Thresholds()).edgeZone
    return swipe.isFling || (swipe.distance >= Self.reachInEdgeZones * zone && swipe.speed >= 0)
  }
}

/// What the strip along an edge of the screen is, from which visitors come home out of a program.
package nonisolated struct HomeStripOptions: Hashable, Sendable {
  /// The edge it lies along.
  package var edge: Edge
  /// How far it reaches into the screen, in points; within `thicknesses`.
  package var thickness: Double
  /// Whether a handle in it shows where to swipe; else the strip is invisible.
  package var showsHandle: Bool
  /// What tells a swipe from a touch.
  package var thresholds: Thresholds
  /// Whether the handle breathes once when the strip appears.
  package var breathes: Bool

  /// As thick as the gesture bar of Android's navigation, in points.
  private static let defaultThickness = 16.0
  /// Thinner, and no finger lands in it; thicker, and programs miss what it takes.
  package static let thicknesses = 4.0...64.0

  /// A strip, along the lower edge and with a handle by default.
  package init(
    edge: Edge = .bottom, thickness: Double = defaultThickness, showsHandle: Bool = true,
    thresholds: Thresholds = Thresholds(), breathes: Bool = false
  ) {
    (self.edge, self.breathes) = (edge, breathes)
    let range = Self.thicknesses
    self.thickness =
      thickness.isFinite ? min(max(thickness, range.lowerBound), range.upperBound) : Self.defaultThickness
    self.showsHandle = showsHandle
    self.thresholds = thresholds
  }
}

/// One life of the home strip: from when it is asked for until it is hidden or closed.
private final class HomeStripSurface {
  let surface: WlSurface
  private(set) var layout: HomeStripLayout
  /// The compositor took it away, or there is no memory for it.
  var onClosed: (() -> Void)?

  private let memory: WlShm
  private let layer: ZwlrLayerSurfaceV1
  private let fractionalScale: WpFractionalScaleV1?
  private let viewport: WpViewport?
  private var isConfigured = false
  /// When the handle began to breathe; nil before.
  private var breathStart: Double?
  /// The next frame of a breath, while there is one.
  private var callback: WlCallback?
  /// What the compositor has.
  private var drawn: HomeStripLayout?

  /// fractional-scale-v1 counts in 120ths.
  private static let scaleUnit = 120.0
  /// What a compositor may ask for, in pixels per point; anything else is nonsense.
  private static let plausibleScales = 0.125...16.0
  /// No screen is longer, in points; `wl_surface` coordinates end far beyond.
  private static let longest: UInt32 = 65536
  /// What compositors' rules match on.
  private static let namespace = "rotunda-home-strip"
  /// Neither moves others nor is moved by them: it lies over whatever is there.
  private static let exclusiveZone: Int32 = -1

  init(
    _ options: HomeStripOptions, _ globals: Globals, shell: ZwlrLayerShellV1, memory: WlShm,
    on output: Output?
  ) {
    self.memory = memory
    layout = HomeStripLayout(options: options)
    surface = globals.compositor.createSurface()
    layer = shell.getLayerSurface(
      surface: surface, output: output?.proxy, layer: .overlay, namespace: Self.namespace)
    let manager = globals.viewporter == nil ? nil : globals.fractionalScales
    fractionalScale = manager?.getFractionalScale(surface: surface)
    viewport = manager == nil ? nil : globals.viewporter?.getViewport(surface: surface)
    apply(output?.description)
    layer.onEvent = { [weak self] in self?.handle($0) }
    fractionalScale?.onEvent = { [weak self] in self?.handle($0) }
    layer.setSize(width: layout.request.width, height: layout.request.height)
    layer.setAnchor(anchor: layout.anchor)
    layer.setExclusiveZone(zone: Self.exclusiveZone)
    layer.setKeyboardInteractivity(keyboardInteractivity: .none)
    surface.commit()
  }

  /// The screen it is on says something else.
  func update(_ output: Output.Description?) {
    apply(output)
    draw()
  }

  func say(_ label: HandleLabel?) {
    layout.label = label
    draw()
  }

  private func apply(_ output: Output.Description?) {
    layout.screen = output?.logicalSize ?? .zero
    layout.outputScale = output?.scale ?? 1
  }

  private func handle(_ event: ZwlrLayerSurfaceV1.Event) {
    switch event {
    case .configure(let serial, let width, let height):
      layer.ackConfigure(serial: serial)
      layout.asked = Size(Double(min(width, Self.longest)), Double(min(height, Self.longest)))
      isConfigured = true
      if !draw() { surface.commit() }
    case .closed: onClosed?()
    }
  }

  private func handle(_ event: WpFractionalScaleV1.Event) {
    guard case .preferredScale(let units) = event else { return }
    let scale = Double(units) / Self.scaleUnit
    guard Self.plausibleScales.contains(scale) else {
      return log.warning("the compositor prefers a scale of \(scale)")
    }
    layout.fractionalScale = scale
    draw()
  }

  /// Draws it where it looks different from what the compositor has; false when there was nothing to do.
  @discardableResult
  private func draw() -> Bool {
    guard isConfigured, layout != drawn else { return false }
    let strip = layout.configuration
    let buffer = memory.makePicture(width: strip.pixelWidth, height: strip.pixelHeight) { pixels in
      guard let handle = layout.handle else { return }
      HandlePicture(handle, scale: strip.scale)
        .draw(into: pixels, width: strip.pixelWidth, height: strip.pixelHeight)
      if let label = layout.label, let corner = layout.labelCorner {
        label.draw(into: pixels, width: strip.pixelWidth, height: strip.pixelHeight, at: corner)
      }
    }
    guard let buffer else {
      log.warning("no memory for \(strip.pixelWidth)×\(strip.pixelHeight) pixels")
      onClosed?()
      return true
    }
    drawn = layout
    show(buffer, strip)
    return true
  }

  private func show(_ buffer: WlBuffer, _ strip: WindowConfiguration) {
    if let viewport, layout.fractionalScale != nil {
      viewport.setDestination(width: Int32(strip.size.width), height: Int32(strip.size.height))
    } else {
      surface.setBufferScale(scale: Int32(strip.scale))
    }
    if layout.options.breathes, breathStart == nil { breathStart = EventLoop.now }
    if isBreathing, callback == nil {
      let callback = surface.frame()
      callback.onEvent = { [weak self] _ in self?.breathe() }
      self.callback = callback
    }
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: Int32(strip.size.width), height: Int32(strip.size.height))
    surface.commit()
  }

  private var isBreathing: Bool {
    breathStart.flatMap { HandleBreath.size(at: EventLoop.now - $0) } != nil
  }

  /// The next frame of the breath is due.
  private func breathe() {
    callback = nil
    guard let breathStart else { return }
    layout.breath = HandleBreath.size(at: EventLoop.now - breathStart) ?? 0
    draw()
  }

  func destroy() {
    onClosed = nil
    callback?.destroyProxy()
    callback = nil
    viewport?.destroy()
    fractionalScale?.destroy()
    layer.destroy()
    surface.destroy()
  }
}

import EventLoop
import Gestures
import Logging
import RotundaGeometry
import Wayland

private let log = Log("home-strip")

/// A thin strip along an edge of the screen, above every window. A swipe that starts in it leads from a
/// program back to the launcher.
///
/// Its surface exists only while it is shown, so a hidden strip costs nothing. Needs wlr-layer-shell.
package final class HomeStrip {
  /// Whether the strip is requested. The compositor may have closed it anyway.
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

  /// Called with the edge of a swipe.
  var onSwipe: ((Edge) -> Void)?
  /// Called when the strip's surface is gone, and with it all touches on it.
  var onHidden: (() -> Void)?

  /// The distance of a slow swipe, as a multiple of the edge zone's depth.
  private static let reachInEdgeZones = 3.0

  /// Creates the strip. Returns nil if the compositor lacks the required globals.
  init?(_ globals: Globals, outputs: Outputs) {
    guard let shell = globals.layerShell, let memory = globals.memory else { return nil }
    self.globals = globals
    self.outputs = outputs
    self.shell = shell
    self.memory = memory
    outputs.observe { [weak self] in self?.outputsChanged() }
  }

  /// Shows the strip. Recreates it if the options differ.
  package func show(_ options: HomeStripOptions) {
    guard options != self.options else { return }
    hide()
    self.options = options
    build()
  }

  /// Hides the strip.
  package func hide() {
    (options, label) = (nil, nil)
    remove()
  }

  /// Shows a label in the handle; nil removes it.
  package func say(_ label: HandleLabel?) {
    self.label = label
    current?.say(label)
  }

  /// The strip's height at the lower edge, in points; 0 if it is at another edge or hidden.
  package var lowerThickness: Double {
    options?.edge == .bottom && current != nil ? options?.thickness ?? 0 : 0
  }

  /// The strip's surface, if it exists.
  var surface: WlSurface? { current?.surface }

  private func build() {
    guard let options else { return }
    let strip = HomeStripSurface(options, globals, shell: shell, memory: memory, on: outputs.current)
    // Retry only when the outputs change: an immediate retry might fail forever.
    strip.onClosed = { [weak self] in
      log.info("the compositor closed the strip")
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

  /// Handles touches on the strip, in points of its surface.
  func handle(_ frame: TouchFrame) {
    guard let layout = current?.layout else { return }
    recognizer.bounds = layout.surroundings
    let now = EventLoop.now
    gestures.removeAll(keepingCapacity: true)
    // The next touch removes contacts whose up event was lost: no timer wakes the launcher for them.
    recognizer.advance(to: now, into: &gestures)
    let placed = touches.placed(frame, origin: layout.origin, screen: layout.surroundings)
    recognizer.handle(placed, at: now, into: &gestures)
    let swipes = gestures.compactMap { gesture in
      if case .edgeSwipeEnded(let swipe) = gesture { swipe } else { nil }
    }
    for swipe in swipes where isMeant(swipe) { onSwipe?(swipe.edge) }
  }

  /// Reports whether a swipe is intended: a fling inward, or far enough and not on its way back.
  private func isMeant(_ swipe: EdgeSwipe) -> Bool {
    // Not the recognizer's zone, which is as deep as the strip.
    let zone = (options?.thresholds ?? Thresholds()).edgeZone
    return swipe.isFling || (swipe.distance >= Self.reachInEdgeZones * zone && swipe.speed >= 0)
  }
}

/// The options of the home strip, with which visitors return from a program.
package nonisolated struct HomeStripOptions: Hashable, Sendable {
  /// The strip's edge.
  package var edge: Edge
  /// The strip's depth in points, within `thicknesses`.
  package var thickness: Double
  /// Whether a handle shows where to swipe. Otherwise the strip is invisible.
  package var showsHandle: Bool
  /// The thresholds that distinguish a swipe from a touch.
  package var thresholds: Thresholds
  /// Whether the handle pulses once when the strip appears.
  package var breathes: Bool

  /// The thickness of Android's gesture bar, in points.
  private static let defaultThickness = 16.0
  /// Fingers would miss a thinner strip. A thicker one would take too much input from programs.
  package static let thicknesses = 4.0...64.0

  /// Creates options; by default for the lower edge with a handle.
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

/// The strip's surface, from `show` until it is hidden or closed.
private final class HomeStripSurface {
  let surface: WlSurface
  private(set) var layout: HomeStripLayout
  /// Called when the compositor closes the surface, or if memory is short.
  var onClosed: (() -> Void)?

  private let memory: WlShm
  private let layer: ZwlrLayerSurfaceV1
  private let surfaceScale: SurfaceScale
  private var isConfigured = false
  /// The start time of the pulse; nil before.
  private var breathStart: Double?
  /// The frame callback during a pulse.
  private var callback: WlCallback?
  /// The layout of the last committed buffer.
  private var drawn: HomeStripLayout?

  /// The longest plausible strip in points; `wl_surface` coordinates permit far more.
  private static let longest: UInt32 = 65536
  /// The namespace for compositors' rules.
  private static let namespace = "rotunda-home-strip"
  /// The surface neither reserves space nor avoids other surfaces: it lies above everything.
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
    surfaceScale = SurfaceScale(surface, globals)
    apply(output?.description)
    layer.onEvent = { [weak self] in self?.handle($0) }
    surfaceScale.onChange = { [weak self] in self?.scaleChanged() }
    layer.setSize(width: layout.request.width, height: layout.request.height)
    layer.setAnchor(anchor: layout.anchor)
    layer.setExclusiveZone(zone: Self.exclusiveZone)
    layer.setKeyboardInteractivity(keyboardInteractivity: .none)
    surface.commit()
  }

  /// Applies a new description of its output.
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

  private func scaleChanged() {
    layout.fractionalScale = surfaceScale.preferred
    draw()
  }

  /// Draws the strip if its layout differs from the last one. Returns false if there was nothing to do.
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
    surfaceScale.apply(strip.size, outputScale: layout.outputScale)
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

  /// Draws the next frame of the pulse.
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
    surfaceScale.destroy()
    layer.destroy()
    surface.destroy()
  }
}

import RotundaGeometry
import Logging
import Wayland

private let log = Log("home-strip")

/// One life of the home strip: from when it is asked for until it is hidden or closed.
final class HomeStripSurface {
  let surface: WlSurface
  private(set) var layout: HomeStripLayout
  /// The compositor took it away, or there is no memory for it.
  var onClosed: (() -> Void)?

  private let memory: WlShm
  private let layer: ZwlrLayerSurfaceV1
  private let fractionalScale: WpFractionalScaleV1?
  private let viewport: WpViewport?
  private var isConfigured = false
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
    take(output?.description)
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
    take(output)
    draw()
  }

  private func take(_ output: Output.Description?) {
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
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: Int32(strip.size.width), height: Int32(strip.size.height))
    surface.commit()
  }

  func destroy() {
    onClosed = nil
    viewport?.destroy()
    fractionalScale?.destroy()
    layer.destroy()
    surface.destroy()
  }
}

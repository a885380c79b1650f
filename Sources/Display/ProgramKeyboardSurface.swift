import Logging
import RotundaGeometry
import Wayland

private let log = Log("keyboard")

/// Where the keyboard over programs is, in points.
package nonisolated struct ProgramKeyboardPlace: Hashable, Sendable {
  /// Along which edges it lies.
  package nonisolated enum Edge: Hashable, Sendable {
    /// All along the lower edge: programs get the room above it.
    case bottom
    /// At the right, over programs.
    case right
  }

  package var edge: Edge
  package var size: Size
  /// Between it and the lower edge of the screen.
  package var bottom: Double
  /// How much of its height programs leave to it, from below.
  package var reserved: Double
  /// What of it fingers can hit. The rest shows what lies behind it, and fingers go there.
  package var area: Rectangle

  package init(_ edge: Edge, size: Size, bottom: Double, reserved: Double, area: Rectangle) {
    (self.edge, self.size, self.bottom) = (edge, size, bottom)
    (self.reserved, self.area) = (reserved, area)
  }
}

/// The surface of the keyboard over programs. It exists only while it is shown. Needs wlr-layer-shell.
package final class ProgramKeyboardSurface {
  /// The surface is ready for a frame: it has a size, and the compositor shows the frame before.
  package var onReady: (() -> Void)?
  /// The screen has another size or scale.
  package var onScreenChanged: (() -> Void)?
  /// Fingers on it are no longer on it.
  var onHidden: (() -> Void)?

  private let globals: Globals
  private let outputs: Outputs
  private let shell: ZwlrLayerShellV1
  private let memory: WlShm
  private var current: LayerSurface?
  private var place: ProgramKeyboardPlace?

  /// Nil where the compositor has nothing to make it of.
  init?(_ globals: Globals, outputs: Outputs) {
    guard let shell = globals.layerShell, let memory = globals.memory else { return nil }
    (self.globals, self.outputs, self.shell, self.memory) = (globals, outputs, shell, memory)
    outputs.observe { [weak self] in self?.onScreenChanged?() }
  }

  var surface: WlSurface? { current?.surface }

  /// The size of the screen at so many pixels to a point; nil when the compositor does not tell.
  ///
  /// The size of the launcher's window is another one while a program has the screen.
  package func screen(scale: Double) -> Size? {
    guard let output = outputs.current?.description, !output.logicalSize.isEmpty, scale > 0 else {
      return nil
    }
    return output.logicalSize * (Double(output.scale) / scale)
  }

  /// Shows it at a place, or takes it away.
  package func show(at place: ProgramKeyboardPlace?) {
    guard place != self.place else { return }
    guard let place else { return hide() }
    if place.edge != self.place?.edge { hide() }
    self.place = place
    if let current { return current.move(to: place) }
    let surface = LayerSurface(place, globals, shell: shell, memory: memory, on: outputs.current)
    surface.onReady = { [weak self] in self?.onReady?() }
    surface.onClosed = { [weak self] in
      log.info("the compositor took the keyboard away")
      self?.remove()
    }
    current = surface
  }

  /// Has the compositor arrange windows beside it once more: sway 1.7 forgets one that has just left the
  /// whole screen.
  func reserveAgain() { current?.reserveAgain() }

  /// Takes it away.
  package func hide() {
    place = nil
    remove()
  }

  private func remove() {
    guard let current else { return }
    self.current = nil
    current.destroy()
    onHidden?()
  }

  /// Something to draw a frame into; nil when none can be shown now: `onReady` follows.
  package func next() -> SharedPicture? { current?.next() }

  /// Pixels to a point of it; nil while it is not shown.
  package var scale: Double? { current?.scale }

  /// Shows a frame of which a part, in pixels, differs from the one before.
  package func show(_ picture: SharedPicture, x: Int, y: Int, width: Int, height: Int) {
    current?.show(picture, x: x, y: y, width: width, height: height)
  }

  /// Whether the compositor waits for a frame, though nothing else has changed.
  package var isStale: Bool { current?.isStale == true }

  /// How many frames it has shown since it is there.
  package var frames: Int { current?.frames ?? 0 }
}

/// One life of the surface: from when it is asked for until it is hidden or closed.
private final class LayerSurface {
  let surface: WlSurface
  var onReady: (() -> Void)?
  var onClosed: (() -> Void)?
  private(set) var frames = 0

  private let globals: Globals
  private let layer: ZwlrLayerSurfaceV1
  private let fractionalScale: WpFractionalScaleV1?
  private let viewport: WpViewport?
  private let pictures: SharedPictures
  private var place: ProgramKeyboardPlace
  /// The size that the compositor said, in points; nil before it has.
  private var size: Size?
  private var (outputScale, preferredScale): (Int32, Double?) = (1, nil)
  /// Whether another size was asked for, and the compositor has not answered.
  private var isResizing = false
  /// Whether the compositor waits for a frame, at another size or scale.
  private(set) var isStale = false
  /// The frame that has not been shown yet.
  private var callback: WlCallback?

  /// fractional-scale-v1 counts in 120ths.
  private static let scaleUnit = 120.0
  /// What a compositor may ask for, in pixels per point; anything else is nonsense.
  private static let plausibleScales = 0.125...16.0
  /// The longest side of a surface, in pixels: the widest texture of the hardware that kiosks are made of.
  private static let longest = 16384.0
  /// What compositors' rules match on.
  private static let namespace = "rotunda-keyboard"

  init(
    _ place: ProgramKeyboardPlace, _ globals: Globals, shell: ZwlrLayerShellV1, memory: WlShm,
    on output: Output?
  ) {
    (self.place, self.globals) = (place, globals)
    surface = globals.compositor.createSurface()
    // Above windows that cover the screen, until those have made room.
    layer = shell.getLayerSurface(
      surface: surface, output: output?.proxy, layer: .overlay, namespace: Self.namespace)
    let manager = globals.viewporter == nil ? nil : globals.fractionalScales
    fractionalScale = manager?.getFractionalScale(surface: surface)
    viewport = manager == nil ? nil : globals.viewporter?.getViewport(surface: surface)
    pictures = SharedPictures(memory, surface, isOpaque: false)
    outputScale = output?.description.scale ?? 1
    layer.onEvent = { [weak self] in self?.handle($0) }
    fractionalScale?.onEvent = { [weak self] in self?.handle($0) }
    layer.setAnchor(anchor: place.edge == .bottom ? [.bottom, .left, .right] : [.bottom, .right])
    // The program keeps the keyboard: it is what is typed into.
    layer.setKeyboardInteractivity(keyboardInteractivity: .none)
    arrange()
    surface.commit()
  }

  var scale: Double { preferredScale ?? Double(outputScale) }

  func move(to place: ProgramKeyboardPlace) {
    isResizing = isResizing || size == nil || place.size != self.place.size
    self.place = place
    arrange()
    if isResizing { surface.commit() } else { onReady?() }
  }

  func reserveAgain() {
    guard size != nil, place.reserved > 0 else { return }
    layer.setExclusiveZone(zone: Int32(place.reserved.rounded()) + 1)
    surface.commit()
    layer.setExclusiveZone(zone: Int32(place.reserved.rounded()))
    surface.commit()
  }

  private func arrange() {
    let height = UInt32(max(1, place.size.height.rounded()))
    let width = place.edge == .bottom ? 0 : UInt32(max(1, place.size.width.rounded()))
    layer.setSize(width: width, height: height)
    layer.setMargin(top: 0, right: 0, bottom: Int32(place.bottom.rounded()), left: 0)
    layer.setExclusiveZone(zone: Int32(place.reserved.rounded()))
    let region = globals.compositor.createRegion()
    let area = place.area
    region.add(
      x: Int32(area.origin.x.rounded()), y: Int32(area.origin.y.rounded()),
      width: Int32(area.size.width.rounded(.up)), height: Int32(area.size.height.rounded(.up)))
    surface.setInputRegion(region: region)
    region.destroy()
  }

  private func handle(_ event: ZwlrLayerSurfaceV1.Event) {
    switch event {
    case .configure(let serial, let width, let height):
      layer.ackConfigure(serial: serial)
      size = Size(
        width > 0 ? Double(width) : place.size.width, height > 0 ? Double(height) : place.size.height)
      isResizing = false
      renew()
    case .closed: onClosed?()
    }
  }

  private func handle(_ event: WpFractionalScaleV1.Event) {
    guard case .preferredScale(let units) = event else { return }
    let scale = Double(units) / Self.scaleUnit
    guard Self.plausibleScales.contains(scale) else {
      return log.warning("the compositor prefers a scale of \(scale)")
    }
    preferredScale = scale
    renew()
  }

  private func renew() {
    isStale = true
    onReady?()
  }

  func next() -> SharedPicture? {
    guard let size, !isResizing, callback == nil else { return nil }
    let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
    guard (1...Self.longest).contains(width), (1...Self.longest).contains(height) else { return nil }
    return pictures.next(width: Int(width), height: Int(height))
  }

  func show(_ picture: SharedPicture, x: Int, y: Int, width: Int, height: Int) {
    guard let size else { return }
    isStale = false
    frames += 1
    if let viewport, preferredScale != nil {
      viewport.setDestination(width: Int32(size.width), height: Int32(size.height))
    } else {
      surface.setBufferScale(scale: outputScale)
    }
    let callback = surface.frame()
    callback.onEvent = { [weak self] _ in self?.shown() }
    self.callback = callback
    pictures.show(picture, frame: frames, x: x, y: y, width: width, height: height)
  }

  private func shown() {
    callback = nil
    onReady?()
  }

  func destroy() {
    (onReady, onClosed) = (nil, nil)
    callback?.destroyProxy()
    callback = nil
    viewport?.destroy()
    fractionalScale?.destroy()
    layer.destroy()
    surface.destroy()
  }
}

import Logging
import RotundaGeometry
import Wayland

private let log = Log("keyboard")

/// The position and extent of the keyboard over programs, in points.
package nonisolated struct ProgramKeyboardPlace: Hashable, Sendable {
  /// The screen edge that the surface is anchored to.
  package nonisolated enum Edge: Hashable, Sendable {
    /// The whole lower edge. Programs get the room above it.
    case bottom
    /// The right edge, over programs.
    case right
  }

  package var edge: Edge
  package var size: Size
  /// The distance to the lower edge of the screen.
  package var bottom: Double
  /// The part of the height, from below, that windows of programs leave free.
  package var reserved: Double
  /// The part that takes touches. The rest is transparent, and touches pass through it.
  package var area: Rectangle

  /// The requested size in whole points; a width of 0 means the whole edge.
  fileprivate var request: (width: UInt32, height: UInt32) {
    (edge == .bottom ? 0 : UInt32(max(1, size.width.rounded())), UInt32(max(1, size.height.rounded())))
  }

  package init(_ edge: Edge, size: Size, bottom: Double, reserved: Double, area: Rectangle) {
    (self.edge, self.size, self.bottom) = (edge, size, bottom)
    (self.reserved, self.area) = (reserved, area)
  }
}

/// The surface of the keyboard over programs. It exists only while visible, and needs wlr-layer-shell.
package final class ProgramKeyboardSurface {
  /// Called when the surface can take a frame: it has a size, and the compositor has shown the last frame.
  package var onReady: (() -> Void)?
  /// Called when the size or scale of the screen changes.
  package var onScreenChanged: (() -> Void)?
  /// Called when the surface goes, and with it the touches on it.
  var onHidden: (() -> Void)?

  private let globals: Globals
  private let outputs: Outputs
  private let shell: ZwlrLayerShellV1
  private let memory: WlShm
  private var current: LayerSurface?
  private var place: ProgramKeyboardPlace?

  /// The longest plausible side of a screen in points.
  private static let longest = 65536.0

  /// Returns nil if the compositor lacks wlr-layer-shell or shared memory.
  init?(_ globals: Globals, outputs: Outputs) {
    guard let shell = globals.layerShell, let memory = globals.memory else { return nil }
    (self.globals, self.outputs, self.shell, self.memory) = (globals, outputs, shell, memory)
    outputs.observe { [weak self] in self?.outputsChanged() }
  }

  private func outputsChanged() {
    // The compositor closes the surface with its screen.
    if let current { current.update(outputs.current?.description) } else { build() }
    onScreenChanged?()
  }

  var surface: WlSurface? { current?.surface }

  /// Returns the size of the screen in points, or nil if the compositor does not report a plausible one.
  ///
  /// While a program is in front, the launcher's window can have another size.
  ///
  /// - Parameter scale: Pixels per point.
  package func screen(scale: Double) -> Size? {
    guard let output = outputs.current?.description, !output.logicalSize.isEmpty, scale > 0 else {
      return nil
    }
    let size = output.logicalSize * (Double(output.scale) / scale)
    return max(size.width, size.height) <= Self.longest ? size : nil
  }

  /// Shows the surface at `place`, or hides it if `place` is nil.
  package func show(at place: ProgramKeyboardPlace?) {
    guard place != self.place else { return }
    guard let place else { return hide() }
    if place.edge != self.place?.edge { hide() }
    self.place = place
    if let current { current.move(to: place) } else { build() }
  }

  private func build() {
    guard let place else { return }
    let surface = LayerSurface(place, globals, shell: shell, memory: memory, on: outputs.current)
    surface.onReady = { [weak self] in self?.onReady?() }
    surface.onClosed = { [weak self] in
      log.info("the compositor took the keyboard away")
      self?.remove()
    }
    current = surface
  }

  /// Makes the compositor arrange windows around the surface again: sway 1.7 skips a window that has just
  /// left fullscreen.
  func reserveAgain() { current?.reserveAgain() }

  /// Hides the surface.
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

  /// Returns a buffer for the next frame. Returns nil while the surface cannot take one; `onReady` follows.
  package func next() -> SharedPicture? { current?.next() }

  /// Pixels per point of the surface; nil while it is hidden.
  package var scale: Double? { current?.scale }

  /// Shows a frame. The rectangle is the damage since the last frame, in pixels.
  package func show(_ picture: SharedPicture, x: Int, y: Int, width: Int, height: Int) {
    current?.show(picture, x: x, y: y, width: width, height: height)
  }

  /// Whether the compositor waits for a frame, even if the content has not changed.
  package var isStale: Bool { current?.isStale == true }

  /// The number of frames since the surface appeared.
  package var frames: Int { current?.frames ?? 0 }
}

/// A layer surface from its creation until the launcher hides it or the compositor closes it.
private final class LayerSurface {
  let surface: WlSurface
  var onReady: (() -> Void)?
  var onClosed: (() -> Void)?
  private(set) var frames = 0

  private let globals: Globals
  private let layer: ZwlrLayerSurfaceV1
  private let surfaceScale: SurfaceScale
  private let pictures: SharedPictures
  private var place: ProgramKeyboardPlace
  /// The configured size in points; nil before the first configure event.
  private var size: Size?
  private var outputScale: Int32
  /// Whether a requested size awaits its configure event.
  private var isResizing = false
  /// Whether the compositor waits for a frame at a new size or scale.
  private(set) var isStale = false
  /// The frame callback of a frame that is not on the screen yet.
  private var callback: WlCallback?

  /// The longest side of a surface in pixels: the texture limit of typical kiosk hardware.
  private static let longest = 16384.0
  /// The namespace, which the rules of compositors can match.
  private static let namespace = "rotunda-keyboard"

  init(
    _ place: ProgramKeyboardPlace, _ globals: Globals, shell: ZwlrLayerShellV1, memory: WlShm,
    on output: Output?
  ) {
    (self.place, self.globals) = (place, globals)
    surface = globals.compositor.createSurface()
    // Above fullscreen windows, until these have made room.
    layer = shell.getLayerSurface(
      surface: surface, output: output?.proxy, layer: .overlay, namespace: Self.namespace)
    surfaceScale = SurfaceScale(surface, globals)
    pictures = SharedPictures(memory, surface, isOpaque: false)
    outputScale = output?.description.scale ?? 1
    layer.onEvent = { [weak self] in self?.handle($0) }
    surfaceScale.onChange = { [weak self] in self?.renew() }
    layer.setAnchor(anchor: place.edge == .bottom ? [.bottom, .left, .right] : [.bottom, .right])
    // The program keeps the keyboard focus, because the text goes to it.
    layer.setKeyboardInteractivity(keyboardInteractivity: .none)
    arrange()
    surface.commit()
  }

  var scale: Double { surfaceScale.preferred ?? Double(outputScale) }

  func move(to place: ProgramKeyboardPlace) {
    // The compositor answers only a request for another size.
    isResizing = isResizing || size == nil || place.request != self.place.request
    self.place = place
    arrange()
    if isResizing { surface.commit() } else { onReady?() }
  }

  /// Applies a new description of the output.
  func update(_ output: Output.Description?) {
    guard let scale = output?.scale, scale != outputScale else { return }
    outputScale = scale
    if size != nil, surfaceScale.preferred == nil { renew() }
  }

  func reserveAgain() {
    guard size != nil, place.reserved > 0 else { return }
    layer.setExclusiveZone(zone: Int32(place.reserved.rounded()) + 1)
    surface.commit()
    layer.setExclusiveZone(zone: Int32(place.reserved.rounded()))
    surface.commit()
  }

  private func arrange() {
    layer.setSize(width: place.request.width, height: place.request.height)
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
    surfaceScale.apply(size, outputScale: outputScale)
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
    surfaceScale.destroy()
    layer.destroy()
    surface.destroy()
  }
}

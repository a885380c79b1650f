import CRotundaWayland
import CWaylandCursor
import EventLoop
import Gestures
import Glibc
import Logging
import Wayland

private let log = Log("cursor")

/// The arrow of the desktop's cursor theme, visible while a visitor uses a mouse.
final class Cursor {
  private let surface: WlSurface
  private let theme: OpaquePointer
  private let image: UnsafeMutablePointer<wl_cursor_image>

  /// The default of XCURSOR_SIZE, in points.
  private static let defaultSize: Int32 = 24
  /// The permitted sizes, in points.
  private static let sizes: ClosedRange<Int32> = 8...256
  /// The arrow's names in freedesktop.org's cursor specification and in X11.
  private static let names = ["default", "left_ptr"]
  /// The opcode of `wl_surface.attach`.
  private static let attachOpcode: UInt32 = 1

  /// Loads the theme from the environment, or libwayland's built-in one. Returns nil if it has no arrow.
  init?(_ globals: Globals, scale: Int32) {
    guard let memory = globals.memory?.pointer else { return nil }
    let size = Self.number("XCURSOR_SIZE").map { min(max($0, Self.sizes.lowerBound), Self.sizes.upperBound) }
    let loaded = wl_cursor_theme_load(getenv("XCURSOR_THEME"), (size ?? Self.defaultSize) * scale, memory)
    guard let loaded else { return nil }
    guard let image = Self.arrow(loaded) else {
      log.notice("the cursor theme has no arrow")
      wl_cursor_theme_destroy(loaded)
      return nil
    }
    theme = loaded
    self.image = image
    surface = globals.compositor.createSurface()
    attach(scale: scale)
  }

  private static func number(_ name: String) -> Int32? {
    getenv(name).flatMap { Int32(String(cString: $0)) }
  }

  private static func arrow(_ theme: OpaquePointer) -> UnsafeMutablePointer<wl_cursor_image>? {
    for name in names {
      guard let cursor = wl_cursor_theme_get_cursor(theme, name), cursor.pointee.image_count > 0 else {
        continue
      }
      return cursor.pointee.images[0]
    }
    return nil
  }

  /// Attaches the buffer. It belongs to libwayland-cursor, so it has no typed object.
  private func attach(scale: Int32) {
    guard let buffer = wl_cursor_image_get_buffer(image), let pointer = surface.pointer else { return }
    var arguments = [wl_argument(o: buffer), wl_argument(i: 0), wl_argument(i: 0)]
    wl_proxy_marshal_array_flags(pointer, Self.attachOpcode, nil, surface.version, 0, &arguments)
    let width = Int32(clamping: image.pointee.width)
    let height = Int32(clamping: image.pointee.height)
    // A theme without the requested size returns another, which must be divisible by the scale.
    self.scale = width % scale == 0 && height % scale == 0 ? scale : 1
    surface.setBufferScale(scale: self.scale)
    surface.damageBuffer(x: 0, y: 0, width: width, height: height)
    surface.commit()
  }

  private var scale: Int32 = 1

  func show(on pointer: WlPointer, serial: UInt32) {
    pointer.setCursor(
      serial: serial, surface: surface, hotspotX: Int32(clamping: image.pointee.hotspot_x) / scale,
      hotspotY: Int32(clamping: image.pointee.hotspot_y) / scale)
  }

  func destroy() {
    surface.destroy()
    wl_cursor_theme_destroy(theme)
  }
}

/// A seat's pointer with its cursor.
final class Mouse {
  private let proxy: WlPointer
  private let surfaceRole: (WlSurface?) -> SurfaceRole?
  private let makeCursor: () -> Cursor?
  private var gatherer: PointerGatherer
  /// The surface under the pointer. Kept after a leave event until its input was delivered.
  private var role = SurfaceRole.window
  /// The serial of the enter event; nil while the pointer is over no own surface.
  private var enterSerial: UInt32?
  private var isCursorShown = false
  /// The time of the last motion, and the timer that hides the cursor.
  private var lastMotion = 0.0
  private var deadline: Deadline?

  /// Seconds without motion after which the cursor disappears: a mouse beside a touchscreen is rarely used
  /// for long.
  private static let stillTime = 2.0

  /// Called with the touches of the mouse on a surface.
  var onTouch: ((TouchFrame, SurfaceRole) -> Void)?
  var onScroll: ((ScrollEvent) -> Void)?
  /// Called with the serial of a button event.
  var onPress: ((UInt32) -> Void)?

  /// The version that introduced `wl_pointer.release`.
  private static let releaseVersion: UInt32 = 3

  init(
    _ proxy: WlPointer, seat index: Int, loop: EventLoop, role: @escaping (WlSurface?) -> SurfaceRole?,
    makeCursor: @escaping () -> Cursor?
  ) {
    self.proxy = proxy
    gatherer = PointerGatherer(seat: index)
    surfaceRole = role
    self.makeCursor = makeCursor
    proxy.onEvent = { [weak self] in self?.handle($0) }
    // Without a timer the cursor stays visible.
    deadline = try? loop.addDeadline { [weak self] in self?.hideStillCursor() }
  }

  func release() {
    deadline?.cancel()
    gatherer.cancel()
    endBatch()
    proxy.onEvent = nil
    if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
  }

  private func handle(_ event: WlPointer.Event) {
    let old = gatherer.position
    switch event {
    case .enter(let serial, let surface, _, _): enter(serial, surfaceRole(surface))
    case .leave:
      enterSerial = nil
      gatherer.handle(event)
      return
    default: break
    }
    guard enterSerial != nil else { return }
    if case .button(let serial, _, _, _) = event { onPress?(serial) }
    gatherer.handle(event)
    switch event {
    case .motion where gatherer.position != old:
      lastMotion = EventLoop.now
      showCursor()
    case .frame: endBatch()
    default: break
    }
  }

  /// Handles an enter event, which resets the cursor: sets it again if it was visible.
  private func enter(_ serial: UInt32, _ newRole: SurfaceRole?) {
    enterSerial = newRole == nil ? nil : serial
    guard let newRole else { return }
    if newRole != role { reset() }
    role = newRole
    let wasShown = isCursorShown
    isCursorShown = false
    if wasShown {
      showCursor()
    } else {
      proxy.setCursor(serial: serial, surface: nil, hotspotX: 0, hotspotY: 0)
    }
  }

  private func showCursor() {
    guard !isCursorShown, let enterSerial else { return }
    isCursorShown = true
    makeCursor()?.show(on: proxy, serial: enterSerial)
    deadline?.set(EventLoop.now + Self.stillTime)
  }

  /// Hides the cursor unless the mouse has moved since the timer was set.
  private func hideStillCursor() {
    guard isCursorShown else { return }
    let due = lastMotion + Self.stillTime
    if due > EventLoop.now { deadline?.set(due) } else { hideCursor() }
  }

  /// Hides the cursor because a finger touches the screen.
  func hideCursor() {
    guard isCursorShown else { return }
    isCursorShown = false
    if let enterSerial { proxy.setCursor(serial: enterSerial, surface: nil, hotspotX: 0, hotspotY: 0) }
  }

  /// Ends the touches on a surface that is gone.
  func endTouches(on role: SurfaceRole) {
    if self.role == role { reset() }
  }

  /// Ends touches: the release of the button may go elsewhere.
  func reset() {
    gatherer.cancel()
    endBatch()
  }

  func endBatch() {
    if let frame = gatherer.flushTouches() { onTouch?(frame, role) }
    // Only the window scrolls.
    for event in gatherer.flushScrolls() where role == .window { onScroll?(event) }
  }

  /// Whether no input waits for the end of the batch.
  var isIdle: Bool { gatherer.isEmpty }
}

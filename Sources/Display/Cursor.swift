import CRotundaWayland
import CWaylandCursor
import EventLoop
import Gestures
import Glibc
import Logging
import Wayland

private let log = Log("cursor")

/// The arrow of the desktop's cursor theme, shown while a visitor uses a mouse.
final class Cursor {
  private let surface: WlSurface
  private let theme: OpaquePointer
  private let image: UnsafeMutablePointer<wl_cursor_image>

  /// XCURSOR_SIZE's default, in points.
  private static let defaultSize: Int32 = 24
  /// Sizes that a theme may be asked for, in points.
  private static let sizes: ClosedRange<Int32> = 8...256
  /// The arrow's name in freedesktop.org's naming, and X11's.
  private static let names = ["default", "left_ptr"]
  /// The request `wl_surface.attach`.
  private static let attachOpcode: UInt32 = 1

  /// Loads the theme that the environment names, or what libwayland has built in; nil when there is no arrow.
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

  /// The buffer is libwayland-cursor's, so it has no typed object to attach.
  private func attach(scale: Int32) {
    guard let buffer = wl_cursor_image_get_buffer(image), let pointer = surface.pointer else { return }
    var arguments = [wl_argument(o: buffer), wl_argument(i: 0), wl_argument(i: 0)]
    wl_proxy_marshal_array_flags(pointer, Self.attachOpcode, nil, surface.version, 0, &arguments)
    let width = Int32(clamping: image.pointee.width)
    let height = Int32(clamping: image.pointee.height)
    // A theme without the size asked for gives another one, which must still divide.
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

/// A seat's pointer, with its cursor.
final class Mouse {
  private let proxy: WlPointer
  private let surfaceRole: (WlSurface?) -> SurfaceRole?
  private let makeCursor: () -> Cursor?
  private var gatherer: PointerGatherer
  /// What it is over; kept after it left, until what it did there has been told.
  private var role = SurfaceRole.window
  /// The serial of the enter, while the pointer is over one of our surfaces.
  private var enterSerial: UInt32?
  private var isCursorShown = false
  /// When it last moved, and when its cursor may have to go.
  private var lastMotion = 0.0
  private var deadline: Deadline?

  /// Seconds without motion after which the cursor goes: mice of touchscreens are seldom used for long.
  private static let stillTime = 2.0

  /// Takes what it does on a surface.
  var onTouch: ((TouchFrame, SurfaceRole) -> Void)?
  var onScroll: ((ScrollEvent) -> Void)?
  /// Takes the serial of a button.
  var onPress: ((UInt32) -> Void)?

  /// `wl_pointer.release` is there since.
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
    // Without a timer the cursor stays.
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

  /// Each enter starts without a cursor of ours: hidden stays hidden, shown has to be set again.
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

  /// The mouse may have moved since the timer was set.
  private func hideStillCursor() {
    guard isCursorShown else { return }
    let due = lastMotion + Self.stillTime
    if due > EventLoop.now { deadline?.set(due) } else { hideCursor() }
  }

  /// A finger is used instead.
  func hideCursor() {
    guard isCursorShown else { return }
    isCursorShown = false
    if let enterSerial { proxy.setCursor(serial: enterSerial, surface: nil, hotspotX: 0, hotspotY: 0) }
  }

  /// A surface is gone.
  func endTouches(on role: SurfaceRole) {
    if self.role == role { reset() }
  }

  /// The button's release may go elsewhere.
  func reset() {
    gatherer.cancel()
    endBatch()
  }

  func endBatch() {
    if let frame = gatherer.flushTouches() { onTouch?(frame, role) }
    // Beside the window there is nothing that scrolls.
    for event in gatherer.flushScrolls() where role == .window { onScroll?(event) }
  }

  /// Whether something waits for the end of the batch.
  var isIdle: Bool { gatherer.isEmpty }
}

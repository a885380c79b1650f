import Gestures
import Wayland

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

  var onTouch: ((TouchFrame) -> Void)?
  /// Takes what it does on the strip.
  var onStripTouch: ((TouchFrame) -> Void)?
  var onScroll: ((ScrollEvent) -> Void)?
  /// Takes the serial of a button.
  var onPress: ((UInt32) -> Void)?

  /// `wl_pointer.release` is there since.
  private static let releaseVersion: UInt32 = 3

  init(
    _ proxy: WlPointer, seat index: Int, role: @escaping (WlSurface?) -> SurfaceRole?,
    makeCursor: @escaping () -> Cursor?
  ) {
    self.proxy = proxy
    gatherer = PointerGatherer(seat: index)
    surfaceRole = role
    self.makeCursor = makeCursor
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func release() {
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
    case .motion where gatherer.position != old: showCursor()
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
  }

  /// A finger is used instead.
  func hideCursor() {
    guard isCursorShown else { return }
    isCursorShown = false
    if let enterSerial { proxy.setCursor(serial: enterSerial, surface: nil, hotspotX: 0, hotspotY: 0) }
  }

  /// The strip is gone.
  func endStripTouches() {
    if role == .strip { reset() }
  }

  /// The button's release may go elsewhere.
  func reset() {
    gatherer.cancel()
    endBatch()
  }

  func endBatch() {
    if let frame = gatherer.flushTouches() { role == .window ? onTouch?(frame) : onStripTouch?(frame) }
    // Over the strip there is nothing that scrolls.
    for event in gatherer.flushScrolls() where role == .window { onScroll?(event) }
  }

  /// Whether something waits for the end of the batch.
  var isIdle: Bool { gatherer.isEmpty }
}

import Gestures
import Wayland

/// A seat's pointer, with its cursor.
final class Mouse {
  private let proxy: WlPointer
  private let isOwn: (WlSurface?) -> Bool
  private let makeCursor: () -> Cursor?
  private var gatherer = PointerGatherer()
  /// The serial of the enter, while the pointer is over the window.
  private var enterSerial: UInt32?
  private var isCursorShown = false

  var onTouch: ((TouchFrame) -> Void)?
  var onScroll: ((ScrollEvent) -> Void)?

  /// `wl_pointer.release` is there since.
  private static let releaseVersion: UInt32 = 3

  init(_ proxy: WlPointer, isOwn: @escaping (WlSurface?) -> Bool, makeCursor: @escaping () -> Cursor?) {
    self.proxy = proxy
    self.isOwn = isOwn
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
    case .enter(let serial, let surface, _, _): enter(serial, isOwn: isOwn(surface))
    case .leave:
      enterSerial = nil
      gatherer.handle(event)
      return
    default: break
    }
    guard enterSerial != nil else { return }
    gatherer.handle(event)
    switch event {
    case .motion where gatherer.position != old: showCursor()
    case .frame: endBatch()
    default: break
    }
  }

  /// Each enter starts without a cursor of ours: hidden stays hidden, shown has to be set again.
  private func enter(_ serial: UInt32, isOwn: Bool) {
    enterSerial = isOwn ? serial : nil
    guard isOwn else { return }
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

  /// The button's release may go elsewhere.
  func reset() {
    gatherer.cancel()
    endBatch()
  }

  func endBatch() {
    if let frame = gatherer.flushTouches() { onTouch?(frame) }
    for event in gatherer.flushScrolls() { onScroll?(event) }
  }

  /// Whether something waits for the end of the batch.
  var isIdle: Bool { gatherer.isEmpty }
}

import EventLoop
import Gestures
import Logging
import Wayland

private let log = Log("seat")

/// One person's fingers, mouse and keyboard. Any of them may come and go.
package final class Seat {
  /// The compositor's object, for protocols that ask for a seat.
  package let proxy: WlSeat
  /// The compositor's name for it, such as "seat0"; empty when it tells none.
  package private(set) var name = ""
  /// The registry's number for it.
  let globalName: UInt32
  /// Which of the seats it is: no two have the same at a time.
  let index: Int

  private let loop: EventLoop
  private let role: (WlSurface?) -> SurfaceRole?
  private let makeCursor: () -> Cursor?
  private let onEvent: (WindowEvent) -> Void
  private var touch: WlTouch?
  private var mouse: Mouse?
  private var keyboard: Keyboard?
  private var gatherer: TouchGatherer
  /// Fingers on the strip, apart from those on the window.
  private var stripGatherer: TouchGatherer

  /// Takes what fingers do on the strip.
  var onStripTouch: ((TouchFrame) -> Void)?
  /// Takes the serial of whatever a visitor does with finger, button or key.
  var onPress: ((UInt32) -> Void)?

  /// `wl_touch.release` is there since.
  private static let touchReleaseVersion: UInt32 = 3
  /// `wl_seat.release` is there since.
  private static let releaseVersion: UInt32 = 5
  /// Touch ids of one seat are told apart from those of the next by this much.
  private static let idStride: Int32 = 1 << 24

  init(
    _ proxy: WlSeat, globalName: UInt32, index: Int, loop: EventLoop,
    role: @escaping (WlSurface?) -> SurfaceRole?, makeCursor: @escaping () -> Cursor?,
    onEvent: @escaping (WindowEvent) -> Void
  ) {
    self.proxy = proxy
    self.globalName = globalName
    self.index = index
    self.loop = loop
    self.role = role
    self.makeCursor = makeCursor
    self.onEvent = onEvent
    gatherer = TouchGatherer(idOffset: Int32(truncatingIfNeeded: index) &* Self.idStride)
    stripGatherer = gatherer
    proxy.onEvent = { [weak self] in self?.handle($0) }
  }

  func release() {
    setTouch(false)
    setPointer(false)
    setKeyboard(false)
    proxy.onEvent = nil
    if proxy.version >= Self.releaseVersion { proxy.release() } else { proxy.destroyProxy() }
  }

  private func handle(_ event: WlSeat.Event) {
    switch event {
    case .capabilities(let capabilities):
      setTouch(capabilities.contains(.touch))
      setPointer(capabilities.contains(.pointer))
      setKeyboard(capabilities.contains(.keyboard))
    case .name(let name): self.name = name
    }
  }

  private func setTouch(_ isThere: Bool) {
    guard isThere != (touch != nil) else { return }
    log.info("touch \(isThere ? "is there" : "is gone")")
    guard isThere else {
      endTouches(with: .lost)
      endStripTouches()
      touch?.onEvent = nil
      if let touch {
        if touch.version >= Self.touchReleaseVersion { touch.release() } else { touch.destroyProxy() }
      }
      touch = nil
      return
    }
    touch = proxy.getTouch()
    touch?.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: WlTouch.Event) {
    switch event {
    case .down(let serial, _, _, _, _, _):
      mouse?.hideCursor()
      onPress?(serial)
    case .up(let serial, _, _): onPress?(serial)
    default: break
    }
    if let frame = gatherer.handle(event, isOwn: { role($0) == .window }) { onEvent(.touch(frame)) }
    if let frame = stripGatherer.handle(event, isOwn: { role($0) == .strip }) { onStripTouch?(frame) }
  }

  /// What fingers did before the key comes before it, also where the compositor ends no frame of touches.
  private func handle(_ key: KeyEvent) {
    flushTouches()
    onEvent(.key(key))
  }

  private func flushTouches() {
    if let frame = gatherer.flush() { onEvent(.touch(frame)) }
    if let frame = stripGatherer.flush() { onStripTouch?(frame) }
  }

  /// The strip is gone, and with it the fingers on it.
  func endStripTouches() {
    if let frame = stripGatherer.reset(with: .lost) { onStripTouch?(frame) }
    mouse?.endStripTouches()
  }

  private func endTouches(with event: TouchEvent) {
    if let frame = gatherer.reset(with: event) { onEvent(.touch(frame)) }
  }

  private func setPointer(_ isThere: Bool) {
    guard isThere != (mouse != nil) else { return }
    guard isThere else {
      mouse?.release()
      mouse = nil
      return
    }
    let mouse = Mouse(proxy.getPointer(), seat: index, role: role, makeCursor: makeCursor)
    mouse.onTouch = { [weak self] in self?.onEvent(.touch($0)) }
    mouse.onStripTouch = { [weak self] in self?.onStripTouch?($0) }
    mouse.onPress = { [weak self] in self?.onPress?($0) }
    mouse.onScroll = { [weak self] in self?.onEvent(.scroll($0)) }
    self.mouse = mouse
  }

  private func setKeyboard(_ isThere: Bool) {
    guard isThere != (keyboard != nil) else { return }
    guard isThere else {
      keyboard?.release()
      keyboard = nil
      return
    }
    do {
      let keyboard = try Keyboard(
        proxy.getKeyboard(), loop: loop, isOwn: { [role] in role($0) == .window })
      keyboard.onPress = { [weak self] in self?.onPress?($0) }
      keyboard.onKey = { [weak self] in self?.handle($0) }
      keyboard.onLeave = { [weak self] in self?.endTouches() }
      self.keyboard = keyboard
    } catch {
      log.error("no keyboard: \(error)")
    }
  }

  /// The window is no longer in front: what is still held down is let go.
  func reset() {
    endTouches()
    keyboard?.reset()
  }

  private func endTouches() {
    endTouches(with: .lost)
    mouse?.reset()
  }

  /// All events that were read together have been delivered.
  func endBatch() {
    flushTouches()
    mouse?.endBatch()
  }

  /// Whether nothing waits for the end of the batch.
  var isIdle: Bool { gatherer.isEmpty && stripGatherer.isEmpty && mouse?.isIdle != false }
}

import EventLoop
import Gestures
import Logging
import RotundaGeometry
import Wayland

private let log = Log("seat")

/// One person's touches, mouse and keyboard. Each device may come and go.
package final class Seat {
  /// The compositor's object, for protocols that need a seat.
  package let proxy: WlSeat
  /// The compositor's name for it, such as "seat0"; empty if unknown.
  package private(set) var name = ""
  /// The registry's number for it.
  let globalName: UInt32
  /// The seat's index, unique among the current seats.
  let index: Int

  private let loop: EventLoop
  /// The session, which receives the input of touch, mouse and keyboard.
  private weak var session: WaylandSession?
  private var touch: WlTouch?
  private var mouse: Mouse?
  private var keyboard: Keyboard?
  private var gatherer: TouchGatherer
  /// The gatherers for touches on the strip and on the keyboard over a program.
  private var (stripGatherer, keyboardGatherer): (TouchGatherer, TouchGatherer)

  /// The version that introduced `wl_touch.release`.
  private static let touchReleaseVersion: UInt32 = 3
  /// The version that introduced `wl_seat.release`.
  private static let releaseVersion: UInt32 = 5
  /// The distance between the touch IDs of two seats.
  private static let idStride: Int32 = 1 << 24

  init(_ proxy: WlSeat, globalName: UInt32, index: Int, loop: EventLoop, session: WaylandSession) {
    self.proxy = proxy
    self.globalName = globalName
    self.index = index
    self.loop = loop
    self.session = session
    gatherer = TouchGatherer(idOffset: Int32(truncatingIfNeeded: index) &* Self.idStride)
    (stripGatherer, keyboardGatherer) = (gatherer, gatherer)
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
      endTouches(on: .strip)
      endTouches(on: .keyboard)
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
      notePress(serial)
    case .up(let serial, _, _): notePress(serial)
    default: break
    }
    deliver(gatherer.handle(event, isOwn: { role(of: $0) == .window }), on: .window)
    deliver(stripGatherer.handle(event, isOwn: { role(of: $0) == .strip }), on: .strip)
    deliver(keyboardGatherer.handle(event, isOwn: { role(of: $0) == .keyboard }), on: .keyboard)
  }

  /// Passes touches of fingers or the mouse on one of the surfaces to the session.
  private func deliver(_ frame: TouchFrame?, on role: SurfaceRole) {
    guard let frame, let session else { return }
    switch role {
    case .window: session.onEvent?(.touch(frame))
    case .strip: session.homeStrip?.handle(frame)
    case .keyboard: session.onEvent?(.keyboardTouch(frame))
    }
  }

  private func role(of surface: WlSurface?) -> SurfaceRole? { session?.role(of: surface) }

  /// Records the serial of a touch, click or key: it permits the launcher to raise a program.
  private func notePress(_ serial: UInt32) {
    session?.latestPress = StartupTokens.Press(seat: proxy, serial: serial)
  }

  /// Delivers earlier touches before the key, even if the compositor has not ended their frame.
  private func handle(_ key: KeyEvent) {
    flushTouches()
    session?.onEvent?(.key(key))
  }

  private func flushTouches() {
    deliver(gatherer.flush(), on: .window)
    deliver(stripGatherer.flush(), on: .strip)
    deliver(keyboardGatherer.flush(), on: .keyboard)
  }

  /// Ends the touches on a surface that is gone.
  func endTouches(on role: SurfaceRole) {
    switch role {
    case .window: endTouches(with: .lost)
    case .strip: deliver(stripGatherer.reset(with: .lost), on: .strip)
    case .keyboard: deliver(keyboardGatherer.reset(with: .lost), on: .keyboard)
    }
    mouse?.endTouches(on: role)
  }

  private func endTouches(with event: TouchEvent) {
    deliver(gatherer.reset(with: event), on: .window)
  }

  private func setPointer(_ isThere: Bool) {
    guard isThere != (mouse != nil) else { return }
    guard isThere else {
      mouse?.release()
      mouse = nil
      return
    }
    let mouse = Mouse(
      proxy.getPointer(), seat: index, loop: loop, role: { [weak self] in self?.role(of: $0) },
      makeCursor: { [weak self] in self?.session?.sharedCursor() })
    mouse.onTouch = { [weak self] in self?.deliver($0, on: $1) }
    mouse.onPress = { [weak self] in self?.notePress($0) }
    mouse.onScroll = { [weak self] in self?.session?.onEvent?(.scroll($0)) }
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
        proxy.getKeyboard(), loop: loop, isOwn: { [weak self] in self?.role(of: $0) == .window })
      keyboard.onPress = { [weak self] in self?.notePress($0) }
      keyboard.onKey = { [weak self] in self?.handle($0) }
      keyboard.onLeave = { [weak self] in self?.endTouches() }
      self.keyboard = keyboard
    } catch {
      log.error("no keyboard: \(error)")
    }
  }

  /// Ends all touches and keys, because the window is not in front anymore.
  func reset() {
    endTouches()
    keyboard?.reset()
  }

  private func endTouches() {
    endTouches(with: .lost)
    mouse?.reset()
  }

  /// Ends a batch: all events that were read together are delivered.
  func endBatch() {
    flushTouches()
    mouse?.endBatch()
  }

  /// Whether no input waits for the end of the batch.
  var isIdle: Bool {
    gatherer.isEmpty && stripGatherer.isEmpty && keyboardGatherer.isEmpty && mouse?.isIdle != false
  }
}

/// Gathers `wl_touch` events into frames.
///
/// A frame ends with `wl_touch.frame`, or with the batch of events that were read together. cage 0.1.4 never
/// sends `wl_touch.frame`, and weston does not send it after the last up event.
struct TouchGatherer {
  private var pending = TouchFrame()
  /// Contacts on the window, and those that began elsewhere or before a reset.
  private var own: Set<Int32> = []
  private var ignored: Set<Int32> = []
  /// The offset of all touch IDs, which keeps seats apart.
  private let idOffset: Int32

  /// The most contacts to track: a limit against hostile compositors.
  private static let contactLimit = 256

  init(idOffset: Int32 = 0) {
    self.idOffset = idOffset
  }

  /// Whether no event waits for the end of its frame.
  var isEmpty: Bool { pending.events.isEmpty && pending.shapes.isEmpty }
  /// Whether a finger is on the window.
  var hasContacts: Bool { !own.isEmpty }

  /// Handles an event. Returns a frame if the event completes one.
  mutating func handle(_ event: WlTouch.Event, isOwn: (WlSurface?) -> Bool) -> TouchFrame? {
    switch event {
    case .down(_, let time, let surface, let id, let x, let y):
      begin(id, isOwn: isOwn(surface))
      append(id) { .down(id: $0, at: Point(x, y), milliseconds: time) }
    case .motion(let time, let id, let x, let y):
      append(id) { .motion(id: $0, at: Point(x, y), milliseconds: time) }
    case .up(_, let time, let id):
      append(id) { .up(id: $0, milliseconds: time) }
      own.remove(id)
      ignored.remove(id)
    case .cancel: return reset(with: .cancel)
    case .frame: return flush()
    case .shape(let id, let major, let minor):
      append(ContactShape(id: id, major: major, minor: minor))
    case .orientation(let id, let degrees):
      append(ContactShape(id: id, orientation: degrees))
    }
    return nil
  }

  private mutating func begin(_ id: Int32, isOwn: Bool) {
    if isOwn {
      ignored.remove(id)
      if own.count < Self.contactLimit { own.insert(id) }
    } else {
      own.remove(id)
      if ignored.count < Self.contactLimit { ignored.insert(id) }
    }
  }

  private mutating func append(_ id: Int32, _ event: (Int32) -> TouchEvent) {
    guard !ignored.contains(id) else { return }
    pending.events.append(event(id &+ idOffset))
  }

  private mutating func append(_ shape: ContactShape) {
    guard own.contains(shape.id) else { return }
    var shape = shape
    shape.id &+= idOffset
    if let index = pending.shapes.firstIndex(where: { $0.id == shape.id }) {
      pending.shapes[index] = pending.shapes[index].merged(with: shape)
    } else {
      pending.shapes.append(shape)
    }
  }

  /// Returns the pending events as a frame.
  mutating func flush() -> TouchFrame? {
    guard !isEmpty else { return nil }
    defer { pending = TouchFrame() }
    return pending
  }

  /// Ends all contacts with `event`, if there are any.
  ///
  /// A finger that stays on the screen is ignored until it lifts.
  mutating func reset(with event: TouchEvent) -> TouchFrame? {
    guard hasContacts || !isEmpty else { return nil }
    ignored.formUnion(own)
    own = []
    pending.events.append(event)
    return flush()
  }
}

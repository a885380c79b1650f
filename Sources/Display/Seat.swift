import EventLoop
import Gestures
import Logging
import RotundaGeometry
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
  /// Takes what fingers, mouse and keyboard do.
  private weak var session: WaylandSession?
  private var touch: WlTouch?
  private var mouse: Mouse?
  private var keyboard: Keyboard?
  private var gatherer: TouchGatherer
  /// Fingers on the strip and on the keyboard over a program, apart from those on the window.
  private var (stripGatherer, keyboardGatherer): (TouchGatherer, TouchGatherer)

  /// `wl_touch.release` is there since.
  private static let touchReleaseVersion: UInt32 = 3
  /// `wl_seat.release` is there since.
  private static let releaseVersion: UInt32 = 5
  /// Touch ids of one seat are this far from those of the next.
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

  /// Hands over what fingers or the mouse did on one of the surfaces.
  private func deliver(_ frame: TouchFrame?, on role: SurfaceRole) {
    guard let frame, let session else { return }
    switch role {
    case .window: session.onEvent?(.touch(frame))
    case .strip: session.homeStrip?.handle(frame)
    case .keyboard: session.onEvent?(.keyboardTouch(frame))
    }
  }

  private func role(of surface: WlSurface?) -> SurfaceRole? { session?.role(of: surface) }

  /// What a visitor does with finger, button or key permits the launcher to bring a program to the front.
  private func notePress(_ serial: UInt32) {
    session?.latestPress = StartupTokens.Press(seat: proxy, serial: serial)
  }

  /// What fingers did before the key comes before it, also where the compositor ends no frame of touches.
  private func handle(_ key: KeyEvent) {
    flushTouches()
    session?.onEvent?(.key(key))
  }

  private func flushTouches() {
    deliver(gatherer.flush(), on: .window)
    deliver(stripGatherer.flush(), on: .strip)
    deliver(keyboardGatherer.flush(), on: .keyboard)
  }

  /// A surface beside the window is gone, and with it the fingers on it.
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
  var isIdle: Bool {
    gatherer.isEmpty && stripGatherer.isEmpty && keyboardGatherer.isEmpty && mouse?.isIdle != false
  }
}

/// Gathers what `wl_touch` says into frames.
///
/// A frame ends with `wl_touch.frame`, or with the batch of events that were read together: cage 0.1.4 never
/// sends the former, and weston does not send it after the last up.
struct TouchGatherer {
  private var pending = TouchFrame()
  /// Contacts on the window, and those that began elsewhere or before a reset.
  private var own: Set<Int32> = []
  private var ignored: Set<Int32> = []
  /// Added to every id, so that two seats do not share one.
  private let idOffset: Int32

  /// Contacts remembered at most; a screen has ten fingers, a hostile compositor has none.
  private static let contactLimit = 256

  init(idOffset: Int32 = 0) {
    self.idOffset = idOffset
  }

  /// Whether something waits for the end of its frame.
  var isEmpty: Bool { pending.events.isEmpty && pending.shapes.isEmpty }
  /// Whether a finger is on the window.
  var hasContacts: Bool { !own.isEmpty }

  /// Takes an event and returns a frame if it completes one.
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

  /// What has come so far, as a frame.
  mutating func flush() -> TouchFrame? {
    guard !isEmpty else { return nil }
    defer { pending = TouchFrame() }
    return pending
  }

  /// Ends every contact with `event`, if there is anything to end.
  ///
  /// A finger that stays on the screen counts again only after it was lifted.
  mutating func reset(with event: TouchEvent) -> TouchFrame? {
    guard hasContacts || !isEmpty else { return nil }
    ignored.formUnion(own)
    own = []
    pending.events.append(event)
    return flush()
  }
}

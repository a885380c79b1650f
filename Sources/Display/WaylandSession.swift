import EventLoop
import Logging
import Wayland

private let log = Log("display")

/// The launcher's connection to a compositor: one window, its input, and its frame clock.
///
/// ```swift
/// let session = try WaylandSession(loop: loop)
/// session.onEvent = { event in
///   switch event {
///   case .configured(let window): renderer.resize(window)
///   case .frame(let time): session.frameClock.present { renderer.draw(time) }
///   case .touch(let frame): …
/// }
/// ```
///
/// Events come only from the loop. Other libraries that use the connection (EGL) must be shut down before
/// `close()`.
package final class WaylandSession {
  /// The connection; its `pointer` is the `wl_display` for EGL.
  package let connection: Connection
  /// The compositor's registry, for further protocols.
  package let registry: Registry
  /// The singleton globals.
  package let globals: Globals
  package let outputs = Outputs()
  /// The window; its `surface.pointer` is the `wl_surface` for EGL.
  package let window: Window
  package let frameClock: FrameClock
  /// The strip that leads out of programs; nil if the compositor lacks wlr-layer-shell.
  package let homeStrip: HomeStrip?
  /// The surface of the keyboard over programs; nil if the compositor cannot show it.
  package let programKeyboard: ProgramKeyboardSurface?
  /// Types into programs; nil if the compositor does not support it.
  package let programInput: ProgramInput?
  /// The windows of programs; nil if the compositor does not report them.
  package private(set) var appWindows: AppWindows?
  /// Reports idle visitors; nil if the compositor does not support that.
  package let idleWatch: IdleWatch?
  /// The last requested idle time in seconds.
  var idleSeconds: Double?
  let screenPower: ScreenPower?
  /// Nil before the first rotation, and if the compositor does not permit rotation.
  var screenTurning: ScreenTurning?
  let startupTokens: StartupTokens?
  /// The latest touch, click or key of any seat.
  var latestPress: StartupTokens.Press?
  /// The seats in order of appearance.
  package private(set) var seats: [Seat] = []
  /// Called for each event.
  package var onEvent: ((WindowEvent) -> Void)?
  /// Called for other globals than seats and outputs that appear or, with false, disappear later.
  package var onGlobal: ((Registry.Global, Bool) -> Void)?

  private let loop: EventLoop
  private var source: ConnectionSource?
  private var cursor: Cursor?
  /// The timer for a frame that no callback triggers, because the frame before it had no new content.
  private var retry: Deadline?
  /// The timer for reminding the compositor of a callback.
  private var reminder: Deadline?
  /// Whether a program has the screen, or the screen is off: no frame of the window needs to appear.
  package var isCovered = false {
    didSet {
      guard isCovered != oldValue else { return }
      if !isCovered { frameClock.becameVisible() }
      watchCallback()
    }
  }
  /// Whether the window is in front, as far as the compositor reports.
  var isActive = false

  /// Connects and creates a window. The loop reads the compositor's answers.
  ///
  /// Seats and outputs with newer versions are bound at the version of the bindings.
  package init(
    loop: EventLoop, endpoint: Endpoint = .environment, options: WindowOptions = WindowOptions()
  ) throws(DisplayError) {
    self.loop = loop
    do {
      connection = try Connection(to: endpoint)
    } catch {
      throw .connection(error)
    }
    do {
      registry = try Registry(connection)
    } catch {
      connection.close()
      throw .connection(error)
    }
    do {
      globals = try Globals(registry)
    } catch {
      connection.close()
      throw error
    }
    // Before the window: a screen's size is then known when the window is first configured.
    for global in registry.globals(of: WlOutput.self) { Self.add(global, registry, outputs) }
    window = Window(globals, outputs: outputs, options: options)
    frameClock = FrameClock(window.surface, presentation: globals.presentation)
    homeStrip = HomeStrip(globals, outputs: outputs)
    programKeyboard = ProgramKeyboardSurface(globals, outputs: outputs)
    programInput = ProgramInput(globals, loop)
    idleWatch = IdleWatch(registry)
    screenPower = ScreenPower(registry)
    startupTokens = StartupTokens(registry, loop)
    try start()
  }

  private func start() throws(DisplayError) {
    watchPrograms()
    registry.globals(of: WlSeat.self).forEach(add)
    registry.onAdded = { [weak self] in self?.add($0) }
    registry.onRemoved = { [weak self] in self?.remove($0) }
    if seats.isEmpty { log.notice("the compositor has no seat yet: no touch, no keys") }
    window.onConfigured = { [weak self] in self?.configured($0) }
    window.onNeedsFrame = { [weak self] in self?.frameClock.requestCommit() }
    window.onActivated = { [weak self] in self?.setActive($0) }
    window.onStepAside = { [weak self] in self?.steppedAside() }
    window.onClose = { [weak self] in self?.onEvent?(.closed) }
    do {
      retry = try loop.addDeadline {}
      reminder = try loop.addDeadline { [weak self] in self?.remind() }
      source = try loop.addConnection(
        connection.fileDescriptor, beforeWait: { [weak self] in self?.prepareToWait() ?? .readable },
        afterWait: { [weak self] in self?.finishWait($0) })
    } catch {
      connection.close()
      throw .loop(error)
    }
    // An error here recurs in the loop.
    _ = try? connection.flush()
  }

  /// Destroys everything and disconnects. No event follows. Do not call it from inside `onEvent`.
  package func close() {
    onEvent = nil
    source?.cancel()
    source = nil
    idleWatch?.drop()
    screenPower?.destroy()
    screenTurning?.destroy()
    startupTokens?.destroy()
    latestPress = nil
    retry?.cancel()
    reminder?.cancel()
    seats.forEach { $0.release() }
    seats = []
    cursor?.destroy()
    cursor = nil
    frameClock.cancel()
    homeStrip?.hide()
    programKeyboard?.hide()
    programInput?.end()
    appWindows?.destroy()
    appWindows = nil
    window.destroy()
    connection.close()
  }
}

// MARK: Around the wait

extension WaylandSession {
  /// Dispatches, draws and flushes, and prepares to read.
  private func prepareToWait() -> DescriptorEvents {
    var hasDrawn = false
    do {
      repeat {
        try connection.dispatchPending()
        if settle(draws: !hasDrawn) { hasDrawn = true }
        guard source != nil else { return .readable }
        try connection.prepareRead()
      } while cancelsRead(hasDrawn: hasDrawn)
      return try flush()
    } catch {
      disconnect(error)
      return .readable
    }
  }

  /// Cancels the read if pending input or a frame must be handled first.
  private func cancelsRead(hasDrawn: Bool) -> Bool {
    guard !seats.allSatisfy(\.isIdle) || (mustDraw && !hasDrawn) else { return false }
    connection.cancelRead()
    return true
  }

  private func flush() throws(ConnectionError) -> DescriptorEvents {
    do {
      return try connection.flush() == .blocked ? [.readable, .writable] : .readable
    } catch {
      connection.cancelRead()
      throw error
    }
  }

  private func finishWait(_ events: DescriptorEvents) {
    guard events.allowReading else { return connection.cancelRead() }
    do {
      try connection.readEvents()
      try connection.dispatchPending()
      settle()
    } catch {
      disconnect(error)
    }
  }

  private var mustDraw: Bool { frameClock.isDue && window.configuration != nil && !isTurning }

  /// Whether a frame now would appear on a screen that is about to rotate.
  private var isTurning: Bool { screenTurning?.isTurning == true }

  /// Ends a batch of events: completes pending input, and may draw a frame.
  @discardableResult
  private func settle(draws: Bool = true) -> Bool {
    for seat in seats { seat.endBatch() }
    let isDrawn = draws && mustDraw
    if isDrawn { draw() }
    if isTurning, frameClock.isDue { retry?.set(screenTurning?.waitEnd) }
    watchCallback()
    return isDrawn
  }

  private func draw() {
    onEvent?(.frame(predictedPresentation: frameClock.begin()))
    guard source != nil else { return }
    frameClock.end()
    // If nothing was submitted, no callback triggers the requested frame.
    retry?.set(frameClock.isDue ? EventLoop.now + frameClock.refreshInterval : nil)
  }

  /// Whether a submitted frame of the window is visible.
  private var isVisible: Bool { window.coversScreen && !isCovered && outputs.current != nil }

  /// Sets or clears the reminder. Between frames the timer stays the same.
  private func watchCallback() {
    guard let reminder, source != nil else { return }
    if !frameClock.isOutstanding || !isVisible {
      reminder.set(nil)
    } else if reminder.time == nil {
      reminder.set(frameClock.reminderTime)
    }
  }

  private func remind() {
    if frameClock.isOutstanding, isVisible, EventLoop.now >= frameClock.reminderTime { frameClock.remind() }
    watchCallback()
  }

  /// Makes the compositor draw the unchanged window again: the screen may show nothing after a suspend.
  package func showAgain() {
    guard isVisible else { return }
    frameClock.showAgain()
    watchCallback()
  }

  /// Handles a lost connection. Its socket would stay readable forever.
  private func disconnect(_ reason: ConnectionError) {
    guard source != nil else { return }
    source?.cancel()
    source = nil
    retry?.cancel()
    reminder?.cancel()
    log.notice("\(reason)")
    seats.forEach { $0.reset() }
    onEvent?(.disconnected(reason))
  }
}

// MARK: What comes and goes

extension WaylandSession {
  private func add(_ global: Registry.Global) {
    switch global.interface {
    case WlOutput.interface.name: Self.add(global, registry, outputs)
    case WlSeat.interface.name:
      if let proxy = try? registry.bind(WlSeat.self, global) { addSeat(proxy, globalName: global.name) }
    default: onGlobal?(global, true)
    }
  }

  private static func add(_ global: Registry.Global, _ registry: Registry, _ outputs: Outputs) {
    if let proxy = try? registry.bind(WlOutput.self, global) { outputs.add(proxy, globalName: global.name) }
  }

  private func addSeat(_ proxy: WlSeat, globalName: UInt32) {
    seats.append(Seat(proxy, globalName: globalName, index: freeSeatIndex, loop: loop, session: self))
    if idleSeconds != nil { watchIdle(after: idleSeconds) }
  }

  /// The lowest free seat index. Small indexes keep the touch IDs of seats apart.
  private var freeSeatIndex: Int {
    let taken = Set(seats.map(\.index))
    return (0...seats.count).first { !taken.contains($0) } ?? seats.count
  }

  func role(of surface: WlSurface?) -> SurfaceRole? {
    guard let surface else { return nil }
    if surface === window.surface { return .window }
    if surface === homeStrip?.surface { return .strip }
    return surface === programKeyboard?.surface ? .keyboard : nil
  }

  private func watchPrograms() {
    homeStrip?.onSwipe = { [weak self] in self?.onEvent?(.stripSwiped($0)) }
    homeStrip?.onHidden = { [weak self] in self?.seats.forEach { $0.endTouches(on: .strip) } }
    programKeyboard?.onHidden = { [weak self] in self?.seats.forEach { $0.endTouches(on: .keyboard) } }
    guard let manager = globals.toplevels else { return }
    appWindows = AppWindows(
      manager,
      isOwn: { [weak self] in
        self?.window.isDescribed(byTitle: $0.title, appID: $0.appID) == true
      },
      coversScreen: { [weak self] in self?.window.coversScreen == true },
      seat: { [weak self] in self?.seats.first?.proxy })
    appWindows?.onRoomLeft = { [weak self] in self?.programKeyboard?.reserveAgain() }
  }

  private func steppedAside() {
    frameClock.reset()
    setActive(false)
  }

  private func remove(_ global: Registry.Global) {
    switch global.interface {
    case WlOutput.interface.name: outputs.remove(globalName: global.name)
    case WlSeat.interface.name:
      guard let index = seats.firstIndex(where: { $0.globalName == global.name }) else { return }
      let seat = seats.remove(at: index)
      if idleSeconds != nil { watchIdle(after: idleSeconds) }
      if latestPress?.seat === seat.proxy { latestPress = nil }
      seat.release()
    default: onGlobal?(global, false)
    }
  }

  /// Returns the cursor. Loads it at the first mouse movement: most kiosks have no mouse.
  func sharedCursor() -> Cursor? {
    if cursor == nil {
      cursor = Cursor(globals, scale: Int32(max(1, (window.configuration?.scale ?? 1).rounded(.up))))
    }
    return cursor
  }

  private func configured(_ configuration: WindowConfiguration) {
    frameClock.setNominalRefresh(outputs.current?.description.refreshInterval)
    onEvent?(.configured(configuration))
  }

  private func setActive(_ isNowActive: Bool) {
    guard isNowActive != isActive else { return }
    isActive = isNowActive
    if !isActive { seats.forEach { $0.reset() } }
    onEvent?(.focus(isActive))
  }
}

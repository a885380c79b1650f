import Logging
import Wayland

private let log = Log("windows")

/// The windows of programs, as wlr-foreign-toplevel-management tells of them.
///
/// The protocol does not say which process a window belongs to: `WindowClaims` finds out.
package final class AppWindows {
  /// The program that has or last had the screen, by a number of the caller's.
  private var owner: Int?
  private var claims = WindowClaims()
  private var isLauncherSeen = true
  /// Whether windows of programs leave room for a keyboard, instead of covering the screen.
  private var leavesRoom = false
  /// Takes the number of a program when its first window is there.
  package var onFirstWindow: ((Int) -> Void)?
  /// Takes the number of a program when the last of its windows has gone.
  package var onLastWindowGone: ((Int) -> Void)?
  /// A window that has just come leaves room for a surface that is there already.
  var onRoomLeft: (() -> Void)?

  private let manager: ZwlrForeignToplevelManagerV1
  private let isOwn: (AppWindow) -> Bool
  /// Whether programs' windows are to cover the screen, so that nothing of the launcher is beside them.
  private let coversScreen: () -> Bool
  private let seat: () -> WlSeat?
  /// In the order in which they appeared; the front one of a program is the last of its.
  private var windows: [AppWindow] = []

  /// More windows than this are not looked at.
  private static let limit = 1000

  init(
    _ manager: ZwlrForeignToplevelManagerV1, isOwn: @escaping (AppWindow) -> Bool,
    coversScreen: @escaping () -> Bool, seat: @escaping () -> WlSeat?
  ) {
    self.manager = manager
    self.isOwn = isOwn
    self.coversScreen = coversScreen
    self.seat = seat
    manager.onEvent = { [weak self] in self?.handle($0) }
  }

  /// Whether the compositor still tells of new windows.
  package private(set) var isAlive = true

  private func handle(_ event: ZwlrForeignToplevelManagerV1.Event) {
    switch event {
    case .toplevel(let handle): add(handle)
    case .finished:
      log.notice("the compositor no longer tells of windows")
      isAlive = false
    }
  }

  private func add(_ handle: ZwlrForeignToplevelHandleV1) {
    let window = AppWindow(handle)
    guard windows.count < Self.limit else { return window.destroy() }
    windows.append(window)
    window.onClosed = { [weak self, unowned window] in self?.remove(window) }
    window.onDescribed = { [weak self, unowned window] in self?.described(window) }
  }

  private func remove(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    window.destroy()
    if let owner = window.owner, !hasWindow(of: owner) { onLastWindowGone?(owner) }
  }

  /// From now on a program has the screen.
  func give(screenTo program: Int) {
    owner = program
    isLauncherSeen = false
  }

  /// A program was started that will have windows, in sight or out of it.
  ///
  /// - Parameter names: what they are likely to call themselves: names of programs, of desktop entries,
  ///   window classes.
  package func expect(_ program: Int, names: [String] = []) {
    claims.expect(program, names: names)
  }

  /// A program has ended: no further window is its own.
  package func forget(_ program: Int) {
    claims.forget(program)
  }

  func giveScreenToLauncher() {
    isLauncherSeen = true
  }

  /// Has the windows of the program in front leave room for a surface along an edge, or cover the screen
  /// again. A window that covers the screen covers the room of such a surface as well.
  func leaveRoom(_ leavesRoom: Bool) {
    guard leavesRoom != self.leavesRoom else { return }
    self.leavesRoom = leavesRoom
    guard coversScreen(), let owner, !isLauncherSeen || !leavesRoom else { return }
    for window in windows where window.owner == owner { fit(window) }
  }

  private func fit(_ window: AppWindow) {
    if leavesRoom { window.leaveFullscreen() } else if !window.hasParent { window.enterFullscreen() }
  }

  /// Told for the first time of what a window is.
  private func described(_ window: AppWindow) {
    window.onDescribed = nil
    guard !isOwn(window), let owner = ownerOfNew(window) else { return }
    let isFirst = !windows.contains { $0.owner == owner }
    window.owner = owner
    show(window)
    if isFirst { onFirstWindow?(owner) }
  }

  private func ownerOfNew(_ window: AppWindow) -> Int? {
    if let parent = windows.first(where: { window.isChild(of: $0) }), let owner = parent.owner {
      return owner
    }
    return claims.owner(ofWindow: window.appID, front: owner, isLauncherSeen: isLauncherSeen)
  }

  /// A window of the program that has the screen comes forward; one of any other does not stay there.
  private func show(_ window: AppWindow) {
    if isLauncherSeen {
      if coversScreen() { _ = raiseOwn() }
    } else if let owner, window.owner != owner {
      if !raise(owner), coversScreen() { _ = raiseOwn() }
    } else if !window.hasParent {
      window.raise(on: seat(), coversScreen: coversScreen() && !leavesRoom)
    }
    if leavesRoom, coversScreen(), window.owner == owner {
      window.leaveFullscreen()
      onRoomLeft?()
    }
  }

  package func hasWindow(of owner: Int) -> Bool { windows.contains { $0.owner == owner } }

  /// Brings a program's windows to the front; false when it has none.
  package func raise(_ owner: Int) -> Bool {
    let own = windows.filter { $0.owner == owner }
    guard !own.isEmpty else { return false }
    // Some compositors let only one window cover the screen, and the launcher's took that from it.
    for window in own where !window.hasParent {
      window.raise(on: seat(), coversScreen: coversScreen() && !leavesRoom)
    }
    for window in own where window.hasParent { window.raise(on: seat()) }
    return true
  }

  /// Brings the launcher's own window to the front; false when the compositor tells of none.
  func raiseOwn() -> Bool {
    guard let window = windows.first(where: { $0.owner == nil && isOwn($0) }) else { return false }
    window.raise(on: seat())
    return true
  }

  func destroy() {
    windows.forEach { $0.destroy() }
    windows = []
    manager.onEvent = nil
    if isAlive { manager.stop() }
  }
}

/// A window that the compositor tells of, a program's or the launcher's own.
final class AppWindow {
  private(set) var title = ""
  private(set) var appID = ""
  private(set) var states: Set<ZwlrForeignToplevelHandleV1.State> = []
  /// Whether it belongs to another window, as a dialog does.
  private(set) var hasParent = false
  private weak var parent: ZwlrForeignToplevelHandleV1?
  /// Whose it is, as the one who starts programs counts; nil when it was there before, or is the launcher's.
  var owner: Int?

  /// All that was to be told of it has been.
  var onDescribed: (() -> Void)?
  var onClosed: (() -> Void)?

  private let handle: ZwlrForeignToplevelHandleV1

  /// `set_fullscreen` is there since.
  private static let fullscreenVersion: UInt32 = 2
  /// No title that a compositor tells is kept beyond so many bytes.
  private static let textLimit = 4096

  init(_ handle: ZwlrForeignToplevelHandleV1) {
    self.handle = handle
    handle.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrForeignToplevelHandleV1.Event) {
    switch event {
    case .title(let text): title = Self.limited(text)
    case .appId(let text): appID = Self.limited(text)
    case .state(let state): states = Set(state.words.map(ZwlrForeignToplevelHandleV1.State.init))
    case .parent(let parent): (self.parent, hasParent) = (parent, parent != nil)
    case .done: onDescribed?()
    case .closed: onClosed?()
    case .outputEnter, .outputLeave: break
    }
  }

  func isChild(of other: AppWindow) -> Bool { parent != nil && parent === other.handle }

  private static func limited(_ text: String) -> String {
    text.utf8.count <= textLimit ? text : ""
  }

  /// Brings it to the front, over the whole screen where that is asked for.
  func raise(on seat: WlSeat?, coversScreen: Bool = false) {
    if coversScreen { enterFullscreen() }
    if states.contains(.minimized) { handle.unsetMinimized() }
    if let seat { handle.activate(seat: seat) }
  }

  /// Has it cover the screen.
  func enterFullscreen() {
    guard !states.contains(.fullscreen), handle.version >= Self.fullscreenVersion else { return }
    handle.setFullscreen(output: nil)
  }

  /// Has it cover only what surfaces along the edges leave, unless that would show more of it than before.
  func leaveFullscreen() {
    guard states.contains(.fullscreen), handle.version >= Self.fullscreenVersion, !hidesBars else { return }
    handle.unsetFullscreen()
  }

  /// Whether it is a browser that shows its address bar and its menu as soon as it does not cover the screen.
  private var hidesBars: Bool {
    let name = appID.lowercased()
    return Self.browsers.contains { name.hasPrefix($0) }
  }

  /// What the windows of Chromium, its relatives and GNOME Web call themselves. Firefox in a kiosk shows its
  /// bars at no size.
  private static let browsers = [
    "chromium", "chrome", "google-chrome", "brave-browser", "microsoft-edge", "vivaldi", "opera",
    "org.gnome.epiphany", "epiphany",
  ]

  func destroy() {
    onDescribed = nil
    onClosed = nil
    handle.destroy()
  }
}

/// Whose a new window is.
///
/// No protocol tells which process a window belongs to. So it is worked out from which programs were started,
/// in which order, who has the screen, and what windows call themselves (`app_id`), which is mostly the name
/// of their program or of its desktop entry.
nonisolated struct WindowClaims: Hashable {
  /// Programs that have no window yet, the earliest start first.
  private var waiting: [Int] = []
  /// What windows of running programs are likely to call themselves, and what those did that have come.
  private var names: [Int: Set<String>] = [:]

  /// A program was started that will have windows.
  mutating func expect(_ program: Int, names: [String]) {
    waiting.removeAll { $0 == program }
    waiting.append(program)
    self.names[program] = Set(names.flatMap(Self.forms))
  }

  /// A program has ended.
  mutating func forget(_ program: Int) {
    waiting.removeAll { $0 == program }
    names[program] = nil
  }

  /// Finds out whose a window is that has just come; nil when it is no program's.
  ///
  /// - Parameters:
  ///   - front: the program that has or last had the screen.
  ///   - isLauncherSeen: whether the launcher has it now.
  mutating func owner(ofWindow appID: String, front: Int?, isLauncherSeen: Bool) -> Int? {
    let forms = Self.forms(appID)
    let named = candidates(front).first { names[$0]?.isDisjoint(with: forms) == false }
    guard let owner = named ?? (isLauncherSeen ? waiting.first : nil) ?? front else { return nil }
    waiting.removeAll { $0 == owner }
    names[owner]?.formUnion(forms)
    return owner
  }

  /// A program that waits for a window comes before those that have one, and the one that has the screen
  /// before others.
  private func candidates(_ front: Int?) -> [Int] {
    let front = front.map { [$0] } ?? []
    return front.filter(waiting.contains) + waiting + front + names.keys.sorted(by: >)
  }

  /// How a name can be written: `org.gnome.Calculator` is `calculator` as well.
  private static func forms(_ name: String) -> [String] {
    let whole = name.lowercased()
    guard !whole.isEmpty else { return [] }
    let parts = whole.split(separator: ".")
    return parts.count > 2 ? [whole, String(parts[parts.count - 1])] : [whole]
  }
}

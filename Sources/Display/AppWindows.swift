import Browsers
import Logging
import Wayland

private let log = Log("windows")

/// The windows of programs, from wlr-foreign-toplevel-management.
///
/// The protocol does not say which process owns a window: `WindowClaims` infers it.
package final class AppWindows {
  /// The caller's number for the program that has the screen, or last had it.
  private var owner: Int?
  private var claims = WindowClaims()
  private var isLauncherSeen = true
  /// Whether windows of programs leave room for a keyboard instead of being fullscreen.
  private var leavesRoom = false
  /// The windows that became fullscreen over this keyboard.
  private var insistent: Set<ObjectIdentifier> = []
  /// Called with a program's number when its first window appears.
  package var onFirstWindow: ((Int) -> Void)?
  /// Called with a program's number when its last window is gone.
  package var onLastWindowGone: ((Int) -> Void)?
  /// Called when a new window leaves room for a surface that already exists.
  var onRoomLeft: (() -> Void)?

  private let manager: ZwlrForeignToplevelManagerV1
  private let isOwn: (AppWindow) -> Bool
  /// Whether programs' windows must cover the screen, to hide the launcher beside them.
  private let coversScreen: () -> Bool
  private let seat: () -> WlSeat?
  /// All windows in order of appearance. The last one of a program is in front.
  private var windows: [AppWindow] = []

  /// The most windows to track.
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

  /// Whether the compositor still reports new windows.
  package private(set) var isAlive = true

  private func handle(_ event: ZwlrForeignToplevelManagerV1.Event) {
    switch event {
    case .toplevel(let handle): add(handle)
    case .finished:
      log.notice("the compositor no longer reports windows")
      isAlive = false
    }
  }

  private func add(_ handle: ZwlrForeignToplevelHandleV1) {
    let window = AppWindow(handle)
    guard windows.count < Self.limit else { return window.destroy() }
    windows.append(window)
    window.onClosed = { [weak self, unowned window] in self?.remove(window) }
    window.onDescribed = { [weak self, unowned window] in self?.described(window) }
    window.onFullscreen = { [weak self, unowned window] in self?.becameFullscreen(window) }
  }

  private func remove(_ window: AppWindow) {
    windows.removeAll { $0 === window }
    insistent.remove(ObjectIdentifier(window))
    window.destroy()
    if let owner = window.owner, !hasWindow(of: owner) { onLastWindowGone?(owner) }
  }

  /// Gives the screen to a program.
  func give(screenTo program: Int) {
    owner = program
    isLauncherSeen = false
  }

  /// Records that a program was started that will have windows, visible or not.
  ///
  /// - Parameter names: the likely names of its windows: names of programs, of desktop entries, window
  ///   classes.
  package func expect(_ program: Int, names: [String] = []) {
    claims.expect(program, names: names)
  }

  /// Records that a program has ended: no further window belongs to it.
  package func forget(_ program: Int) {
    claims.forget(program)
  }

  func giveScreenToLauncher() {
    isLauncherSeen = true
  }

  /// Makes the windows of the program in front leave room for a surface at an edge, or makes them fullscreen
  /// again. Fullscreen windows ignore the room that such a surface reserves.
  func leaveRoom(_ leavesRoom: Bool) {
    guard leavesRoom != self.leavesRoom else { return }
    self.leavesRoom = leavesRoom
    insistent = []
    // In sway, a window that becomes fullscreen covers the launcher. `raise` does that later.
    guard coversScreen(), let owner, !isLauncherSeen else { return }
    for window in windows where window.owner == owner { fit(window) }
  }

  private func fit(_ window: AppWindow) {
    if leavesRoom { window.leaveFullscreen() } else if !window.hasParent { window.enterFullscreen() }
  }

  /// Handles the first complete description of a window.
  private func described(_ window: AppWindow) {
    window.onDescribed = nil
    guard !isOwn(window), let owner = ownerOfNew(window) else { return }
    let isFirst = !windows.contains { $0.owner == owner }
    window.owner = owner
    show(window)
    if isFirst { onFirstWindow?(owner) }
  }

  /// Makes a window leave room again. It became fullscreen over the keyboard, by itself or by a rule of the
  /// compositor.
  private func becameFullscreen(_ window: AppWindow) {
    guard leavesRoom, coversScreen(), window.owner != nil, window.owner == owner else { return }
    // Once for each keyboard: a program that insists would never stop.
    guard insistent.insert(ObjectIdentifier(window)).inserted else { return }
    window.leaveFullscreen()
    onRoomLeft?()
  }

  private func ownerOfNew(_ window: AppWindow) -> Int? {
    if let parent = windows.first(where: { window.isChild(of: $0) }), let owner = parent.owner {
      return owner
    }
    return claims.owner(ofWindow: window.appID, front: owner, isLauncherSeen: isLauncherSeen)
  }

  /// Raises a new window of the program that has the screen. Lowers those of other programs.
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

  /// Raises a program's windows. Returns false if it has none.
  package func raise(_ owner: Int) -> Bool {
    let own = windows.filter { $0.owner == owner }
    guard !own.isEmpty else { return false }
    // Some compositors let only one window cover the screen, and the launcher's took that state.
    for window in own where !window.hasParent {
      window.raise(on: seat(), coversScreen: coversScreen() && !leavesRoom)
    }
    for window in own where window.hasParent { window.raise(on: seat()) }
    return true
  }

  /// Raises the launcher's own window. Returns false if the compositor does not report one.
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

/// A window that the compositor reports: a program's, or the launcher's own.
final class AppWindow {
  private(set) var title = ""
  private(set) var appID = ""
  private(set) var states: Set<ZwlrForeignToplevelHandleV1.State> = []
  /// Whether it belongs to another window, like a dialog.
  private(set) var hasParent = false
  private weak var parent: ZwlrForeignToplevelHandleV1?
  /// The number of its program; nil if it existed before, or is the launcher's.
  var owner: Int?

  /// Called when the window's description is complete.
  var onDescribed: (() -> Void)?
  /// Called when the window became fullscreen.
  var onFullscreen: (() -> Void)?
  var onClosed: (() -> Void)?

  /// The latest request: whether the window is to be fullscreen. The compositor's state may be older.
  private var request: Bool?

  private let handle: ZwlrForeignToplevelHandleV1

  /// The version that introduced `set_fullscreen`.
  private static let fullscreenVersion: UInt32 = 2
  /// The size limit of a title in bytes; longer ones are dropped.
  private static let textLimit = 4096

  init(_ handle: ZwlrForeignToplevelHandleV1) {
    self.handle = handle
    handle.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrForeignToplevelHandleV1.Event) {
    switch event {
    case .title(let text): title = Self.limited(text)
    case .appId(let text): appID = Self.limited(text)
    case .state(let state):
      let wasFullscreen = states.contains(.fullscreen)
      states = Set(state.words.map(ZwlrForeignToplevelHandleV1.State.init))
      if !wasFullscreen, states.contains(.fullscreen) { onFullscreen?() }
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

  /// Raises the window, to full screen if requested.
  func raise(on seat: WlSeat?, coversScreen: Bool = false) {
    if coversScreen { enterFullscreen() }
    if states.contains(.minimized) { handle.unsetMinimized() }
    if let seat { handle.activate(seat: seat) }
  }

  /// Makes the window fullscreen.
  func enterFullscreen() {
    guard !states.contains(.fullscreen) || request == false, handle.version >= Self.fullscreenVersion
    else { return }
    request = true
    handle.setFullscreen(output: nil)
  }

  /// Makes the window leave room for the surfaces at the edges, unless that would show the bars of a browser.
  func leaveFullscreen() {
    guard states.contains(.fullscreen) || request == true, handle.version >= Self.fullscreenVersion,
      !Browser.showsBars(inWindow: appID)
    else { return }
    request = false
    handle.unsetFullscreen()
    // labwc would show the window at its own size, beside the launcher.
    if !states.contains(.maximized) { handle.setMaximized() }
  }

  func destroy() {
    (onDescribed, onFullscreen, onClosed) = (nil, nil, nil)
    handle.destroy()
  }
}

/// Infers which program owns a new window.
///
/// No protocol reports a window's process. The evidence is: the started programs and their order, the program
/// that has the screen, and the windows' `app_id`s. An `app_id` is mostly the name of the program or of its
/// desktop entry.
nonisolated struct WindowClaims: Hashable {
  /// The programs without a window yet, in order of their start.
  private var waiting: [Int] = []
  /// The likely window names of running programs, and the actual ones of their windows so far.
  private var names: [Int: Set<String>] = [:]

  /// Records that a program was started that will have windows.
  mutating func expect(_ program: Int, names: [String]) {
    waiting.removeAll { $0 == program }
    waiting.append(program)
    self.names[program] = Set(names.flatMap(Self.forms))
  }

  /// Records that a program has ended.
  mutating func forget(_ program: Int) {
    waiting.removeAll { $0 == program }
    names[program] = nil
  }

  /// Returns the program that owns a new window; nil if none does.
  ///
  /// - Parameters:
  ///   - front: the program that has the screen, or last had it.
  ///   - isLauncherSeen: whether the launcher has the screen now.
  mutating func owner(ofWindow appID: String, front: Int?, isLauncherSeen: Bool) -> Int? {
    let forms = Self.forms(appID)
    let named = candidates(front).first { names[$0]?.isDisjoint(with: forms) == false }
    guard let owner = named ?? (isLauncherSeen ? waiting.first : nil) ?? front else { return nil }
    waiting.removeAll { $0 == owner }
    names[owner]?.formUnion(forms)
    return owner
  }

  /// Returns the programs in order of likelihood. Those that wait for a window come before others, and the
  /// one that has the screen comes first in each group.
  private func candidates(_ front: Int?) -> [Int] {
    let front = front.map { [$0] } ?? []
    return front.filter(waiting.contains) + waiting + front + names.keys.sorted(by: >)
  }

  /// Returns the spellings of a name: `org.gnome.Calculator` is also `calculator`.
  private static func forms(_ name: String) -> [String] {
    let whole = name.lowercased()
    guard !whole.isEmpty else { return [] }
    let parts = whole.split(separator: ".")
    return parts.count > 2 ? [whole, String(parts[parts.count - 1])] : [whole]
  }
}

import Wayland

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
    handle.onEvent = { [weak self] in self?.take($0) }
  }

  private func take(_ event: ZwlrForeignToplevelHandleV1.Event) {
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

  /// Whether it belongs to that window.
  func isChild(of other: AppWindow) -> Bool { parent != nil && parent === other.handle }

  private static func limited(_ text: String) -> String {
    text.utf8.count <= textLimit ? text : ""
  }

  /// Brings it to the front, over the whole screen where it is told to.
  func raise(on seat: WlSeat?, coversScreen: Bool = false) {
    if coversScreen, !states.contains(.fullscreen), handle.version >= Self.fullscreenVersion {
      handle.setFullscreen(output: nil)
    }
    if states.contains(.minimized) { handle.unsetMinimized() }
    if let seat { handle.activate(seat: seat) }
  }

  func destroy() {
    onDescribed = nil
    onClosed = nil
    handle.destroy()
  }
}

/// A window's properties, as it sets them before it is mapped.
struct XWindowWish: Hashable {
  /// The requested size.
  var size: XRectangle
  /// Whether the window belongs to another one, or is of a dialog or tool type.
  var isDialog = false
  /// The maximum size; nil for none.
  var largest: XRectangle?
  /// Whether it accepts keyboard focus.
  var takesInput = true
  /// Whether it sets the focus itself on request (WM_TAKE_FOCUS).
  var takesFocusItself = false
}

/// Arranges a program's windows on the screen: main windows fill it, dialogs are centered, and the newest is
/// in front.
///
/// Visitors cannot move, resize or minimize windows, so none gets lost.
struct WindowArrangement {
  /// An operation on a window.
  enum Order: Hashable {
    case place(UInt32, XRectangle)
    /// The window keeps its place and must be notified of that.
    case tell(UInt32, XRectangle)
    case show(UInt32)
    case raise(UInt32)
    /// Gives the window keyboard focus; nil gives it to none.
    case focus(UInt32?)
  }

  private(set) var screen: XRectangle
  /// The mapped windows; the last one is in front.
  private var windows: [(id: UInt32, wish: XWindowWish)] = []
  private var focused: UInt32?

  /// The most windows to arrange. Further ones appear where they want.
  private static let most = 1000

  init(width: Int, height: Int) { screen = XRectangle(width: width, height: height) }

  func isShown(_ window: UInt32) -> Bool { windows.contains { $0.id == window } }

  func wish(of window: UInt32) -> XWindowWish? { windows.last { $0.id == window }?.wish }

  /// Arranges a window that is about to be mapped.
  mutating func show(_ window: UInt32, _ wish: XWindowWish) -> [Order] {
    windows.removeAll { $0.id == window }
    guard windows.count < Self.most else { return [.show(window)] }
    windows.append((window, wish))
    return [.place(window, frame(wish)), .raise(window), .show(window)] + focus(window)
  }

  /// Removes a window that is gone.
  mutating func remove(_ window: UInt32) -> [Order] {
    guard isShown(window) else { return [] }
    windows.removeAll { $0.id == window }
    return focused == window ? focus(windows.last { $0.wish.takesInput }?.id) : []
  }

  /// Handles a request for another size. The window keeps its place, except that a dialog stays centered.
  mutating func resize(_ window: UInt32, width: Int?, height: Int?) -> [Order] {
    guard let index = windows.lastIndex(where: { $0.id == window }) else { return [] }
    let before = frame(windows[index].wish)
    if let width { windows[index].wish.size.width = width }
    if let height { windows[index].wish.size.height = height }
    let after = frame(windows[index].wish)
    return [after == before ? .tell(window, after) : .place(window, after)]
  }

  /// Focuses a window that the pointer or a finger touches.
  mutating func touch(_ window: UInt32) -> [Order] {
    wish(of: window)?.takesInput == true && focused != window ? focus(window) : []
  }

  /// Applies a new size of the screen.
  mutating func resize(width: Int, height: Int) -> [Order] {
    guard width != screen.width || height != screen.height else { return [] }
    screen = XRectangle(width: width, height: height)
    return windows.map { .place($0.id, frame($0.wish)) }
  }

  private mutating func focus(_ window: UInt32?) -> [Order] {
    if let window, wish(of: window)?.takesInput == false { return [] }
    focused = window
    return [.focus(window)]
  }

  private func frame(_ wish: XWindowWish) -> XRectangle {
    let size = wish.isDialog ? wish.size : wish.largest ?? screen
    let (width, height) = (
      min(max(size.width, 1), screen.width), min(max(size.height, 1), screen.height)
    )
    return XRectangle(
      x: (screen.width - width) / 2, y: (screen.height - height) / 2, width: width, height: height)
  }
}

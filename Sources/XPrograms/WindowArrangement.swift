/// What a window wants, as it says before it is shown.
struct XWindowWish: Hashable {
  /// Its size.
  var size: XRectangle
  /// Whether it belongs to another window, or says that it is a dialog or a tool.
  var isDialog = false
  /// The largest size that it can have; nil for any.
  var largest: XRectangle?
  /// Whether it wants the keyboard given to it.
  var takesInput = true
  /// Whether it takes the keyboard by itself when it is asked to.
  var takesFocusItself = false
}

/// Where a program's windows are on the screen: the main ones fill it, dialogs stand in the middle, and the
/// newest is in front.
///
/// There is nothing a visitor could move, make smaller or put away, so that nothing gets lost.
struct WindowArrangement {
  /// What is to be done with a window.
  enum Order: Hashable {
    case place(UInt32, XRectangle)
    /// It is where it was, and is to be told so.
    case tell(UInt32, XRectangle)
    case show(UInt32)
    case raise(UInt32)
    /// It gets the keyboard; nil when there is none.
    case focus(UInt32?)
  }

  private(set) var screen: XRectangle
  /// Those that are shown, the one in front last.
  private var windows: [(id: UInt32, wish: XWindowWish)] = []
  private var focused: UInt32?

  /// More are shown where they want to be.
  private static let most = 1000

  init(width: Int, height: Int) { screen = XRectangle(width: width, height: height) }

  func isShown(_ window: UInt32) -> Bool { windows.contains { $0.id == window } }

  func wish(of window: UInt32) -> XWindowWish? { windows.last { $0.id == window }?.wish }

  /// A window is to be shown.
  mutating func show(_ window: UInt32, _ wish: XWindowWish) -> [Order] {
    windows.removeAll { $0.id == window }
    guard windows.count < Self.most else { return [.show(window)] }
    windows.append((window, wish))
    return [.place(window, frame(wish)), .raise(window), .show(window)] + focus(window)
  }

  /// A window is no longer there.
  mutating func remove(_ window: UInt32) -> [Order] {
    guard isShown(window) else { return [] }
    windows.removeAll { $0.id == window }
    return focused == window ? focus(windows.last { $0.wish.takesInput }?.id) : []
  }

  /// A window asks for another size. It stays where it is, but for a dialog, which stays in the middle.
  mutating func resize(_ window: UInt32, width: Int?, height: Int?) -> [Order] {
    guard let index = windows.lastIndex(where: { $0.id == window }) else { return [] }
    let before = frame(windows[index].wish)
    if let width { windows[index].wish.size.width = width }
    if let height { windows[index].wish.size.height = height }
    let after = frame(windows[index].wish)
    return [after == before ? .tell(window, after) : .place(window, after)]
  }

  /// The pointer, or a finger, is on a window.
  mutating func touch(_ window: UInt32) -> [Order] {
    wish(of: window)?.takesInput == true && focused != window ? focus(window) : []
  }

  /// The screen has another size.
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

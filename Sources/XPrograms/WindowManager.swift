/// The only window manager of an X server: `WindowArrangement` decides, and this class reads properties and
/// sends requests.
final class WindowManager {
  private let server: XConnection
  private var arrangement: WindowArrangement
  private let atoms: Atoms

  /// Atoms that the server assigns.
  private struct Atoms {
    let windowType, state, fullscreen, active, protocols, takeFocus, windowState: UInt32
    let check, supported: UInt32
    /// The types of windows that do not fill the screen.
    let dialogs: Set<UInt32>

    init(_ server: XConnection) throws(XFailure) {
      func atom(_ name: String) throws(XFailure) -> UInt32 {
        try server.ask(XRequest.atom(name))?.window(8) ?? 0
      }
      windowType = try atom("_NET_WM_WINDOW_TYPE")
      state = try atom("_NET_WM_STATE")
      fullscreen = try atom("_NET_WM_STATE_FULLSCREEN")
      active = try atom("_NET_ACTIVE_WINDOW")
      protocols = try atom("WM_PROTOCOLS")
      takeFocus = try atom("WM_TAKE_FOCUS")
      windowState = try atom("WM_STATE")
      check = try atom("_NET_SUPPORTING_WM_CHECK")
      supported = try atom("_NET_SUPPORTED")
      var dialogs: Set<UInt32> = []
      for kind in ["DIALOG", "UTILITY", "TOOLBAR", "MENU", "SPLASH", "NOTIFICATION", "TOOLTIP"] {
        dialogs.insert(try atom("_NET_WM_WINDOW_TYPE_\(kind)"))
      }
      self.dialogs = dialogs
    }
  }

  /// Becomes the window manager. Fails if the server already has one.
  init(_ server: XConnection) throws(XFailure) {
    self.server = server
    arrangement = WindowArrangement(width: server.width, height: server.height)
    atoms = try Atoms(server)
    let events =
      XRequest.Events.structure | XRequest.Events.substructure | XRequest.Events.substructureRedirect
    try server.send(XRequest.selectEvents(events, of: server.root))
    // Toolkits detect a window manager by this: Extended Window Manager Hints, 3.
    let sign = server.firstResource
    try server.send(XRequest.createHidden(sign, root: server.root))
    for window in [sign, server.root] {
      try server.send(
        XRequest.setProperty(atoms.check, of: window, type: XRequest.Atom.window, [sign]))
    }
    let supported = [
      atoms.check, atoms.supported, atoms.state, atoms.fullscreen, atoms.active, atoms.windowType,
    ]
    try server.send(
      XRequest.setProperty(atoms.supported, of: server.root, type: XRequest.Atom.atom, supported))
    // The first reply comes after all these requests, so the server has handled them.
    for window in try children() where try isUnarranged(window) { try show(window) }
    try handleEvents()
  }

  /// A descriptor that is readable when the server sends data.
  var descriptor: Int32 { server.descriptor }

  /// Reads and handles the server's messages.
  func serve() throws(XFailure) {
    try server.receive()
    try handleEvents()
  }

  private func handleEvents() throws(XFailure) {
    while let event = try server.nextEvent() { try handle(event) }
  }

  private func handle(_ event: XMessage) throws(XFailure) {
    switch event.kind {
    // MapRequest
    case 20: try show(event.window(8))
    // ConfigureRequest
    case 23: try resize(event)
    // UnmapNotify, DestroyNotify
    case 18, 17:
      if event.window(4) == server.root { try perform(arrangement.remove(event.window(8))) }
    // ConfigureNotify
    case 22:
      guard event.window(8) == server.root, event.isFromServer else { return }
      try perform(arrangement.resize(width: event.two(20), height: event.two(22)))
    // EnterNotify, unless caused by a grab
    case 7:
      if event.bytes[30] == 0 { try perform(arrangement.touch(event.window(12))) }
    default: break
    }
  }

  private func children() throws(XFailure) -> [UInt32] {
    guard let tree = try server.ask(XRequest.queryTree(server.root)) else { return [] }
    let count = min(tree.two(16), (tree.bytes.count - 32) / 4)
    return (0..<max(0, count)).map { tree.window(32 + 4 * $0) }
  }

  /// Reports whether a window was mapped before this window manager started.
  private func isUnarranged(_ window: UInt32) throws(XFailure) -> Bool {
    guard let attributes = try server.ask(XRequest.attributes(of: window)) else { return false }
    let (isViewable, isOnItsOwn) = (attributes.bytes[26] == 2, attributes.bytes[27] == 1)
    return isViewable && !isOnItsOwn
  }

  private func show(_ window: UInt32) throws(XFailure) {
    try server.send(XRequest.selectEvents(XRequest.Events.enterWindow, of: window))
    let wish = try wish(of: window)
    if !wish.isDialog {
      try server.send(
        XRequest.setProperty(atoms.state, of: window, type: XRequest.Atom.atom, [atoms.fullscreen]))
    }
    // NormalState without an icon window: "Inter-Client Communication Conventions Manual", 4.1.3.1.
    try server.send(
      XRequest.setProperty(atoms.windowState, of: window, type: atoms.windowState, [1, 0]))
    try perform(arrangement.show(window, wish))
  }

  private func wish(of window: UInt32) throws(XFailure) -> XWindowWish {
    func property(_ name: UInt32, _ type: UInt32) throws(XFailure) -> [UInt32] {
      try server.ask(XRequest.property(name, of: window))?.property(ofType: type) ?? []
    }
    let geometry = try server.ask(XRequest.geometry(of: window))
    var wish = XWindowWish(size: XRectangle(width: geometry?.two(16) ?? 1, height: geometry?.two(18) ?? 1))
    let owner = try property(XRequest.Atom.transientFor, XRequest.Atom.window)
    let kinds = try property(atoms.windowType, XRequest.Atom.atom)
    // Only the first type is used.
    wish.isDialog = owner.contains { $0 != 0 } || kinds.first.map(atoms.dialogs.contains) == true
    let sizes = try property(XRequest.Atom.normalHints, XRequest.Atom.sizeHints)
    // PMaxSize of WM_NORMAL_HINTS.
    if sizes.count >= 9, sizes[0] & 32 != 0, sizes[7] > 0, sizes[8] > 0 {
      wish.largest = XRectangle(width: Int(min(sizes[7], 32767)), height: Int(min(sizes[8], 32767)))
    }
    let hints = try property(XRequest.Atom.hints, XRequest.Atom.hints)
    // InputHint of WM_HINTS.
    let isGivenInput = hints.count < 2 || hints[0] & 1 == 0 || hints[1] != 0
    wish.takesFocusItself = try property(atoms.protocols, XRequest.Atom.atom).contains(atoms.takeFocus)
    wish.takesInput = isGivenInput || wish.takesFocusItself
    return wish
  }

  private func resize(_ event: XMessage) throws(XFailure) {
    let (window, mask) = (event.window(8), event.two(26))
    guard arrangement.isShown(window) else {
      // The window is not mapped yet: grant the request.
      let frame = XRectangle(
        x: event.signed(16), y: event.signed(18), width: event.two(20), height: event.two(22))
      return try server.send(XRequest.place(window, frame))
    }
    try perform(
      arrangement.resize(
        window, width: mask & 4 != 0 ? event.two(20) : nil, height: mask & 8 != 0 ? event.two(22) : nil))
  }

  private func perform(_ orders: [WindowArrangement.Order]) throws(XFailure) {
    for order in orders {
      switch order {
      case .place(let window, let frame): try server.send(XRequest.place(window, frame))
      case .tell(let window, let frame): try server.send(XRequest.tellPlace(window, frame))
      case .show(let window): try server.send(XRequest.map(window))
      case .raise(let window): try server.send(XRequest.raise(window))
      case .focus(let window): try focus(window)
      }
    }
  }

  private func focus(_ window: UInt32?) throws(XFailure) {
    try server.send(XRequest.focus(window))
    if let window, arrangement.wish(of: window)?.takesFocusItself == true {
      try server.send(XRequest.offerFocus(window, protocols: atoms.protocols, takeFocus: atoms.takeFocus))
    }
    try server.send(
      XRequest.setProperty(atoms.active, of: server.root, type: XRequest.Atom.window, [window ?? 0]))
  }
}

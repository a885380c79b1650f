import Wayland
import WaylandServer

extension TestCompositor {
  /// Reports to clients that the screen is idle (`ext_idle_notify`, `org_kde_kwin_idle`), whatever time they
  /// requested.
  public func becomeIdle() { thread.perform { $0.extras.idle.becomeIdle() } }

  /// Reports to clients that a visitor is back.
  public func resumeFromIdle() { thread.perform { $0.extras.idle.resume() } }

  /// The number of clients' idle inhibitors.
  public var idleInhibitors: Int { thread.perform { $0.extras.inhibitors } }

  /// Whether the screen is on, according to `zwlr_output_power`.
  public var isPowered: Bool {
    get { thread.perform { $0.extras.isPowered } }
    set { thread.perform { $0.extras.setPower(newValue) } }
  }

  /// Adds another client's window (`zwlr_foreign_toplevel`). Returns a number for it.
  @discardableResult
  public func addForeignToplevel(
    title: String, appID: String, states: [ZwlrForeignToplevelHandleV1.State] = []
  ) -> Int {
    thread.perform { $0.extras.toplevels.add(title: title, appID: appID, states: states) }
  }

  /// Changes the states of another client's window.
  public func setForeignToplevel(_ number: Int, states: [ZwlrForeignToplevelHandleV1.State]) {
    thread.perform { $0.extras.toplevels.set(states, of: number) }
  }

  /// Closes another client's window.
  public func removeForeignToplevel(_ number: Int) { thread.perform { $0.extras.toplevels.remove(number) } }

  /// The security contexts of clients, in order. Accepts pending connections to their sockets.
  public var securityContexts: [SecurityContext] { thread.perform { $0.extras.contexts.look() } }

  /// The clients' requests for other clients' windows, in order.
  public var toplevelWishes: [ToplevelWish] { thread.perform { $0.extras.toplevels.wishes } }

  /// Waits until clients have sent a request for another client's window.
  public func waitForToplevelWish(_ wish: ToplevelWish, seconds: Double = patience) throws {
    try waitFor("\(wish)", seconds) { $0.extras.toplevels.wishes.contains(wish) ? true : nil }
  }

  /// Stops reporting other clients' windows.
  public func finishForeignToplevels() { thread.perform { $0.extras.toplevels.finish() } }

  /// The way in which the compositor copies its screens (`zwlr_screencopy_manager_v1`).
  public var copying: ScreenCopyOptions {
    get { thread.perform { $0.extras.copies.options } }
    set { thread.perform { $0.extras.copies.options = newValue } }
  }

  /// The number of copies of the screen that clients began.
  public var copies: Int { thread.perform { $0.extras.copies.count } }
}

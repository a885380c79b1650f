import Wayland
import WaylandServer

extension TestCompositor {
  /// Tells clients that the screen is idle (`ext_idle_notify`, `org_kde_kwin_idle`), whatever time they asked
  /// for.
  public func becomeIdle() { thread.perform { $0.extras.idle.becomeIdle() } }

  /// Tells clients that a visitor is back.
  public func resumeFromIdle() { thread.perform { $0.extras.idle.resume() } }

  /// How many idle inhibitors clients hold.
  public var idleInhibitors: Int { thread.perform { $0.extras.inhibitors } }

  /// Whether the screen is on, as `zwlr_output_power` sees it.
  public var isPowered: Bool {
    get { thread.perform { $0.extras.isPowered } }
    set { thread.perform { $0.extras.setPower(newValue) } }
  }

  /// Tells of another client's window (`zwlr_foreign_toplevel`) and returns a number for it.
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

  /// The sockets that clients have the compositor listen at for others, in order. Who has come to one is let
  /// in.
  public var securityContexts: [SecurityContext] { thread.perform { $0.extras.contexts.look() } }

  /// What clients have asked of other clients' windows, in order.
  public var toplevelWishes: [ToplevelWish] { thread.perform { $0.extras.toplevels.wishes } }

  /// Waits until clients have asked for something of other clients' windows.
  public func waitForToplevelWish(_ wish: ToplevelWish, seconds: Double = patience) throws {
    try waitFor("\(wish)", seconds) { $0.extras.toplevels.wishes.contains(wish) ? true : nil }
  }

  /// Tells no one of other clients' windows any more.
  public func finishForeignToplevels() { thread.perform { $0.extras.toplevels.finish() } }
}

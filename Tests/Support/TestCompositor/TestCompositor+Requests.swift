import Wayland
import WaylandServer

extension TestCompositor {
  /// All requests so far in order, except those to `wl_display` and `wl_registry`.
  public var requests: [RequestRecord] { thread.perform { $0.requests } }

  /// Returns the requests of one kind, such as `requests("xdg_toplevel", "set_title")`.
  public func requests(_ interface: String, _ name: String) -> [RequestRecord] {
    requests.filter { $0.interface == interface && $0.name == name }
  }

  /// Waits until the client has sent a request `count` times in total. Returns the last one.
  @discardableResult
  public func waitForRequest(
    _ interface: String, _ name: String, count: Int = 1, seconds: Double = patience
  ) throws -> RequestRecord {
    try waitFor("\(interface).\(name), \(count) times", seconds) { state in
      let found = state.requests.filter { $0.interface == interface && $0.name == name }
      return found.count >= count ? found.last : nil
    }
  }

  /// Client behavior for which some compositors disconnect a client.
  public var violations: [String] { thread.perform { $0.violations } }

  /// Offers an interface from now on.
  public func offer(_ interface: ProtocolInterface, version: UInt32? = nil) {
    thread.perform { $0.offer(interface, version: version ?? interface.maximumVersion) }
  }

  /// Offers another seat, whose devices send the same events as those of the first.
  public func addSeat() {
    thread.perform { $0.offerAnotherSeat() }
  }

  /// Stops offering an interface.
  public func withdraw(_ interface: ProtocolInterface) {
    thread.perform { $0.withdraw(interface) }
  }
}

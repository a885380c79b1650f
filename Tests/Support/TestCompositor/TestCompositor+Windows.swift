import Wayland
import WaylandServer

extension TestCompositor {
  /// All surfaces, in order of creation.
  public var surfaces: [SurfaceSnapshot] { thread.perform { $0.surfaces.map(\.shown) } }

  /// Returns the newest window's state as of its last commit; nil if there is none.
  public func window() -> SurfaceSnapshot? { thread.perform { $0.windows.current?.surface.shown } }

  /// Returns the newest layer surface's state; nil if there is none.
  public func layer() -> SurfaceSnapshot? { thread.perform { $0.extras.layers.last?.surface.shown } }

  /// The newest window's content; nil while nothing is shown.
  public var pixels: PixelSnapshot? { window()?.pixels }

  /// Waits until the newest window fulfills a condition. Returns its state.
  @discardableResult
  public func waitForWindow(
    _ what: String, seconds: Double = patience, _ condition: @escaping (SurfaceSnapshot) -> Bool
  ) throws -> SurfaceSnapshot {
    try waitFor(what, seconds) { state in
      state.windows.current.flatMap { condition($0.surface.shown) ? $0.surface.shown : nil }
    }
  }

  /// Waits until the newest window has shown more than `count` frames. Returns its state.
  @discardableResult
  public func waitForFrame(after count: Int = 0, seconds: Double = patience) throws -> SurfaceSnapshot {
    try waitForWindow("a frame after the \(count)th", seconds: seconds) {
      $0.frames > count && $0.pixels != nil
    }
  }

  /// Waits until the newest window has been committed more than `count` times. Returns its state.
  @discardableResult
  public func waitForCommit(after count: Int = 0, seconds: Double = patience) throws -> SurfaceSnapshot {
    try waitForWindow("a commit after the \(count)th", seconds: seconds) { $0.commits > count }
  }

  /// Waits until the color of a pixel of the newest window fulfills a condition.
  public func waitForColor(
    x: Int, y: Int, _ what: String = "a color", seconds: Double = patience,
    _ condition: @escaping (PixelSnapshot.Color) -> Bool
  ) throws {
    try waitForWindow("\(what) at (\(x), \(y))", seconds: seconds) { window in
      guard let pixels = window.pixels, x < pixels.width, y < pixels.height else { return false }
      return condition(pixels.color(x: x, y: y))
    }
  }

  /// Configures the newest window. Returns the serial; nil if there is no window.
  @discardableResult
  public func resize(
    width: Int32, height: Int32, states: [XdgToplevel.State] = [.activated, .fullscreen]
  ) -> UInt32? {
    thread.perform { $0.windows.current?.configure(width: width, height: height, states: states) }
  }

  /// Asks the newest window to close.
  public func closeToplevel() { thread.perform { $0.windows.current?.toplevel?.sendClose() } }

  /// The number of layer surfaces.
  public var layerCount: Int { thread.perform { $0.extras.layers.count } }

  /// Waits until the newest layer surface fulfills a condition. Returns its state.
  @discardableResult
  public func waitForLayer(
    _ what: String, seconds: Double = patience, _ condition: @escaping (SurfaceSnapshot) -> Bool
  ) throws -> SurfaceSnapshot {
    try waitFor(what, seconds) { state in
      state.extras.layers.last.flatMap { condition($0.surface.shown) ? $0.surface.shown : nil }
    }
  }

  /// Returns the newest layer surface with a namespace.
  public func layer(named name: String) -> SurfaceSnapshot? {
    thread.perform { $0.layer(named: name) }
  }

  /// Waits until the newest layer surface with a namespace fulfills a condition, and returns it.
  @discardableResult
  public func waitForLayer(
    named name: String, _ what: String, seconds: Double = patience,
    _ condition: @escaping (SurfaceSnapshot) -> Bool
  ) throws -> SurfaceSnapshot {
    try waitFor(what, seconds) { state in
      state.layer(named: name).flatMap { condition($0) ? $0 : nil }
    }
  }

  /// Waits until there is no layer surface.
  public func waitForNoLayer(seconds: Double = patience) throws {
    try waitFor("the strip to go", seconds) { $0.extras.layers.isEmpty ? true : nil }
  }

  /// Sends the newest layer surface a size, even an invalid one.
  public func configureLayer(width: UInt32, height: UInt32) {
    thread.perform { $0.extras.layers.last?.configure(width: width, height: height) }
  }

  /// Sends the newest layer surface a `closed` event.
  public func closeLayer() { thread.perform { $0.extras.layers.last?.close() } }

  /// Pings the client, and waits for its answer.
  public func ping(seconds: Double = patience) throws {
    try waitForAnswer(to: sendPing(), seconds: seconds)
  }

  /// Pings the client. Returns the serial of the ping.
  public func sendPing() -> UInt32 { thread.perform { $0.windows.ping() } }

  /// Waits until the client has answered a ping.
  public func waitForAnswer(to ping: UInt32, seconds: Double = patience) throws {
    try waitFor("the answer to ping \(ping)", seconds) { $0.windows.pongs.contains(ping) ? true : nil }
  }
}

extension CompositorState {
  fileprivate func layer(named name: String) -> SurfaceSnapshot? {
    extras.layers.last { $0.surface.shown.layer?.namespace == name }?.surface.shown
  }
}

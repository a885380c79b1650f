import Foundation
import Wayland
import WaylandServer

/// A real Wayland server in the test's process, on its own thread.
///
/// ```swift
/// let compositor = try TestCompositor()
/// let client = try compositor.launch("/path/to/rotunda", ["--config", path])
/// try compositor.waitForFrame()
/// #expect(compositor.window()?.pixels?.color(x: 10, y: 10) == …)
/// compositor.touchDown(id: 0, x: 100, y: 100)
/// compositor.touchUp(id: 0)
/// ```
///
/// Any thread may call its methods. They take effect in order, and their events are sent when they return. A
/// client's reaction takes time: wait for it with the `wait…` methods. They return as soon as it happens, or
/// throw a ``CompositorTimeout``. A client in the same process passes the result of ``connectClient()`` to
/// `Connection(to: .descriptor(…))`.
public final class TestCompositor: @unchecked Sendable {
  /// The default time-out of the `wait…` methods in seconds: far more than anything takes on a slow and busy
  /// machine.
  public static let patience: Double = 60

  let thread: CompositorThread
  private let lock = NSLock()
  private var processes: [ClientProcess] = []
  private var isStopped = false

  /// Starts a compositor.
  public init(_ options: CompositorOptions = CompositorOptions()) throws {
    thread = try CompositorThread(options)
  }

  deinit { stop() }

  /// Kills the launched clients, disconnects all others and ends the thread. Do not call any other method
  /// afterward.
  public func stop() {
    let isFirst = lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    for process in processes { process.kill() }
    thread.stop()
  }

  /// Waits until a surface fulfills `condition`.
  ///
  /// - Parameter what: a description of the condition for the error.
  public func wait(
    for what: String, seconds: Double = patience, until condition: @escaping (SurfaceSnapshot) -> Bool
  ) throws {
    try waitFor(what, seconds) { state in
      state.surfaces.contains { condition($0.shown) } ? true : nil
    }
  }

  /// Waits until `probe` returns a value on the compositor's thread.
  @discardableResult
  func waitFor<R>(_ what: String, _ seconds: Double, _ probe: @escaping (CompositorState) -> R?) throws -> R {
    if let found = thread.wait(until: Date(timeIntervalSinceNow: seconds), probe) { return found }
    throw thread.perform { state in
      CompositorTimeout(
        awaited: what, lastRequests: state.requests.suffix(12).map(\.description),
        output: String(state.output.suffix(2000)))
    }
  }

  func remember(_ process: ClientProcess) { lock.withLock { processes.append(process) } }
}

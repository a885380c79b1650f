import Foundation
import Wayland
import WaylandServer

/// A real Wayland server inside the test's process, on a thread of its own.
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
/// Calls come from any thread, take effect in order and are sent when they return. What a client does in
/// answer takes its time: wait for it with the `wait…` methods, which end as soon as it happens and throw a
/// ``CompositorTimeout`` if it does not. For a client in the same process hand ``connectClient()`` to
/// `Connection(to: .descriptor(…))`.
public final class TestCompositor: @unchecked Sendable {
  /// How long the `wait…` methods wait if they are not told otherwise, in seconds: far more than anything
  /// takes on a machine that is slow and busy.
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

  /// Kills the clients that were launched, disconnects all others and ends the thread. Nothing else may be
  /// called afterward.
  public func stop() {
    let isFirst = lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    guard isFirst else { return }
    for process in processes { process.kill() }
    thread.stop()
  }

  /// Waits until `condition` holds.
  ///
  /// - Parameter what: what the condition is, for the error.
  public func wait(
    for what: String, seconds: Double = patience, until condition: @escaping (SurfaceSnapshot) -> Bool
  ) throws {
    try waitFor(what, seconds) { state in
      state.surfaces.contains { condition($0.shown) } ? true : nil
    }
  }

  /// Waits until `probe` finds something on the compositor's thread.
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

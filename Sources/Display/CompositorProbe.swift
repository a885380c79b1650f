import CLinux
import Glibc
import Logging
import Wayland

private let log = Log("watchdog")

/// Tests whether the compositor answers, and whether it still draws.
///
/// The probe has its own connection, on which no loop waits. It reads answers when the next request is due,
/// so they wake nothing. Errors on that connection do not affect the launcher's window.
///
/// ```swift
/// // At each beat:
/// if probe.readAnswers() == .answered { … }
/// probe.ask(aboutDrawingOn: output)
/// ```
///
/// To test drawing, the probe copies one pixel of the screen with wlr-screencopy. For a copy without damage,
/// compositors draw a frame, whichever window is in front.
package final class CompositorProbe {
  /// The state of the requests.
  package nonisolated enum Answer: Hashable, Sendable {
    /// All are answered.
    case answered
    /// The compositor answers, but has drawn nothing.
    case undrawn
    /// The compositor does not answer, or was not asked.
    case none
    /// The compositor has just closed the connection. The next request opens another one.
    case lost
  }

  private let path: String
  private var line: Line?
  private var failures = 0
  /// The failed connections after which the probe gives up.
  private static let mostFailures = 3

  /// Creates a probe for a session's compositor. Returns nil if the session inherited its connection: then no
  /// other can be opened.
  package init?(_ session: WaylandSession) {
    guard let path = session.connection.path else { return nil }
    self.path = path
  }

  /// Reads the answers since the last request, without blocking.
  package func readAnswers() -> Answer {
    guard let line else { return .none }
    do throws(ConnectionError) {
      try line.connection.prepareRead()
      do throws(ConnectionError) { _ = try line.connection.flush() } catch {
        line.connection.cancelRead()
        throw error
      }
      try line.connection.readEvents()
      try line.connection.dispatchPending()
    } catch {
      drop(error)
      return .lost
    }
    guard line.isAnswered else { return .none }
    return line.hasDrawn ? .answered : .undrawn
  }

  /// Asks whether the compositor answers and, given the name of an output's global, whether it draws there.
  /// Returns false if the request cannot be sent.
  package func ask(aboutDrawingOn output: UInt32?) -> Bool {
    guard let line = connected() else { return false }
    line.ask(output)
    do throws(ConnectionError) {
      // A later call sends what the socket does not accept now.
      _ = try line.connection.flush()
    } catch {
      drop(error)
      return false
    }
    return true
  }

  package func close() {
    line?.connection.close()
    line = nil
  }

  private func connected() -> Line? {
    if let line { return line }
    guard failures < Self.mostFailures else { return nil }
    do throws(ConnectionError) {
      line = Line(try Connection(to: .path(path)))
    } catch {
      drop(error)
    }
    return line
  }

  private func drop(_ error: ConnectionError) {
    failures += 1
    if failures == Self.mostFailures {
      log.warning("the launcher no longer checks whether the compositor draws: \(error)")
    }
    close()
  }
}

/// One connection, with its requests.
private final class Line {
  let connection: Connection
  private let registry: WlRegistry
  private var memory: WlShm?
  private(set) var copier: ZwlrScreencopyManagerV1?
  private var output: (name: UInt32, proxy: WlOutput)?
  private var outputs: Set<UInt32> = []
  private var question: WlCallback?
  /// A copy whose buffer format is known or will be; the next request starts it.
  private var next: Copy?
  /// A copy in progress.
  private var current: Copy?

  var isAnswered: Bool { question == nil }
  var hasDrawn: Bool { current == nil }

  init(_ connection: Connection) {
    self.connection = connection
    registry = connection.display.getRegistry()
    registry.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: WlRegistry.Event) {
    switch event {
    case .global(let name, let interface, _):
      switch interface {
      case WlShm.interface.name: memory = registry.bind(name: name, WlShm.self, version: 1)
      case WlOutput.interface.name: outputs.insert(name)
      case ZwlrScreencopyManagerV1.interface.name:
        copier = registry.bind(name: name, ZwlrScreencopyManagerV1.self, version: 1)
      default: break
      }
    case .globalRemove(let name):
      outputs.remove(name)
      if output?.name == name { release() }
    }
  }

  func ask(_ name: UInt32?) {
    if question == nil {
      let question = connection.display.sync()
      question.onEvent = { [weak self] _ in self?.question = nil }
      self.question = question
    }
    guard let name, outputs.contains(name), let copier, let memory else { return release() }
    if output?.name != name { release() }
    let proxy = output?.proxy ?? registry.bind(name: name, WlOutput.self, version: 1)
    output = (name, proxy)
    if current == nil, let next, next.begin(memory) {
      self.next = nil
      current = next
      next.onEnd = { [weak self] in self?.current = nil }
    }
    // Replace a refused copy: its screen may have been turned on.
    if next?.hasEnded != false { next = Copy(copier, proxy) }
  }

  /// Releases a screen that is gone, or on which nothing needs to be drawn.
  private func release() {
    next?.destroy()
    current?.destroy()
    (next, current) = (nil, nil)
    // Version 1 has no release request.
    output?.proxy.destroyProxy()
    output = nil
  }
}

/// A copy of one pixel of the screen.
private final class Copy {
  private let frame: ZwlrScreencopyFrameV1
  private var buffer: WlBuffer?
  private var kind: (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)?
  /// Called when the copy succeeds or fails. A compositor that refuses is alive, but shows nothing that could
  /// be copied.
  var onEnd: (() -> Void)?

  /// The size limit of the copy in bytes. One pixel of a scaled screen may be several.
  private static let mostBytes: UInt32 = 1 << 16

  init(_ copier: ZwlrScreencopyManagerV1, _ output: WlOutput) {
    frame = copier.captureOutputRegion(overlayCursor: 0, output: output, x: 0, y: 0, width: 1, height: 1)
    frame.onEvent = { [weak self] in self?.handle($0) }
  }

  private func handle(_ event: ZwlrScreencopyFrameV1.Event) {
    switch event {
    case .buffer(let format, let width, let height, let stride): kind = (format, width, height, stride)
    case .flags: break
    case .ready, .failed:
      destroy()
      onEnd?()
    }
  }

  var hasEnded: Bool { frame.hasEnded }

  /// Starts the copy. Returns false if the format is not known yet, or if memory is short.
  func begin(_ memory: WlShm) -> Bool {
    guard let kind, frame.isAlive else { return false }
    let (size, hasOverflown) = kind.stride.multipliedReportingOverflow(by: kind.height)
    guard !hasOverflown, size > 0, size <= Self.mostBytes else { return false }
    let descriptor = clinux_shared_memory("rotunda-probe", Int64(size))
    guard descriptor >= 0 else { return false }
    defer { Glibc.close(descriptor) }
    let pool = memory.createPool(fd: descriptor, size: Int32(size))
    defer { pool.destroy() }
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(kind.width), height: Int32(kind.height), stride: Int32(kind.stride),
      format: kind.format)
    self.buffer = buffer
    frame.copy(buffer: buffer)
    return true
  }

  func destroy() {
    if frame.isAlive { frame.destroy() }
    if let buffer, buffer.isAlive { buffer.destroy() }
    buffer = nil
  }
}

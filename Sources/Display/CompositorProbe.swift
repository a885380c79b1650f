import CLinux
import Glibc
import Logging
import Wayland

private let log = Log("watchdog")

/// Asks the compositor whether it is there, and whether it still draws.
///
/// It has a connection of its own that no loop waits on. Answers are read when the next question is due, and
/// so wake nothing. Whatever goes wrong on that connection does no harm to the launcher's window.
///
/// ```swift
/// // At each beat:
/// if probe.readAnswers() == .answered { … }
/// probe.ask(aboutDrawingOn: output)
/// ```
///
/// To know whether it draws, the probe has it copy one pixel of the screen with wlr-screencopy: for a copy
/// without damage, compositors draw a frame, whichever window is in front.
package final class CompositorProbe {
  /// What became of the questions.
  package nonisolated enum Answer: Hashable, Sendable {
    /// All are answered.
    case answered
    /// It answers, but it has drawn nothing.
    case undrawn
    /// It does not answer, or was not asked.
    case none
    /// It has just ended the connection. Another one is tried with the next question.
    case lost
  }

  private let path: String
  private var line: Line?
  private var failures = 0
  /// After so many connections that came to nothing the probe gives up.
  private static let mostFailures = 3

  /// A probe for a session's compositor.
  ///
  /// Nil where the session's connection was handed over: there is no way to another one.
  package init?(_ session: WaylandSession) {
    guard let path = session.connection.path else { return nil }
    self.path = path
  }

  /// Reads what has come since the last question, without waiting.
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

  /// Asks whether it is there and, with the name of an output's global, whether it draws on that one. False
  /// when it cannot be asked.
  package func ask(aboutDrawingOn output: UInt32?) -> Bool {
    guard let line = connected() else { return false }
    line.ask(output)
    do throws(ConnectionError) {
      // What the socket does not take now is sent before the answers are read.
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
      log.warning("the compositor is no longer asked whether it draws: \(error)")
    }
    close()
  }
}

/// One connection, and the questions on it.
private final class Line {
  let connection: Connection
  private let registry: WlRegistry
  private var memory: WlShm?
  private(set) var copier: ZwlrScreencopyManagerV1?
  private var output: (name: UInt32, proxy: WlOutput)?
  private var outputs: Set<UInt32> = []
  private var question: WlCallback?
  /// A picture whose kind the compositor has named, or will; it is copied with the next question.
  private var next: Copy?
  /// A picture that is being copied.
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
    // One that was refused is made anew: its screen may have been turned on.
    if next?.hasEnded != false { next = Copy(copier, proxy) }
  }

  /// Nothing more is asked of a screen that is gone or that needs no drawing on.
  private func release() {
    next?.destroy()
    current?.destroy()
    (next, current) = (nil, nil)
    // One of the first version has no request to be released with.
    output?.proxy.destroyProxy()
    output = nil
  }
}

/// A pixel of the screen that is copied.
private final class Copy {
  private let frame: ZwlrScreencopyFrameV1
  private var buffer: WlBuffer?
  private var kind: (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)?
  /// Called when it has been copied, or cannot be: a compositor that refuses is alive, and shows nothing that
  /// could be copied.
  var onEnd: (() -> Void)?

  /// A pixel of a scaled screen may be a few; more than this is none.
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

  /// Has it copied; false when it is not known yet how, or there is no memory.
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

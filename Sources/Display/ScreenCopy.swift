import CLinux
import EventLoop
import Glibc
import Logging
import Wayland

private let log = Log("display")

/// One copy of a screen from the compositor, with wlr-screencopy. It shows all windows, also those of
/// programs.
///
/// The copy has its own connection. If the compositor refuses a request, only that connection ends.
///
/// ```swift
/// copy = ScreenCopy(of: session, loop) { image in … }
/// ```
package final class ScreenCopy {
  private let connection: Connection
  private let registry: WlRegistry
  /// The name of the output's global, and the output's transform.
  private let (output, transform): (UInt32, WlOutput.Transform)
  private var source: ConnectionSource?
  private var deadline: Deadline?
  private var done: ((ScreenImage?) -> Void)?
  private var (memory, copier, screen): (WlShm?, ZwlrScreencopyManagerV1?, WlOutput?)
  private var frame: ZwlrScreencopyFrameV1?
  private var kind: (format: WlShm.Format, width: UInt32, height: UInt32, stride: UInt32)?
  private var isUpsideDown = false
  /// The shared memory with the copy; -1 for none.
  private var descriptor: Int32 = -1

  /// The time limit for a copy, in seconds. The compositor copies the screen with its next frame.
  package static let patience = 3.0

  /// Begins a copy of the screen that a session's window is on. Returns nil if the compositor offers no
  /// copies. Otherwise calls `done` later, once, with nil if the compositor gives no valid copy in time.
  package convenience init?(
    of session: WaylandSession, _ loop: EventLoop, done: @escaping (ScreenImage?) -> Void
  ) {
    let isOffered = !session.registry.globals(of: ZwlrScreencopyManagerV1.self).isEmpty
    guard isOffered, let path = session.connection.path, let output = session.outputs.current else {
      return nil
    }
    self.init(
      from: .path(path), output: output.globalName, transform: output.description.transform, loop, done: done)
  }

  /// Begins a copy of the output with a global's name.
  package init?(
    from endpoint: Endpoint, output: UInt32, transform: WlOutput.Transform, _ loop: EventLoop,
    done: @escaping (ScreenImage?) -> Void
  ) {
    do throws(ConnectionError) {
      connection = try Connection(to: endpoint)
    } catch {
      log.warning("the screen is not copied: \(error)")
      return nil
    }
    (self.output, self.transform, self.done) = (output, transform, done)
    registry = connection.display.getRegistry()
    registry.onEvent = { [weak self] in self?.handle($0) }
    let answer = connection.display.sync()
    answer.onEvent = { [weak self] _ in self?.capture() }
    do throws(EventLoopError) {
      deadline = try loop.addDeadline { [weak self] in self?.end("the compositor does not answer in time") }
      source = try loop.addConnection(connection.fileDescriptor) { [weak self] in
        self?.prepareToWait() ?? .readable
      } afterWait: { [weak self] in
        self?.finishWait($0)
      }
    } catch {
      log.warning("the screen is not copied: \(error)")
      self.done = nil
      stop()
      return nil
    }
    deadline?.set(EventLoop.now + Self.patience)
  }

  isolated deinit { stop() }

  private func handle(_ event: WlRegistry.Event) {
    guard case .global(let name, let interface, _) = event else { return }
    switch interface {
    case WlShm.interface.name where memory == nil:
      memory = registry.bind(name: name, WlShm.self, version: 1)
    case ZwlrScreencopyManagerV1.interface.name where copier == nil:
      copier = registry.bind(name: name, ZwlrScreencopyManagerV1.self, version: 1)
    case WlOutput.interface.name where name == output:
      screen = registry.bind(name: name, WlOutput.self, version: 1)
    default: break
    }
  }

  private func capture() {
    guard let copier, let screen, memory != nil else { return end("the compositor offers no copies") }
    let frame = copier.captureOutput(overlayCursor: 0, output: screen)
    frame.onEvent = { [weak self] in self?.handle($0) }
    self.frame = frame
  }

  private func handle(_ event: ZwlrScreencopyFrameV1.Event) {
    switch event {
    case .buffer(let format, let width, let height, let stride):
      // A later offer is not for this copy.
      guard kind == nil else { return }
      kind = (format, width, height, stride)
      copy(format, width, height, stride)
    case .flags(let flags): isUpsideDown = flags.contains(.yInvert)
    case .ready: finish()
    case .failed: end("the compositor refuses")
    }
  }

  private func copy(_ format: WlShm.Format, _ width: UInt32, _ height: UInt32, _ stride: UInt32) {
    let size = ScreenImage.size(format: format, width: width, height: height, stride: stride)
    guard let size, let memory, let frame else {
      return end("\(width) × \(height) pixels of format \(format.rawValue), \(stride) bytes in a row")
    }
    descriptor = clinux_shared_memory("rotunda-copy", Int64(size))
    guard descriptor >= 0 else { return end("memory is short") }
    let pool = memory.createPool(fd: descriptor, size: Int32(size))
    let buffer = pool.createBuffer(
      offset: 0, width: Int32(width), height: Int32(height), stride: Int32(stride), format: format)
    pool.destroy()
    frame.copy(buffer: buffer)
  }

  private func finish() {
    guard let kind, descriptor >= 0,
      let image = ScreenImage(
        format: kind.format, width: kind.width, height: kind.height, stride: kind.stride,
        isUpsideDown: isUpsideDown, transform: transform, memory: descriptor)
    else { return end("the copy is ready too early, or its transform is unknown") }
    descriptor = -1
    answer(image)
  }

  private func end(_ reason: String) {
    guard done != nil else { return }
    log.warning("the screen is not copied: \(reason)")
    answer(nil)
  }

  private func answer(_ image: ScreenImage?) {
    let done = done
    self.done = nil
    stop()
    done?(image)
  }

  private func stop() {
    source?.cancel()
    deadline?.cancel()
    (source, deadline) = (nil, nil)
    connection.close()
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }
}

extension ScreenCopy {
  private func prepareToWait() -> DescriptorEvents {
    do throws(ConnectionError) {
      try connection.prepareRead()
      do throws(ConnectionError) {
        return try connection.flush() == .blocked ? [.readable, .writable] : .readable
      } catch {
        connection.cancelRead()
        throw error
      }
    } catch {
      end("\(error)")
      return .readable
    }
  }

  private func finishWait(_ events: DescriptorEvents) {
    guard events.allowReading else { return connection.cancelRead() }
    do throws(ConnectionError) {
      try connection.readEvents()
      try connection.dispatchPending()
    } catch {
      end("\(error)")
    }
  }
}

import CLinux
import EventLoop
import Glibc
import MQTTBridge

/// Reads a picture from a pipe, into which the launcher writes it.
final class PictureReader {
  /// The end for the launcher.
  private(set) var writeEnd: Int32
  private var source: DescriptorSource?
  private var bytes: [UInt8] = []
  /// Whether the picture ended, and whether it is unusable.
  private var (isComplete, isInvalid) = (false, false)
  private var done: (([UInt8]?) -> Void)?
  private var limit: Deadline?

  /// Seconds for the end of the picture, after the launcher has answered.
  private static let patience = 10.0

  init(_ loop: EventLoop) throws(EventLoopError) {
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { throw EventLoopError("create a pipe", errno: errno) }
    writeEnd = ends[1]
    do throws(EventLoopError) {
      limit = try loop.addDeadline { [weak self] in self?.end(isInvalid: true) }
      source = try loop.addDescriptor(ends[0], owned: true) { [weak self] _ in self?.read(ends[0]) }
    } catch {
      close(ends[0])
      throw error
    }
  }

  isolated deinit { cancel() }

  func closeWriteEnd() {
    if writeEnd >= 0 { close(writeEnd) }
    writeEnd = -1
  }

  /// Calls `done` with the picture when it is complete; nil for none.
  func finish(_ done: @escaping ([UInt8]?) -> Void) {
    self.done = done
    limit?.set(EventLoop.now + Self.patience)
    report()
  }

  func cancel() {
    source?.cancel()
    limit?.cancel()
    closeWriteEnd()
    (source, done) = (nil, nil)
  }

  private func read(_ descriptor: Int32) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      if count > 0, bytes.count + count <= Bridge.largestPicture {
        bytes += chunk[..<count]
        continue
      }
      return end(isInvalid: count != 0)
    }
  }

  private func end(isInvalid: Bool) {
    (isComplete, self.isInvalid) = (true, isInvalid)
    source?.cancel()
    report()
  }

  private func report() {
    guard isComplete, let done else { return }
    self.done = nil
    done(isInvalid || bytes.isEmpty ? nil : bytes)
  }
}

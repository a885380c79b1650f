import Artwork
import CLinux
import EventLoop
import Glibc
import Rendering

/// Graphics without hardware, which a thread starts while everything else is being set up: that takes longer than all
/// the rest together.
final class GraphicsPreparation {
  private nonisolated final class Result: @unchecked Sendable {
    var graphics: SoftwareGraphics?
  }

  private let result = Result()
  private let thread: WorkerThread
  private let doneDescriptor: Int32
  private var source: DescriptorSource?

  /// Nil where hardware draws, or there is no thread to be had: then graphics start when the window is there.
  init?(_ variables: [String: String]) {
    guard SoftwareGraphics.isLikely(variables) else { return nil }
    doneDescriptor = clinux_eventfd()
    guard doneDescriptor >= 0 else { return nil }
    let (result, done) = (result, doneDescriptor)
    let thread = try? WorkerThread(name: "graphics") {
      result.graphics = try? SoftwareGraphics()
      result.graphics?.context.leaveThread()
      var one: UInt64 = 1
      write(done, &one, MemoryLayout<UInt64>.size)
    }
    guard let thread else {
      close(doneDescriptor)
      return nil
    }
    self.thread = thread
  }

  /// Calls `done` once when it is over.
  func watch(_ loop: EventLoop, _ done: @escaping () -> Void) throws(EventLoopError) {
    source = try loop.addDescriptor(doneDescriptor) { [weak self] _ in
      self?.source?.cancel()
      self?.source = nil
      done()
    }
  }

  /// What came of it, for whoever asks first; waits until it is over. Nil when nothing came of it.
  func take() -> SoftwareGraphics? {
    thread.join()
    defer { result.graphics = nil }
    return result.graphics
  }

  isolated deinit {
    source?.cancel()
    // The end of a process takes down what a driver that is just starting stands on.
    thread.join()
    close(doneDescriptor)
  }
}

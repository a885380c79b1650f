import CLinux
import EventLoop
import Glibc

/// A socket connection that preserves message boundaries.
final class MessageConnection {
  /// Called for each message.
  var onMessage: (([UInt8]) -> Void)?
  /// Called when the other end closes, or sends a message that is too long. Nothing follows.
  var onEnd: (() -> Void)?

  private let descriptor: Int32
  private let most: Int
  private var source: DescriptorSource?
  /// The most messages to read at one time: an endless sender must not block the loop.
  private static let mostAtOnce = 32

  /// Takes ownership of a socket. `most` is the size limit in bytes of a message from the other end.
  init(_ descriptor: Int32, most: Int, loop: EventLoop) throws(EventLoopError) {
    (self.descriptor, self.most) = (descriptor, most)
    do throws(EventLoopError) {
      source = try loop.addDescriptor(descriptor, owned: true) { [weak self] _ in self?.read() }
    } catch {
      close(descriptor)
      throw error
    }
  }

  var isOpen: Bool { source != nil }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: most)
    for _ in 0..<Self.mostAtOnce where isOpen {
      var unwanted: Int32 = -1
      let count = clinux_receive(descriptor, &bytes, bytes.count, 0, &unwanted)
      if unwanted >= 0 { close(unwanted) }
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      guard count > 0 else { return end() }
      onMessage?(Array(bytes.prefix(count)))
    }
  }

  /// Sends a message without blocking. Ends the connection if the other end does not read.
  ///
  /// - Returns: whether the message was sent.
  @discardableResult
  func send(_ bytes: [UInt8]?) -> Bool {
    guard isOpen else { return false }
    guard let bytes else { return false }
    while true {
      if clinux_send(descriptor, bytes, bytes.count, -1) == bytes.count { return true }
      guard errno == EINTR else { break }
    }
    end()
    return false
  }

  /// Closes the connection.
  func end() {
    guard let source else { return }
    self.source = nil
    source.cancel()
    let handler = onEnd
    (onMessage, onEnd) = (nil, nil)
    handler?()
  }
}

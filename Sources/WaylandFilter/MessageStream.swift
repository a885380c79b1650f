/// Buffers one direction of a connection: received bytes, and those that may be sent on.
///
/// Only complete messages are sent on, so another message can be inserted between any two. The buffer grows
/// with the longest message, up to the protocol's limit. While it is full, nothing is read and the sender
/// waits.
package struct MessageStream {
  /// The direction of the stream.
  package enum Direction: Sendable {
    /// From the program to the compositor.
    case requests
    /// From the compositor to the program.
    case events
  }

  /// The initial capacity in bytes: a few frames of a program.
  package static let firstCapacity = 4096
  /// The maximum capacity in bytes: a message's size has 16 bits.
  package static let capacity = 1 << 16
  /// The free space below which the buffer grows, to avoid reading a few bytes at a time.
  private static let leastRoom = 1024

  private let direction: Direction
  /// The buffer; bytes from `end` on are undefined.
  private var bytes = [UInt8](repeating: 0, count: firstCapacity)
  /// The start and end of the bytes that may be sent on, and the start of the free space.
  private var (start, ready, end) = (0, 0, 0)

  /// Creates an empty stream.
  package init(_ direction: Direction) { self.direction = direction }

  /// The number of bytes that may be sent on.
  package var sendable: Int { ready - start }
  /// The free space in bytes; 0 while pending bytes must be sent first.
  package var room: Int { bytes.count - end }
  /// The number of bytes of an incomplete message.
  package var unfinished: Int { end - ready }

  /// Makes room by moving bytes or growing the buffer, if possible.
  package mutating func makeRoom() {
    if start == end { (start, ready, end) = (0, 0, 0) }
    guard room < Self.leastRoom else { return }
    if start > 0 {
      move(from: start, to: 0, count: end - start)
      (start, ready, end) = (0, ready - start, end - start)
    }
    guard room < Self.leastRoom, bytes.count < Self.capacity else { return }
    let more = min(bytes.count, Self.capacity - bytes.count)
    bytes.append(contentsOf: repeatElement(0, count: more))
  }

  /// Lets `read` store bytes in the free space, and returns its result: if positive, the number of bytes.
  package mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let (from, until) = (end, bytes.count)
    let count = unsafe bytes.withUnsafeMutableBytes { all in
      unsafe read(UnsafeMutableRawBufferPointer(rebasing: all[from..<until]))
    }
    precondition(count <= room, "more bytes came than there was room for")
    end += max(0, count)
    return count
  }

  /// Filters the received messages, and marks those that may be sent on.
  package mutating func sort(_ filter: inout ConnectionFilter) throws(ConnectionFilter.Fault) {
    // The start of the next message. It differs from its target `ready` after a dropped message.
    var next = ready
    while end - next >= WireHead.size {
      let head = WireHead(bytes.span.extracting(next..<next + WireHead.size))
      guard head.isPossible else { throw .size(head.size) }
      guard end - next >= head.size else { break }
      switch judge(next..<next + head.size, &filter) {
      case .pass:
        move(from: next, to: ready, count: head.size)
        ready += head.size
      case .drop: break
      case .end(let fault): throw fault
      }
      next += head.size
    }
    move(from: next, to: ready, count: end - next)
    end -= next - ready
  }

  private func judge(_ message: Range<Int>, _ filter: inout ConnectionFilter) -> ConnectionFilter.Verdict {
    let message = bytes.span.extracting(message)
    return switch direction {
    case .requests: filter.judge(request: message)
    case .events: filter.judge(event: message)
    }
  }

  /// Lets `write` send at most `most` of the bytes that may be sent on, and returns its result: if positive,
  /// the number of bytes.
  package mutating func drain(atMost most: Int, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    let range = start..<start + min(sendable, most)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(UnsafeRawBufferPointer(rebasing: $0[range])) }
    precondition(count <= range.count, "more bytes went than there were")
    start += max(0, count)
    return count
  }

  /// Sends the bytes that are ready, then only a protocol error.
  ///
  /// If the error does not fit, the program only sees the closed connection.
  package mutating func finish(with fault: ConnectionFilter.Fault) {
    end = ready
    let message = [UInt8].displayError(on: ConnectionFilter.display, "\(fault)")
    makeRoom()
    guard room >= message.count else { return }
    for (index, byte) in message.enumerated() { bytes[end + index] = byte }
    end += message.count
    ready = end
  }

  /// Discards all bytes.
  package mutating func discard() { (start, ready, end) = (0, 0, 0) }

  private mutating func move(from source: Int, to target: Int, count: Int) {
    guard source != target, count > 0 else { return }
    unsafe bytes.withUnsafeMutableBytes { all in
      let part = unsafe UnsafeRawBufferPointer(rebasing: all[source..<source + count])
      // The ranges may overlap.
      unsafe UnsafeMutableRawBufferPointer(rebasing: all[target..<target + count]).copyMemory(from: part)
    }
  }
}

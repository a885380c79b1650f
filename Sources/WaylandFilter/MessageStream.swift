/// One direction of a connection: bytes that came in, and those of them that may go on.
///
/// Bytes go on in whole messages, so that another message can be put between any two. Memory grows with the
/// longest message and is bounded by the longest that the protocol has; while there is no room nothing is
/// read, and the sender waits.
package struct MessageStream {
  /// Which way it goes.
  package enum Direction: Sendable {
    /// From the program to the compositor.
    case requests
    /// From the compositor to the program.
    case events
  }

  /// As many bytes as it has at first: a few frames of a program.
  package static let firstCapacity = 4096
  /// The most bytes that it has: a message says its length in 16 bits.
  package static let capacity = 1 << 16
  /// Less room than this is made larger, so that the kernel is not asked for a few bytes at a time.
  private static let leastRoom = 1024

  private let direction: Direction
  /// All bytes; what is beyond `end` means nothing.
  private var bytes = [UInt8](repeating: 0, count: firstCapacity)
  /// Where what may go on begins and ends, and where there is room.
  private var (start, ready, end) = (0, 0, 0)

  /// A stream that nothing has come into.
  package init(_ direction: Direction) { self.direction = direction }

  /// How many bytes may go on.
  package var sendable: Int { ready - start }
  /// How many bytes there is room for. None while what is there has to go on first.
  package var room: Int { bytes.count - end }
  /// Bytes of a message that is not there as a whole.
  package var unfinished: Int { end - ready }

  /// Makes room, as far as there is some.
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

  /// Has `read` put bytes where there is room. What it returns is handed on; a number above 0 is how many
  /// bytes have come.
  package mutating func fill(_ read: (UnsafeMutableRawBufferPointer) -> Int) -> Int {
    let (from, until) = (end, bytes.count)
    let count = unsafe bytes.withUnsafeMutableBytes { all in
      unsafe read(UnsafeMutableRawBufferPointer(rebasing: all[from..<until]))
    }
    precondition(count <= room, "more bytes came than there was room for")
    end += max(0, count)
    return count
  }

  /// Looks at the messages that have come: what of them may go on, as a filter says.
  package mutating func sort(_ filter: inout ConnectionFilter) throws(ConnectionFilter.Fault) {
    // Where the next message begins, and where it goes: they differ behind one that was dropped.
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

  /// Has `write` send some of what may go on, at most so many bytes. What it returns is handed on; a number
  /// above 0 is how many bytes have gone.
  package mutating func drain(atMost most: Int, _ write: (UnsafeRawBufferPointer) -> Int) -> Int {
    let range = start..<start + min(sendable, most)
    let count = unsafe bytes.withUnsafeBytes { unsafe write(UnsafeRawBufferPointer(rebasing: $0[range])) }
    precondition(count <= range.count, "more bytes went than there were")
    start += max(0, count)
    return count
  }

  /// Has nothing come behind what may go on but the compositor's word that the connection is ended.
  ///
  /// Without room for it the program only sees the end.
  package mutating func finish(with fault: ConnectionFilter.Fault) {
    end = ready
    let message = [UInt8].displayError(on: ConnectionFilter.display, "\(fault)")
    makeRoom()
    guard room >= message.count else { return }
    for (index, byte) in message.enumerated() { bytes[end + index] = byte }
    end += message.count
    ready = end
  }

  /// Forgets everything.
  package mutating func discard() { (start, ready, end) = (0, 0, 0) }

  private mutating func move(from source: Int, to target: Int, count: Int) {
    guard source != target, count > 0 else { return }
    unsafe bytes.withUnsafeMutableBytes { all in
      let part = unsafe UnsafeRawBufferPointer(rebasing: all[source..<source + count])
      // Overlapping is allowed.
      unsafe UnsafeMutableRawBufferPointer(rebasing: all[target..<target + count]).copyMemory(from: part)
    }
  }
}

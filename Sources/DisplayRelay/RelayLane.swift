import CLinux
import Glibc
import WaylandFilter

/// One direction of a relayed connection: buffered data with its file descriptors.
///
/// Descriptors are sent in order, with the bytes that they arrived with or earlier ones, but never later. The
/// receiver queues them until a message needs one.
nonisolated struct RelayLane: ~Copyable {
  /// The reason why no more data comes.
  enum End: Error, Hashable {
    /// The other end is closed, and all its data was read.
    case gone
    /// The data is not permitted for the other side.
    case fault(ConnectionFilter.Fault)
  }

  /// The most pending descriptors. At this number, reading pauses until some are sent.
  static let mostDescriptors = 8 * most
  private static let most = Int(clinux_descriptors_most)

  private var stream: MessageStream
  /// The pending descriptors, oldest first. The memory for all of them is allocated with the first.
  private var descriptors: [Int32] = []

  init(_ direction: MessageStream.Direction) { stream = MessageStream(direction) }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Whether data is ready to send.
  var isSendable: Bool { stream.sendable > 0 }

  /// Reports whether there is room for more data.
  mutating func hasRoom() -> Bool {
    stream.makeRoom()
    return stream.room > 0 && descriptors.count <= Self.mostDescriptors - Self.most
  }

  /// Reads the available data once, and filters it. Requires room.
  mutating func receive(from socket: Int32, _ filter: inout ConnectionFilter) throws(End) {
    var (got, code): (Int32, Int32) = (0, 0)
    let count = withUnsafeTemporaryAllocation(of: Int32.self, capacity: Self.most) { new in
      let count = stream.fill { room in
        let result = clinux_stream_receive(socket, room.baseAddress, room.count, new.baseAddress, &got)
        code = errno
        return result
      }
      guard got > 0 else { return count }
      descriptors.reserveCapacity(Self.mostDescriptors)
      descriptors.append(contentsOf: new.prefix(Int(got)))
      return count
    }
    guard count != 0 else { throw .gone }
    guard count > 0 else {
      if code == EAGAIN { return }
      throw code == EMSGSIZE ? .fault(.descriptors) : .gone
    }
    do throws(ConnectionFilter.Fault) {
      try stream.sort(&filter)
    } catch {
      throw .fault(error)
    }
    // Nothing would ever send them.
    if !isSendable, descriptors.count > Self.mostDescriptors - Self.most { throw .fault(.descriptors) }
  }

  /// Sends as much as the other side accepts. Returns false if it is closed.
  mutating func send(to socket: Int32) -> Bool {
    while stream.sendable > 0 {
      let count = min(descriptors.count, Self.most)
      // With more descriptors than one call can send, bytes must not overtake them.
      let bytes = descriptors.count > Self.most ? 1 : stream.sendable
      let sent = descriptors.withUnsafeBufferPointer { descriptors in
        stream.drain(atMost: bytes) {
          clinux_stream_send(socket, $0.baseAddress, $0.count, descriptors.baseAddress, Int32(count))
        }
      }
      guard sent > 0 else { return errno == EAGAIN }
      for descriptor in descriptors.prefix(count) { close(descriptor) }
      if count > 0 { descriptors.removeFirst(count) }
    }
    return true
  }

  /// Lets only a protocol error follow the data that is ready to send.
  mutating func finish(with fault: ConnectionFilter.Fault) { stream.finish(with: fault) }

  /// Discards all data and descriptors.
  mutating func discard() {
    stream.discard()
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

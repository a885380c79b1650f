import CLinux
import Glibc
import WaylandFilter

/// One direction of a relayed connection: what has come from one socket and goes to the other, with its
/// descriptors.
///
/// Descriptors go with the bytes that they came with or with earlier ones, never later, and in their order: a
/// receiver queues them, and takes them when a message needs one.
nonisolated struct RelayLane: ~Copyable {
  /// Why nothing more comes.
  enum End: Error, Hashable {
    /// The other end is gone, and all that it said has been read.
    case gone
    /// What it says is not for the other side.
    case fault(ConnectionFilter.Fault)
  }

  /// Descriptors that wait at most. With as many nothing more is read until some have gone.
  static let mostDescriptors = 8 * most
  private static let most = Int(clinux_descriptors_most)

  private var stream: MessageStream
  /// Those that have come and not gone, the first first. Memory for all of them is there from the first one
  /// on.
  private var descriptors: [Int32] = []

  init(_ direction: MessageStream.Direction) { stream = MessageStream(direction) }

  deinit {
    for descriptor in descriptors { close(descriptor) }
  }

  /// Whether something can be sent.
  var isSendable: Bool { stream.sendable > 0 }

  /// Whether there is room for more.
  mutating func hasRoom() -> Bool {
    stream.makeRoom()
    return stream.room > 0 && descriptors.count <= Self.mostDescriptors - Self.most
  }

  /// Reads once what is there, and sorts it. For a lane that has room.
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
    // Nothing would ever take them away.
    if !isSendable, descriptors.count > Self.mostDescriptors - Self.most { throw .fault(.descriptors) }
  }

  /// Sends as much as the other side takes now; false when it is gone.
  mutating func send(to socket: Int32) -> Bool {
    while stream.sendable > 0 {
      let count = min(descriptors.count, Self.most)
      // With more descriptors than go at once, their bytes must not be ahead of them.
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

  /// Has nothing come after what may go on but the compositor's word that the connection is ended.
  mutating func finish(with fault: ConnectionFilter.Fault) { stream.finish(with: fault) }

  /// Forgets everything.
  mutating func discard() {
    stream.discard()
    for descriptor in descriptors { close(descriptor) }
    descriptors = []
  }
}

import CLinux
import Glibc
import WaylandFilter

/// A relayed connection between a program and the compositor.
///
/// Data that one side writes before it closes reaches the other side, as without a relay.
nonisolated final class RelayConnection {
  /// The program's socket, and the relay's own connection to the compositor.
  let program, compositor: Int32

  private var filter = ConnectionFilter()
  private var requests = RelayLane(.requests)
  private var events = RelayLane(.events)
  /// Whether a side sends no more data, and whether it receives no more data.
  private var (programIsDone, compositorIsDone) = (false, false)
  private var (programIsDeaf, compositorIsDeaf) = (false, false)
  /// The fault for which the relay ended the connection, until it is reported.
  private var fault: ConnectionFilter.Fault?

  /// Creates a connection that owns both sockets.
  init(program: Int32, compositor: Int32) { (self.program, self.compositor) = (program, compositor) }

  deinit {
    close(program)
    close(compositor)
  }

  /// Whether the connection has nothing left to do.
  var isOver: Bool {
    programIsDone && !requests.isSendable || compositorIsDone && !events.isSendable
      || programIsDeaf && compositorIsDeaf
  }

  /// The poll(2) events to wait for on the program's side. Leave the side out if there are none: a hangup
  /// would otherwise wake poll again and again.
  var programWish: Int16 {
    let reads = !programIsDone && !compositorIsDeaf && requests.hasRoom()
    return Int16(reads ? POLLIN : 0) | Int16(events.isSendable && !programIsDeaf ? POLLOUT : 0)
  }

  /// The poll(2) events to wait for on the compositor's side.
  var compositorWish: Int16 {
    let reads = !compositorIsDone && !programIsDeaf && events.hasRoom()
    return Int16(reads ? POLLIN : 0) | Int16(requests.isSendable && !compositorIsDeaf ? POLLOUT : 0)
  }

  /// Performs the I/O that is possible, given the requested and the returned poll(2) events of both sides.
  func serve(
    program programEvents: Int16, wished programWish: Int16, compositor compositorEvents: Int16,
    wished compositorWish: Int16
  ) {
    // Send first: this makes room.
    if Self.allows(POLLOUT, programEvents, programWish) { sendEvents() }
    if Self.allows(POLLOUT, compositorEvents, compositorWish) { sendRequests() }
    if Self.allows(POLLIN, programEvents, programWish) { receiveRequests() }
    if Self.allows(POLLIN, compositorEvents, compositorWish) { receiveEvents() }
  }

  /// Reports whether to try an operation: when it is possible, or when it will report the error.
  private static func allows(_ wish: Int32, _ events: Int16, _ wished: Int16) -> Bool {
    wished & Int16(wish) != 0 && events & Int16(wish | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Returns the fault once.
  func takeFault() -> ConnectionFilter.Fault? {
    defer { fault = nil }
    return fault
  }

  private func receiveRequests() {
    guard !programIsDone, !compositorIsDeaf, requests.hasRoom() else { return }
    do throws(RelayLane.End) {
      try requests.receive(from: program, &filter)
    } catch {
      end(error) { $0.programIsDone = true }
    }
    sendRequests()
  }

  private func receiveEvents() {
    guard !compositorIsDone, !programIsDeaf, events.hasRoom() else { return }
    do throws(RelayLane.End) {
      try events.receive(from: compositor, &filter)
    } catch {
      end(error) { $0.compositorIsDone = true }
    }
    sendEvents()
  }

  private func end(_ end: RelayLane.End, _ gone: (RelayConnection) -> Void) {
    guard case .fault(let fault) = end else { return gone(self) }
    self.fault = fault
    // The compositor gets no more data, and the program gets the error.
    requests.discard()
    compositorIsDeaf = true
    events.finish(with: fault)
    compositorIsDone = true
    sendEvents()
  }

  private func sendRequests() {
    guard !compositorIsDeaf, !requests.send(to: compositor) else { return }
    // The compositor's reason for closing may still be readable.
    compositorIsDeaf = true
    requests.discard()
  }

  private func sendEvents() {
    guard !programIsDeaf, !events.send(to: program) else { return }
    // The program's last requests may still be readable.
    programIsDeaf = true
    events.discard()
  }
}

import CLinux
import Glibc
import WaylandFilter

/// A program's connection to the compositor, by way of the relay.
///
/// What is written by one side before it goes is delivered to the other, as if there were no relay between
/// them.
nonisolated final class RelayConnection {
  /// The end that a program has connected to, and the relay's own connection to the compositor.
  let program, compositor: Int32

  private var filter = ConnectionFilter()
  private var requests = RelayLane(.requests)
  private var events = RelayLane(.events)
  /// Whether nothing more comes from that side, and whether nothing more goes to it.
  private var (programIsDone, compositorIsDone) = (false, false)
  private var (programIsDeaf, compositorIsDeaf) = (false, false)
  /// Why the relay ended it, until that was taken.
  private var fault: ConnectionFilter.Fault?

  /// A connection that owns both sockets.
  init(program: Int32, compositor: Int32) { (self.program, self.compositor) = (program, compositor) }

  deinit {
    close(program)
    close(compositor)
  }

  /// Whether there is nothing left to do.
  var isOver: Bool {
    programIsDone && !requests.isSendable || compositorIsDone && !events.isSendable
      || programIsDeaf && compositorIsDeaf
  }

  /// What to wait for on the program's side, as poll(2) has it: a hangup wakes a poll that asks for nothing,
  /// again and again, so that a side without a wish has to be left out.
  var programWish: Int16 {
    let reads = !programIsDone && !compositorIsDeaf && requests.hasRoom()
    return Int16(reads ? POLLIN : 0) | Int16(events.isSendable && !programIsDeaf ? POLLOUT : 0)
  }

  /// What to wait for on the compositor's side.
  var compositorWish: Int16 {
    let reads = !compositorIsDone && !programIsDeaf && events.hasRoom()
    return Int16(reads ? POLLIN : 0) | Int16(requests.isSendable && !compositorIsDeaf ? POLLOUT : 0)
  }

  /// Does what the sockets are ready for, given what was wished and what poll(2) answered for the two sides.
  func serve(
    program programEvents: Int16, wished programWish: Int16, compositor compositorEvents: Int16,
    wished compositorWish: Int16
  ) {
    // What goes on comes first, and makes room.
    if Self.allows(POLLOUT, programEvents, programWish) { sendEvents() }
    if Self.allows(POLLOUT, compositorEvents, compositorWish) { sendRequests() }
    if Self.allows(POLLIN, programEvents, programWish) { receiveRequests() }
    if Self.allows(POLLIN, compositorEvents, compositorWish) { receiveEvents() }
  }

  /// Whether to try what was wished for: when it can be done, and when trying will say what is wrong.
  private static func allows(_ wish: Int32, _ events: Int16, _ wished: Int16) -> Bool {
    wished & Int16(wish) != 0 && events & Int16(wish | POLLHUP | POLLERR | POLLNVAL) != 0
  }

  /// Why the relay ended it; once.
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
    // The compositor hears no more of it, and the program hears why.
    requests.discard()
    compositorIsDeaf = true
    events.finish(with: fault)
    compositorIsDone = true
    sendEvents()
  }

  private func sendRequests() {
    guard !compositorIsDeaf, !requests.send(to: compositor) else { return }
    // Why it went may still be there to be read.
    compositorIsDeaf = true
    requests.discard()
  }

  private func sendEvents() {
    guard !programIsDeaf, !events.send(to: program) else { return }
    // Its last words may still be there.
    programIsDeaf = true
    events.discard()
  }
}

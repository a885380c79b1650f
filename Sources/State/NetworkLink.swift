import Credentials
import Editing
import EventLoop
import Logging
import Networks
import Shell

private let log = Log("network")

/// The launcher's way to wireless networks: the editor's service. The launcher itself has no right to speak
/// to NetworkManager or iwd.
package final class NetworkLink {
  private let loop: EventLoop
  private let client: EditorServiceClient?
  private let pins: PINChecker
  private var waiting: [(order: NetworkOrder, answer: (SetupFact) -> Void)] = []
  private var isBusy = false

  /// - Parameter variables: name the service's socket, where there is one.
  package init(_ loop: EventLoop, variables: [String: String], pins: PINChecker) {
    (self.loop, self.pins) = (loop, pins)
    client = EditorServiceClient(environment: variables)
  }

  /// Performs an order on a background thread, after earlier ones. Calls `answer` with the networks.
  package func perform(_ order: NetworkOrder, answer: @escaping (SetupFact) -> Void) {
    // One list is enough for all that wait.
    guard order != .list || !waiting.contains(where: { $0.order == .list }) else { return }
    waiting.append((order, answer))
    next()
  }

  private func next() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let (order, answer) = waiting.removeFirst()
    let (client, request) = (client, NetworkRequest(ticket: pins.ticket, order))
    do throws(EventLoopError) {
      try loop.inBackground {
        SetupFact.networks(client?.ask(request) ?? NetworksReport(.none), isWired: MachineFacts.isWired)
      } done: { [weak self] fact in
        self?.isBusy = false
        answer(fact)
        self?.next()
      }
    } catch {
      log.error("\(error)")
      isBusy = false
      answer(.networks(NetworksReport(.none), isWired: false))
      next()
    }
  }
}

import CLinux
import Credentials
import Editing
import EventLoop
import Glibc
import Logging
import Shell

private nonisolated let log = Log("phone")

/// The launcher's way to the service with the page for phones. The service runs for as long as this is
/// connected, a quarter of an hour at most.
package final class PhoneLink {
  /// Receives events for the shell.
  package var onEvent: ((PhoneFact) -> Void)?
  /// Called to write a picture of the screen into a descriptor. The receiver closes it.
  package var onPhotograph: ((Int32) -> Void)?

  private let loop: EventLoop
  private let socket: String?
  private var connection: (descriptor: Int32, source: DescriptorSource)?

  /// - Parameter variables: name the service's socket, where there is one.
  package init(_ loop: EventLoop, variables: [String: String]) {
    self.loop = loop
    socket = variables[PhoneServicePlace.variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Whether there is a service.
  package var isThere: Bool { socket.map { access($0, F_OK) == 0 } ?? false }

  /// Starts the page; what happens follows as events.
  package func start(ticket: PINTicket?, language: String) {
    stop()
    guard let socket else { return fail("there is no service") }
    let descriptor = clinux_message_connect(socket)
    guard descriptor >= 0 else { return fail("\(socket): \(String(cString: strerror(errno)))") }
    // The service manager listens, as root. A socket of another user must not get a ticket.
    let owner = clinux_peer_user(descriptor)
    let order = PhoneOrder(ticket: ticket, language: language).bytes
    guard owner == 0 || owner == geteuid(),
      clinux_send(descriptor, order, order.count, -1) == order.count
    else {
      close(descriptor)
      return fail("\(socket) does not take the order")
    }
    do throws(EventLoopError) {
      let source = try loop.addDescriptor(descriptor, owned: true) { [weak self] _ in self?.receive() }
      connection = (descriptor, source)
    } catch {
      close(descriptor)
      fail("\(error)")
    }
  }

  /// Ends it.
  package func stop() {
    connection?.source.cancel()
    connection = nil
  }

  private func fail(_ reason: String) {
    log.error("the page for phones was not started: \(reason)")
    onEvent?(.ended(.failed))
  }

  private func receive() {
    guard let connection else { return }
    var (bytes, descriptor) = ([UInt8](repeating: 0, count: PhoneReport.mostBytes), Int32(-1))
    let count = clinux_receive(connection.descriptor, &bytes, bytes.count, 0, &descriptor)
    if count < 0, errno == EAGAIN || errno == EINTR { return }
    let report = count > 0 ? PhoneReport(bytes: bytes.prefix(count)) : nil
    if report == .photograph, descriptor >= 0 {
      onPhotograph?(descriptor)
      return
    }
    if descriptor >= 0 { close(descriptor) }
    switch report {
    case .ready(let link, let address, let digits, let fingerprint, let seconds)?:
      let access = PhoneAccess(
        link: link, address: address, digits: digits, fingerprint: fingerprint)
      onEvent?(.ready(access, seconds: seconds))
    case .connected?: onEvent?(.connected)
    case .saved?: onEvent?(.saved)
    case .photograph?: break
    case .ended(let end)?: finish(Self.end(end))
    // It has gone without a word.
    case nil: finish(.failed)
    }
  }

  private func finish(_ end: PhoneFact.End) {
    stop()
    onEvent?(.ended(end))
  }

  private static func end(_ end: PhoneReport.End) -> PhoneFact.End {
    switch end {
    case .over, .left: .over
    case .noRight: .noRight
    case .noNetwork: .noNetwork
    case .failed: .failed
    }
  }
}

import Artwork
import CLinux
import Configuration
import Credentials
import Editing
import Glibc
import Logging
import Shell

private let log = Log("setup-web")

/// Sets up and edits the kiosk from a phone's browser, as long as the PIN gives the right to save. It is a
/// process of its own, as a user of its own.
///
/// The launcher starts it with a ticket of the PIN service, or in the first run. It cannot write the
/// configuration: it passes the edited file to the editor's service with that ticket. It ends with the
/// launcher's connection.
package final class SetupWebService {
  /// The options at the start.
  package struct Options: Sendable {
    /// The users who are answered.
    package var callers: Set<uid_t>
    /// The first port that is tried; 0 lets the kernel choose.
    package var port: UInt16
    /// Further names and addresses under which browsers reach it.
    package var addresses: [String]
    /// The directory with the files of the page.
    package var pages: String
    package var lifetime: Double

    package init(
      callers: Set<uid_t>, port: UInt16, addresses: [String], pages: String,
      lifetime: Double = PhoneServicePlace.lifetime
    ) {
      (self.callers, self.port, self.addresses) = (callers, port, addresses)
      (self.pages, self.lifetime) = (pages, lifetime)
    }
  }

  private let options: Options
  private let sources: SetupWebSources
  private let editor: EditorServiceClient
  private let store: UploadStore
  private let unsaved: UnsavedEdits

  /// Seconds in which a launcher has to connect, and milliseconds in which it has to ask.
  private static let (patience, askPatience) = (30.0, Int32(5000))
  /// The number of waits for the last answer, and the milliseconds of each.
  private static let (lastTurns, lastWait) = (10, Int32(30))
  /// Seconds by which the page ends before the right to save, for the last request. The least seconds for
  /// which a page is worth a scan.
  private static let (margin, leastSeconds) = (5.0, 60.0)

  /// - Parameter directory: where the service keeps uploads and unsaved changes.
  package init(
    _ options: Options, _ sources: SetupWebSources, editor: EditorServiceClient, directory: String,
    decoder: DecoderProgram
  ) {
    (self.options, self.sources, self.editor) = (options, sources, editor)
    store = UploadStore("\(directory)/media", decoder)
    unsaved = UnsavedEdits("\(directory)/unsaved")
  }

  /// Serves the first launcher that asks for it at `listener`, until it goes or time is over.
  package func serve(at listener: Int32) {
    defer { close(listener) }
    let end = Self.now() + Self.patience
    while Self.now() < end {
      guard let launcher = accept(listener) else { continue }
      defer { close(launcher) }
      guard let order = order(of: launcher) else { continue }
      return report(.ended(run(order, launcher)), to: launcher)
    }
  }

  private func accept(_ listener: Int32) -> Int32? {
    var polled = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
    guard poll(&polled, 1, 1000) > 0 else { return nil }
    let connection = clinux_accept(listener)
    guard connection >= 0 else { return nil }
    let user = clinux_peer_user(connection)
    if options.callers.contains(user) { return connection }
    log.warning("user \(user) is not answered")
    close(connection)
    return nil
  }

  private func order(of launcher: Int32) -> PhoneOrder? {
    _ = clinux_set_receive_timeout(launcher, Self.askPatience)
    var (bytes, unwanted) = ([UInt8](repeating: 0, count: PhoneOrder.mostBytes), Int32(-1))
    let count = clinux_receive(launcher, &bytes, bytes.count, 1, &unwanted)
    if unwanted >= 0 { close(unwanted) }
    return count > 0 ? PhoneOrder(bytes: bytes.prefix(count)) : nil
  }

  private func report(_ report: PhoneReport, to launcher: Int32, with descriptor: Int32 = -1) {
    let bytes = report.bytes
    _ = clinux_send(launcher, bytes, bytes.count, descriptor)
  }

  private func run(_ order: PhoneOrder, _ launcher: Int32) -> PhoneReport.End {
    let lifetime: Double
    switch right(of: order) {
    case .success(let seconds): lifetime = seconds
    case .failure(let end): return end
    }
    let addresses = options.addresses + LocalAddresses.all
    guard let first = addresses.first else { return .noNetwork }
    let site = WebSite(
      WebEditor(sources, editor, ticket: order.ticket, unsaved, store), sources, pages: options.pages,
      language: order.language)
    defer { site.cleanUp() }
    let server: WebServer
    do throws(WebServer.Failure) {
      server = try listen(addresses, site)
    } catch {
      log.error("not started: \(error.reason)")
      return .failed
    }
    let end = Self.now() + lifetime
    site.end = end
    site.gate = WebGate(
      hosts: Set(addresses.map { "\(LocalAddresses.host($0)):\(server.port)".lowercased() }))
    site.onEvent = { [unowned self] in report($0, to: launcher, with: $1) }
    let address = "https://\(LocalAddresses.host(first)):\(server.port)/"
    report(
      .ready(
        link: "\(address)#\(site.keys.token)", address: address, digits: site.keys.digits,
        fingerprint: server.fingerprint, seconds: Int(lifetime)), to: launcher)
    log.notice("phones can set up this kiosk at \(address)")
    return serve(server, site, launcher, until: end)
  }

  /// Asks the editor's service for the right to save. Returns the seconds for which the page runs.
  private func right(of order: PhoneOrder) -> Result<Double, PhoneReport.End> {
    switch editor.ask(EditorRequest(checking: order.ticket)) {
    case .allowed(let seconds):
      let left = min(options.lifetime, seconds.map { Double($0) - Self.margin } ?? .infinity)
      if left >= min(Self.leastSeconds, options.lifetime) { return .success(left) }
      log.warning("not started: the PIN was entered too long ago")
      return .failure(.noRight)
    case .refused(let refusal):
      log.warning("not started: \(refusal)")
      return .failure(refusal == .noRight ? .noRight : .failed)
    case .saved: return .failure(.failed)
    }
  }

  /// Listens at the usual port, or where another has that at any.
  private func listen(_ addresses: [String], _ site: WebSite) throws(WebServer.Failure) -> WebServer {
    let seconds = options.lifetime + 3600
    do throws(WebServer.Failure) {
      return try WebServer(port: options.port, addresses: addresses, seconds: seconds, site)
    } catch {
      guard options.port != 0 else { throw error }
      return try WebServer(port: 0, addresses: addresses, seconds: seconds, site)
    }
  }

  private func serve(
    _ server: WebServer, _ site: WebSite, _ launcher: Int32, until end: Double
  ) -> PhoneReport.End {
    while Self.now() < end {
      var polled = [
        pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: launcher, events: Int16(POLLIN), revents: 0),
        pollfd(fd: site.photograph, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&polled, 3, server.wait) >= 0 || errno == EINTR else { return .failed }
      // The launcher says no more: it has gone, or wants this to end.
      if polled[1].revents != 0 { return .over }
      if polled[2].revents != 0 { site.readPhotograph() }
      server.run()
      if site.isLeft {
        finish(server)
        return .left
      }
    }
    return .over
  }

  /// Sends the last answer.
  private func finish(_ server: WebServer) {
    for _ in 0..<Self.lastTurns {
      var polled = pollfd(fd: server.descriptor, events: Int16(POLLIN), revents: 0)
      poll(&polled, 1, Self.lastWait)
      server.run()
    }
  }

  /// Seconds of a clock that is never set.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_BOOTTIME, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

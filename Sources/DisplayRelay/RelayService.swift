import CLinux
import Glibc
import Logging

private nonisolated let log = Log("relay")

/// The relay between programs and the compositor: a single-threaded process that forwards what
/// `ConnectionFilter` permits.
///
/// At rest it sleeps in poll(2). Each connection has limits on memory and descriptors. The relay reads from a
/// side only while it has room for the other. A program that floods the compositor waits as it would without
/// a relay.
package nonisolated struct RelayService {
  /// The most connections: browsers have two or three. Further ones wait until one ends.
  package static let mostConnections = 64
  /// Milliseconds until the next attempt to accept, after the machine had no free descriptor.
  private static let pause: Int32 = 1000
  /// The most faults to log: a program may cause any number.
  private static let mostReports = 20

  private let listener: Int32
  private let compositor: String
  private var connections: [RelayConnection] = []
  private var waiting: [pollfd] = []
  private var cannotAccept = false
  private var reports = 0

  /// Creates a relay from `listener` to the compositor at the path `compositor`.
  package init(listener: Int32, compositor: String) {
    (self.listener, self.compositor) = (listener, compositor)
    waiting.reserveCapacity(1 + 2 * Self.mostConnections)
  }

  /// Confines this process, a child of the process `parent`, and serves until it is killed or the listener
  /// fails.
  ///
  /// - Returns: the errno that ended it.
  package static func run(compositor: String, parent: pid_t) -> Int32 {
    // The process name would be that of /proc/self/exe.
    clinux_name_thread("rotunda-relay")
    // It must outlive programs and end with the launcher, so it ignores signals that a terminal or service
    // manager sends to all processes.
    for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    guard clinux_limit_relay(parent) == 0 else { return errno }
    var service = RelayService(listener: Int32(clinux_relay_socket), compositor: compositor)
    while true {
      let error = service.step()
      if error != 0 { return error }
    }
  }

  /// Waits once, and performs the I/O that is possible.
  ///
  /// - Returns: 0, or the errno of a fatal error.
  mutating func step() -> Int32 {
    prepare()
    let count = poll(&waiting, nfds_t(waiting.count), cannotAccept ? Self.pause : -1)
    cannotAccept = false
    guard count >= 0 else { return errno == EINTR ? 0 : errno }
    // Copy the results: serving changes the requested events.
    for (index, connection) in connections.enumerated() {
      let (program, compositor) = (waiting[1 + 2 * index], waiting[2 + 2 * index])
      guard program.revents != 0 || compositor.revents != 0 else { continue }
      connection.serve(
        program: program.revents, wished: program.events, compositor: compositor.revents,
        wished: compositor.events)
      report(connection)
    }
    if connections.contains(where: \.isOver) { connections.removeAll(where: \.isOver) }
    return waiting[0].revents == 0 ? 0 : accept()
  }

  private mutating func prepare() {
    waiting.removeAll(keepingCapacity: true)
    let isOpen = connections.count < Self.mostConnections && !cannotAccept
    waiting.append(pollfd(fd: isOpen ? listener : -1, events: Int16(POLLIN), revents: 0))
    for connection in connections {
      waiting.append(Self.wait(connection.program, connection.programWish))
      waiting.append(Self.wait(connection.compositor, connection.compositorWish))
    }
  }

  private static func wait(_ socket: Int32, _ wish: Int16) -> pollfd {
    pollfd(fd: wish == 0 ? -1 : socket, events: wish, revents: 0)
  }

  /// Accepts one connection. Existing connections come first.
  private mutating func accept() -> Int32 {
    let program = clinux_stream_accept(listener)
    guard program >= 0 else {
      switch errno {
      case EAGAIN, EINTR, ECONNABORTED: return 0
      case EMFILE, ENFILE, ENOBUFS, ENOMEM:
        cannotAccept = true
        return 0
      default: return errno
      }
    }
    let compositor = clinux_stream_connect(compositor)
    guard compositor >= 0 else {
      let reason = String(cString: strerror(errno))
      complain("cannot connect to \(self.compositor): \(reason)")
      close(program)
      return 0
    }
    connections.append(RelayConnection(program: program, compositor: compositor))
    return 0
  }

  private mutating func report(_ connection: RelayConnection) {
    guard let fault = connection.takeFault() else { return }
    complain("process \(clinux_peer(connection.program)) was disconnected: \(fault)")
  }

  private mutating func complain(_ text: String) {
    guard reports < Self.mostReports else { return }
    reports += 1
    log.warning("\(text)\(reports == Self.mostReports ? "; further ones are not reported" : "")")
  }
}

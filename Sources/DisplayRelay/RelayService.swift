import CLinux
import Glibc
import Logging

private nonisolated let log = Log("relay")

/// What stands between programs and the compositor: a process of one thread that lets through what
/// `ConnectionFilter` lets through, and neither draws nor decides anything else.
///
/// At rest it sleeps in poll(2). Each connection has a bounded amount of memory and descriptors; nothing is
/// read from a side while the other one has no room for it, so that a program that floods the compositor
/// waits as it would without a relay.
package nonisolated struct RelayService {
  /// Connections at a time: browsers have two or three. Further ones wait until one of them ends.
  package static let mostConnections = 64
  /// Milliseconds after which new connections are tried again for which the machine had no descriptor.
  private static let pause: Int32 = 1000
  /// Faults that are written to the journal: a program may make as many as it likes.
  private static let mostReports = 20

  private let listener: Int32
  private let compositor: String
  private var connections: [RelayConnection] = []
  private var waiting: [pollfd] = []
  private var cannotAccept = false
  private var reports = 0

  /// Serves the programs that connect to `listener` at the compositor that listens at the path `compositor`.
  package init(listener: Int32, compositor: String) {
    (self.listener, self.compositor) = (listener, compositor)
    waiting.reserveCapacity(1 + 2 * Self.mostConnections)
  }

  /// Confines this process, which the process `parent` has started, and serves until it is killed or the
  /// listener is closed. Returns the number of the error that ended it.
  package static func run(compositor: String, parent: pid_t) -> Int32 {
    // It was started as /proc/self/exe.
    clinux_name_thread("rotunda-relay")
    // It ends with the launcher, after the programs: not when a terminal or a service manager ends all of
    // them.
    for number in [SIGPIPE, SIGTERM, SIGINT, SIGHUP] { signal(number, SIG_IGN) }
    guard clinux_limit_relay(parent) == 0 else { return errno }
    var service = RelayService(listener: Int32(clinux_relay_socket), compositor: compositor)
    while true {
      let error = service.step()
      if error != 0 { return error }
    }
  }

  /// Waits once, and serves what is ready. Returns the number of an error after which there is nothing to be
  /// served, or 0.
  mutating func step() -> Int32 {
    prepare()
    let count = poll(&waiting, nfds_t(waiting.count), cannotAccept ? Self.pause : -1)
    cannotAccept = false
    guard count >= 0 else { return errno == EINTR ? 0 : errno }
    // A copy of the answer, because serving changes what is wished for.
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

  /// One at a time: what is connected already comes first.
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
      complain("\(self.compositor) cannot be connected to: \(reason)")
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

import EventLoop
import Glibc
import Wayland

/// The displays that programs of tiles get: windows and input, and nothing of the compositor's that could
/// photograph, type, cover the lock or command it.
///
/// Each start of a program has a socket of its own. Where the compositor has `wp_security_context_v1`, it
/// answers there and sees to that itself; elsewhere a relay does, whose end costs no other program anything.
/// Either way the launcher listens, so that no program finds no listener.
package final class ProgramDisplay {
  /// Who answers at a program's socket.
  private enum Answerer {
    /// The compositor, until the descriptor is closed.
    case compositor(ProgramSocket, end: Int32)
    case relay(RelayProcess)
  }

  private let loop: EventLoop
  private let place: ProgramSocketPlace
  private let relay: RelayProgram
  private let connection: Connection
  private let compositor: String?
  private let contexts: SecurityContexts?
  private var open: [Int: Answerer] = [:]
  private var number = 0

  /// Displays of the compositor that the launcher is connected to. Nothing is made before a program needs it.
  ///
  /// - Parameter environment: where the compositor is found when the launcher was handed a connection.
  package init(
    loop: EventLoop, _ connection: Connection, _ registry: Registry, environment: [String: String],
    place: ProgramSocketPlace, relay: RelayProgram
  ) {
    (self.loop, self.connection, self.place, self.relay) = (loop, connection, place, relay)
    compositor = connection.path ?? Self.compositor(environment)
    contexts = SecurityContexts(registry)
    ProgramSocket.sweep(place)
  }

  /// The compositor's socket as programs would find it; nil where the environment names none.
  private static func compositor(_ environment: [String: String]) -> String? {
    guard let name = environment["WAYLAND_DISPLAY"], !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return name }
    return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/\(name)" : nil }
  }

  /// What `WAYLAND_DISPLAY` has to be for the program `program` of a tile; nil where programs could not find
  /// the compositor anyway.
  ///
  /// - Throws: when there can be no such socket. A program must not be started then: without the variable it
  ///   would find the compositor's own.
  package func open(for program: Int, tile: String) throws(ProgramSocketError) -> String? {
    close(for: program)
    guard contexts != nil || compositor != nil else { return nil }
    number += 1
    let socket = try ProgramSocket(in: place, number: number)
    if let contexts {
      let end = try contexts.attach(socket, tile: tile, instance: "\(getpid())-\(number)")
      open[program] = .compositor(socket, end: end)
      // What goes wrong with it goes wrong again in the loop.
      _ = try? connection.flush()
    } else if let compositor {
      let process = RelayProcess(relay, at: socket, compositor: compositor, loop: loop)
      open[program] = .relay(process)
      // It starts while the program does.
      process.start()
    }
    return socket.path
  }

  /// The program has ended: nothing connects for it any more, and what it left behind loses its connections
  /// to a relay.
  package func close(for program: Int) {
    switch open.removeValue(forKey: program) {
    case .compositor(_, let end)?: Glibc.close(end)
    case .relay(let process)?: process.end()
    case nil: break
    }
  }

  /// Nothing runs any more: sockets and relays go.
  package func end() {
    for program in open.keys { close(for: program) }
  }
}

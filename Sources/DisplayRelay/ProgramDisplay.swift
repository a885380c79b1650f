import EventLoop
import Glibc
import Wayland

/// The Wayland displays for programs of tiles. They provide windows and input, but none of the compositor's
/// protocols for screenshots, synthetic input, covering the lock, or control.
///
/// Each start of a program has its own socket. If the compositor supports `wp_security_context_v1`, it serves
/// the socket and enforces the limits itself. Otherwise a relay process does; its failure affects no other
/// program. In both cases the launcher keeps the socket open, so a program can always connect.
package final class ProgramDisplay {
  /// The process that serves a program's socket.
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

  /// Creates displays of the launcher's compositor. Allocates nothing before a program needs it.
  ///
  /// - Parameter environment: locates the compositor if the launcher inherited its connection.
  package init(
    loop: EventLoop, _ connection: Connection, _ registry: Registry, environment: [String: String],
    place: ProgramSocketPlace, relay: RelayProgram
  ) {
    (self.loop, self.connection, self.place, self.relay) = (loop, connection, place, relay)
    compositor = connection.path ?? Self.compositor(environment)
    contexts = SecurityContexts(registry)
    ProgramSocket.sweep(place)
  }

  /// Returns the path of the compositor's socket by the rules for clients; nil if the environment names none.
  private static func compositor(_ environment: [String: String]) -> String? {
    guard let name = environment["WAYLAND_DISPLAY"], !name.isEmpty else { return nil }
    if name.hasPrefix("/") { return name }
    return environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/\(name)" : nil }
  }

  /// Opens a display for a tile's program.
  ///
  /// - Returns: the value for `WAYLAND_DISPLAY`; nil if programs could not find the compositor anyway.
  /// - Throws: if no socket can be created. The program must not start then: without the variable it would
  ///   find the compositor's own socket.
  package func open(for program: Int, tile: String) throws(ProgramSocketError) -> String? {
    close(for: program)
    guard contexts != nil || compositor != nil else { return nil }
    number += 1
    let socket = try ProgramSocket(in: place, number: number)
    if let contexts {
      let end = try contexts.attach(socket, tile: tile, instance: "\(getpid())-\(number)")
      open[program] = .compositor(socket, end: end)
      // An error here recurs in the loop.
      _ = try? connection.flush()
    } else if let compositor {
      let process = RelayProcess(relay, at: socket, compositor: compositor, loop: loop)
      open[program] = .relay(process)
      // The relay starts while the program does.
      process.start()
    }
    return socket.path
  }

  /// Closes the display of a program that has ended. Nothing can connect now, and leftover processes
  /// lose their connections to a relay.
  package func close(for program: Int) {
    switch open.removeValue(forKey: program) {
    case .compositor(_, let end)?: Glibc.close(end)
    case .relay(let process)?: process.end()
    case nil: break
    }
  }

  /// Closes all displays when the last program has ended.
  package func end() {
    for program in open.keys { close(for: program) }
  }
}

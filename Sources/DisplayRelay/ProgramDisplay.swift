import EventLoop
import Glibc
import Logging
import Wayland

private let log = Log("relay")

/// The display that programs of tiles get: windows and input, and nothing of the compositor's that could photograph, type, cover
/// the lock or command it.
///
/// Where the compositor has `wp_security_context_v1`, it sees to that itself, at a socket for each start of a program. Elsewhere
/// programs share a socket at which a relay answers. Either way the launcher listens, so that no program finds nobody there.
package final class ProgramDisplay {
  /// A socket of one program, and what ends its context when it is closed.
  private struct Context {
    let socket: ProgramSocket
    let end: Int32
  }

  private let loop: EventLoop
  private let place: ProgramSocketPlace
  private let relay: RelayProgram
  private let connection: Connection
  private let compositor: String?
  private let contexts: SecurityContexts?
  private var open: [Int: Context] = [:]
  /// The relay that programs find now, and those that earlier programs may still use, whose sockets were removed.
  private var process: RelayProcess?
  private var retired: [RelayProcess] = []
  private var number = 0
  /// Whoever removes sockets does not get as many relays as they like.
  private static let mostRetired = 3

  /// A display of the compositor that the launcher is connected to. Nothing is made before a program needs it.
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

  /// What `WAYLAND_DISPLAY` has to be for the program `program` of a tile; nil where programs could not find the compositor anyway.
  ///
  /// - Throws: when there can be no such socket. A program must not be started then: without the variable it would find the
  ///   compositor's own.
  package func open(for program: Int, tile: String) throws(ProgramSocketError) -> String? {
    if let contexts { return try openContext(contexts, program, tile) }
    guard let compositor else { return nil }
    let process = try currentProcess(compositor)
    // It starts while the program does.
    process.start()
    return process.socket.path
  }

  private func currentProcess(_ compositor: String) throws(ProgramSocketError) -> RelayProcess {
    if let process {
      guard !process.socket.isInPlace else { return process }
      log.warning("\(process.socket.path) was removed: there is another for the next programs")
    }
    let next = RelayProcess(relay, at: try nextSocket(), compositor: compositor, loop: loop)
    if let process { retired.append(process) }
    if retired.count > Self.mostRetired { retired.removeFirst().end() }
    process = next
    return next
  }

  private func openContext(
    _ contexts: SecurityContexts, _ program: Int, _ tile: String
  ) throws(ProgramSocketError) -> String {
    close(for: program)
    let socket = try nextSocket()
    let end = try contexts.attach(socket, tile: tile, instance: "\(getpid())-\(number)")
    open[program] = Context(socket: socket, end: end)
    // What goes wrong with it goes wrong again in the loop.
    _ = try? connection.flush()
    return socket.path
  }

  private func nextSocket() throws(ProgramSocketError) -> ProgramSocket {
    number += 1
    return try ProgramSocket(in: place, number: number)
  }

  /// The program has ended: nothing connects for it any more.
  package func close(for program: Int) {
    guard let context = open.removeValue(forKey: program) else { return }
    Glibc.close(context.end)
  }

  /// Nothing runs any more: sockets and relay go.
  package func end() {
    for program in open.keys { close(for: program) }
    (retired + [process].compactMap(\.self)).forEach { $0.end() }
    (process, retired) = (nil, [])
  }
}

import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// Starts programs of tiles as a user other than the launcher's, for launchers that connect to a socket.
///
/// It runs as root, because only root may ask the machine's service manager. A launcher names a tile; the
/// root-owned configuration defines what is executed. When a launcher disconnects, the service ends all its
/// programs.
package final class ProgramService {
  /// Finds the program of a tile. Called once for each start; must call `answer` once.
  package typealias Resolve = (
    _ order: ProgramStartOrder, _ answer: @escaping (Result<ProgramRequest, StartFailure>) -> Void
  ) -> Void

  private let loop: EventLoop
  private let listener: Int32
  private let account: String
  private let users: Set<UInt32>
  private let environment: [String: String]
  private let resolve: Resolve
  private var source: DescriptorSource?
  private var launchers: [ObjectIdentifier: ServedLauncher] = [:]

  /// The most launchers: one for each seat, and some that are just being replaced.
  private static let mostLaunchers = 32

  /// Serves launchers of `users` at a listening socket, and takes ownership of the socket.
  ///
  /// - Parameter account: the name of the user that programs run as.
  package init(
    loop: EventLoop, listener: Int32, account: String, users: Set<UInt32>, environment: [String: String],
    resolve: @escaping Resolve
  ) throws(EventLoopError) {
    (self.loop, self.listener, self.account, self.users) = (loop, listener, account, users)
    (self.environment, self.resolve) = (environment, resolve)
    source = try loop.addDescriptor(listener, owned: true) { [weak self] _ in self?.accept() }
  }

  private func accept() {
    let connection = clinux_accept(listener)
    guard connection >= 0 else { return }
    let user = clinux_peer_user(connection)
    guard users.contains(user), launchers.count < Self.mostLaunchers,
      let account = ProgramAccount(named: account, launcher: user)
    else {
      log.warning("refused a process of user \(user) that asks for programs")
      close(connection)
      return
    }
    do throws(EventLoopError) {
      let starter = try ProgramStarter(loop: loop, environment: environment, account: account)
      let messages = try MessageConnection(connection, most: ProgramOrder.mostBytes, loop: loop)
      let launcher = ServedLauncher(messages, starter, resolve)
      let key = ObjectIdentifier(launcher)
      launchers[key] = launcher
      launcher.onGone = { [weak self] in self?.launchers[key] = nil }
    } catch {
      log.error("\(error)")
    }
  }

  /// Ends all programs. Calls `done` when no process is left.
  package func end(grace: Double, done: @escaping () -> Void) {
    source?.cancel()
    source = nil
    var waiting = launchers.count
    guard waiting > 0 else { return done() }
    for launcher in launchers.values {
      launcher.end(grace: grace) {
        waiting -= 1
        if waiting == 0 { done() }
      }
    }
  }
}

/// A connected launcher with the programs that it requested.
private final class ServedLauncher {
  /// Called when the launcher and all its programs are gone.
  var onGone: (() -> Void)?

  private let messages: MessageConnection
  private let starter: ProgramStarter
  private let resolve: ProgramService.Resolve
  /// The running programs, and those whose tiles are being looked up.
  private var programs: [Int: Program] = [:]
  private var isEnding = false

  private enum Program {
    case awaited
    case started(any StartedProgram)
  }

  /// The most programs at one time: a launcher has at most some twenty.
  private static let mostPrograms = 256
  /// Seconds that programs get to end by themselves after their launcher disconnects.
  private static let grace = 2.0

  init(_ messages: MessageConnection, _ starter: ProgramStarter, _ resolve: @escaping ProgramService.Resolve)
  {
    (self.messages, self.starter, self.resolve) = (messages, starter, resolve)
    messages.onMessage = { [weak self] in self?.handle($0) }
    messages.onEnd = { [weak self] in self?.end(grace: Self.grace) {} }
  }

  private func handle(_ bytes: [UInt8]) {
    guard let order = ProgramOrder(bytes: bytes) else {
      log.warning("disconnected a launcher that sent an invalid order")
      return messages.end()
    }
    switch order {
    case .start(let order): start(order)
    case .stop(let program, let grace): stop(program, grace: grace)
    case .stopAll(let grace): stopAll(grace: grace)
    case .lookForHalted:
      messages.send(ProgramReport.halted(halted).bytes)
    }
  }

  private var halted: [Int] {
    programs.compactMap { number, program in
      if case .started(let program) = program, program.isHalted { number } else { nil }
    }
    .sorted()
  }

  private func start(_ order: ProgramStartOrder) {
    guard programs[order.program] == nil else {
      log.warning("disconnected a launcher that used one number for two programs")
      return messages.end()
    }
    guard programs.count < Self.mostPrograms, order.display.map(VisitPlace.isSocket) ?? true,
      order.token.map(VisitPlace.isToken) ?? true
    else {
      return report(order.program, .startFailed(.refused(errno: EINVAL, text: "the order is invalid")))
    }
    programs[order.program] = .awaited
    resolve(order) { [weak self] answer in
      // The program may have been stopped in the meantime.
      guard let self, case .awaited? = programs[order.program] else { return }
      switch answer {
      case .success(let request): start(request, order)
      case .failure(let failure): report(order.program, .startFailed(failure))
      }
    }
  }

  private func start(_ request: ProgramRequest, _ order: ProgramStartOrder) {
    var request = request
    if let display = order.display {
      request.displaySocket = display
      request.command.environment["WAYLAND_DISPLAY"] = VisitPlace.display
    }
    for name in ProgramEnvironment.startupTokenNames { request.command.environment[name] = order.token }
    do throws(StartFailure) {
      let program = try starter.start(request) { [weak self] in self?.report(order.program, $0) }
      programs[order.program] = .started(program)
    } catch {
      report(order.program, .startFailed(error))
    }
  }

  private func report(_ program: Int, _ event: ProgramEvent) {
    switch event {
    case .unlimited: break
    case .startFailed, .ended: programs[program] = nil
    }
    messages.send(ProgramReport.event(program: program, event).bytes)
  }

  private func stop(_ program: Int, grace: Double) {
    switch programs[program] {
    case .awaited: report(program, .ended(.exited(status: 0)))
    case .started(let program): program.stop(grace: grace)
    case nil: break
    }
  }

  private func stopAll(grace: Double) {
    for (number, program) in programs {
      if case .awaited = program { report(number, .ended(.exited(status: 0))) }
    }
    starter.stopAll(grace: grace) { [weak self] in self?.messages.send(ProgramReport.allGone.bytes) }
  }

  func end(grace: Double, done: @escaping () -> Void) {
    programs = programs.filter { if case .started = $0.value { true } else { false } }
    starter.stopAll(grace: grace) { [weak self] in
      done()
      self?.gone()
    }
  }

  private func gone() {
    guard !messages.isOpen, let onGone else { return }
    self.onGone = nil
    onGone()
  }
}

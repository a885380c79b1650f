import CLinux
import EventLoop
import Glibc
import Logging
import Programs

private let log = Log("programs")

/// A client of the service that starts programs as another user, see ``ProgramService``.
package final class RemotePrograms {
  private let loop: EventLoop
  private let socket: String
  private var messages: MessageConnection?
  private var programs: [Int: RemoteProgram] = [:]
  private var whenAllGone: [() -> Void] = []
  private var onHalted: (([Int]) -> Void)?
  /// The times by which the service must report the ends of stopped programs, and of all programs.
  private var stops: [Int: Double] = [:]
  private var endOfAll: Double?
  private var deadline: Deadline?

  /// Seconds after a program's grace period in which the service must report its end.
  private let patience: Double
  /// The exit status when the service does not report one: EX_SOFTWARE of sysexits(3).
  private static let unknownStatus: Int32 = 70

  /// Connects to the service at a path. systemd starts the service at the first connection to its socket.
  package init(loop: EventLoop, socket: String, patience: Double = 10) throws(EventLoopError) {
    (self.loop, self.socket, self.patience) = (loop, socket, patience)
    deadline = try loop.addDeadline { [weak self] in self?.giveUp() }
    // Connect early: the service then reads the configuration before a visitor waits.
    if connect() == nil {
      log.error("no service for programs listens on \(socket): \(String(cString: strerror(errno)))")
    }
  }

  /// The number of programs that have not ended.
  package var count: Int { programs.count }

  private func connect() -> MessageConnection? {
    if let messages, messages.isOpen { return messages }
    let connection = clinux_message_connect(socket)
    guard connection >= 0 else { return nil }
    // Only root's service may learn which windows visitors open.
    guard clinux_peer_user(connection) == 0 || clinux_peer_user(connection) == geteuid() else {
      close(connection)
      errno = EPERM
      return nil
    }
    messages = try? MessageConnection(connection, most: ProgramReport.mostBytes, loop: loop)
    messages?.onMessage = { [weak self] in self?.handle($0) }
    messages?.onEnd = { [weak self] in self?.lost() }
    return messages
  }

  /// Starts a program. Events come from the loop, never from inside this call.
  package func start(
    _ order: ProgramStartOrder, onEvent: @escaping (ProgramEvent) -> Void
  ) throws(StartFailure) -> any StartedProgram {
    guard let bytes = ProgramOrder.start(order).bytes else {
      throw .refused(errno: E2BIG, text: String(cString: strerror(E2BIG)))
    }
    guard let messages = connect(), messages.send(bytes) else {
      throw .refused(errno: errno, text: "the service that starts programs cannot be reached")
    }
    let program = RemoteProgram(onEvent) { [weak self] in self?.stop(order.program, grace: $0) }
    programs[order.program] = program
    return program
  }

  private func stop(_ program: Int, grace: Double) {
    messages?.send(ProgramOrder.stop(program: program, grace: grace).bytes)
    guard programs[program] != nil else { return }
    stops[program] = max(stops[program] ?? 0, EventLoop.now + grace + patience)
    updateDeadline()
  }

  private func updateDeadline() { deadline?.set((stops.values + [endOfAll].compactMap(\.self)).min()) }

  /// Asks which programs are stopped or frozen. Calls `done` at most once.
  package func lookForHalted(done: @escaping ([Int]) -> Void) {
    guard !programs.isEmpty else { return done([]) }
    onHalted = done
    messages?.send(ProgramOrder.lookForHalted.bytes)
  }

  /// Stops all programs. Calls `done` when no process is left.
  package func stopAll(grace: Double, done: @escaping () -> Void) {
    guard let messages, messages.isOpen, !programs.isEmpty else { return done() }
    whenAllGone.append(done)
    guard messages.send(ProgramOrder.stopAll(grace: grace).bytes) else { return }
    endOfAll = max(endOfAll ?? 0, EventLoop.now + grace + patience)
    updateDeadline()
  }

  private func handle(_ bytes: [UInt8]) {
    switch ProgramReport(bytes: bytes) {
    case .event(let number, let event):
      guard let program = programs[number] else { return }
      switch event {
      case .unlimited: break
      case .startFailed, .ended: (programs[number], stops[number]) = (nil, nil)
      }
      updateDeadline()
      program.onEvent(event)
    case .halted(let numbers):
      let handler = onHalted
      onHalted = nil
      handler?(numbers)
    case .allGone: reportAllGone()
    case nil:
      log.error("the service that starts programs sent an unknown message")
      messages?.end()
    }
  }

  private func reportAllGone() {
    let waiting = whenAllGone
    (whenAllGone, endOfAll) = ([], nil)
    updateDeadline()
    waiting.forEach { $0() }
  }

  private func giveUp() {
    guard !programs.isEmpty || !whenAllGone.isEmpty else { return }
    log.error("the service that starts programs does not answer")
    messages?.end()
  }

  /// Reports the end of all programs: the service ends them when it loses the launcher.
  private func lost() {
    messages = nil
    onHalted = nil
    let ended = programs
    (programs, stops) = ([:], [:])
    for program in ended.values { program.onEvent(.ended(.exited(status: Self.unknownStatus))) }
    reportAllGone()
  }
}

/// A program that another process started.
private final class RemoteProgram: StartedProgram {
  let onEvent: (ProgramEvent) -> Void
  private let onStop: (Double) -> Void

  init(_ onEvent: @escaping (ProgramEvent) -> Void, onStop: @escaping (Double) -> Void) {
    (self.onEvent, self.onStop) = (onEvent, onStop)
  }

  /// The launcher cannot inspect another user's processes.
  var mainProcess: Int32? { nil }

  func stop(grace: Double) { onStop(grace) }
}

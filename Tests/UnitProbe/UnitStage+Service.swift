import Applications
import CLinux
import EventLoop
import Glibc
import Programs

/// The service that starts programs for launchers, and launchers that use it.
extension UnitStage {
  private var socketPath: String { "\(directory)/programs" }
  private static let display = "/run/rotunda-visit/wayland/wayland-1"

  private func makeService(for users: Set<UInt32>) throws -> ProgramService {
    unlink(socketPath)
    return try ProgramService(
      loop: loop, listener: clinux_message_listen(socketPath), account: "nobody", users: users,
      environment: environment
    ) { order, answer in
      let file = "\(self.directory)/processes"
      let script: String? =
        switch order.tile {
        case "quick": "exit 3"
        case "display": "echo display: $WAYLAND_DISPLAY token $XDG_ACTIVATION_TOKEN"
        case "stubborn":
          "trap '' TERM; setsid sleep 600 & echo $$ >>\(file); echo $! >>\(file); wait; sleep 600"
        case "sleeper": "echo $$ >>\(file); exec sleep 600"
        default: nil
        }
      guard order.tile != "never" else { return }
      guard let script else { return answer(.failure(.notFound)) }
      answer(
        .success(ProgramRequest(Command(["/bin/sh", "-c", script], workingDirectory: "/"), tile: order.tile)))
    }
  }

  private static func order(_ program: Int, _ tile: String, display: String = display, token: String? = nil)
    -> ProgramStartOrder
  {
    ProgramStartOrder(
      program: program, configuration: "/etc/rotunda/rotunda.toml", tile: tile, origin: .tap,
      display: display, token: token)
  }

  func service() throws {
    var service: ProgramService? = try makeService(for: [geteuid()])
    let file = "\(directory)/processes"
    let launcher = try RemotePrograms(loop: loop, socket: socketPath)
    func run(_ order: ProgramStartOrder) throws -> [ProgramEvent] {
      var events: [ProgramEvent] = []
      _ = try launcher.start(order) { events.append($0) }
      try wait { !events.isEmpty && launcher.count == 0 }
      return events
    }
    say("quick: \(try run(Self.order(1, "quick")))")
    _ = try run(Self.order(2, "display", token: "a-token"))
    say("unknown: \(try run(Self.order(3, "no such tile")))")
    for (name, order) in [
      ("elsewhere", Self.order(4, "quick", display: "/run/user/0/wayland-0")),
      ("dots", Self.order(4, "quick", display: "/run/rotunda-visit/wayland/../x")),
      ("a token of two lines", Self.order(5, "quick", token: "a\nb")),
    ] {
      let events = try run(order)
      if case .startFailed(.refused)? = events.first {
        say("\(name): refused")
      } else {
        say("\(name): \(events)")
      }
    }

    // The program is halted, queried twice, asked to end, and killed.
    var events: [ProgramEvent] = []
    unlink(file)
    let stubborn = try launcher.start(Self.order(7, "stubborn")) { events.append($0) }
    try wait { numbers(in: file).count == 2 }
    var second: [ProgramEvent] = []
    // A client that uses a number twice is not a launcher.
    let other = try RemotePrograms(loop: loop, socket: socketPath)
    _ = try other.start(Self.order(7, "sleeper")) { second.append($0) }
    try wait { numbers(in: file).count == 3 }
    _ = try other.start(Self.order(7, "quick")) { second.append($0) }
    try wait { !second.isEmpty }
    let processes = numbers(in: file)
    try wait { !Self.isAlive(processes[2]) }
    say("twice: \(second) alive \(processes[2...].filter(Self.isAlive).count)")
    var halted: [[Int]] = []
    launcher.lookForHalted { halted.append($0) }
    try wait { halted.count == 1 }
    kill(processes[0], SIGSTOP)
    try wait {
      launcher.lookForHalted { halted.append($0) }
      return halted.last == [7]
    }
    for one in [halted[0], halted.last ?? []] { say("halted \(one)") }
    stubborn.stop(grace: 0.5)
    try wait { !events.isEmpty && launcher.count == 0 }
    try wait { !processes[..<2].contains(where: Self.isAlive) }
    say("stopped: \(events) alive \(processes[..<2].filter(Self.isAlive).count)")
    events = []
    let never = try launcher.start(Self.order(8, "never")) { events.append($0) }
    never.stop(grace: 1)
    try wait { !events.isEmpty }
    say("stopped before it was found: \(events)")
    unlink(file)
    _ = try other.start(Self.order(10, "sleeper")) { _ in }
    _ = try other.start(Self.order(11, "stubborn")) { _ in }
    try wait { numbers(in: file).count == 3 }
    let all = numbers(in: file)
    var isGone = false
    other.stopAll(grace: 1) { isGone = true }
    try wait { isGone }
    say("all gone, alive \(all.filter(Self.isAlive).count)")

    // A program that was closed in time is no reason to end another one.
    unlink(file)
    events = []
    let busy = try RemotePrograms(loop: loop, socket: socketPath, patience: 0.5)
    _ = try busy.start(Self.order(12, "sleeper")) { events.append($0) }
    let closed = try busy.start(Self.order(13, "sleeper")) { _ in }
    try wait { numbers(in: file).count == 2 }
    closed.stop(grace: 0.1)
    try wait { busy.count == 1 }
    let later = EventLoop.now + 1
    try wait { EventLoop.now > later }
    say("beside a closed one: \(events) alive \(numbers(in: file).filter(Self.isAlive).count)")
    isGone = false
    busy.stopAll(grace: 1) { isGone = true }
    try wait { isGone }

    // A client that sends an invalid order loses its connection, and its programs end.
    unlink(file)
    let rude = clinux_message_connect(socketPath)
    let bytes = ProgramOrder.start(Self.order(1, "sleeper")).bytes ?? []
    clinux_send(rude, bytes, bytes.count, -1)
    try wait { numbers(in: file).count == 1 }
    let sleeper = numbers(in: file)
    clinux_send(rude, [1, 2, 3], 3, -1)
    try wait {
      var byte: UInt8 = 0
      var descriptor: Int32 = -1
      return clinux_receive(rude, &byte, 1, 0, &descriptor) == 0
    }
    say("nonsense ends the connection")
    close(rude)
    try wait { !sleeper.contains(where: Self.isAlive) }
    say("its programs alive \(sleeper.filter(Self.isAlive).count)")

    // When the service ends, it ends all programs and informs the launcher.
    unlink(file)
    events = []
    _ = try launcher.start(Self.order(9, "sleeper")) { events.append($0) }
    try wait { numbers(in: file).count == 1 }
    let last = numbers(in: file)
    var isOver = false
    service?.end(grace: 1) { isOver = true }
    try wait { isOver && !events.isEmpty }
    service = nil
    say("service gone: \(events) alive \(last.filter(Self.isAlive).count)")

    service = try makeService(for: [12345])
    let stranger = clinux_message_connect(socketPath)
    clinux_send(stranger, bytes, bytes.count, -1)
    var isRefused = false
    try wait {
      var byte: UInt8 = 0
      var descriptor: Int32 = -1
      let count = clinux_receive(stranger, &byte, 1, 0, &descriptor)
      isRefused = count == 0 || count < 0 && errno == ECONNRESET
      return isRefused
    }
    say(isRefused ? "a stranger is refused" : "a stranger is served")
    _ = service
  }
}

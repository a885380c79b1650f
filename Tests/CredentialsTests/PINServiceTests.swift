import CLinux
import Configuration
import Credentials
import Foundation
import Testing

/// The real PIN service behind a real socket, with honest and hostile callers.
@Suite(.serialized) struct PINServiceTests {
  /// The hash of the PIN 2468, created by Python's crypt module.
  private static let hash = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$UWd9ZKknHrDoLx03Tv5s0HKYHhYNt0pXx67Wl3IOWZ2\n"
  private static let (right, wrong) = (PINRequest.check(PIN("2468")!), PINRequest.check(PIN("0000")!))

  @Test func rightPINPassesAndWrongOnesCount() throws {
    let stage = try PINStage(failures: 1)
    #expect(stage.ask(Self.wrong) == .wrong(failures: 2, wait: 0))
    #expect(stage.record == "failures 2\n")
    #expect(stage.ask(Self.right) == .right)
    #expect(stage.record == "failures 0\n")
    #expect(stage.ask(.wait) == .early(wait: 0))
    #expect(try stage.mode("state/failures") == 0o600)
  }

  @Test func waitGrowsDespiteCallsAndRestarts() throws {
    let stage = try PINStage(failures: 3)
    #expect(stage.ask(Self.right).isEarly(5))
    for _ in 0..<50 { #expect(stage.ask(Self.wrong).isEarly(5)) }
    #expect(stage.record == "failures 3\n", "a PIN that is not compared is not counted")
    try stage.restart(signal: SIGKILL)
    #expect(stage.ask(.wait).isEarly(5, atLeast: 4.5), "the wait starts again")
    // The record contains no time that a changed clock could exploit.
    #expect(stage.record == "failures 3\n")
  }

  @Test func onlyTheRightPINUnlocks() throws {
    let stage = try PINStage(failures: 0)
    #expect(stage.askLock(.isLocked) == .open)
    #expect(stage.askLock(.lock) == .locked)
    #expect(stage.record == "failures 0\nlocked\n")
    for message in ["open", "unlock", "unlock ", "unlock x", "failures 0", "locked 0"] {
      try stage.send(Array(message.utf8), listens: false)
    }
    #expect(stage.ask(.unlock(PIN("0000")!)) == .wrong(failures: 1, wait: 0))
    #expect(stage.ask(Self.right) == .right, "the PIN opens the system page and not the launcher")
    #expect(stage.askLock(.isLocked) == .locked)
    try stage.restart(signal: SIGKILL)
    #expect(stage.askLock(.isLocked) == .locked, "a restart keeps the lock")
    #expect(stage.record == "failures 0\nlocked\n")
    #expect(stage.ask(.unlock(PIN("2468")!)) == .right)
    #expect(stage.askLock(.isLocked) == .open)
    #expect(stage.record == "failures 0\n")
  }

  @Test func ticketComesWithTheRightPINAlone() throws {
    let stage = try PINStage(failures: 0)
    let client = PINServiceClient(socket: stage.path("socket"))
    let pin = try #require(PIN("2468"))
    let (first, wrong) = (client.askForTicket(pin), client.askForTicket(try #require(PIN("0000"))))
    let ticket = try #require(first.ticket)
    #expect(first.verdict == .right && wrong.ticket == nil)
    // These requests do not count as attempts.
    for _ in 0..<20 {
      guard case .failed = stage.ask(.redeem(PINTicket())) else {
        Issue.record("a foreign ticket is accepted")
        return
      }
    }
    #expect(client.redeem(PINTicket()) == nil)
    #expect(stage.record == "failures 1\n")
    for _ in 0..<2 { #expect((1...PINTicket.lifetime).contains(client.redeem(ticket) ?? 0)) }
    #expect(stage.ask(.forget(ticket)) == .right && client.redeem(ticket) == nil)
    let last = try #require(client.askForTicket(pin).ticket)
    #expect(last != ticket)
    try stage.restart(signal: SIGKILL)
    #expect(client.redeem(last) == nil, "a restart forgets tickets")
  }

  @Test(arguments: ["check 2468", "unlock 2468"])
  func otherPurposesGiveNoTicket(request: String) throws {
    let stage = try PINStage(failures: 0)
    let said = try stage.send(Array(request.utf8))
    #expect(said == Array("right".utf8))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func onlyRootAsksAboutTickets() throws {
    let stage = try PINStage(failures: 0, owner: 65533)
    let client = PINServiceClient(socket: stage.path("socket"))
    let ticket = try #require(client.askForTicket(PIN("2468")!).ticket)
    seteuid(65533)
    let stranger = client.redeem(ticket)
    seteuid(0)
    #expect(stranger == nil && client.redeem(ticket) != nil)
  }

  @Test func aNewHashCountsAtOnce() throws {
    let stage = try PINStage(failures: 0)
    #expect(stage.ask(Self.right) == .right)
    try (try PINHash(PIN("1357")!).text + "\n").write(
      toFile: stage.path("pin"), atomically: true, encoding: .utf8)
    #expect(stage.ask(Self.right) == .wrong(failures: 1, wait: 0))
    #expect(stage.ask(.check(PIN("1357")!)) == .right)
  }

  private static let files: [(text: String?, mode: mode_t, reason: String)] = [
    (nil, 0o640, "cannot be read: No such file or directory"), ("2468\n", 0o640, "contains no hash"),
    ("", 0o640, "contains no hash"), (hash + hash, 0o640, "contains no hash"),
    (String(repeating: "x", count: 5000), 0o640, "cannot be read: is too large"),
    (hash, 0o642, "others must not be able to write to it"),
  ]

  @Test(arguments: 0..<files.count) func withoutTrustedHashNothingIsChecked(number: Int)
    throws
  {
    let (text, mode, reason) = Self.files[number]
    let stage = try PINStage(failures: 0, hash: text)
    if text != nil { chmod(stage.path("pin"), mode) }
    guard case .failed(let said) = stage.ask(Self.right) else {
      Issue.record("the PIN is checked")
      return
    }
    #expect(said.contains(reason) && !said.contains("2468"), "\(said)")
    #expect(stage.record == "failures 0\n")
  }

  // MARK: Hostile callers

  /// A caller's actions, the number of attempts they count as, and the resulting record.
  private static let callers: [(what: String, act: @Sendable (PINStage) throws -> Void, failures: Int)] = [
    ("comes and goes", { stage in for _ in 0..<200 { close(try stage.connect()) } }, 0),
    ("says nothing, many times", { stage in for _ in 0..<60 { stage.keep(try stage.connect()) } }, 0),
    ("sends a long line", { try $0.send([UInt8](repeating: 0x31, count: 60_000)) }, 0),
    ("sends nothing", { try $0.send([]) }, 0),
    ("sends no text", { try $0.send([0xFF, 0, 0xFE]) }, 0),
    ("sends an invalid request", { try $0.send(Array("unlock".utf8)) }, 0),
    ("sends a PIN that is too long", { try $0.send(Array("check 1234567890123".utf8)) }, 0),
    ("sends a PIN followed by junk", { try $0.send(Array("check 2468\0 junk".utf8)) }, 0),
    ("sends a descriptor", { try $0.send(Array("wait".utf8), descriptor: 0) }, 0),
    ("sends several at once", { try $0.send(Array("check 0000".utf8), times: 20) }, 1),
    ("does not wait for the answer", { try $0.send(Array("check 0000".utf8), listens: false) }, 1),
    (
      "sends many without waiting for answers",
      { stage in for _ in 0..<40 { try stage.send(Array("check 0000".utf8), listens: false) } }, 3
    ),
    (
      "asks on many connections",
      { stage in
        DispatchQueue.concurrentPerform(iterations: 30) { _ in _ = stage.ask(Self.wrong) }
      }, 3
    ),
  ]

  @Test(arguments: 0..<callers.count) func callersGetNoFreeTryAndNoLockout(number: Int) throws {
    let (what, act, failures) = Self.callers[number]
    let stage = try PINStage(failures: 0)
    try act(stage)
    // The service answers in order, so it has read all messages.
    let state = stage.ask(.wait)
    #expect(state.isEarly(failures < 3 ? 0 : 5), "\(what): \(state)")
    #expect(stage.record == "failures \(failures)\n", "\(what)")
    if failures < 3 { #expect(stage.ask(Self.right) == .right, "\(what)") }
  }

  @Test func killingItHalfWayGainsNothing() throws {
    let stage = try PINStage(failures: 0)
    for round in 1...3 {
      try stage.send(Array("check 0000".utf8), listens: false)
      // The count is on the disk before the comparison.
      try stage.waitUntil("the count") { stage.record == "failures \(round)\n" }
      try stage.restart(signal: SIGKILL)
    }
    #expect(stage.ask(Self.right).isEarly(5))
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func onlyTheKiosksUserAndRootAreAnswered() throws {
    // The service manager gives the socket's path to that user.
    let stage = try PINStage(failures: 0, owner: 65533)
    chmod(stage.path("socket"), 0o777)
    #expect(stage.ask(as: 65533, .wait) == .early(wait: 0))
    #expect(stage.ask(.wait) == .early(wait: 0))
    for _ in 0..<50 {
      guard case .failed = stage.ask(as: 65534, Self.right) else {
        Issue.record("another user is answered")
        return
      }
    }
    #expect(stage.record == "failures 0\n")
    #expect(stage.ask(as: 65533, Self.right) == .right)
  }

  @Test(.enabled(if: geteuid() == 0, "only root can be another user"))
  func foreignSocketGetsNoPIN() throws {
    let path = "/tmp/rotunda-strange-\(UUID().uuidString.prefix(8))"
    #expect(seteuid(65534) == 0)
    let listener = clinux_message_listen(path)
    #expect(seteuid(0) == 0)
    try #require(listener >= 0)
    defer {
      close(listener)
      unlink(path)
    }
    let verdict = PINServiceClient(socket: path).ask(Self.right)
    #expect(verdict == .failed(reason: "the service manager does not listen on \(path)"))
    let connection = clinux_accept(listener)
    defer { close(connection) }
    var (bytes, unwanted) = ([UInt8](repeating: 0, count: 64), Int32(-1))
    #expect(clinux_receive(connection, &bytes, bytes.count, 0, &unwanted) == 0, "nothing was sent")
  }

  // MARK: The record

  /// Changes to the record before the service starts. It counts as missing: a wait of 40 seconds, and the
  /// seventh failure.
  private static let records: [(what: String, make: @Sendable (String) throws -> Void)] = [
    ("is gone", { try FileManager.default.removeItem(atPath: $0) }),
    ("is empty", { try "".write(toFile: $0, atomically: true, encoding: .utf8) }),
    ("is nonsense", { try "failures -5\n".write(toFile: $0, atomically: true, encoding: .utf8) }),
    (
      "has more lines",
      { try "failures 0\nfailures 0\n".write(toFile: $0, atomically: true, encoding: .utf8) }
    ),
    (
      "is large",
      { try String(repeating: "0", count: 100_000).write(toFile: $0, atomically: true, encoding: .utf8) }
    ),
    (
      "is a directory with something in it",
      {
        try FileManager.default.removeItem(atPath: $0)
        try FileManager.default.createDirectory(atPath: $0 + "/x", withIntermediateDirectories: true)
      }
    ),
    (
      "is a pipe",
      {
        try FileManager.default.removeItem(atPath: $0)
        mkfifo($0, 0o600)
      }
    ),
    ("may be written by everyone", { chmod($0, 0o666) }),
  ]

  @Test(arguments: 0..<records.count) func untrustedRecordCountsAsMissing(number: Int) throws {
    let (what, make) = Self.records[number]
    let stage = try PINStage(failures: 0, prepare: { try make($0.path("state/failures")) })
    #expect(stage.ask(Self.right).isEarly(40), "\(what)")
  }

  @Test func missingPlaceForTheRecordWaitsToo() throws {
    // No user can create a directory there.
    let stage = try PINStage(failures: 0, state: "/proc/rotunda-nowhere")
    #expect(stage.ask(Self.right).isEarly(40))
  }

  @Test func recordThatIsADirectoryCostsAWait() throws {
    let stage = try PINStage(failures: 0)
    #expect(stage.ask(Self.wrong) == .wrong(failures: 1, wait: 0))
    try FileManager.default.removeItem(atPath: stage.path("state/failures"))
    try FileManager.default.createDirectory(
      atPath: stage.path("state/failures/x"), withIntermediateDirectories: true)
    #expect(stage.ask(Self.right).isEarly(40))
    #expect(stage.ask(Self.right).isEarly(40))
    try stage.restart(signal: SIGKILL)
    #expect(stage.ask(Self.right).isEarly(40), "a restart does not help")
  }

  @Test(.enabled(if: PINStage.canMount, "only root can mount a disk"))
  func fullDiskGivesNoFreeTry() throws {
    // The disk has room only for the existing record.
    let stage = try PINStage(
      failures: 0,
      preparation: """
        mount -t tmpfs -o size=8k tmpfs "$STATE_DIRECTORY" && echo failures 0 >"$STATE_DIRECTORY/failures"
        chmod 600 "$STATE_DIRECTORY/failures"; cat /dev/zero >"$STATE_DIRECTORY/full" 2>/dev/null
        """)
    #expect(stage.ask(Self.wrong).isEarly(40))
    #expect(stage.ask(Self.right).isEarly(40))
    try stage.restart(signal: SIGKILL)
    #expect(stage.ask(Self.right).isEarly(40))
  }

  @Test(.enabled(if: PINStage.canMount, "only root can mount"))
  func readOnlyDiskGivesNoFreeTry() throws {
    let stage = try PINStage(
      failures: 0,
      preparation:
        #"mount --bind "$STATE_DIRECTORY" "$STATE_DIRECTORY" && mount -o remount,bind,ro "$STATE_DIRECTORY""#)
    #expect(stage.ask(Self.wrong).isEarly(40))
    #expect(stage.ask(Self.right).isEarly(40))
  }

  // MARK: Its life

  /// A clock that a test advances, for a service on another thread.
  private final class Clock: @unchecked Sendable {
    private let lock = NSLock()
    private var ahead = 0.0
    var time: Double { lock.withLock { PINService.now() + ahead } }
    func pass(_ more: Double) { lock.withLock { ahead += more } }
  }

  @Test(arguments: [0, 3]) func serviceEndsWhenIdleWithoutAWait(failures: Int) throws {
    let path = NSTemporaryDirectory() + "rotunda-pin-\(UUID().uuidString.prefix(8))"
    defer { for name in ["", ".hash", ".record"] { unlink(path + name) } }
    for (name, text) in [(".hash", Self.hash), (".record", "failures \(failures)\n")] {
      try text.write(toFile: path + name, atomically: true, encoding: .utf8)
      chmod(path + name, 0o600)
    }
    let listener = clinux_message_listen(path)
    try #require(listener >= 0)
    let (clock, end, client) = (Clock(), DispatchSemaphore(value: 0), PINServiceClient(socket: path))
    Thread {
      PINService(
        listener: listener, hash: PINFile(path + ".hash"), record: path + ".record", callers: [geteuid()],
        now: { clock.time }
      ).serve(idle: 0.1)
      end.signal()
    }.start()
    if failures > 0 {
      #expect(client.ask(.wait).isEarly(5))
      // The wait is over, and would start again after a restart.
      clock.pass(5)
      #expect(client.ask(.wait) == .early(wait: 0))
      #expect(end.wait(timeout: .now() + 0.5) == .timedOut)
      let right = client.askForTicket(PIN("2468")!)
      #expect(right.verdict == .right)
      #expect(end.wait(timeout: .now() + 0.5) == .timedOut, "the service would forget the ticket")
      if let ticket = right.ticket { #expect(client.ask(.forget(ticket)) == .right) }
    }
    #expect(end.wait(timeout: .now() + 30) == .success)
  }

  @Test func missingSocketOrPlaceIsReported() throws {
    for variables in [[:], ["STATE_DIRECTORY": "/tmp"]] {
      let (status, said) = try PINStage.run(["pin-service", "/etc/rotunda/pin"], environment: variables)
      #expect(status == 64 && said.contains("there is no socket"))
    }
  }
}

extension PINVerdict {
  /// Reports whether no PIN was checked and the wait is this long, minus the time that the test takes.
  func isEarly(_ seconds: Double, atLeast least: Double? = nil) -> Bool {
    guard case .early(let wait) = self else { return false }
    return wait <= seconds && (seconds == 0 || wait > (least ?? 0))
  }
}

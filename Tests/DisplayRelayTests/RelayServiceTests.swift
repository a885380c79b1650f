import CLinux
import DisplayRelay
import Foundation
import SeededRandom
import Testing

/// The shipped relay between a test program and a test compositor.
@Suite(.serialized) struct RelayServiceTests {
  private static func words(_ numbers: UInt32...) -> [UInt8] {
    numbers.flatMap { number in withUnsafeBytes(of: number) { Array($0) } }
  }

  private static func message(_ object: UInt32, _ opcode: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    words(object, UInt32(8 + body.count) << 16 | opcode) + body
  }

  private static func text(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8) + [0]
    return words(UInt32(bytes.count)) + bytes + [UInt8](repeating: 0, count: (4 - bytes.count % 4) % 4)
  }

  private static let getRegistry = message(1, 1, words(2))

  private static func global(_ name: UInt32, _ interface: String) -> [UInt8] {
    message(2, 0, words(name) + text(interface) + words(1))
  }

  private static func bind(_ name: UInt32, _ interface: String) -> [UInt8] {
    message(2, 0, words(name) + text(interface) + words(1, 3))
  }

  @Test func hiddenGlobalIsNeitherListedNorBound() throws {
    let (rig, seat) = (try RelayRig(), Self.global(2, "wl_seat"))
    let (program, compositor) = try rig.pair()
    try program.say(Self.getRegistry)
    try compositor.readUntil(Self.getRegistry.count)
    #expect(compositor.received == Self.getRegistry)
    try compositor.say(Self.global(1, "zwlr_screencopy_manager_v1") + seat)
    try program.readUntil(seat.count)
    #expect(program.received == seat)
    try program.say(Self.bind(2, "wl_seat") + Self.bind(1, "zwlr_screencopy_manager_v1"))
    try program.awaitEnd()
    let error = Self.message(
      1, 0, Self.words(1, 0) + Self.text("the global 1 is not for programs of tiles"))
    #expect(program.received == seat + error)
    // The compositor does not receive that request.
    try compositor.awaitEnd()
    let before = Self.getRegistry + Self.bind(2, "wl_seat")
    #expect(compositor.received == before || compositor.received == Self.getRegistry)
  }

  /// Random messages in random pieces, with files, in both directions. No byte changes, and all files arrive
  /// in order and on time.
  @Test(arguments: (0..<6).map { UInt64($0) }) func otherMessagesPassWithTheirFiles(seed: UInt64) throws {
    let rig = try RelayRig()
    let (program, compositor) = try rig.pair()
    var random = SeededGenerator(seed: seed)
    var sides = [Side(program, &random), Side(compositor, &random)]
    let deadline = Date(timeIntervalSinceNow: 60)
    while !(sides[0].isSaid && sides[1].isSaid
      && sides[0].peer.received.count >= sides[1].bytes.count
      && sides[1].peer.received.count >= sides[0].bytes.count)
    {
      try #require(Date() < deadline, "seed \(seed): \(sides.map(\.peer.received.count))")
      let index = random.integer(0...1)
      try sides[index].act(&random)
      try #require(!sides[index].peer.isEnded, "seed \(seed)")
    }
    for (said, heard) in [(sides[0], sides[1].peer), (sides[1], sides[0].peer)] {
      #expect(heard.received == said.bytes, "seed \(seed)")
      #expect(heard.files == said.files, "seed \(seed)")
      // Together with the bytes that they came with, or earlier.
      #expect(zip(heard.places, said.places).allSatisfy { $0 <= $1 }, "seed \(seed)")
    }
  }

  /// The messages of `zwp_linux_dmabuf_v1` by which Mesa makes a buffer of four planes. To the relay, a
  /// descriptor of graphics memory is like any other.
  @Test func buffersOfGraphicsMemoryPass() throws {
    let rig = try RelayRig()
    let (program, compositor) = try rig.pair()
    let interface = "zwp_linux_dmabuf_v1"
    let offer = Self.global(5, interface)
    try program.say(Self.getRegistry)
    try compositor.say(offer)
    try program.readUntil(offer.count)
    #expect(program.received == offer)
    // get_default_feedback. The compositor answers with format_table, main_device and done.
    let requests = Self.bind(5, interface) + Self.message(3, 2, Self.words(4))
    try program.say(requests)
    let feedback =
      Self.message(4, 1, Self.words(4096)) + Self.message(4, 2, Self.words(8, 0xE200, 0)) + Self.message(4, 0)
    try compositor.readUntil(Self.getRegistry.count + requests.count)
    try compositor.say(feedback, files: [7])
    try program.readUntil(offer.count + feedback.count)
    #expect(program.received == offer + feedback && program.files == [7])
    // create_params, an add per plane with all descriptors at once, and create_immed in XR24.
    let buffer =
      Self.message(3, 1, Self.words(5))
      + (0..<4).flatMap { Self.message(5, 1, Self.words($0, $0 * 4096, 5120, 0x0100_0000, 2)) }
      + Self.message(5, 3, Self.words(6, 1280, 800, 0x3432_5258, 0))
    try program.say(buffer, files: [10, 11, 12, 13])
    let whole = Self.getRegistry + requests + buffer
    try compositor.readUntil(whole.count)
    #expect(compositor.received == whole && compositor.files == [10, 11, 12, 13])
  }

  /// A peer that writes a text with files, and reads, at random times.
  private struct Side {
    let peer: Peer
    private(set) var bytes: [UInt8] = []
    private(set) var files: [Int] = []
    /// The offset of the bytes that each file accompanies.
    private(set) var places: [Int] = []
    private var said = 0
    /// The offsets of messages.
    private var starts: [Int] = []

    init(_ peer: Peer, _ random: inout SeededGenerator) {
      self.peer = peer
      for _ in 0..<random.integer(20...200) {
        let most = random.chance(0.1) ? 16_000 : 60
        let size = random.integer(2...most) * 4
        starts.append(bytes.count)
        bytes += RelayServiceTests.message(
          UInt32(random.integer(10...20)), UInt32(random.integer(0...3)),
          (0..<size - 8).map { _ in UInt8(truncatingIfNeeded: random.next()) })
      }
    }

    var isSaid: Bool { said == bytes.count }

    mutating func act(_ random: inout SeededGenerator) throws {
      guard random.chance(0.5), !isSaid else {
        peer.read(atMost: random.pick([1, 50, 4096, 65_536]))
        return
      }
      let part = bytes[said...].prefix(random.pick([1, 8, 300, 5000]))
      // As many files per message as programs may send.
      let message = starts.last { $0 <= said } ?? 0
      let room = min(28, 100 - places.count { $0 >= message })
      let new = random.chance(0.3) && room > 0 ? (0..<random.integer(1...room)).map { files.count + $0 } : []
      let count = peer.write(part, files: new)
      guard count > 0 else { return }
      files += new
      places += new.map { _ in said }
      said += count
    }
  }

  /// Without a reader, the relay limits what a program can write and what it buffers. Later all of it
  /// arrives.
  @Test func aProgramThatFloodsWaits() throws {
    let rig = try RelayRig()
    let (program, compositor) = try rig.pair()
    let message = Self.message(9, 1, [UInt8](repeating: 7, count: 1000))
    var (written, quiet) = (0, 0)
    while quiet < 100 {
      let count = program.write(message[(written % message.count)...])
      if count > 0 { (written, quiet) = (written + count, 0) } else { quiet += 1; usleep(2000) }
      // The socket buffers of the kernel, and one message in between.
      try #require(written < 1 << 20, "the relay accepts bytes without a limit")
    }
    // The relay sleeps meanwhile.
    try settle(rig)
    let before = try switches(rig)
    usleep(200_000)
    #expect(try switches(rig) == before)
    try compositor.readUntil(written)
    #expect(compositor.received.count == written)
    #expect(compositor.received.prefix(message.count) == message[...])
  }

  /// Waits until the relay has slept for some time.
  private func settle(_ rig: RelayRig) throws {
    var last = -1
    try wait {
      defer { last = (try? switches(rig)) ?? -1 }
      usleep(50_000)
      return try switches(rig) == last
    }
  }

  private func switches(_ rig: RelayRig) throws -> Int {
    try #require(Int(rig.status("voluntary_ctxt_switches")))
  }

  /// Also after a program has closed its connection while the compositor has no room for its last messages. A
  /// poll that ignores the hangup would spin.
  @Test func relaySleepsAtRest() throws {
    let rig = try RelayRig()
    let (program, compositor) = try rig.pair()
    try program.say(Self.message(9, 0))
    try compositor.readUntil(8)
    try settle(rig)
    let idle = try switches(rig)
    usleep(200_000)
    #expect(try switches(rig) == idle)

    let message = Self.message(9, 1, [UInt8](repeating: 7, count: 60_000))
    var (written, quiet) = (0, 0)
    while quiet < 50 {
      let count = program.write(message[(written % message.count)...])
      if count > 0 { (written, quiet) = (written + count, 0) } else { quiet += 1; usleep(2000) }
    }
    program.hangUp()
    try settle(rig)
    let (before, time) = (try switches(rig), try processorTime(rig))
    usleep(200_000)
    #expect(try switches(rig) == before)
    #expect(try processorTime(rig) == time)
    // The compositor still receives the last whole messages, then the end of the connection.
    try compositor.awaitEnd()
    let sent = compositor.received.count - 8
    #expect(sent <= written && written - sent < message.count && sent.isMultiple(of: message.count))
  }

  /// The processor ticks that the relay has used: fields 14 and 15 of `/proc/PID/stat`, 12 after the name.
  private func processorTime(_ rig: RelayRig) throws -> Int {
    let line = try String(contentsOfFile: "/proc/\(rig.process)/stat", encoding: .utf8)
    let fields = try #require(line.split(separator: ")").last).split(separator: " ")
    return try #require(Int(fields[11])) + #require(Int(fields[12]))
  }

  @Test func lastCompositorMessageArrives() throws {
    let rig = try RelayRig()
    let (program, compositor) = try rig.pair()
    let error = Self.message(1, 0, Self.words(3, 1) + Self.text("you did something wrong"))
    // The program keeps writing, because it has not read the error yet.
    try compositor.say(error)
    compositor.hangUp()
    for _ in 0..<20 { _ = program.write(Self.message(9, 1)[...]) }
    try program.awaitEnd()
    #expect(program.received == error)
  }

  /// More descriptors than any message has, on one connection and without the end of a message.
  @Test func aProgramThatSendsDescriptorsAloneIsDisconnected() throws {
    let rig = try RelayRig()
    // After its first message, the relay has opened all of its own descriptors.
    let first = try rig.pair()
    try first.program.say(Self.getRegistry)
    try first.compositor.readUntil(12)
    let before = try rig.descriptors(to: "socket:")
    let zero = open("/dev/zero", O_RDONLY | O_CLOEXEC)
    defer { close(zero) }
    let (program, compositor) = try rig.pair()
    try program.say(Self.words(9, 60_000 << 16))
    var count = 8
    while count < 60_000, program.write([0], files: Array(repeating: Int(zero), count: 28)) > 0 {
      count += 1
      program.read()
      if program.isEnded || !program.received.isEmpty { break }
      usleep(300)
    }
    try program.awaitEnd()
    #expect(String(decoding: program.received, as: UTF8.self).contains("too many descriptors"))
    try compositor.awaitEnd()
    #expect(compositor.received == [])
    try wait { try rig.descriptors(to: "socket:") == before && rig.descriptors(to: "/dev/zero") == 0 }
    // The other connections still work.
    let other = try rig.pair()
    try other.program.say(Self.getRegistry)
    try other.compositor.readUntil(12)
  }

  private func wait(_ condition: () throws -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while try !condition() {
      guard Date() < deadline else { throw RelayFailure("the condition did not hold in time") }
      usleep(2000)
    }
  }

  @Test func tooManyConnectionsWait() throws {
    let rig = try RelayRig()
    var programs: [Peer] = []
    var compositors: [Peer] = []
    for _ in 0..<RelayService.mostConnections {
      let pair = try rig.pair()
      programs.append(pair.program)
      compositors.append(pair.compositor)
    }
    let another = try rig.connect()
    try another.say(Self.getRegistry)
    try settle(rig)
    let before = try switches(rig)
    usleep(200_000)
    #expect(try switches(rig) == before)
    #expect(try rig.descriptors() < 2 * RelayService.mostConnections + 20)
    programs.removeLast().hangUp()
    let late = try rig.accept()
    try late.readUntil(Self.getRegistry.count)
    #expect(late.received == Self.getRegistry)
  }

  @Test func programFindsNoListenerWithoutACompositor() throws {
    let rig = try RelayRig()
    try FileManager.default.removeItem(at: rig.directory.appending(path: "c"))
    let program = try rig.connect()
    try program.awaitEnd()
    #expect(program.received == [])
    #expect(kill(rig.process, 0) == 0)
  }

  /// Checks the kernel's view of the process. root owns the /proc files of a process that other users cannot
  /// inspect.
  @Test(.enabled(if: geteuid() == 0, "only root can become another user")) func relayIsConfined() throws {
    let rig = try RelayRig(user: "12345")
    _ = try rig.pair()
    #expect(try rig.status("NoNewPrivs") == "1")
    #expect(try rig.status("Uid").split(separator: "\t").first == "12345")
    var status = stat()
    #expect(stat("/proc/\(rig.process)/status", &status) == 0)
    #expect(status.st_uid == 0)
    let limits = try String(contentsOfFile: "/proc/\(rig.process)/limits", encoding: .utf8)
    #expect(limits.contains(/Max core file size +0 +0/))
    #expect(try rig.status("Threads") == "1")
    #expect(try rig.status("Name") == "rotunda-relay")
  }

  /// Its parent is the process that started it.
  @Test func relayEndsWithItsParent() throws {
    let process = Process()
    process.executableURL = URL(filePath: RelayRig.binary)
    process.arguments = ["relay-display", "/nonexistent", "1"]
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 71)
  }
}

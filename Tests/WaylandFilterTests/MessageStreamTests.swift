import Glibc
import SeededRandom
import Testing

@testable import WaylandFilter

/// Seeded conversations in pieces of any size. Each side reads the permitted messages of the other one, byte
/// for byte.
struct MessageStreamTests {
  /// One side's messages, and those that pass.
  private struct Side {
    var written: [UInt8] = []
    var expected: [UInt8] = []

    mutating func say(_ message: [UInt8], passes: Bool = true) {
      written += message
      if passes { expected += message }
    }
  }

  /// A stream with a peer at each end. The seed decides when the peers write and read.
  private struct Pump {
    var stream: MessageStream
    var rest: ArraySlice<UInt8>
    var read: [UInt8] = []

    init(_ direction: MessageStream.Direction, _ bytes: [UInt8]) {
      stream = MessageStream(direction)
      rest = bytes[...]
    }

    mutating func step(_ random: inout SeededGenerator, _ filter: inout ConnectionFilter) throws {
      if random.chance(0.6) {
        stream.makeRoom()
        let most = random.pick([1, 3, 7, 100, 4096, 1 << 17])
        let part = rest.prefix(most)
        var taken = 0
        if stream.room > 0, !part.isEmpty {
          taken = stream.fill { room in
            let part = part.prefix(room.count)
            room.copyBytes(from: part)
            return part.count
          }
        }
        rest = rest.dropFirst(taken)
        try stream.sort(&filter)
      } else if stream.sendable > 0 {
        var new: [UInt8] = []
        _ = stream.drain(atMost: random.pick([1, 5, 64, .max])) { bytes in
          new += bytes
          return bytes.count
        }
        read += new
      }
      #expect(stream.sendable + stream.unfinished + stream.room <= MessageStream.capacity)
    }

    var isDone: Bool { rest.isEmpty && stream.sendable == 0 }
  }

  @Test(arguments: (0..<24).map { UInt64($0) }) func passedMessagesAreUnchanged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (requests, events) = (Side(), Side())
    let registries = (0..<random.integer(1...4)).map { UInt32(2 + $0) }
    for registry in registries { requests.say(Wire.getRegistry(registry)) }
    for _ in 0..<random.integer(10...120) {
      let name = UInt32(random.integer(1...30))
      switch random.integer(0...9) {
      case 0...2:
        let interface = random.pick(["wl_seat", "wl_output", "zwlr_screencopy_manager_v1", "wl_fixes", ""])
        events.say(
          Wire.global(random.pick(registries), name, interface),
          passes: AllowedGlobals.interfaces.contains(interface))
      case 3: requests.say(Self.message(&random, from: 20...40))
      case 4: requests.say(Self.message(&random, from: 20...40, most: 65_532))
      case 5...6: requests.say(Self.message(&random, from: 20...40, most: 400))
      case 7: events.say(Self.message(&random, from: 20...40, most: 65_532))
      default: events.say(Self.message(&random, from: 20...40))
      }
    }
    // As in any conversation, registries exist before the compositor answers.
    var filter = ConnectionFilter()
    var (up, down) = (Pump(.requests, requests.written), Pump(.events, events.written))
    while up.read.count < registries.count * 12 { try up.step(&random, &filter) }
    while !up.isDone || !down.isDone {
      if random.chance(0.5) { try up.step(&random, &filter) } else { try down.step(&random, &filter) }
    }
    #expect(up.read == requests.expected, "seed \(seed)")
    #expect(down.read == events.expected, "seed \(seed)")
  }

  private static func message(
    _ random: inout SeededGenerator, from objects: ClosedRange<Int>, most: Int = 64
  ) -> [UInt8] {
    let size = random.integer(2...most / 4) * 4
    let body = (0..<size - 8).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return Wire.message(UInt32(random.integer(objects)), UInt16(random.integer(0...9)), body)
  }

  /// `make check-long` tries more.
  private static let most: UInt64 = getenv("ROTUNDA_LONG") == nil ? 80 : 5000

  /// Random bytes: nothing traps, memory is bounded, and the output consists of whole messages.
  @Test(arguments: 0..<most) func randomBytesDoNoHarm(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var filter = ConnectionFilter()
    for direction in [MessageStream.Direction.requests, .events] {
      var bytes: [UInt8] = []
      while bytes.count < 3000 {
        // Usually almost a message.
        let size =
          random.chance(0.9) ? UInt32(random.integer(2...20)) * 4 : UInt32(random.integer(0...65_535))
        bytes += Wire.words(
          UInt32(random.integer(0...4)), size << 16 | UInt32(random.integer(0...2)),
          UInt32(random.integer(0...9)), UInt32(random.integer(0...24)))
        bytes += (0..<random.integer(0...16)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      }
      var pump = Pump(direction, bytes)
      do {
        while !pump.isDone { try pump.step(&random, &filter) }
      } catch let fault as ConnectionFilter.Fault {
        pump.stream.finish(with: fault)
        #expect(!"\(fault)".isEmpty)
      } catch {
        Issue.record(error, "seed \(seed)")
      }
      while pump.stream.sendable > 0 {
        _ = pump.stream.drain(atMost: .max) { bytes in
          pump.read += bytes
          return bytes.count
        }
      }
      #expect(Self.isWhole(pump.read), "seed \(seed)")
      #expect(filter.kept <= ConnectionFilter.mostKept, "seed \(seed)")
    }
  }

  /// Whether the bytes consist of complete messages and nothing else.
  private static func isWhole(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while bytes.count - place >= 8 {
      let size = Int(bytes[place + 6]) | Int(bytes[place + 7]) << 8
      guard size >= 8, size.isMultiple(of: 4) else { return false }
      place += size
    }
    return place == bytes.count
  }

  @Test func theLongestMessagePasses() throws {
    var conversation = Conversation()
    let longest = Wire.message(9, 3, [UInt8](repeating: 0xA5, count: 65_532 - 8))
    #expect(try conversation.request(longest, longest) == longest + longest)
  }
}

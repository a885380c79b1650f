import Configuration
import Credentials
import SeededRandom
import Testing

struct PINMessageTests {
  @Test func requestsAreReadAsTheyWereWritten() throws {
    for request in [
      PINRequest.wait, .operate(try #require(PIN("4711"))), .check(try #require(PIN("4711"))),
      .check(try #require(PIN("123456789012"))),
    ] {
      #expect(PINRequest(bytes: request.bytes) == request)
      #expect(request.bytes.count <= PINRequest.mostBytes)
    }
  }

  @Test(arguments: [
    "", "check", "check ", "check 12", "check 1234567890123", "check 12a4", "check  1234", "check 1234\n",
    "check １２３４", "wait ", "Wait", "unlock", "check 1234 5678", "\0", "check 1234\0",
  ])
  func invalidRequestIsRefused(text: String) {
    #expect(PINRequest(bytes: text.utf8) == nil)
  }

  @Test func invalidTextIsNoMessage() {
    for bytes: [UInt8] in [
      [0xFF, 0xFE], Array("check 1234".utf8) + [0xC3], [UInt8](repeating: 0x20, count: 4096),
    ] {
      #expect(PINRequest(bytes: bytes) == nil && PINVerdict(bytes: bytes) == nil)
    }
  }

  @Test func verdictsAreReadAsTheyWereWritten() {
    for verdict in [
      PINVerdict.right, .wrong(failures: 3, wait: 5), .wrong(failures: 0, wait: 0), .early(wait: 899.25),
      .failed(reason: "the file with its hash cannot be read: No such file or directory"),
    ] {
      #expect(PINVerdict(bytes: verdict.bytes) == verdict)
    }
  }

  @Test func transmittedWaitIsNeverShorter() {
    #expect(PINVerdict(bytes: PINVerdict.early(wait: 0.00001).bytes) == .early(wait: 0.001))
  }

  @Test(arguments: [
    "", "Right", "right ", "right 1", "wrong", "wrong 1", "wrong x 5", "wrong 1 -5", "wrong 1 5 6", "wait",
    "wait x",
    "wait 99999999999", "failed", "wrong 1001 5", "wait 1e3",
  ])
  func invalidVerdictIsRefused(text: String) {
    #expect(PINVerdict(bytes: text.utf8) == nil)
  }

  @Test func aReasonCannotForgeALine() {
    let long = PINVerdict.failed(reason: "a\nb\u{1B}[2J" + String(repeating: "x", count: 1000))
    #expect(long.bytes.count <= PINVerdict.mostBytes)
    guard case .failed(let reason)? = PINVerdict(bytes: long.bytes) else {
      Issue.record("the verdict is not readable")
      return
    }
    #expect(reason.hasPrefix("ab[2Jxxx"))
  }

  /// For arbitrary bytes: a message that parses encodes to the same bytes.
  @Test func parsedMessagesEncodeToTheSameBytes() {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SeededGenerator(seed: seed)
    let words = [
      "check", "wait", "right", "wrong", "failed", " ", "  ", "0", "9", "4711", "1000", "\n", "-", "é",
    ]
    for _ in 0..<20_000 {
      var bytes = (0...generator.integer(0...5)).flatMap { _ in Array(generator.pick(words).utf8) }
      if generator.chance(0.2) {
        bytes.insert(UInt8(generator.integer(0...255)), at: generator.integer(0...bytes.count))
      }
      if let request = PINRequest(bytes: bytes) { #expect(request.bytes == bytes, "seed \(seed)") }
      guard let verdict = PINVerdict(bytes: bytes) else { continue }
      #expect(PINVerdict(bytes: verdict.bytes) == verdict, "seed \(seed): \(bytes)")
    }
  }
}

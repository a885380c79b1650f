import Foundation
import LongCheck
import RealCompositors
import SeededRandom
import Testing

/// Ten minutes of continuous touches.
@Suite(.serialized) struct EnduranceTests {
  private static let minutes = 10
  /// The largest growth of the launcher in KiB after it has shown everything. It covers what the allocator
  /// keeps between two sizes of its heap.
  private static let mostGrowth = 4 << 10

  @Test(.enabled(if: LongCheck.isOn, takesLong), arguments: [Compositor.Kind.cage, .sway])
  func tenMinutesOfTouchesChangeNothing(_ kind: Compositor.Kind) throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let kiosk = try RealKiosk(kind) { scratch in
      (1...12).map { RealKiosk.tile("tile \($0)", scratch) }.joined()
    }
    var visitor = Visitor(kiosk.fingers, seed: seed)
    var first: Footprint?
    for minute in 1...Self.minutes {
      let end = Date(timeIntervalSinceNow: 60)
      while Date() < end { try visitor.touch() }
      try kiosk.awaitRest()
      let now = try Footprint(of: kiosk.launcher.pid)
      print("\(kind), minute \(minute): \(visitor.touches) touches, \(kiosk.opened.count) programs, \(now)")
      // The first minute shows programs, cards and messages for the first time.
      guard let before = first else {
        first = now
        continue
      }
      #expect(now.memory - before.memory < Self.mostGrowth, "seed \(seed): \(before), \(now)")
      #expect(now.threads <= before.threads && now.descriptors <= before.descriptors, "\(before), \(now)")
    }
    #expect(visitor.touches > 1000 && kiosk.opened.count > 10)
    // The carousel still turns and opens tiles.
    _ = try kiosk.opening { try kiosk.tapMiddle() }
  }

  private static let takesLong: Comment = "takes long: make check-long"
}

/// The resources that a process uses.
private struct Footprint: CustomStringConvertible {
  /// Private memory and memory shared with the compositor in KiB, mapped or not.
  let memory: Int
  let threads: Int
  let descriptors: Int

  init(of process: pid_t) throws {
    let text = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    memory = text.split(separator: "\n").filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
      .compactMap { Int($0.split(whereSeparator: \.isWhitespace)[1]) }.reduce(0, +)
    threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count
    descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/fd").count
  }

  var description: String { "\(memory) KiB, \(threads) threads, \(descriptors) descriptors" }
}

/// Touches the screen in the places that visitors touch.
private struct Visitor {
  private let fingers: any Fingers
  private var random: SeededGenerator
  /// The number of touches so far.
  private(set) var touches = 0

  init(_ fingers: any Fingers, seed: UInt64) {
    self.fingers = fingers
    random = SeededGenerator(seed: seed)
  }

  mutating func touch() throws {
    touches += 1
    let (x, y) = (random.number(100...900), random.number(100...600))
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<4: try tremblingSwipe(x, y)
    case 4..<6: try fingers.swipe(from: (x, y), to: (x + random.number(-400...400), y), steps: 4)
    case 6: try fingers.swipe(from: (x, y), to: (x, y - random.number(50...300)), steps: 6)
    case 7: try fingers.swipe([0: (x, y), 1: (x + 60, y + 20)], by: (random.number(-200...200), 0))
    case 8: try fingers.tap(x: x, y: y, seconds: random.number(0...0.9))
    default: try fingers.tap(x: Double(fingers.width) / 2, y: Double(fingers.height) / 2, seconds: 0.03)
    }
    fingers.hold(seconds: random.number(0...0.3))
  }

  private mutating func tremblingSwipe(_ x: Double, _ y: Double) throws {
    var x = x
    let step = random.number(-20...20)
    try fingers.down(0, x: x, y: y)
    for _ in 0..<Int.random(in: 5...25, using: &random) {
      fingers.hold(seconds: 0.012)
      x += Bool.random(using: &random) ? step : 0
      try fingers.move(0, x: x + random.number(-2...2), y: y + random.number(-2...2))
    }
    try fingers.up(0, x: x, y: y)
  }
}

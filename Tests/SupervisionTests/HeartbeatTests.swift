import Supervision
import Testing

/// The times at which the launcher feeds the watchdog, for a table of events.
struct HeartbeatTests {
  /// An event for a heartbeat with an interval of 20 seconds.
  enum Step: CustomStringConvertible {
    case visible(Bool, at: Double)
    case beat(at: Double, Heartbeat.Beat)
    case answer(at: Double, frame: Double?, Heartbeat.Verdict)

    var description: String {
      switch self {
      case .visible(let isVisible, let time): "\(isVisible ? "seen" : "covered") at \(time)"
      case .beat(let time, let beat): "beat at \(time): \(beat)"
      case .answer(let time, let frame, let verdict):
        "answer at \(time), frame of \(frame ?? .nan): \(verdict)"
      }
    }
  }

  static let cases: [(String, [Step])] = [
    (
      "all is well",
      [
        .visible(true, at: 0), .beat(at: 0, .ask), .answer(at: 0.1, frame: nil, .feed), .beat(at: 10, .ask),
        .answer(at: 10.1, frame: 10, .feed),
      ]
    ),
    (
      "the compositor does not answer, and then it does",
      [
        .beat(at: 0, .ask), .beat(at: 10, .silent(seconds: 10)), .beat(at: 20, .silent(seconds: 20)),
        .answer(at: 21, frame: nil, .feed), .beat(at: 30, .ask),
      ]
    ),
    (
      "a frame is not shown",
      [
        .visible(true, at: 0), .beat(at: 0, .ask), .answer(at: 0, frame: 0, .feed), .beat(at: 10, .ask),
        .answer(at: 10, frame: 0, .feed), .beat(at: 20, .ask),
        .answer(at: 20, frame: 0, .frameOverdue(seconds: 20)), .beat(at: 30, .ask),
        .answer(at: 30, frame: nil, .feed),
      ]
    ),
    (
      "a program has the screen",
      [
        .visible(false, at: 0), .beat(at: 0, .ask), .answer(at: 0, frame: 0, .feed), .beat(at: 100, .ask),
        .answer(at: 100, frame: 0, .feed),
      ]
    ),
    (
      "a frame from before counts from when it can be seen again",
      [
        .visible(false, at: 0), .visible(true, at: 95), .beat(at: 100, .ask),
        .answer(at: 100, frame: 0, .feed), .beat(at: 110, .ask),
        .answer(at: 110, frame: 0, .frameOverdue(seconds: 15)),
      ]
    ),
    (
      "being seen twice does not start anew",
      [
        .visible(true, at: 0), .visible(true, at: 9), .beat(at: 11, .ask),
        .answer(at: 11, frame: 0, .frameOverdue(seconds: 11)),
      ]
    ),
    (
      "a beat that is late gives the compositor another period",
      [
        .beat(at: 0, .ask), .beat(at: 16, .wait), .beat(at: 26, .silent(seconds: 10)),
        .answer(at: 27, frame: nil, .feed), .beat(at: 36, .ask),
      ]
    ),
    (
      "one that is a little late does not",
      [.beat(at: 0, .ask), .beat(at: 14, .silent(seconds: 14))]
    ),
    (
      "half a period is only a little late",
      [.beat(at: 0, .ask), .beat(at: 15, .silent(seconds: 15)), .beat(at: 30.5, .wait)]
    ),
    (
      "a machine that stood still had no time to show frames",
      [
        .visible(true, at: 0), .beat(at: 0, .ask), .answer(at: 1, frame: nil, .feed), .beat(at: 100, .ask),
        .answer(at: 100, frame: 9, .feed), .beat(at: 110, .ask), .answer(at: 110, frame: 9, .feed),
        .beat(at: 120, .ask), .answer(at: 120, frame: 9, .frameOverdue(seconds: 20)),
      ]
    ),
    (
      "an answer nobody asked for does no harm",
      [.answer(at: 1, frame: nil, .feed), .beat(at: 10, .ask)]
    ),
  ]

  @Test(arguments: cases.indices)
  func watchdogIsFedOnlyWhenAllIsWell(index: Int) {
    let (name, steps) = Self.cases[index]
    var heartbeat = Heartbeat(interval: 20)
    for step in steps {
      switch step {
      case .visible(let isVisible, let time): heartbeat.setVisible(isVisible, at: time)
      case .beat(let time, let expected): #expect(heartbeat.beat(at: time) == expected, "\(name): \(step)")
      case .answer(let time, let frame, let expected):
        #expect(heartbeat.answered(at: time, frameAwaitedSince: frame) == expected, "\(name): \(step)")
      }
    }
  }

  @Test func aBeatComesTwicePerInterval() {
    #expect(Heartbeat(interval: 30).period == 15)
  }
}

import Configuration
import RotundaGeometry
import GestureReplay
import Gestures
import Programs
import Shell

/// Touches from a compositor that sends them in nonsensical order.
enum TouchFuzzing {
  private static let numbers: [Double] = [
    .nan, .infinity, -.infinity, 1e308, -1e308, .leastNonzeroMagnitude, 0, -1, 1280, 800, 8_388_607.99,
  ]

  static func run(_ bytes: [UInt8]) {
    var input = FuzzedBytes(bytes)
    var crowd = Crowd(&input)
    while !input.isEmpty { crowd.act(&input) }
    crowd.end()
  }

  /// A recognizer and a launcher that receive the same touches.
  private struct Crowd {
    private var recognizer = GestureRecognizer()
    private var audit = GestureAudit()
    private var gestures: [Gesture] = []
    private var visit: ShellVisit
    private var frame = TouchFrame()
    private var places: [Int32: Point] = [:]
    private var milliseconds: UInt32 = .max - 500

    init(_ input: inout FuzzedBytes) {
      recognizer.policy = input.choice([.rails, .dominant, .cone(angle: 0.7)])
      recognizer.axis = input.choice([Point(1, 0), Point(0, 1), Point(2, -1), .zero])
      recognizer.recognizers = Recognizers(rawValue: input.word() & Recognizers.all.rawValue)
      let switches = input.byte()
      recognizer.bounds = switches & 1 == 0 ? ShellVisit.size : .zero
      recognizer.resamples = switches & 2 != 0
      recognizer.velocityStrategy = switches & 4 == 0 ? .leastSquares : .impulse
      var configuration = KioskConfiguration()
      configuration.gestures.resampling = recognizer.resamples
      let tiles = (0..<5).map {
        LauncherTile(id: "\($0)", name: "\($0)", icon: nil, action: .start(Command(["true"])))
      }
      visit = ShellVisit(
        Shell(
          configuration: configuration,
          shelves: [LauncherShelf(settings: configuration.carousel, tiles: tiles)]))
    }

    /// Sends another event, or lets time pass.
    mutating func act(_ input: inout FuzzedBytes) {
      let word = input.byte()
      let id = Int32(word >> 4)
      switch word & 15 {
      case 0, 1: add(.down(id: id, at: place(id, input.word(), input.word()), milliseconds: milliseconds))
      case 2...7: add(.motion(id: id, at: moved(id, &input), milliseconds: milliseconds))
      case 8, 9: add(.up(id: id, milliseconds: milliseconds))
      case 10: add(.cancelContact(id: id))
      case 11: add(id % 2 == 0 ? .cancel : .lost)
      case 12:
        let point = Point(input.choice(numbers), input.choice(numbers))
        add(.motion(id: id, at: point, milliseconds: UInt32(input.word()) << 16))
      case 13: add(.down(id: id &* 288, at: .zero, milliseconds: 0))
      case 14: frame.shapes.append(ContactShape(id: id, major: input.choice(numbers)))
      default: finishFrame(after: input.byte())
      }
    }

    private mutating func add(_ event: TouchEvent) { frame.events.append(event) }

    private mutating func place(_ id: Int32, _ x: UInt16, _ y: UInt16) -> Point {
      let point = Point(Double(x % 1300), Double(y % 820))
      places[id] = point
      return point
    }

    private mutating func moved(_ id: Int32, _ input: inout FuzzedBytes) -> Point {
      let step = Point(Double(Int8(bitPattern: input.byte())), Double(Int8(bitPattern: input.byte())))
      let point = (places[id] ?? .zero) + step
      places[id] = point
      return point
    }

    private mutating func finishFrame(after wait: UInt8) {
      let pause = wait < 200 ? Int(wait) % 32 : (Int(wait) - 199) * 40
      milliseconds &+= UInt32(pause)
      visit.pass(Double(pause) / 1000)
      audit.expect(frame)
      if wait & 1 == 0 {
        recognizer.advance(to: visit.time, into: &gestures)
        take(isTakenBack: false)
        rule(recognizer.deadline ?? .infinity > visit.time, "a deadline has passed")
      }
      recognizer.handle(frame, at: visit.time, into: &gestures)
      if wait & 2 == 0 { recognizer.resample(forFrameAt: visit.time + 0.01, into: &gestures) }
      take(isTakenBack: frame.isOnlyCancels)
      audit.settle(frame, contactsLeft: recognizer.contactCount)
      rule(audit.faults.isEmpty, "\(audit.faults)")
      visit.handle(.touch(frame))
      frame = TouchFrame()
    }

    private mutating func take(isTakenBack: Bool) {
      for gesture in gestures { audit.take(gesture, isTakenBack: isTakenBack) }
      gestures.removeAll(keepingCapacity: true)
    }

    /// Lifts all fingers, and checks that no touch is left.
    mutating func end() {
      finishFrame(after: 8)
      recognizer.cancelAll(at: visit.time, into: &gestures)
      take(isTakenBack: true)
      audit.settle(TouchFrame([.cancel]), contactsLeft: recognizer.contactCount)
      rule(audit.faults.isEmpty, "\(audit.faults)")
      rule(recognizer.deadline == nil, "a deadline without a touch")
    }
  }
}

import Foundation
import Geometry
import Gestures
import Testing

/// One touch script of the reference: what the fingers did, and what must come of it.
struct ArenaScript: Sendable, CustomTestStringConvertible {
  /// A frame of the script.
  struct Frame: Sendable {
    let milliseconds: UInt32
    let frame: TouchFrame
  }

  let id: String
  let until: UInt32
  let frames: [Frame]
  let expected: [ArenaExpectation]
  /// Whether the carousel moves, by the name of the policy; nil: not said.
  let carousel: [String: Bool]
  let largestStep: Double?
  let translation: ClosedRange<Double>?
  let velocities: [Int32: Point]

  var testDescription: String { id }

  /// All scripts.
  static func all() throws -> [ArenaScript] {
    let file = try JSONSerialization.jsonObject(with: Reference.data("arena-scenarios.json"))
    guard let scripts = (file as? [String: Any])?["scenarios"] as? [[String: Any]] else { return [] }
    return scripts.map(ArenaScript.init)
  }

  private init(_ script: [String: Any]) {
    id = script["id"] as? String ?? ""
    until = UInt32((script["until"] as? Double) ?? 0)
    frames = (script["touch"] as? [[String: Any]] ?? []).map(Frame.init)
    expected = (script["expect"] as? [[String: Any]] ?? []).map(ArenaExpectation.init)
    carousel =
      switch script["carousel"] {
      case let byPolicy as [String: Bool]: byPolicy
      case let both as Bool: ["rails": both, "dominant": both]
      default: [:]
      }
    largestStep = script["max_step"] as? Double
    translation = (script["translation"] as? [Double]).map { $0[0]...$0[1] }
    let byContact = script["velocity_by_id"] as? [String: [Double]] ?? [:]
    velocities = Dictionary(
      uniqueKeysWithValues: byContact.map { (Int32($0.key) ?? -1, Point($0.value[0], $0.value[1])) })
  }
}

extension ArenaScript.Frame {
  fileprivate init(_ frame: [String: Any]) {
    let milliseconds = UInt32(frame["t"] as? Double ?? 0)
    self.milliseconds = milliseconds
    let events = frame["ev"] as? [[Any]] ?? []
    self.frame = TouchFrame(events.compactMap { Self.event($0, milliseconds) })
  }

  private static func event(_ event: [Any], _ milliseconds: UInt32) -> TouchEvent? {
    let numbers = event.dropFirst().map { $0 as? Double ?? .nan }
    return switch event.first as? String {
    case "down":
      .down(id: Int32(numbers[0]), at: Point(numbers[1], numbers[2]), milliseconds: milliseconds)
    case "motion":
      .motion(id: Int32(numbers[0]), at: Point(numbers[1], numbers[2]), milliseconds: milliseconds)
    case "up": .up(id: Int32(numbers[0]), milliseconds: milliseconds)
    case "id-cancel": .cancelContact(id: Int32(numbers[0]))
    case "cancel": .cancel
    case "lost": .lost
    default: nil
    }
  }
}

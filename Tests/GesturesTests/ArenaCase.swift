import Foundation
import RotundaGeometry
import GestureReplay
import Testing

/// A touch script, and the outcome that the reference expects.
struct ArenaCase: Sendable, CustomTestStringConvertible {
  let script: ArenaScript
  /// The complete list of outcomes.
  let expected: [ArenaExpectation]
  /// Whether the carousel moves, by the name of the policy.
  let carousel: [String: Bool]
  let largestStep: Double?
  let translation: ClosedRange<Double>?
  /// The velocity of each contact at its lift.
  let velocities: [Int32: Point]

  var testDescription: String { script.id }

  /// All scripts of a reference.
  static func all(of reference: Reference) throws -> [ArenaCase] {
    let data = try reference.data(GestureAnswers.scripts)
    let file = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let fields = file?["scenarios"] as? [[String: Any]] ?? []
    return zip(try ArenaScript.all(in: data), fields).map(ArenaCase.init)
  }

  private init(_ script: ArenaScript, _ fields: [String: Any]) {
    self.script = script
    expected = (fields["expect"] as? [[String: Any]] ?? []).map(ArenaExpectation.init)
    carousel =
      switch fields["carousel"] {
      case let byPolicy as [String: Bool]: byPolicy
      case let both as Bool: ["rails": both, "dominant": both]
      default: [:]
      }
    largestStep = fields["max_step"] as? Double
    translation = (fields["translation"] as? [Double]).map { $0[0]...$0[1] }
    let byContact = fields["velocity_by_id"] as? [String: [Double]] ?? [:]
    velocities = Dictionary(
      uniqueKeysWithValues: byContact.map { (Int32($0.key) ?? -1, Point($0.value[0], $0.value[1])) })
  }
}

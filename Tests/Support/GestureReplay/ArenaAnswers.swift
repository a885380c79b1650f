import Foundation
import RotundaGeometry
import Gestures

/// Converts the outcomes of touch scripts to a file.
package enum ArenaAnswers {
  /// Returns the outcomes of a script with the rails policy; each drag also has its axis with the dominant
  /// policy.
  package static func outcomes(rails: ArenaReplay, dominant: ArenaReplay) -> [ArenaOutcome] {
    var axes = dominant.outcomes.filter { $0.kind == "drag-begin" }.map { $0.words["axis"] }[...]
    return rails.outcomes.map { outcome in
      guard outcome.kind == "drag-begin" else { return outcome }
      var outcome = outcome
      outcome.words["dominant"] = axes.popFirst() ?? nil
      return outcome
    }
  }

  /// Returns all scripts with their outcomes as JSON.
  static func json(of scripts: [ArenaScript]) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: ["version": 1, "scenarios": scripts.map(object)] as [String: Any],
      options: [.prettyPrinted, .sortedKeys])
  }

  private static func object(_ script: ArenaScript) -> [String: Any] {
    let rails = ArenaReplay(script, policy: .rails)
    let dominant = ArenaReplay(script, policy: .dominant)
    return [
      "id": script.id,
      "outcomes": outcomes(rails: rails, dominant: dominant).map(object),
      "carousel": ["rails": rails.carouselMoved, "dominant": dominant.carouselMoved],
      "max_step": rails.longestStep,
      "translation": rails.travel,
      "velocity_by_id": Dictionary(
        uniqueKeysWithValues: rails.velocities.map { ("\($0.key)", [$0.value.x, $0.value.y]) }),
      "contacts_left": rails.contactsLeft,
    ]
  }

  private static func object(_ outcome: ArenaOutcome) -> [String: Any] {
    var object: [String: Any] = ["is": outcome.kind]
    for (name, word) in outcome.words { object[name] = word }
    for (name, number) in outcome.numbers { object[name] = number }
    if let fling = outcome.fling { object["fling"] = fling }
    return object
  }
}

import Foundation
import RotundaGeometry
import Gestures

/// What comes of touch scripts, as a file.
package enum ArenaAnswers {
  /// The outcomes of a script under rails, each drag with its axis by the dominant rule too.
  package static func outcomes(rails: ArenaReplay, dominant: ArenaReplay) -> [ArenaOutcome] {
    var axes = dominant.outcomes.filter { $0.kind == "drag-begin" }.map { $0.words["axis"] }[...]
    return rails.outcomes.map { outcome in
      guard outcome.kind == "drag-begin" else { return outcome }
      var outcome = outcome
      outcome.words["dominant"] = axes.popFirst() ?? nil
      return outcome
    }
  }

  /// All scripts with their outcomes.
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

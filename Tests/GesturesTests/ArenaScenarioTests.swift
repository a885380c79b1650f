import Geometry
import Gestures
import Testing

/// Whole touch scripts with the complete list of outcomes that they must give.
@Suite(.enabled(if: Reference.has("arena-scenarios.json"), Reference.absence))
struct ArenaScenarioTests {
  static let scripts = Reference.has("arena-scenarios.json") ? (try? ArenaScript.all()) ?? [] : []

  @Test func allScriptsAreThere() {
    #expect(Self.scripts.count >= 67)
    #expect(Self.scripts.allSatisfy { !$0.frames.isEmpty })
  }

  @Test(arguments: scripts) func aScriptGivesExactlyTheOutcomesOfTheReference(_ script: ArenaScript) {
    let rails = ArenaReplay(script, policy: .rails)
    let dominant = ArenaReplay(script, policy: .dominant)
    var outcomes = rails.outcomes
    for index in outcomes.indices where outcomes[index].kind == "drag-begin" {
      outcomes[index].words["dominant"] = dominant.outcomes.first { $0.kind == "drag-begin" }?.words["axis"]
    }
    #expect(outcomes.count == script.expected.count, "\(outcomes)")
    for (expected, outcome) in zip(script.expected, outcomes) {
      let faults = expected.faults(of: outcome)
      #expect(faults.isEmpty, "\(expected) got \(outcome)")
    }
    #expect(rails.contactsLeft == 0)
  }

  @Test(arguments: scripts) func theCarouselMovesWhenTheReferenceSaysSoAndNeverJumps(_ script: ArenaScript) {
    let replays = [
      "rails": ArenaReplay(script, policy: .rails), "dominant": ArenaReplay(script, policy: .dominant),
    ]
    for (policy, replay) in replays {
      if let moves = script.carousel[policy] { #expect(replay.carouselMoved == moves, "\(policy)") }
      if let largest = script.largestStep { #expect(replay.longestStep <= largest, "\(policy)") }
      if let range = script.translation { #expect(range.contains(replay.travel), "\(policy)") }
    }
  }

  @Test(arguments: scripts.filter { !$0.velocities.isEmpty })
  func everyContactHasItsOwnVelocity(_ script: ArenaScript) {
    let replay = ArenaReplay(script, policy: .rails)
    for (id, expected) in script.velocities {
      let velocity = replay.velocities[id] ?? Point(.nan, .nan)
      #expect(abs(velocity.x - expected.x) <= max(0.02 * abs(expected.x), 2), "contact \(id)")
      #expect(abs(velocity.y - expected.y) <= max(0.02 * abs(expected.y), 2), "contact \(id)")
    }
  }
}

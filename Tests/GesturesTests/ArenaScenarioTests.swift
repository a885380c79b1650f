import RotundaGeometry
import GestureReplay
import Testing

/// Whole touch scripts with the complete list of their expected outcomes.
struct ArenaScenarioTests {
  static let cases = Reference.all.flatMap { (try? ArenaCase.all(of: $0)) ?? [] }

  @Test func allScriptsAreLoaded() {
    #expect(Self.cases.count >= 67)
    #expect(Self.cases.allSatisfy { !$0.script.frames.isEmpty && !$0.script.surface.isEmpty })
  }

  @Test(arguments: cases) func scriptGivesTheReferenceOutcomes(_ arena: ArenaCase) {
    let rails = ArenaReplay(arena.script, policy: .rails)
    let outcomes = ArenaAnswers.outcomes(
      rails: rails, dominant: ArenaReplay(arena.script, policy: .dominant))
    #expect(outcomes.count == arena.expected.count, "\(outcomes)")
    for (expected, outcome) in zip(arena.expected, outcomes) {
      #expect(expected.faults(of: outcome) == [], "\(expected) got \(outcome)")
    }
    #expect(rails.contactsLeft == 0)
  }

  @Test(arguments: cases) func carouselFollowsTheReferenceWithoutJumps(_ arena: ArenaCase) {
    let replays = [
      "rails": ArenaReplay(arena.script, policy: .rails),
      "dominant": ArenaReplay(arena.script, policy: .dominant),
    ]
    for (policy, replay) in replays {
      if let moves = arena.carousel[policy] { #expect(replay.carouselMoved == moves, "\(policy)") }
      if let largest = arena.largestStep { #expect(replay.longestStep <= largest, "\(policy)") }
      if let range = arena.translation { #expect(range.contains(replay.travel), "\(policy)") }
    }
  }

  @Test(arguments: cases.filter { !$0.velocities.isEmpty })
  func everyContactHasItsOwnVelocity(_ arena: ArenaCase) {
    let replay = ArenaReplay(arena.script, policy: .rails)
    for (id, expected) in arena.velocities {
      let velocity = replay.velocities[id] ?? Point(.nan, .nan)
      #expect(abs(velocity.x - expected.x) <= max(0.02 * abs(expected.x), 2), "contact \(id)")
      #expect(abs(velocity.y - expected.y) <= max(0.02 * abs(expected.y), 2), "contact \(id)")
    }
  }
}

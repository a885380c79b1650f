import Diagnosis
import Testing

struct StartProblemTests {
  @Test func completeMachineHasNoStartProblem() {
    var facts = StartFacts()
    #expect(StartProblem(facts) == nil)
    // Unknown facts are not a problem.
    (facts.hasPolkit, facts.hasSeat) = (nil, nil)
    #expect(StartProblem(facts) == nil)
  }

  private static let causes:
    [(code: String, kind: StartProblem.Kind, change: @Sendable (inout StartFacts) -> Void)] = [
      ("bus", .software, { $0.hasBus = false }), ("polkit", .software, { $0.hasPolkit = false }),
      ("graphics", .graphicsCard, { $0.hasGraphicsCard = false }), ("seat", .screen, { $0.hasSeat = false }),
    ]

  @Test(arguments: causes.indices) func missingPartIsNamedWithItsRemedy(index: Int) throws {
    let (code, kind, change) = Self.causes[index]
    var facts = StartFacts()
    change(&facts)
    let obstacle = try #require(StartProblem(facts))
    #expect(obstacle.code == code && obstacle.kind == kind)
    #expect(!obstacle.remedy.isEmpty && obstacle.line.contains(" → "))
  }

  @Test func missingPackagesPrecedeSilentServices() throws {
    var facts = StartFacts()
    (facts.hasBus, facts.hasPolkit, facts.hasGraphicsCard) = (false, false, false)
    facts.missing = Requirement.missing(for: "cage") { _ in [] }
    let obstacle = try #require(StartProblem(facts))
    #expect(obstacle.code == "compositor" && obstacle.line.contains("apt-get install cage"))
    // Optional features do not prevent the start.
    facts = StartFacts()
    facts.missing = Requirement.missing(for: "cage") { _ in [] }.filter { !$0.isEssential }
    #expect(!facts.missing.isEmpty && StartProblem(facts) == nil)
  }
}

import Testing

@testable import Bundles

@Suite struct BundleOutcomeTests {
  private static let outcomes: [BundleOutcome] =
    [.kept, .failed, .postponed] + BundleFault.Kind.allCases.map { .refused($0) }

  @Test func outcomesSurviveARoundTrip() {
    for outcome in Self.outcomes {
      #expect(BundleOutcome(text: outcome.text) == outcome)
      #expect(outcome.text.utf8.count <= BundleOutcome.mostBytes)
    }
    #expect(Set(Self.outcomes.map(\.text)).count == Self.outcomes.count)
  }

  @Test(arguments: [
    "", "kept", "kept\n\n", "Kept\n", "refused\n", "refused x\n", "refused old", "refused old\nx\n",
  ])
  func otherTextsAreRefused(text: String) {
    #expect(BundleOutcome(text: text) == nil)
  }
}

import CarouselEngine
import Foundation
import LongCheck
import Testing

@Suite struct CarouselPropertyTests {
  /// Walks of 600 steps each.
  private static let walks = LongCheck.isOn ? 100 : 25

  @Test(arguments: ScrollPhysicsKind.allCases)
  func randomOperationsKeepTheInvariants(physics: ScrollPhysicsKind) {
    for seed in 1...Self.walks {
      var walk = RandomWalk(seed: UInt64(seed), physics: physics)
      walk.run(steps: 600)
      #expect(walk.complaints == [], "\(physics) seed \(seed)")
      if !walk.complaints.isEmpty { return }
    }
  }
}

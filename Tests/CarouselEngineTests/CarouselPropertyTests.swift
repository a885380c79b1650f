import CarouselEngine
import Testing

@Suite struct CarouselPropertyTests {
  /// Two physics, 100 walks of 600 steps each: 120,000 steps.
  @Test(arguments: ScrollPhysicsKind.allCases)
  func nothingDoneToACarouselBreaksIt(physics: ScrollPhysicsKind) {
    for seed in 1...100 {
      var walk = RandomWalk(seed: UInt64(seed), physics: physics)
      walk.run(steps: 600)
      #expect(walk.complaints == [], "\(physics) seed \(seed)")
      if !walk.complaints.isEmpty { return }
    }
  }
}

import Foundation
import Testing

@testable import CarouselEngine

@Suite struct SineAndCosineTests {
  @Test func bothAgreeWithTheCLibrary() {
    for step in -200_000...200_000 {
      let angle = Double(step) * 0.001_234_567
      let (sine, cosine) = sineAndCosine(angle)
      guard abs(sine - sin(angle)) > 1e-15 || abs(cosine - cos(angle)) > 1e-15 else { continue }
      Issue.record("\(angle): \(sine) \(cosine)")
      return
    }
    #expect(sineAndCosine(1e9).sine == sin(1e9))
    #expect(sineAndCosine(.infinity).sine.isNaN)
  }
}

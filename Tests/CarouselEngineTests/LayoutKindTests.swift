import CarouselEngine
import Testing

struct LayoutKindTests {
  @Test func everyLayoutHasAConfigurationName() {
    #expect(LayoutKind(rawValue: "cover-flow-2") == .coverFlow2)
    #expect(LayoutKind.allCases.count == 19)
  }
}

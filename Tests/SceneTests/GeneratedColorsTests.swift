import RotundaGeometry
import Scene
import Testing

struct GeneratedColorsTests {
  private static let names = (0..<200).map { "Tile \($0 * 7919 % 1000)" }

  @Test func allHuesAreEquallyLight() {
    for step in 0..<HueWheel.steps {
      let colors = GeneratedColors(step: step)
      #expect(abs(OKLab(colors.top).lightness - 0.72) <= 0.02)
      #expect(abs(OKLab(colors.bottom).lightness - 0.42) <= 0.02)
    }
  }

  @Test func neighborsAreClearlyDifferent() {
    let steps = HueWheel.steps(of: Self.names)
    for (index, step) in steps.enumerated() {
      let next = steps[(index + 1) % steps.count]
      let way = abs(Int(step) - Int(next))
      #expect(min(way, HueWheel.steps - way) >= HueWheel.leastDistance, "60 degrees")
      let (one, other) = (GeneratedColors(step: Int(step)), GeneratedColors(step: Int(next)))
      #expect(OKLab(one.top).distance(to: OKLab(other.top)) >= 0.12)
    }
  }

  @Test(arguments: [0, 1, 2, 3, 5]) func fewTilesHaveHues(count: Int) {
    #expect(HueWheel.steps(of: Self.names.prefix(count)).count == count)
  }

  @Test func aTileKeepsItsHueWhenAnotherFollows() {
    let all = HueWheel.steps(of: Self.names)
    #expect(HueWheel.steps(of: Self.names + ["One more"]).prefix(199) == all.prefix(199))
    #expect(Set(all).count == HueWheel.steps, "all hues are used")
  }

  @Test func ownColorIsTheUpperEnd() {
    let blue = Color(hex: 0x3a6ea5)
    let colors = GeneratedColors(from: blue)
    #expect(OKLab(colors.top).distance(to: OKLab(blue)) < 0.005)
    #expect(OKLab(colors.bottom).lightness < OKLab(blue).lightness - 0.15)
  }
}

import RotundaGeometry
import Testing

@testable import Artwork

struct NameColorTests {
  /// Published values of FNV-1a, mixed by hand, would be no check on the constants; these two pin the result.
  @Test func aNameHasTheSameColorOnEveryRun() {
    #expect(Color.stableHash("") == 0xf52a_15e9_a9b5_e89b)
    #expect(Color.stableHash("Clock") == Color.stableHash("Clo" + "ck"))
    #expect(Color(name: "Clock") != Color(name: "clock"))
  }

  @Test func whiteLettersKeepTheirContrastOnEveryHue() {
    for degrees in 0..<360 {
      let color = Color(
        oklchLightness: Color.nameLightness, chroma: Color.nameChroma, hue: Double(degrees) * .pi / 180)
      let contrast = 1.05 / (color.luminance + 0.05)
      #expect(contrast >= 4.5, "hue \(degrees)")
      #expect(color.displayable == color, "hue \(degrees)")
    }
  }

  @Test func shortNamesSpreadOverAllHues() {
    let hues = "abcdefghijklmnopqrstuvwxyz".map { Color.stableHash(String($0)) >> 61 }
    #expect(Set(hues).count >= 7)
  }

  @Test(arguments: [(0.0, 0.0), (1.0, 1.0)]) func greysStayGrey(lightness: Double, expected: Double) {
    let color = Color(oklchLightness: lightness, chroma: 0, hue: 1)
    for channel in [color.red, color.green, color.blue] { #expect(abs(channel - expected) < 0.001) }
  }

  @Test(arguments: [
    (Color(.nan, 2, -1, .infinity), Color(0, 1, 0, 1)),
    (Color(0.2, 0.4, 0.6, 0.8), Color(0.2, 0.4, 0.6, 0.8)),
  ])
  func impossibleChannelsAreBounded(color: Color, expected: Color) {
    #expect(color.displayable == expected)
  }
}

import RotundaGeometry
import Testing

struct OKLabTests {
  /// From the table of the space's author, to three digits.
  @Test(arguments: [
    (Color.white, 1.0, 0.0, 0.0), (.black, 0, 0, 0), (Color(1, 0, 0), 0.628, 0.225, 0.126),
    (Color(0, 1, 0), 0.866, -0.234, 0.179), (Color(0, 0, 1), 0.452, -0.032, -0.312),
  ])
  func aColorHasThePublishedCoordinates(color: Color, lightness: Double, a: Double, b: Double) {
    let lab = OKLab(color)
    #expect(abs(lab.lightness - lightness) < 0.001 && abs(lab.a - a) < 0.001 && abs(lab.b - b) < 0.001)
  }

  @Test func thereAndBackIsTheSameColor() {
    for step in 0..<512 {
      let color = Color(Double(step & 7) / 7, Double(step >> 3 & 7) / 7, Double(step >> 6) / 7)
      let back = OKLab(color).color
      #expect(abs(back.red - color.red) < 0.001, "\(color)")
      #expect(abs(back.green - color.green) < 0.001, "\(color)")
      #expect(abs(back.blue - color.blue) < 0.001, "\(color)")
    }
  }

  @Test func clippedColorKeepsLightnessAndHue() {
    for hue in stride(from: 0.0, to: 360, by: 10) {
      let shown = OKLab(OKLab(lightness: 0.7, chroma: 0.4, hue: hue).color)
      #expect(abs(shown.lightness - 0.7) < 0.005, "hue \(hue)")
      let turned = (shown.hue - hue).remainder(dividingBy: 360)
      #expect(abs(turned) < 1.5, "hue \(hue)")
    }
    #expect(OKLab(lightness: 2, a: 0, b: 0).color == .white)
  }
}

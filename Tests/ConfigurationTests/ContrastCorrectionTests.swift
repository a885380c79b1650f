import RotundaGeometry
import SeededRandom
import Testing

@testable import Configuration

@Suite struct ContrastCorrectionTests {
  private static let seed: UInt64 = 12

  /// For any theme colors, all text is legible, and all meaningful shapes are visible.
  @Test func everyThemeBecomesLegible() {
    var random = SeededGenerator(seed: Self.seed)
    for _ in 0..<300 {
      var definition = ThemeDefinition(id: "random")
      for token in ThemeToken.all where token.group == .color && random.chance(0.7) {
        let alpha = token.key.name == "scrim" ? random.number(0...1) : 1
        definition.set(
          .color(Color(random.number(0...1), random.number(0...1), random.number(0...1), alpha).rounded),
          of: token)
      }
      for scheme in Theme.Name.allCases {
        definition.scheme = scheme
        var theme = Theme(scheme)
        definition.look.style(&theme, scheme: scheme)
        for pair in Theme.pairs {
          let least = theme.leastContrast(of: pair, scheme: scheme)
          let grounds = pair.grounds(theme).map(\.rounded)
          let contrast = ContrastCorrection.contrast(of: theme[keyPath: pair.color].rounded, to: grounds)
          guard contrast < least else { continue }
          // No color is visible on both a bright and a dark ground. Then the best one counts.
          let best = max(
            ContrastCorrection.contrast(of: .white, to: grounds),
            ContrastCorrection.contrast(of: .black, to: grounds))
          let hasSolution = grounds.count == 1 && best >= least + 0.1
          #expect(!hasSolution, "\(pair.name) in \(scheme.rawValue), seed \(Self.seed): \(contrast)")
        }
      }
    }
  }

  @Test(arguments: Theme.Name.allCases) func builtInThemesNeedNoCorrection(scheme: Theme.Name) {
    var theme = Theme(scheme)
    #expect(theme.correctContrast(scheme: scheme) == [] && theme == Theme(scheme))
  }

  @Test func sufficientContrastIsNotCorrected() {
    let (gray, ground) = (Color(0.5001, 0.4, 0.3, 1), Color.black)
    let contrast = gray.contrast(to: ground)
    #expect(ContrastCorrection.corrected(gray, on: [ground], least: contrast) == gray)
    let brighter = ContrastCorrection.corrected(gray, on: [ground], least: contrast + 0.1)
    #expect(brighter.contrast(to: ground) >= contrast + 0.1)
  }

  @Test func correctionReportsItsChange() throws {
    var definition = ThemeDefinition(id: "gray")
    let quiet = try #require(ThemeToken.named("quiet", in: .color))
    definition.set(.color(Color(hex: 0x39404d)), of: quiet)
    let correction = try #require(definition.corrections.first { $0.name == "quiet" })
    #expect(correction.old == Color(hex: 0x39404d) && correction.contrast < 4.5 && correction.least == 4.5)
    #expect(OKLab(correction.new).lightness > OKLab(correction.old).lightness)
  }
}

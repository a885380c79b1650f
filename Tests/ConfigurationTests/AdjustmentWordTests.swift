import Testing

@testable import Configuration

struct AdjustmentWordTests {
  private static let adjustments: [(String, Adjustment)] = [
    ("theme:light", .theme(.light)), ("text-scale:1.5", .textScale(1.5)),
    ("reduced-motion:on", .reducedMotion(true)), ("reduced-motion:off", .reducedMotion(false)),
    ("mirrored:on", .mirrored(true)), ("mirrored:off", .mirrored(false)), ("scan:on", .scan(true)),
    ("scan:off", .scan(false)), ("steady-touch:on", .steadyTouch(true)),
    ("steady-touch:off", .steadyTouch(false)), ("speech-rate:50", .speechRate(50)),
    ("speech-pitch:-20", .speechPitch(-20)), ("volume:80", .volume(80)),
  ]

  @Test(arguments: adjustments) func everyWordMeansItsAdjustment(word: String, adjustment: Adjustment) {
    #expect(Adjustment(word) == adjustment && adjustment.word == word)
  }

  @Test(arguments: [
    "", "theme", "theme:", "theme:purple", "text-scale:0", "text-scale:much", "reduced-motion:maybe",
    "mirrored:", "mirrored:ON", "scan:true", "scan:offf", "steady-touch:1", "speech-rate:101",
    "speech-rate:fast", "speech-pitch:-101", "volume:101", "volume:-1", "volume:80:80", "light:theme",
  ])
  func otherWordsMeanNothing(word: String) { #expect(Adjustment(word) == nil) }
}

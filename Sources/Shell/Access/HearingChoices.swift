import Configuration
import RotundaGeometry

/// The screen reader's voice and the volume, and the visitors' range of choices.
struct HearingChoices: Hashable, Sendable {
  /// From −100 to 100; 0 is the voice's own.
  var (rate, pitch) = (0, 0)
  /// In percent; nil if the launcher does not control the mixer.
  var volume: Int?
  /// All choices, the least first.
  private(set) var (rates, pitches, volumes) = ([0], [0], [Int]())

  /// The steps from one choice to the next.
  private static let (voiceStep, volumeStep) = (25, 10)

  init() {}

  init(_ settings: AccessibilitySettings) {
    (rate, pitch, volume) = (settings.speechRate, settings.speechPitch, settings.volume)
    rates = Self.choices(settings.speechRateLimits, by: Self.voiceStep)
    pitches = Self.choices(settings.speechPitchLimits, by: Self.voiceStep)
    volumes = volume == nil ? [] : Self.choices(settings.volumeLimits, by: Self.volumeStep)
  }

  /// Returns both limits, and round numbers between them.
  private static func choices(_ limits: Point, by step: Int) -> [Int] {
    let (least, most) = (Int(min(limits.x, limits.y)), Int(max(limits.x, limits.y)))
    let between = (least...most).filter { $0 % step == 0 }
    return Array(Set(between + [least, most])).sorted()
  }

  /// Returns the choice after a value, or with a negative step the previous one; nil at the end.
  static func next(after value: Int, by step: Int, in choices: [Int]) -> Int? {
    step > 0 ? choices.first { $0 > value } : choices.last { $0 < value }
  }

  /// Returns the place of a value among the choices.
  static func place(of value: Int, in choices: [Int]) -> ElementCount {
    let index = choices.firstIndex { $0 >= value } ?? choices.count - 1
    return ElementCount(max(0, index) + 1, of: choices.count)
  }
}

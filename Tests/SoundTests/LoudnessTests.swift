import Foundation
import Sound
import Testing

/// The loudness of sounds, and its limit.
struct LoudnessTests {
  private static func sine(
    _ frequency: Double, _ loudness: Double, seconds: Double = 0.3, rate: Double = 48_000
  )
    -> [Int16]
  {
    (0..<Int(seconds * rate)).map { index in
      Int16((sin(2 * .pi * frequency * Double(index) / rate) * loudness * 32_767).rounded())
    }
  }

  /// A tone's frequency, amplitude, sample rate and loudness. BS.1770-4 defines it for 997 Hz. The others
  /// follow from its filters.
  @Test(arguments: [
    (997.0, 1.0, 48_000.0, -3.01), (997, 0.1, 48_000, -23.01), (997, 1, 44_100, -3.01),
    (997, 1, 22_050, -3.01),
    (10_000, 0.1, 48_000, -19.7), (20, 1, 48_000, -17),
  ])
  func toneLoudnessMatchesBS1770(
    frequency: Double, amplitude: Double, rate: Double, expected: Double
  ) {
    let samples = Self.sine(frequency, amplitude, rate: rate)
    let measured = Loudness.measure(samples, rate: UInt32(rate))
    #expect(abs(measured - expected) < (frequency == 997 ? 0.1 : 1), "\(measured)")
  }

  @Test func onlyLoudSoundsAreTurnedDown() {
    let loud = Self.sine(997, 1)
    let limited = Loudness.limited(loud, rate: 48_000)
    #expect(
      abs(Loudness.measure(limited, rate: 48_000) - Loudness.limit) < 0.05 && limited.count == loud.count)
    let soft = Self.sine(997, 0.1)
    #expect(Loudness.limited(soft, rate: 48_000) == soft)
    #expect(Loudness.limited([], rate: 48_000).isEmpty && Loudness.measure([], rate: 0) == -.infinity)
  }

  @Test(arguments: [Tone.tap, .settle, .error]) func theLaunchersOwnSoundsAreWithinTheLimit(tone: Tone) {
    #expect(Loudness.measure(tone.samples, rate: UInt32(Tone.rate)) <= Loudness.limit + 0.05)
  }

  @Test func loudAndLongSoundsAreReported() {
    func remark(_ amplitude: Double, _ seconds: Double) -> String? {
      SoundFile.Samples(values: Self.sine(997, amplitude, seconds: seconds), rate: 48_000).remark
    }
    #expect(remark(0.1, 0.15) == nil)
    #expect(remark(1, 0.15)?.contains("turned down by 15.0 dB") == true)
    #expect(remark(0.1, 0.5)?.contains("longer than 150 ms") == true)
  }
}

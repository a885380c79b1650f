import Foundation
import Sound
import Testing

/// Sounds as samples.
struct ToneTests {
  @Test(arguments: [Tone.tap, .settle, .error]) func aSoundIsShortAndFitsItsSamples(tone: Tone) {
    let samples = tone.samples
    #expect(tone.duration > 0.03 && tone.duration < 0.7)
    #expect(samples.count == Int((tone.duration * 48_000).rounded(.up)))
    let loudest = samples.map { abs(Int($0)) }.max() ?? 0
    #expect(loudest > 3000 && loudest < 12_000)
    // It begins and ends in silence, without clicks.
    #expect(samples.first == 0 && abs(samples.last ?? 1) < 30)
  }

  @Test func noteHasItsFrequency() {
    let samples = Tone([Tone.Note(frequency: 1000, decay: 0.1, loudness: 0.5)]).samples
    let half = samples.prefix(24_00)
    let crossings = zip(half, half.dropFirst()).count { $0 < 0 && $1 >= 0 }
    #expect(crossings == 49 || crossings == 50)
  }

  @Test func noteFadesAtItsRate() {
    let samples = Tone([Tone.Note(frequency: 1000, decay: 0.1, loudness: 0.5)]).samples.map { abs(Int($0)) }
    func peak(_ time: Double) -> Double {
      Double(samples[Int(time * 48_000)..<Int((time + 0.01) * 48_000)].max() ?? 0)
    }
    #expect(abs(peak(0.15) / peak(0.05) - exp(-1)) < 0.01)
  }

  @Test func loudSamplesAreClipped() {
    let samples = Tone([Tone.Note(frequency: 1000, decay: 0.1, loudness: 9)]).samples
    #expect(samples.max() == 32_767 && samples.min() == -32_767)
  }

  @Test func toneWithoutNotesIsEmpty() { #expect(Tone([]).samples.isEmpty) }
}

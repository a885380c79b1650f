import Glibc

/// A short sound: struck notes that fade.
///
/// Each is a damped oscillation, s(t) = a · min(1, t / attack) · sin(2πft) · e^(−t/τ), with t from its
/// beginning: what a struck bar does. The attack keeps its beginning from being a click of all frequencies.
package nonisolated struct Tone: Hashable, Sendable {
  package struct Note: Hashable, Sendable {
    /// Oscillations a second.
    package var frequency: Double
    /// Seconds from the beginning of the sound.
    package var start: Double
    /// τ: seconds in which it fades to 1/e.
    package var decay: Double
    /// a: 0 to 1, which is as loud as the device gets.
    package var loudness: Double

    package init(frequency: Double, start: Double = 0, decay: Double, loudness: Double) {
      (self.frequency, self.start, self.decay, self.loudness) = (frequency, start, decay, loudness)
    }
  }

  /// Its notes, in any order.
  package var notes: [Note]

  /// Samples a second: what every device of today has.
  package static let rate = 48_000
  /// Seconds in which a note begins.
  private static let attack = 0.001
  /// A note is over after so many times its decay: −61 dB.
  private static let decays = 7.0

  package init(_ notes: [Note]) { self.notes = notes }

  // Between what small loudspeakers have and what old ears hear: 300 to 2,000 Hz.

  /// Something was pressed: a tick.
  package static let tap = Tone([Note(frequency: 1500, decay: 0.008, loudness: 0.3)])
  /// Something has come to rest: softer and lower.
  package static let settle = Tone([Note(frequency: 700, decay: 0.014, loudness: 0.22)])
  /// Something went wrong: a falling third.
  package static let error = Tone([
    Note(frequency: 466, decay: 0.045, loudness: 0.3),
    Note(frequency: 370, start: 0.13, decay: 0.07, loudness: 0.3),
  ])

  /// A visitor is asked something: a rising fifth, soft and longer than what answers a finger.
  package static let question = Tone([
    Note(frequency: 523, decay: 0.06, loudness: 0.3),
    Note(frequency: 784, start: 0.16, decay: 0.09, loudness: 0.3),
  ])

  /// Seconds that it takes.
  package var duration: Double { notes.map { $0.start + $0.decay * Self.decays }.max() ?? 0 }

  /// All of it, for one channel of 16 bits; too loud is cut off.
  package var samples: [Int16] {
    (0..<Int((duration * Double(Self.rate)).rounded(.up))).map { index in
      let time = Double(index) / Double(Self.rate)
      let value = notes.reduce(0) { $0 + $1.value(at: time) }
      return Int16((min(max(-1, value), 1) * Double(Int16.max)).rounded())
    }
  }
}

nonisolated extension Tone.Note {
  fileprivate func value(at time: Double) -> Double {
    let age = time - start
    guard age > 0 else { return 0 }
    return loudness * min(1, age / Tone.attack) * sin(2 * .pi * frequency * age) * exp(-age / decay)
  }
}

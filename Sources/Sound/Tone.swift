import Glibc

/// A short synthesized sound: struck notes that fade.
///
/// Each note is a damped oscillation like that of a struck bar: s(t) = a · min(1, t / attack) · sin(2πft) ·
/// e^(−t/τ). t begins at the note's start. The attack avoids a click at the start.
package nonisolated struct Tone: Hashable, Sendable {
  package struct Note: Hashable, Sendable {
    /// The frequency in Hz.
    package var frequency: Double
    /// The start in seconds from that of the sound.
    package var start: Double
    /// τ: seconds in which the note fades to 1/e.
    package var decay: Double
    /// a: the amplitude from 0 to 1, the device's maximum.
    package var loudness: Double

    package init(frequency: Double, start: Double = 0, decay: Double, loudness: Double) {
      (self.frequency, self.start, self.decay, self.loudness) = (frequency, start, decay, loudness)
    }
  }

  /// The notes, in any order.
  package var notes: [Note]

  /// Samples per second: supported by every current device.
  package static let rate = 48_000
  /// The attack time of a note, in seconds.
  private static let attack = 0.001
  /// The length of a note, as a multiple of its decay: −61 dB.
  private static let decays = 7.0

  package init(_ notes: [Note]) { self.notes = notes }

  // From 300 to 2,000 Hz: small loudspeakers play these frequencies, and older people hear them.

  /// A key press: a tick.
  package static let tap = Tone([Note(frequency: 1500, decay: 0.008, loudness: 0.3)])
  /// The carousel comes to rest: softer and lower.
  package static let settle = Tone([Note(frequency: 700, decay: 0.014, loudness: 0.22)])
  /// An error: a falling third.
  package static let error = Tone([
    Note(frequency: 466, decay: 0.045, loudness: 0.3),
    Note(frequency: 370, start: 0.13, decay: 0.07, loudness: 0.3),
  ])

  /// A question to the visitor: a rising fifth, softer and longer than touch feedback.
  package static let question = Tone([
    Note(frequency: 523, decay: 0.06, loudness: 0.3),
    Note(frequency: 784, start: 0.16, decay: 0.09, loudness: 0.3),
  ])

  /// The duration in seconds.
  package var duration: Double { notes.map { $0.start + $0.decay * Self.decays }.max() ?? 0 }

  /// The samples of one 16-bit channel, clipped if too loud.
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

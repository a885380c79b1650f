import Glibc

/// Measures and limits the loudness of short sounds.
///
/// The measure is that of ITU-R BS.1770-4 for one channel, in LUFS. It is the mean square after the
/// recommendation's two filters, which model the head and the ears. Sounds are shorter than its blocks, so
/// the loudest section of `length` determines the result.
package nonisolated enum Loudness {
  /// The maximum loudness of playback, in LUFS.
  package static let limit = -18.0
  /// The length of a section in seconds, and the recommended maximum of a sound: longer ones overlap with the
  /// next.
  package static let length = 0.15
  /// The recommendation's offset to the mean square, in decibels.
  private static let offset = -0.691

  /// Returns the loudness of samples in LUFS; minus infinity for silence. `rate` is in samples per second.
  package static func measure(_ samples: [Int16], rate: UInt32) -> Double {
    guard rate > 0 else { return -.infinity }
    var head = Filter.head(rate: Double(rate))
    var ears = Filter.ears(rate: Double(rate))
    let squares = samples.map { sample in
      let heard = ears.next(head.next(Double(sample) / 32_768))
      return heard * heard
    }
    let count = max(1, Int((length * Double(rate)).rounded()))
    var (sum, most) = (0.0, 0.0)
    for index in squares.indices {
      sum += squares[index]
      if index >= count { sum -= squares[index - count] }
      most = max(most, sum)
    }
    return most > 0 ? offset + 10 * log10(most / Double(count)) : -.infinity
  }

  /// Returns the samples, attenuated to the limit if necessary.
  package static func limited(_ samples: [Int16], rate: UInt32) -> [Int16] {
    let excess = measure(samples, rate: rate) - limit
    guard excess > 0 else { return samples }
    let part = pow(10, -excess / 20)
    return samples.map { Int16((Double($0) * part).rounded(.towardZero)) }
  }

  /// A second-order filter. Computes the recommendation's two filters for any rate: its tables are only for
  /// 48 kHz.
  private struct Filter {
    private let before, behind: (Double, Double, Double)
    private var (first, second) = (0.0, 0.0)

    private init(_ before: (Double, Double, Double), _ behind: (Double, Double, Double)) {
      let scale = behind.0
      self.before = (before.0 / scale, before.1 / scale, before.2 / scale)
      self.behind = (1, behind.1 / scale, behind.2 / scale)
    }

    /// Returns the filter for the head, which raises high frequencies by 4 dB.
    static func head(rate: Double) -> Filter {
      let (frequency, quality, gain) = (1681.974450955533, 0.7071752369554196, 3.999843853973347)
      let turn = tan(.pi * frequency / rate)
      let high = pow(10, gain / 20)
      let middle = pow(high, 0.4996667741545416)
      let square = turn * turn
      return Filter(
        (
          high + middle * turn / quality + square, 2 * (square - high),
          high - middle * turn / quality + square
        ),
        (1 + turn / quality + square, 2 * (square - 1), 1 - turn / quality + square))
    }

    /// Returns the filter for the ears, which removes very low frequencies.
    static func ears(rate: Double) -> Filter {
      let (frequency, quality) = (38.13547087602444, 0.5003270373238773)
      let turn = tan(.pi * frequency / rate)
      let square = turn * turn
      let scale = 1 + turn / quality + square
      return Filter((scale, -2 * scale, scale), (scale, 2 * (square - 1), 1 - turn / quality + square))
    }

    mutating func next(_ value: Double) -> Double {
      let result = before.0 * value + first
      first = before.1 * value - behind.1 * result + second
      second = before.2 * value - behind.2 * result
      return result
    }
  }
}

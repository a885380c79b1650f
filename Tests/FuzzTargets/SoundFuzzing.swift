import Sound

/// A sound file from a theme.
enum SoundFuzzing {
  /// The rates of audio devices, and the longest sound in seconds.
  private static let (rates, longest) = (UInt32(8000)...96_000, 1.0)

  static func run(_ bytes: [UInt8]) {
    do throws(SoundFile.Fault) {
      let samples = try SoundFile.decode(bytes)
      rule(!samples.values.isEmpty && rates.contains(samples.rate), "something can be heard")
      rule(samples.duration <= longest, "it ends")
      rule(samples.limited.values.count == samples.values.count, "loud sounds are turned down, not clipped")
    } catch {
      rule(!error.message.isEmpty, "a fault has a text")
    }
  }
}

import Gestures

/// Limits as a file has them: lengths in millimetres, angles in degrees.
extension ThresholdField {
  /// The unit of the file in units of `Thresholds`: what a value of those is multiplied with.
  var configuredFactor: Double {
    switch unit {
    case .points, .pointsPerSecond: 1 / Thresholds.defaultPointsPerMillimeter
    case .radians: 180 / .pi
    case .seconds, .slops, .ratio: 1
    }
  }

  /// The default in the unit of the file. It is rounded for reading, and means the exact one.
  var configuredStandard: Double { readable(standard * configuredFactor) }

  /// What is written about the key.
  public var key: ConfigurationKey {
    let limits =
      readable(range.lowerBound * configuredFactor)...readable(range.upperBound * configuredFactor)
    return ConfigurationKey(
      .gestures, name, unit == .radians ? .angle(limits) : .number(limits),
      default: TOMLText.of(configuredStandard), words)
  }

  /// The limit among the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { .number($0.limits[self.name] ?? self.configuredStandard) },
      write: { settings, value in
        if case .number(let limit) = value { settings.set(self, to: limit) }
      })
  }

  private var words: String {
    switch unit {
    case .points: "\(meaning) In millimetres."
    case .pointsPerSecond: "\(meaning) In millimetres per second."
    case .seconds: "\(meaning) In seconds."
    case .slops: "\(meaning) In multiples of touch-slop."
    case .ratio, .radians: meaning
    }
  }

  /// What was converted, with two decimals; the others are round as they are.
  private func readable(_ number: Double) -> Double {
    configuredFactor == 1 ? number : (number * 100).rounded() / 100
  }
}

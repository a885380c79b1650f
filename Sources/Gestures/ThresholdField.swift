/// One limit of `Thresholds`, for whoever lets it be configured: its name, unit and range are written down only here.
public struct ThresholdField: Sendable {
  /// What a limit is measured in.
  public enum Unit: Hashable, Sendable {
    /// Points of the surface.
    case points
    /// Points per second.
    case pointsPerSecond
    /// Seconds.
    case seconds
    /// Multiples of the touch slop.
    case slops
    /// A plain number.
    case ratio
    /// Radians.
    case radians
  }

  /// Its name in kebab case.
  public let name: String
  /// What it is measured in.
  public let unit: Unit
  /// The values that make sense.
  public let range: ClosedRange<Double>
  /// Where it lives.
  public let keyPath: WritableKeyPath<Thresholds, Double> & Sendable
  /// What it does, as a sentence.
  public let meaning: String

  init(
    _ name: String, _ keyPath: WritableKeyPath<Thresholds, Double> & Sendable, _ unit: Unit,
    _ range: ClosedRange<Double>, _ meaning: String
  ) {
    self.name = name
    self.keyPath = keyPath
    self.unit = unit
    self.range = range
    self.meaning = meaning
  }

  /// Its value by default.
  public var standard: Double { Thresholds()[keyPath: keyPath] }
}

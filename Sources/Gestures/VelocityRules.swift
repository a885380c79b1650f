/// Which samples of a trace tell its velocity.
public struct VelocityRules: Hashable, Sendable {
  /// Samples older than the newest by more than this are left out, in seconds.
  public var horizon = 0.100
  /// A gap between samples that is longer than this ends the walk back, in seconds; nil: gaps do not matter
  /// (whoever feeds the trace clears it at them).
  public var longestGap: Double?
  /// With fewer samples there is no estimate.
  public var minimumSamples = 1
  /// Whether a sample with the stamp of the one before it takes its place.
  public var replacesEqualStamps = true

  /// Android's: a new sample replaces one with the same stamp; two samples give a line.
  public static let android = VelocityRules()
  /// Flutter's: equal stamps stay, a gap of more than 40 ms ends the walk back, at least three samples.
  public static let flutter: VelocityRules = {
    var rules = VelocityRules()
    rules.longestGap = 0.040
    rules.minimumSamples = 3
    rules.replacesEqualStamps = false
    return rules
  }()

  /// Android's rules.
  public init() {}

  /// Slack on limits that stamps hit exactly before they were turned into binary fractions of a second.
  static let rounding = 1e-7
}

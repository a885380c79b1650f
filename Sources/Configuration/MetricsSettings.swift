/// The `[metrics]` section: what is counted of what visitors do.
public struct MetricsSettings: Hashable, Sendable {
  /// Whether anything is counted.
  public var isEnabled = false
  /// The directory that the counts are exported to; nil for one in the state directory.
  public var directory: String?
  /// Seconds without anybody after which whoever comes is another visitor.
  public var sessionGap = 120.0

  /// What can be asked for: long enough to read a page, and at most a day.
  public static let sessionGapRange = 5.0...86_400.0

  /// Every key at its default: nothing is counted.
  public init() {}
}

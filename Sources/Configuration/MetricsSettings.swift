/// The `[metrics]` section: usage counts.
package struct MetricsSettings: Hashable, Sendable {
  package var isEnabled = false
  /// The export directory; nil for one in the state directory.
  package var directory: String?
  /// Seconds without input after which the next input belongs to another visitor.
  package var sessionGap = 120.0

  /// The range of `sessionGap`: long enough to read a page, and at most a day.
  package static let sessionGapRange = 5.0...86_400.0

  /// Creates the defaults, with which the launcher counts nothing.
  package init() {}
}

// MARK: Keys

extension MetricsSettings: SectionSettings {
  package static let section = ConfigurationSection.metrics
  package static var standard: MetricsSettings { MetricsSettings() }

  package static let fields: [SettingField<MetricsSettings>] = [
    SettingField(
      "enabled", .boolean, \.isEnabled,
      """
      Whether the launcher counts how often visitors opened each tile, how often that failed, and how long
      visits took. The counts include the launcher's restarts and their causes. The launcher also exports its
      frames, late frames, memory, and the time to its first frame. The counts stay on this machine. They
      contain no times of day, and nothing that identifies a visitor.
      """),
    SettingField(
      "directory", .directory, \.directory,
      otherwise: "metrics in the state directory: /var/lib/rotunda/metrics",
      example: "\"/var/lib/prometheus/node-exporter\"",
      """
      The directory for rotunda.prom, the counts for a node exporter: absolute, below the home directory
      (~/), or relative to the configuration file. The kiosk's service can only write below
      /var/lib/rotunda, unless a drop-in adds a directory with ReadWritePaths=.
      """),
    SettingField(
      "session-gap", .duration(sessionGapRange), \.sessionGap,
      """
      The time without a touch after which the next touch counts as another visitor's. [idle] can end a
      visit earlier.
      """),
  ]
}

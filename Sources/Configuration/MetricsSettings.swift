/// The `[metrics]` section: what is counted of what visitors do.
package struct MetricsSettings: Hashable, Sendable {
  package var isEnabled = false
  /// The directory that the counts are exported to; nil for one in the state directory.
  package var directory: String?
  /// Seconds without input after which the next input is another visitor's.
  package var sessionGap = 120.0

  /// What can be asked for: long enough to read a page, and at most a day.
  package static let sessionGapRange = 5.0...86_400.0

  /// Every key at its default: nothing is counted.
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
      Whether is counted how often each tile was opened, how often that failed, and how long visits took. The
      counts stay on this machine and hold nothing else: no times of day, and nothing that tells one visitor
      from another.
      """),
    SettingField(
      "directory", .directory, \.directory,
      otherwise: "metrics in the state directory: /var/lib/rotunda/metrics",
      example: "\"/var/lib/prometheus/node-exporter\"",
      """
      Where the counts are written for a node exporter, as rotunda.prom: absolute, below the home directory
      (~/), or relative to the directory of the configuration file. The kiosk's service may write below
      /var/lib/rotunda only, unless a drop-in of it names another directory in ReadWritePaths=.
      """),
    SettingField(
      "session-gap", .duration(sessionGapRange), \.sessionGap,
      """
      How long nobody may touch anything before whoever comes is taken to be another visitor. A visit is over
      earlier when [idle] ends it.
      """),
  ]
}

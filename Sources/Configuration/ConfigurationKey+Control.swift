/// The keys of `[control]` and `[metrics]`.
extension ConfigurationKey {
  static let control: [ConfigurationKey] = [
    controlBus, controlAllow, metricsEnabled, metricsDirectory, metricsSessionGap,
  ]

  /// Where the launcher can be called.
  public static let controlBus = ConfigurationKey(
    .control, "bus", .choice(ControlSettings.Bus.allCases.map(\.rawValue)), default: "\"auto\"",
    "The message bus on which the launcher can be called: the machine's (system), that of the user's session, or none. With auto "
      + "it is the machine's where the kiosk's service started the launcher, and the session's elsewhere. On the machine's bus "
      + "only root and members of the group rotunda-operators may call, and no program that visitors use. On a session's bus "
      + "every program of that user may.")

  /// What it does when it is called.
  public static let controlAllow = ConfigurationKey(
    .control, "allow", .words(ControlVerb.allCases.map(\.rawValue)),
    default: "[" + ControlVerb.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") + "]",
    "What the launcher does when it is asked from outside; everything else is refused. blank stands for unblank too. What it is "
      + "doing can always be read, and nothing beyond tiles and actions of the configuration can be started.")

  /// Whether anything is counted.
  public static let metricsEnabled = ConfigurationKey(
    .metrics, "enabled", .boolean, default: "false",
    "Whether is counted how often each tile was opened, how often that failed, and how long visits took. The counts stay on this "
      + "machine and hold nothing else: no times of day, and nothing that tells one visitor from another.")

  /// Where the counts go.
  public static let metricsDirectory = ConfigurationKey(
    .metrics, "directory", .directory, otherwise: "metrics in the state directory: /var/lib/rotunda/metrics",
    example: "\"/var/lib/prometheus/node-exporter\"",
    "Where the counts are written for a node exporter, as rotunda.prom: absolute, below the home directory (~/), or relative to "
      + "the directory of the configuration file. The kiosk's service may write below /var/lib/rotunda only, unless a drop-in of "
      + "it names another directory in ReadWritePaths=.")

  /// When a visit is over.
  public static let metricsSessionGap = ConfigurationKey(
    .metrics, "session-gap", .duration(MetricsSettings.sessionGapRange), default: "\"2min\"",
    "How long nobody may touch anything before whoever comes is taken to be another visitor. A visit is over earlier when "
      + "[idle] ends it.")
}

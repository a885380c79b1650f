import Configuration

/// What came of reading a configuration file and its drop-ins.
public struct LoadedConfiguration: Hashable, Sendable {
  /// The file that was chosen; nil when there is none.
  public var path: String?
  /// All that could be read.
  public var configuration: KioskConfiguration
  /// What is wrong, in the order of files, lines and columns.
  public var diagnostics: [Diagnostic]
  /// Whether every file could be opened and is TOML. A running kiosk keeps what it has where this is false.
  public var isReadable: Bool
  /// The files that were read, in that order.
  public var texts: [ConfigurationText] = []

  /// What there is before a file was read, and why.
  public init(unread problem: Diagnostic) {
    (configuration, diagnostics, isReadable) = (KioskConfiguration(), [problem], false)
  }

  init(
    path: String?, configuration: KioskConfiguration, diagnostics: [Diagnostic], isReadable: Bool,
    texts: [ConfigurationText] = []
  ) {
    (self.path, self.configuration, self.diagnostics) = (path, configuration, diagnostics)
    (self.isReadable, self.texts) = (isReadable, texts)
  }

  /// The file with the PIN's hash that was named, whether or not it could be read.
  public var pinFile: String? { configuration.admin.pinFile.flatMap { $0.isEmpty ? nil : $0 } }

  /// Whether any diagnostic is an error.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

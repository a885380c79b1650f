import Configuration

/// `rotunda config keys`: the table of configuration keys.
enum ConfigKeysCommand {
  static func run() -> Int32 {
    let text = ConfigurationKey.all.map(entry).joined(separator: "\n")
    return StandardStream.output.write(text) ? ExitStatus.success : ExitStatus.system
  }

  private static func entry(_ key: ConfigurationKey) -> String {
    """
    \(key.dottedName)
        Type: \(key.kind)
        Default: \(key.defaultDescription)
        \(key.words)

    """
  }
}

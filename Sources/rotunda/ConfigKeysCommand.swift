import Configuration

/// `rotunda config keys`: the table of configuration keys.
enum ConfigKeysCommand {
  static func run() -> Int32 {
    StandardStream.output.write(ConfigurationReference.text) ? ExitStatus.success : ExitStatus.system
  }
}

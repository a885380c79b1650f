import Configuration

/// `rotunda config keys` and `rotunda config schema`: the table of configuration keys, for people and for programs.
enum ConfigKeysCommand {
  static func run() -> Int32 {
    StandardStream.output.write(ConfigurationReference.text) ? ExitStatus.success : ExitStatus.system
  }

  static func printSchema() -> Int32 {
    StandardStream.output.write(ConfigurationSchema.text) ? ExitStatus.success : ExitStatus.system
  }
}

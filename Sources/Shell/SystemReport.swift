import Configuration

/// What the system's page says, before it is put into words.
struct SystemReport: Hashable {
  /// Something that was told to the journal.
  struct Entry: Hashable {
    let message: Message
    /// Seconds since.
    let age: Double
  }

  let information: SystemInformation
  /// What is wrong with the configuration.
  let problems: [Diagnostic]
  /// Whether what is shown is what the files said before.
  var showsEarlier = false
  /// What was told to the journal, the newest first.
  let entries: [Entry]
}

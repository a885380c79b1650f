import Configuration

/// Configurations that have been read: the one that waits until the visitor is back, and what is wrong with
/// the files.
struct ConfigurationInbox: Hashable {
  /// A configuration that was read while a program had the screen.
  struct Entry: Hashable {
    let configuration: KioskConfiguration
    var shelves: [LauncherShelf]
    /// What is wrong with the files: with those that say this, or by now with others.
    var problems: [Diagnostic]
  }

  private(set) var waiting: Entry?
  /// What is wrong with the configuration.
  private(set) var problems: [Diagnostic]
  /// Whether what is in force is what the files said before they had `problems`.
  private(set) var isRefused = false

  init(problems: [Diagnostic]) { self.problems = problems }

  mutating func receive(_ entry: Entry) {
    isRefused = false
    waiting = entry
  }

  /// The files say something that cannot be used. What was read before and waits was good, and counts all the
  /// same.
  mutating func refuse(_ problems: [Diagnostic]) {
    self.problems = problems
    isRefused = true
    waiting?.problems = problems
  }

  /// The same tiles in another language; whether they are those of what waits.
  mutating func rename(_ shelves: [LauncherShelf]) -> Bool {
    waiting?.shelves = shelves
    return waiting != nil
  }

  /// What waits is in force from now on.
  mutating func consume() -> Entry? {
    guard let next = waiting else { return nil }
    waiting = nil
    isRefused = isRefused && !next.problems.isEmpty
    return next
  }

  mutating func blame(_ problems: [Diagnostic]) { self.problems = problems }
}

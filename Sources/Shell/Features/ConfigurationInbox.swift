import Configuration

/// The configurations that have been read: the one that waits for the end of a program, and the problems of
/// the files.
struct ConfigurationInbox: Hashable {
  /// A configuration that was read while a program had the screen.
  struct Entry: Hashable {
    let configuration: KioskConfiguration
    var shelves: [LauncherShelf]
    /// The problems of the files, which may name other files than the applied ones.
    var problems: [Diagnostic]
  }

  private(set) var waiting: Entry?
  /// The problems of the configuration.
  private(set) var problems: [Diagnostic]
  /// Whether the applied configuration is older than the files with `problems`.
  private(set) var isRefused = false

  init(problems: [Diagnostic]) { self.problems = problems }

  mutating func receive(_ entry: Entry) {
    isRefused = false
    waiting = entry
  }

  /// Refuses unusable files. An earlier configuration that waits was good, and still applies.
  mutating func refuse(_ problems: [Diagnostic]) {
    self.problems = problems
    isRefused = true
    waiting?.problems = problems
  }

  /// Replaces the tiles with equal ones in another language. Returns whether they belong to the waiting
  /// configuration.
  mutating func rename(_ shelves: [LauncherShelf]) -> Bool {
    waiting?.shelves = shelves
    return waiting != nil
  }

  /// Returns the waiting configuration, which applies from now on.
  mutating func consume() -> Entry? {
    guard let next = waiting else { return nil }
    waiting = nil
    isRefused = isRefused && !next.problems.isEmpty
    return next
  }

  mutating func blame(_ problems: [Diagnostic]) { self.problems = problems }
}

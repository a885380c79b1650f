/// The latest of what was told to the journal.
struct ReportLog: Hashable {
  /// Something that was told, and when.
  struct Entry: Hashable {
    let message: Message
    let time: Double
  }

  /// How many are kept: as many as a page has room for.
  static let limit = 8

  /// The newest first.
  private(set) var entries: [Entry] = []

  mutating func add(_ message: Message, at time: Double) {
    entries.insert(Entry(message: message, time: time), at: 0)
    if entries.count > Self.limit { entries.removeLast() }
  }
}

/// Which of libwayland's complaints are worth a line in the log: the first few of each kind.
///
/// A compositor can give occasion for any number of them, and each would be a line that the main thread writes.
nonisolated struct ComplaintLimit {
  /// What becomes of a complaint.
  enum Answer: Hashable {
    /// It is logged.
    case told
    /// It is logged, with the word that others like it will not be.
    case last
    case leftOut
  }

  /// How many complaints of one kind are logged.
  static let most = 5
  private var counts: [UInt: Int] = [:]

  /// Counts a complaint. Its kind is the address of its format, of which libwayland has a few dozen.
  mutating func count(_ kind: UInt) -> Answer {
    let count = counts[kind, default: 0]
    guard count < Self.most else { return .leftOut }
    counts[kind] = count + 1
    return count + 1 < Self.most ? .told : .last
  }
}

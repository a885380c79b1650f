import Credentials

/// The PIN state that the launcher saves. A restart does not reset it.
package nonisolated struct AccessRecord: Hashable, Sendable {
  /// The number of wrong PINs since the last right one, where the launcher itself checks them.
  package var failures = 0
  /// Whether the launcher is locked until a visitor enters the PIN.
  package var isLocked = false

  /// Creates an empty record.
  package init() {}

  /// The maximum size on disk in bytes.
  package static let sizeLimit = 256
  private static let prefix = "failures "

  /// The stored form: two lines such as `failures 3` and `locked 1`.
  package var bytes: [UInt8] { Array("\(Self.prefix)\(failures)\nlocked \(isLocked ? 1 : 0)\n".utf8) }

  /// Parses a stored record. Returns nil for any other content.
  package init?(bytes: some Sequence<UInt8>) {
    let lines = String(decoding: Array(bytes), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 3, lines[2].isEmpty, lines[0].hasPrefix(Self.prefix),
      let failures = FailedAttempts.count(in: lines[0].dropFirst(Self.prefix.count)),
      let isLocked = ["locked 0": false, "locked 1": true][lines[1]]
    else { return nil }
    (self.failures, self.isLocked) = (failures, isLocked)
  }
}

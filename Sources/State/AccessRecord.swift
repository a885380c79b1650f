import Credentials

/// What the launcher keeps of PINs beyond its end, so that a restart gains nothing.
package nonisolated struct AccessRecord: Hashable, Sendable {
  /// PINs that were wrong since the last right one, where the launcher itself checks them.
  package var failures = 0
  /// Whether the launcher is closed until the PIN is entered.
  package var isLocked = false

  /// Nothing to be remembered.
  package init() {}

  /// The longest that it gets on disk, in bytes.
  package static let sizeLimit = 256
  private static let prefix = "failures "

  /// As it is kept: a line for each, such as `failures 3`.
  package var bytes: [UInt8] { Array("\(Self.prefix)\(failures)\nlocked \(isLocked ? 1 : 0)\n".utf8) }

  /// What was kept; nil for anything that this does not write.
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

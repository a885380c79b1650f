import FileSystem

/// The user and the password for a broker.
package nonisolated struct BrokerLogin: Sendable {
  let user, password: String

  /// The largest file with user and password, in bytes.
  private static let largestFile = 4096
  /// The permission of every user to read a file.
  private static let readableByAll: UInt32 = 0o004

  /// Reads a file: the user on the first line, and the password on the second.
  package init(file path: String) throws(BrokerError) {
    let file: (bytes: [UInt8], ownership: FileOwnership)
    do throws(FileFault) {
      file = try SystemFiles().readOwned(path, limit: Self.largestFile)
    } catch {
      throw BrokerError("\(path): \(error)")
    }
    guard file.ownership.permissions & Self.readableByAll == 0 else {
      throw BrokerError("\(path): every user can read the password")
    }
    guard let login = BrokerLogin(text: file.bytes) else {
      throw BrokerError("\(path): must have the user on its first line, and the password on its second")
    }
    self = login
  }

  init?(text bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else { return nil }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    guard lines.count == 2, !lines[0].isEmpty, !lines[1].isEmpty else { return nil }
    (user, password) = (String(lines[0]), String(lines[1]))
  }
}

nonisolated extension BrokerLogin: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Contains no password, which must not appear in a journal.
  package var description: String { "login" }
  package var debugDescription: String { "login" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

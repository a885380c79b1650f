import Configuration
import FileSystem

/// Whose configuration is believed: whoever writes it starts programs as the launcher's user.
struct ConfigurationTrust {
  /// Believed beside root; nil believes anybody.
  let user: UInt32?

  /// What is wrong with who may change a file.
  struct Objection: Hashable {
    let severity: Diagnostic.Severity
    let message: String
  }

  /// What speaks against a file; nil when nothing does.
  func objection(to ownership: FileOwnership) -> Objection? {
    if let user, ownership.owner != user, ownership.owner != FileOwnership.root {
      let owners = user == FileOwnership.root ? "root" : "root or user \(user)"
      return Objection(
        severity: .error, message: "is not used: it belongs to user \(ownership.owner), and must to \(owners)"
      )
    }
    if ownership.isWritableByEveryone {
      return Objection(
        severity: .error, message: "is not used: everyone on this machine can change it (chmod o-w)")
    }
    guard ownership.isWritableByGroup else { return nil }
    return Objection(severity: .warning, message: "can be changed by its whole group (chmod g-w)")
  }
}

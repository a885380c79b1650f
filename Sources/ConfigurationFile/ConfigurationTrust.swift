import Configuration
import FileSystem

/// Decides whose files are trusted. The author of a trusted file can start programs as the launcher's user,
/// or knows the PIN.
struct ConfigurationTrust {
  /// The user who is trusted besides root; nil trusts all users.
  let user: UInt32?

  /// The problem with the permissions of a file.
  struct Objection: Hashable {
    let severity: Diagnostic.Severity
    let message: String
  }

  /// Returns the objection to a file at the end of these steps, errors before warnings; nil for none.
  func objection(to ownership: FileOwnership, at steps: [PathStep] = []) -> Objection? {
    let objections =
      [objection(toFile: ownership)] + steps.map { objection(to: $0, isLast: $0 == steps.last) }
    let all = objections.compactMap { $0 }
    return all.first { $0.severity == .error } ?? all.first
  }

  private func objection(toFile ownership: FileOwnership) -> Objection? {
    if let owner = stranger(ownership) {
      return Objection(
        severity: .error, message: "is not used: it belongs to user \(owner), but must belong to \(owners)")
    }
    if ownership.isWritableByEveryone {
      return Objection(
        severity: .error, message: "is not used: everyone on this machine can change it (chmod o-w)")
    }
    guard ownership.isWritableByGroup else { return nil }
    return Objection(severity: .warning, message: "can be changed by its whole group (chmod g-w)")
  }

  /// Returns the objection to a directory on the way. Users who can write there can replace the file; in a
  /// sticky directory, only their own.
  private func objection(to step: PathStep, isLast: Bool) -> Objection? {
    let place = step.isLink ? "the link \(step.path) leads to it" : "it lies in \(step.path)"
    if let owner = stranger(step.ownership) {
      return Objection(
        severity: .error,
        message: "is not used: \(place), which belongs to user \(owner), but must belong to \(owners)")
    }
    guard !step.isLink, !step.ownership.isSticky else { return nil }
    if step.ownership.isWritableByEveryone {
      return Objection(
        severity: .error, message: "is not used: \(place), where everyone can replace it (chmod o-w)")
    }
    guard isLast, step.ownership.isWritableByGroup else { return nil }
    return Objection(
      severity: .warning, message: "can be replaced by a whole group: \(place) (chmod g-w)")
  }

  /// Returns the owner if they are not trusted.
  private func stranger(_ ownership: FileOwnership) -> UInt32? {
    guard let user, ownership.owner != user, ownership.owner != FileOwnership.root else { return nil }
    return ownership.owner
  }

  private var owners: String {
    user.map { $0 == FileOwnership.root ? "root" : "root or user \($0)" } ?? "anybody"
  }
}

import Diagnosis
import Glibc

/// Checks which files another user can read. Root needs it, because root can read everything.
struct UserAccessCheck {
  private let user: uid_t
  private let group: gid_t
  private let groups: [gid_t]

  /// The largest number of groups of a user.
  private static let mostGroups = 256

  /// Checks for the user `name`; nil if the caller is not root, or the user does not exist.
  init?(of name: String) {
    guard geteuid() == 0, let entry = getpwnam(name)?.pointee else { return nil }
    (user, group) = (entry.pw_uid, entry.pw_gid)
    var count = Int32(Self.mostGroups)
    var groups = [gid_t](repeating: 0, count: Self.mostGroups)
    guard getgrouplist(name, group, &groups, &count) >= 0 else { return nil }
    self.groups = Array(groups.prefix(Int(count)))
  }

  /// Returns the existing `paths` that the user cannot read, or cannot enter if they are directories.
  func unreadable(_ paths: [String]) -> [String] {
    let there = paths.filter { access($0, F_OK) == 0 }
    // The kernel decides, with all of its rules: owners, groups, parent directories, access control lists.
    let mine = Self.ownGroups()
    guard setgroups(groups.count, groups) == 0, setegid(group) == 0, seteuid(user) == 0 else {
      Self.restore(mine)
      return []
    }
    let refused = there.filter { faccessat(AT_FDCWD, $0, R_OK, AT_EACCESS) != 0 }
    Self.restore(mine)
    return refused
  }

  private static func restore(_ groups: [gid_t]) {
    seteuid(0)
    setegid(getgid())
    setgroups(groups.count, groups)
  }

  private static func ownGroups() -> [gid_t] {
    var groups = [gid_t](repeating: 0, count: mostGroups)
    let count = getgroups(Int32(mostGroups), &groups)
    return Array(groups.prefix(Int(max(0, count))))
  }
}

/// The owner of a file, and the users who can change it.
enum FileOwner {
  /// Returns the ownership of the file at `path`, for a kiosk that runs as `user`; nil if it does not exist.
  static func inspect(_ path: String, user: String?) -> Machine.Configuration.File? {
    var file = stat()
    guard stat(path, &file) == 0 else { return nil }
    // A user who can write to the directory can replace the file, unless the directory is sticky.
    var directory = stat()
    let parent = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
    var writers = file.st_mode
    if stat(parent.isEmpty ? "/" : parent, &directory) == 0, directory.st_mode & S_ISVTX == 0 {
      writers |= directory.st_mode & 0o022
    }
    let trusted = [0, geteuid(), user.flatMap { getpwnam($0)?.pointee.pw_uid }].compactMap(\.self)
    return Machine.Configuration.File(
      path: path, owner: name(of: file.st_uid), isOwnerTrusted: trusted.contains(file.st_uid),
      mode: writers & 0o7777)
  }

  private static func name(of user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "user \(user)"
  }
}

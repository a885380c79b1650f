import Diagnosis
import Glibc

/// Who owns a file, and who may change it.
enum FileOwner {
  /// What is known of the file at `path`, of a kiosk that runs as `user`; nil when it is not there.
  static func look(at path: String, user: String?) -> Machine.Configuration.File? {
    var file = stat()
    guard stat(path, &file) == 0 else { return nil }
    // Whoever may write the directory can put another file in its place; not where only owners may take theirs away.
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

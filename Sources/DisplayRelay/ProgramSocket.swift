import CLinux
import Glibc

/// The directory of the sockets to which programs connect.
package struct ProgramSocketPlace: Hashable {
  /// The directory. A missing one is created for this user alone.
  package var directory: String
  /// The group that may also connect; nil for none.
  package var group: gid_t?

  /// Creates a place for this user, and optionally a group.
  package init(directory: String, group: gid_t? = nil) { (self.directory, self.group) = (directory, group) }

  /// Returns the place for programs of the launcher's own user: in memory if possible.
  package static func own(_ environment: [String: String]) -> ProgramSocketPlace {
    let runtime = environment["XDG_RUNTIME_DIR"].flatMap { $0.hasPrefix("/") ? "\($0)/rotunda/display" : nil }
    return ProgramSocketPlace(directory: runtime ?? "/tmp/rotunda-display-\(getuid())")
  }

  /// The sockets' permissions.
  fileprivate var mode: mode_t { group == nil ? 0o600 : 0o660 }
}

/// The reason why no socket can be created for programs.
package nonisolated struct ProgramSocketError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String
  package let errno: Int32

  package var description: String {
    "there is no Wayland socket \(path) for programs: \(String(cString: strerror(errno)))"
  }
}

/// A listening socket for programs, which exists while this object does. Another process may serve it.
final class ProgramSocket {
  let path: String
  let descriptor: Int32

  /// Creates a socket in `place`, named after this process and `number`.
  init(in place: ProgramSocketPlace, number: Int) throws(ProgramSocketError) {
    try Self.makeDirectory(place)
    path = "\(place.directory)/\(getpid())-\(number)"
    // Removes a socket of an earlier process with the same ID.
    unlink(path)
    descriptor = clinux_stream_listen(path, place.group ?? gid_t.max, place.mode)
    guard descriptor >= 0 else { throw ProgramSocketError(path: path, errno: errno) }
  }

  deinit {
    unlink(path)
    close(descriptor)
  }

  /// Creates a directory in which no other user can replace a socket.
  private static func makeDirectory(_ place: ProgramSocketPlace) throws(ProgramSocketError) {
    var made = ""
    for part in place.directory.split(separator: "/") {
      made += "/\(part)"
      guard mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EROFS || errno == EACCES else {
        throw ProgramSocketError(path: made, errno: errno)
      }
    }
    var status = stat()
    guard lstat(made, &status) == 0 else { throw ProgramSocketError(path: made, errno: errno) }
    let isTrusted = status.st_uid == geteuid() || status.st_uid == 0
    guard status.st_mode & S_IFMT == S_IFDIR, isTrusted, status.st_mode & 0o022 == 0 else {
      throw ProgramSocketError(path: made, errno: EPERM)
    }
  }

  /// Removes sockets of processes that have ended.
  static func sweep(_ place: ProgramSocketPlace) {
    guard let directory = opendir(place.directory) else { return }
    defer { closedir(directory) }
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      guard let process = name.split(separator: "-").first.flatMap({ pid_t($0) }), process != getpid() else {
        continue
      }
      if kill(process, 0) != 0, errno == ESRCH { unlink("\(place.directory)/\(name)") }
    }
  }
}

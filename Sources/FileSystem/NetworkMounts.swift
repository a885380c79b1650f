import Glibc

/// The mounted file systems of another machine or program, which may not respond.
package struct NetworkMounts: Sendable {
  /// The file system types in /proc/self/mountinfo. For FUSE, a subtype follows after a dot.
  private static let kinds: Set<String> = [
    "9p", "afs", "autofs", "beegfs", "ceph", "cifs", "fuse", "fuseblk", "gfs2", "glusterfs", "lustre",
    "ncpfs",
    "nfs", "nfs4", "ocfs2", "orangefs", "smb3", "smbfs", "virtiofs",
  ]
  /// The largest mount list to read, in bytes: more than any machine has.
  private static let limit = 4 << 20

  private let places: [String]

  /// Reads the current mounts of this process.
  package init() {
    self.init(mountinfo: SystemFiles().contents(of: "/proc/self/mountinfo", limit: Self.limit) ?? [])
  }

  /// Parses a mount list in the format of proc(5).
  init(mountinfo: [UInt8]) {
    places = mountinfo.split(separator: UInt8(ascii: "\n")).compactMap { line in
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard words.count > 6, let end = words.firstIndex(of: "-"), end + 1 < words.count else { return nil }
      let kind = words[end + 1].prefix { $0 != "." }
      return Self.kinds.contains(String(kind)) ? Self.plain(words[4]) : nil
    }
  }

  /// Returns the mount point of the network file system that contains a path; nil for other file systems.
  package func place(of path: String) -> String? {
    places.filter { $0 == path || path.hasPrefix($0 == "/" ? $0 : $0 + "/") }.max {
      $0.utf8.count < $1.utf8.count
    }
  }

  /// Decodes spaces, tabs, line feeds and backslashes, which have the form of three octal digits.
  private static func plain(_ word: Substring) -> String {
    var (bytes, rest) = ([UInt8](), Array(word.utf8)[...])
    while let byte = rest.popFirst() {
      let digits = rest.prefix(3)
      if byte == UInt8(ascii: "\\"), let number = UInt8(String(decoding: digits, as: UTF8.self), radix: 8) {
        bytes.append(number)
        rest = rest.dropFirst(3)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// What stands at a path of a file tree.
public enum TreeNode: Hashable, Sendable {
  case absent
  case directory
  /// A regular file, with its permission bits.
  case file(contents: [UInt8], permissions: UInt32)
  /// A symbolic link, unresolved.
  case link(to: String)
  /// A device, a socket, a file that is too large: nothing that setup would replace.
  case other

  /// A regular file of text that everybody may read.
  static func text(_ text: String) -> TreeNode { .file(contents: Array(text.utf8), permissions: 0o644) }

  /// Whether a link to a unit means the same as another, whichever of the directories it names that are one and the same
  /// (`/lib` and `/usr/lib`).
  func meansTheSame(as other: TreeNode) -> Bool {
    guard case .link(let mine) = self, case .link(let others) = other else { return self == other }
    return mine.split(separator: "/").last == others.split(separator: "/").last
  }
}

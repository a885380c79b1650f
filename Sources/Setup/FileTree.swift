/// A file tree to look at: a machine's own, that of an image, or one that a test made up.
public protocol FileTree {
  /// What stands at an absolute path, which is taken from the tree's root.
  func node(at path: String) -> TreeNode
  /// The names in a directory, links to directories followed; none when there is no such directory.
  func names(in directory: String) -> [String]
  /// Every path below a directory that is no directory itself, relative to it, in order.
  func leaves(below directory: String) -> [String]
}

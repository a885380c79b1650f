/// One thing that setup does.
public enum SetupStep: Hashable, Sendable, CustomStringConvertible {
  case makeUser(String)
  case removeUser(String)
  /// Puts something at a path, or takes away what stands there.
  case put(TreeNode, path: String, purpose: String?)

  /// The step as it is said before it is done.
  public var description: String {
    switch self {
    case .makeUser(let name): "make the user \(name), as whom nobody can log in"
    case .removeUser(let name): "remove the user \(name), and leave its files"
    case .put(let node, let path, let purpose): Self.words(node, path) + (purpose.map { ": \($0)" } ?? "")
    }
  }

  private static func words(_ node: TreeNode, _ path: String) -> String {
    switch node {
    case .absent: "remove \(path)"
    case .directory: "make \(path)/"
    case .link(let target): "link \(path) to \(target)"
    case .file, .other: "write \(path)"
    }
  }
}

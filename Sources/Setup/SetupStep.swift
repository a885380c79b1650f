/// One thing that setup does.
public enum SetupStep: Hashable, Sendable, CustomStringConvertible {
  case makeUser(String)
  case removeUser(String)
  /// Puts something at a path, or takes away what stands there.
  case put(TreeNode, path: String, purpose: String?)
  /// Has the boot loader take what was written about it, on a machine that runs.
  case updateBootLoader

  /// The step as it is said before it is done.
  public var description: String {
    switch self {
    case .makeUser(let name): "make the user \(name), as whom nobody can log in"
    case .removeUser(let name): "remove the user \(name), and leave its files"
    case .put(let node, let path, let purpose): Self.words(node, path) + (purpose.map { ": \($0)" } ?? "")
    case .updateBootLoader: "run \(Self.bootLoaderCommand): the boot loader reads that"
    }
  }

  /// Debian's command that writes GRUB's menu anew, and where it is.
  static let bootLoaderCommand = "update-grub"
  static let bootLoaderProgram = "/usr/sbin/update-grub"
  /// Where GRUB's settings lie.
  private static let bootLoaderSettings = "/etc/default/grub.d/"

  /// Whether it changes what the boot loader reads.
  var concernsBootLoader: Bool {
    guard case .put(let node, let path, _) = self else { return false }
    return node != .directory && path.hasPrefix(Self.bootLoaderSettings)
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

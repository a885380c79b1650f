import Setup

/// The file tree of a fictional machine.
struct MadeUpTree: FileTree {
  var nodes: [String: TreeNode]

  func node(at path: String) -> TreeNode {
    if let node = nodes[path] { return node }
    return nodes.keys.contains { $0.hasPrefix(path + "/") } ? .directory : .absent
  }

  func names(in directory: String) -> [String] {
    let prefix = directory == "/" ? "/" : directory + "/"
    let names = nodes.keys.filter { $0.hasPrefix(prefix) }.compactMap {
      $0.dropFirst(prefix.utf8.count).split(separator: "/").first.map(String.init)
    }
    return Set(names).sorted()
  }

  func leaves(below directory: String) -> [String] {
    nodes.keys.filter { $0.hasPrefix(directory + "/") }.map { String($0.dropFirst(directory.utf8.count + 1)) }
      .sorted()
  }

  /// Returns the tree after a plan.
  func after(_ plan: SetupPlan) -> MadeUpTree {
    var tree = self
    for case .put(let node, let path, _) in plan.steps where node != .directory {
      tree.nodes[path] = node == .absent ? nil : node
    }
    return tree
  }

  static func file(_ text: String) -> TreeNode { .file(contents: Array(text.utf8), permissions: 0o644) }

  private static let program = TreeNode.file(contents: [], permissions: 0o755)

  /// A Debian desktop with the package installed.
  static let desktop = MadeUpTree(nodes: [
    "/etc/passwd": file(
      "root:x:0:0:root:/root:/bin/bash\nrotunda:x:998:998::/usr/lib/rotunda/home:/usr/sbin/nologin\n"
        + "rotunda-visitor:x:997:997::/run/rotunda-visit/home:/usr/sbin/nologin\n"),
    "/usr/bin/cage": program, "/usr/bin/sway": program,
    "/usr/bin/dbus-daemon": program, "/usr/lib/polkit-1/polkitd": program,
    "/lib/x86_64-linux-gnu/security/pam_systemd.so": program,
    "/usr/lib/x86_64-linux-gnu/dri/kms_swrast_dri.so": program,
    "/usr/lib/x86_64-linux-gnu/gdk-pixbuf-2.0/2.10.0/loaders/libpixbufloader-svg.so": program,
    "/usr/share/fonts/truetype": .directory,
    "/usr/lib/systemd/system/rotunda.service": file("[Unit]\n"),
    "/usr/share/rotunda/setup/etc/sysctl.d/90-rotunda.conf": file("kernel.sysrq = 0\n"),
    "/usr/share/rotunda/setup/etc/systemd/system/ctrl-alt-del.target": .link(to: "/dev/null"),
    "/etc/systemd/system/default.target": .link(to: "/lib/systemd/system/multi-user.target"),
    "/etc/systemd/system/getty.target.wants/getty@tty1.service": .link(
      to: "/lib/systemd/system/getty@.service"),
    "/etc/systemd/system/display-manager.service": .link(to: "/lib/systemd/system/gdm.service"),
  ])
}

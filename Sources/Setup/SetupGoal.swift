/// What a machine looks like that is a kiosk: what stands where, and what that is good for.
struct SetupGoal {
  struct Item {
    let path: String
    let node: TreeNode
    let purpose: String?
  }

  let items: [Item]

  /// Where systemd and an installation from source put units, and what setup lays over the root.
  private static let installations = [
    (unit: "/usr/lib/systemd/system", overlay: "/usr/share/rotunda/setup"),
    (unit: "/lib/systemd/system", overlay: "/usr/share/rotunda/setup"),
    (unit: "/usr/local/lib/systemd/system", overlay: "/usr/local/share/rotunda/setup"),
  ]
  private static let unit = "rotunda.service"
  private static let units = "/etc/systemd/system"

  init(_ options: SetupOptions, in tree: some FileTree) throws(SetupProblem) {
    guard let found = Self.installations.first(where: { tree.node(at: "\($0.unit)/\(Self.unit)") != .absent })
    else {
      throw .notInstalled(missing: "\(Self.installations[0].unit)/\(Self.unit)")
    }
    let overlay = tree.leaves(below: found.overlay)
    guard !overlay.isEmpty else { throw .notInstalled(missing: found.overlay) }
    items =
      Self.service(options, unit: "\(found.unit)/\(Self.unit)") + Self.screen
      + overlay.map {
        Item(path: "/\($0)", node: tree.node(at: "\(found.overlay)/\($0)"), purpose: Self.purpose(of: $0))
      }
  }

  private static func service(_ options: SetupOptions, unit path: String) -> [Item] {
    let settings = """
      # Written by rotunda setup; rotunda setup --undo takes it away.
      [Service]
      User=\(options.user)
      Environment=ROTUNDA_COMPOSITOR=\(options.compositor)

      """
    return [
      Item(
        path: "\(units)/\(unit).d/50-setup.conf", node: .text(settings),
        purpose: "the kiosk runs as \(options.user), in \(options.compositor)"),
      Item(
        path: "\(units)/graphical.target.wants/\(unit)", node: .link(to: path),
        purpose: "the kiosk starts with the machine"),
    ]
  }

  /// Nobody else has the screen.
  private static let screen = [
    Item(
      path: "\(units)/default.target", node: .link(to: "/lib/systemd/system/graphical.target"),
      purpose: "the machine starts into its screen"),
    Item(
      path: "\(units)/getty.target.wants/getty@tty1.service", node: .absent,
      purpose: "no login prompt on the first console"),
    Item(path: "\(units)/display-manager.service", node: .absent, purpose: "no login screen of a desktop"),
  ]

  private static func purpose(of path: String) -> String? {
    [
      "ctrl-alt-del.target": "Ctrl+Alt+Delete does nothing",
      "system.conf.d": "nor does it when pressed often",
      "logind.conf.d": "no logins on other consoles", "sysctl.d": "no key reaches the kernel",
      "grub.d": "no menu and no text before the carousel",
    ].first { path.contains($0.key) }?.value
  }
}

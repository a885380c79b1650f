import Diagnosis
import Supervision

/// What a machine looks like that is a kiosk: what stands where, and what that is good for.
struct SetupGoal {
  struct Item {
    let path: String
    let node: TreeNode
    let purpose: String?
  }

  let items: [Item]
  /// What the machine has not of what a kiosk needs.
  let missing: [Requirement]

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
    let compositor = options.compositor ?? Self.compositor(in: tree)
    missing = Requirement.missing(for: compositor, names: tree.names(in:))
    items =
      Self.service(options.user, compositor, unit: "\(found.unit)/\(Self.unit)")
      + Self.permissions(options, in: tree)
      + Self.screen
      + overlay.map {
        Item(path: "/\($0)", node: tree.node(at: "\(found.overlay)/\($0)"), purpose: Self.purpose(of: $0))
      }
  }

  /// The first that is installed of those that a session can start; else the usual one, which is then missing.
  private static func compositor(in tree: some FileTree) -> String {
    Requirement.installed(of: SessionCompositor.allCases.map(\.rawValue), names: tree.names(in:))
      ?? SessionCompositor.standard.rawValue
  }

  private static func service(_ user: String, _ compositor: String, unit path: String) -> [Item] {
    let settings = """
      # Written by rotunda setup; rotunda setup --undo takes it away.
      [Service]
      User=\(user)
      Environment=ROTUNDA_COMPOSITOR=\(compositor)

      """
    return [
      Item(
        path: "\(units)/\(unit).d/50-setup.conf", node: .text(settings),
        purpose: "the kiosk runs as \(user), in \(compositor)"),
      Item(
        path: "\(units)/graphical.target.wants/\(unit)", node: .link(to: path),
        purpose: "the kiosk starts with the machine"),
    ]
  }

  /// What comes with the package for the user who comes with it, for another one.
  private static func permissions(_ options: SetupOptions, in tree: some FileTree) -> [Item] {
    guard options.user != SetupOptions.standardUser else { return [] }
    let policy = """
      <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
       "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
      <!-- Written by rotunda setup, which takes it away again. -->
      <busconfig>
        <policy user="\(options.user)">
          <allow own_prefix="org.rotunda.Launcher1"/>
        </policy>
      </busconfig>

      """
    return [
      Item(
        path: "/etc/dbus-1/system.d/rotunda-setup.conf", node: .text(policy),
        purpose: "operators reach the launcher of \(options.user)")
    ] + powerRule(options, in: tree)
  }

  /// polkit's rule with another name in it.
  private static func powerRule(_ options: SetupOptions, in tree: some FileTree) -> [Item] {
    let rule = tree.node(at: "/usr/share/polkit-1/rules.d/50-rotunda.rules")
    guard case .file(let contents, _) = rule else { return [] }
    let text = String(decoding: contents, as: UTF8.self).replacing(
      "\"\(SetupOptions.standardUser)\";", with: "\"\(options.user)\";", maxReplacements: 1)
    return [
      Item(
        path: "/etc/polkit-1/rules.d/50-rotunda-setup.rules",
        node: .text("// Written by rotunda setup; rotunda setup --undo takes it away.\n" + text),
        purpose: "the machine is switched off by whom the configuration allows it")
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
    let purposes: KeyValuePairs = [
      "ctrl-alt-del.target": "Ctrl+Alt+Delete does nothing",
      "system.conf.d/90-rotunda-watchdog": "a hardware watchdog restarts a machine that stands still",
      "system.conf.d": "nor does it when pressed often",
      "logind.conf.d": "no logins on other consoles", "sysctl.d": "no key reaches the kernel",
      "grub.d": "no menu and no text before the carousel",
      "user@.service.d": "programs run out of memory before the machine does",
      ".slice.d": "memory is left to the kiosk", "session-.scope.d": "and to its login session",
    ]
    return purposes.first { path.contains($0.key) }?.value
  }
}

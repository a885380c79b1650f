import Diagnosis
import Supervision

/// One step of setup.
package enum SetupStep: Hashable, Sendable, CustomStringConvertible {
  case makeUser(String)
  case removeUser(String)
  /// Gives the kiosk's user an empty home that root owns, instead of the one from an earlier version.
  case moveHome(String)
  /// Puts a node at a path, or removes what is there.
  case put(TreeNode, path: String, purpose: String?)
  /// Updates the boot loader's menu, on a running machine.
  case updateBootLoader

  /// The description of the step, which is printed before it is performed.
  package var description: String {
    switch self {
    case .makeUser(let name): "create the user \(name), who cannot log in"
    case .removeUser(let name): "remove the user \(name), and leave its files"
    case .moveHome(let name): "give \(name) an empty home that belongs to root"
    case .put(let node, let path, let purpose): Self.words(node, path) + (purpose.map { ": \($0)" } ?? "")
    case .updateBootLoader: "run \(Self.bootLoaderCommand): the boot loader reads that"
    }
  }

  /// Debian's command that regenerates GRUB's menu, and its path.
  static let bootLoaderCommand = "update-grub"
  static let bootLoaderProgram = "/usr/sbin/update-grub"
  /// The directory of GRUB's settings.
  private static let bootLoaderSettings = "/etc/default/grub.d/"

  /// Whether the step changes a file that the boot loader reads.
  var concernsBootLoader: Bool {
    guard case .put(let node, let path, _) = self else { return false }
    return node != .directory && (path.hasPrefix(Self.bootLoaderSettings) || path == BootPassword.path)
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

/// The steps of setup in order, and the record to keep afterward.
package struct SetupPlan: Hashable, Sendable {
  /// The steps; empty if everything is in the wanted state.
  package private(set) var steps: [SetupStep] = []
  /// The record of the earlier state, as it will be afterward.
  package private(set) var record: SetupRecord
  /// The missing requirements of a kiosk.
  package private(set) var missing: [Requirement] = []

  /// Plans the steps from a tree and the record of its earlier state to a kiosk, or back.
  package init(_ options: SetupOptions, in tree: some FileTree, knowing record: SetupRecord)
    throws(SetupProblem)
  {
    self.record = record
    switch options.direction {
    case .close:
      let goal = try SetupGoal(options, in: tree)
      missing = goal.missing
      let essential = missing.filter(\.isEssential)
      guard essential.isEmpty || options.isForced else {
        throw .cannotStart(missing: essential, root: options.root)
      }
      planUsers([options.user, SetupOptions.visitor], in: tree)
      // Undo must not restore a home that the kiosk can write to.
      if SetupUser.home(of: options.user, in: tree) == SetupUser.earlierHome {
        steps.append(.moveHome(options.user))
      }
      for item in goal.items { try plan(item, in: tree) }
      planBack(tree) { path in
        goal.kept.contains { $0 == path || $0.hasPrefix(path + "/") }
          || goal.items.contains { $0.path == path || $0.node != .absent && $0.path.hasPrefix(path + "/") }
      }
    case .undo:
      planBack(tree) { _ in false }
      planUsers([], in: tree)
    }
    if steps.contains(where: \.concernsBootLoader), tree.node(at: SetupStep.bootLoaderProgram) != .absent {
      steps.append(.updateBootLoader)
    }
  }

  // MARK: To a kiosk

  /// Removes users that setup created and that are no longer needed.
  private mutating func planUsers(_ users: [String], in tree: some FileTree) {
    for user in record.madeUsers where !users.contains(user) {
      if SetupUser.exists(user, in: tree) { steps.append(.removeUser(user)) }
    }
    record.madeUsers.removeAll { !users.contains($0) }
    for user in users where !SetupUser.exists(user, in: tree) {
      steps.append(.makeUser(user))
      if !record.madeUsers.contains(user) { record.madeUsers.append(user) }
    }
  }

  private mutating func plan(_ item: SetupGoal.Item, in tree: some FileTree) throws(SetupProblem) {
    let now = tree.node(at: item.path)
    guard !now.meansTheSame(as: item.node) else { return }
    guard now != .other, now != .directory else { throw .inTheWay(path: item.path) }
    try planDirectories(of: item.path, in: tree)
    put(item.node, at: item.path, before: now, purpose: item.purpose)
  }

  /// Creates the missing directories of a path.
  private mutating func planDirectories(of path: String, in tree: some FileTree) throws(SetupProblem) {
    let names = path.split(separator: "/").dropLast()
    for count in names.indices.map({ $0 + 1 }) {
      let directory = "/" + names.prefix(count).joined(separator: "/")
      let isPlanned = steps.contains(.put(.directory, path: directory, purpose: nil))
      if !isPlanned, tree.node(at: directory) == .absent {
        put(.directory, at: directory, before: .absent, purpose: nil)
      }
    }
  }

  /// The record keeps the first state, however often setup runs.
  private mutating func put(_ node: TreeNode, at path: String, before: TreeNode, purpose: String?) {
    if !record.knows(path) { record.entries.append(SetupRecord.Entry(path: path, before: before)) }
    steps.append(.put(node, path: path, purpose: purpose))
  }

  // MARK: And back

  /// Reverts changes that are not wanted, the latest first.
  private mutating func planBack(_ tree: some FileTree, butFor isWanted: (String) -> Bool) {
    for entry in record.entries.reversed() where !isWanted(entry.path) {
      if tree.node(at: entry.path) != entry.before {
        steps.append(.put(entry.before, path: entry.path, purpose: "as it was before"))
      }
      record.entries.removeAll { $0.path == entry.path }
    }
  }
}

/// The files of a kiosk, each with its purpose.
private struct SetupGoal {
  struct Item {
    let path: String
    let node: TreeNode
    let purpose: String?
  }

  let items: [Item]
  /// The paths from an earlier setup that this one keeps, because the options do not mention them.
  let kept: [String]
  /// The missing requirements of a kiosk.
  let missing: [Requirement]

  /// The directories of systemd units and of setup's overlay, for packages and for installations from source.
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
    let compositor = options.compositor ?? Self.compositor(in: tree, showsKeyboard: options.wantsKeyboard)
    missing = Requirement.missing(for: compositor, names: tree.names(in:))
    items =
      Self.service(
        options.user, compositor, unit: "\(found.unit)/\(Self.unit)",
        isForKeyboard: options.wantsKeyboard && options.compositor == nil)
      + Self.permissions(options, in: tree)
      + Self.screen
      + overlay.map {
        Item(path: "/\($0)", node: tree.node(at: "\(found.overlay)/\($0)"), purpose: Self.purpose(of: $0))
      } + Self.asked(options)
    kept =
      (options.bootPassword == nil ? [BootPassword.path] : []) + (options.usb == nil ? [USBPolicy.path] : [])
  }

  /// Returns the optional items.
  private static func asked(_ options: SetupOptions) -> [Item] {
    var items: [Item] = []
    if case .hash(let hash) = options.bootPassword {
      items.append(
        Item(
          path: BootPassword.path,
          node: .file(contents: Array(BootPassword.script(hash).utf8), permissions: 0o700),
          purpose: "the boot menu is changed only with the password of '\(BootPassword.user)'"))
    }
    if let rules = options.usb?.rules {
      items.append(
        Item(path: USBPolicy.path, node: .text(rules), purpose: "no other USB devices work"))
    }
    return items
  }

  /// Returns the first installed compositor that a session can start; otherwise the default, which is then
  /// reported as missing.
  private static func compositor(in tree: some FileTree, showsKeyboard: Bool) -> String {
    let suitable = SessionCompositor.allCases.filter { !showsKeyboard || $0.showsKeyboard }
    if let found = Requirement.installed(of: suitable.map(\.rawValue), names: tree.names(in:)) {
      return found
    }
    guard showsKeyboard else { return SessionCompositor.standard.rawValue }
    return (hasLabwc(tree) ? SessionCompositor.labwc : .sway).rawValue
  }

  /// Reports whether the release packages labwc, as Debian does since 13.
  private static func hasLabwc(_ tree: some FileTree) -> Bool {
    guard case .file(let contents, _) = tree.node(at: "/usr/lib/os-release") else { return true }
    return !String(decoding: contents, as: UTF8.self).split(separator: "\n").contains("VERSION_ID=\"12\"")
  }

  private static func service(
    _ user: String, _ compositor: String, unit path: String, isForKeyboard: Bool
  ) -> [Item] {
    let settings = """
      # Written by rotunda setup; rotunda setup --undo takes it away.
      [Service]
      User=\(user)
      Environment=ROTUNDA_COMPOSITOR=\(compositor)

      """
    return [
      Item(
        path: "\(units)/\(unit).d/50-setup.conf", node: .text(settings),
        purpose: "the kiosk runs as \(user), in \(compositor)"
          + (isForKeyboard ? ", which shows the keyboard over programs that the configuration wants" : "")),
      Item(
        path: "\(units)/graphical.target.wants/\(unit)", node: .link(to: path),
        purpose: "the kiosk starts with the machine"),
    ]
  }

  /// Adapts the package's permissions for the standard user to another user.
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
        purpose: "operators reach the launcher of \(options.user)"),
      Item(
        path: "\(units)/rotunda-pin.socket.d/50-setup.conf",
        node: .text(
          """
          # Written by rotunda setup; rotunda setup --undo takes it away.
          [Socket]
          SocketUser=\(options.user)

          """),
        purpose: "PINs are checked for \(options.user)"),
      Item(
        path: "\(units)/rotunda-editor.socket.d/50-setup.conf",
        node: .text(
          """
          # Written by rotunda setup; rotunda setup --undo takes it away.
          [Socket]
          SocketUser=\(options.user)

          """),
        purpose: "the configuration is edited on the screen of \(options.user)"),
      Item(
        path: "\(units)/rotunda-setup-web.socket.d/50-setup.conf",
        node: .text(
          """
          # Written by rotunda setup; rotunda setup --undo takes it away.
          [Socket]
          SocketUser=\(options.user)

          """),
        purpose: "phones set up the kiosk of \(options.user)"),
    ] + powerRule(options, in: tree) + programs(options)
  }

  /// Configures which user may request programs of tiles, and the directory for compositor sockets.
  private static func programs(_ options: SetupOptions) -> [Item] {
    let head = "# Written by rotunda setup; rotunda setup --undo takes it away.\n"
    let purpose = "programs of tiles are started for \(options.user)"
    return [
      Item(
        path: "\(units)/rotunda-programs.socket.d/50-setup.conf",
        node: .text("\(head)[Socket]\nSocketGroup=\(options.user)\n"), purpose: purpose),
      Item(
        path: "\(units)/rotunda-programs.service.d/50-setup.conf",
        node: .text("\(head)[Service]\nEnvironment=ROTUNDA_USER=\(options.user)\n"), purpose: purpose),
      Item(
        path: "/etc/tmpfiles.d/rotunda-setup.conf",
        node: .text("\(head)d /run/rotunda-visit/wayland 2710 \(options.user) \(SetupOptions.visitor) -\n"),
        purpose: purpose),
    ]
  }

  /// Returns polkit's rule with the other user's name.
  private static func powerRule(_ options: SetupOptions, in tree: some FileTree) -> [Item] {
    let rule = tree.node(at: "/usr/share/polkit-1/rules.d/50-rotunda.rules")
    guard case .file(let contents, _) = rule else { return [] }
    let text = String(decoding: contents, as: UTF8.self).replacing(
      "\"\(SetupOptions.standardUser)\";", with: "\"\(options.user)\";", maxReplacements: 1)
    return [
      Item(
        path: "/etc/polkit-1/rules.d/50-rotunda-setup.rules",
        node: .text("// Written by rotunda setup; rotunda setup --undo takes it away.\n" + text),
        purpose: "the power actions that the configuration allows")
    ]
  }

  /// Keeps other sessions off the screen.
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
      "system.conf.d/90-rotunda-watchdog": "a hardware watchdog restarts a machine that hangs",
      "system.conf.d": "nor does Ctrl+Alt+Delete when pressed often",
      "logind.conf.d": "no logins on other consoles", "sysctl.d": "no key reaches the kernel",
      "grub.d": "no menu, no text and no shell before the carousel",
      "user@.service.d": "programs run out of memory before the machine does",
      ".slice.d": "memory is reserved for the kiosk", "session-.scope.d": "and for its login session",
    ]
    return purposes.first { path.contains($0.key) }?.value
  }
}

extension BootPassword {
  /// The script that adds the password to GRUB's menu. update-grub runs these in order of their names.
  package static let path = "/etc/grub.d/01_rotunda"
  /// The user name for the password in GRUB.
  static let user = "operator"

  /// Returns a script that requires the password for editing entries and for commands; menu entries start
  /// without it.
  ///
  /// Debian's scripts write each entry with `$menuentry_id_option`, which adds `--unrestricted` to all of
  /// them (GNU GRUB manual, "Authentication and authorization").
  package static func script(_ hash: String) -> String {
    """
    #!/bin/sh
    # Written by rotunda setup; rotunda setup --undo takes it away.
    cat <<'END'
    set superusers="\(user)"
    password_pbkdf2 \(user) \(hash)
    if [ x"${feature_menuentry_id}" = xy ]; then
      menuentry_id_option="--unrestricted --id"
    else
      menuentry_id_option="--unrestricted"
    fi
    export menuentry_id_option
    END

    """
  }

  /// Reports whether a word is a hash that is safe in a script: only letters, digits and dots.
  package static func isHash(_ word: String) -> Bool {
    word.hasPrefix("grub.pbkdf2.") && word.utf8.count < 1024
      && word.utf8.allSatisfy {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: ".")
          || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
      }
  }
}

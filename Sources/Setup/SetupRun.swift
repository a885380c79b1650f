import CLinux
import Glibc

/// Turns a machine or an image's file tree into a kiosk, and reverts that.
package struct SetupRun {
  private let options: SetupOptions
  private let tree: MachineTree
  /// The record that existed before.
  private let before: SetupRecord
  /// The planned steps.
  package let plan: SetupPlan

  /// Inspects the machine and plans the steps. Changes nothing.
  package init(_ options: SetupOptions) throws(SetupProblem) {
    self.options = options
    tree = MachineTree(root: options.root)
    before = try Self.record(in: tree)
    plan = try SetupPlan(options, in: tree, knowing: before)
    if isThisMachine, let usb = options.usb,
      let lost = usb.lostDisk(among: disksOnUSB, mounts: text("/proc/self/mountinfo"))
    {
      throw .disksOnUSB(device: lost.device, place: lost.place)
    }
  }

  /// The USB disks, their partitions, and encrypted devices, volumes and arrays on them.
  private var disksOnUSB: [(name: String, number: String)] {
    let root = "/sys/class/block"
    func isOnUSB(_ name: String) -> Bool {
      if case .link(let target) = tree.node(at: "\(root)/\(name)"), target.contains("/usb") { return true }
      return tree.names(in: "\(root)/\(name)/slaves").contains(where: isOnUSB)
    }
    return tree.names(in: root).filter(isOnUSB).map { name in
      (name, String(text("\(root)/\(name)/dev").prefix { $0 != "\n" }))
    }
  }

  private func text(_ path: String) -> String {
    guard case .file(let contents, _) = tree.node(at: path) else { return "" }
    return String(decoding: contents, as: UTF8.self)
  }

  /// Whether the tree is the root of the running machine.
  private var isThisMachine: Bool { tree.root.isEmpty }

  /// Performs the plan. After an interruption at any point, it can be repeated or undone: the record is
  /// written first.
  package func perform() throws(SetupProblem) {
    guard !plan.steps.isEmpty || plan.record != before else { return }
    try remember(both)
    for step in plan.steps { try perform(step) }
    try remember(plan.record)
    guard runs else { return }
    try SystemCommand("systemctl", "daemon-reload").run()
    if plan.steps.contains(.updateBootLoader) { try SystemCommand(SetupStep.bootLoaderCommand).run() }
  }

  /// Whether the tree is the root of the running machine, and systemd runs on it: false while an image is
  /// being built.
  private var runs: Bool { isThisMachine && tree.node(at: "/run/systemd/system") == .directory }

  /// The union of the old and the new record: everything that an interrupted run may have to restore.
  private var both: SetupRecord {
    var both = before
    both.entries += plan.record.entries.filter { !before.knows($0.path) }
    both.madeUsers += plan.record.madeUsers.filter { !before.madeUsers.contains($0) }
    return both
  }

  private func perform(_ step: SetupStep) throws(SetupProblem) {
    switch step {
    case .put(let node, let path, _): try tree.put(node, at: path)
    case .makeUser(let name):
      let home = SetupUser.home(for: name, in: tree)
      let line = "u \(name) - \"Rotunda kiosk\" \(home) /usr/sbin/nologin"
      try SystemCommand("systemd-sysusers", "--root=\(tree.root)/", "--inline", line).run()
    case .moveHome(let name):
      let home = SetupUser.home(for: name, in: tree)
      if isThisMachine {
        // usermod(8) refuses a user with running processes, which a running kiosk's user has. In its own PID
        // namespace it sees none.
        try SystemCommand("unshare", "--pid", "--fork", "--mount-proc", "usermod", "--home", home, name).run()
      } else {
        try SystemCommand("usermod", "--prefix", tree.root, "--home", home, name).run()
      }
    case .removeUser(let name):
      if isThisMachine {
        try SystemCommand("userdel", name).run()
      } else {
        try SystemCommand("userdel", "--prefix", tree.root, name).run()
      }
    // `perform()` does this last, after everything else is written.
    case .updateBootLoader: break
    }
  }

  // MARK: What was before

  private static func record(in tree: MachineTree) throws(SetupProblem) -> SetupRecord {
    switch tree.node(at: SetupRecord.path) {
    case .absent: return SetupRecord()
    case .file(let contents, _): return try SetupRecord(text: String(decoding: contents, as: UTF8.self))
    case .directory, .link, .other: throw .unreadableRecord(path: SetupRecord.path, line: 0)
    }
  }

  private func remember(_ record: SetupRecord) throws(SetupProblem) {
    if record.isEmpty {
      try tree.put(.absent, at: SetupRecord.path)
      try tree.put(.absent, at: SetupRecord.directory)
    } else {
      try tree.makeDirectories(SetupRecord.directory)
      try tree.put(.file(contents: Array(record.text.utf8), permissions: 0o600), at: SetupRecord.path)
    }
  }
}

extension BootPassword {
  private static let hasher = "grub-mkpasswd-pbkdf2"
  /// The maximum length of GRUB's passwords in bytes (GRUB_AUTH_MAX_PASSLEN including the NUL).
  package static let longest = 1023

  /// Hashes a password with GRUB's own program.
  package init(password: String) throws(SetupProblem) {
    let output = try SystemCommand(Self.hasher).output(of: "\(password)\n\(password)\n")
    // The output is "PBKDF2 hash of your password is grub.pbkdf2.sha512.10000.…", in the machine's language.
    let words = output.split { $0 == " " || $0 == "\n" }.map(String.init)
    guard let hash = words.last(where: Self.isHash) else {
      throw .commandFailed(command: Self.hasher, reason: "it printed no hash")
    }
    self = .hash(hash)
  }
}

/// A system command that runs to its end.
private struct SystemCommand {
  private let words: [String]

  init(_ words: String...) { self.words = words }

  /// Runs the command with `input`, which must fit into a pipe's buffer, and returns its standard output.
  /// Inherits standard error.
  func output(of input: String) throws(SetupProblem) -> String {
    var (reading, writing): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
    guard pipe(&reading) == 0 else { throw failed(MachineTree.reason(errno)) }
    defer { close(reading[0]) }
    guard pipe(&writing) == 0 else {
      close(reading[1])
      throw failed(MachineTree.reason(errno))
    }
    for end in reading + writing { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = Glibc.write(writing[1], input, input.utf8.count)
    close(writing[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, writing[0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, reading[1], STDOUT_FILENO)
    let child = Result { () throws(SetupProblem) in try start(&actions) }
    close(writing[0])
    close(reading[1])
    let process = try child.get()
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(reading[0], &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      output += chunk[..<count]
    }
    try end(process)
    return String(decoding: output, as: UTF8.self)
  }

  /// Runs the command with inherited output. Throws if it is missing or fails.
  func run() throws(SetupProblem) {
    try end(start(nil))
  }

  private func start(_ actions: UnsafePointer<posix_spawn_file_actions_t>?) throws(SetupProblem) -> pid_t {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    guard let name = arguments[0] else { throw failed(MachineTree.reason(ENOMEM)) }
    var child: pid_t = 0
    let fault = posix_spawnp(&child, name, actions, nil, &arguments, clinux_environment())
    guard fault == 0 else { throw failed(MachineTree.reason(fault)) }
    return child
  }

  private func end(_ child: pid_t) throws(SetupProblem) {
    var status: Int32 = 0
    while waitpid(child, &status, 0) < 0 {
      guard errno == EINTR else { throw failed(MachineTree.reason(errno)) }
    }
    guard status == 0 else { throw failed("status \(status >> 8 & 0xFF), signal \(status & 0x7F)") }
  }

  private func failed(_ reason: String) -> SetupProblem {
    .commandFailed(command: words.joined(separator: " "), reason: reason)
  }
}

import CLinux
import Glibc

/// Makes a kiosk of a machine, or of the tree of one, and takes that back.
package struct SetupRun {
  private let options: SetupOptions
  private let tree: MachineTree
  /// What it found.
  private let before: SetupRecord
  /// What it will do.
  package let plan: SetupPlan

  /// Looks at the machine and makes a plan; changes nothing.
  package init(_ options: SetupOptions) throws(SetupProblem) {
    self.options = options
    tree = MachineTree(root: options.root)
    before = try Self.record(in: tree)
    plan = try SetupPlan(options, in: tree, knowing: before)
  }

  /// Whether the tree is that of the machine it runs on.
  private var isThisMachine: Bool { tree.root.isEmpty }

  /// Does what was planned. Interrupted at any point, it can be done again or undone: what was before is written down first.
  package func perform() throws(SetupProblem) {
    guard !plan.steps.isEmpty || plan.record != before else { return }
    try remember(both)
    for step in plan.steps { try perform(step) }
    try remember(plan.record)
    guard runs else { return }
    try SystemCommand("systemctl", "daemon-reload").run()
    if plan.steps.contains(.updateBootLoader) { try SystemCommand(SetupStep.bootLoaderCommand).run() }
  }

  /// Whether the tree is that of the machine it runs on, and that has been started: no image that is being made.
  private var runs: Bool { isThisMachine && tree.node(at: "/run/systemd/system") == .directory }

  /// All that was and will have been changed: what a run that is interrupted can have to put back.
  private var both: SetupRecord {
    var both = before
    both.entries += plan.record.entries.filter { !before.knows($0.path) }
    both.madeUser = plan.record.madeUser ?? before.madeUser
    return both
  }

  private func perform(_ step: SetupStep) throws(SetupProblem) {
    switch step {
    case .put(let node, let path, _): try tree.put(node, at: path)
    case .makeUser(let name):
      let line = "u \(name) - \"Rotunda kiosk\" /var/lib/rotunda /usr/sbin/nologin"
      try SystemCommand("systemd-sysusers", "--root=\(tree.root)/", "--inline", line).run()
    case .removeUser(let name):
      if isThisMachine {
        try SystemCommand("userdel", name).run()
      } else {
        try SystemCommand("userdel", "--prefix", tree.root, name).run()
      }
    // Last, when all the rest is written down: perform() sees to it.
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

/// A command of the system that is run to its end, its output where ours goes.
private struct SystemCommand {
  private let words: [String]

  init(_ words: String...) { self.words = words }

  /// Runs it; the shell's number for a command that is not there is among the failures.
  func run() throws(SetupProblem) {
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { arguments.forEach { free($0) } }
    guard let name = arguments[0] else { return }
    var child: pid_t = 0
    let fault = posix_spawnp(&child, name, nil, nil, &arguments, clinux_environment())
    guard fault == 0 else { throw failed(MachineTree.reason(fault)) }
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

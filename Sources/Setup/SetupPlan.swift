import Diagnosis

/// What setup will do, in order, and what it then has to remember.
public struct SetupPlan: Hashable, Sendable {
  /// What is done; empty when everything is as it should be.
  public private(set) var steps: [SetupStep] = []
  /// What will be known of the time before.
  public private(set) var record: SetupRecord
  /// What the machine has not of what a kiosk needs.
  public private(set) var missing: [Requirement] = []

  /// What leads from a tree, and what is known of the time before, to a kiosk or back.
  public init(_ options: SetupOptions, in tree: some FileTree, knowing record: SetupRecord)
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
      planUser(options.user, in: tree)
      for item in goal.items { try plan(item, in: tree) }
      planBack(tree) { path in
        goal.items.contains { $0.path == path || $0.node != .absent && $0.path.hasPrefix(path + "/") }
      }
    case .undo:
      planBack(tree) { _ in false }
      if let user = record.madeUser, Self.has(user, tree) { steps.append(.removeUser(user)) }
      self.record.madeUser = nil
    }
    if steps.contains(where: \.concernsBootLoader), tree.node(at: SetupStep.bootLoaderProgram) != .absent {
      steps.append(.updateBootLoader)
    }
  }

  // MARK: To a kiosk

  private mutating func planUser(_ user: String, in tree: some FileTree) {
    if let made = record.madeUser, made != user {
      if Self.has(made, tree) { steps.append(.removeUser(made)) }
      record.madeUser = nil
    }
    guard !Self.has(user, tree) else { return }
    steps.append(.makeUser(user))
    record.madeUser = user
  }

  private static func has(_ user: String, _ tree: some FileTree) -> Bool {
    guard case .file(let contents, _) = tree.node(at: "/etc/passwd") else { return false }
    return contents.split(separator: UInt8(ascii: "\n")).contains { $0.starts(with: (user + ":").utf8) }
  }

  private mutating func plan(_ item: SetupGoal.Item, in tree: some FileTree) throws(SetupProblem) {
    let now = tree.node(at: item.path)
    guard !now.meansTheSame(as: item.node) else { return }
    guard now != .other, now != .directory else { throw .inTheWay(path: item.path) }
    try planDirectories(of: item.path, in: tree)
    put(item.node, at: item.path, before: now, purpose: item.purpose)
  }

  /// The directories that lead to a path, as far as there are none.
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

  /// What was there first is what is remembered, however often setup is called.
  private mutating func put(_ node: TreeNode, at path: String, before: TreeNode, purpose: String?) {
    if !record.knows(path) { record.entries.append(SetupRecord.Entry(path: path, before: before)) }
    steps.append(.put(node, path: path, purpose: purpose))
  }

  // MARK: And back

  /// What was changed and does not have to be, the latest first.
  private mutating func planBack(_ tree: some FileTree, butFor isWanted: (String) -> Bool) {
    for entry in record.entries.reversed() where !isWanted(entry.path) {
      if tree.node(at: entry.path) != entry.before {
        steps.append(.put(entry.before, path: entry.path, purpose: "as it was before"))
      }
      record.entries.removeAll { $0.path == entry.path }
    }
  }
}

/// Whose a new window is.
///
/// No protocol tells which process a window belongs to. So it is worked out from which programs were started, in which
/// order, who has the screen, and what windows call themselves (`app_id`), which is mostly the name of their program or of
/// its desktop entry.
nonisolated struct WindowClaims: Hashable {
  /// Programs that have no window yet, the earliest start first.
  private var waiting: [Int] = []
  /// What windows of running programs are likely to call themselves, and what those did that have come.
  private var names: [Int: Set<String>] = [:]

  /// A program was started that will have windows.
  mutating func expect(_ program: Int, names: [String]) {
    waiting.removeAll { $0 == program }
    waiting.append(program)
    self.names[program] = Set(names.flatMap(Self.forms))
  }

  /// A program has ended.
  mutating func forget(_ program: Int) {
    waiting.removeAll { $0 == program }
    names[program] = nil
  }

  /// Finds out whose a window is that has just come; nil when it is nobody's.
  ///
  /// - Parameters:
  ///   - front: the program that has or last had the screen.
  ///   - isLauncherSeen: whether the launcher has it now.
  mutating func owner(ofWindow appID: String, front: Int?, isLauncherSeen: Bool) -> Int? {
    let forms = Self.forms(appID)
    let named = candidates(front).first { names[$0]?.isDisjoint(with: forms) == false }
    guard let owner = named ?? (isLauncherSeen ? waiting.first : nil) ?? front else { return nil }
    waiting.removeAll { $0 == owner }
    names[owner]?.formUnion(forms)
    return owner
  }

  /// Whoever waits for a window comes before those that have one, and who has the screen before others.
  private func candidates(_ front: Int?) -> [Int] {
    let front = front.map { [$0] } ?? []
    return front.filter(waiting.contains) + waiting + front + names.keys.sorted(by: >)
  }

  /// How a name can be written: `org.gnome.Calculator` is `calculator` as well.
  private static func forms(_ name: String) -> [String] {
    let whole = name.lowercased()
    guard !whole.isEmpty else { return [] }
    let parts = whole.split(separator: ".")
    return parts.count > 2 ? [whole, String(parts[parts.count - 1])] : [whole]
  }
}

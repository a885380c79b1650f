/// The marks on tiles that say what their programs do.
extension Shell {
  /// Has the faces of those tiles made anew whose marks come, change or go.
  mutating func markRunningTiles() {
    // Behind a program nobody sees them.
    guard marksAreOld, !isCovered || programs.values.contains(where: \.isSlow) else { return }
    marksAreOld = false
    let wanted = wantedMarks
    guard wanted != marks else { return }
    let changed = Set(wanted.keys).union(marks.keys).filter { wanted[$0] != marks[$0] }
    marks = wanted
    for level in levels.indices { levels[level].renewFaces(of: changed) }
    isDirty = true
  }
}

extension Shell {
  private var wantedMarks: [String: TileMark] {
    var wanted: [String: TileMark] = [:]
    for tile in ledger.failed { wanted[tile] = .failed }
    // Of several programs of one tile the latest counts.
    for (_, program) in programs.sorted(by: { $0.key.number < $1.key.number }) {
      // It is about to be gone.
      guard program.place != .ending else { continue }
      let isStarting = tellsWindows && !program.hasHadWindow && program.place == .screen
      let isUnresponsive = program.isSlow || program.isHalted
      wanted[program.tileID] = isUnresponsive ? .unresponsive : isStarting ? .starting : .running
    }
    return wanted
  }
}

extension Shell {
  /// Seconds between two looks at what the kernel says of programs.
  static let lookInterval = 2.0

  /// Whoever sees the marks is to see what is: programs are looked at when the launcher is seen again and when it is touched, and
  /// at no other time, so that nothing wakes for them.
  mutating func lookAfterPrograms(
    _ event: ShellEvent, isSeenAgain: Bool
  ) {
    guard screen == .carousel, !isDark, !programs.isEmpty, clock >= lookedAtPrograms + Self.lookInterval
    else { return }
    switch event {
    case .touch, .key, .scroll, .focus, .active: break
    default: if !isSeenAgain { return }
    }
    lookedAtPrograms = clock
    outbox.append(.lookAtPrograms)
  }

  /// Some programs have been stopped or frozen, and all others have not.
  mutating func programsHalted(_ halted: Set<ProgramID>) {
    for (id, program) in programs where program.isHalted != halted.contains(id) {
      programs[id]?.isHalted = halted.contains(id)
    }
  }
}

extension Level {
  /// Has the faces of some tiles made anew.
  mutating func renewFaces(of changed: Set<String>) {
    for shelf in shelves.indices {
      for (index, tile) in shelves[shelf].tiles.enumerated()
      where changed.contains(tile.id) || tile.parts.contains(where: { changed.contains($0.id) }) {
        shelves[shelf].faces.renew(index)
      }
    }
  }
}

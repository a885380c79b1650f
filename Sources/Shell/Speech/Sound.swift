/// What is heard of what fingers and keys do.
package enum SoundCue: CaseIterable, Hashable, Sendable {
  /// Something was pressed.
  case tap
  /// The tiles have come to rest at another one.
  case settle
  /// Something went wrong, or cannot be done.
  case error
}

/// What is heard, and whether.
struct SoundState: Hashable {
  /// Whether the configuration wants it.
  var isWanted = false
  /// Whether anything is heard now.
  var isOn = false
  /// What is to be heard next.
  var due: SoundCue?
}

/// Sounds beside what is seen.
extension Shell {
  /// Takes what the configuration wants, where that is other than before.
  mutating func takeSounds(_ isWanted: Bool) {
    guard sounds.isWanted != isWanted else { return }
    sounds = SoundState(isWanted: isWanted, isOn: isWanted)
  }

  /// Sounds from now on, the first of them the one of the tap that asked for it; or silence.
  mutating func toggleSounds() {
    sounds.isOn.toggle()
    sounds.due = sounds.isOn ? .tap : nil
  }

  /// The next visitor finds it as the configuration has it.
  mutating func resetSounds() { sounds = SoundState(isWanted: sounds.isWanted, isOn: sounds.isWanted) }

  /// Has something heard, unless something that matters more is.
  mutating func sound(_ cue: SoundCue) {
    guard sounds.isOn, sounds.due != .error else { return }
    if cue == .settle, sounds.due != nil { return }
    sounds.due = cue
  }

  /// Tells what is to be heard.
  mutating func updateSounds() {
    guard let cue = sounds.due else { return }
    sounds.due = nil
    outbox.append(.play(cue))
  }
}

extension Message {
  /// Whether it tells of something that went wrong or cannot be done.
  var isError: Bool {
    switch self {
    case .startFailed, .endedBadly, .nothingToOpen, .unlimited, .restarting, .powerFailed, .notAvailable,
      .noPIN,
      .wrongPIN, .pinFailed, .configuration:
      true
    case .opening, .endedWithFault, .timeIsUp, .slow, .closed, .power, .stillThere, .announcement, .noTiles:
      false
    }
  }
}

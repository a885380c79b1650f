/// What is heard of what fingers and keys do.
package enum SoundCue: CaseIterable, Hashable, Sendable {
  /// Something was pressed.
  case tap
  /// The tiles have come to rest at another one.
  case settle
  /// Something went wrong, or cannot be done.
  case error
  /// A visitor goes back: out of a folder, a page, a message.
  case back
  /// The screen begins to show things by itself.
  case attract
  /// The launcher asks whether a visitor is still there.
  case question
}

/// What is heard beside what is seen, and whether.
struct SoundCues: Hashable {
  /// Whether the configuration wants it.
  private var isWanted = false
  /// Whether anything is heard now.
  private var isOn = false
  /// What is to be heard next.
  private var due: SoundCue?
  /// Whether the theme has a sound for scenes. Without one, nothing is heard between visits.
  private var attracts = false
  /// Whether the question is heard, also where nothing else is.
  private var asks = false

  /// Whether they are as a visitor needs them.
  var isAdjusted: Bool { isOn != isWanted }

  /// Takes what the configuration wants, where that is other than before.
  mutating func apply(_ isWanted: Bool, attracts: Bool, asks: Bool) {
    (self.attracts, self.asks) = (attracts, asks)
    guard self.isWanted != isWanted else { return }
    (self.isWanted, isOn, due) = (isWanted, isWanted, nil)
  }

  /// Sounds from now on, the first of them the one of the tap that asked for it; or silence.
  mutating func toggle() {
    isOn.toggle()
    due = isOn ? .tap : nil
  }

  /// The next visitor finds it as the configuration has it.
  mutating func reset() { (isOn, due) = (isWanted, nil) }

  /// Has something heard, unless something that matters more is.
  mutating func play(_ cue: SoundCue) {
    guard isOn || cue == .question && asks, due != .error, cue != .attract || attracts else { return }
    if cue == .settle, due != nil { return }
    due = cue
  }

  /// Has what is due heard now.
  mutating func update(into effects: inout [ShellEffect]) {
    if let due { effects.append(.play(due)) }
    due = nil
  }
}

extension Message {
  /// Whether it tells of something that went wrong or cannot be done.
  var isError: Bool {
    switch self {
    case .startFailed, .endedBadly, .nothingToOpen, .unlimited, .restarting, .powerFailed, .notAvailable,
      .noPIN, .wrongPIN, .pinFailed, .notEdited, .unknownCode:
      true
    case .opening, .endedWithFault, .timeIsUp, .slow, .closed, .power, .stillThere, .announcement,
      .codeNeeded:
      false
    }
  }
}

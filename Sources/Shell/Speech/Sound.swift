/// Sounds for visitors' actions and for events.
package enum SoundCue: CaseIterable, Hashable, Sendable {
  /// A visitor pressed something.
  case tap
  /// The tiles have come to rest at another tile.
  case settle
  /// An action failed or is impossible.
  case error
  /// A visitor goes back: out of a folder, a page or a message.
  case back
  /// The scenes of the idle screen begin.
  case attract
  /// The launcher asks whether a visitor is still there.
  case question
}

/// The sound cues and their settings.
struct SoundCues: Hashable {
  /// Whether the configuration turns sounds on.
  private var isWanted = false
  /// Whether sounds are on.
  private var isOn = false
  /// The next sound.
  private var due: SoundCue?
  /// Whether the theme has a sound for scenes. Without one, the time between visits is silent.
  private var attracts = false
  /// Whether the question has a sound, even if sounds are off.
  private var asks = false

  /// Whether a visitor has changed the setting.
  var isAdjusted: Bool { isOn != isWanted }

  /// Applies a changed setting of the configuration.
  mutating func apply(_ isWanted: Bool, attracts: Bool, asks: Bool) {
    (self.attracts, self.asks) = (attracts, asks)
    guard self.isWanted != isWanted else { return }
    (self.isWanted, isOn, due) = (isWanted, isWanted, nil)
  }

  /// Turns sounds on or off. When on, the first is that of the present tap.
  mutating func toggle() {
    isOn.toggle()
    due = isOn ? .tap : nil
  }

  /// Restores the configured setting for the next visitor.
  mutating func reset() { (isOn, due) = (isWanted, nil) }

  /// Plays a sound, unless a more important one is due.
  mutating func play(_ cue: SoundCue) {
    guard isOn || cue == .question && asks, due != .error, cue != .attract || attracts else { return }
    if cue == .settle, due != nil { return }
    due = cue
  }

  /// Appends the sound that is due.
  mutating func update(into effects: inout [ShellEffect]) {
    if let due { effects.append(.play(due)) }
    due = nil
  }
}

extension Message {
  /// Whether the message reports a failure or an impossible action.
  var isError: Bool {
    switch self {
    case .startFailed, .endedBadly, .nothingToOpen, .unlimited, .restarting, .powerFailed, .notAvailable,
      .noPIN, .wrongPIN, .pinFailed, .notEdited, .unknownCode:
      true
    case .opening, .endedWithFault, .timeIsUp, .slow, .hung, .closed, .power, .stillThere, .announcement,
      .codeNeeded:
      false
    case .content(let news): news.isError
    }
  }
}

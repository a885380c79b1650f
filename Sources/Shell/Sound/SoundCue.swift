/// What is heard of what fingers and keys do.
public enum SoundCue: CaseIterable, Hashable, Sendable {
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

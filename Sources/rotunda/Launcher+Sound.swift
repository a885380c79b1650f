import Shell
import Sound

extension Tone {
  /// What is heard for something.
  init(_ cue: SoundCue) {
    self =
      switch cue {
      case .tap: .tap
      case .settle: .settle
      case .error: .error
      }
  }
}

/// Why a decoder did not decode a picture, other than for the picture's own sake.
public enum DecoderFailure: Error, Hashable, Sendable {
  /// None can be started; the system's words.
  case notStarted(reason: String)
  /// The kernel has no filters for what a process may do. Pictures from the network are not decoded then.
  case notConfined
  /// It took too long; the seconds that a picture has.
  case outOfTime(seconds: Int)
  /// A signal ended it.
  case killed(signal: Int32)
  /// It ended by itself.
  case ended
  /// It said what makes no sense.
  case brokenAnswer
  /// The launcher ends.
  case stopped

  /// A few words for the journal.
  public var message: String {
    switch self {
    case .notStarted(let reason): "no decoder can be started: \(reason)"
    case .notConfined: "this kernel cannot confine its decoder (seccomp), and it comes from the network"
    case .outOfTime(let seconds): "that takes longer than \(seconds) seconds"
    case .killed(let signal): "its decoder was ended by signal \(signal)"
    case .ended: "its decoder ended"
    case .brokenAnswer: "its decoder's answer makes no sense"
    case .stopped: "the launcher ends"
    }
  }
}

/// The copy of a bundle from a USB stick to the kiosk's disk, before anything reads it.
package enum BundleCopy: Hashable, Sendable {
  /// The reason why a bundle was not copied.
  package enum Refusal: String, CaseIterable, Hashable, Sendable {
    /// The PIN was not entered, or too long ago.
    case noRight = "no-right"
    /// Another bundle is copied or installed.
    case busy
    /// It is not a regular file, or is empty, or the stick is gone.
    case unreadable
    /// It is larger than `SignedBundle.sizeLimit`.
    case tooLarge = "too-large"
    /// The kiosk's disk is full or broken.
    case disk
    /// The service does not answer.
    case unanswered
  }

  /// Nothing is copied.
  case idle
  /// A part in percent is copied.
  case copying(percent: Int)
  /// The copy is on the disk, and the installation begins.
  case copied
  case refused(Refusal)

  package var isCopying: Bool { if case .copying = self { true } else { false } }
}

/// The end of a bundle's installation, for an operator at the screen.
package enum BundleOutcome: Hashable, Sendable {
  /// The bundle works, and stays.
  case kept
  /// The bundle was tried, and the one before is back.
  case failed
  /// The bundle was not tried, for a reason that lies in it or in the machine.
  case refused(BundleFault.Kind)
  /// The trial did not begin, or did not end. The bundle may be tried again.
  case postponed

  /// The largest file with an outcome, in bytes.
  package static let mostBytes = 64
  private static let refusedPrefix = "refused "

  /// The outcome as a file stores it: one line.
  package var text: String {
    switch self {
    case .kept: "kept\n"
    case .failed: "failed\n"
    case .refused(let kind): "\(Self.refusedPrefix)\(kind.rawValue)\n"
    case .postponed: "postponed\n"
    }
  }

  /// Reads the form of `text`. Returns nil for anything else.
  package init?(text: String) {
    switch text {
    case "kept\n": self = .kept
    case "failed\n": self = .failed
    case "postponed\n": self = .postponed
    default:
      guard text.hasPrefix(Self.refusedPrefix), text.hasSuffix("\n"),
        let kind = BundleFault.Kind(rawValue: String(text.dropFirst(Self.refusedPrefix.count).dropLast()))
      else { return nil }
      self = .refused(kind)
    }
  }
}

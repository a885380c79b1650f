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

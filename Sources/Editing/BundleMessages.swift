import Bundles
import Credentials

/// The launcher's request about a bundle on a USB stick: one message to the editor's service.
///
/// A line `bundle TICKET`, with the open file; or a line `bundle state`. The first run has no such request: a
/// kiosk takes a bundle from a stick only with the PIN.
package enum BundleCopyRequest: Hashable, Sendable {
  /// Copy the file whose descriptor comes with the message.
  case take(PINTicket)
  /// Report on the copy.
  case state

  private static let (prefix, stateWord) = ("bundle ", "state")

  /// Parses a message. Returns nil if it is not a valid request.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= 64, let text = String(validating: bytes, as: UTF8.self),
      text.hasPrefix(Self.prefix), text.hasSuffix("\n")
    else { return nil }
    let word = text.dropFirst(Self.prefix.count).dropLast()
    if word == Self.stateWord {
      self = .state
    } else {
      guard let ticket = PINTicket(word) else { return nil }
      self = .take(ticket)
    }
  }

  /// The encoded message. The caller wipes it.
  package var bytes: [UInt8] {
    switch self {
    case .take(let ticket): Array("\(Self.prefix)\(ticket.text)\n".utf8)
    case .state: Array("\(Self.prefix)\(Self.stateWord)\n".utf8)
    }
  }
}

extension BundleCopy {
  private static let (idleWord, copyingWord, copiedWord, refusedWord) = (
    "idle", "copying", "copied", "refused"
  )

  /// Parses an answer of the service: a word, and perhaps the part in percent or a reason. Returns nil if it
  /// is not valid.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= 64, let text = String(validating: bytes, as: UTF8.self) else { return nil }
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    switch (words[0], words.count) {
    case (Self.idleWord, 1): self = .idle
    case (Self.copiedWord, 1): self = .copied
    case (Self.copyingWord, 2):
      guard let percent = Int(words[1]), (0...100).contains(percent) else { return nil }
      self = .copying(percent: percent)
    case (Self.refusedWord, 2):
      guard let refusal = Refusal(rawValue: words[1]) else { return nil }
      self = .refused(refusal)
    default: return nil
    }
  }

  /// The encoded answer.
  package var bytes: [UInt8] {
    let text =
      switch self {
      case .idle: Self.idleWord
      case .copied: Self.copiedWord
      case .copying(let percent): "\(Self.copyingWord) \(percent)"
      case .refused(let refusal): "\(Self.refusedWord) \(refusal.rawValue)"
      }
    return Array(text.utf8)
  }
}

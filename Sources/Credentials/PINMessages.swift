import Configuration

/// A request from the launcher to the PIN service: one message with one line, without a line feed.
package enum PINRequest: Hashable, Sendable {
  /// Checks a PIN.
  case check(PIN)
  /// Checks the PIN of an operator who may change the configuration. The answer has a ticket.
  case operate(PIN)
  /// Asks for the delay until the next check.
  case wait
  /// Checks a PIN; if it is right, unlocks the launcher.
  case unlock(PIN)
  /// Locks the launcher, also after restarts, until the right PIN is entered.
  case lock
  /// Asks whether the launcher is locked.
  case isLocked
  /// Asks whether a ticket from a right PIN is valid.
  case redeem(PINTicket)
  /// Invalidates a ticket.
  case forget(PINTicket)

  /// The most bytes of a message.
  package static let mostBytes = 48
  private static let checkPrefix = "check "
  private static let (operatePrefix, unlockPrefix) = ("operate ", "unlock ")
  private static let (redeemPrefix, forgetPrefix) = ("redeem ", "forget ")

  /// Parses a message. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    if let plain = ["wait": PINRequest.wait, "lock": .lock, "locked": .isLocked][text] {
      self = plain
    } else if text.hasPrefix(Self.unlockPrefix),
      let pin = PIN(String(text.dropFirst(Self.unlockPrefix.count)))
    {
      self = .unlock(pin)
    } else if text.hasPrefix(Self.checkPrefix),
      let pin = PIN(String(text.dropFirst(Self.checkPrefix.count)))
    {
      self = .check(pin)
    } else if text.hasPrefix(Self.operatePrefix),
      let pin = PIN(String(text.dropFirst(Self.operatePrefix.count)))
    {
      self = .operate(pin)
    } else if text.hasPrefix(Self.redeemPrefix),
      let ticket = PINTicket(text.dropFirst(Self.redeemPrefix.count))
    {
      self = .redeem(ticket)
    } else if text.hasPrefix(Self.forgetPrefix),
      let ticket = PINTicket(text.dropFirst(Self.forgetPrefix.count))
    {
      self = .forget(ticket)
    } else {
      return nil
    }
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    switch self {
    case .check(let pin): Array((Self.checkPrefix + pin.digits).utf8)
    case .operate(let pin): Array((Self.operatePrefix + pin.digits).utf8)
    case .wait: Array("wait".utf8)
    case .unlock(let pin): Array((Self.unlockPrefix + pin.digits).utf8)
    case .lock: Array("lock".utf8)
    case .isLocked: Array("locked".utf8)
    case .redeem(let ticket): Array((Self.redeemPrefix + ticket.text).utf8)
    case .forget(let ticket): Array((Self.forgetPrefix + ticket.text).utf8)
    }
  }
}

/// The PIN service's answer about the lock.
package enum LockVerdict: Hashable, Sendable {
  case locked, open
  /// The service did not answer, or the lock was not saved.
  case failed(reason: String)

  /// Parses the answer in a message.
  package init(bytes: some Collection<UInt8>) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "locked": self = .locked
    case "open": self = .open
    default: self = .failed(reason: "the PIN service does not answer")
    }
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    switch self {
    case .locked: Array("locked".utf8)
    case .open: Array("open".utf8)
    case .failed: Array("failed".utf8)
    }
  }
}

/// The PIN service's answers as messages, with delays in milliseconds.
extension PINVerdict {
  /// The most bytes of a message.
  package static let mostBytes = 256
  /// The longest plausible delay in milliseconds: one day.
  private static let longestWait = 86_400_000

  /// Parses a message. Returns nil if it is invalid.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = words.count < 2 ? [] : words[1].split(separator: " ", omittingEmptySubsequences: false)
    switch (words[0], numbers.count) {
    case ("right", 0): self = .right
    // `PINTicket` parses the rest.
    case ("right", 1) where PINTicket(numbers[0]) != nil: self = .right
    case ("wrong", 2):
      guard let failures = FailedAttempts.count(in: numbers[0]), let wait = Self.seconds(numbers[1]) else {
        return nil
      }
      self = .wrong(failures: failures, wait: wait)
    case ("wait", 1):
      guard let wait = Self.seconds(numbers[0]) else { return nil }
      self = .early(wait: wait)
    case ("failed", 1...):
      self = .failed(reason: String(words[1].unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F }))
    default: return nil
    }
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    let text =
      switch self {
      case .right: "right"
      case .wrong(let failures, let wait): "wrong \(failures) \(Self.milliseconds(wait))"
      case .early(let wait): "wait \(Self.milliseconds(wait))"
      case .failed(let reason): "failed \(reason)"
      }
    return Array(text.utf8.prefix(Self.mostBytes))
  }

  private static func seconds(_ word: some StringProtocol) -> Double? {
    guard word.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(word),
      number <= longestWait
    else { return nil }
    return Double(number) / 1000
  }

  /// Converts to milliseconds, rounded up: a caller must not retry too early.
  private static func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded(.up)) }
}

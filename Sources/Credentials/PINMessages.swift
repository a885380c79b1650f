import Configuration

/// What the launcher asks of the PIN service: one message, of one line without its line feed.
package enum PINRequest: Hashable, Sendable {
  /// Whether this is the PIN.
  case check(PIN)
  /// How long it is until a PIN is checked.
  case wait
  /// Whether this is the PIN; if it is, the launcher is no longer locked.
  case unlock(PIN)
  /// The launcher is locked from now on, and for every start of it, until the PIN is entered.
  case lock
  /// Whether the launcher is locked.
  case isLocked
  /// Whether a ticket counts that came with a right PIN.
  case redeem(PINTicket)
  /// A ticket is no longer valid.
  case forget(PINTicket)

  /// A message has so many bytes at most.
  package static let mostBytes = 48
  private static let checkPrefix = "check "
  private static let unlockPrefix = "unlock "
  private static let (redeemPrefix, forgetPrefix) = ("redeem ", "forget ")

  /// The request in a message; nil when it is none.
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

  /// The message.
  package var bytes: [UInt8] {
    switch self {
    case .check(let pin): Array((Self.checkPrefix + pin.digits).utf8)
    case .wait: Array("wait".utf8)
    case .unlock(let pin): Array((Self.unlockPrefix + pin.digits).utf8)
    case .lock: Array("lock".utf8)
    case .isLocked: Array("locked".utf8)
    case .redeem(let ticket): Array((Self.redeemPrefix + ticket.text).utf8)
    case .forget(let ticket): Array((Self.forgetPrefix + ticket.text).utf8)
    }
  }
}

/// What the PIN service says of the lock.
package enum LockVerdict: Hashable, Sendable {
  case locked, open
  /// It does not answer, or the lock was not written down.
  case failed(reason: String)

  /// The answer in a message.
  package init(bytes: some Collection<UInt8>) {
    switch String(decoding: bytes, as: UTF8.self) {
    case "locked": self = .locked
    case "open": self = .open
    default: self = .failed(reason: "the PIN service does not answer")
    }
  }

  /// The message.
  package var bytes: [UInt8] {
    switch self {
    case .locked: Array("locked".utf8)
    case .open: Array("open".utf8)
    case .failed: Array("failed".utf8)
    }
  }
}

/// What the PIN service answers, as a message: waits in milliseconds.
extension PINVerdict {
  /// A message has so many bytes at most.
  package static let mostBytes = 256
  /// A service that says more is none, in milliseconds: a day.
  private static let longestWait = 86_400_000

  /// The answer in a message; nil when it is none.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let words = text.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    let numbers = words.count < 2 ? [] : words[1].split(separator: " ", omittingEmptySubsequences: false)
    switch (words[0], numbers.count) {
    case ("right", 0): self = .right
    // Other readers handle the rest.
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

  /// The message.
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

  /// Rounded up: no one is to come too early.
  private static func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded(.up)) }
}

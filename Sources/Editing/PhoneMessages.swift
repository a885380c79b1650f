import Credentials

/// The launcher's first message to the service: its right to save, and the language of its screen.
///
/// A line `start TICKET`, or `start first` in the first run, and a line with a language tag.
package struct PhoneOrder: Hashable, Sendable {
  /// The ticket of the PIN service; nil in the first run.
  package let ticket: PINTicket?
  package let language: String

  /// The largest message, in bytes.
  package static let mostBytes = 256
  private static let (start, first) = ("start ", "first")

  package init(ticket: PINTicket?, language: String) { (self.ticket, self.language) = (ticket, language) }

  /// Parses an order. Returns nil for anything else.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, lines[0].hasPrefix(Self.start) else { return nil }
    let right = lines[0].dropFirst(Self.start.count)
    if right == Self.first {
      ticket = nil
    } else if let ticket = PINTicket(right) {
      self.ticket = ticket
    } else {
      return nil
    }
    language = String(lines[1])
  }

  package var bytes: [UInt8] { Array("\(Self.start)\(ticket?.text ?? Self.first)\n\(language)".utf8) }
}

/// A report of the service to the launcher.
package enum PhoneReport: Hashable, Sendable {
  /// A phone can open the page within these seconds.
  case ready(link: String, address: String, digits: String, fingerprint: String, seconds: Int)
  /// A phone has opened it.
  case connected
  /// The configuration was saved.
  case saved
  /// A picture of the screen is wanted, into the descriptor that comes with this.
  case photograph
  /// The service ends.
  case ended(End)

  package enum End: String, Error, Hashable, Sendable {
    /// Time is over, or the phone has left.
    case over, left
    /// The PIN was entered too long ago.
    case noRight = "no-right"
    /// The machine is in no private network.
    case noNetwork = "no-network"
    case failed
  }

  /// The largest message, in bytes.
  package static let mostBytes = 1024

  /// Parses a report. Returns nil for anything else.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    switch (lines.first ?? "", lines.count) {
    case ("ready", 6):
      guard let seconds = Int(lines[5]), (0...86_400).contains(seconds) else { return nil }
      self = .ready(
        link: lines[1], address: lines[2], digits: lines[3], fingerprint: lines[4], seconds: seconds)
    case ("connected", 1): self = .connected
    case ("saved", 1): self = .saved
    case ("photograph", 1): self = .photograph
    case ("ended", 2):
      guard let end = End(rawValue: lines[1]) else { return nil }
      self = .ended(end)
    default: return nil
    }
  }

  package var bytes: [UInt8] {
    let lines: [String] =
      switch self {
      case .ready(let link, let address, let digits, let fingerprint, let seconds):
        ["ready", link, address, digits, fingerprint, "\(seconds)"]
      case .connected: ["connected"]
      case .saved: ["saved"]
      case .photograph: ["photograph"]
      case .ended(let end): ["ended", end.rawValue]
      }
    return Array(lines.joined(separator: "\n").utf8)
  }
}

/// The socket of the service.
package enum PhoneServicePlace {
  /// The variable with the path of the service's socket. The kiosk's unit sets it; it is of the family that
  /// programs do not inherit.
  package static let variable = "ROTUNDA_SESSION_SETUP_WEB_SOCKET"
  /// The user as whom it runs.
  package static let user = "rotunda-setup-web"
  /// The name of its socket: `FileDescriptorName=` of the socket's unit.
  package static let socketName = "rotunda-setup-web"
  /// The most seconds for which it runs: with a ticket, it ends before the ticket.
  package static let lifetime = 900.0
}

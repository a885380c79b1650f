import Configuration
import Credentials

/// The launcher's request to the editor's service: one message with the whole edited file.
///
/// The first line is `save TICKET`, or `save first` in the first run. The next is `base VERSION`. In the
/// first run a line `pin DIGITS` can follow. Then come an empty line and the file. A message with `check` in
/// the place of `save` has neither a version nor a file, and nothing is saved.
package struct EditorRequest: Hashable, Sendable {
  /// The ticket of the PIN service; nil in the first run.
  package var ticket: PINTicket?
  /// The version of the file that was changed; nil if the request only asks for the right to save.
  package let base: EditedVersion?
  /// A new PIN for the kiosk; only in the first run.
  package var newPIN: PIN?
  package var file: [UInt8]

  package init(ticket: PINTicket? = nil, base: EditedVersion, newPIN: PIN? = nil, file: [UInt8]) {
    (self.ticket, self.base, self.newPIN, self.file) = (ticket, base, newPIN, file)
  }

  /// Asks whether a ticket, or the first run, gives the right to save.
  package init(checking ticket: PINTicket?) { (self.ticket, base, newPIN, file) = (ticket, nil, nil, []) }

  /// The maximum size of a message in bytes.
  package static let mostBytes = EditedFile.sizeLimit + 128
  private static let (save, check, first, pin) = ("save ", "check ", "first", "pin ")
  private static let versionPrefix = "base "
  private static let lineFeed = UInt8(ascii: "\n")

  /// Parses a message. Returns nil if it is not a valid request.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes else { return nil }
    var rest = Array(bytes)[...]
    guard let line = Self.takeLine(&rest) else { return nil }
    let isCheck = line.hasPrefix(Self.check)
    guard isCheck || line.hasPrefix(Self.save) else { return nil }
    let right = line.dropFirst((isCheck ? Self.check : Self.save).count)
    if right != Self.first {
      guard let ticket = PINTicket(right) else { return nil }
      self.ticket = ticket
    } else {
      ticket = nil
    }
    guard var next = Self.takeLine(&rest) else { return nil }
    if isCheck {
      base = nil
    } else {
      guard next.hasPrefix(Self.versionPrefix),
        let base = EditedVersion(next.dropFirst(Self.versionPrefix.count)), let end = Self.takeLine(&rest)
      else { return nil }
      (self.base, next) = (base, end)
    }
    if next.hasPrefix(Self.pin), ticket == nil {
      guard let digits = PIN(String(next.dropFirst(Self.pin.count))), let end = Self.takeLine(&rest) else {
        return nil
      }
      (newPIN, next) = (digits, end)
    }
    guard next.isEmpty, rest.count <= (isCheck ? 0 : EditedFile.sizeLimit), !(isCheck && newPIN != nil)
    else { return nil }
    file = Array(rest)
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    var lines = (base == nil ? Self.check : Self.save) + (ticket?.text ?? Self.first) + "\n"
    if let base { lines += Self.versionPrefix + base.text + "\n" }
    if let newPIN { lines += Self.pin + newPIN.digits + "\n" }
    return Array((lines + "\n").utf8) + file
  }

  private static func takeLine(_ rest: inout ArraySlice<UInt8>) -> String? {
    // The longest line contains a ticket.
    guard let end = rest.prefix(64).firstIndex(of: lineFeed) else { return nil }
    defer { rest = rest[(end + 1)...] }
    return String(validating: rest[..<end], as: UTF8.self)
  }
}

/// The answer of the editor's service.
package enum EditorAnswer: Hashable, Sendable {
  case saved
  /// The caller has the right to save for this number of seconds; nil for as long as the first run lasts.
  case allowed(seconds: Int?)
  case refused(SaveRefusal)

  /// The maximum size of a message in bytes.
  package static let mostBytes = 16 << 10
  /// The maximum size of a field in bytes.
  private static let mostFieldBytes = 2048
  private static let separator = "\u{1F}"

  /// Parses a message. Returns nil if it is not a valid answer.
  package init?(bytes: some Collection<UInt8>) {
    guard bytes.count <= Self.mostBytes, let text = String(validating: bytes, as: UTF8.self) else {
      return nil
    }
    var fields = text.split(separator: Self.separator, omittingEmptySubsequences: false).map(String.init)
    switch (fields.removeFirst(), fields.count) {
    case ("saved", 0): self = .saved
    case ("allowed", 0): self = .allowed(seconds: nil)
    case ("allowed", 1):
      guard let seconds = Int(fields[0]), seconds >= 0 else { return nil }
      self = .allowed(seconds: seconds)
    case ("no right", 0): self = .refused(.noRight)
    case ("outdated", 0): self = .refused(.outdated(lost: 0))
    case ("failed", 1): self = .refused(.failed(reason: fields[0]))
    case ("invalid", 6):
      let optional = { (text: String) in text.isEmpty ? nil : text }
      self = .refused(
        .invalid(
          Diagnostic(
            .error, file: fields[0], line: Int(fields[1]), column: Int(fields[2]), key: optional(fields[3]),
            message: fields[4], suggestion: optional(fields[5]))))
    default: return nil
    }
  }

  /// The encoded message.
  package var bytes: [UInt8] {
    let fields: [String] =
      switch self {
      case .saved: ["saved"]
      case .allowed(let seconds): ["allowed"] + (seconds.map { ["\($0)"] } ?? [])
      case .refused(.noRight): ["no right"]
      case .refused(.outdated): ["outdated"]
      case .refused(.failed(let reason)): ["failed", reason]
      case .refused(.invalid(let error)):
        [
          "invalid", error.file, error.line.map { "\($0)" } ?? "", error.column.map { "\($0)" } ?? "",
          error.key ?? "", error.message, error.suggestion ?? "",
        ]
      }
    return Array(fields.map(Self.plain).joined(separator: Self.separator).utf8)
  }

  /// Removes control characters and truncates a field.
  private static func plain(_ text: String) -> String {
    var plain = ""
    for scalar in text.unicodeScalars where scalar.value >= 0x20 && scalar.value != 0x7F {
      guard plain.utf8.count + 4 <= mostFieldBytes else { break }
      plain.unicodeScalars.append(scalar)
    }
    return plain
  }
}

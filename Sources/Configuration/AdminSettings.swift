/// The `[admin]` section: how operators get access to a kiosk.
package struct AdminSettings: Hashable, Sendable {
  package var pin = PINSetting.none
  /// The file that should contain the PIN's hash; nil if the configuration names none.
  package var pinFile: String?
  /// The corner that operators press to get the PIN pad; nil for none.
  package var corner: ScreenCorner? = .topLeft
  /// The number of presses; within `pressesRange`.
  package var presses = 5
  /// Seconds in which the presses must happen; within `timeRange`.
  package var time = 3.0
  /// Whether the digits of the PIN pad change places every time.
  package var shufflesDigits = false
  /// Whether the system's page is available without a PIN.
  package var showsPageWithoutPIN = false
  /// Whether the system's page offers a login on the console.
  package var allowsConsole = false

  /// Fewer presses happen by accident. People miscount more.
  package static let pressesRange = 3...20
  /// A shorter time is too short to press. In a longer time visitors can press the corner by chance.
  package static let timeRange = 0.5...30.0

  package init() {}
}

package enum PINSetting: Hashable, Sendable {
  case none
  /// The hash that a PIN must match.
  case hash(PINHash)
  /// The PIN service knows the hash. This process may not read it.
  case service
  /// A PIN is configured, but its hash is unknown. Everything that needs the PIN stays closed.
  case unknown
}

package enum ScreenCorner: String, CaseIterable, Hashable, Sendable {
  case topLeft = "top-left"
  case topRight = "top-right"
  case bottomLeft = "bottom-left"
  case bottomRight = "bottom-right"
}

// MARK: Keys

extension AdminSettings: SectionSettings {
  package static let section = ConfigurationSection.admin
  package static var standard: AdminSettings { AdminSettings() }

  /// The word for no corner.
  private static let noCorner = "none"

  package static let fields: [SettingField<AdminSettings>] = [
    SettingField(
      "pin-file", .file, \.pinFile, level: .basic, otherwise: "there is no PIN", example: "\"pin\"",
      """
      The file with the hash of the PIN. The path is absolute, below the home directory (~/), or relative to
      the configuration file. On a kiosk use /etc/rotunda/pin. "rotunda set-pin" writes it, and only root
      and rotunda-pin.service can read it. That service then checks PINs. The launcher checks PINs against
      any other file, as "rotunda hash-pin" writes it. Such a file must belong to root or to the launcher's
      user. Programs of that user can read it.
      """),
    SettingField(
      "corner", .choice(ScreenCorner.allCases.map(\.rawValue) + [noCorner]),
      """
      The corner that staff press several times to enter the PIN, and then to open the system page. Over a
      program it works where the launcher sees touches beside the compositor (global-touch). Elsewhere go
      home first. Elements in that corner receive the presses, too.
      """,
      read: { .word($0.corner?.rawValue ?? noCorner) },
      write: { settings, value in
        if case .word(let word) = value { settings.corner = ScreenCorner(rawValue: word) }
      }),
    SettingField(
      "presses", .integer(pressesRange), \.presses,
      "The number of presses in a row, each in that corner."),
    SettingField(
      "within", .duration(timeRange), \.time,
      "The longest time from the first press to the last."),
    SettingField(
      "shuffle-digits", .boolean, \.shufflesDigits,
      """
      Whether the digits of the PIN pad change their order each time. Then neither a glance nor the traces
      of fingers reveal the PIN.
      """),
    SettingField(
      "page-without-pin", .boolean, \.showsPageWithoutPIN,
      """
      Whether everyone can open the system page if no PIN is set. It then only shows its report, reloads the
      configuration, and tests the touchscreen.
      """),
    SettingField(
      "console", .boolean, \.allowsConsole,
      """
      Whether the system page can leave the kiosk for a login on the console, after the PIN. The unit must
      allow it, too: ROTUNDA_CONSOLE=yes in /etc/default/rotunda. Start rotunda.service or the machine to
      return to the kiosk.
      """),
  ]
}

/// The yescrypt hash of a PIN, as crypt(5) writes it.
package struct PINHash: Hashable, Sendable {
  package let text: String

  /// The prefix of yescrypt hashes in crypt(5).
  package static let mark = "$y$"
  /// The longest hash of crypt(5), in bytes: CRYPT_OUTPUT_SIZE of crypt.h without its NUL.
  private static let longest = 383

  /// Parses a hash as crypt(5) writes it: `$y$parameters$salt$hash`. Returns nil for any other text.
  package init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longest, text.hasPrefix(Self.mark), parts.count == 5,
      parts.dropFirst(2).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isInAlphabet) })
    else { return nil }
    self.text = text
  }

  /// The number of bytes to read of a hash file. It is more than a hash needs, to detect and report mistakes.
  package static let mostFileBytes = 4096

  /// Parses a file that contains one line with a hash. Returns nil for any other content.
  package init?(file bytes: [UInt8]) {
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    guard lines.count == 1, let line = String(validating: lines[0], as: UTF8.self) else { return nil }
    self.init(line)
  }

  /// Reports whether a byte is in crypt(5)'s alphabet: `./0-9A-Za-z`.
  private static func isInAlphabet(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// A PIN: `shortest` to `longest` digits.
package struct PIN: Hashable, Sendable {
  package let digits: String

  /// With fewer digits someone could try all PINs.
  package static let shortest = 4
  /// People do not remember more digits.
  package static let longest = 12

  package init?(_ digits: String) {
    guard (Self.shortest...Self.longest).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.digits = digits
  }
}

extension PIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Contains no digits, which must not appear in a journal.
  package var description: String { "PIN" }
  package var debugDescription: String { "PIN" }
  package var customMirror: Mirror { Mirror(self, children: []) }
}

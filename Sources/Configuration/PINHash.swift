/// What is kept of a PIN: its yescrypt hash, as crypt(5) writes it.
public struct PINHash: Hashable, Sendable {
  /// `$y$`, parameters, salt and hash.
  public let text: String

  /// How crypt(5) marks yescrypt.
  public static let mark = "$y$"
  /// The longest that crypt(5) makes: CRYPT_OUTPUT_SIZE of crypt.h, with its NUL.
  private static let longest = 383

  /// A hash as crypt(5) writes it: `$y$parameters$salt$hash`; nil for anything else.
  public init?(_ text: String) {
    let parts = text.split(separator: "$", omittingEmptySubsequences: false)
    guard text.utf8.count <= Self.longest, text.hasPrefix(Self.mark), parts.count == 5,
      parts.dropFirst(2).allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(Self.isInAlphabet) })
    else { return nil }
    self.text = text
  }

  /// `./0-9A-Za-z`.
  private static func isInAlphabet(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
      true
    default: false
    }
  }
}

/// A PIN: digits, as few as `shortest` and as many as `longest`.
public struct PIN: Hashable, Sendable {
  /// Its digits, as text.
  public let digits: String

  /// Fewer can be tried through.
  public static let shortest = 4
  /// More nobody remembers.
  public static let longest = 12

  /// A PIN; nil for what is none.
  public init?(_ digits: String) {
    guard (Self.shortest...Self.longest).contains(digits.utf8.count),
      digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { return nil }
    self.digits = digits
  }
}

extension PIN: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// Nothing: it must not get into any journal.
  public var description: String { "PIN" }
  /// Nothing.
  public var debugDescription: String { "PIN" }
  /// Nothing.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

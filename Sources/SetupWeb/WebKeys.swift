/// The keys of the page: the token of the QR code, and the same right as six digits. Either of them opens the
/// one session.
///
/// Pure: time comes in. Only the digits can be guessed, so only they wait after wrong attempts.
struct WebKeys {
  /// The answer to an attempt.
  enum Answer: Equatable {
    /// The session's secret.
    case opened(String)
    case wrong
    /// The service does not compare digits for these seconds.
    case wait(seconds: Double)
    /// Another browser has the session.
    case taken
  }

  /// 128 random bits, in hexadecimal digits.
  let token: String
  /// Six decimal digits.
  let digits: String
  private var session: String?
  private var wrong = 0
  private var waitEnds = -Double.infinity

  /// The wrong attempts after which each waits.
  static let freeAttempts = 5
  /// Seconds that each attempt waits after that. In a quarter of an hour, 20 of a million numbers can be
  /// tried.
  static let wait = 60.0

  /// Creates keys from the kernel's random numbers.
  init() {
    var random = SystemRandomNumberGenerator()
    token = Self.secret(&random)
    let number = String(Int.random(in: 0..<1_000_000, using: &random))
    digits = String(repeating: "0", count: 6 - number.utf8.count) + number
  }

  private static func secret(_ random: inout SystemRandomNumberGenerator) -> String {
    (0..<16).map { _ in
      let digits = String(UInt8.random(in: .min ... .max, using: &random), radix: 16)
      return digits.utf8.count < 2 ? "0" + digits : digits
    }.joined()
  }

  /// Whether a browser has opened the session.
  var isTaken: Bool { session != nil }

  /// Compares what was entered, at a time in seconds. Blanks and dashes between digits do not count.
  mutating func enter(_ text: String, at time: Double) -> Answer {
    let entered = String(text.prefix(64).filter { !$0.isWhitespace && $0 != "-" })
    let isToken = Self.isSame(entered, token)
    if !isToken, time < waitEnds { return .wait(seconds: waitEnds - time) }
    guard isToken || Self.isSame(entered, digits) else {
      wrong += 1
      if wrong >= Self.freeAttempts { waitEnds = time + Self.wait }
      return .wrong
    }
    guard session == nil else { return .taken }
    var random = SystemRandomNumberGenerator()
    let secret = Self.secret(&random)
    session = secret
    return .opened(secret)
  }

  /// Whether a browser's cookie is that of the session.
  func admits(_ cookie: String) -> Bool { session.map { Self.isSame($0, cookie) } ?? false }

  /// Compares two texts. Takes the same time wherever they begin to differ.
  private static func isSame(_ one: String, _ other: String) -> Bool {
    let (one, other) = (Array(one.utf8), Array(other.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}

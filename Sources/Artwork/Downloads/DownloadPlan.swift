/// What is to be fetched when: an address is tried again after a while, which doubles with every failure.
struct DownloadPlan: Sendable {
  /// The first wait after a failure, in seconds.
  static let firstWait = 5.0
  /// The longest, in seconds: who repairs a network does not want to wait longer.
  static let longestWait = 900.0
  /// How old a picture gets before it is asked for again, in seconds.
  static let freshFor = 3600

  private struct Attempt {
    var due: Double
    var failures = 0
    /// Attempts that are due together are made in the order of the requests.
    let order: Int
  }

  private var attempts: [String: Attempt] = [:]
  private var nextOrder = 0

  /// Wants an address, at once unless an attempt is planned already.
  mutating func want(_ address: String, at now: Double) {
    guard attempts[address] == nil else { return }
    attempts[address] = Attempt(due: now, order: nextOrder)
    nextOrder += 1
  }

  /// The address whose attempt is due first.
  func next(at now: Double) -> String? {
    let due = attempts.filter { $0.value.due <= now }
    return due.min { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) }?.key
  }

  /// When the next attempt is due.
  var due: Double? { attempts.values.map(\.due).min() }

  /// It was fetched, or is as it was.
  mutating func succeeded(_ address: String) { attempts[address] = nil }

  /// It was not; returns in how many seconds it is tried again.
  mutating func failed(_ address: String, at now: Double) -> Double {
    guard var attempt = attempts[address] else { return Self.firstWait }
    let wait = min(Self.longestWait, Self.firstWait * Double(1 << min(attempt.failures, 20)))
    attempt.failures += 1
    attempt.due = now + wait
    attempts[address] = attempt
    return wait
  }
}

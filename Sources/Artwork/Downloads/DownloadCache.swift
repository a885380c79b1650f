import Glibc

/// Pictures from the network, as files: the last good one of each address.
struct DownloadCache: Sendable {
  /// Where they lie; it is made when the first one comes.
  let directory: String

  /// Where the picture of an address lies, if it has been fetched.
  func file(of address: String) -> String { "\(directory)/\(Self.name(of: address))" }

  /// Where it is written to, until it is there in whole.
  func unfinishedFile(of address: String) -> String { file(of: address) + ".part" }

  /// When the picture of an address was fetched or last found to be the same, in seconds since 1970; nil when
  /// there is none.
  func age(of address: String, at now: Int) -> Int? {
    var status = stat()
    guard stat(file(of: address), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(0, now - status.st_mtim.tv_sec)
  }

  /// The file of a new picture, open for writing; nil with errno when there can be none.
  func create(_ address: String) -> Int32? {
    makeDirectory()
    let file = open(
      unfinishedFile(of: address), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    return file < 0 ? nil : file
  }

  /// What was written takes the place of the picture before it; false with errno where that fails.
  func finish(_ address: String) -> Bool { rename(unfinishedFile(of: address), file(of: address)) == 0 }

  /// What was written is of no use.
  func discard(_ address: String) { unlink(unfinishedFile(of: address)) }

  /// The picture is as good as one that was fetched just now.
  func refresh(_ address: String) { utimensat(AT_FDCWD, file(of: address), nil, 0) }

  private func makeDirectory() {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }

  /// 128 bits of the address in hexadecimal: FNV-1a (Fowler, Noll and Vo) over it, and over it backwards.
  static func name(of address: String) -> String {
    hash(Array(address.utf8)) + hash(address.utf8.reversed())
  }

  private static func hash(_ bytes: [UInt8]) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in bytes { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

/// What is to be fetched when: an address is tried again after a while, which doubles with every failure.
struct DownloadPlan: Sendable {
  /// The first wait after a failure, in seconds.
  private static let firstWait = 5.0
  /// The longest, in seconds: who repairs a network does not want to wait longer.
  private static let longestWait = 900.0
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

  var due: Double? { attempts.values.map(\.due).min() }

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

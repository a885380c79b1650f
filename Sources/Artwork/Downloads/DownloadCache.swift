import Glibc
import Hashing

/// A cache of pictures from the network: the last valid picture of each address, as a file.
struct DownloadCache: Sendable {
  /// The directory of the files. It is created with the first picture.
  let directory: String

  /// Returns the path for the picture of an address, which may not exist yet.
  func file(of address: String) -> String { "\(directory)/\(Self.name(of: address))" }

  /// Returns the path for a picture until it is complete.
  func unfinishedFile(of address: String) -> String { file(of: address) + ".part" }

  /// Returns the seconds since the picture of an address was fetched or last found unchanged; nil if it does
  /// not exist. `now` is in seconds since 1970.
  func age(of address: String, at now: Int) -> Int? {
    var status = stat()
    guard stat(file(of: address), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return max(0, now - status.st_mtim.tv_sec)
  }

  /// Creates the file of a new picture, open for writing. Returns nil and sets errno if that fails.
  func create(_ address: String) -> Int32? {
    makeDirectory()
    let file = open(
      unfinishedFile(of: address), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    return file < 0 ? nil : file
  }

  /// Replaces the previous picture with the new one. Returns false and sets errno if that fails.
  func finish(_ address: String) -> Bool { rename(unfinishedFile(of: address), file(of: address)) == 0 }

  /// Deletes an incomplete or invalid picture.
  func discard(_ address: String) { unlink(unfinishedFile(of: address)) }

  /// Marks the picture as fetched just now.
  func refresh(_ address: String) { utimensat(AT_FDCWD, file(of: address), nil, 0) }

  private func makeDirectory() {
    var path = ""
    for part in directory.split(separator: "/") {
      path += "/\(part)"
      mkdir(path, 0o700)
    }
  }

  /// Returns 128 bits of the address in hexadecimal: FNV-1a of the address, and of the reversed address.
  static func name(of address: String) -> String {
    FNV1a(address.utf8).hexadecimal + FNV1a(address.utf8.reversed()).hexadecimal
  }
}

/// The schedule of downloads. A failed address is tried again after a delay, which doubles with every
/// failure.
struct DownloadPlan: Sendable {
  /// The delay after the first failure, in seconds.
  private static let firstWait = 5.0
  /// The longest delay, in seconds. After the repair of a network, operators do not want to wait longer.
  private static let longestWait = 900.0
  /// The age at which a picture is requested again, in seconds.
  static let freshFor = 3600

  private struct Attempt {
    var due: Double
    var failures = 0
    /// Attempts that are due at the same time are made in the order of the requests.
    let order: Int
  }

  private var attempts: [String: Attempt] = [:]
  private var nextOrder = 0

  /// Schedules an address, immediately unless an attempt is already planned.
  mutating func want(_ address: String, at now: Double) {
    guard attempts[address] == nil else { return }
    attempts[address] = Attempt(due: now, order: nextOrder)
    nextOrder += 1
  }

  /// Returns the address with the earliest due attempt.
  func next(at now: Double) -> String? {
    let due = attempts.filter { $0.value.due <= now }
    return due.min { ($0.value.due, $0.value.order) < ($1.value.due, $1.value.order) }?.key
  }

  var due: Double? { attempts.values.map(\.due).min() }

  mutating func succeeded(_ address: String) { attempts[address] = nil }

  /// Records a failure. Returns the seconds until the next attempt.
  mutating func failed(_ address: String, at now: Double) -> Double {
    guard var attempt = attempts[address] else { return Self.firstWait }
    let wait = min(Self.longestWait, Self.firstWait * Double(1 << min(attempt.failures, 20)))
    attempt.failures += 1
    attempt.due = now + wait
    attempts[address] = attempt
    return wait
  }
}

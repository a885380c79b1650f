import Glibc

/// A hyphenation dictionary in the file format of libhyphen.
///
/// libhyphen needs most of a second and 30 MB to read the whole German dictionary. It looks up every end of
/// 280 000 states in a table of a fixed size. A word needs only a few dozen of those patterns. Therefore the
/// library gets only these, which takes less than a millisecond. It gets only valid patterns, because a
/// damaged file must do no harm.
struct HyphenPatterns {
  /// The largest file that is read. The German one has 1.1 MB.
  static let mostBytes = 8 << 20
  /// libhyphen reads lines of up to a hundred bytes.
  private static let longestLine = 90
  /// The largest number of patterns for a word. German words of forty letters have fifty.
  private static let mostPatterns = 2000
  /// The longest name of a file's encoding, in bytes.
  private static let longestName = 19
  /// Lines that are not patterns. Each is followed by a number.
  private static let settings = [
    "LEFTHYPHENMIN", "RIGHTHYPHENMIN", "COMPOUNDLEFTHYPHENMIN", "COMPOUNDRIGHTHYPHENMIN",
  ].map { Array($0.utf8) }
  /// Separates the patterns of compound parts from those of syllables.
  private static let nextLevel = Array("NEXTLEVEL".utf8)

  /// The file's encoding: `UTF-8`, `ISO8859-1`.
  let encoding: String
  private let bytes: [UInt8]

  /// Reads a file; nil if it does not exist or is not a dictionary.
  init?(path: String) {
    guard let bytes = Self.read(path) else { return nil }
    self.init(bytes)
  }

  init?(_ bytes: [UInt8]) {
    let name = bytes.prefix(Self.longestName + 1).prefix { !$0.isEndOfLine }
    guard (3...Self.longestName).contains(name.count), name.allSatisfy(\.isInName) else { return nil }
    encoding = String(decoding: name, as: UTF8.self)
    self.bytes = bytes
  }

  private static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...mostBytes).contains(Int(status.st_size))
    else { return nil }
    let size = Int(status.st_size)
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = Glibc.read(file, buffer.baseAddress?.advanced(by: count), size - count)
        if got < 0 && errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
  }

  /// Returns the lines of the file that matter to a word in the file's encoding.
  func excerpt(for word: [UInt8]) -> [UInt8] {
    var result = Array(encoding.utf8) + [UInt8.newline]
    var finder = PatternFinder(word, longest: Self.longestLine)
    var left = Self.mostPatterns
    bytes.withUnsafeBufferPointer { file in
      guard let base = file.baseAddress else { return }
      var start = 0
      while start < file.count, left > 0 {
        let found = memchr(base + start, Int32(UInt8.newline), file.count - start)
        let end = found.map { UnsafeRawPointer($0) - UnsafeRawPointer(base) } ?? file.count
        var line = UnsafeBufferPointer(start: base + start, count: end - start)
        start = end + 1
        if line.last == .carriageReturn { line = UnsafeBufferPointer(rebasing: line.dropLast()) }
        if finder.isPattern(line) {
          Self.append(line, to: &result)
        } else if Self.isSetting(line) {
          result += Array(line) + [.newline]
        } else {
          continue
        }
        left -= 1
      }
    }
    return result
  }

  private static func isSetting(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = line.first, first >= 0x41, first <= 0x5A else { return false }
    if line.elementsEqual(nextLevel) { return true }
    let parts = line.split(separator: 0x20, omittingEmptySubsequences: false)
    return parts.count == 2 && settings.contains { $0.elementsEqual(parts[0]) }
      && (1...2).contains(parts[1].count) && parts[1].allSatisfy(\.isDigit)
  }

  /// Appends a pattern. A pattern that changes the spelling at a break would be wrong here, so it forbids
  /// that break.
  private static func append(_ line: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]) {
    let pattern = line.prefix { $0 != .slash }
    let isRespelling = pattern.count < line.count
    for byte in pattern {
      let isOdd = byte.isDigit && byte & 1 == 1
      result.append(isRespelling && isOdd ? (byte == 0x39 ? 0x38 : byte + 1) : byte)
    }
    result.append(.newline)
  }
}

/// Finds the lines of a dictionary whose letters occur in a word. It scans a million bytes for each word.
private struct PatternFinder {
  private enum Kind { case foreign, letter, mark, end }

  /// The kind of each byte, for this word: a letter of the word, a digit, or a point. A point marks the end
  /// of a word or of a part of a compound.
  private var kinds = [Kind](repeating: .foreign, count: 256)
  /// With a trailing zero.
  private let word: [CChar]
  private var letters: [CChar]
  private let longest: Int

  init(_ word: [UInt8], longest: Int) {
    self.longest = longest
    self.word = word.map { CChar(bitPattern: $0) } + [0]
    letters = Array(repeating: 0, count: longest + 1)
    for byte in word { kinds[Int(byte)] = .letter }
    for digit in UInt8.digits { kinds[Int(digit)] = .mark }
    kinds[Int(UInt8.point)] = .mark
    kinds[Int(UInt8.slash)] = .end
    kinds[0] = .foreign
  }

  mutating func isPattern(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    guard line.count <= longest else { return false }
    var count = 0
    loop: for byte in line {
      switch kinds[Int(byte)] {
      case .foreign: return false
      case .letter:
        letters[count] = CChar(bitPattern: byte)
        count += 1
      case .mark: break
      case .end: break loop
      }
    }
    letters[count] = 0
    return count > 0 && strstr(word, letters) != nil
  }
}

extension UInt8 {
  fileprivate static let newline: UInt8 = 0x0A
  fileprivate static let carriageReturn: UInt8 = 0x0D
  fileprivate static let point: UInt8 = 0x2E
  fileprivate static let slash: UInt8 = 0x2F
  fileprivate var isEndOfLine: Bool { self == .newline || self == .carriageReturn }
  fileprivate static let digits: ClosedRange<UInt8> = 0x30...0x39
  fileprivate var isDigit: Bool { Self.digits.contains(self) }
  /// Whether a byte occurs in names of encodings.
  fileprivate var isInName: Bool {
    isDigit || (self | 0x20 >= 0x61 && self | 0x20 <= 0x7A) || self == 0x2D || self == 0x5F
  }
}

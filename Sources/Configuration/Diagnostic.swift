/// A problem in a configuration file that its operator should know.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    case error
    /// The configuration applies, but may not have the intended effect.
    case warning
  }

  package var severity: Severity
  package var file: String
  /// The line, from 1; nil for the whole file.
  package var line: Int?
  /// The column in characters (Unicode scalars), from 1; nil for the whole file.
  package var column: Int?
  /// The dotted name of the key, such as `tile.icon` for a key of any `[[tile]]`; nil if the problem is not
  /// in a key.
  package var key: String?
  /// The problem, in one sentence without a full stop.
  package var message: String
  /// The word that was probably meant.
  package var suggestion: String?

  package init(
    _ severity: Severity, file: String, line: Int? = nil, column: Int? = nil, key: String? = nil,
    message: String,
    suggestion: String? = nil
  ) {
    self.severity = severity
    self.file = file
    self.line = line
    self.column = column
    self.key = key
    self.message = message
    self.suggestion = suggestion
  }
}

extension Diagnostic {
  /// The location: `path:line:column`, without the parts that are missing.
  package var place: String {
    guard let line else { return file }
    return "\(file):\(line)" + (column.map { ":\($0)" } ?? "")
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `path:line:column: error: key: message, did you mean 'suggestion'?`, without the parts that are missing.
  package var description: String {
    let subject = key.map { "\($0): " } ?? ""
    let hint = suggestion.map { ", did you mean '\($0)'?" } ?? ""
    return "\(place): \(severity.rawValue): \(subject)\(message)\(hint)"
  }
}

extension Diagnostic: Comparable {
  /// Orders by file, then by position. Problems of a whole file come first.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
    if left.column != right.column { return (left.column ?? 0) < (right.column ?? 0) }
    return left.message < right.message
  }
}

/// Finds the word that was probably meant by a misspelled one.
package enum Spelling {
  /// The longest word to compare: the distance table grows with the square of the length.
  private static let longest = 64

  /// Returns the candidate nearest to `word`; nil if none is near enough.
  ///
  /// Near is a distance of at most a third of the word's length, and at least 1. Case and the difference
  /// between dash and underscore do not count. Of equally near candidates the first wins.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = folded(word)
    guard !letters.isEmpty, letters.count <= longest else { return nil }
    let limit = max(1, letters.count / 3)
    var best: (distance: Int, candidate: String)?
    for candidate in candidates {
      let other = folded(candidate)
      guard abs(other.count - letters.count) <= limit else { continue }
      let distance = distance(letters, other)
      if distance <= limit, distance < best?.distance ?? .max { best = (distance, candidate) }
    }
    return best?.candidate
  }

  /// Returns the number of insertions, removals, replacements and swaps of neighbors that turn one word into
  /// the other. It is the optimal string alignment distance of Damerau and Levenshtein.
  package static func distance(_ left: String, _ right: String) -> Int {
    distance(Array(left.unicodeScalars), Array(right.unicodeScalars))
  }

  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row] + [Int](repeating: 0, count: right.count)
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
          current[column] = min(current[column], beforeLast[column - 2] + 1)
        }
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    word.lowercased().unicodeScalars.map { $0 == "_" ? "-" : $0 }
  }
}

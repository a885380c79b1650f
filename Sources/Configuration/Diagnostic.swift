/// Something about a configuration file that its operator should know.
package struct Diagnostic: Error, Hashable, Sendable {
  package enum Severity: String, Hashable, Sendable {
    case error
    /// Everything is used, but it may not do what was meant.
    case warning
  }

  package var severity: Severity
  package var file: String
  /// The line, from 1; nil when the whole file is meant.
  package var line: Int?
  /// The column in characters (Unicode scalars), from 1; nil when the whole file is meant.
  package var column: Int?
  /// The dotted name of the key, `tile.icon` for one in any `[[tile]]`; nil when no key is meant.
  package var key: String?
  /// What is wrong, one sentence without a full stop.
  package var message: String
  /// What may have been meant.
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
  /// Where it is: `path:line:column`, without the parts that are missing.
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
  /// By file, then by place in it; what concerns a whole file comes first.
  package static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
    if left.column != right.column { return (left.column ?? 0) < (right.column ?? 0) }
    return left.message < right.message
  }
}

/// Finds what may have been meant by a misspelled word.
package enum Spelling {
  /// Longer words are not compared: the table of distances grows with the square.
  private static let longest = 64

  /// The candidate that is nearest to `word`; nil when none is near enough to be what was meant.
  ///
  /// Near is a distance of at most a third of the word's length, and at least 1. Case and the difference
  /// between dash and underscore do not count. Of equally near ones the first wins.
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

  /// How many letters must be inserted, removed, replaced or swapped with their neighbor to get from one word
  /// to the other: the optimal string alignment distance of Damerau and Levenshtein.
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

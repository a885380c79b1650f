/// The number of times that a kiosk asked the server for a bundle, and the results.
package struct PullCounts: Hashable, Sendable {
  package enum Result: String, CaseIterable, Sendable {
    /// A new file is complete.
    case fetched
    /// The server has the same file as before.
    case unchanged
    case failed
  }

  /// The largest text to read, in bytes.
  package static let sizeLimit = 4096

  private var counts: [Result: UInt64] = [:]
  /// The last time at which the server answered, in seconds since 1970; nil if it never did.
  package private(set) var lastAnswer: UInt64?

  package init() {}

  package subscript(result: Result) -> UInt64 { counts[result] ?? 0 }

  /// Counts a pull that ended at a time, in seconds since 1970.
  package mutating func pulled(_ result: Result, at time: UInt64) {
    // The file with the counts may contain any number.
    counts[result] = min(self[result], .max - 1) + 1
    if result != .failed { lastAnswer = time }
  }

  // MARK: Text

  private static let (title, answer) = ("rotunda pulls 1", "answer")

  /// The counts as a file stores them: a line for each.
  package var text: String {
    let lines =
      Result.allCases.map { "\($0.rawValue) \(self[$0])" }
      + (lastAnswer.map { ["\(Self.answer) \($0)"] } ?? [])
    return ([Self.title] + lines).joined(separator: "\n") + "\n"
  }

  /// Reads the form of `text`. Returns nil for anything else.
  package init?(text: String) {
    let lines = text.split(separator: "\n")
    guard lines.first == Substring(Self.title), text.hasSuffix("\n") else { return nil }
    for line in lines.dropFirst() {
      let words = line.split(separator: " ")
      guard words.count == 2, let number = UInt64(words[1]) else { return nil }
      if words[0] == Self.answer {
        lastAnswer = number
      } else if let result = Result(rawValue: String(words[0])) {
        counts[result] = number > 0 ? number : nil
      } else {
        return nil
      }
    }
  }

  /// Returns the counts for monitoring, with `# EOF` at the end.
  ///
  /// - Parameters:
  ///   - kept: the number of the bundle in use; nil for none.
  ///   - failed: the number of the last bundle that did not pass its trial; nil for none.
  package func openMetrics(kept: Int?, failed: Int?) -> String {
    let pulls = "rotunda_bundle_pulls"
    var lines = OpenMetricsText.family(
      pulls, "counter", "The number of times that the kiosk asked for a bundle.")
    lines += Result.allCases.map { "\(pulls)_total{result=\"\($0.rawValue)\"} \(self[$0])" }
    func add(_ name: String, _ value: UInt64?, unit: String? = nil, _ help: String) {
      guard let value else { return }
      lines += OpenMetricsText.family(name, "gauge", unit: unit, help) + ["\(name) \(value)"]
    }
    add(
      "rotunda_bundle_answer_timestamp_seconds", lastAnswer, unit: "seconds",
      "The last time at which the server answered.")
    add(
      "rotunda_bundle_number", kept.flatMap { UInt64(exactly: $0) } ?? 0, "The number of the bundle in use.")
    add(
      "rotunda_bundle_failed_number", failed.flatMap { UInt64(exactly: $0) },
      "The number of the last bundle that did not work.")
    return lines.joined(separator: "\n") + "\n# EOF\n"
  }
}

/// What is wrong with the syntax of a desktop entry or an icon theme.
public struct KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kinds of faults.
  public enum Reason: Hashable, Sendable {
    /// The line is not UTF-8, or holds a NUL.
    case notText
    /// A header without its closing bracket, without a name, or with brackets in the name.
    case malformedHeader
    /// A key that is empty, or whose locale lacks a bracket.
    case malformedKey
    /// A line that is neither a header nor `key=value`.
    case missingEquals
    /// A key above the first header.
    case outsideGroup
    /// More lines than any sensible file has.
    case tooLong
  }

  /// The line, from 1.
  public var line: Int
  /// What is wrong with it.
  public var reason: Reason

  /// A fault of a line.
  public init(line: Int, reason: Reason) {
    self.line = line
    self.reason = reason
  }

  /// The fault as a sentence.
  public var description: String {
    switch reason {
    case .notText: "line \(line) is not UTF-8 text"
    case .malformedHeader: "line \(line) is not a [group] header"
    case .malformedKey: "line \(line) has no proper key"
    case .missingEquals: "line \(line) is neither a [group] nor key=value"
    case .outsideGroup: "line \(line) stands above the first [group]"
    case .tooLong: "more than \(KeyFile.entryLimit) lines"
    }
  }
}

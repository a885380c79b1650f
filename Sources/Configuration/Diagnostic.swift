/// Something about a configuration file that its operator should know.
public struct Diagnostic: Error, Hashable, Sendable {
  /// How bad it is.
  public enum Severity: String, Hashable, Sendable {
    /// A part of the file could not be used.
    case error
    /// Everything is used, but it may not do what was meant.
    case warning
  }

  /// How bad it is.
  public var severity: Severity
  /// The path of the file.
  public var file: String
  /// The line, from 1; nil when the whole file is meant.
  public var line: Int?
  /// The column in characters (Unicode scalars), from 1; nil when the whole file is meant.
  public var column: Int?
  /// The dotted name of the key, `tile.icon` for one in any `[[tile]]`; nil when no key is meant.
  public var key: String?
  /// What is wrong, one sentence without a full stop.
  public var message: String
  /// What may have been meant.
  public var suggestion: String?

  /// A diagnostic from its parts.
  public init(
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
  public var place: String {
    guard let line else { return file }
    return "\(file):\(line)" + (column.map { ":\($0)" } ?? "")
  }
}

extension Diagnostic: CustomStringConvertible {
  /// `path:line:column: error: key: message, did you mean 'suggestion'?`, without the parts that are missing.
  public var description: String {
    let subject = key.map { "\($0): " } ?? ""
    let hint = suggestion.map { ", did you mean '\($0)'?" } ?? ""
    return "\(place): \(severity.rawValue): \(subject)\(message)\(hint)"
  }
}

extension Diagnostic: Comparable {
  /// By file, then by place in it; what concerns a whole file comes first.
  public static func < (left: Diagnostic, right: Diagnostic) -> Bool {
    if left.file != right.file { return left.file < right.file }
    if left.line != right.line { return (left.line ?? 0) < (right.line ?? 0) }
    if left.column != right.column { return (left.column ?? 0) < (right.column ?? 0) }
    return left.message < right.message
  }
}

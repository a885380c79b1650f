/// A desktop entry's command line, split into words (Desktop Entry Specification 1.5, sections 7 and 8).
///
/// More is accepted than the specification writes, as GLib does, because entries in the field need it: single
/// quotes, backslashes outside of quotes, and quotes within a word.
public struct ExecLine: Hashable, Sendable {
  /// What is wrong with a command line.
  public enum Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no word in it.
    case empty
    /// A quote is not closed.
    case unterminatedQuote
    /// The specification knows no such field code.
    case unknownFieldCode(Character)
    /// The line ends with a single percent sign.
    case trailingPercent
    /// A word holds a NUL, which no program's argument can.
    case containsNUL

    /// The fault as a sentence.
    public var description: String {
      switch self {
      case .empty: "no command"
      case .unterminatedQuote: "a quote is not closed"
      case .unknownFieldCode(let code): "unknown field code '%\(code)'"
      case .trailingPercent: "a single '%' at the end"
      case .containsNUL: "a NUL in the command"
      }
    }
  }

  /// A placeholder in a word.
  public enum FieldCode: Hashable, Sendable {
    /// One file's path.
    case file
    /// Paths, each a word.
    case files
    /// One address.
    case url
    /// Addresses, each a word.
    case urls
    /// `--icon` and the icon's name.
    case icon
    /// The entry's name in the reader's language.
    case name
    /// The path of the entry's file.
    case location
    /// One that no longer means anything.
    case deprecated
  }

  /// A part of a word.
  public enum Piece: Hashable, Sendable {
    /// Goes to the program as it is.
    case text(String)
    /// Is replaced.
    case field(FieldCode)
  }

  /// A word, and whether quotes make it one even when it is empty.
  public struct Word: Hashable, Sendable {
    /// Its parts in order.
    public var pieces: [Piece] = []
    /// Whether any of it was quoted.
    public var isQuoted = false
  }

  /// The words; at least one.
  public let words: [Word]

  /// Splits a command line whose string escapes are already resolved.
  public init(_ text: String) throws(Fault) {
    guard !text.utf8.contains(0) else { throw .containsNUL }
    var splitter = ExecSplitter(text)
    words = try splitter.split()
    guard !words.isEmpty else { throw .empty }
  }
}

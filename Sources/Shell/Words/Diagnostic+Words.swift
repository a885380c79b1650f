import Configuration

extension Diagnostic {
  /// The problem as a screen shows it: that it is one and where, in the visitor's language; then the reader's own words, which are
  /// the journal's, so that whoever looks for them finds them in both.
  func text(in words: Words) -> String {
    let said = key.map { "\($0): \(message)" } ?? message
    let hint = suggestion.map { words(.didYouMean, said, $0) } ?? said
    return words(severity == .error ? .errorAt : .warningAt, place, hint)
  }
}

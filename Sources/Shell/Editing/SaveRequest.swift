import Configuration

/// A request to write the edited file. `ShellEvent.saved` or `ShellEvent.saveRefused` answers it.
package struct SaveRequest: Hashable, Sendable {
  /// The changes to save.
  package enum Content: Hashable, Sendable {
    /// The editing session with all changes that were requested before.
    case session
    /// The present configuration with these edits, and a new PIN in the first run.
    case edits([Edit], newPIN: PIN?)
  }

  /// A number that the answer repeats. Answers to earlier requests have other numbers.
  package let number: Int
  package let content: Content

  package init(_ number: Int, _ content: Content) { (self.number, self.content) = (number, content) }
}

/// The last request to save, until its answer.
struct PendingSave: Hashable, Sendable {
  /// The panel that waits for the answer.
  enum Owner: Hashable, Sendable {
    /// The editor, which then perhaps closes.
    case editor(leaves: Bool)
    case setup
  }

  private var number = 0
  private var owner: Owner?
  /// The owner of a request that no longer had a right.
  private(set) var refused: Owner?

  /// Begins a request, which replaces an earlier one.
  mutating func begin(_ content: SaveRequest.Content, for owner: Owner) -> SaveRequest {
    number += 1
    (self.owner, refused) = (owner, nil)
    return SaveRequest(number, content)
  }

  /// Ends a request. Returns its owner; nil if the owner does not wait for it.
  mutating func end(_ number: Int, _ refusal: SaveRefusal?) -> Owner? {
    guard number == self.number, let owner else { return nil }
    self.owner = nil
    if refusal == .noRight { refused = owner }
    return owner
  }

  /// Another panel appears: it does not wait for earlier requests.
  mutating func forget() { (owner, refused) = (nil, nil) }
}

import CSpeech

/// The connection to Speech Dispatcher. Used by one thread at a time: the speaker starts the next when the one before is done.
nonisolated final class Voice: @unchecked Sendable {
  enum Outcome: Sendable {
    case done, unreachable, absent
  }

  private var connection: OpaquePointer?

  /// Whether there has been a connection that did not fail.
  var isOpen: Bool { connection != nil }

  /// Says something; a connection that was lost is made anew, once.
  func say(_ utterance: Utterance) -> Outcome {
    if connection != nil, speak(utterance) == .done { return .done }
    close()
    let opened = Outcome(cspeech_open(&connection))
    guard opened == .done else { return opened }
    let outcome = speak(utterance)
    if outcome != .done { close() }
    return outcome
  }

  private func speak(_ utterance: Utterance) -> Outcome {
    guard let text = utterance.text else { return Outcome(cspeech_say(connection, nil, nil)) }
    guard let language = utterance.language else { return Outcome(cspeech_say(connection, text, nil)) }
    return Outcome(cspeech_say(connection, text, language))
  }

  private func close() {
    if let connection { cspeech_close(connection) }
    connection = nil
  }

  deinit { close() }
}

nonisolated extension Voice.Outcome {
  init(_ outcome: cspeech_outcome) {
    self =
      switch outcome {
      case CSPEECH_DONE: .done
      case CSPEECH_ABSENT: .absent
      default: .unreachable
      }
  }
}

import CSpeech
import EventLoop
import Logging

private let log = Log("speech")

/// Says things through Speech Dispatcher, each in place of the one before, on threads of their own.
///
/// Where no server listens it asks once a minute for a server to be started, and goes on trying for some
/// seconds.
package final class Speaker {
  /// No server listens: one is to be started, if there is one.
  package var onUnreachable: (() -> Void)?

  private let loop: EventLoop
  private let retry: Deadline
  /// When a server has had its time to take what is being said.
  private let answer: Deadline
  private let voice = Voice()
  private var isBusy = false
  /// How it is said; nil as the server has it.
  private var manner: Manner?
  /// What is to be said next; only the latest counts.
  private var next: Utterance?
  /// Until when a server is waited for that is being started, and when the next one may be.
  private var (waitEnds, restEnds) = (-Double.infinity, -Double.infinity)
  private var isAbsent = false
  /// Whether the journal knows that nothing is said.
  private var isSilenceTold = false

  /// Seconds between two attempts to reach a server that is being started.
  private static let pause = 0.5
  /// Seconds that it gets: those of Debian are there within one.
  private static let patience = 6.0
  /// Seconds that a server gets to take a sentence; one that is busy takes it in milliseconds.
  private static let answerTime = 10.0
  /// Seconds after which another one is started: one that dies of whatever is said costs little.
  private static let rest = 60.0

  package init(loop: EventLoop) throws(EventLoopError) {
    self.loop = loop
    var (due, overdue): (() -> Void, () -> Void) = ({}, {})
    retry = try loop.addDeadline { due() }
    answer = try loop.addDeadline { overdue() }
    due = { [weak self] in self?.go() }
    overdue = { [weak self] in self?.logSilence("Speech Dispatcher does not answer") }
  }

  /// Whether there is what speaks to Speech Dispatcher; asked for the first time, it is looked for on the
  /// disk.
  package nonisolated static var isInstalled: Bool { cspeech_is_installed() }

  /// Says something, in place of what is being said.
  ///
  /// - Parameter language: a language tag such as `de`; nil for the voice's own.
  package func speak(_ text: String, language: String?) {
    put(Utterance(text: text, language: language, manner: manner))
  }

  /// Speaks in this way from now on: each -100 to 100, 0 being the voice's own.
  package func setVoice(rate: Int, pitch: Int) { manner = Manner(rate: Int32(rate), pitch: Int32(pitch)) }

  /// Says nothing any more.
  package func stop() {
    // A speaker that has not been connected says nothing.
    guard isBusy || voice.isOpen else { return next = nil }
    put(Utterance(text: nil, language: nil, manner: nil))
  }

  private func put(_ utterance: Utterance) {
    guard !isAbsent else { return }
    next = utterance
    go()
  }

  private func go() {
    guard !isBusy, let utterance = next else { return }
    next = nil
    retry.set(nil)
    isBusy = true
    answer.set(EventLoop.now + Self.answerTime)
    do throws(EventLoopError) {
      try loop.inBackground { [voice] in
        voice.say(utterance)
      } done: { [weak self] outcome in
        self?.ended(utterance, outcome)
      }
    } catch {
      isBusy = false
      answer.set(nil)
      log.warning("\(error)")
    }
  }

  private func ended(_ utterance: Utterance, _ outcome: Voice.Outcome) {
    isBusy = false
    answer.set(nil)
    switch outcome {
    case .done:
      isSilenceTold = false
      go()
    case .absent:
      isAbsent = true
      next = nil
      log.warning("nothing is said: libspeechd is not installed")
    case .unreachable: tryAgain(utterance)
    }
  }

  private func tryAgain(_ utterance: Utterance) {
    next = next ?? utterance
    // A server that is not there says nothing.
    guard next?.text != nil else { return next = nil }
    let now = EventLoop.now
    if now >= restEnds {
      (waitEnds, restEnds) = (now + Self.patience, now + Self.rest)
      onUnreachable?()
    }
    guard now < waitEnds else {
      logSilence("Speech Dispatcher cannot be reached")
      return next = nil
    }
    retry.set(now + Self.pause)
  }

  /// Says once in the journal why nothing is heard, until something was.
  private func logSilence(_ reason: String) {
    if !isSilenceTold { log.warning("nothing is said: \(reason)") }
    isSilenceTold = true
  }
}

/// Something to be said; without a text, nothing.
private nonisolated struct Utterance: Hashable, Sendable {
  let text: String?
  let language: String?
  let manner: Manner?
}

/// How something is said.
private nonisolated struct Manner: Hashable, Sendable {
  let rate, pitch: Int32
}

/// The connection to Speech Dispatcher. Used by one thread at a time: the speaker starts the next when the
/// one before is done.
private nonisolated final class Voice: @unchecked Sendable {
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
    guard let text = utterance.text else { return Outcome(cspeech_say(connection, nil, nil, nil)) }
    guard let manner = utterance.manner else {
      return Outcome(cspeech_say(connection, text, utterance.language, nil))
    }
    let own = cspeech_manner(rate: manner.rate, pitch: manner.pitch)
    return Outcome(withUnsafePointer(to: own) { cspeech_say(connection, text, utterance.language, $0) })
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

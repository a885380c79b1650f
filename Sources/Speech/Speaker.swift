import CSpeech
import EventLoop
import Logging

private let log = Log("speech")

/// Speaks texts through Speech Dispatcher on background threads. Each text interrupts the one before.
///
/// If no server listens, requests the start of one at most once a minute, and retries for some seconds.
package final class Speaker {
  /// Called when no server listens: the listener should start one.
  package var onUnreachable: (() -> Void)?

  private let loop: EventLoop
  private let retry: Deadline
  /// The time limit for a server to accept a text.
  private let answer: Deadline
  private let voice = Voice()
  private var isBusy = false
  /// The rate and pitch; nil for the server's defaults.
  private var manner: Manner?
  /// The next text; only the latest is kept.
  private var next: Utterance?
  /// The end of the wait for a starting server, and the earliest time to start another one.
  private var (waitEnds, restEnds) = (-Double.infinity, -Double.infinity)
  private var isAbsent = false
  /// Whether the journal already reports the silence.
  private var isSilenceTold = false

  /// Seconds between two attempts to reach a starting server.
  private static let pause = 0.5
  /// Seconds in which a server must start: Debian's takes less than one.
  private static let patience = 6.0
  /// Seconds in which a server must accept a text; a busy one takes milliseconds.
  private static let answerTime = 10.0
  /// Seconds before another server is started: limits the cost of one that crashes on every text.
  private static let rest = 60.0

  package init(loop: EventLoop) throws(EventLoopError) {
    self.loop = loop
    var (due, overdue): (() -> Void, () -> Void) = ({}, {})
    retry = try loop.addDeadline { due() }
    answer = try loop.addDeadline { overdue() }
    due = { [weak self] in self?.go() }
    overdue = { [weak self] in self?.logSilence("Speech Dispatcher does not answer") }
  }

  /// Whether libspeechd is installed. The first access searches the disk.
  package nonisolated static var isInstalled: Bool { cspeech_is_installed() }

  /// Speaks a text, and interrupts the current one.
  ///
  /// - Parameter language: a language tag such as `de`; nil for the voice's default.
  package func speak(_ text: String, language: String?) {
    put(Utterance(text: text, language: language, manner: manner))
  }

  /// Sets the rate and pitch, each from -100 to 100; 0 is the voice's default.
  package func setVoice(rate: Int, pitch: Int) { manner = Manner(rate: Int32(rate), pitch: Int32(pitch)) }

  /// Stops speaking.
  package func stop() {
    // Without a connection, nothing can be speaking.
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
      log.warning("the screen reader is silent: libspeechd is not installed")
    case .unreachable: tryAgain(utterance)
    }
  }

  private func tryAgain(_ utterance: Utterance) {
    next = next ?? utterance
    // A server that is not running speaks nothing.
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

  /// Logs the reason for the silence once, until speech works again.
  private func logSilence(_ reason: String) {
    if !isSilenceTold { log.warning("the screen reader is silent: \(reason)") }
    isSilenceTold = true
  }
}

/// A text to speak; nil stops the speech.
private nonisolated struct Utterance: Hashable, Sendable {
  let text: String?
  let language: String?
  let manner: Manner?
}

/// A rate and a pitch.
private nonisolated struct Manner: Hashable, Sendable {
  let rate, pitch: Int32
}

/// The connection to Speech Dispatcher. Only one thread uses it at a time: the speaker starts the next only
/// after the last has finished.
private nonisolated final class Voice: @unchecked Sendable {
  enum Outcome: Sendable {
    case done, unreachable, absent
  }

  private var connection: OpaquePointer?

  /// Whether a connection exists and has not failed.
  var isOpen: Bool { connection != nil }

  /// Speaks a text. Reconnects once if the connection was lost.
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

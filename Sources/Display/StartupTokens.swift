import EventLoop
import Logging
import Wayland

private let log = Log("windows")

/// Requests activation tokens, with which a visitor's program may come to the front (xdg-activation).
///
/// A program gets the token as `XDG_ACTIVATION_TOKEN` in its environment, and passes it to the compositor
/// with its first window.
final class StartupTokens {
  /// The visitor's last input, which compositors require.
  struct Press {
    let seat: WlSeat
    let serial: UInt32
  }

  /// A pending request.
  private final class Question {
    let token: XdgActivationTokenV1
    var limit: Deadline?
    let answer: (String?) -> Void

    init(_ token: XdgActivationTokenV1, _ answer: @escaping (String?) -> Void) {
      self.token = token
      self.answer = answer
    }

    func end() {
      limit?.cancel()
      token.onEvent = nil
      token.destroy()
    }
  }

  /// The time-out in seconds: a compositor needs a millisecond, more on a busy machine, and a visitor waits.
  private static let patience = 1.0
  /// The size limit of a token in bytes.
  private static let longest = 1024

  private let activation: XdgActivationV1
  private let loop: EventLoop
  private var questions: [ObjectIdentifier: Question] = [:]

  /// Creates the client. Returns nil if the compositor lacks the protocol.
  init?(_ registry: Registry, _ loop: EventLoop) {
    guard let activation = registry.bindIfOffered(XdgActivationV1.self) else { return nil }
    self.activation = activation
    self.loop = loop
  }

  /// Requests a token. `answer` gets it, or nil if the compositor does not answer in time.
  func ask(after press: Press?, from surface: WlSurface, answer: @escaping (String?) -> Void) {
    let token = activation.getActivationToken()
    let question = Question(token, answer)
    let key = ObjectIdentifier(token)
    questions[key] = question
    token.onEvent = { [weak self] event in
      if case .done(let text) = event { self?.answer(key, with: text) }
    }
    question.limit = try? loop.addDeadline { [weak self] in
      log.notice("the compositor gives no startup token")
      self?.answer(key, with: nil)
    }
    question.limit?.set(EventLoop.now + Self.patience)
    if let press { token.setSerial(serial: press.serial, seat: press.seat) }
    token.setSurface(surface: surface)
    token.commit()
    // Without a timer, the wait for a silent compositor would never end.
    if question.limit == nil { self.answer(key, with: nil) }
  }

  private func answer(_ key: ObjectIdentifier, with text: String?) {
    guard let question = questions.removeValue(forKey: key) else { return }
    question.end()
    let isUsable = text.map { !$0.isEmpty && $0.utf8.count <= Self.longest } == true
    question.answer(isUsable ? text : nil)
  }

  func destroy() {
    questions.values.forEach { $0.end() }
    questions = [:]
    activation.destroy()
  }
}

extension WaylandSession {
  /// Requests an activation token for a visitor's program.
  ///
  /// - Parameter answer: called later with the token; nil if there is none. Not called after `close()`.
  /// - Returns: false if the compositor lacks the protocol; nothing is then requested.
  package func askForStartupToken(_ answer: @escaping (String?) -> Void) -> Bool {
    guard let startupTokens else { return false }
    startupTokens.ask(after: latestPress, from: window.surface, answer: answer)
    return true
  }
}

import Configuration

/// What an operator asks of the launcher from outside.
package enum ControlRequest: Hashable, Sendable {
  /// Read the configuration again.
  case reload
  /// End the visit: home, whatever has the screen.
  case home
  /// Open the tile with this identifier, wherever the visitor is.
  case open(tile: String)
  /// Say something on the screen for so many seconds; 0 until it is touched.
  case message(String, seconds: Int)
  /// Make the screen dark until it is touched.
  case blank
  /// Light it again.
  case unblank
  /// Take a picture of what the launcher shows.
  case screenshot

  /// By which name the configuration allows it.
  package var verb: ControlVerb {
    switch self {
    case .reload: .reload
    case .home: .home
    case .open: .open
    case .message: .message
    case .blank, .unblank: .blank
    case .screenshot: .screenshot
    }
  }
}

/// A request with the number that its answer carries.
package struct ControlCall: Hashable, Sendable {
  /// Tells calls that wait apart.
  package let number: Int
  /// What is asked.
  package let request: ControlRequest

  package init(_ number: Int, _ request: ControlRequest) {
    (self.number, self.request) = (number, request)
  }
}

/// What became of a call.
package enum ControlAnswer: Hashable, Sendable {
  /// It is done, or under way.
  case done
  /// It is not, and why.
  case refused(ControlRefusal)
}

/// Why a request is not followed.
package enum ControlRefusal: Hashable, Sendable {
  /// The configuration does not allow it.
  case notAllowed(ControlVerb)
  /// There is no such tile, at least not now.
  case unknownTile
  /// The tile can not be opened as things are.
  case unavailable(String)
  /// What was asked is out of bounds, and how.
  case invalid(String)
  /// The configuration has errors, of which this is the first: what was in force stays.
  case configuration(String)
  /// The launcher is not what is seen.
  case notSeen
  /// The same is under way for somebody else.
  case busy
  /// Something outside of the launcher failed, and what.
  case failed(String)
}

/// What operators ask for from outside. All of it could also be had by touching the screen, or from the configuration.
extension Shell {
  /// The longest message, in characters: what is read within a minute.
  package static let longestMessage = 1000
  /// The longest time that a message may stand, in seconds.
  package static let longestMessageTime = 86_400

  mutating func handle(_ call: ControlCall, at time: Double) {
    if let refusal = refusal(of: call.request) {
      return outbox.append(.answer(call.number, .refused(refusal)))
    }
    switch call.request {
    case .reload:
      inbox.await(call.number)
      return outbox.append(.reloadConfiguration)
    case .home: endVisit()
    case .open(let tile):
      somebodyIsThere(at: time, isVisitor: false)
      perform(.openTile(tile))
    case .message(let text, let seconds): say(text, seconds: seconds, at: time)
    case .blank: if !isDark { coverScreen(.dark) }
    case .unblank: if isDark { somebodyIsThere(at: time, isVisitor: false) }
    case .screenshot: return outbox.append(.photograph(call.number))
    }
    outbox.append(.answer(call.number, .done))
  }

  /// Takes what the configuration says about being controlled and about counting.
  mutating func takeControl(_ configuration: KioskConfiguration) {
    controlled = configuration.control.allowed
    idle.countVisits(gap: configuration.metrics.isEnabled ? configuration.metrics.sessionGap : nil)
  }

  private func refusal(of request: ControlRequest) -> ControlRefusal? {
    guard controlled.contains(request.verb) else { return .notAllowed(request.verb) }
    switch request {
    case .open(let id): return refusal(toOpen: id)
    case .message(let text, let seconds): return refusal(toSay: text, seconds: seconds)
    case .screenshot: return isCovered || isDark ? .notSeen : nil
    case .reload, .home, .blank, .unblank: return nil
    }
  }

  private func refusal(toOpen id: String) -> ControlRefusal? {
    guard let tile = findTile(id) else { return .unknownTile }
    guard !isLocked else { return .unavailable("the launcher is locked until the PIN is entered") }
    guard tile.isEnabled else { return .unavailable("it can not be opened at this hour, or as things are") }
    switch tile.action {
    case .unavailable(let obstacle): return .unavailable(obstacle.text(in: .english))
    case .perform(.power) where !allowsPower: return .unavailable("power-actions does not allow it")
    default: return nil
    }
  }

  private func refusal(toSay text: String, seconds: Int) -> ControlRefusal? {
    guard Notice.readable(text) != nil else { return .invalid("there is nothing to read in the message") }
    guard text.unicodeScalars.count <= Self.longestMessage else {
      return .invalid("a message has at most \(Self.longestMessage) characters")
    }
    guard (0...Self.longestMessageTime).contains(seconds) else {
      return .invalid("a message stands for 0 to \(Self.longestMessageTime) seconds")
    }
    return nil
  }

  /// Whoever asked for the configuration to be read is told what came of it.
  mutating func answerReloads(_ answer: ControlAnswer) {
    for number in inbox.consumeCalls() { outbox.append(.answer(number, answer)) }
  }
}

// Messages of operators.
extension Shell {
  private mutating func say(
    _ text: String, seconds: Int, at time: Double
  ) {
    guard let text = Notice.readable(text) else { return }
    let expires = seconds == 0 ? nil : time + Double(seconds)
    // Over a program it stands alone, and the program is back afterwards. Where none can be brought back it waits.
    if case .program = screen, programs.canKeep { coverScreen(.message(end: expires)) }
    show(Notice(.announcement(text), expires: expires))
    outbox.append(.note(.announcement(text)))
  }

  /// When a message that stands before a program has been there for long enough.
  var messageEnd: Double? {
    if case .message(let end) = cover?.kind { end } else { nil }
  }
}

extension Notice {
  /// What can be read of a text from outside: lines without what turns, hides or moves writing. Nil when nothing is left.
  static func readable(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        // Joiners make letters of Persian, Indic scripts and emoji what they are.
        scalar == "\u{200c}" || scalar == "\u{200d}"
      default: true
      }
    }
    let lines = String(String.UnicodeScalarView(scalars)).split(separator: "\n").filter { line in
      line.unicodeScalars.contains { !$0.properties.isWhitespace && $0 != "\u{200c}" && $0 != "\u{200d}" }
    }
    return lines.isEmpty ? nil : lines.joined(separator: "\n")
  }
}

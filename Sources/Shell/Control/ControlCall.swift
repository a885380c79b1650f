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
  /// Have the tile with this identifier show something else than its configuration says.
  case setTile(String, [String: String])

  /// The longest message, in characters: what is read within a minute.
  package static let longestMessage = 1000
  /// The longest time that a message may stand, in seconds.
  package static let longestMessageTime = 86_400

  /// By which name the configuration allows it.
  package var verb: ControlVerb {
    switch self {
    case .reload: .reload
    case .home: .home
    case .open: .open
    case .message: .message
    case .blank, .unblank: .blank
    case .screenshot: .screenshot
    case .setTile: .tile
    }
  }

  /// The tile that is to be opened, or to look otherwise.
  var tileID: String? {
    switch self {
    case .open(let tile), .setTile(let tile, _): tile
    default: nil
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
  /// The tile cannot be opened as things are.
  case unavailable(String)
  /// What was asked is out of bounds, and how.
  case invalid(String)
  /// The configuration has errors, of which this is the first: what was in force stays.
  case configuration(String)
  /// The launcher is not what is seen.
  case notSeen
  /// The same is under way for another caller.
  case busy
  /// Something outside of the launcher failed, and what.
  case failed(String)
}

/// What operators may ask for from outside, and who waits for an answer. All of it could also be had by
/// touching the screen, or from the configuration.
struct RemoteControl: Hashable {
  private var allowed: Set<ControlVerb> = []
  /// Calls that wait for the configuration to be read, by their numbers.
  private var reloads: [Int] = []

  /// What decides whether a request is followed.
  struct Situation {
    /// The tile that is to be opened, or to look otherwise.
    let tile: LauncherTile?
    let isLocked, isLauncherSeen, isDark, allowsPower: Bool
  }

  /// Another configuration is in force.
  mutating func apply(_ settings: ControlSettings) { allowed = settings.allowed }

  /// What a call has the launcher do, its answer included.
  mutating func handle(_ call: ControlCall, _ situation: Situation, at time: Double) -> [Intent] {
    if let refusal = refusal(of: call.request, situation) {
      return [.effect(.answer(call.number, .refused(refusal)))]
    }
    switch call.request {
    case .reload:
      reloads.append(call.number)
      return [.effect(.reloadConfiguration)]
    case .screenshot: return [.effect(.photograph(call.number))]
    default: return intents(of: call.request, situation, at: time) + [.effect(.answer(call.number, .done))]
    }
  }

  private func intents(of request: ControlRequest, _ situation: Situation, at time: Double) -> [Intent] {
    switch request {
    case .home: return [.endVisit]
    case .open(let tile): return [.wake(at: time), .perform(.openTile(tile), at: nil)]
    case .message(let text, let seconds):
      guard let text = Notice.readable(text) else { return [] }
      let end = seconds == 0 ? nil : time + Double(seconds)
      return [
        .showAnnouncement(Notice(.announcement(text), expires: end)), .effect(.log(.announcement(text))),
      ]
    case .blank: return situation.isDark ? [] : [.perform(.blank, at: nil)]
    case .unblank: return situation.isDark ? [.wake(at: time)] : []
    case .setTile(let tile, let words): return [.update(tile: tile, TileUpdate(words))]
    case .reload, .screenshot: return []
    }
  }

  /// Why a request is refused; nil when it is not.
  private func refusal(of request: ControlRequest, _ situation: Situation) -> ControlRefusal? {
    guard allowed.contains(request.verb) else { return .notAllowed(request.verb) }
    switch request {
    case .open: return refusalToOpen(situation)
    case .message(let text, let seconds): return refusal(toShow: text, seconds: seconds)
    case .screenshot: return situation.isLauncherSeen ? nil : .notSeen
    case .setTile(_, let words):
      guard situation.tile != nil else { return .unknownTile }
      return TileUpdate.fault(of: words).map { .invalid($0) }
    case .reload, .home, .blank, .unblank: return nil
    }
  }

  private func refusalToOpen(_ situation: Situation) -> ControlRefusal? {
    guard let tile = situation.tile else { return .unknownTile }
    guard !situation.isLocked else {
      return .unavailable("the launcher is locked until the PIN is entered")
    }
    guard tile.isEnabled else { return .unavailable("it can not be opened at this hour, or as things are") }
    switch tile.action {
    case .unavailable(let obstacle): return .unavailable(obstacle.text(in: .english))
    case .perform(.power) where !situation.allowsPower:
      return .unavailable("power-actions does not allow it")
    default: return nil
    }
  }

  private func refusal(toShow text: String, seconds: Int) -> ControlRefusal? {
    guard Notice.readable(text) != nil else { return .invalid("there is nothing to read in the message") }
    guard text.unicodeScalars.count <= ControlRequest.longestMessage else {
      return .invalid("a message has at most \(ControlRequest.longestMessage) characters")
    }
    guard (0...ControlRequest.longestMessageTime).contains(seconds) else {
      return .invalid("a message stands for 0 to \(ControlRequest.longestMessageTime) seconds")
    }
    return nil
  }

  /// The configuration was read and cannot be used.
  mutating func refuseReloads(_ problems: [Diagnostic], into effects: inout [ShellEffect]) {
    let first = problems.first { $0.severity == .error } ?? problems.first
    answerReloads(.refused(.configuration(first?.description ?? "")), into: &effects)
  }

  /// The configuration was read: answers all that wait for it.
  mutating func answerReloads(_ answer: ControlAnswer, into effects: inout [ShellEffect]) {
    effects += reloads.map { .answer($0, answer) }
    reloads = []
  }
}

extension Notice {
  /// What can be read of a text from outside: lines without what turns, hides or moves writing. Nil when
  /// nothing is left.
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

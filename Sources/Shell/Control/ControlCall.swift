import Configuration

/// An operator's request to the launcher from outside.
package enum ControlRequest: Hashable, Sendable {
  /// Read the configuration again.
  case reload
  /// End the visit and return home, whatever has the screen.
  case home
  /// Open the tile with an identifier, wherever the visitor is.
  case open(tile: String)
  /// Show a message for a number of seconds; 0 until a touch.
  case message(String, seconds: Int)
  /// Turn the screen dark until a touch.
  case blank
  /// Turn the screen on again.
  case unblank
  /// Set the brightness of the screen in percent.
  case brightness(percent: Int)
  /// Lock the launcher until the PIN is entered.
  case lock
  /// Take a picture of the screen.
  case screenshot
  /// Replace the contents of the tile with an identifier.
  case setTile(String, [String: String])

  /// The longest message, in characters: as much as visitors read within a minute.
  package static let longestMessage = 1000
  /// The longest duration of a message, in seconds.
  package static let longestMessageTime = 86_400
  /// The permitted brightness in percent.
  package static let brightnesses = 0...100

  /// The name by which the configuration allows the request.
  package var verb: ControlVerb {
    switch self {
    case .reload: .reload
    case .home: .home
    case .open: .open
    case .message: .message
    case .blank, .unblank: .blank
    case .brightness: .brightness
    case .lock: .lock
    case .screenshot: .screenshot
    case .setTile: .tile
    }
  }

  /// The tile to open or change.
  var tileID: String? {
    switch self {
    case .open(let tile), .setTile(let tile, _): tile
    default: nil
    }
  }
}

/// A request with a number for its answer.
package struct ControlCall: Hashable, Sendable {
  /// Distinguishes waiting calls.
  package let number: Int
  /// The request.
  package let request: ControlRequest

  package init(_ number: Int, _ request: ControlRequest) {
    (self.number, self.request) = (number, request)
  }
}

/// The result of a call.
package enum ControlAnswer: Hashable, Sendable {
  /// The request was performed, or has begun.
  case done
  /// The picture is written.
  case photographed(PictureSource)
  /// The request was refused, for a reason.
  case refused(ControlRefusal)
}

/// The contents of a picture of the screen.
package enum PictureSource: String, Hashable, Sendable {
  /// Everything that visitors see, also programs.
  case screen
  /// The launcher without programs and its keyboard over them.
  case launcher
}

/// The reason for a refusal.
package enum ControlRefusal: Hashable, Sendable {
  /// The configuration does not allow it.
  case notAllowed(ControlVerb)
  /// No such tile exists, at least not now.
  case unknownTile
  /// The tile is unavailable now.
  case unavailable(String)
  /// The request has invalid values.
  case invalid(String)
  /// The configuration has errors. The value is the first; the previous configuration stays in effect.
  case configuration(String)
  /// The screen is dark, or the launcher is not on it and the compositor gives no copy.
  case notSeen
  /// Another caller's request of this kind is still running.
  case busy
  /// Something outside the launcher failed.
  case failed(String)
}

/// The requests that operators may send from outside, and the calls that wait for answers. Touch or the
/// configuration can achieve the same effects.
struct RemoteControl: Hashable {
  private var allowed: Set<ControlVerb> = []
  /// The numbers of calls that wait for the configuration.
  private var reloads: [Int] = []

  /// The state that decides whether to follow a request.
  struct Situation {
    /// The tile to open or change.
    let tile: LauncherTile?
    let isLocked, hasPIN, isDark, allowsPower: Bool
  }

  mutating func apply(_ settings: ControlSettings) { allowed = settings.allowed }

  /// Returns the intents of a call, including its answer.
  mutating func handle(_ call: ControlCall, _ situation: Situation, at time: Double) -> [Intent] {
    if let refusal = refusal(of: call.request, situation) {
      return [.effect(.answer(call.number, .refused(refusal)))]
    }
    switch call.request {
    case .reload:
      reloads.append(call.number)
      return [.effect(.reloadConfiguration)]
    case .screenshot: return [.effect(.photograph(call.number))]
    case .brightness(let percent): return [.effect(.setBrightness(call.number, percent: percent))]
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
    case .lock: return [.perform(.lock, at: nil)]
    case .setTile(let tile, let words): return [.update(tile: tile, TileUpdate(words))]
    case .reload, .screenshot, .brightness: return []
    }
  }

  /// Returns the reason to refuse a request; nil to accept it.
  private func refusal(of request: ControlRequest, _ situation: Situation) -> ControlRefusal? {
    guard allowed.contains(request.verb) else { return .notAllowed(request.verb) }
    switch request {
    case .open: return refusalToOpen(situation)
    case .message(let text, let seconds): return refusal(toShow: text, seconds: seconds)
    case .brightness(let percent):
      return ControlRequest.brightnesses.contains(percent)
        ? nil : .invalid("the brightness is from 0 to 100 percent")
    case .lock: return situation.hasPIN ? nil : .unavailable("the configuration has no PIN")
    case .screenshot: return situation.isDark ? .notSeen : nil
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
    guard tile.isEnabled else { return .unavailable("the tile is not available now") }
    switch tile.action {
    case .unavailable(let obstacle): return .unavailable(obstacle.text(in: .english))
    case .perform(.power) where !situation.allowsPower:
      return .unavailable("power-actions does not allow it")
    default: return nil
    }
  }

  private func refusal(toShow text: String, seconds: Int) -> ControlRefusal? {
    guard Notice.readable(text) != nil else { return .invalid("the message has no text") }
    guard text.unicodeScalars.count <= ControlRequest.longestMessage else {
      return .invalid("a message has at most \(ControlRequest.longestMessage) characters")
    }
    guard (0...ControlRequest.longestMessageTime).contains(seconds) else {
      return .invalid("a message is shown for 0 to \(ControlRequest.longestMessageTime) seconds")
    }
    return nil
  }

  /// Answers waiting calls after an unusable configuration was read.
  mutating func refuseReloads(_ problems: [Diagnostic], into effects: inout [ShellEffect]) {
    let first = problems.first { $0.severity == .error } ?? problems.first
    answerReloads(.refused(.configuration(first?.description ?? "")), into: &effects)
  }

  /// Answers all calls that wait for the configuration.
  mutating func answerReloads(_ answer: ControlAnswer, into effects: inout [ShellEffect]) {
    effects += reloads.map { .answer($0, answer) }
    reloads = []
  }
}

extension Notice {
  /// Returns the readable part of a text from outside: lines without characters that reorder, hide or move
  /// text. Nil if nothing remains.
  static func readable(_ text: String) -> String? {
    let scalars = text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control: scalar == "\n"
      case .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator:
        // Joiners form letters of Persian, Indic scripts and emoji.
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

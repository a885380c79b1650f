import JSONFormat

/// The state of the launcher, as it reports it.
package struct LauncherReport: Hashable, Sendable {
  package var screen, tile, program, version, lastError: String
  package var isIdle: Bool
  package var problems, uptime: Int
  /// The brightness of the screen in percent; nil if the screen has no brightness control.
  package var brightness: Int?

  package init(
    screen: String, tile: String, program: String, isIdle: Bool, version: String, problems: Int, uptime: Int,
    lastError: String, brightness: Int? = nil
  ) {
    (self.screen, self.tile, self.program, self.isIdle) = (screen, tile, program, isIdle)
    (self.version, self.problems, self.uptime, self.lastError) = (version, problems, uptime, lastError)
    self.brightness = brightness
  }
}

/// Something that happened in the launcher.
package enum LauncherEvent: Hashable, Sendable {
  case opened(tile: String)
  case closed(tile: String, reason: String)
  /// A program did not start, or ended with an error. `closed` comes, too.
  case failed(tile: String)
  case message(String)
  /// Whether the visitor has left.
  case idle(Bool)
  case error(String)

  /// The types of events, for Home Assistant.
  package static let types = ["opened", "closed", "failed", "message", "idle", "visitor", "error"]

  /// The member with the type is `event_type`, which Home Assistant requires.
  var json: JSON {
    func event(_ type: String, _ members: (String, String)...) -> JSON {
      .object([("event_type", .string(type))] + members.map { ($0, .string($1)) })
    }
    return switch self {
    case .opened(let tile): event("opened", ("tile", tile))
    case .closed(let tile, let reason): event("closed", ("tile", tile), ("reason", reason))
    case .failed(let tile): event("failed", ("tile", tile))
    case .message(let text): event("message", ("text", text))
    case .idle(true): event("idle")
    case .idle(false): event("visitor")
    case .error(let text): event("error", ("text", text))
    }
  }
}

/// Counts since the bridge started.
struct EventCounts: Hashable, Sendable {
  private(set) var (opened, failed, messages) = (0, 0, 0)

  mutating func add(_ event: LauncherEvent) {
    switch event {
    case .opened: opened += 1
    case .failed: failed += 1
    case .message: messages += 1
    case .closed, .idle, .error: break
    }
  }
}

extension LauncherReport {
  func json(_ counts: EventCounts) -> JSON {
    .object([
      ("screen", .string(screen)), ("tile", .string(tile)), ("program", .string(program)),
      ("idle", .boolean(isIdle)), ("brightness", brightness.map { .number(Double($0)) } ?? .null),
      ("version", .string(version)), ("problems", .number(Double(problems))),
      ("error", .string(lastError)), ("uptime", .number(Double(uptime))),
      ("opened", .number(Double(counts.opened))), ("failed", .number(Double(counts.failed))),
      ("messages", .number(Double(counts.messages))),
    ])
  }
}

/// The facts about a machine on which no compositor has started.
package struct StartFacts: Hashable, Sendable {
  /// The essential requirements that the system does not meet.
  package var missing: [Requirement] = []
  /// Whether the machine's message bus responds.
  package var hasBus = true
  /// Whether polkit responds on the bus; nil if unknown.
  package var hasPolkit: Bool?
  /// Whether the login session has a seat; nil if unknown.
  package var hasSeat: Bool?
  package var hasGraphicsCard = true

  package init() {}
}

/// The reason why a kiosk does not start, if it can be determined.
package struct StartProblem: Hashable, Sendable {
  /// The kind of problem, for the text that visitors read.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A part of the software is not installed or not running.
    case software
    /// The computer does not give the kiosk access to its screen.
    case screen
    /// The computer does not find a graphics card.
    case graphicsCard
  }

  package var kind: Kind
  /// A code word, which the caller can read out to the operator.
  package var code: String
  /// The problem, for the journal.
  package var text: String
  package var remedy: String

  /// Finds the first essential part that `facts` lack; nil if they lack none.
  package init?(_ facts: StartFacts) {
    if let missing = facts.missing.first(where: \.isEssential) {
      self.init(.software, missing.name, missing.loss, Requirement.remedy([missing]))
    } else if !facts.hasBus {
      self.init(.software, "bus", "the system's message bus does not answer", "systemctl status dbus")
    } else if facts.hasPolkit == false {
      self.init(
        .software, "polkit", "polkit does not answer, so logind does not give the session the screen",
        "systemctl status polkit")
    } else if !facts.hasGraphicsCard {
      self.init(
        .graphicsCard, "graphics", "the kernel finds no graphics card: /dev/dri has no card",
        "a kernel with graphics drivers (Debian's cloud kernel has none), and the card's firmware")
    } else if facts.hasSeat == false {
      self.init(
        .screen, "seat", "the login session has no seat, and so no screen",
        "loginctl list-seats, and systemctl status systemd-logind")
    } else {
      return nil
    }
  }

  private init(_ kind: Kind, _ code: String, _ text: String, _ remedy: String) {
    (self.kind, self.code, self.text, self.remedy) = (kind, code, text, remedy)
  }

  /// One line for the journal.
  package var line: String { "\(text) → \(remedy)" }
}

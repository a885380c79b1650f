/// What a session sees of a machine on which no compositor has started.
package struct StartFacts: Hashable, Sendable {
  /// What the system lacks of what a kiosk cannot start without.
  package var missing: [Requirement] = []
  /// Whether the machine's message bus answers.
  package var hasBus = true
  /// Whether polkit answers on it; nil where that is unknown.
  package var hasPolkit: Bool?
  /// Whether the login session has a seat; nil where that is unknown.
  package var hasSeat: Bool?
  package var hasGraphicsCard = true

  package init() {}
}

/// Why a kiosk does not start, where that can be seen.
package struct StartProblem: Hashable, Sendable {
  /// What visitors read about it.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A part of the software is not installed, or does not run.
    case software
    /// The computer does not give its screen to the kiosk.
    case screen
    /// The computer does not find what draws on its screen.
    case graphicsCard
  }

  package var kind: Kind
  /// A word for it, which the caller can read out to the operator.
  package var code: String
  /// What it is, for the journal.
  package var text: String
  package var remedy: String

  /// The first thing that a kiosk cannot do without and `facts` do not have; nil when they have all.
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

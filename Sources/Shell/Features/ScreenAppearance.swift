import Configuration

/// How the screen looks: as the configuration says, but for what the visitor wants otherwise.
struct ScreenAppearance {
  private var settings: Appearance
  /// What the visitor wants: at most one adjustment of a kind.
  private(set) var adjustments: [Adjustment] = []
  /// The language that the visitor chose, as a tag; nil for the kiosk's own.
  private var language: String?

  init(_ settings: Appearance) { self.settings = settings }

  /// Another configuration is in force.
  mutating func apply(_ settings: Appearance) { self.settings = settings }

  /// Adjusts the screen as the visitor asks; the same request once more takes that back.
  mutating func toggle(_ adjustment: Adjustment) {
    if let place = adjustments.firstIndex(of: adjustment) {
      adjustments.remove(at: place)
    } else {
      adjustments.removeAll { $0.isAbout(adjustment) }
      adjustments.append(adjustment)
    }
  }

  /// The next visitor finds everything as the configuration has it; whether that is a change.
  mutating func reset() -> Bool {
    defer { adjustments = [] }
    return !adjustments.isEmpty
  }

  /// The visitor chooses a language, nil for the kiosk's own; whether it is another one.
  mutating func choose(_ language: String?) -> Bool {
    defer { self.language = language }
    return language != self.language
  }

  /// Whether the visitor wants one switch to be enough; nil leaves that to the configuration.
  var scans: Bool? {
    adjustments.compactMap { if case .scan(let isOn) = $0 { isOn } else { nil } }.first
  }

  /// Makes an environment look like that; `language` is the tag of the language that is read.
  func style(_ environment: inout Environment, language: String) {
    let settings = settings.adjusted(adjustments)
    environment.theme = settings.drawn
    environment.theme.language = language
    environment.themeName = settings.theme.name
    environment.isThemeChosen = adjustments.contains { if case .theme = $0 { true } else { false } }
    environment.wantsMirror = settings.access.isMirrored
    environment.metrics.follow(environment.theme)
    environment.theme.letters = environment.metrics.plainFontSize
  }
}

extension Adjustment {
  /// Whether it is about the same as another.
  fileprivate func isAbout(_ other: Adjustment) -> Bool {
    switch (self, other) {
    case (.theme, .theme), (.textScale, .textScale), (.reducedMotion, .reducedMotion), (.mirrored, .mirrored),
      (.scan, .scan):
      true
    default: false
    }
  }
}

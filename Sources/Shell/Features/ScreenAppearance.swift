import Configuration

/// The looks of the screen: the configuration, with the visitor's adjustments.
struct ScreenAppearance {
  private var settings: Appearance
  /// The visitor's adjustments: at most one of each kind.
  private(set) var adjustments: [Adjustment] = []
  /// The tag of the language that the visitor chose; nil for the kiosk's own.
  private var language: String?

  init(_ settings: Appearance) { self.settings = settings }

  mutating func apply(_ settings: Appearance) { self.settings = settings }

  /// Adjusts the screen on a visitor's request. The same request again undoes it.
  mutating func toggle(_ adjustment: Adjustment) {
    if let place = adjustments.firstIndex(of: adjustment) {
      adjustments.remove(at: place)
    } else {
      adjustments.removeAll { $0.isAbout(adjustment) }
      adjustments.append(adjustment)
    }
  }

  /// Restores the configuration for the next visitor. Returns whether anything changed.
  mutating func reset() -> Bool {
    defer { adjustments = [] }
    return !adjustments.isEmpty
  }

  /// Changes the visitor's language, nil for the kiosk's. Returns whether it changed.
  mutating func choose(_ language: String?) -> Bool {
    defer { self.language = language }
    return language != self.language
  }

  /// A visitor's settings for sight, hearing and touch.
  var access: AccessibilitySettings { settings.adjusted(adjustments).access }

  /// The voice and the volume, and the visitors' range of choices.
  var hearing: HearingChoices {
    var hearing = HearingChoices(settings.access)
    let access = access
    (hearing.rate, hearing.pitch) = (access.speechRate, access.speechPitch)
    hearing.volume = access.volume
    return hearing
  }

  /// Whether a visitor has changed the looks.
  var isAdjusted: Bool { !adjustments.isEmpty || language != nil }

  /// Whether the visitor turned one-switch scanning on; nil for the configured setting.
  var scans: Bool? {
    adjustments.compactMap { if case .scan(let isOn) = $0 { isOn } else { nil } }.first
  }

  /// Applies the looks to an environment. `language` is the tag of the present language.
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
  /// Reports whether both adjustments are of the same kind.
  fileprivate func isAbout(_ other: Adjustment) -> Bool {
    switch (self, other) {
    case (.theme, .theme), (.textScale, .textScale), (.reducedMotion, .reducedMotion), (.mirrored, .mirrored),
      (.scan, .scan), (.steadyTouch, .steadyTouch), (.speechRate, .speechRate),
      (.speechPitch, .speechPitch), (.volume, .volume):
      true
    default: false
    }
  }
}

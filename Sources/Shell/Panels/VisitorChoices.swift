import Configuration
import Languages

/// What visitors can choose on a sheet: how it is set now, what it is called, and what choosing it does.
struct VisitorChoices: Hashable {
  /// A line of the sheet.
  enum Row: Hashable {
    case language(String)
    case textSize, highContrast, lessMotion, speech, speechRate, speechPitch, volume, steadyTouch, mirrored

    /// Whether it has a button for less and one for more.
    var hasSteps: Bool {
      switch self {
      case .textSize, .speechRate, .speechPitch, .volume: true
      default: false
      }
    }

    /// What it is as a whole.
    var role: Element.Role {
      if case .language = self { return .choice }
      return hasSteps ? .slider : .toggle
    }
  }

  let kind: VisitorSheet.Kind
  private(set) var rows: [Row]
  /// How everything was set when it was last followed.
  private var state: State

  /// How the screen is.
  private struct State: Hashable {
    var language = ""
    var textScale = 1.0
    var isContrasty = false
    /// Whether a visitor chose the theme.
    var isThemeChosen = false
    var isCalm = false
    var isSpoken = false
    var isMirrored = false
    var isSteady = false
    var hearing = HearingChoices()

    init() {}

    init(_ environment: Environment) {
      language = environment.theme.language
      textScale = environment.theme.textScale
      isContrasty = environment.themeName == .highContrast
      isThemeChosen = environment.isThemeChosen
      isCalm = environment.theme.hasReducedMotion
      (isSpoken, isMirrored) = (environment.isSpoken, environment.isMirrored)
      (isSteady, hearing) = (environment.isTouchSteady, environment.hearing)
    }
  }

  /// The sizes of writing that can be chosen.
  private static let scales = [0.8, 1, 1.25, 1.5, 1.75, 2, 2.5]

  init(_ kind: VisitorSheet.Kind) {
    let state = State()
    (self.kind, self.state, rows) = (kind, state, Self.rows(of: kind, state))
  }

  /// Follows how the screen is set. Returns whether that is new.
  mutating func follow(_ environment: Environment) -> Bool {
    let now = State(environment)
    guard now != state else { return false }
    (state, rows) = (now, Self.rows(of: kind, now))
    return true
  }

  /// What can be chosen as things are: the voice while it speaks, and the loudness where there is a mixer.
  private static func rows(of kind: VisitorSheet.Kind, _ state: State) -> [Row] {
    if case .language(let tags) = kind { return tags.map { .language($0) } }
    var rows: [Row] = [.textSize, .highContrast, .lessMotion, .speech]
    if state.isSpoken { rows += [.speechRate, .speechPitch] }
    if state.hearing.volume != nil { rows.append(.volume) }
    return rows + [.steadyTouch, .mirrored]
  }
}

// What rows say.
extension VisitorChoices {
  func label(_ row: Row, _ words: Localizer) -> String {
    switch row {
    case .language(let tag): LanguageName.own(of: tag)
    case .textSize: words(.textSize)
    case .highContrast: words(.highContrast)
    case .lessMotion: words(.lessMotion)
    case .speech: words(.readAloud)
    case .speechRate: words(.speechRate)
    case .speechPitch: words(.speechPitch)
    case .volume: words(.volume)
    case .steadyTouch: words(.steadyTouch)
    case .mirrored: words(.mirrored)
    }
  }

  /// What the buttons for less and more are called.
  func stepNames(_ row: Row, _ words: Localizer) -> (less: String, more: String) {
    switch row {
    case .speechRate: (words(.slower), words(.faster))
    case .speechPitch: (words(.lower), words(.higher))
    case .volume: (words(.softer), words(.louder))
    default: (words(.smallerText), words(.largerText))
    }
  }

  /// Whether a row is chosen or on; nil for what is neither.
  func isOn(_ row: Row) -> Bool? {
    switch row {
    case .language(let tag): tag == currentLanguage
    case .textSize, .speechRate, .speechPitch, .volume: nil
    case .steadyTouch: state.isSteady
    case .highContrast: state.isContrasty
    case .lessMotion: state.isCalm
    case .speech: state.isSpoken
    case .mirrored: state.isMirrored
    }
  }

  /// The language of the sheet that is read: the one with the same tag, or with a more general one.
  private var currentLanguage: String? {
    guard case .language(let tags) = kind else { return nil }
    var tag = LanguageTag(state.language)
    while let candidate = tag {
      if tags.contains(candidate.description) { return candidate.description }
      tag = candidate.parent
    }
    return nil
  }

  func value(_ row: Row, _ words: Localizer) -> String {
    let hearing = state.hearing
    switch row {
    case .textSize: return words(.percent, "\(Int((state.textScale * 100).rounded()))")
    case .speechRate: return HearingChoices.place(of: hearing.rate, in: hearing.rates).text(in: words)
    case .speechPitch: return HearingChoices.place(of: hearing.pitch, in: hearing.pitches).text(in: words)
    case .volume: return words(.percent, "\(hearing.volume ?? 0)")
    default: break
    }
    return isOn(row).map { words($0 ? .on : .off) } ?? ""
  }

  /// The same where there is little room.
  func shownValue(_ row: Row, _ words: Localizer) -> String {
    let hearing = state.hearing
    switch row {
    case .speechRate: return HearingChoices.place(of: hearing.rate, in: hearing.rates).shortText
    case .speechPitch: return HearingChoices.place(of: hearing.pitch, in: hearing.pitches).shortText
    default: return value(row, words)
    }
  }
}

// What rows do.
extension VisitorChoices {
  /// What choosing a row does, or one of its steps; nil where there is no further one.
  func action(of row: Row, by step: Int) -> ShellAction? {
    if case .language(let tag) = row { return .language(tag) }
    if row == .speech { return .speech }
    return adjustment(row, by: step).map { ShellAction.adjust($0) }
  }

  private func adjustment(_ row: Row, by step: Int) -> Adjustment? {
    let hearing = state.hearing
    func next(after value: Int, in choices: [Int]) -> Int? {
      HearingChoices.next(after: value, by: step, in: choices)
    }
    switch row {
    case .language, .speech: return nil
    case .textSize: return nextScale(by: step).map { Adjustment.textScale($0) }
    case .speechRate:
      return next(after: hearing.rate, in: hearing.rates).map { Adjustment.speechRate($0) }
    case .speechPitch:
      return next(after: hearing.pitch, in: hearing.pitches).map { Adjustment.speechPitch($0) }
    case .volume:
      return next(after: hearing.volume ?? 0, in: hearing.volumes).map { Adjustment.volume($0) }
    case .steadyTouch: return .steadyTouch(!state.isSteady)
    // The same wish once more takes it back, and the kiosk's own theme is there again.
    case .highContrast:
      return .theme(state.isContrasty && !state.isThemeChosen ? .dark : .highContrast)
    case .lessMotion: return .reducedMotion(!state.isCalm)
    case .mirrored: return .mirrored(!state.isMirrored)
    }
  }

  private func nextScale(by step: Int) -> Double? {
    let now = state.textScale
    return step > 0 ? Self.scales.first { $0 > now + 0.01 } : Self.scales.last { $0 < now - 0.01 }
  }
}

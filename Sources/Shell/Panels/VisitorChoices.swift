import Configuration
import Languages

/// The choices on a sheet: their present state, their labels, and their actions.
struct VisitorChoices: Hashable {
  /// A row of the sheet.
  enum Row: Hashable {
    case language(String)
    case textSize, highContrast, lessMotion, speech, speechRate, speechPitch, volume, steadyTouch, mirrored

    /// Whether the row has buttons for less and more.
    var hasSteps: Bool {
      switch self {
      case .textSize, .speechRate, .speechPitch, .volume: true
      default: false
      }
    }

    /// The role of the whole row.
    var role: Element.Role {
      if case .language = self { return .choice }
      return hasSteps ? .slider : .toggle
    }
  }

  let kind: VisitorSheet.Kind
  private(set) var rows: [Row]
  /// The settings as of the latest `follow`.
  private var state: State

  /// The settings of the screen.
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

  /// The selectable text scales.
  private static let scales = [0.8, 1, 1.25, 1.5, 1.75, 2, 2.5]

  init(_ kind: VisitorSheet.Kind) {
    let state = State()
    (self.kind, self.state, rows) = (kind, state, Self.rows(of: kind, state))
  }

  /// Takes the settings of the screen. Returns whether they changed.
  mutating func follow(_ environment: Environment) -> Bool {
    let now = State(environment)
    guard now != state else { return false }
    (state, rows) = (now, Self.rows(of: kind, now))
    return true
  }

  /// Returns the available rows: the voice while the screen reader is on, and the volume with a mixer.
  private static func rows(of kind: VisitorSheet.Kind, _ state: State) -> [Row] {
    if case .language(let tags) = kind { return tags.map { .language($0) } }
    var rows: [Row] = [.textSize, .highContrast, .lessMotion, .speech]
    if state.isSpoken { rows += [.speechRate, .speechPitch] }
    if state.hearing.volume != nil { rows.append(.volume) }
    return rows + [.steadyTouch, .mirrored]
  }
}

// Texts.
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

  /// Returns the names of the buttons for less and more.
  func stepNames(_ row: Row, _ words: Localizer) -> (less: String, more: String) {
    switch row {
    case .speechRate: (words(.slower), words(.faster))
    case .speechPitch: (words(.lower), words(.higher))
    case .volume: (words(.softer), words(.louder))
    default: (words(.smallerText), words(.largerText))
    }
  }

  /// Returns whether a row is selected or on; nil if that does not apply.
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

  /// The sheet's entry for the current language: the same tag, or a more general one.
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

  /// Returns the value in a short form.
  func shownValue(_ row: Row, _ words: Localizer) -> String {
    let hearing = state.hearing
    switch row {
    case .speechRate: return HearingChoices.place(of: hearing.rate, in: hearing.rates).shortText
    case .speechPitch: return HearingChoices.place(of: hearing.pitch, in: hearing.pitches).shortText
    default: return value(row, words)
    }
  }
}

// Actions.
extension VisitorChoices {
  /// Returns the action of a row or of one of its steps; nil at the end of the range.
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
    // A second choice reverts the first, and restores the kiosk's own theme.
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

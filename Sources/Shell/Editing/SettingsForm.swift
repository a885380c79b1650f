import CarouselEngine
import Configuration
import Languages
import RotundaGeometry
import Scene

/// A form with the basic keys of the configuration, generated from the table of keys.
struct SettingsForm {
  let state: EditingState
  let words: Localizer
  /// The pictures to choose from.
  var pictures: [FormPicture] = []

  /// The sections in the form's order.
  private static let sections: [ConfigurationSection] = [
    .brand, .theme, .carousel, .header, .background, .idle, .schedule, .kiosk, .access, .screen,
  ]
  private static let longestText = 120

  /// The keys of the form: the basic keys of non-repeating sections.
  static let keys: [ConfigurationKey] =
    sections.flatMap { section in section.keys.filter { $0.level == .basic } }
    + [ConfigurationSection.schedule["open"]]

  var rows: [FormRow] {
    Self.keys.map { key in
      FormRow(
        key.dottedName, label(of: key), kind(of: key),
        barrier: state.origins[key.dottedName]?.barrier.map { text(of: $0) })
    }
  }

  /// Returns the reason why a value cannot change.
  func text(of barrier: EditBarrier) -> String {
    let place = barrier.place
    let name = place.file.split(separator: "/").last.map(String.init) ?? place.file
    switch barrier {
    case .overridden: return words(.isSetBy, name, "\(place.line)")
    case .locked: return words(.isLockedBy, name, "\(place.line)")
    }
  }

  private func label(of key: ConfigurationKey) -> String {
    Self.labels[key.dottedName].map { words($0) } ?? key.dottedName
  }

  /// Returns an option with its translated label, or with the word itself if it has no translation.
  private func option(_ word: String) -> FormOption {
    FormOption(word, Self.wordLabels[word].map { words($0) } ?? word.capitalizedWord)
  }

  private func kind(of key: ConfigurationKey) -> FormRow.Kind {
    let value = state.configuration.value(of: key)
    switch key.kind {
    case .boolean:
      if case .boolean(let isOn)? = value { return .toggle(isOn) }
      return .toggle(false)
    case .choice(let choices):
      // Do not offer a layout that needs more keys.
      let known = choices.filter { $0 != LayoutKind.custom.rawValue || Self.word(value) == $0 }
      return .choice(known.map(option), Self.word(value))
    case .words(let choices):
      if case .texts(let chosen)? = value { return .words(choices.map(option), chosen) }
      return .words(choices.map(option), [])
    case .theme:
      let current = Self.word(value)
      let names = ThemeDefinition.offered
      let all = names + (current.map { names.contains($0) ? [] : [$0] } ?? [])
      return .choice(all.map(option), current)
    case .language:
      return .choice(FirstRun.languages.map { FormOption($0, LanguageName.own(of: $0)) }, Self.word(value))
    case .oneOf(let numbers):
      return .choice(numbers.map { FormOption("\($0)", "\($0)") }, Self.number(value).map { "\(Int($0))" })
    case .number(let range):
      let isScale = key.name.hasSuffix("scale")
      return .number(
        Self.number(value),
        FormNumber(range, isScale ? .percent : .plain, canBeNothing: key.defaultValue == nil))
    case .integer(let range):
      return .number(
        Self.number(value), FormNumber(Double(range.lowerBound)...Double(range.upperBound), isWhole: true))
    case .duration(let range): return .number(Self.number(value), FormNumber(range, .seconds))
    case .wait(let range): return .number(Self.number(value), FormNumber(range, .seconds, canBeNothing: true))
    case .color:
      if case .color(let color)? = value { return .color(color) }
      return .color(nil)
    case .text:
      if case .localized(let text)? = value { return .translated(texts(text)) }
      if case .text(let text)? = value { return .text(text, .text, limit: Self.longestText) }
      return .translated(texts(LocalizedText("")))
    case .icon:
      if case .icon(.path(let path))? = value { return .picture(path, with(path)) }
      if case .icon(.named(let name))? = value { return .shown(name) }
      return .picture(nil, pictures)
    case .times:
      guard case .times(let schedule)? = value else { return .hours(nil) }
      return OpeningHours(schedule).map { .hours($0) } ?? .shown(schedule.texts.joined(separator: ", "))
    default: return .shown(value?.text(as: key.kind) ?? words(.notSet))
    }
  }

  /// Returns a text with the languages of the kiosk, for a tile or the header.
  func texts(_ text: LocalizedText) -> FormTexts {
    FormTexts(text: text.text, translations: text.translations, languages: state.configuration.languages)
  }

  /// Returns all pictures, including this one.
  func with(_ path: String) -> [FormPicture] {
    pictures.contains { $0.name == path }
      ? pictures : [FormPicture(name: path, source: .path(path))] + pictures
  }

  private static func word(_ value: SettingValue?) -> String? {
    switch value {
    case .word(let word)?, .text(let word)?: word
    default: nil
    }
  }

  private static func number(_ value: SettingValue?) -> Double? {
    if case .number(let number)? = value { number } else { nil }
  }

  /// Returns the edit for a change of a row; nil if the row does not belong to a key.
  static func edit(_ change: FormChange) -> Edit? {
    guard let key = keys.first(where: { $0.dottedName == change.row }) else { return nil }
    return value(change.value, for: key.kind).map { .set(key.dottedName, $0) } ?? .unset(key.dottedName)
  }

  /// Converts a value to the form that a file uses. Returns nil if the key must be removed.
  static func value(_ value: FormValue, for kind: ConfigurationKey.Kind) -> EditedValue? {
    switch value {
    case .boolean(let isOn): return .boolean(isOn)
    case .word(let word):
      if case .oneOf = kind { return word.flatMap { Double($0) }.map { .number($0) } }
      return word.map { .text($0) }
    case .words(let words): return .texts(words)
    case .number(let number):
      guard let number else {
        if case .wait = kind { return .text("never") }
        return nil
      }
      return EditedValue(.number(number), for: kind)
    case .color(let color): return color.map { .text($0.hexText) }
    case .text(let text): return text.isEmpty ? nil : .text(text)
    case .translated(let text, let translations):
      if text.isEmpty, translations.isEmpty { return nil }
      return translations.isEmpty ? .text(text) : .translated(text, translations)
    case .hours(let hours): return hours.map { .texts($0.texts) }
    case .pressed: return nil
    }
  }
}

extension SettingsForm {
  /// The labels of keys, by dotted name.
  private static let labels: [String: Phrase] = [
    "brand.name": .keyBrandName, "brand.logo": .keyLogo, "brand.accent": .keyAccent,
    "theme.name": .keyTheme, "theme.tile-style": .keyTileStyle, "carousel.layout": .keyLayout,
    "carousel.orientation": .keyOrientation, "carousel.tile-size": .keyTileSize, "header.title": .keyTitle,
    "header.clock": .keyClock, "header.date": .keyDate, "header.buttons": .keyButtons,
    "background.picture": .keyBackground, "idle.return-home-after": .keyReturnHome,
    "idle.attract-after": .keyAttract, "idle.blank-after": .keyBlank, "schedule.screen": .keyScreenHours,
    "schedule.tiles": .keyTileHours, "schedule.open": .keyOpeningHours, "kiosk.single-app": .keySingleApp,
    "kiosk.language": .keyLanguage, "access.speech": .readAloud, "access.text-scale": .textSize,
    "access.reduced-motion": .lessMotion, "access.scan": .oneSwitch, "screen.rotate": .keyRotation,
  ]

  private static let wordLabels: [String: Phrase] = [
    "none": .wordNotShown, "auto": .automaticChoice, "24h": .word24Hours, "12h": .word12Hours,
    "short": .wordShort, "long": .wordLong, "language": .language, "accessibility": .forEveryone,
    "horizontal": .wordHorizontal, "vertical": .wordVertical, "card": .wordCard, "picture": .wordPicture,
    "dark": .darkColors, "light": .lightColors, "high-contrast": .highContrast, "linear": .layoutLinear,
    "spotlight": .layoutSpotlight, "rotary": .layoutRotary, "inverted-rotary": .layoutInvertedRotary,
    "cylinder": .layoutCylinder, "inverted-cylinder": .layoutInvertedCylinder, "wheel": .layoutWheel,
    "inverted-wheel": .layoutInvertedWheel, "cover-flow": .layoutCoverFlow, "cover-flow-2": .layoutCoverFlow2,
    "time-machine": .layoutTimeMachine, "inverted-time-machine": .layoutInvertedTimeMachine,
    "ring": .layoutRing, "scaled-ring": .layoutScaledRing, "ellipse": .layoutEllipse,
    "inverted-ellipse": .layoutInvertedEllipse, "radial": .layoutRadial, "receding": .layoutReceding,
    "custom": .layoutCustom,
  ]
}

extension String {
  /// The word as a label: `cover-flow` becomes “Cover flow”.
  var capitalizedWord: String {
    let text = String(map { $0 == "-" ? " " : $0 })
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

import Configuration
import Languages

/// The language of the screen.
extension Shell {
  /// The visitor wants another language; nil for the kiosk's own.
  mutating func choose(_ language: String?, into effects: inout [ShellEffect]) {
    guard language != chosenLanguage else { return }
    chosenLanguage = language
    effects.append(.speak(language))
  }

  /// From now on everything is written in these words, also what is on the screen already.
  mutating func speak(_ languages: [String], _ words: Words, into effects: inout [ShellEffect]) {
    // What fingers do now was meant for the other side.
    let isRightToLeft = languages.first.flatMap(LanguageTag.init).map {
      WritingDirection.isRightToLeft($0.description)
    }
    if isRightToLeft != readsRightToLeft { releaseInput(at: clock, into: &effects) }
    readsRightToLeft = isRightToLeft ?? false
    (header.languages, header.words) = (languages, words)
    self.words = words
    let isLanguageNew = theme.language != languages.first ?? ""
    theme.language = languages.first ?? ""
    header.layOut(theme, metrics, scale: scale, into: &effects)
    layOutNotice(into: &effects)
    layOutSystemPage(into: &effects)
    layOutPad(into: &effects)
    layOutScan(into: &effects)
    if isLanguageNew { redraw(into: &effects) }
    repeatSpeech()
    isDirty = true
  }

  /// What does not change its words changes its letters, where languages share characters.
  private mutating func redraw(into effects: inout [ShellEffect]) {
    guard !metrics.size.isEmpty else { return }
    for index in levels.indices { levels[index].resize(for: metrics) }
    retakePage(isThemeNew: true, into: &effects)
  }

  /// The same tiles, with other names. What was read and waits for the visitor to come back is what they are of.
  mutating func reword(_ shelves: [LauncherShelf], into effects: inout [ShellEffect]) {
    if let waiting {
      self.waiting = WaitingConfiguration(waiting.configuration, shelves, waiting.problems)
    } else {
      offered = shelves.isEmpty ? offered : shelves
      isStale = true
    }
  }
}

import Configuration
import Languages

/// The language of the screen.
extension Shell {
  /// The visitor wants another language; nil for the kiosk's own.
  mutating func choose(_ language: String?) {
    guard language != chosenLanguage else { return }
    chosenLanguage = language
    outbox.append(.speak(language))
  }

  /// From now on everything is written in these words, also what is on the screen already.
  mutating func speak(_ languages: [String], _ words: Words) {
    // What fingers do now was meant for the other side.
    let isRightToLeft = languages.first.flatMap(LanguageTag.init).map {
      WritingDirection.isRightToLeft($0.description)
    }
    if isRightToLeft != environment.readsRightToLeft { releaseInput(at: clock) }
    environment.readsRightToLeft = isRightToLeft ?? false
    (header.languages, header.words) = (languages, words)
    environment.words = words
    let isLanguageNew = theme.language != languages.first ?? ""
    environment.theme.language = languages.first ?? ""
    header.layOut(theme, metrics, scale: scale, into: &outbox)
    layOutNotice()
    layOutPanels()
    layOutScan()
    if isLanguageNew { redraw() }
    repeatSpeech()
    isDirty = true
  }

  /// What does not change its words changes its letters, where languages share characters.
  private mutating func redraw() {
    guard !metrics.size.isEmpty else { return }
    for index in levels.indices { levels[index].resize(for: metrics) }
  }

  /// The same tiles, with other names. What was read and waits for the visitor to come back is what they are of.
  mutating func reword(_ shelves: [LauncherShelf]) {
    if !inbox.rename(shelves) { tileStore.rename(shelves) }
  }
}

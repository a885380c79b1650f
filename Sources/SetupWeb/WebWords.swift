import JSONFormat
import Languages
import Shell

/// The texts of the page in a language.
enum WebWords {
  static func json(_ words: Localizer) -> JSON {
    .object([
      ("language", .string(words.language)), ("isRightToLeft", .boolean(words.isRightToLeft)),
      ("days", .strings(RemoteEditor(words).weekdays)),
      (
        "languages",
        .list(
          RemoteEditor.languages.map {
            .object([("word", .string($0)), ("label", .string(LanguageName.own(of: $0)))])
          })
      ),
      // The page replaces the placeholder, which would be empty without a value.
      ("texts", .object(phrases.map { ($0.name, .string(words($0.phrase, "%s"))) })),
    ])
  }

  /// The phrases of the page, by the names that it has for them.
  static let phrases: [(name: String, phrase: Phrase)] = [
    ("title", .webTitle), ("enterCode", .webEnterCode), ("code", .phoneDigits), ("connect", .connect),
    ("language", .language), ("tiles", .tiles), ("screen", .editLook), ("look", .webShowScreen),
    ("lookAlt", .webScreenPicture), ("add", .editAdd), ("addPage", .setupWebPage),
    ("addPicture", .setupPicture), ("addText", .setupText), ("address", .setupAddress),
    ("name", .setupName), ("ok", .setupAdd), ("save", .editSave), ("saved", .editSaved),
    ("unsaved", .editUnsaved), ("undo", .undo), ("redo", .redo), ("edit", .editTile),
    ("move", .editMove), ("remove", .editRemove), ("close", .leave), ("upload", .webUpload),
    ("uploading", .webUploading), ("tooLarge", .webTooLarge), ("focus", .webFocus), ("text", .setupText),
    ("none", .setupNone), ("always", .setupAlwaysOpen), ("from", .hoursFrom), ("until", .hoursUntil),
    ("hours", .openingHours), ("leave", .webLeave), ("disconnected", .webDisconnected), ("over", .webOver),
    ("offline", .webOffline),
    ("pin", .setupPINTitle), ("pinLabel", .pin), ("pinDetail", .setupPINDetail), ("pinAgain", .setupPINAgain),
    ("pinsDiffer", .setupPINsDiffer), ("timeLeft", .phoneTimeLeft), ("wait", .setupSearching),
    ("folder", .folder), ("default", .setupAsUsual),
  ]
}

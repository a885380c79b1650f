import Configuration

/// What a file has said so far of a text with translations.
struct LocalizedDraft {
  /// The text where no translation fits, where one stands.
  var text: String?
  /// The translations by language tag.
  var translations: [String: String] = [:]
  /// Where the first translation stands.
  var translationPosition: TextPosition?
}

extension ConfigurationDecoder {
  /// The text with its translations; nil when nothing was said. Without a text for everybody else the first translation
  /// is it.
  mutating func text(of draft: LocalizedDraft, _ key: ConfigurationKey) -> LocalizedText? {
    if let text = draft.text { return LocalizedText(text, translations: draft.translations) }
    guard let position = draft.translationPosition, let first = draft.translations.sorted(by: <).first else {
      return nil
    }
    warn(
      "there are translations, but no text for all other languages", at: position, key: key.dottedName)
    return LocalizedText(first.value, translations: draft.translations)
  }

  /// Whether a key may have a language tag. Most have none, so that of most lines of a long file no more is asked.
  func hasTag(_ entry: TOMLTable.Entry) -> Bool { spelling(of: entry).utf8.contains(UInt8(ascii: ".")) }

  /// What stands behind the dot of `name.de`, whether the key was written bare or in quotes.
  func languageTag(of entry: TOMLTable.Entry, _ key: ConfigurationKey) -> String? {
    let spelling = spelling(of: entry)
    let opening = "\(key.name)."
    return spelling.hasPrefix(opening) ? String(spelling.dropFirst(opening.count)) : nil
  }

  /// Reads one text: a translation, or under `default` the text for everybody else.
  mutating func decode(
    _ entry: TOMLTable.Entry, _ key: ConfigurationKey, tag: String, into draft: inout LocalizedDraft
  ) {
    let dotted = "\(key.dottedName).\(Self.excerpt(tag))"
    guard tag != "default" else {
      guard draft.text == nil else { return fail("stands twice", at: entry.keyPosition, key: dotted) }
      draft.text = label(entry.node, key)
      return
    }
    guard LanguageTag(tag) != nil else {
      return fail(
        "'\(Self.excerpt(tag))' is no language tag such as de or pt-BR", at: entry.keyPosition,
        key: key.dottedName)
    }
    guard draft.translations[tag] == nil else {
      return fail("stands twice", at: entry.keyPosition, key: dotted)
    }
    guard let text = label(entry.node, key) else { return }
    draft.translations[tag] = text
    draft.translationPosition = draft.translationPosition ?? entry.keyPosition
  }

  /// Reads a text, or a table of a text and its translations.
  mutating func decode(_ node: TOMLNode, _ key: ConfigurationKey, into draft: inout LocalizedDraft) {
    guard case .table(let table) = node.value else {
      guard draft.text == nil else {
        return fail("stands twice", at: node.position, key: key.dottedName)
      }
      draft.text = label(node, key)
      return
    }
    for entry in table.entries { decode(entry, key, tag: entry.key, into: &draft) }
  }

  /// A name is never empty; a back may be.
  private mutating func label(_ node: TOMLNode, _ key: ConfigurationKey) -> String? {
    guard let text = text(node, key, limit: Self.nameLimit) else { return nil }
    guard key == .back || text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
      fail("must not be empty", at: node.position, key: key.dottedName)
      return nil
    }
    return text
  }
}

import CXKB
import Languages
import Logging

private nonisolated let log = Log("keyboard")

/// The keyboard layouts of xkb, for the on-screen keyboard.
package nonisolated enum KeyboardLibrary {
  /// The keys for letters, from left to right, by their xkb names (xkeyboard-config, `evdev`).
  private static let rows: [[String]] = [
    ["TLDE"] + names("AE", 13), names("AD", 12), names("AC", 12) + ["BKSL"], ["LSGT"] + names("AB", 11),
  ]
  private static func names(_ row: String, _ count: Int) -> [String] {
    (1...count).map { row + ($0 < 10 ? "0" : "") + "\($0)" }
  }
  /// The buffer size that xkb_keysym_to_utf8(3) recommends.
  private static let longestText = 16
  /// The most layouts on one screen.
  private static let mostLayouts = 24

  /// Returns the layouts for languages, by tag. Languages may share one. If no layout can type an address,
  /// adds one that can. Takes milliseconds, so call it on a background thread.
  package static func layouts(for languages: [String]) -> [KeyboardLayout] {
    var (layouts, sources): ([KeyboardLayout], [KeyboardSource]) = ([], [])
    for tag in languages.prefix(mostLayouts) {
      let source = KeyboardSource(language: tag)
      guard !sources.contains(source) else { continue }
      sources.append(source)
      layouts += read(source, language: tag)
    }
    if !layouts.contains(where: \.isLatin) {
      let latin = read(KeyboardSource("us"), language: "en")
      layouts += latin.isEmpty ? [.latin] : latin
    }
    return layouts
  }

  /// Returns the layouts of a language: Japanese has one for each of its scripts.
  private static func read(_ source: KeyboardSource, language tag: String) -> [KeyboardLayout] {
    var layouts: [KeyboardLayout] = []
    if let keys = keys(of: source) {
      layouts += KeyboardLayout(language: tag, name: LanguageName.own(of: tag), keys).map { [$0] } ?? []
    }
    if tag.hasPrefix("ja"), let keys = keys(of: KeyboardSource("jp", "kana")),
      let katakana = KeyboardLayout(language: tag, name: "カタカナ", keys)
    {
      var hiragana = katakana.asHiragana
      hiragana.name = "ひらがな"
      layouts = [hiragana, katakana] + layouts
    }
    return layouts
  }

  /// Returns the rows of a layout; nil if xkb does not have it or is not installed.
  package static func keys(of source: KeyboardSource) -> KeyboardLayout.Source? {
    guard let context = xkb_context_new(XKB_CONTEXT_NO_ENVIRONMENT_NAMES) else { return nil }
    defer { xkb_context_unref(context) }
    xkb_context_set_log_level(context, XKB_LOG_LEVEL_CRITICAL)
    let keymap = "evdev".withCString { rules in
      "pc105".withCString { model in
        source.layout.withCString { layout in
          source.variant.withCString { variant in
            var names = xkb_rule_names(
              rules: rules, model: model, layout: layout, variant: variant, options: nil)
            return xkb_keymap_new_from_names(context, &names, XKB_KEYMAP_COMPILE_NO_FLAGS)
          }
        }
      }
    }
    guard let keymap else {
      log.warning("xkb has no keyboard \(source.layout)")
      return nil
    }
    defer { xkb_keymap_unref(keymap) }
    let rows = Self.rows.map { names in names.compactMap { levels(of: $0, in: keymap) } }
    return KeyboardLayout.Source(digits: rows[0], upper: rows[1], home: rows[2], lower: rows[3])
  }

  /// Returns the texts of a key at each of its levels; nil if the layout lacks the key.
  private static func levels(of name: String, in keymap: OpaquePointer) -> [String]? {
    let key = xkb_keymap_key_by_name(keymap, name)
    guard key != XKB_KEYCODE_INVALID else { return nil }
    let count = xkb_keymap_num_levels_for_key(keymap, key, 0)
    guard count > 0 else { return nil }
    return (0..<count).map { level in
      var symbols: UnsafePointer<xkb_keysym_t>?
      let found = xkb_keymap_key_get_syms_by_level(keymap, key, 0, level, &symbols)
      guard found == 1, let symbol = symbols?.pointee else { return "" }
      return text(of: symbol)
    }
  }

  private static func text(of symbol: xkb_keysym_t) -> String {
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value > 0x20 else { return "" }
    return String(Character(scalar))
  }
}

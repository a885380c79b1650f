import Languages

/// A key of the on-screen keyboard.
struct BoardKey: Hashable, Sendable {
  enum Action: Hashable, Sendable {
    /// Types a text, or another text with Shift.
    case text(String, shifted: String)
    case space
    case shift
    case backspace
    /// Shows another set of keys.
    case page(OnScreenKeyboard.Page)
    /// Shows the keyboard of the next language.
    case language
    /// Moves the caret right by a number of characters.
    case caret(Int)
    /// Moves to another field or line of a program.
    case field(FieldKey)
    case hide
    case done
  }

  /// A key that moves between the fields or lines of a program.
  enum FieldKey: Hashable, Sendable { case tab, up, down }

  let action: Action
  /// The width of the key, in widths of a letter's key.
  let units: Double
  /// Other forms of the key's letter.
  let variants: [String]

  init(_ action: Action, units: Double = 1, variants: [String] = []) {
    (self.action, self.units, self.variants) = (action, units, variants)
  }

  init(_ text: String, variants: [String] = []) {
    self.init(.text(text, shifted: text), variants: variants)
  }

  init(_ key: KeyboardLayout.Key) {
    self.init(.text(key.text, shifted: key.shifted), variants: key.variants)
  }

  /// Returns the text that the key types; nil if it types none.
  func typed(isShifted: Bool) -> String? {
    switch action {
    case .text(let plain, let shifted): isShifted ? shifted : plain
    case .space: " "
    default: nil
    }
  }

  /// Returns the other forms, in upper case with Shift.
  func variants(isShifted: Bool) -> [String] {
    isShifted ? variants.map { $0.count == $0.uppercased().count ? $0.uppercased() : $0 } : variants
  }

  /// Returns the label for a text. A combining mark appears on a dotted circle.
  static func label(of text: String) -> String {
    let isMark = text.unicodeScalars.first?.properties.generalCategory == .nonspacingMark
    return isMark ? "◌" + text : text
  }

  /// Returns the pictogram on the key; nil for a key with a label.
  func sign(_ shift: OnScreenKeyboard.Shift) -> String? {
    switch action {
    case .shift:
      switch shift {
      case .off: "key-shift"
      case .once: "key-shift-on"
      case .locked: "key-shift-locked"
      }
    case .backspace: "key-backspace"
    case .hide: "key-hide"
    case .language: "language"
    case .text, .space, .page, .caret, .field, .done: nil
    }
  }

  /// Returns the key's name for the screen reader.
  func spokenName(isShifted: Bool, in words: Localizer) -> String {
    switch action {
    case .text: typed(isShifted: isShifted) ?? ""
    case .space: words(.space)
    case .shift: words(.shiftKey)
    case .backspace: words(.delete)
    case .page(let page): words(page == .letters ? .letters : .symbols)
    case .language: words(.otherKeyboard)
    case .caret(let step): words(step < 0 ? .caretLeft : .caretRight)
    case .field(.tab): words(.nextField)
    case .field(.up): words(.caretUp)
    case .field(.down): words(.caretDown)
    case .hide: words(.hideKeyboard)
    case .done: words(.done)
    }
  }
}

extension OnScreenKeyboard {
  /// A set of keys.
  enum Page: Hashable, Sendable {
    case letters, symbols, moreSymbols
    /// Only digits, for numbers.
    case digits
  }

  /// The state of Shift: off, on for the next letter, or locked.
  enum Shift: Hashable, Sendable { case off, once, locked }

  private static let symbols = ["1234567890", "@#€_&-+()/", "*\"':;!?%"]
  private static let moreSymbols = ["~`|•√π÷×§°", "£$¥^={}[]\\", "<>©®™¿¡„“"]
  private static let forms: [String: [String]] = [
    "-": ["–", "—", "·"], "'": ["’", "‘", "‚"], "\"": ["”", "“", "„", "«", "»"], "€": ["$", "£", "¥", "₹"],
    "!": ["¡"], "?": ["¿"], "+": ["±"], "%": ["‰"], "0": ["°", "º"], "1": ["½", "¼", "¹"], "2": ["²"],
    "3": ["³", "¾"],
  ]

  /// Returns the rows of keys from top to bottom.
  static func rows(
    _ page: Page, of layout: KeyboardLayout, for kind: TextField.Kind, hasLanguages: Bool,
    isForPrograms: Bool = false
  ) -> [[BoardKey]] {
    let tools = tools(page, hasLanguages, isForPrograms)
    return switch page {
    case .digits: digitRows(for: kind)
    case .letters: letterRows(of: layout) + [bottom(page, layout, kind, tools)]
    case .symbols: signRows(symbols, .moreSymbols) + [bottom(page, layout, kind, tools)]
    case .moreSymbols: signRows(moreSymbols, .symbols) + [bottom(page, layout, kind, tools)]
    }
  }

  /// Returns the keys at the start of the last row, which type no text.
  private static func tools(_ page: Page, _ hasLanguages: Bool, _ isForPrograms: Bool) -> [BoardKey] {
    switch page {
    case .letters, .digits: (hasLanguages ? [BoardKey(.language)] : []) + [BoardKey(.hide)]
    case .symbols:
      (isForPrograms ? [BoardKey(.field(.tab))] : []) + [BoardKey(.caret(-1)), BoardKey(.caret(1))]
    case .moreSymbols where isForPrograms: [BoardKey(.field(.up)), BoardKey(.field(.down))]
    case .moreSymbols: [BoardKey(.caret(-1)), BoardKey(.caret(1))]
    }
  }

  private static func letterRows(of layout: KeyboardLayout) -> [[BoardKey]] {
    var rows = layout.rows.map { $0.map { BoardKey($0) } }
    let hasShift = layout.rows.joined().contains { $0.shifted != $0.text }
    let last = rows.count - 1
    rows[last] =
      (hasShift ? [BoardKey(.shift, units: 1.5)] : []) + rows[last] + [BoardKey(.backspace, units: 1.5)]
    return rows
  }

  private static func signRows(_ lines: [String], _ other: Page) -> [[BoardKey]] {
    var rows = lines.map { $0.map { BoardKey(String($0), variants: forms[String($0)] ?? []) } }
    let last = rows.count - 1
    rows[last] = [BoardKey(.page(other), units: 1.5)] + rows[last] + [BoardKey(.backspace, units: 1.5)]
    return rows
  }

  private static func digitRows(for kind: TextField.Kind) -> [[BoardKey]] {
    let point =
      switch kind {
      case .number(isWhole: false): BoardKey(".", variants: ["-", ","])
      case .phone: BoardKey("+", variants: ["*", "#", "-", "/", "(", ")"])
      case .pin: BoardKey(.page(.letters))
      default: BoardKey("-")
      }
    return [
      ["1", "2", "3"].map { BoardKey($0) }, ["4", "5", "6"].map { BoardKey($0) },
      ["7", "8", "9"].map { BoardKey($0) }, [point, BoardKey("0"), BoardKey(.backspace)],
      [BoardKey(.hide), BoardKey(.done, units: 2)],
    ]
  }

  private static func bottom(
    _ page: Page, _ layout: KeyboardLayout, _ kind: TextField.Kind, _ tools: [BoardKey]
  ) -> [BoardKey] {
    let (comma, stop) = stops(layout, kind)
    let first = BoardKey(.page(page == .letters ? .symbols : .letters), units: 1.5)
    return [first] + tools + [comma, BoardKey(.space, units: 2.5), stop, BoardKey(.done, units: 2)]
  }

  /// Returns the two punctuation keys beside the space key.
  private static func stops(_ layout: KeyboardLayout, _ kind: TextField.Kind) -> (BoardKey, BoardKey) {
    if kind == .address {
      return (
        BoardKey("/", variants: ["https://", "www.", ":", "-"]),
        BoardKey(".", variants: [".org", ".com", ".net"])
      )
    }
    if kind == .mail {
      return (
        BoardKey("@", variants: ["_", "-", "+"]), BoardKey(".", variants: [".org", ".com", ".net"])
      )
    }
    let ends = ["!", "?", ":", ";", "…"]
    switch layout.language.prefix(2) {
    case "ar", "fa", "ur": return (BoardKey("،", variants: ["؛"]), BoardKey(".", variants: ["؟", "!", ":"]))
    case "ja" where !layout.isLatin:
      return (BoardKey("、", variants: ["・", "「", "」"]), BoardKey("。", variants: ["！", "？", "ー"]))
    default: return (BoardKey(",", variants: [";", "'"]), BoardKey(".", variants: ends))
    }
  }
}

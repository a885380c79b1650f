import RealCompositors

/// Presses keys and buttons from a text notation: `Control+l $T Enter`.
///
/// A word is a chord of keys joined with `+`. `$T` stands for a text to type. The keys are those of a US
/// keyboard. `Left`, `Middle` and `Right` are mouse buttons, pressed at the last touch.
struct Typist {
  private let server: XServer

  init(_ server: XServer) { self.server = server }

  /// - Throws: `CompositorFailure` if the X server ended.
  func press(_ words: String, text: String) throws {
    for word in words.split(separator: " ") {
      if word == "$T" {
        for character in text { try server.keyboard.chord(Self.codes(of: character)) }
      } else {
        try press(word)
      }
    }
  }

  private func press(_ word: Substring) throws {
    let names = word.count == 1 ? [word] : word.split(separator: "+")
    let button = names.last.flatMap { Self.buttons[String($0)] }
    let keys = (button == nil ? names : names.dropLast()).flatMap { name in
      Self.keys[String(name)].map { [$0] } ?? name.first.map(Self.codes) ?? []
    }
    guard let button else { return try server.keyboard.chord(keys) }
    for key in keys { try server.keyboard.set(key, isPressed: true) }
    try server.mouse.click(button)
    for key in keys.reversed() { try server.keyboard.set(key, isPressed: false) }
  }

  /// Codes of linux/input-event-codes.h.
  private static let keys: [String: UInt32] = [
    "Control": 29, "Shift": 42, "Alt": 56, "Enter": 28, "Tab": 15, "Space": 57, "Escape": 1, "Home": 102,
    "Down": 108, "Menu": 127, "F6": 64, "F10": 68, "F11": 87, "F12": 88,
  ]

  private static let buttons: [String: Mouse.Button] = ["Left": .left, "Middle": .middle, "Right": .right]

  private static func codes(of character: Character) -> [UInt32] {
    if let (_, key) = plain.first(where: { $0.0 == character }) { return [key] }
    return character == ":" ? [42, 39] : TypingKeyboard.codes(String(character))
  }

  private static let plain: [(Character, UInt32)] =
    Array(zip("1234567890-=", 2...13)) + [("'", 40), (",", 51), (".", 52), ("/", 53)]
}

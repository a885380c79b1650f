import Foundation
import Gestures
import SeededRandom
import Testing

@testable import Display

@MainActor
struct KeymapTests {
  /// A minimal keymap with an arrow, a letter and Shift.
  private static let text = """
    xkb_keymap {
      xkb_keycodes { minimum = 8; maximum = 255; <LEFT> = 113; <AC01> = 38; <LFSH> = 50; <TAB> = 23;
          <FK05> = 71; <I180> = 180; <I166> = 166; <NMLK> = 77; };
      xkb_types {
        virtual_modifiers NumLock;
        type "ONE_LEVEL" { modifiers = none; };
        type "TWO_LEVEL" { modifiers = Shift; map[Shift] = Level2; };
      };
      xkb_compatibility { interpret Shift_L { action = SetMods(modifiers=Shift); }; };
      xkb_symbols {
        key <LEFT> { [ Left ] };
        key <AC01> { type = "TWO_LEVEL", [ a, A ] };
        key <TAB> { type = "TWO_LEVEL", [ Tab, ISO_Left_Tab ] };
        key <FK05> { [ F5 ] };
        key <I180> { [ XF86HomePage ] };
        key <I166> { [ XF86Back ] };
        key <NMLK> { [ Num_Lock ] };
        key <LFSH> { [ Shift_L ] };
        modifier_map Shift { <LFSH> };
      };
    };
    """

  private func keymap() throws -> Keymap {
    try #require(Keymap(text: Array(Self.text.utf8)[...]))
  }

  private func descriptor(_ bytes: [UInt8]) throws -> FileHandle {
    let path = "/tmp/rotunda-keymap-\(UUID().uuidString)"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    defer { unlink(path) }
    return try #require(FileHandle(forReadingAtPath: path))
  }

  @Test func keysMeanWhatTheKeymapSays() throws {
    let keymap = try keymap()
    #expect(keymap.key(105) == .left)
    #expect(keymap.key(30) == .character("a"))
    #expect(keymap.key(42) == nil)
    #expect(keymap.key(200) == nil)
    #expect(keymap.key(.max) == nil)
    keymap.setModifiers(depressed: 1, latched: 0, locked: 0, group: 0)
    #expect(keymap.modifiers == .shift)
    #expect(keymap.key(30) == .character("A"))
    #expect(keymap.key(15) == .tab)
    keymap.setModifiers(depressed: .max, latched: .max, locked: .max, group: .max)
    #expect(keymap.key(105) == .left)
  }

  @Test func otherKeysHaveTheirNames() throws {
    let keymap = try keymap()
    #expect(keymap.key(63) == .other("F5"))
    #expect(keymap.key(172) == .other("XF86HomePage"))
    #expect(keymap.key(158) == .escape)
    // Modifiers produce no key event of their own.
    #expect(keymap.key(69) == nil && keymap.key(42) == nil)
  }

  /// Keymaps from 2022 have no symbol for KEY_OK and KEY_SELECT.
  @Test func remoteKeysWithoutKeymapNamesAreKnown() throws {
    let keymap = try keymap()
    #expect(keymap.key(352) == .enter && keymap.key(353) == .enter)
  }

  @Test func keymapNeedsNoTerminator() throws {
    for bytes in [Array(Self.text.utf8), Array(Self.text.utf8) + [0], Array(Self.text.utf8) + [0, 1, 2, 3]] {
      let file = try descriptor(bytes)
      let keymap = Keymap(descriptor: file.fileDescriptor, size: UInt32(bytes.count))
      #expect(keymap?.key(105) == .left)
    }
  }

  @Test func aSizeBeyondTheFileIsNoCrash() throws {
    let file = try descriptor(Array(Self.text.utf8))
    #expect(Keymap(descriptor: file.fileDescriptor, size: 1_000_000)?.key(105) == .left)
    #expect(Keymap(descriptor: file.fileDescriptor, size: 100) == nil)
  }

  @Test func hostileKeymapsAreRefused() throws {
    let file = try descriptor([])
    for size: UInt32 in [0, 1, 4096, .max] {
      #expect(Keymap(descriptor: file.fileDescriptor, size: size) == nil)
    }
    #expect(Keymap(descriptor: -1, size: 10) == nil)
    let texts = [
      "", "xkb_keymap {", "xkb_keymap { include \"/etc/passwd\" };", String(repeating: "{", count: 100_000),
      "xkb_keymap { xkb_keycodes { minimum = 99999999999999; }; };", "\u{FFFD}\u{1}\u{2}",
    ]
    for text in texts { #expect(Keymap(text: Array(text.utf8)[...]) == nil, "\(text.prefix(40))") }
  }

  @Test func mangledKeymapsAreSurvived() {
    var generator = SeededGenerator(seed: 11)
    let original = Array(Self.text.utf8)
    for _ in 0..<300 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = UInt8.random(
          in: 1...255, using: &generator)
      }
      if let keymap = Keymap(text: bytes[...]) {
        for code: UInt32 in 0..<300 { _ = keymap.key(code) }
      }
    }
  }

  @Test(arguments: [
    (105 as UInt32, Key.left), (106, .right), (103, .up), (108, .down), (102, .home), (107, .end),
    (104, .pageUp),
    (109, .pageDown), (28, .enter), (1, .escape), (15, .tab), (57, .space),
  ])
  func withoutAKeymapTheKeysStandForThemselves(code: UInt32, key: Key) {
    #expect(Key(code: code) == key)
  }
}

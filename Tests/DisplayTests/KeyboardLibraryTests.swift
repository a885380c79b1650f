import Languages
import Testing

@testable import Display

/// The keyboards in this machine's xkb data.
struct KeyboardLibraryTests {
  private func rows(_ tag: String) -> [[String]] {
    KeyboardLibrary.layouts(for: [tag]).map { $0.rows.map { $0.map(\.text).joined() } }
  }

  @Test(arguments: [
    ("en", ["qwertyuiop", "asdfghjkl", "zxcvbnm"]),
    ("de", ["qwertzuiopü", "asdfghjklöä", "yxcvbnm"]),
    ("fr", ["azertyuiop", "qsdfghjklmù", "wxcvbn"]),
    ("es", ["qwertyuiop", "asdfghjklñç", "zxcvbnm"]),
    ("zh", ["qwertyuiop", "asdfghjkl", "zxcvbnm"]),
  ])
  func keysOfALanguage(tag: String, expected: [String]) {
    #expect(rows(tag).first == expected)
  }

  @Test func arabicHasItsLettersAndLatinOnes() throws {
    let layouts = KeyboardLibrary.layouts(for: ["ar"])
    #expect(layouts.map(\.language) == ["ar", "en"])
    let letters = try Set(#require(layouts.first).rows.joined().map(\.text))
    #expect(Set(["ا", "ب", "ت", "ث", "ج", "لا", "ي", "ة", "ذ"]).isSubset(of: letters))
  }

  @Test func japaneseHasThreeAlphabets() throws {
    let layouts = KeyboardLibrary.layouts(for: ["ja"])
    #expect(layouts.map(\.name) == ["ひらがな", "カタカナ", "日本語"])
    let letters = Set(layouts[0].rows.joined().map(\.text))
    #expect(Set("あいうえおかきくけこさしすせそたちつてとなにぬねのはひふへほまみむめもやゆよらりるれろわん".map(String.init)).isSubset(of: letters))
    #expect(letters.contains("\u{309B}") && letters.contains("\u{309C}"))
  }

  @Test func languagesWithOneKeyboardShareIt() {
    #expect(KeyboardLibrary.layouts(for: ["en", "zh", "de", "en-US"]).map(\.language) == ["en", "de"])
  }

  @Test(arguments: [
    "pl", "ru", "tr", "cs", "el", "he", "th", "ko", "hu", "sv", "pt-BR", "uk", "hi", "fa", "ka",
  ])
  func manyLanguagesHaveKeyboards(tag: String) {
    #expect(KeyboardLibrary.layouts(for: [tag]).first?.language == tag)
    #expect(KeyboardLibrary.layouts(for: [tag]).contains { $0.isLatin })
  }

  @Test func unknownKeyboardsAreNone() {
    #expect(KeyboardLibrary.keys(of: KeyboardSource("nosuchlayout")) == nil)
    #expect(KeyboardLibrary.layouts(for: ["xx"]).map(\.language) == ["en"])
    #expect(KeyboardLibrary.layouts(for: []).contains { $0.isLatin })
  }
}

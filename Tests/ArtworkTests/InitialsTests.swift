import Testing

@testable import Artwork

struct InitialsTests {
  @Test(arguments: [
    ("Floor plan", "FP"), ("clock", "C"), ("The Garden of Earthly Delights", "TG"), ("", ""), ("   ", ""),
    ("& Co", "C"), ("!!!", "!"), ("3 Wishes", "3W"), ("éclair maison", "ÉM"), ("ßtraße", "ß"),
    ("世界 地図", "世地"), ("خريطة المتحف", "خا"), ("👩‍👩‍👧 family", "👩‍👩‍👧F"), ("e\u{301}toile", "E\u{301}"),
    ("(beta) map", "BM"),
    ("a\u{A0}b", "AB"), ("किताब घर", "किघ"),
  ])
  func initialsAreTheFirstTwoWordsGraphemes(name: String, expected: String) {
    #expect(String(Initials(name).letters) == expected)
  }

  @Test func lettersThatWouldJoinAreKeptApart() {
    #expect(Initials("خريطة المتحف").text == "خ\u{200C}ا")
    #expect(Initials("Clock").text == "C")
  }
}

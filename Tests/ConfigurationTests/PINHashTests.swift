import Configuration
import Testing

struct PINHashFormTests {
  @Test(arguments: [
    ("$y$j9T$abc./$XYZ019", true), ("$y$j9T$abc$", false), ("$y$$abc$def", false), ("$6$abc$def", false),
    ("$y$j9T$abc$def$ghi", false), ("$y$j9T$a c$def", false), ("1234", false), ("", false),
    ("$y$j9T$abc", false),
    ("$y$j9T$abc$" + String(repeating: "a", count: 400), false),
  ])
  func onlyYescryptIsAccepted(text: String, isTaken: Bool) {
    #expect((PINHash(text) != nil) == isTaken)
  }

  @Test(arguments: [
    ("1234", true), ("123456789012", true), ("123", false), ("1234567890123", false), ("12a4", false),
    ("", false),
    ("１２３４", false), ("12 4", false), ("-123", false),
  ])
  func aPINIsFourToTwelveDigits(text: String, isOne: Bool) {
    #expect((PIN(text) != nil) == isOne)
  }

  @Test func descriptionNeverRevealsThePIN() throws {
    let pin = try #require(PIN("4711"))
    var dumped = ""
    dump(pin, to: &dumped)
    for text in ["\(pin)", String(reflecting: pin), dumped] { #expect(!text.contains("4711")) }
  }
}

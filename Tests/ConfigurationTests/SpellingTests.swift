import Configuration
import Testing

@Suite struct SpellingTests {
  @Test(
    "a misspelled word finds its correction",
    arguments: [
      ("layuot", "layout"), ("Layout", "layout"), ("tile_size", "tile-size"), ("tilesize", "tile-size"),
      ("orientaton", "orientation"), ("warp", "wrap"), ("spacng", "spacing"), ("colour", nil), ("x", nil),
      ("", nil),
      (String(repeating: "a", count: 100_000), nil),
    ] as [(String, String?)])
  func suggests(word: String, expected: String?) {
    let nearest = Spelling.nearest(
      to: word, among: ["layout", "orientation", "wrap", "spacing", "tile-size"])
    #expect(nearest == expected)
  }

  @Test(
    "distances count insertions, removals, replacements and swaps",
    arguments: [
      ("", "", 0), ("a", "", 1), ("", "abc", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
      ("kitten", "sitting", 3), ("ca", "abc", 3), ("ü", "u", 1),
    ])
  func measures(left: String, right: String, expected: Int) {
    #expect(Spelling.distance(left, right) == expected)
    #expect(Spelling.distance(right, left) == expected)
  }
}

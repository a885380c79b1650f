import Configuration
import Testing

@testable import Shell

@Suite struct GlyphWordsTests {
  @Test(arguments: [
    ("Floor plan", Glyph.plan), ("Lageplan", .plan), ("Films", .film), ("Filme", .film),
    ("Öffnungszeiten", .clock),
    ("Museumscafé", .cafe), ("Musée", .museum), ("Quiz", .quiz), ("Galerie", .picture),
    ("Exposición", .picture),
    ("Visitors’ feedback", .feedback), ("Tiefsee", .fish), ("Geschichte der Stadt", .history),
    ("Musica", .music),
    ("خريطة المتحف", .map), ("المقهى", .cafe), ("日本語", .language), ("水族館へようこそ", .fish), ("Ton", .sound),
    ("Bücherei", .library), ("DINOSAURS", .dinosaur),
  ])
  func wordsOfSevenLanguagesHavePictograms(name: String, glyph: Glyph) {
    #expect(GlyphWords.glyph(for: name) == glyph)
  }

  @Test(arguments: ["", "Xylophon", "42", "🎈", "Tile 3", "Übung", "A"])
  func otherWordsHaveNoPictogram(name: String) {
    #expect(GlyphWords.glyph(for: name) == nil)
  }

  @Test func desktopEntriesAndIconsHavePictograms() {
    #expect(GlyphWords.glyph(categories: ["GNOME", "GTK", "Utility", "Calculator"]) == .calculator)
    #expect(GlyphWords.glyph(categories: ["Game", "BoardGame"]) == .chess)
    #expect(GlyphWords.glyph(categories: ["X-Own"]) == nil)
    #expect(GlyphWords.glyph(icon: "accessories-calculator") == .calculator)
    #expect(GlyphWords.glyph(icon: "go-home") == .home)
    #expect(GlyphWords.glyph(icon: "org.example.Foo") == nil)
  }

  /// The translated name of an action could match other pictograms.
  @Test(arguments: [
    (ShellAction.speech, Glyph.headphones), (.sounds, .sound), (.help, .question), (.lock, .lock),
  ])
  func pictogramsDoNotDependOnNames(action: ShellAction, glyph: Glyph) {
    for name in ["Read aloud", "Lectura en voz alta", "読み上げ"] {
      let tile = Tile(id: "action", name: LocalizedText(name), action: .perform(action))
      let made = LauncherTile(tile, languages: []) { _ in .failure(.notFound("")) }
      #expect(made.glyph == glyph && made.iconIsGeneric, "\(name)")
    }
  }

  /// If several words match equally well, the choice is the same in every run.
  @Test func aNameHasOnePictogram() {
    let glyphs = Set((0..<20).map { _ in GlyphWords.glyph(for: "Wasserfahrzeugmuseumsladen") })
    #expect(glyphs.count == 1)
  }
}

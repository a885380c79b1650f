import CHyphen
import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Artwork

/// Breaks in words that are longer than their line.
struct HyphenationTests {
  private static let hasGerman = chyphen_is_there() && Hyphenation().knows("de")
  private static let missing: Comment = "the packages libhyphen0 and hyphen-de are not installed"

  /// Words with every break that Duden allows.
  private static let compounds = """
    Do-nau-dampf-schiff-fahrts-ge-sell-schafts-ka-pi-tän Na-tur-kun-de-mu-se-um Öff-nungs-zei-ten Son-der-aus-stel-lung
    Dau-er-aus-stel-lung Mu-se-ums-pä-d-a-go-gik Ein-tritts-kar-ten Ver-an-stal-tungs-ka-len-der Kin-der-uni-ver-si-tät
    Kin-der-spiel-platz Bar-ri-e-re-frei-heit Stadt-ge-schich-te Lan-des-bi-b-li-o-thek Wis-sen-schafts-zen-t-rum
    Pla-ne-ta-ri-ums-vor-füh-rung Un-ter-was-ser-welt Stra-ßen-bahn-hal-te-stel-le Ge-bär-den-spra-che Bun-des-gar-ten-schau
    Welt-raum-for-schung Zeit-ge-schich-te In-dus-t-rie-denk-mal Hand-schrif-ten-samm-lung Skulp-tu-ren-gar-ten
    Kunst-hand-werk Ar-chä-o-lo-gie Aus-gra-bungs-stät-te Ver-stei-ne-run-gen Schmet-ter-lin-ge Sä-bel-zahn-ti-ger
    Vul-kan-aus-bruch Erd-be-ben-si-mu-la-tor Wet-ter-sta-ti-on Son-nen-fins-ter-nis Glet-scher-schmel-ze
    Kli-ma-ver-än-de-rung Mee-res-bio-lo-gie Tief-see-for-schung Ko-ral-len-rif-fe Re-gen-wurm-for-schung
    Fle-der-maus-höh-le Bie-nen-schau-kas-ten Kräu-ter-gar-ten Ge-wächs-häu-ser Hoch-ge-schwin-dig-keits-ka-me-ra
    Dampf-ma-schi-ne Ei-sen-bahn-mo-del-le Luft-schiff-fahrt Flug-si-mu-la-tor Rund-funk-ge-schich-te Buch-dru-cker-kunst
    Münz-ka-bi-nett Rit-ter-rüs-tun-gen Schließ-fä-cher Ge-burts-tags-fei-er Grup-pen-füh-run-gen Au-dio-füh-rung
    Spen-den-mög-lich-kei-ten Rei-se-an-den-ken Weg-be-schrei-bung
    """.split { $0.isWhitespace }.map(String.init)

  private static func places(_ parts: [Substring]) -> Set<Int> {
    var (places, length) = (Set<Int>(), 0)
    for part in parts.dropLast() {
      length += part.count
      places.insert(length)
    }
    return places
  }

  @Test(.enabled(if: hasGerman, missing)) func germanCompoundsBreakAsInDuden() {
    let hyphenation = Hyphenation()
    #expect(Self.compounds.count == 60)
    for compound in Self.compounds {
      let allowed = compound.split(separator: "-")
      let word = allowed.joined()
      let parts = hyphenation.hyphenated(word, language: "de", from: 6).split(separator: "\u{AD}")
      #expect(parts.count > 1 && parts.joined() == word, "\(word)")
      #expect(Self.places(parts).isSubset(of: Self.places(allowed)), "\(parts)")
      #expect((parts.first?.count ?? 0) >= 3 && (parts.last?.count ?? 0) >= 3, "\(parts)")
    }
  }

  @Test(.enabled(if: hasGerman, missing)) func onlyLongWordsHaveHyphens() {
    let hyphenation = Hyphenation()
    let text = "Das große Naturkundemuseum, Öffnungszeiten"
    #expect(
      hyphenation.hyphenated(text, language: "de", from: 15)
        == "Das große Natur\u{AD}kun\u{AD}de\u{AD}mu\u{AD}seum, Öffnungszeiten")
    // A word with its own hyphens keeps them.
    #expect(
      hyphenation.hyphenated("Natur\u{AD}kundemuseum Öffnungszeiten", language: "de", from: 6)
        == "Natur\u{AD}kundemuseum Öff\u{AD}nungs\u{AD}zei\u{AD}ten")
  }

  @Test(arguments: ["xx", "", "../../etc/passwd", "zh_CN", "de/../de_DE", "th"])
  func aLanguageWithoutDictionaryBreaksNothing(language: String) {
    let text = "Pneumonoultramicroscopicsilicovolcanoconiosis กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝ"
    #expect(Hyphenation(folder: "/nowhere").hyphenated(text, language: "de", from: 6) == text)
    #expect(Hyphenation().hyphenated(text, language: language, from: 6) == text)
  }

  @Test(
    .enabled(if: hasGerman, missing),
    arguments: ["de", "de_DE", "de-CH", "de_AT", "DE", "de-Latn-DE", "de_XX"])
  func aLanguageMayHaveACountry(language: String) {
    #expect(
      Hyphenation().hyphenated("Museumsgarten", language: language, from: 6)
        == "Muse\u{AD}ums\u{AD}gar\u{AD}ten")
  }

  /// Returns the lines of a name on a face, without soft hyphens.
  private func lines(_ label: String, language: String, width: Int, textScale: Double = 1) throws -> [String]
  {
    var face = TileFace(
      label: label, icon: nil, background: .black, foreground: .white, fontSize: 26 * textScale,
      language: language)
    face.style = .fullBleed
    let setter = Typesetter(languages: ["en"])
    let size = PixelSize(width, width * 5 / 4)
    let writing = FaceWriting(face, RasterSize(size, scale: 1), setter)
    let layout = setter.set(
      writing.label,
      TextStyle(
        family: "sans-serif", language: language, fontSize: writing.fontSize, weight: .bold,
        width: Int(writing.block.size.width), limit: .lines(2)))
    let starts = layout.lineStarts + [writing.label.utf8.count]
    let bytes = Array(writing.label.utf8)
    return zip(starts, starts.dropFirst()).map { String(decoding: bytes[$0..<$1], as: UTF8.self) }
  }

  @Test(.enabled(if: hasGerman, missing), arguments: [(1, 200), (1.6, 300), (2, 300)])
  func longNameBreaksAtASyllable(textScale: Double, width: Int) throws {
    let lines = try lines("Straßenbahnhaltestelle", language: "de", width: width, textScale: textScale)
    #expect(lines.count == 2)
    #expect(lines[0].hasSuffix("\u{AD}"), "\(lines)")
    #expect(lines.allSatisfy { $0.filter { $0 != "\u{AD}" }.count >= 3 })
  }

  /// The line height and the number of lines of a text.
  private func fit(_ text: String, isBold: Bool, width: Int, lines: Int? = nil) -> (
    height: Double, lines: Int
  ) {
    let block = TextBlock(
      text, color: .black, fontSize: 20, language: "de", isBold: isBold, mostLines: lines)
    let fitted = TextPainter(typesetter: Typesetter(languages: ["en"]))
      .fit(block, RasterSize(PixelSize(width, 400), scale: 1))
    let (height, count) = (fitted.layout.logical.size.height, fitted.layout.lineCount)
    return (height / Double(count), count)
  }

  @Test(.enabled(if: hasGerman, missing)) func titlesShrinkBeforeTheyBreakTextDoesNot() {
    let (word, whole) = ("Straßenbahnhaltestelle", fit("Straßenbahn", isBold: true, width: 400).height)
    #expect(fit(word, isBold: true, width: 400) == (whole, 1))
    let narrower = fit(word, isBold: true, width: 220)
    #expect(narrower.lines == 1 && narrower.height < whole)
    #expect(fit(word, isBold: true, width: 150) == (whole, 2))
    #expect(fit(word, isBold: false, width: 180) == (fit("x", isBold: false, width: 180).height, 2))
    let line = fit(word, isBold: true, width: 220, lines: 1)
    #expect(line.lines == 1 && line.height < whole)
  }

  @Test(arguments: ["en", "de", "xx"]) func aShortWordStaysWhole(language: String) throws {
    for textScale in [1.0, 1.6, 2] {
      #expect(try lines("Dinosaurs", language: language, width: 300, textScale: textScale) == ["Dinosaurs"])
    }
  }

  @Test(arguments: [
    ("Dinosaurs", [0, 8], "Dinosa\u{200B}urs"), ("Dinosaurs", [0, 6], "Dinosaurs"),
    ("Deep seas", [0, 5], "Deep seas"),
    ("abcd", [0, 3], "abcd"), ("Größenordnung", [0, 14], "Größenordn\u{200B}ung"), ("", [0], ""),
    ("日本語", [0, 6], "日本語"),
  ])
  func noLineHasOneOrTwoLetters(text: String, starts: [Int], expected: String) {
    #expect(text.withoutShortRests(starts) == expected)
  }
}

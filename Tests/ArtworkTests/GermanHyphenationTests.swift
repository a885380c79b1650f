import Testing

@testable import Artwork

/// German compounds with all places where a line may break, compared with the launcher's results from
/// Debian's dictionary.
struct GermanHyphenationTests {
  private static let words = """
    Do|nau|dampf|schiff|fahrts|ge|sell|schafts|ka|pi|tän Kraft|fahr|zeug|haft|pflicht|ver|si|che|rung
    Rechts|schutz|ver|si|che|rungs|ge|sell|schaf|ten Rind|fleisch|eti|ket|tie|rungs|über|wa|chungs|auf|ga|ben
    Bun|des|aus|bil|dungs|för|de|rungs|ge|setz Le|bens|mit|tel|un|ver|träg|lich|keit
    Ge|schwin|dig|keits|be|gren|zung Ar|beits|un|fä|hig|keits|be|schei|ni|gung
    Grund|stücks|ver|kehrs|ge|neh|mi|gung Na|tur|wis|sen|schaft Stadt|ge|schich|te Dau|er|aus|stel|lung
    Son|der|aus|stel|lung Ein|tritts|kar|ten|ver|kauf Mu|se|ums|ca|fé Öff|nungs|zei|ten
    Schmet|ter|lings|samm|lung Säu|ge|tier|prä|pa|ra|te Di|no|sau|ri|er|ske|lett Was|ser|schutz|ge|biet
    Um|welt|ver|schmut|zung Staub|be|cken Wach|stu|be Ur|in|stinkt Alt|bau|er|hal|tung
    Ab|tei|lungs|lei|te|rin Kin|der|gar|ten|platz Haupt|bahn|hof Fuß|gän|ger|zo|ne Park|haus|ein|fahrt
    Kran|ken|haus|auf|ent|halt Be|su|cher|in|for|ma|ti|on Bar|ri|e|re|frei|heit Ge|bär|den|spra|che
    Au|dio|gui|de Feu|er|wehr|fahr|zeug Po|li|zei|prä|si|di|um Rat|haus|saal Bür|ger|meis|ter
    Ver|an|stal|tungs|ka|len|der Welt|raum|te|le|skop Son|nen|sys|tem Pla|ne|ta|ri|um Stern|war|te
    Erd|be|ben|war|te Vul|kan|aus|bruch Stein|zeit|höh|le Bron|ze|zeit Rö|mer|la|ger Mit|tel|al|ter
    In|dus|trie|denk|mal Dampf|ma|schi|ne Spin|ne|rei|mu|se|um Web|stuhl Holz|bild|hau|er
    Kir|chen|fens|ter Or|gel|kon|zert Blas|or|ches|ter Schiff|fahrt Druck|er|zeug|nis
    """.split(whereSeparator: \.isWhitespace).map(String.init)

  /// Returns the letters before which the word has a mark.
  private static func places(_ word: String, _ mark: Unicode.Scalar) -> Set<Int> {
    var (places, count) = (Set<Int>(), 0)
    for scalar in word.unicodeScalars {
      if scalar == mark { places.insert(count) } else { count += 1 }
    }
    let letters = count
    // At both ends, three letters stay together.
    return places.filter { $0 >= Hyphenation.fewestLetters && $0 <= letters - Hyphenation.fewestLetters }
  }

  /// At compound seams before a vowel, the patterns are sometimes wrong. A soft hyphen in the name overrides
  /// them.
  @Test(.enabled(if: Hyphenation().knows("de"))) func mostBreaksMatchDuden() {
    let hyphenation = Hyphenation()
    var (found, wrong, missing, faulty) = (0, 0, 0, [String]())
    for word in Self.words {
      let plain = String(word.filter { $0 != "|" })
      let right = Self.places(word, "|")
      let answer = hyphenation.hyphenated(plain, language: "de", from: 6)
      let places = Self.places(answer, .softHyphen)
      (found, missing) = (found + places.count, missing + right.subtracting(places).count)
      wrong += places.subtracting(right).count
      if !places.isSubset(of: right) { faulty.append(plain) }
    }
    #expect(Self.words.count == 60)
    #expect(wrong <= 4 && faulty.count <= 3, "\(wrong) of \(found) places are wrong: \(faulty)")
    #expect(missing <= 8, "\(missing) places are missing")
  }

  @Test(.enabled(if: Hyphenation().knows("de"))) func noSyllableIsASingleLetter() {
    let hyphenation = Hyphenation()
    #expect(
      hyphenation.hyphenated("Altbauerhaltung", language: "de", from: 6)
        == "Alt\u{AD}bau\u{AD}er\u{AD}hal\u{AD}tung")
    #expect(hyphenation.hyphenated("Barriere", language: "de", from: 6) == "Bar\u{AD}ri\u{AD}ere")
  }

  @Test func aSoftHyphenOverrulesTheDictionary() {
    let name = "Besucher\u{AD}information"
    #expect(Hyphenation().hyphenated(name, language: "de", from: 6) == name)
  }
}

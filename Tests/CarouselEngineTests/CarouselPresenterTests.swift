import CarouselEngine
import Geometry
import Testing

@Suite struct CarouselPresenterTests {
  private final class Card {
    var name = ""
  }

  private final class Deck: CarouselDataSource {
    var names: [String]
    var made = 0
    var asked: [Int] = []

    init(_ count: Int) {
      names = (0..<count).map { "card \($0)" }
    }

    var singleSided: Set<Int> = []
    var hasBacks = false

    func numberOfItems() -> Int { names.count }

    func isDoubleSided(itemAt index: Int) -> Bool { !singleSided.contains(index) }

    func backContent(forItemAt index: Int, reusing old: Card?) -> Card? {
      guard hasBacks else { return nil }
      let card = old ?? Card()
      card.name = "back of \(names[index])"
      return card
    }

    func content(forItemAt index: Int, reusing old: Card?) -> Card {
      asked.append(index)
      if old == nil { made += 1 }
      let card = old ?? Card()
      card.name = names[index]
      return card
    }
  }

  private final class Listener: CarouselDelegate {
    var heard: [String] = []
    var accepts = true
    var laidOut: [Int: Double] = [:]

    func carouselWillLayOutItem(at index: Int, offset: Double) { laidOut[index] = offset }

    func carouselDidSelectItem(at index: Int) { heard.append("selected \(index)") }
    func carouselShouldSelectItem(at index: Int) -> Bool { accepts }
    func carouselWillBeginScrollingAnimation() { heard.append("begin") }
    func carouselDidEndScrollingAnimation() { heard.append("end") }
    func carouselDidDisplayItem(at index: Int) { heard.append("show \(index)") }
    func carouselDidEndDisplayingItem(at index: Int) { heard.append("hide \(index)") }
  }

  private static func presenter(_ deck: Deck) -> CarouselPresenter<Deck> {
    var options = CarouselOptions()
    options.layout = .linear
    return CarouselPresenter(
      Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: deck)
  }

  @Test func contentsAreLoadedAsTheyComeIntoViewAndUsedAgain() {
    let deck = Deck(1000)
    let presenter = Self.presenter(deck)
    #expect(presenter.indexesForVisibleItems == Array(0..<6))
    for step in 1...400 {
      presenter.perform { $0.setScrollOffset(Double(step) * 2, at: Double(step)) }
      presenter.advance(to: Double(step))
    }
    #expect(deck.made <= 12)
    for index in presenter.indexesForVisibleItems {
      #expect(presenter.content(forItemAt: index)?.name == "card \(index)")
    }
    #expect(presenter.currentContent?.name == "card 800")
    #expect(presenter.currentContent.flatMap { presenter.index(of: $0) } == 800)
  }

  @Test func theDelegateHearsWhatHappens() {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    let listener = Listener()
    presenter.delegate = listener
    presenter.tap(at: Point(200, 0), time: 1)
    presenter.advance(to: 2)
    #expect(listener.heard == ["begin", "selected 1", "end"])
    listener.accepts = false
    presenter.tap(at: Point(200, 0), time: 3)
    #expect(listener.heard.count == 3)
  }

  @Test func theDelegateHearsWhereEveryItemWillBe() {
    let presenter = Self.presenter(Deck(10))
    let listener = Listener()
    presenter.delegate = listener
    presenter.perform { $0.setScrollOffset(2.25, at: 1) }
    #expect(listener.laidOut[2] == -0.25 && listener.laidOut[4] == 1.75)
    #expect(Set(listener.laidOut.keys) == Set(presenter.indexesForVisibleItems))
  }

  @Test func anItemMayHaveABackOfItsOwnOrNone() throws {
    let deck = Deck(12)
    let presenter = Self.presenter(deck)
    presenter.perform { $0.options.layout = .cylinder }
    presenter.advance(to: 1)
    presenter.advance(to: 2)
    let away = try #require(presenter.placements.first { $0.facesAway })
    #expect(presenter.face(of: away)?.content.name == "card \(away.index)")
    #expect(presenter.face(of: away)?.isBack == false)
    deck.singleSided = [away.index]
    #expect(presenter.face(of: away) == nil)
    deck.hasBacks = true
    presenter.advance(to: 3)
    #expect(presenter.face(of: away)?.content.name == "back of card \(away.index)")
    #expect(presenter.face(of: away)?.isBack == true)
    let front = try #require(presenter.placements.last)
    #expect(presenter.face(of: front)?.isBack == false)
  }

  @Test func aReloadedItemFadesOver() throws {
    let deck = Deck(4)
    let presenter = Self.presenter(deck)
    presenter.advance(to: 1)
    let old = try #require(presenter.content(forItemAt: 1))
    deck.names[1] = "new"
    presenter.reloadItem(at: 1, fadingFor: 0.4, time: 1)
    #expect(presenter.content(forItemAt: 1)?.name == "new" && old.name == "card 1")
    #expect(presenter.fadingContent(forItemAt: 1)?.content === old && presenter.isMoving)
    presenter.advance(to: 1.1)
    #expect(abs((presenter.fadingContent(forItemAt: 1)?.opacity ?? 0) - 0.75) < 1e-9)
    presenter.advance(to: 1.4)
    #expect(presenter.fadingContent(forItemAt: 1) == nil && !presenter.isMoving)
  }

  @Test func movingKeepsContentsWithTheirItems() {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    deck.names.insert(deck.names.remove(at: 0), at: 3)
    let asked = deck.asked.count
    presenter.moveItem(from: 0, to: 3)
    presenter.advance(to: 1)
    for index in presenter.indexesForVisibleItems {
      #expect(presenter.content(forItemAt: index)?.name == deck.names[index])
    }
    #expect(deck.asked.count <= asked + 3)
  }

  @Test func insertingAndRemovingKeepContentsWithTheirItems() {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    deck.names.insert("new", at: 2)
    presenter.insertItem(at: 2)
    deck.names.remove(at: 0)
    presenter.removeItem(at: 0)
    presenter.advance(to: 1)
    for index in presenter.indexesForVisibleItems {
      #expect(presenter.content(forItemAt: index)?.name == deck.names[index])
    }
    deck.names = []
    presenter.reloadData()
    #expect(presenter.visibleContents.isEmpty)
  }
}

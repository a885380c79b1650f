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

    func numberOfItems() -> Int { names.count }

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

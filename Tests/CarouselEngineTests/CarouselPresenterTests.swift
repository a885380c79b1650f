import CarouselEngine
import RotundaGeometry
import Testing

@Suite struct CarouselPresenterTests {
  fileprivate final class Card {
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

    /// A part of a card, or of another part.
    final class Part {
      let whole: AnyObject

      init(of whole: AnyObject) { self.whole = whole }
    }

    func numberOfItems(in carousel: any CarouselPresenting) -> Int { names.count }

    func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject? {
      (part as? Part)?.whole
    }

    func isDoubleSided(itemAt index: Int, in carousel: any CarouselPresenting) -> Bool {
      !singleSided.contains(index)
    }

    func backContent(
      forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting
    ) -> Card? {
      guard hasBacks else { return nil }
      let card = old ?? Card()
      card.name = "back of \(names[index])"
      return card
    }

    func content(
      forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting
    ) -> Card {
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

    func carouselWillLayOutItem(_ carousel: any CarouselPresenting, at index: Int, offset: Double) {
      laidOut[index] = offset
    }

    func carouselDidSelectItem(_ carousel: any CarouselPresenting, at index: Int) {
      heard.append("selected \(index)")
    }
    func carouselShouldSelectItem(_ carousel: any CarouselPresenting, at index: Int) -> Bool { accepts }
    func carouselWillBeginScrollingAnimation(_ carousel: any CarouselPresenting) { heard.append("begin") }
    func carouselDidEndScrollingAnimation(_ carousel: any CarouselPresenting) { heard.append("end") }
    func carouselDidDisplayItem(_ carousel: any CarouselPresenting, at index: Int) {
      heard.append("show \(index)")
    }
    func carouselDidEndDisplayingItem(_ carousel: any CarouselPresenting, at index: Int) {
      heard.append("hide \(index)")
    }
  }

  private static func presenter(_ deck: Deck) -> CarouselPresenter<Deck> {
    var options = CarouselOptions()
    options.layout = .linear
    return CarouselPresenter(
      Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: deck)
  }

  @Test func contentsAreLoadedOnSightAndReused() {
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

  @Test func delegateReceivesEvents() {
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

  @Test func tapReturnsItsResult() {
    let presenter = Self.presenter(Deck(10))
    let listener = Listener()
    presenter.delegate = listener
    #expect(presenter.tap(at: Point(200, 0), time: 1) == .taken(item: 1))
    presenter.advance(to: 2)
    listener.accepts = false
    #expect(presenter.tap(at: Point(200, 0), time: 3) == .refused(item: 2))
    #expect(presenter.tap(at: Point(0, 230), time: 4) == .nothing)
    presenter.perform { $0.options.isTapEnabled = false }
    #expect(presenter.tap(at: .zero, time: 5) == .nothing)
  }

  @Test func withoutDelegateEveryItemCanBeSelected() {
    let presenter = Self.presenter(Deck(10))
    #expect(presenter.tap(at: Point(200, 0), time: 1) == .taken(item: 1))
    presenter.advance(to: 2)
    #expect(presenter.carousel.currentItemIndex == 1)
  }

  @Test func aPlaceholderIsNeverSelected() {
    final class Filled: CarouselDataSource {
      func numberOfItems(in carousel: any CarouselPresenting) -> Int { 2 }
      func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int { 4 }
      func content(forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card {
        old ?? Card()
      }
      func placeholder(at index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card? {
        old ?? Card()
      }
    }
    let source = Filled()
    var options = CarouselOptions()
    options.layout = .linear
    let presenter = CarouselPresenter(
      Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: source)
    let listener = Listener()
    presenter.delegate = listener
    #expect(presenter.content(at: Point(-200, 0))?.index == -1, "a placeholder is there")
    #expect(presenter.tap(at: Point(-200, 0), time: 1) == .nothing)
    presenter.advance(to: 2)
    #expect(listener.heard == [] && presenter.carousel.scrollOffset == 0)
  }

  @Test func oneDelegateServesSeveralCarousels() {
    final class Both: CarouselDataSource, CarouselDelegate {
      var counts: [ObjectIdentifier: Int] = [:]
      var selected: [ObjectIdentifier] = []
      func numberOfItems(in carousel: any CarouselPresenting) -> Int {
        counts[ObjectIdentifier(carousel)] ?? 3
      }
      func content(forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting) -> Card {
        old ?? Card()
      }
      func carouselDidSelectItem(_ carousel: any CarouselPresenting, at index: Int) {
        selected.append(ObjectIdentifier(carousel))
      }
    }
    let both = Both()
    let carousel = Carousel(
      options: CarouselOptions(), bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0)
    let presenters = [
      CarouselPresenter(carousel, dataSource: both), CarouselPresenter(carousel, dataSource: both),
    ]
    both.counts = [ObjectIdentifier(presenters[1]): 7]
    for presenter in presenters {
      presenter.delegate = both
      presenter.reloadData()
    }
    #expect(presenters.map(\.carousel.numberOfItems) == [3, 7])
    presenters[1].tap(at: .zero, time: 1)
    #expect(both.selected == [ObjectIdentifier(presenters[1])])
  }

  @Test func anotherDataSourceIsShownAtOnce() {
    let (first, second) = (Deck(4), Deck(9))
    second.names[0] = "another"
    let presenter = Self.presenter(first)
    presenter.dataSource = second
    #expect(presenter.carousel.numberOfItems == 9 && presenter.currentContent?.name == "another")
  }

  @Test(arguments: [true, false]) func changesAreImmediateUnlessAnimated(animated: Bool) {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    presenter.advance(to: 1)
    deck.names.insert("new", at: 1)
    presenter.insertItem(at: 1, animated: animated, time: 2)
    presenter.advance(to: 2)
    let inserted = presenter.placements.first { $0.index == 1 }
    #expect((inserted?.opacity ?? 0) == (animated ? 0 : 1))
    presenter.advance(to: 4)
    deck.names.remove(at: 1)
    presenter.removeItem(at: 1, animated: animated, time: 4)
    presenter.advance(to: 4)
    #expect(presenter.departingContents.isEmpty == !animated)
    #expect(presenter.isMoving == animated)
    presenter.advance(to: 6)
    #expect(presenter.content(forItemAt: 1)?.name == "card 1" && !presenter.isMoving)
  }

  @Test func delegateReceivesEveryItemsOffset() {
    let presenter = Self.presenter(Deck(10))
    let listener = Listener()
    presenter.delegate = listener
    presenter.perform { $0.setScrollOffset(2.25, at: 1) }
    #expect(listener.laidOut[2] == -0.25 && listener.laidOut[4] == 1.75)
    #expect(Set(listener.laidOut.keys) == Set(presenter.indexesForVisibleItems))
  }

  @Test func itemCanHaveItsOwnBackOrNone() throws {
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

  @Test func partOfAContentLeadsToItsIndex() throws {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    presenter.perform { $0.setScrollOffset(2, at: 1) }
    let card = try #require(presenter.content(forItemAt: 3))
    let label = Deck.Part(of: Deck.Part(of: card))
    #expect(presenter.index(of: card) == 3 && presenter.index(ofPart: card) == 3)
    #expect(presenter.index(ofPart: label) == 3)
    #expect(presenter.index(ofPart: Deck.Part(of: Card())) == nil && presenter.index(of: Card()) == nil)
    #expect(presenter.visibleContents.count == presenter.indexesForVisibleItems.count)
    #expect(presenter.currentContent === presenter.content(forItemAt: 2))
    #expect(presenter.content(at: Point(200, 0))?.content === card)
    #expect(presenter.content(at: Point(0, 200)) == nil)
  }

  @Test func cyclicPartsHaveNoIndex() {
    final class Knot: CarouselDataSource {
      func numberOfItems(in carousel: any CarouselPresenting) -> Int { 1 }
      func content(
        forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting
      ) -> Card { old ?? Card() }
      func whole(of part: AnyObject, in carousel: any CarouselPresenting) -> AnyObject? { part }
    }
    let knot = Knot()
    let presenter = CarouselPresenter(
      Carousel(
        options: CarouselOptions(), bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: knot)
    #expect(presenter.index(ofPart: knot) == nil)
  }

  @Test func removedContentFadesAndIsReused() throws {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    let listener = Listener()
    presenter.delegate = listener
    presenter.advance(to: 1)
    let card = try #require(presenter.content(forItemAt: 1))
    deck.names.remove(at: 1)
    presenter.removeItem(at: 1, time: 1)
    presenter.advance(to: 1)
    presenter.advance(to: 1.2)
    let leaving = try #require(presenter.departingContents.first)
    #expect(leaving.content === card && card.name == "card 1")
    #expect(abs(leaving.placement.opacity - 0.5) < 1e-9 && presenter.isMoving)
    #expect(presenter.index(of: card) == nil && presenter.content(forItemAt: 1)?.name == "card 2")
    #expect(!listener.heard.contains("hide 1"))
    let made = deck.made
    presenter.advance(to: 1.4)
    #expect(presenter.departingContents.isEmpty && listener.heard.last == "hide 1")
    presenter.perform { $0.setScrollOffset(3, at: 2) }
    #expect(deck.made <= made + 1, "the content of the removed item is used again")
  }

  @Test func everyShownItemIsHiddenOnceInOrder() {
    let deck = Deck(12)
    let presenter = Self.presenter(deck)
    let listener = Listener()
    var shown = presenter.indexesForVisibleItems.count
    presenter.delegate = listener
    for step in 0..<40 {
      let time = Double(step) / 10
      switch step % 5 {
      case 0 where !deck.names.isEmpty:
        deck.names.remove(at: 0)
        presenter.removeItem(at: 0, time: time)
      case 1:
        deck.names.insert("new", at: deck.names.count / 2)
        presenter.insertItem(at: deck.names.count / 2, time: time)
      case 2: presenter.perform { $0.scroll(toItemAt: step, duration: 0.1, at: time) }
      case 3: presenter.reloadData(fadingFor: 0.15, time: time)
      default: presenter.reloadItem(at: step % 3, fadingFor: 0.15, time: time)
      }
      presenter.advance(to: time + 0.09)
    }
    deck.names = []
    presenter.reloadData(time: 5)
    presenter.advance(to: 6)
    presenter.advance(to: 7)
    // A reload of one item shows it again without hiding it. The count ignores that.
    for event in listener.heard { shown += event.hasPrefix("show") ? 1 : event.hasPrefix("hide") ? -1 : 0 }
    #expect(shown >= 0 && presenter.departingContents.isEmpty && presenter.visibleContents.isEmpty)
  }

  @Test func aReloadOfEverythingFadesOver() throws {
    let deck = Deck(6)
    let presenter = Self.presenter(deck)
    presenter.advance(to: 1)
    let old = try #require(presenter.content(forItemAt: 1))
    let gone = try #require(presenter.content(forItemAt: 4))
    deck.names = ["a", "b", "c"]
    presenter.reloadData(fadingFor: 0.4, time: 1)
    presenter.advance(to: 1)
    #expect(presenter.content(forItemAt: 1)?.name == "b" && old.name == "card 1")
    #expect(presenter.fadingContent(forItemAt: 1)?.content === old)
    #expect(presenter.departingContents.contains { $0.content === gone })
    presenter.advance(to: 1.2)
    #expect(abs((presenter.fadingContent(forItemAt: 1)?.opacity ?? 0) - 0.5) < 1e-9)
    presenter.advance(to: 1.5)
    #expect(presenter.fadingContent(forItemAt: 1) == nil && presenter.departingContents.isEmpty)
    #expect(!presenter.isMoving)
  }

  @Test func redrawRequestsNoContent() {
    let deck = Deck(10)
    let presenter = Self.presenter(deck)
    let listener = Listener()
    presenter.delegate = listener
    let asked = deck.asked.count
    presenter.redraw()
    #expect(deck.asked.count == asked && Set(listener.laidOut.keys) == Set(presenter.indexesForVisibleItems))
    #expect(listener.heard.isEmpty)
  }

  @Test func placeholdersAndItemsHaveSeparatePools() {
    final class Mixed: CarouselDataSource {
      var wrong: [String] = []
      func numberOfItems(in carousel: any CarouselPresenting) -> Int { 8 }
      func numberOfPlaceholders(in carousel: any CarouselPresenting) -> Int { 4 }
      func content(
        forItemAt index: Int, reusing old: Card?, in carousel: any CarouselPresenting
      ) -> Card { filled(old, "item", index) }
      func placeholder(
        at index: Int, reusing old: Card?, in carousel: any CarouselPresenting
      ) -> Card? { filled(old, "placeholder", index) }
      private func filled(_ old: Card?, _ kind: String, _ index: Int) -> Card {
        if let old, old.name != kind { wrong.append("\(kind) \(index) from \(old.name)") }
        let card = old ?? Card()
        card.name = kind
        return card
      }
    }
    let source = Mixed()
    var options = CarouselOptions()
    options.layout = .linear
    let presenter = CarouselPresenter(
      Carousel(options: options, bounds: Size(800, 480), itemSize: Size(200, 200), numberOfItems: 0),
      dataSource: source)
    for step in 0..<30 {
      presenter.perform { $0.setScrollOffset(Double(step * 5 % 8), at: Double(step)) }
      if step % 7 == 3 { presenter.removeItem(at: step % 8, time: Double(step)) }
      if step % 7 == 5 { presenter.insertItem(at: step % 8, time: Double(step)) }
      presenter.advance(to: Double(step) + 0.9)
    }
    #expect(source.wrong == [])
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

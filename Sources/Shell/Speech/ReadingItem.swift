import RotundaGeometry
import Scene

/// Something on the screen that the screen reader reads by itself: an element, or words outside elements.
struct ReadingItem: Hashable {
  /// The element; nil for words.
  var id: ElementID?
  /// Its place, in points from the upper left corner; nil if it is not visible.
  var frame: Rectangle?
  /// Its spoken text.
  let sentences: [String]
  /// The text for spelling.
  let name: String

  /// Reports whether both items are the same, perhaps in another place or state.
  func isSame(as other: ReadingItem) -> Bool { id == other.id && (id != nil || sentences == other.sentences) }
}

/// Visible words in a frame.
struct SeenWords: Hashable {
  let text: String
  let area: Rectangle

  /// Returns all words of a frame except those on tiles, from the top down.
  static func all(in frame: SceneFrame) -> [SeenWords] {
    let (screen, half) = (
      Rectangle(origin: .zero, size: frame.size), Point(frame.size.width / 2, frame.size.height / 2)
    )
    let found = frame.sprites.compactMap { sprite -> SeenWords? in
      guard sprite.opacity > leastOpacity, sprite.reflection == .none,
        case .picture(let picture, _) = sprite.fill, case .text(let block) = picture.content,
        let center = sprite.transform.project(.zero)
      else { return nil }
      let area = Rectangle(center: center + half, size: sprite.size)
      return area.intersection(screen) == nil ? nil : SeenWords(text: block.text, area: area)
    }
    return found.sorted { ($0.area.origin.y, $0.area.origin.x) < ($1.area.origin.y, $1.area.origin.x) }
  }

  /// The opacity below which text is illegible.
  private static let leastOpacity = 0.1

  /// Reports whether sentences contain these words, whatever the line breaks.
  func areIn(_ sentences: String) -> Bool {
    let letters = Self.letters(of: text)
    return letters.isEmpty || sentences.contains(letters)
  }

  /// Returns the audible part of a text: letters and digits.
  static func letters(of text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.lowercased().unicodeScalars.filter { scalar in
          scalar.properties.isAlphabetic || scalar.properties.numericType != nil
        }))
  }
}

// Items and their places.
extension PanelStack {
  /// Returns all items on the screen in reading order. `words` are the visible words.
  func readingItems(_ words: [SeenWords]) -> [ReadingItem] {
    var items = elements().flatMap { self.items(of: $0) }
    if let notice = notice.notice, alone == nil, !items.contains(where: { $0.id == .message }) {
      items.insert(item(of: notice), at: 0)
    }
    let panel = open?.sentences(after: nil, environment) ?? []
    let said = items.map { SeenWords.letters(of: $0.sentences.joined(separator: " ")) }
    // A panel's own words come first, without those of its elements.
    let texts = panel.filter { text in
      let letters = SeenWords.letters(of: text)
      return !letters.isEmpty && !said.contains { $0.contains(letters) }
    }
    items.insert(contentsOf: texts.map { ReadingItem(sentences: [$0], name: $0) }, at: 0)
    let all = (said + panel.map { SeenWords.letters(of: $0) }).joined(separator: " ")
    let others = words.filter { !$0.areIn(all) }.map {
      ReadingItem(frame: $0.area, sentences: [$0.text], name: $0.text)
    }
    let middle = environment.metrics.size.height / 2
    return others.filter { ($0.frame?.center.y ?? 0) < middle } + items
      + others.filter { ($0.frame?.center.y ?? 0) >= middle }
  }

  /// Returns the item below a finger. `words` are the visible words, evaluated only if no element is there.
  func readingItem(at point: Point, _ words: @autoclosure () -> [SeenWords]) -> ReadingItem? {
    if alone == nil, let message = notice.notice, notice.contains(point) {
      let button = elements().first { $0.id == .retry }
      if notice.isOnButton(point), let button { return items(of: button).first }
      return item(of: message)
    }
    func seen() -> ReadingItem? {
      let edge = environment.metrics.plainFontSize / 2
      return words().last { $0.area.inset(by: -edge).contains(point) }.map {
        ReadingItem(frame: $0.area, sentences: [$0.text], name: $0.text)
      }
    }
    func smallest(_ items: [ReadingItem]) -> ReadingItem? {
      items.filter { $0.frame?.contains(point) == true }
        .min { area($0) < area($1) }
    }
    guard open == nil else { return smallest(elements().flatMap { items(of: $0) }) ?? seen() }
    let outer = elements().filter { $0.id != .tiles }.flatMap { items(of: $0) }
    if let item = smallest(outer) ?? smallest(controlsOfMiddleTile) { return item }
    let target = tiles.target(at: point)
    guard let index = target.tile else { return seen() }
    if target.shelf == tiles.chosenShelfIndex { return tileItem(index) }
    return outer.first { $0.id == .shelf(target.shelf) } ?? seen()
  }

  private func area(_ item: ReadingItem) -> Double {
    item.frame.map { $0.size.width * $0.size.height } ?? .infinity
  }

  /// Returns the items of an element: itself, or the elements in it.
  private func items(of element: Element) -> [ReadingItem] {
    if element.id == .tiles, open == nil {
      let current = tiles.chosenShelf.carousel.currentItemIndex
      return tiles.chosenShelf.tiles.indices.flatMap { index in
        [tileItem(index)] + (index == current ? controlsOfMiddleTile : [])
      }
    }
    if element.id == .message, let notice = notice.notice { return [item(of: notice)] }
    if element.role == .group { return elements(in: element.id).flatMap { items(of: $0) } }
    return [item(of: element)]
  }

  private func item(of element: Element) -> ReadingItem {
    let sentences = element.sentences(in: environment.words)
    return ReadingItem(
      id: element.id, frame: element.frame, sentences: sentences, name: sentences.first ?? element.label)
  }

  private func item(of notice: Notice) -> ReadingItem {
    let text = notice.message.text(in: environment.words)
    return ReadingItem(
      id: .message, frame: self.notice.reach,
      sentences: [text.title] + text.detail.split(whereSeparator: \.isNewline).map(String.init),
      name: text.title)
  }

  private func tileItem(_ index: Int) -> ReadingItem {
    let shelf = tiles.chosenShelf
    let isCurrent = index == shelf.carousel.currentItemIndex
    return ReadingItem(
      id: .tile(index), frame: isCurrent ? tiles.frame(of: .face) : nil,
      sentences: tiles.sentences(aboutTile: index, of: shelf), name: shelf.tiles[index].name)
  }

  private var controlsOfMiddleTile: [ReadingItem] {
    let index = tiles.chosenShelf.carousel.currentItemIndex
    return elements(in: .tile(index)).filter { $0.id != .face }.map { item(of: $0) }
  }

  /// The text for spelling of the element with the focus.
  var focusName: String {
    if let panel = open {
      let element = panel.spoken.element.flatMap { id in
        panel.elements(in: nil, environment).first { $0.id == id }
      }
      return element?.label ?? panel.sentences(after: nil, environment).first ?? ""
    }
    return tiles.middleTile?.name ?? ""
  }
}

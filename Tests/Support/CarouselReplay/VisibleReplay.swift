import CarouselEngine
import Foundation
import RotundaGeometry

/// Computes this engine's answers for `visible.csv` and `hit.csv`.
public enum VisibleReplay {
  private struct Cases: Decodable {
    var cases: [ReplaySetup]
  }

  private struct Names: Decodable {
    var cases: [Name]
  }

  private struct Name: Decodable {
    var `case`: String
  }

  static let columns = [
    "case", "scroll_offset", "current_index", "visible_count", "index", "kind", "source_index", "offset",
    "alpha",
    "hidden", "interactive", "depth", "lateral_distance", "order", "order_is_tied", "center_x", "center_y",
  ]

  private static func named(_ json: Data) throws -> [(String, ReplaySetup)] {
    let names = try JSONDecoder().decode(Names.self, from: json).cases.map(\.case)
    return Array(zip(names, try JSONDecoder().decode(Cases.self, from: json).cases))
  }

  /// Returns a carousel at rest at the case's offset.
  private static func resting(_ setup: ReplaySetup) -> Carousel {
    var carousel = setup.carousel(physics: .classic)
    carousel.scrollOffset = setup.start ?? 0
    var events: [CarouselEvent] = []
    for second in 1...3 { carousel.advance(to: Double(second), into: &events) }
    return carousel
  }

  /// Returns one row per visible item.
  public static func visible(cases json: Data) throws -> CSVTable {
    var table = CSVTable(columns: columns)
    var placements: [Placement] = []
    for (name, setup) in try named(json) {
      let carousel = resting(setup)
      carousel.placements(into: &placements)
      let state = [
        name, Cell.number(carousel.scrollOffset), Cell.number(carousel.currentItemIndex),
        Cell.number(placements.count),
      ]
      if placements.isEmpty {
        table.rows.append(state + [String](repeating: "", count: columns.count - state.count))
      }
      for (order, placement) in placements.enumerated().sorted(by: { $0.element.index < $1.element.index }) {
        table.rows.append(state + cells(placement, order: order, carousel, among: placements))
      }
    }
    return table
  }

  private static func cells(
    _ placement: Placement, order: Int, _ carousel: Carousel, among all: [Placement]
  ) -> [String] {
    let keys = Keys(placement, carousel)
    let isTied = all.contains { $0.index != placement.index && Keys($0, carousel).isTied(with: keys) }
    let (kind, source) = carousel.source(of: placement.index)
    let isInteractive =
      !carousel.options.centersItemWhenSelected || placement.index == carousel.currentItemIndex
    let center = Point(
      carousel.bounds.width / 2 + carousel.options.contentOffset.x,
      carousel.bounds.height / 2 + carousel.options.contentOffset.y)
    return [
      Cell.number(placement.index), kind, Cell.number(source), Cell.number(placement.offset),
      Cell.number(placement.opacity), Cell.flag(placement.isHidden), Cell.flag(isInteractive),
      Cell.number(keys.depth), Cell.number(keys.lateral), Cell.number(order), Cell.flag(isTied),
      Cell.number(center.x), Cell.number(center.y),
    ]
  }

  /// The original's sort keys.
  private struct Keys {
    var depth: Double
    var lateral: Double

    /// Reports whether the keys are equal except for rounding, which depends on the order of additions.
    func isTied(with other: Keys) -> Bool {
      func near(_ a: Double, _ b: Double) -> Bool { abs(a - b) <= 1e-9 * max(1, abs(a), abs(b)) }
      return near(depth, other.depth) && near(lateral, other.lateral)
    }

    init(_ placement: Placement, _ carousel: Carousel) {
      let isVertical = carousel.options.isVertical
      let transform = carousel.anchoredTransform(atOffset: placement.offset, toggle: carousel.toggle)
      let current = carousel.anchoredTransform(
        atOffset: carousel.offset(forItemAt: carousel.currentItemIndex), toggle: carousel.toggle)
      depth = transform.cornerDepth
      lateral = abs(transform.cornerLateral(isVertical) - current.cornerLateral(isVertical))
    }
  }

  /// Returns the item at each of `points`.
  public static func hits(cases json: Data, points: CSVTable) throws -> CSVTable {
    var carousels: [String: Carousel] = [:]
    for (name, setup) in try named(json) { carousels[name] = resting(setup) }
    var table = CSVTable(columns: ["case", "x", "y", "index"])
    for record in points.records {
      guard let name = record["case"], let carousel = carousels[name], let x = record["x"],
        let y = record["y"],
        let across = Double(x), let down = Double(y)
      else { continue }
      let point = Point(across - carousel.bounds.width / 2, down - carousel.bounds.height / 2)
      table.rows.append([name, x, y, carousel.itemIndex(at: point).map(Cell.number) ?? ""])
    }
    return table
  }
}

extension Carousel {
  /// Returns the data source's request for the item at `index`.
  func source(of index: Int) -> (kind: String, index: Int) {
    if index < 0 { return ("placeholder_before", (numberOfPlaceholdersShown + 1) / 2 + index) }
    if index >= numberOfItems {
      return ("placeholder_after", numberOfPlaceholdersShown / 2 + index - numberOfItems)
    }
    return ("item", index)
  }
}

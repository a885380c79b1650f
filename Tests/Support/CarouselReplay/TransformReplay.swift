import CarouselEngine
import Foundation
import RotundaGeometry

/// Computes this engine's answers for `transforms.csv`.
public enum TransformReplay {
  private struct Sets: Decodable {
    var sets: [Entry]
  }

  private struct Entry: Decodable {
    var set: String
    var types: [String]
  }

  static let columns =
    ["set", "type", "orientation", "offset"]
    + (1...4).flatMap { row in (1...4).map { "m\(row)\($0)" } } + ["alpha", "depth", "lateral", "hidden"]

  /// Returns one row per set, layout, orientation and offset.
  public static func table(sets json: Data) throws -> CSVTable {
    let entries = try JSONDecoder().decode(Sets.self, from: json).sets
    let setups = try JSONDecoder().decode([String: [ReplaySetup]].self, from: json)["sets"] ?? []
    var table = CSVTable(columns: columns)
    for (entry, setup) in zip(entries, setups) {
      for type in entry.types {
        for isVertical in [false, true] {
          append(&table, entry.set, type, setup, isVertical: isVertical)
        }
      }
    }
    return table
  }

  private static func append(
    _ table: inout CSVTable, _ name: String, _ type: String, _ setup: ReplaySetup, isVertical: Bool
  ) {
    var setup = setup
    setup.type = type
    setup.props = (setup.props ?? [:]).merging(["vertical": .number(isVertical ? 1 : 0)]) { first, _ in first
    }
    let carousel = setup.carousel(physics: .classic)
    for step in -16...16 {
      let offset = Double(step) / 4
      let transform = carousel.anchoredTransform(atOffset: offset, toggle: setup.toggle ?? 0)
      table.rows.append(
        [name, type, isVertical ? "vertical" : "horizontal", Cell.number(offset)]
          + transform.numbers.map(Cell.number)
          + [
            Cell.number(carousel.opacity(atOffset: offset)), Cell.number(transform.cornerDepth),
            Cell.number(transform.cornerLateral(isVertical)),
            Cell.flag(!(carousel.showsBackfaces || transform.row3.z > 0)),
          ])
    }
  }
}

extension Transform {
  /// The elements m11 m12 … m44.
  var numbers: [Double] { [row1, row2, row3, row4].flatMap { [$0.x, $0.y, $0.z, $0.w] } }

  /// The original's first sort key: the depth of the point (1, 1, 1).
  var cornerDepth: Double { row1.z + row2.z + row3.z + row4.z }

  /// Returns the original's second sort key, before the current item's key is subtracted.
  func cornerLateral(_ isVertical: Bool) -> Double {
    isVertical ? row1.y + row2.y + row3.y + row4.y : row1.x + row2.x + row3.x + row4.x
  }
}

import CarouselEngine
import Configuration
import Foundation
import RotundaGeometry
import Scene
import Testing

@testable import Shell

/// Tables with figures of the launcher's look at rest. The file that ROTUNDA_TABLES names receives them.
///
/// They test nothing: `LookBarsTests` has the limits.
struct LookTablesTests {
  private static let file = ProcessInfo.processInfo.environment["ROTUNDA_TABLES"]
  private static let layouts = LayoutKind.allCases.filter { $0 != .custom }
  private static let screen = Size(1920, 1080)
  private static let (columns, rows) = (384, 216)

  private static func number(_ value: Double, _ places: Int = 2) -> String {
    String(format: "%.\(places)f", value)
  }

  /// The visible parts of a stage's tiles, sampled at an even grid over the screen.
  private struct Seen {
    /// The visible points of each tile by its index, and the rows from its first to its last point.
    var points: [Int: Int] = [:]
    var spans: [Int: ClosedRange<Int>] = [:]
    var (left, right, top, bottom, all) = (Int.max, Int.min, Int.max, Int.min, 0)

    init(_ stage: ShellStage) {
      let level = stage.shell.panels.tiles.level
      let (shelf, place) = (level.shelves[level.current], level.place(of: level.current))
      let placements = shelf.placements.filter { $0.opacity > 0.5 && shelf.isShown($0) }
      for row in 0..<rows {
        for column in 0..<columns {
          let point = Point(
            ((Double(column) + 0.5) / Double(columns) - 0.5) * stage.size.width,
            ((Double(row) + 0.5) / Double(rows) - 0.5) * stage.size.height)
          let front = placements.last { placement in
            let size = shelf.size(of: placement.index)
            return placement.transform.unproject(point - place).map {
              abs($0.x) <= size.width / 2 && abs($0.y) <= size.height / 2
            } ?? false
          }
          guard let tile = front?.index else { continue }
          points[tile, default: 0] += 1
          let span = spans[tile] ?? row...row
          spans[tile] = min(span.lowerBound, row)...max(span.upperBound, row)
          (left, right) = (min(left, column), max(right, column))
          (top, bottom, all) = (min(top, row), max(bottom, row), all + 1)
        }
      }
    }
  }

  private static func stage(
    _ layout: LayoutKind, tiles count: Int = 9, size: Size = screen, textScale: Double = 1,
    change: (inout KioskConfiguration) -> Void = { _ in }
  ) -> ShellStage {
    var tiles = ShellStage.tiles(count)
    for index in tiles.indices {
      tiles[index].appearance.detail = "What there is to know about tile \(index)"
      tiles[index].appearance.photograph = .init(.path("/\(index).jpg"))
    }
    let stage = ShellStage(tiles: tiles, size: size) {
      $0 = KioskConfiguration()
      ($0.carousel.layout, $0.access.textScale) = (layout, textScale)
      $0.header.title = "The museum of the town"
      change(&$0)
    }
    stage.send(
      .wallTime(WallTime(year: 2026, month: 11, day: 24, weekday: 1, hour: 10, minute: 24, second: 0)))
    _ = stage.settle()
    return stage
  }

  /// The first measurements: the neighbor's area and height, visible tiles of nine, width, height, ink.
  private static let before: [String: [String]] = [
    "cover-flow": ["0.68", "0.97", "7", "0.99", "0.56", "0.52"],
    "cover-flow-2": ["0.68", "0.97", "7", "0.99", "0.56", "0.52"],
    "linear": ["1.00", "1.00", "5", "0.90", "0.56", "0.50"],
    "rotary": ["0.87", "0.94", "5", "0.89", "0.56", "0.47"],
    "inverted-rotary": ["1.15", "1.07", "3", "0.79", "0.60", "0.47"],
    "cylinder": ["0.69", "1.00", "5", "0.73", "0.56", "0.39"],
    "inverted-cylinder": ["1.10", "1.12", "5", "0.90", "0.67", "0.53"],
    "wheel": ["1.00", "1.22", "5", "0.97", "0.78", "0.47"],
    "inverted-wheel": ["1.00", "1.22", "5", "0.97", "0.78", "0.47"],
    "radial": ["1.00", "1.22", "5", "0.97", "0.78", "0.47"],
    "time-machine": ["0.14", "0.83", "5", "0.36", "0.56", "0.19"],
    "inverted-time-machine": ["0.14", "0.83", "5", "0.36", "0.56", "0.19"],
    "ring": ["0.88", "0.98", "5", "0.85", "0.56", "0.46"],
    "scaled-ring": ["0.83", "0.93", "7", "0.86", "0.74", "0.49"],
    "ellipse": ["0.73", "1.02", "5", "0.87", "0.57", "0.47"],
    "inverted-ellipse": ["0.97", "1.08", "5", "0.98", "0.63", "0.57"],
    "receding": ["0.79", "0.91", "5", "1.00", "0.56", "0.51"],
  ]

  private static func layoutTable() -> String {
    var lines = [
      "| layout | neighbor area | neighbor height | tiles seen of 9 | width used | height used | ink |",
      "|---|---|---|---|---|---|---|",
    ]
    for layout in layouts {
      let stage = stage(layout)
      let seen = Seen(stage)
      let shelf = stage.shell.panels.tiles.shelf
      let middle = shelf.carousel.currentItemIndex
      let whole = Double(max(1, seen.points[middle] ?? 1))
      let neighbors = [middle + 1, (middle + 8) % 9].map { $0 % 9 }
      let neighbor = neighbors.max { seen.points[$0] ?? 0 < seen.points[$1] ?? 0 } ?? middle
      func height(_ tile: Int) -> Double { Double(seen.spans[tile].map { $0.count } ?? 0) }
      // Tiles with less than a fiftieth of the selected tile's visible area do not count.
      let count = seen.points.values.count { Double($0) >= whole * 0.02 }
      let values = [
        number(Double(seen.points[neighbor] ?? 0) / whole),
        number(height(neighbor) / max(1, height(middle))),
        "\(count)", number(Double(seen.right - seen.left + 1) / Double(columns)),
        number(Double(seen.bottom - seen.top + 1) / Double(rows)),
        number(Double(seen.all) / Double(columns * rows)),
      ]
      let old = before[layout.rawValue] ?? Array(repeating: "–", count: 6)
      let cells = zip(values, old).map { "**\($0)** (\($1))" }
      lines.append("| \(layout.rawValue) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  /// The number of visible tiles on round layouts with few tiles.
  private static func countTable() -> String {
    let counts = Array(2...8)
    var lines = ["| layout | \(counts.map { "\($0)" }.joined(separator: " | ")) |"]
    lines.append("|---|" + counts.map { _ in "---|" }.joined())
    for layout in layouts {
      let cells = counts.map { count -> String in
        let stage = stage(layout, tiles: count)
        let seen = Seen(stage)
        return "\(seen.points.values.count { $0 >= 20 })"
      }
      lines.append("| \(layout.rawValue) | \(cells.joined(separator: " | ")) |")
    }
    return lines.joined(separator: "\n")
  }

  private static func contrastTable() -> String {
    var lines = ["| contrast | dark | light | high-contrast | asked for |", "|---|---|---|---|---|"]
    let themes = Theme.Name.allCases.map { Theme($0) }
    func row(_ name: String, _ asked: String, _ value: (Theme) -> Double) {
      lines.append("| \(name) | \(themes.map { number(value($0)) }.joined(separator: " | ")) | \(asked) |")
    }
    func lit(_ color: Color, _ light: Double) -> Color {
      Color(color.red * light, color.green * light, color.blue * light)
    }
    row("name / card, middle", "4.5") { $0.cardText.contrast(to: $0.card) }
    row("second line / card, middle", "4.5") { $0.cardDetail.contrast(to: $0.card) }
    row("name / card at far-light", "4.5") {
      $0.isBright
        ? $0.cardText.contrast(to: $0.card)
        : lit($0.cardText, $0.farLight).contrast(to: lit($0.card, $0.farLight))
    }
    row("second line / card at far-light", "4.5") {
      $0.isBright
        ? $0.cardDetail.contrast(to: $0.card)
        : lit($0.cardDetail, $0.farLight).contrast(to: lit($0.card, $0.farLight))
    }
    row("name / scrim on white", "4.5") {
      $0.scrimText.contrast(to: Color.white.mixed(with: $0.scrim.opacity(1), $0.scrim.alpha))
    }
    row("badge letters / badge", "4.5") { $0.badgeText.contrast(to: $0.badge) }
    row("badge line / badge", "3") {
      let badge = TileBadge("1", color: $0.badge, ink: $0.badgeText, fontSize: 12, mostWidth: 20)
      return badge.line.contrast(to: badge.color)
    }
    row("inactive dot / ground", "3") {
      $0.tinge($0.header, 0.5, on: $0.background).alpha < 1
        ? $0.background.mixed(with: $0.header, 0.5).contrast(to: $0.background)
        : $0.tinge($0.header, 0.5, on: $0.background).contrast(to: $0.background)
    }
    row("header / ground", "4.5") { $0.header.contrast(to: $0.background) }
    return lines.joined(separator: "\n")
  }

  private static func sizeTable() -> String {
    var lines = [
      "| screen | tile in the middle | of the height | empty | letters, from the largest |",
      "|---|---|---|---|---|",
    ]
    let sizes = LookBarsTests.sizes + [Size(3840, 2160)]
    for size in sizes {
      let stage = stage(.spotlight, size: size) {
        $0.header.title = LocalizedText("Town museum", translations: ["de": "Stadtmuseum"])
        $0.header.buttons = [.language]
      }
      stage.send(.languages(["en"], .english))
      _ = stage.settle()
      let tile = stage.shell.panels.frame(of: .face)?.size ?? .zero
      let letters = Set(SceneSampler(frame: stage.frame).writing.map { $0.block.fontSize.rounded() })
      let text = letters.sorted(by: >).map { "\(Int($0))" }.joined(separator: ", ")
      lines.append(
        "| \(Int(size.width))×\(Int(size.height)) | \(Int(tile.width))×\(Int(tile.height)) | \(number(tile.height / size.height)) | \(number(SceneSampler(frame: stage.frame).emptyPart)) | \(text) |"
      )
    }
    return lines.joined(separator: "\n")
  }

  /// EN 301 549, 5.1.4, at 60 cm.
  private static func printTable() -> String {
    var lines = ["| panel | text-scale 1 | 2 | 3 | names on tiles at 3 |", "|---|---|---|---|---|"]
    for panel in TargetTests.screens {
      var cells: [String] = []
      var onTiles = Double.infinity
      for scale in [1.0, 2, 3] {
        let stage = stage(.spotlight, size: panel.size, textScale: scale)
        stage.send(.measured(pointsPerMillimeter: panel.pointsPerMillimeter))
        _ = stage.settle()
        let least = SceneSampler(frame: stage.frame).writing.map(\.block.fontSize).min() ?? 0
        cells.append(number(least * 0.714 / panel.pointsPerMillimeter, 1))
        for sprite in stage.frame.sprites where scale == 3 {
          guard case .picture(let picture, _) = sprite.fill, case .writing(let face) = picture.content,
            sprite.opacity > 0.5
          else { continue }
          onTiles = min(onTiles, face.fontSize * sprite.transform.nearness(at: .zero))
        }
      }
      let names = onTiles < .infinity ? number(onTiles * 0.714 / panel.pointsPerMillimeter, 1) : "–"
      lines.append("| \(panel.name) | \(cells.joined(separator: " | ")) | \(names) |")
    }
    return lines.joined(separator: "\n")
  }

  @Test(.enabled(if: file != nil)) func tablesOfHowItLooks() throws {
    let text = [
      "## Layouts at rest, 1920×1080, nine tiles (before in brackets)", Self.layoutTable(),
      "## Tiles that are seen of so many", Self.countTable(), "## Contrasts", Self.contrastTable(),
      "## Sizes", Self.sizeTable(), "## The smallest capital H of the texts, in millimetres",
      Self.printTable(),
    ].joined(separator: "\n\n")
    try (text + "\n").write(toFile: try #require(Self.file), atomically: true, encoding: .utf8)
  }
}

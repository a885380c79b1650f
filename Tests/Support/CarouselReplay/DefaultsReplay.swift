import CarouselEngine
import Foundation

/// Computes this engine's answers for `defaults.csv`.
public enum DefaultsReplay {
  /// Returns one row per configuration in `inputs`. Reads only the columns that describe it.
  public static func table(inputs: CSVTable) -> CSVTable {
    var table = CSVTable(columns: inputs.columns)
    table.rows = inputs.records.map { record in
      let answers = answers(record)
      return inputs.columns.map { answers[$0] ?? record[$0] ?? "" }
    }
    return table
  }

  private static func answers(_ record: [String: String]) -> [String: String] {
    let setup = setup(record)
    let carousel = setup.carousel(physics: .classic)
    let defaults = carousel.layoutDefaults
    return [
      "item_width": Cell.number(carousel.itemExtent), "wrap": Cell.flag(defaults.wrap),
      "show_backfaces": setup.items == 0 ? "" : Cell.flag(defaults.showBackfaces),
      "offset_multiplier": Cell.number(defaults.offsetMultiplier),
      "visible_items_default": Cell.number(defaults.visibleItems),
      "visible_items_used": Cell.number(carousel.numberOfVisibleItems),
      "count": Cell.number(defaults.count), "arc": Cell.number(defaults.arc),
      "radius": Cell.number(defaults.radius), "angle_at_offset_1": Cell.number(defaults.angle),
      "tilt": Cell.number(defaults.tilt), "spacing": Cell.number(defaults.spacing),
      "fade_min": Cell.number(defaults.fadeMin), "fade_max": Cell.number(defaults.fadeMax),
      "fade_range": Cell.number(defaults.fadeRange), "fade_min_alpha": Cell.number(defaults.fadeMinAlpha),
    ]
  }

  /// The columns that contain numbers.
  static let inputColumns = [
    "view_w", "view_h", "item_w", "item_h", "items", "placeholders", "item_width", "options",
  ]

  private static func setup(_ record: [String: String]) -> ReplaySetup {
    func number(_ key: String) -> Double { record[key].flatMap(Double.init) ?? 0 }
    var setup = ReplaySetup()
    setup.type = record["type"]
    setup.items = number("items").limitedInteger
    setup.placeholders = number("placeholders").limitedInteger
    setup.view = [number("view_w"), number("view_h")]
    setup.item = [number("item_w"), number("item_h")]
    let isVertical = record["orientation"] == "vertical"
    setup.props = ["vertical": .number(isVertical ? 1 : 0)]
    setup.itemWidth = number("item_width")
    var options: [String: ReplayValue] = [:]
    for pair in (record["options"] ?? "").split(separator: ";") {
      let parts = pair.split(separator: "=")
      if parts.count == 2 { options[String(parts[0])] = .number(Double(parts[1]) ?? 0) }
    }
    setup.options = options
    return setup
  }
}

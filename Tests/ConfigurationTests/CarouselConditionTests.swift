import CarouselEngine
import Configuration
import RotundaGeometry
import Testing

/// Compares the table of conditions with the engine's behavior.
@Suite struct CarouselConditionTests {
  /// Keys that affect only some layouts, with values that no layout has by default.
  private static let layoutKeys: [(String, SettingValue)] = [
    ("angle-between-tiles", .number(17)), ("arc", .number(123)), ("count", .number(17)),
    ("ring-depth", .number(0.37)),
    ("depth-scale", .pair(0.31, 0.62)), ("radius", .number(437)), ("rotation", .number(0.41)),
    ("side-tilt", .number(0.77)), ("step-aside", .number(0.77)), ("step-back", .number(0.77)),
    ("ring-width", .number(0.43)),
  ]

  /// The placements at each of several offsets.
  private static func placements(_ settings: CarouselSettings) -> [Placement] {
    var all: [Placement] = []
    for size in [Size(1280, 800), Size(800, 1280)] {
      var carousel = Carousel(
        options: settings.options(tiles: 20, of: Size(240, 200), on: size), bounds: size,
        itemSize: Size(240, 200), numberOfItems: 20)
      for offset in [0, 0.4, 7] {
        carousel.scrollOffset = offset
        var events: [CarouselEvent] = []
        carousel.advance(to: 10, into: &events)
        var placements: [Placement] = []
        carousel.placements(into: &placements)
        all += placements
      }
    }
    return all
  }

  @Test(arguments: LayoutKind.allCases.filter { $0 != .custom })
  func keyAppliesExactlyToItsLayouts(layout: LayoutKind) throws {
    var settings = CarouselSettings()
    settings.layout = layout
    let plain = Self.placements(settings)
    for (name, value) in Self.layoutKeys {
      let field = try #require(CarouselField.all.first { $0.key.name == name })
      var changed = settings
      field.set(value, in: &changed)
      #expect(
        (Self.placements(changed) != plain) == field.hasEffect(in: settings), "\(name), \(layout.rawValue)")
    }
  }

  @Test func everyKeyWithLayoutsIsTried() {
    let conditional = CarouselField.all.filter { if case .layouts = $0.condition { true } else { false } }
    #expect(conditional.map(\.key.name).sorted() == Self.layoutKeys.map(\.0).sorted())
  }

  @Test func manualStatesWhenAKeyApplies() {
    for field in CarouselField.all where field.condition != nil {
      #expect(field.key.words.contains(" Only "), "\(field.key.name)")
    }
    #expect(
      CarouselField.all.first { $0.key.name == "rotation" }?.key.words.hasSuffix(
        "Only for ellipse, inverted-ellipse and radial.") == true)
  }
}

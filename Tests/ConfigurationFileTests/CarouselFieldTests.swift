import CarouselEngine
import Configuration
import ConfigurationFile
import RotundaGeometry
import TemporaryFiles
import Testing

/// Every key for the carousel engine: valid values arrive, and diagnostics name all others.
@Suite struct CarouselFieldTests {
  private static let tile = "\n[[tile]]\nrun = [\"true\"]\n"

  /// A key, a value other than its default, and whether the engine has that value.
  private static let arrivals: [(String, String, @Sendable (CarouselOptions) -> Bool)] = [
    ("visible-items", "7", { $0.visibleItems == 7 }),
    ("side-scale", "0.85", { $0.sideScale == 0.85 }),
    ("side-align", "\"base\"", { $0.sideAnchor == 1 }),
    ("maximum-items-on-screen", "15", { $0.maximumItemsOnScreen == 15 }),
    ("count", "14", { $0.count == 14 }),
    ("arc", "180", { $0.arc == .pi }),
    ("radius", "350.5", { $0.radius == 350.5 }),
    ("angle-between-tiles", "40", { $0.count == 9 && abs(($0.arc ?? 0) - 2 * .pi) < 1e-9 }),
    ("side-tilt", "0.4", { $0.tilt == 0.4 }),
    ("step-back", "0.2", { $0.depthRatio == 0.2 }), ("step-aside", "0.7", { $0.tilt == 0.7 }),
    ("rotation", "0.5", { $0.rotation == 0.5 }),
    ("depth-scale", "[0.25, 0.75]", { $0.depthScale == Size(0.25, 0.75) }),
    ("item-extent", "333", { $0.itemExtent == 333 }),
    ("layout-change-duration", "\"9ms\"", { $0.layoutChangeDuration == 0.009 }),
    ("fade-min", "-2.5", { $0.fadeMin == -2.5 }),
    ("fade-max", "2.5", { $0.fadeMax == 2.5 }),
    ("fade-range", "3", { $0.fadeRange == 3 }),
    ("fade-min-alpha", "0.3", { $0.fadeMinAlpha == 0.3 }),
    ("fade-depth", "4", { $0.fadeDepth == 4 }),
    ("clips-to-bounds", "false", { !$0.clipsToBounds }),
    ("friction", "2", { $0.friction == 2 }),
    ("momentum-curve", "\"ease-out\"", { $0.momentumCurve == .easeOut }),
    (
      "scroll-curve", "[0.2, 0.8, 0.2, 1]",
      { $0.programmaticCurve == .bezier(x1: 0.2, y1: 0.8, x2: 0.2, y2: 1) }
    ),
    ("tap-enabled", "false", { !$0.isTapEnabled }),
    ("show-backfaces", "false", { $0.showBackfaces == false }),
    ("perspective", "-0.004", { $0.perspective == -0.004 }),
    ("content-offset", "[10, -20]", { $0.contentOffset == Point(10, -20) }),
    ("viewpoint-offset", "[-30, 40]", { $0.viewpointOffset == Point(-30, 40) }),
    ("focus-point", "[0.25, 1]", { $0.focusPoint == Point(0.25, 1) }),
    ("right-to-left", "true", { $0.isRightToLeft }),
    ("physics", "\"classic\"", { $0.physics == .classic }),
    ("momentum", "0.99", { $0.momentum == 0.99 }),
    ("deceleration-rate", "0.5", { $0.decelerationRate == 0.5 }),
    ("scroll-speed", "2", { $0.scrollSpeed == 2 }),
    ("offset-multiplier", "1.25", { $0.offsetMultiplier == 1.25 }),
    ("bounces", "false", { !$0.bounces }),
    ("bounce-distance", "0.5", { $0.bounceDistance == 0.5 }),
    ("stop-at-item-boundary", "false", { !$0.stopsAtItemBoundary }),
    ("scroll-to-item-boundary", "false", { !$0.scrollsToItemBoundary }),
    ("autoscroll", "-0.2", { $0.autoscroll == -0.2 }),
    ("scroll-enabled", "false", { !$0.isScrollEnabled }),
    ("paging", "true", { $0.isPagingEnabled }),
    ("max-tiles-per-fling", "2", { $0.maximumItemsPerFling == 2 }),
    ("tap-beside", "\"center\"", { $0.centersItemWhenSelected }),
    ("ignore-perpendicular-swipes", "false", { !$0.ignoresPerpendicularSwipes }),
    ("pan-vector", "[-1, -1]", { $0.panVector == Point(-1, -1) }),
    (
      "pan-area", "[0, 0.5, 1, 0.25]",
      { $0.panArea == Rectangle(origin: Point(0, 0.5), size: Size(1, 0.25)) }
    ),
  ]

  @Test(arguments: arrivals.indices) func aGoodValueReachesTheEngine(row: Int) throws {
    let (key, value, arrived) = Self.arrivals[row]
    #expect(!arrived(CarouselSettings().options(tiles: 7)), "\(key) needs another value than the default")
    let reading = try Reading("[carousel]\n\(Self.premise(of: key))\(key) = \(value)" + Self.tile)
    #expect(reading.messages == [])
    #expect(arrived(reading.configuration.carousel.options(tiles: 7)), "\(key) = \(value)")
    #expect(reading.configuration.carousel != CarouselSettings())
  }

  private static func premise(of name: String) -> String {
    let field = CarouselField.all.first { $0.key.name == name }
    return field.map { "\($0.premise)\n" } ?? ""
  }

  private static let withoutEffect = [
    ("layout = \"linear\"", "side-tilt = 0.4", "layout = \"linear\""),
    ("layout = \"ring\"", "radius = 300", "layout = \"ring\""),
    ("layout = \"wheel\"", "ring-width = 0.4", "layout = \"wheel\""),
    ("", "arc = 90", "layout = \"spotlight\""),
    ("", "count = 9", "layout = \"spotlight\""),
    ("", "deceleration-rate = 0.5", "physics = \"natural\""),
    ("physics = \"classic\"", "momentum = 0.99", "physics = \"classic\""),
    ("", "bounces = false", "wrap = true"),
    ("orientation = \"vertical\"", "right-to-left = true", "orientation = \"vertical\""),
  ]

  @Test(arguments: withoutEffect.indices) func aKeyWithoutEffectIsNamed(row: Int) throws {
    let (premise, line, instead) = Self.withoutEffect[row]
    let key = line.prefix { $0 != " " }
    // The order does not matter.
    for lines in ["\(premise)\n\(line)", "\n\(line)\n\(premise)"] {
      let reading = try Reading("[carousel]\n\(lines)" + Self.tile)
      #expect(
        reading.messages == ["rotunda.toml:3:1: warning: carousel.\(key): has no effect with \(instead)"])
    }
  }

  @Test func aKeyAtItsDefaultIsNotNamed() throws {
    #expect(try Reading("[carousel]\ndeceleration-rate = 0.95\nbounces = true" + Self.tile).messages == [])
  }

  @Test func keyCountsWithAnEffectOnOneShelf() throws {
    let shelves = "\n[[shelf]]\nlayout = \"wheel\"\nradius = 400\n[[shelf.tile]]\nrun = [\"true\"]\n"
    #expect(try Reading("[carousel]\nlayout = \"linear\"\nradius = 300" + Self.tile + shelves).messages == [])
    let other = shelves.replacing("wheel", with: "ring")
    #expect(
      try Reading("[carousel]\nlayout = \"linear\"\nradius = 300" + Self.tile + other).messages == [
        "rotunda.toml:3:1: warning: carousel.radius: has no effect with layout = \"linear\"",
        "rotunda.toml:9:1: warning: carousel.radius: has no effect with layout = \"ring\"",
      ])
  }

  /// The same for the launcher's own keys.
  private static let ownArrivals: [(String, String, @Sendable (CarouselSettings) -> Bool)] = [
    ("layout", "\"wheel\"", { $0.layout == .wheel }), ("ring-width", "2", { $0.ringWidth == 2 }),
    ("ring-depth", "0.5", { $0.ringDepth == 0.5 }),
    ("orientation", "\"vertical\"", { $0.orientation == .vertical }), ("wrap", "false", { !$0.wrap }),
    ("center-short-rows", "false", { !$0.centersShortRows }),
    ("spacing", "1.5", { $0.spacing == 1.5 }), ("tile-size", "[300, 200]", { $0.tileSize == Size(300, 200) }),
    ("tile-aspect", "1.5", { $0.tileAspect == 1.5 }), ("tile-height", "0.5", { $0.tileHeight == 0.5 }),
    ("align", "\"start\"", { $0.alignment == .start }),
    ("start-tile", "3", { $0.startTile == 3 }), ("scroll-offset", "2.5", { $0.scrollOffset == 2.5 }),
    ("placeholders", "4", { $0.placeholders == 4 }),
    ("scroll-duration", "\"1.5s\"", { $0.scrollDuration == 1.5 }),
    ("view-change-duration", "\"0s\"", { $0.viewChangeDuration == 0 }),
    ("view-change-curve", "\"bounce\"", { $0.viewChangeCurve == .bounce }),
    ("reflection", "0.3", { $0.reflection == 0.3 }),
  ]

  @Test(arguments: ownArrivals.indices) func aGoodValueReachesTheLauncher(row: Int) throws {
    let (key, value, arrived) = Self.ownArrivals[row]
    #expect(!arrived(CarouselSettings()), "\(key) needs another value than the default")
    let reading = try Reading("[carousel]\n\(Self.premise(of: key))\(key) = \(value)" + Self.tile)
    #expect(reading.messages == [] && arrived(reading.configuration.carousel), "\(key) = \(value)")
  }

  @Test func everyKeyIsTested() {
    let known = Self.arrivals.map(\.0) + Self.ownArrivals.map(\.0)
    #expect(known.sorted() == CarouselField.all.map(\.key.name).sorted())
  }

  @Test(arguments: CarouselField.all.map(\.key)) func aValueOfAnotherTypeIsNamed(key: ConfigurationKey) throws
  {
    let wrong = ["3": "an integer", "\"x\"": "a string", "true": "a boolean", "1979-05-27": "a date or time"]
    for (value, kind) in wrong where !Self.accepts(key, value) {
      let reading = try Reading("[carousel]\n\(key.name) = \(value)" + Self.tile)
      let column = key.name.utf8.count + 4
      #expect(
        reading.messages == [
          "rotunda.toml:2:\(column): error: \(key.dottedName): must be \(key.kind), not \(kind)"
        ])
      #expect(reading.configuration.carousel == CarouselSettings())
    }
  }

  @Test(arguments: CarouselField.all.map(\.key)) func aValueOutOfRangeIsNamed(key: ConfigurationKey) throws {
    for value in Self.valuesOutOfRange(key) {
      let reading = try Reading("[carousel]\n\(key.name) = \(value)" + Self.tile)
      #expect(reading.messages.count == 1, "\(key.name) = \(value)")
      #expect(
        reading.messages.allSatisfy { $0.contains("error: \(key.dottedName): must be \(key.kind)") },
        "\(reading.messages)")
      #expect(reading.configuration.carousel == CarouselSettings())
    }
  }

  @Test func theEndsOfEveryRangeAreWithinIt() throws {
    for key in CarouselField.all.map(\.key) {
      for value in Self.ends(key) {
        let reading = try Reading(
          "[carousel]\n\(Self.premise(of: key.name))\(key.name) = \(value)" + Self.tile)
        #expect(reading.messages == [], "\(key.name) = \(value)")
      }
    }
  }

  @Test func wholeNumberIsRequired() throws {
    #expect(
      try Reading("[carousel]\nvisible-items = 7.5" + Self.tile).messages == [
        "rotunda.toml:2:17: error: carousel.visible-items: must be a whole number from 1 to 1000, not a number"
      ])
  }

  @Test func laterFileOverridesOnlyItsKeys() throws {
    let directory = try TemporaryDirectory()
    try directory.write("rotunda.d/10.toml", "[carousel]\nside-tilt = 0.5\n")
    let path = try directory.write(
      "rotunda.toml", "[carousel]\nlayout = \"cover-flow\"\nside-tilt = 0.2\nmomentum = 0.99\n" + Self.tile)
    let loaded = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path)
    #expect(loaded.configuration.carousel.options(tiles: 7).tilt == 0.5)
    #expect(loaded.configuration.carousel.options(tiles: 7).momentum == 0.99)
  }

  private static func accepts(_ key: ConfigurationKey, _ value: String) -> Bool {
    switch key.kind {
    case .boolean: value == "true"
    case .number, .integer, .angle: value == "3"
    case .duration: value == "3" || value.hasPrefix("\"")
    case .choice, .curve: value.hasPrefix("\"")
    default: false
    }
  }

  private static func ends(_ key: ConfigurationKey) -> [String] {
    switch key.kind {
    case .number(let range), .angle(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .duration(let range): ["\"\(range.lowerBound)s\"", "\"\(range.upperBound)s\""]
    case .integer(let range): ["\(range.lowerBound)", "\(range.upperBound)"]
    case .pair(let range), .size(let range):
      ["[\(range.lowerBound), \(range.upperBound)]", "[\(range.upperBound), \(range.lowerBound)]"]
    case .area(let range): ["[\(range.lowerBound), 0, 0, \(range.upperBound)]"]
    // A custom layout needs keyframes.
    case .choice(let words): words.filter { $0 != "custom" }.map { "\"\($0)\"" }
    case .curve: ["\"linear\"", "\"bounce\"", "[0, -10, 1, 10]", "[1, 0, 0, 0.5]"]
    default: ["true", "false"]
    }
  }

  private static func valuesOutOfRange(_ key: ConfigurationKey) -> [String] {
    switch key.kind {
    case .number(let range), .angle(let range):
      ["\(range.lowerBound.nextDown)", "\(range.upperBound.nextUp)", "nan", "inf", "-9223372036854775808"]
    case .duration(let range): ["\"\(range.upperBound.nextUp)s\"", "nan", "\"1d\"", "\"3 parsecs\"", "\"\""]
    case .integer(let range): ["\(range.lowerBound - 1)", "\(range.upperBound + 1)"]
    case .pair(let range), .size(let range):
      [
        "[\(range.lowerBound.nextDown), \(range.upperBound)]",
        "[\(range.lowerBound), \(range.upperBound.nextUp)]",
        "[nan, nan]", "[]", "[\(range.upperBound)]",
        "[\(range.upperBound), \(range.upperBound), \(range.upperBound)]",
      ]
    case .area: ["[0, 0, 1, 1.01]", "[-0.01, 0, 1, 1]", "[0, 0, 1]", "[0, 0, 1, 1, 1]", "[nan, 0, 0, 0]"]
    case .choice: ["\"\"", "\"Natural\""]
    case .curve:
      ["\"ease\"", "[]", "[0, 0, 1]", "[0, 0, 1, 1, 1]", "[2, 0, 0, 1]", "[0, 11, 1, 1]", "[nan, 0, 0, 0]"]
    default: []
    }
  }
}

import Configuration
import Gestures
import Testing

@Suite struct GestureSettingsTests {
  @Test func defaultsMatchTheRecognizerInRoundMillimeters() throws {
    let settings = GestureSettings()
    for density in [3.0, 160 / 25.4] {
      let thresholds = settings.thresholds(pointsPerMillimeter: density)
      for field in Thresholds.fields {
        let value = thresholds[keyPath: field.keyPath]
        let own = Thresholds(pointsPerMillimeter: density)[keyPath: field.keyPath]
        guard field.unit == .points || field.unit == .pointsPerSecond else {
          #expect(value == own, "\(field.name)")
          continue
        }
        let millimetres = try #require(field.key.defaultValue.flatMap { Double($0) })
        #expect(abs(value / density - millimetres) < 1e-9, "\(field.name)")
        #expect(abs(value - own) < 0.06 * own, "\(field.name) is near the library's")
        #expect((millimetres * 10).rounded() == millimetres * 10, "\(field.name) is read easily")
      }
    }
    #expect(settings.policy == .rails && settings.velocityStrategy == .leastSquares && settings.resampling)
  }

  @Test func lengthsAreMillimetersOnAnyScreen() throws {
    var settings = GestureSettings()
    let slop = try #require(Thresholds.fields.first { $0.name == "touch-slop" })
    settings.set(slop, to: 5)
    for density in [2.0, 6.3, 20] {
      let slop = settings.thresholds(pointsPerMillimeter: density).touchSlop
      #expect(abs(slop - 5 * density) < 1e-9, "\(density) points per millimeter")
    }
    let unknown = settings.thresholds(pointsPerMillimeter: nil).touchSlop
    #expect(abs(unknown - 5 * 160 / 25.4) < 1e-9)
    #expect(settings.thresholds(pointsPerMillimeter: 0).touchSlop == unknown)
  }

  @Test func writtenDefaultMeansTheExactOne() throws {
    for field in Thresholds.fields {
      let text = try #require(field.key.defaultValue)
      let isQuoted = text.hasPrefix("\"") && text.hasSuffix("\"")
      let written = try #require(
        isQuoted ? Quantity.seconds(String(text.dropFirst().dropLast())) : Double(text),
        "\(field.name) = \(text)")
      var settings = GestureSettings()
      settings.set(field, to: written)
      #expect(settings == GestureSettings(), "\(field.name) = \(written)")
    }
  }

  @Test(arguments: [
    (
      CarouselSettings.Orientation.horizontal, true,
      ["swipe-down": "previous-shelf", "swipe-up": "next-shelf"]
    ),
    (.vertical, true, ["swipe-left": "next-shelf", "swipe-right": "previous-shelf"]),
    (.horizontal, false, [:]),
  ])
  func swipesAcrossGoFromShelfToShelf(
    orientation: CarouselSettings.Orientation, ignoresPerpendicular: Bool, expected: [String: String]
  ) {
    var carousel = CarouselSettings()
    carousel.orientation = orientation
    carousel.details.ignoresPerpendicularSwipes = ignoresPerpendicular
    let bindings = GestureBindings(GestureSettings(), for: carousel)
    var found: [String: String] = [:]
    for direction in SwipeDirection.allCases where bindings[.swipe(direction)] != .none {
      found["swipe-\(direction.word)"] = bindings[.swipe(direction)].word
    }
    #expect(found == expected)
  }

  /// The shelves follow the finger only if nothing but both swipes across is bound.
  @Test(arguments: [false, true]) func shelvesFollowAFingerThatOnlyMovesThem(isVertical: Bool) {
    let (on, back): (SwipeDirection, SwipeDirection) = isVertical ? (.up, .down) : (.left, .right)
    var carousel = CarouselSettings()
    carousel.orientation = isVertical ? .horizontal : .vertical
    carousel.details.ignoresPerpendicularSwipes = true
    func moves(_ changes: [GestureTrigger: ShellAction], isVertical: Bool) -> Bool {
      var settings = GestureSettings()
      settings.bindings.merge(changes) { $1 }
      return GestureBindings(settings, for: carousel).moveShelves(isVertical: isVertical)
    }
    #expect(moves([:], isVertical: isVertical) && !moves([:], isVertical: !isVertical))
    for changes: [GestureTrigger: ShellAction] in [
      [.swipe(on): .home], [.swipe(back): .home], [.swipe(back): .none], [.flick(on): .home],
      [.flick(back): .home], [.swipe(on): .previousShelf, .swipe(back): .nextShelf],
    ] {
      #expect(!moves(changes, isVertical: isVertical), "\(changes)")
    }
  }

  @Test func boundSwipeIsNotOverridden() {
    var settings = GestureSettings()
    settings.bindings[.swipe(.up)] = ShellAction.none
    #expect(GestureBindings(settings, for: CarouselSettings())[.swipe(.up)] == .none)
  }

  @Test func actionsAndTheirWordsBelongTogether() {
    for action in ShellAction.plain + [.openTile("x"), .openTile("a:b c"), .language("pt-br")] {
      #expect(ShellAction(action.word) == action)
    }
    for word in ["", "open:", "Home", "next", "open :x", "language:", "language:C", "language:a b"] {
      #expect(ShellAction(word) == nil)
    }
  }
}

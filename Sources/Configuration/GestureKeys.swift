import Gestures

extension GestureTrigger {
  /// What is written about the key that binds it.
  package var key: ConfigurationKey {
    let standard = GestureSettings.standardBindings[self]
    if standard == nil, case .swipe(let direction) = self {
      return ConfigurationKey(
        .gestures, name, .action, otherwise: Self.shelf(direction), example: Self.example(direction),
        words)
    }
    return ConfigurationKey(
      .gestures, name, .action, default: "\"\((standard ?? .none).word)\"", words)
  }

  /// What it does among the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { $0.bindings[self]?.settingValue },
      write: { settings, value in settings.bindings[self] = ShellAction(value) })
  }

  /// A value that a carousel of the default kind takes.
  private static func example(_ direction: SwipeDirection) -> String {
    switch direction {
    case .up: "\"\(ShellAction.nextShelf.word)\""
    case .down: "\"\(ShellAction.previousShelf.word)\""
    case .left, .right: "\"\(ShellAction.none.word)\""
    }
  }

  /// What a swipe across the way of the tiles does by default.
  private static func shelf(_ direction: SwipeDirection) -> String {
    let action: ShellAction = direction == .up || direction == .left ? .nextShelf : .previousShelf
    let orientation: CarouselSettings.Orientation =
      direction == .up || direction == .down ? .horizontal : .vertical
    return "\"\(action.word)\" on a \(orientation.rawValue) carousel, \"\(ShellAction.none.word)\" on another"
  }

  /// What the gesture is: a paragraph.
  private var words: String {
    switch self {
    case .tap:
      """
      A short touch. If it is bound to something else than open, another gesture must be bound to open. What a
      tap on a tile beside the middle does, tap-beside says.
      """
    case .doubleTap:
      "Two short touches in a row. While this does something, every tap waits for a second one."
    case .longPress: "A finger that rests. While this does something, a long touch is no tap any more."
    case .longPressDrag: "A finger that rests and then moves. It cannot be bound beside long-press."
    case .swipe(let direction):
      "A finger that moves \(direction.phrase) and lifts. Only swipes across the way of the tiles can be bound."
    case .flick(let direction):
      "A finger that moves \(direction.phrase) faster than flick-minimum when it lifts; without this it is a swipe."
    case .edgeSwipe(let edge):
      """
      A finger that comes in from the \(edge.word) edge of the screen. An edge bound to none leaves its drags
      to the carousel.
      """
    case .multiTap(let fingers):
      "A short touch of \(Self.number(fingers)) fingers at once, which stay where they are."
    case .multiLongPress(let fingers):
      "\(Self.number(fingers).capitalizedWord) fingers that rest for long-press-delay."
    case .multiSwipe(fingers: 2, let direction):
      """
      Two fingers that move \(direction.phrase) together. While any of these does something, two fingers do
      not turn the carousel.
      """
    case .multiSwipe(let fingers, let direction):
      "\(Self.number(fingers).capitalizedWord) fingers that move \(direction.phrase) together."
    case .pinchIn: "Two fingers that move closer to each other, by a fifth or more."
    case .pinchOut: "Two fingers that move apart, by a quarter or more."
    case .rotation: "Two fingers that turn around each other, an eighth of a turn or more."
    }
  }
}

extension SwipeDirection {
  /// The direction within a sentence.
  fileprivate var phrase: String {
    switch self {
    case .left: "to the left"
    case .right: "to the right"
    case .up: "up"
    case .down: "down"
    }
  }
}

extension String {
  fileprivate var capitalizedWord: String { prefix(1).uppercased() + dropFirst() }
}

extension ShellAction: WordSetting {}

/// Limits as a file has them: lengths in millimetres, angles in degrees.
extension ThresholdField {
  /// The unit of the file in units of `Thresholds`: what a value of those is multiplied with.
  var configuredFactor: Double {
    switch unit {
    case .points, .pointsPerSecond: 1 / Thresholds.defaultPointsPerMillimeter
    case .radians: 180 / .pi
    case .seconds, .slops, .ratio: 1
    }
  }

  /// The default in the unit of the file. It is rounded for reading, and means the exact one.
  var configuredStandard: Double { readable(standard * configuredFactor) }

  /// What is written about the key.
  package var key: ConfigurationKey {
    let limits =
      readable(range.lowerBound * configuredFactor)...readable(range.upperBound * configuredFactor)
    let kind: ConfigurationKey.Kind =
      switch unit {
      case .radians: .angle(limits)
      case .seconds: .seconds(limits)
      case .points, .pointsPerSecond, .slops, .ratio: .number(limits)
      }
    return ConfigurationKey(
      .gestures, name, kind, default: SettingValue.number(configuredStandard).text(as: kind), words)
  }

  /// The limit among the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { .number($0.limits[self.name] ?? self.configuredStandard) },
      write: { settings, value in
        if case .number(let limit) = value { settings.set(self, to: limit) }
      })
  }

  private var words: String {
    switch unit {
    case .points: "\(meaning) In millimetres."
    case .pointsPerSecond: "\(meaning) In millimetres per second."
    case .slops: "\(meaning) In multiples of touch-slop."
    case .seconds, .ratio, .radians: meaning
    }
  }

  /// What was converted, with two decimals; the others are round as they are.
  private func readable(_ number: Double) -> Double {
    configuredFactor == 1 ? number : (number * 100).rounded() / 100
  }
}

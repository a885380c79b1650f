import Gestures

extension GestureTrigger {
  /// The documentation of the key that binds the gesture.
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

  /// The gesture's action as a field of the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { $0.bindings[self]?.settingValue },
      write: { settings, value in settings.bindings[self] = ShellAction(value) })
  }

  /// Returns an example that suits a carousel of the default kind.
  private static func example(_ direction: SwipeDirection) -> String {
    switch direction {
    case .up: "\"\(ShellAction.nextShelf.word)\""
    case .down: "\"\(ShellAction.previousShelf.word)\""
    case .left, .right: "\"\(ShellAction.none.word)\""
    }
  }

  /// Returns the default action of a swipe across the tiles, in words.
  private static func shelf(_ direction: SwipeDirection) -> String {
    let action: ShellAction = direction == .up || direction == .left ? .nextShelf : .previousShelf
    let orientation: CarouselSettings.Orientation =
      direction == .up || direction == .down ? .horizontal : .vertical
    return "\"\(action.word)\" on a \(orientation.rawValue) carousel, \"\(ShellAction.none.word)\" on another"
  }

  /// A paragraph that describes the gesture.
  private var words: String {
    switch self {
    case .tap:
      """
      A short touch. If it does not open tiles, bind another gesture to open. tap-beside decides about tiles
      beside the middle.
      """
    case .doubleTap:
      "Two short touches in a row. If this does something, every tap waits for a second one."
    case .longPress: "A finger that rests. While this does something, a long touch no longer counts as a tap."
    case .longPressDrag: "A finger that rests and then moves. It cannot be bound beside long-press."
    case .swipe(let direction):
      "A finger that moves \(direction.phrase) and lifts. Only swipes across the tiles can be bound."
    case .flick(let direction):
      "A finger that moves \(direction.phrase) faster than flick-minimum when it lifts. With none it is a swipe."
    case .edgeSwipe(let edge):
      """
      A finger that enters from the \(edge.word) edge of the screen. With none, such drags move the
      carousel.
      """
    case .multiTap(let fingers):
      "A short touch of \(Self.number(fingers)) fingers together, which do not move."
    case .multiLongPress(let fingers):
      "\(Self.number(fingers).capitalizedWord) fingers that rest for long-press-delay."
    case .multiSwipe(fingers: 2, let direction):
      """
      Two fingers that move \(direction.phrase) together. If any of these does something, two fingers do not
      turn the carousel.
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
  /// The direction as a phrase within a sentence.
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

extension ControllerButton {
  /// The documentation of the key that binds the button.
  package var key: ConfigurationKey {
    let standard = GestureSettings.standardButtons[self] ?? ShellAction.none
    return ConfigurationKey(.gestures, rawValue, .action, default: "\"\(standard.word)\"", words)
  }

  /// The button's action as a field of the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { ($0.buttons[self] ?? ShellAction.none).settingValue },
      write: { settings, value in settings.buttons[self] = ShellAction(value) })
  }

  /// A paragraph that describes the button.
  private var words: String {
    switch self {
    case .padUp:
      """
      The cross or left stick of a gamepad, upward. A held button repeats after 0.4 seconds, and then every
      0.12. Actions of arrow keys, such as "focus-up", do what that key does on each screen. "open" is
      Enter, and "back" is Escape.
      """
    case .padDown: "The cross of a gamepad or its left stick, downward."
    case .padLeft: "The cross of a gamepad or its left stick, to the left."
    case .padRight: "The cross of a gamepad or its left stick, to the right."
    case .padSouth:
      """
      The lowest of the four buttons on the right of a gamepad, with an A or a cross, or the trigger of a
      joystick.
      """
    case .padEast: "The right one of the four, with a B or a circle; the thumb button of a joystick."
    case .padWest: "The left one of the four, with an X or a square."
    case .padNorth: "The uppermost of the four, with a Y or a triangle."
    case .padLeftShoulder: "The button at the left shoulder of a gamepad."
    case .padRightShoulder: "The button at its right shoulder."
    case .padLeftTrigger: "The trigger below the left shoulder, where it is a button."
    case .padRightTrigger: "The trigger below the right shoulder, where it is a button."
    case .padSelect: "The small button at the left of the middle of a gamepad: Select, Back, Share."
    case .padStart: "The small button at the right of the middle: Start, Menu, Options."
    case .padGuide:
      """
      The button in the middle of a gamepad, with its maker's sign. It also works over a program, with
      actions that apply there.
      """
    case .remoteHome:
      """
      The home key of a remote control or a keyboard. On a remote control it also works over a program, with
      actions that apply there. Its arrows, OK and Back always do what the arrow keys, Enter and Escape do.
      """
    default: remoteWords
    }
  }

  private static func remote(_ key: String) -> String {
    "The \(key) of a remote control, while the launcher is visible."
  }

  private var remoteWords: String {
    switch self {
    case .remoteMenu: "The menu key of a remote control or a keyboard, while the launcher is seen."
    case .remoteInfo: Self.remote("info key")
    case .remoteChannelUp: Self.remote("channel-up key")
    case .remoteChannelDown: Self.remote("channel-down key")
    case .remoteVolumeUp:
      "\(Self.remote("volume-up key")) The launcher has no volume of its own to change."
    case .remoteVolumeDown: Self.remote("volume-down key")
    case .remoteMute: Self.remote("mute key")
    case .remotePlay: Self.remote("play key")
    case .remotePause: Self.remote("pause key")
    case .remoteStop: Self.remote("stop key")
    case .remoteNext: Self.remote("next-track key")
    case .remotePrevious: Self.remote("previous-track key")
    case .remoteForward: Self.remote("fast-forward key")
    case .remoteRewind: Self.remote("rewind key")
    case .remoteRed: Self.remote("red key")
    case .remoteGreen: Self.remote("green key")
    case .remoteYellow: Self.remote("yellow key")
    default: Self.remote("blue key")
    }
  }
}

extension ShellAction: WordSetting {}

/// Limits in the units of a file: lengths in millimeters, angles in degrees.
extension ThresholdField {
  /// The factor that converts a value in units of `Thresholds` to the unit of the file.
  var configuredFactor: Double {
    switch unit {
    case .points, .pointsPerSecond: 1 / Thresholds.defaultPointsPerMillimeter
    case .radians: 180 / .pi
    case .seconds, .slops, .ratio: 1
    }
  }

  /// The default in the unit of the file: a round number near the library's default, which is in points.
  var configuredStandard: Double {
    guard isLength else { return readable(standard * configuredFactor) }
    return Self.roundLengths[name] ?? readable(standard * configuredFactor, digits: 2)
  }

  /// Defaults for which two digits are one too many.
  private static let roundLengths = [
    "edge-zone": 3.0, "span-slop": 5, "swipe-distance": 8, "fling-minimum": 8, "rail-reference-diagonal": 75,
  ]

  var isLength: Bool { unit == .points || unit == .pointsPerSecond }

  /// The documentation of the key.
  package var key: ConfigurationKey {
    let (least, most) = (range.lowerBound * configuredFactor, range.upperBound * configuredFactor)
    let limits =
      isLength ? readable(least, digits: 1)...readable(most, digits: 2) : readable(least)...readable(most)
    let kind: ConfigurationKey.Kind =
      switch unit {
      case .radians: .angle(limits)
      case .seconds: .duration(limits)
      case .points, .pointsPerSecond, .slops, .ratio: .number(limits)
      }
    return ConfigurationKey(
      .gestures, name, kind, default: SettingValue.number(configuredStandard).text(as: kind), words)
  }

  /// The limit as a field of the settings.
  var field: SettingField<GestureSettings> {
    SettingField(
      key, read: { .number($0.limits[self.name] ?? self.configuredStandard) },
      write: { settings, value in
        if case .number(let limit) = value { settings.set(self, to: limit) }
      })
  }

  private var words: String {
    switch unit {
    case .points: "\(meaning) In millimeters."
    case .pointsPerSecond: "\(meaning) In millimeters per second."
    case .slops: "\(meaning) In multiples of touch-slop."
    case .seconds, .ratio, .radians: meaning
    }
  }

  /// Rounds a length to that many significant digits.
  private func readable(_ number: Double, digits: Int) -> Double {
    guard number > 0 else { return 0 }
    var power = 1.0
    while number * power < (digits > 1 ? 10 : 1) { power *= 10 }
    while number * power >= (digits > 1 ? 100 : 10) { power /= 10 }
    // Powers of ten below 1 are not binary fractions. Their inverses are integers.
    let inverse = (1 / power).rounded()
    return power < 1 ? (number / inverse).rounded() * inverse : (number * power).rounded() / power
  }

  /// Rounds a converted number to two decimals. Other numbers are already round.
  private func readable(_ number: Double) -> Double {
    configuredFactor == 1 ? number : (number * 100).rounded() / 100
  }
}

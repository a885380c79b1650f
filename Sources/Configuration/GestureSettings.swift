import Gestures

/// The `[gestures]` section: the actions of gestures and buttons, and how gestures are recognized.
package struct GestureSettings: Hashable, Sendable {
  /// The action of each gesture. One-finger swipes without an entry do what suits the carousel: see
  /// `GestureBindings`.
  package var bindings = Self.standardBindings
  /// The actions of the buttons of gamepads and remote controls.
  package var buttons = Self.standardButtons
  /// Whether the launcher reads gamepads and remote controls itself, independently of the compositor.
  package var readsControllers = true
  /// The maximum average time between two keys of a reader, in seconds.
  package var readerGap = CodeReader.standardGap
  /// Whether a dragged element is drawn at the finger's predicted position at display time, instead of the
  /// last reported position.
  package var resampling = true
  /// Whether the launcher reads touches independently of the compositor while a program has the screen.
  package var globalTouch = AutomaticSetting.automatic
  /// The method that classifies a drag as along the tiles or across them.
  package var axisPolicy = AxisPolicyName.rails
  /// The largest angle between a drag and the direction of the tiles with the policy `cone`, in degrees.
  package var coneAngle = standardConeAngle
  /// The method that estimates velocities.
  package var velocityEstimator = VelocityEstimator.leastSquares
  /// Limits that differ from their defaults, by the names in `Thresholds.fields`, in the units of the file.
  package private(set) var limits: [String: Double] = [:]

  package enum AxisPolicyName: String, CaseIterable, Hashable, Sendable {
    case rails
    /// The axis with the longer distance wins.
    case dominant
    /// Drags within an angle around the direction of the tiles.
    case cone
  }

  package enum VelocityEstimator: String, CaseIterable, Hashable, Sendable {
    /// A parabola through the last samples.
    case leastSquares = "least-squares"
    /// The impulses between the samples.
    case impulse
  }

  /// The launcher's own choice: a third of a right angle. A swipe to a corner of the screen then does not run
  /// along the tiles.
  package static let standardConeAngle = 30.0

  /// Sets a limit, in the unit of the file.
  package mutating func set(_ field: ThresholdField, to value: Double) {
    limits[field.name] = value == field.configuredStandard ? nil : value
  }

  /// Returns all limits for a surface, with lengths in its points.
  ///
  /// - Parameters:
  ///   - pointsPerMillimeter: the surface's scale; nil if unknown.
  ///   - leastSlop: the minimum distance that a finger may move in a tap, in millimeters.
  package func thresholds(pointsPerMillimeter: Double?, leastSlop: Double = 0) -> Thresholds {
    var thresholds = Thresholds()
    for field in Thresholds.fields {
      if let value = limits[field.name] ?? (field.isLength ? field.configuredStandard : nil) {
        thresholds[keyPath: field.keyPath] = value / field.configuredFactor
      }
    }
    let least = leastSlop * Thresholds.defaultPointsPerMillimeter
    if thresholds.touchSlop < least { thresholds.touchSlop = least }
    return pointsPerMillimeter.map { thresholds.scaled(toPointsPerMillimeter: $0) } ?? thresholds
  }

  /// The policy as the recognizer's value.
  package var policy: AxisPolicy {
    switch axisPolicy {
    case .rails: .rails
    case .dominant: .dominant
    case .cone: .cone(angle: coneAngle * .pi / 180)
    }
  }

  /// The estimator as the recognizer's value.
  package var velocityStrategy: VelocityStrategy {
    velocityEstimator == .impulse ? .impulse : .leastSquares
  }

  /// The default actions of gestures, except one-finger swipes, which depend on the carousel.
  package static let standardBindings: [GestureTrigger: ShellAction] =
    GestureTrigger.all.reduce(into: useful) { bindings, trigger in
      if case .swipe = trigger { return }
      bindings[trigger] = bindings[trigger] ?? ShellAction.none
    }

  /// The default actions other than `none`. Home has gestures that visitors do not make on a tile by
  /// accident. The system's page takes a whole hand.
  private static let useful: [GestureTrigger: ShellAction] = [
    .tap: .open,
    .edgeSwipe(.bottom): .home,
    .multiSwipe(fingers: 3, .up): .home,
    .multiSwipe(fingers: 3, .down): .home,
    .multiSwipe(fingers: 5, .down): .admin,
    .multiLongPress(fingers: 2): .speech,
  ]

  /// The default actions of buttons.
  package static let standardButtons: [ControllerButton: ShellAction] =
    ControllerButton.allCases.reduce(into: usefulButtons) { $0[$1] = $0[$1] ?? ShellAction.none }

  private static let usefulButtons: [ControllerButton: ShellAction] = [
    .padUp: .focus(.up), .padDown: .focus(.down), .padLeft: .focus(.left), .padRight: .focus(.right),
    .padSouth: .open, .padStart: .open, .padEast: .back, .padNorth: .help, .padGuide: .home,
    .padLeftShoulder: .previousShelf, .padRightShoulder: .nextShelf,
    .remoteHome: .home, .remoteInfo: .help,
    .remoteChannelUp: .previousShelf, .remoteChannelDown: .nextShelf,
  ]

  package init() {}
}

// MARK: Keys

extension GestureSettings: SectionSettings {
  package static let section = ConfigurationSection.gestures
  package static var standard: GestureSettings { GestureSettings() }

  package static let fields: [SettingField<GestureSettings>] =
    GestureTrigger.all.map(\.field) + ControllerButton.allCases.map(\.field) + recognition
    + Thresholds.fields.map(\.field)

  private static let recognition: [SettingField<GestureSettings>] = [
    SettingField(
      "axis-policy", .choice(AxisPolicyName.allCases.map(\.rawValue)), \.axisPolicy,
      """
      How the launcher decides whether a drag runs along the tiles or across them. rails locks a clear
      direction, lets an unclear one move the tiles, and can be left. dominant takes the longer direction,
      once. cone uses cone-angle, once.
      """),
    SettingField(
      "cone-angle", .angle(0...90),
      """
      The largest angle between a drag and the direction of the tiles that still turns the carousel, with
      axis-policy = "cone".
      """,
      read: { .number($0.coneAngle) },
      write: { settings, value in
        if case .number(let angle) = value { settings.coneAngle = angle }
      }),
    SettingField(
      "velocity-estimator", .choice(VelocityEstimator.allCases.map(\.rawValue)), \.velocityEstimator,
      """
      How the launcher estimates the speed of a lifted finger. least-squares fits a parabola to the last
      samples. impulse adds the pushes between them, which suits touchscreens that report seldom.
      """),
    SettingField(
      "resampling", .boolean, \.resampling,
      """
      Whether the launcher predicts the finger's place for the moment when the frame appears, from its last
      two reports and at most 8 ms ahead. That evens out different rates of touchscreen and screen, and
      keeps tiles close to the finger. Turn it off for recordings that must be identical.
      """),
    SettingField(
      "global-touch", .automatic, \.globalTouch,
      """
      Whether the launcher sees touches over a program, without the compositor, so that gestures can lead
      home. "auto" does so where the compositor offers no strip above programs. rotunda-panels.service opens
      touchscreens for the launcher, and nothing else. Neither the launcher nor a program can open input
      devices. While the launcher is visible, no touchscreen is read this way. Programs receive all touches
      as before.
      """),
    SettingField(
      "controllers", .boolean, \.readsControllers,
      """
      Whether the launcher uses gamepads, and remote controls over programs, which compositors do not
      report. rotunda-panels.service reads them and reports only the buttons below. It never opens a device
      that can type. Without that service, the launcher reads the gamepads that its user can read. While a
      program has the screen, only pad-guide and remote-home reach the launcher.
      """),
    SettingField(
      "reader-gap", .duration(CodeReader.gapRange), \.readerGap,
      """
      The maximum average time between two keys of a barcode, RFID or badge reader. Three or more such keys,
      with Enter or Tab after them, are a code: see [[scan]]. People need more than 60 ms for a key. Without
      a [[scan]], all keys are typing.
      """),
  ]
}

extension GestureSettings.AxisPolicyName: WordSetting {}
extension GestureSettings.VelocityEstimator: WordSetting {}

extension LayoutKind {
  /// Whether the items lie on a circle or an ellipse; those layouts wrap by default.
  var isRound: Bool {
    switch self {
    case .rotary, .invertedRotary, .cylinder, .invertedCylinder, .wheel, .invertedWheel, .ring, .scaledRing,
      .ellipse, .invertedEllipse, .radial:
      true
    case .linear, .coverFlow, .coverFlow2, .timeMachine, .invertedTimeMachine, .receding, .custom: false
    }
  }

  /// Whether what is farther away is smaller of itself.
  var hasPerspective: Bool { self != .scaledRing }

  private var isCoverFlow: Bool { self == .coverFlow || self == .coverFlow2 }

  var defaultSpacing: Double { isCoverFlow ? 0.25 : 1 }

  var defaultTilt: Double? {
    switch self {
    case .coverFlow, .coverFlow2: 0.9
    case .timeMachine, .invertedTimeMachine: 0.3
    case .receding: 0
    default: nil
    }
  }

  func spacing(_ options: CarouselOptions) -> Double {
    (options.spacing ?? defaultSpacing).finite(else: defaultSpacing)
  }

  func tilt(_ options: CarouselOptions) -> Double {
    let own = defaultTilt ?? 0
    return (options.tilt ?? own).finite(else: own)
  }
}

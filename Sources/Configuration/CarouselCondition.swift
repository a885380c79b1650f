import CarouselEngine

/// A condition that a carousel must meet for a key to have an effect.
package enum CarouselCondition: Hashable, Sendable {
  case layouts([LayoutKind])
  /// The carousel uses this scroll physics.
  case physics(ScrollPhysicsKind)
  case ends
  case horizontal

  /// Returns the condition of a key; nil for a key that always has an effect.
  static func of(_ key: ConfigurationKey) -> CarouselCondition? { conditions[key.name] }

  /// The keys that have an effect only under a condition.
  private static let conditions: [String: CarouselCondition] = [
    "angle-between-tiles": .layouts(round),
    "arc": .layouts(round),
    "bounce-distance": .ends,
    "bounces": .ends,
    "count": .layouts(round),
    "deceleration-rate": .physics(.classic),
    "depth-scale": .layouts([.scaledRing]),
    "max-tiles-per-fling": .physics(.natural),
    "momentum": .physics(.natural),
    "placeholders": .ends,
    "radius": .layouts(drums + wheels + [.radial]),
    "right-to-left": .horizontal,
    "ring-depth": .layouts(flatEllipses),
    "ring-width": .layouts(flatEllipses),
    "rotation": .layouts([.ellipse, .invertedEllipse, .radial]),
    "side-tilt": .layouts([.coverFlow, .coverFlow2, .receding]),
    "step-aside": .layouts([.timeMachine, .invertedTimeMachine]),
    "step-back": .layouts([.receding]),
  ]

  private static let drums: [LayoutKind] = [.rotary, .invertedRotary, .cylinder, .invertedCylinder]
  private static let wheels: [LayoutKind] = [.wheel, .invertedWheel]
  private static let flatEllipses: [LayoutKind] = [.ring, .scaledRing, .ellipse, .invertedEllipse]
  private static let round = drums + wheels + flatEllipses + [.radial]

  func holds(for settings: CarouselSettings) -> Bool {
    switch self {
    case .layouts(let layouts): layouts.contains(settings.layout)
    case .physics(let physics): settings.details.physics == physics
    // A carousel with fewer tiles than `maximumItemsOnScreen` does not wrap, despite `wrap`.
    case .ends: !settings.wrap || settings.details.maximumItemsOnScreen != nil
    case .horizontal: settings.orientation == .horizontal
    }
  }

  /// The condition as a sentence for manuals.
  var sentence: String {
    switch self {
    case .layouts(let layouts): "Only for \(Self.list(layouts.map(\.rawValue)))."
    case .physics(let physics): "Only with \(physics.rawValue) physics."
    case .ends: "Only for a carousel that does not wrap."
    case .horizontal: "Only for a horizontal carousel."
    }
  }

  /// Returns the settings' present value that prevents an effect, as TOML.
  package func opposite(in settings: CarouselSettings) -> String {
    switch self {
    case .layouts: "layout = \"\(settings.layout.rawValue)\""
    case .physics: "physics = \"\(settings.details.physics.rawValue)\""
    case .ends: "wrap = true"
    case .horizontal: "orientation = \"\(settings.orientation.rawValue)\""
    }
  }

  private static func list(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension CarouselField {
  /// Every key that sets one property of the carousel.
  package static var all: [CarouselField] { CarouselSettings.fields }

  /// The condition of the key; nil for a key that always has an effect.
  package var condition: CarouselCondition? { .of(key) }

  /// Reports whether the key has an effect on a carousel with these settings.
  package func hasEffect(in settings: CarouselSettings) -> Bool { condition?.holds(for: settings) ?? true }
}

import CarouselEngine

/// A key of `[carousel]` together with the setting that it stands for.
///
/// The decoder follows this table, so that a key that is documented is also read; so does whatever shows or writes settings.
public struct CarouselField: Sendable {
  /// A value of one of the types that a field can have, already within its key's range.
  public enum Value: Hashable, Sendable {
    /// `true` or `false`.
    case boolean(Bool)
    /// A number; angles in degrees.
    case number(Double)
    /// Two numbers.
    case pair(Double, Double)
    /// Left and upper edge, width and height.
    case area(SIMD4<Double>)
    /// How an animation spends its time.
    case curve(AnimationCurve)
    /// One of the key's words.
    case word(String)
  }

  /// What is written about it.
  public let key: ConfigurationKey
  private let read: @Sendable (CarouselSettings) -> Value?
  private let write: @Sendable (inout CarouselSettings, Value) -> Void
  private let forget: @Sendable (inout CarouselSettings) -> Void

  init<Setting: CarouselSetting>(
    _ key: ConfigurationKey, _ path: WritableKeyPath<CarouselSettings, Setting> & Sendable
  ) {
    self.key = Self.condition(of: key).map { key.with(words: "\(key.words) \($0.sentence)") } ?? key
    read = { $0[keyPath: path].fieldValue }
    write = { settings, value in
      if let setting = Setting(fieldValue: value) { settings[keyPath: path] = setting }
    }
    forget = { $0[keyPath: path] = CarouselSettings()[keyPath: path] }
  }

  /// What is set; nil where nothing is and no value stands for that.
  public func value(in settings: CarouselSettings) -> Value? {
    guard case .number(let number)? = read(settings), isAngle else { return read(settings) }
    // A degree is no round number of radians.
    return .number((number / Self.radians * 1e9).rounded() / 1e9)
  }

  /// Puts a value into its place. One of another type than the key's changes nothing.
  public func set(_ value: Value, in settings: inout CarouselSettings) {
    guard case .number(let degrees) = value, isAngle else { return write(&settings, value) }
    write(&settings, .number(degrees * Self.radians))
  }

  /// Puts what holds where the key is missing into its place.
  public func reset(in settings: inout CarouselSettings) { forget(&settings) }

  /// Whether the key has to be written for these settings.
  public func isSet(in settings: CarouselSettings) -> Bool {
    value(in: settings) != value(in: CarouselSettings())
  }

  private static let radians = Double.pi / 180
  private var isAngle: Bool { if case .angle = key.kind { true } else { false } }

  /// Every key of `[carousel]`, in the order in which they are documented.
  public static let all = arrangement + start + layout + fading + view + motion + touch

  /// The keys that most people need.
  private static let arrangement = [
    CarouselField(.layout, \.layout), CarouselField(.orientation, \.orientation),
    CarouselField(.wrap, \.wrap), CarouselField(.spacing, \.spacing), CarouselField(.tileSize, \.tileSize),
  ]
}

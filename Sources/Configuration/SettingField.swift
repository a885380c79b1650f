import RotundaGeometry

/// The settings of a section: what stands in one, and at which value where it does not.
package protocol SectionSettings: Sendable {
  static var section: ConfigurationSection { get }
  /// Every key at its default.
  static var standard: Self { get }
  /// The keys that stand for one setting each, in the order in which they are documented.
  static var fields: [SettingField<Self>] { get }
}

/// A key of a section together with the setting that it stands for.
///
/// Decoding, encoding, `rotunda config keys`, the manual page, the examples and the demo follow these tables.
/// A key's default is the one of its setting.
package struct SettingField<Settings: SectionSettings>: Sendable {
  package typealias Value = SettingValue

  package let key: ConfigurationKey
  private let read: @Sendable (Settings) -> SettingValue?
  private let write: @Sendable (inout Settings, SettingValue) -> Void

  /// A key for the setting at a path. Of an angle files have degrees and settings radians.
  ///
  /// - Parameters:
  ///   - level: who has use for the key.
  ///   - defaultWords: what holds where the key is missing, when no value says it.
  ///   - example: a value as TOML, where the default shows nothing.
  init<Setting: SettingType>(
    _ name: String, _ kind: ConfigurationKey.Kind, _ path: WritableKeyPath<Settings, Setting> & Sendable,
    level: ConfigurationKey.Level = .expert, otherwise defaultWords: String? = nil, example: String? = nil,
    _ words: String
  ) {
    self.init(
      name, kind, level: level, otherwise: defaultWords, example: example, words,
      read: { settings in
        let value = settings[keyPath: path].settingValue
        return kind.isAngle ? value?.inDegrees : value
      },
      write: { settings, value in
        let setting = Setting(kind.isAngle ? value.inRadians : value)
        if let setting { settings[keyPath: path] = setting }
      })
  }

  /// A key for what is no property.
  init(
    _ name: String, _ kind: ConfigurationKey.Kind, level: ConfigurationKey.Level = .expert,
    otherwise defaultWords: String? = nil, example: String? = nil, _ words: String,
    read: @escaping @Sendable (Settings) -> SettingValue?,
    write: @escaping @Sendable (inout Settings, SettingValue) -> Void
  ) {
    let standard = defaultWords == nil ? Self.explicit(read(.standard), kind)?.text(as: kind) : nil
    self.init(
      ConfigurationKey(
        Settings.section, name, kind, level: level, default: standard, otherwise: defaultWords,
        example: example, words),
      read: read, write: write)
  }

  init(
    _ key: ConfigurationKey, read: @escaping @Sendable (Settings) -> SettingValue?,
    write: @escaping @Sendable (inout Settings, SettingValue) -> Void
  ) {
    (self.key, self.read, self.write) = (key, read, write)
  }

  /// The same setting with a sentence more about its key.
  func adding(_ sentence: String) -> SettingField {
    SettingField(key.with(words: "\(key.words) \(sentence)"), read: read, write: write)
  }

  /// What is set, as a file has it; nil where nothing is and no value stands for that.
  package func value(in settings: Settings) -> SettingValue? { Self.explicit(read(settings), key.kind) }

  /// Puts a value of a file into its place. One of another type than the key's changes nothing.
  package func set(_ value: SettingValue, in settings: inout Settings) {
    write(&settings, value)
  }

  /// Puts what holds where the key is missing into its place.
  package func reset(in settings: inout Settings) {
    write(&settings, read(.standard) ?? .nothing)
  }

  /// Whether the key has to be written for these settings.
  package func isSet(in settings: Settings) -> Bool { value(in: settings) != value(in: .standard) }

  /// Of a wait files can say that it never ends.
  private static func explicit(_ value: SettingValue?, _ kind: ConfigurationKey.Kind) -> SettingValue? {
    if case .wait = kind { value ?? .nothing } else { value }
  }
}

extension SectionSettings {
  package static var keys: [ConfigurationKey] { fields.map(\.key) }

  /// The keys that have to be written for these settings, a line each; sections within are not among them.
  package var lines: [String] {
    Self.fields.compactMap { field in
      guard field.isSet(in: self), let value = field.value(in: self) else { return nil }
      return "\(field.key.name) = \(value.text(as: field.key.kind))"
    }
  }
}

extension ConfigurationKey.Kind {
  /// Whether files have degrees where settings have radians.
  fileprivate var isAngle: Bool {
    switch self {
    case .angle, .turn: true
    default: false
    }
  }
}

extension SettingValue {
  fileprivate var inRadians: SettingValue { each { $0 * .pi / 180 } }

  /// A degree is no round number of radians.
  fileprivate var inDegrees: SettingValue { each { ($0 * 180 / .pi * 1e9).rounded() / 1e9 } }

  private func each(_ convert: (Double) -> Double) -> SettingValue {
    switch self {
    case .number(let number): .number(convert(number))
    case .triple(let triple): .triple(Vector3(convert(triple.x), convert(triple.y), convert(triple.z)))
    default: self
    }
  }
}

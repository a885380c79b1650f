import RotundaGeometry

/// The settings of a section: its keys and their defaults.
package protocol SectionSettings: Sendable {
  static var section: ConfigurationSection { get }
  /// Every key at its default.
  static var standard: Self { get }
  /// The keys that set one property each, in the order of the documentation.
  static var fields: [SettingField<Self>] { get }
}

/// A key of a section, and the setting that it stands for.
///
/// Decoding, encoding, `rotunda config keys`, the manual page, the examples and the demo use these tables. A
/// key's default is the default of its setting.
package struct SettingField<Settings: SectionSettings>: Sendable {
  package typealias Value = SettingValue

  package let key: ConfigurationKey
  private let read: @Sendable (Settings) -> SettingValue?
  private let write: @Sendable (inout Settings, SettingValue) -> Void

  /// Creates a key for the setting at a path. Angles are in degrees in files, and in radians in settings.
  ///
  /// - Parameters:
  ///   - level: the audience of the key.
  ///   - defaultWords: the words for the default, if no value expresses it.
  ///   - example: a value as TOML, if the default is not a good example.
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

  /// Creates a key with closures that read and write a setting that is not a property.
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

  /// Returns the same setting with another sentence in the key's description.
  func adding(_ sentence: String) -> SettingField {
    SettingField(key.with(words: "\(key.words) \(sentence)"), read: read, write: write)
  }

  /// Returns the setting as a file's value; nil if it is unset and no value expresses that.
  package func value(in settings: Settings) -> SettingValue? { Self.explicit(read(settings), key.kind) }

  /// Applies a value of a file. A value of another type than the key's changes nothing.
  package func set(_ value: SettingValue, in settings: inout Settings) {
    write(&settings, value)
  }

  /// Resets the setting to its default.
  package func reset(in settings: inout Settings) {
    write(&settings, read(.standard) ?? .nothing)
  }

  /// Reports whether a file with these settings must contain the key.
  package func isSet(in settings: Settings) -> Bool { value(in: settings) != value(in: .standard) }

  /// Returns `nothing` for a time that never ends, because files can express that.
  private static func explicit(_ value: SettingValue?, _ kind: ConfigurationKey.Kind) -> SettingValue? {
    if case .wait = kind { value ?? .nothing } else { value }
  }
}

extension SectionSettings {
  package static var keys: [ConfigurationKey] { fields.map(\.key) }

  /// The lines of a file with these settings: the keys that differ from their defaults, without subsections.
  package var lines: [String] {
    Self.fields.compactMap { field in
      guard field.isSet(in: self), let value = field.value(in: self) else { return nil }
      return "\(field.key.name) = \(value.text(as: field.key.kind))"
    }
  }
}

extension ConfigurationKey.Kind {
  /// Whether files use degrees and settings radians.
  fileprivate var isAngle: Bool {
    switch self {
    case .angle, .turn: true
    default: false
    }
  }
}

extension SettingValue {
  fileprivate var inRadians: SettingValue { each { $0 * .pi / 180 } }

  /// A degree is not a round number of radians.
  fileprivate var inDegrees: SettingValue { each { ($0 * 180 / .pi * 1e9).rounded() / 1e9 } }

  private func each(_ convert: (Double) -> Double) -> SettingValue {
    switch self {
    case .number(let number): .number(convert(number))
    case .triple(let triple): .triple(Vector3(convert(triple.x), convert(triple.y), convert(triple.z)))
    default: self
    }
  }
}

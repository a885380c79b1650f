/// The `[bundle]` section: where signed bundles come from, and which of their parts this machine uses.
///
/// Only the machine's own files count. A bundle cannot change the place of the next one.
package struct BundleSettings: Hashable, Sendable {
  /// The https address of the bundle; nil fetches none.
  package var address: String?
  /// The name of this machine; nil for its host name.
  package var machine: String?
  package var groups: [String] = []

  package init() {}
}

// MARK: Keys

extension BundleSettings: SectionSettings {
  package static let section = ConfigurationSection.bundle
  package static var standard: BundleSettings { BundleSettings() }

  package static let fields: [SettingField<BundleSettings>] = [
    SettingField(
      "address", .server, \.address, otherwise: "no bundle is fetched",
      example: "\"https://example.org/kiosks/museum.rotunda-bundle\"",
      """
      The address from which rotunda-pull.timer fetches the bundle. Keys that may sign it are in
      /etc/rotunda/keys.
      """),
    SettingField(
      "machine", .name, \.machine, otherwise: "the host name", example: "\"hall-3\"",
      "The name of this machine in bundles. It selects the part machines/NAME."),
    SettingField(
      "groups", .names, otherwise: "none", example: "[\"museum\", \"ground-floor\"]",
      "The groups of this machine in bundles. They select the parts groups/NAME.",
      read: { $0.groups.isEmpty ? nil : .texts($0.groups) },
      write: { settings, value in
        if case .texts(let names) = value { settings.groups = names } else { settings.groups = [] }
      }),
  ]
}

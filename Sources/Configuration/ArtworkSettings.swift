/// The `[artwork]` section: what pictures may cost.
package struct ArtworkSettings: Hashable, Sendable {
  /// Memory for the pictures of tiles that are ready to be drawn, in MiB; within `textureMemoryRange`.
  package var textureMemory = 128

  /// Less does not hold a screen of tiles; more is more than graphics hardware has.
  package static let textureMemoryRange = 16...4096

  /// The same in bytes.
  package var textureBudget: Int { textureMemory << 20 }

  package init() {}
}

// MARK: Keys

extension ArtworkSettings: SectionSettings {
  package static let section = ConfigurationSection.artwork
  package static var standard: ArtworkSettings { ArtworkSettings() }

  package static let fields: [SettingField<ArtworkSettings>] = [
    SettingField(
      "texture-memory", .integer(textureMemoryRange), \.textureMemory,
      """
      How much memory pictures of tiles may take that are ready to be drawn, in MiB. Where there are more
      tiles than that holds, those that were not seen for longest are let go, and drawn anew when they come
      near again. What is seen at once should fit: about two MiB for each tile on a full-HD screen, and eight
      on one of 4K.
      """)
  ]
}

/// The `[artwork]` section: limits for pictures.
package struct ArtworkSettings: Hashable, Sendable {
  /// The memory for pictures of tiles that are ready to draw, in MiB; within `textureMemoryRange`.
  package var textureMemory = 128

  /// Less memory cannot hold a screen of tiles. Graphics hardware does not have more.
  package static let textureMemoryRange = 16...4096

  /// `textureMemory` in bytes.
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
      The memory for pictures of tiles, in MiB. If there are more tiles, the launcher drops those that were
      invisible for longest, and draws them again when they come near. Leave room for all visible tiles:
      about two MiB for each on a full-HD screen, and eight on 4K.
      """)
  ]
}

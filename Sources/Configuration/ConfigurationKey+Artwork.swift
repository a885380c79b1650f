/// The keys of `[artwork]`.
extension ConfigurationKey {
  /// What pictures may take.
  public static let textureMemory = ConfigurationKey(
    .artwork, "texture-memory", .integer(ArtworkSettings.textureMemoryRange), default: "128",
    "How much memory pictures of tiles may take that are ready to be drawn, in MiB. Where there are more tiles than that holds, "
      + "those that were not seen for longest are let go, and drawn anew when they come near again. What is seen at once "
      + "should fit: about two MiB for each tile on a full-HD screen, and eight on one of 4K.")
}

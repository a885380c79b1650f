import CarouselEngine

/// The keys of `[[carousel.keyframe]]`.
extension LayoutKeyframe: SectionSettings {
  package static let section = ConfigurationSection.keyframe
  package static var standard: LayoutKeyframe { LayoutKeyframe(offset: 0, position: .zero) }

  package static let fields: [SettingField<LayoutKeyframe>] = [
    SettingField(
      ConfigurationKey(
        .keyframe, "offset", .number(-1000...1000), example: "1",
        """
        How far from the middle the keyframe is, in tiles; tiles before the middle have negative offsets. No
        two keyframes may have the same one. This key must be there.
        """),
      read: { .number($0.offset) },
      write: { keyframe, value in
        if case .number(let offset) = value { keyframe.offset = offset }
      }),
    SettingField(
      "position", .triple(-20000...20000), \.position, example: "[220, 0, -80]",
      """
      Where the middle of a tile at that offset stands, in points from the middle of the carousel: to the
      right, down, and towards the visitor.
      """),
    SettingField(
      "rotation", .turn(-3600...3600), \.rotation, example: "[0, -40, 0]",
      """
      By how many degrees it is turned about its horizontal axis, its vertical axis and the line of sight, in
      that order.
      """),
    SettingField(
      "scale", .size(0.01...100), \.scale, example: "[0.8, 0.8]",
      "By which factors its width and its height are multiplied."),
    SettingField(
      "opacity", .number(0...1), \.opacity, example: "0.7",
      "How opaque it is: 0 is invisible, 1 hides what lies behind it."),
  ]
}

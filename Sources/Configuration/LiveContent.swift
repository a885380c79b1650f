/// The source of a tile's changing content.
package struct LiveContent: Hashable, Sendable {
  /// The range of the time between two runs of a command, in seconds.
  package static let intervalRange = 1.0...86_400

  /// The absolute path of a file; nil for none.
  package var file: String?
  /// A command whose output is read. It takes precedence over the file.
  package var command: [String]?
  /// Seconds from one run of the command to the next.
  package var interval = 60.0
  /// The directory for pictures that the source or an operator names; nil for none.
  package var pictures: String?

  /// Creates content without a source.
  package init() {}

  package var source: ValueSource? { command.map { .command($0) } ?? file.map { .file($0) } }
}

extension KioskConfiguration {
  /// The sources of the tiles' content, and the seconds between runs of a command.
  package var liveSources: [ValueSource: Double] {
    var sources: [ValueSource: Double] = [:]
    forEachTile(where: { !$0.$look.isUsual && $0.look.live.source != nil }) { tile in
      let live = tile.look.live
      guard let source = live.source else { return }
      sources[source] = min(sources[source] ?? .infinity, live.interval)
    }
    return sources
  }
}

extension Tile {
  /// The keys of live content, and the progress, which usually comes from it.
  static let liveFields: [SettingField<Tile>] = [
    SettingField(
      "progress", .number(0...1), \.look.progress, otherwise: "none", example: "0.4",
      """
      Progress from 0 to 1: a bar at the tile's lower edge, which grows in reading direction. The screen
      reader reads it as a percentage.
      """),
    SettingField(
      "live-file", .file, \.look.live.file, otherwise: "none", example: "\"/run/museum/queue\"",
      """
      A file with texts for the tile: lines such as badge = "12 min" for name, description, meta, kicker,
      badge, picture and progress. The launcher reads up to 4096 bytes, and reads again when the file
      changes. It ignores lines that it does not understand.
      """),
    SettingField(
      "live-run", .command, otherwise: "none", example: "[\"museum-queue\", \"--hall\", \"3\"]",
      """
      A program that prints such lines. It runs at the start, and then every live-every while the launcher
      is visible. It has five seconds. When it fails or prints nothing, the tile stays unchanged.
      """,
      read: { $0.look.live.command.map { .texts($0) } },
      write: { tile, value in
        if case .texts(let words) = value { tile.look.live.command = words }
      }),
    SettingField(
      "live-every", .duration(LiveContent.intervalRange), \.look.live.interval,
      "The time between two starts of the program in live-run."),
    SettingField(
      "live-pictures", .directory, \.look.live.pictures, otherwise: "none", example: "\"/srv/pictures\"",
      """
      The directory of pictures that live-file, live-run and calls from outside can name. Without it the
      picture does not change.
      """),
  ]
}

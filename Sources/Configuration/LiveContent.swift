/// Where a tile looks up what it shows, while the launcher runs.
package struct LiveContent: Hashable, Sendable {
  /// How often a command may run, in seconds.
  package static let intervalRange = 1.0...86_400

  /// The absolute path of a file; nil is none.
  package var file: String?
  /// A command whose output is read; it comes before the file.
  package var command: [String]?
  /// Seconds from one run of the command to the next.
  package var interval = 60.0
  /// The directory in which pictures may lie that are named from outside; nil is none.
  package var pictures: String?

  /// Nothing is looked up.
  package init() {}

  package var source: ValueSource? { command.map { .command($0) } ?? file.map { .file($0) } }
}

extension KioskConfiguration {
  /// Where tiles look up what they show, and so many seconds after which a command runs again.
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
  /// The keys of live content, and of the progress that it mostly says.
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

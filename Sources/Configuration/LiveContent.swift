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

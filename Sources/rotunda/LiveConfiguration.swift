import Configuration
import ConfigurationFile
import EventLoop
import Logging
import Shell

private let log = Log("configuration")

/// Keeps up with the configuration's files while the launcher runs.
final class LiveConfiguration {
  /// What the launcher starts with: what the files say, or what they last said without an error.
  let initial: ConfigurationSource.Content
  /// What is wrong with the files when `initial` is not what they say.
  let refused: ShellEvent?
  /// The files say something else: a `configuration` or a `configurationRefused`.
  var onEvent: ((ShellEvent) -> Void)?
  /// The configuration file that was read last.
  private(set) var path: String?
  /// The language that a visitor chose, as a tag.
  var language: String?

  private let source: ConfigurationSource
  private let kept: KeptConfiguration
  private let watch: PathWatch
  private var latest: LoadedConfiguration
  /// What the launcher was told last.
  private(set) var told: KioskConfiguration

  init(_ source: ConfigurationSource, _ loop: EventLoop, _ environment: ProcessEnvironment)
    throws(EventLoopError)
  {
    self.source = source
    kept = KeptConfiguration(loop, environment)
    watch = try PathWatch(loop: loop)
    // Watched before it is read, so that no change falls between.
    Self.follow(source, watch)
    latest = source.load()
    path = latest.path
    source.tell(latest)
    let content = source.content(latest)
    guard !content.isGood,
      let last = kept.read().flatMap({ [latest] in source.content($0, inPlaceOf: latest) })
    else {
      (initial, refused) = (content, nil)
      told = content.configuration
      return
    }
    log.warning("the last good configuration is shown instead")
    (initial, refused) = (last, .configurationRefused(content.problems))
    told = last.configuration
  }

  /// Goes on from now: nothing of this comes before the first frame.
  func start() {
    if refused == nil, initial.isGood { kept.keep(initial.loaded.texts) }
    watch.onChange = { [weak self] in self?.changed() }
  }

  private static func follow(_ source: ConfigurationSource, _ watch: PathWatch) {
    watch.follow(files: source.files, directories: source.dropInDirectory.map { [$0] } ?? [])
  }

  /// Something about the files changed; it may be nothing of what they say.
  private func changed() {
    // With another file in force, its drop-ins lie elsewhere.
    Self.follow(source, watch)
    let loaded = source.load()
    guard loaded != latest else { return }
    log.info("the configuration has changed")
    take(loaded)
  }

  /// Reads everything again, also when nothing changed: desktop entries may have.
  func reload() {
    take(source.load())
  }

  /// A kiosk keeps what it has when there is nothing better.
  private func take(_ loaded: LoadedConfiguration) {
    latest = loaded
    path = loaded.path
    source.tell(loaded)
    let content = source.content(loaded, language: language)
    guard content.isGood else { return onEvent?(.configurationRefused(content.problems)) ?? () }
    kept.keep(loaded.texts)
    told = content.configuration
    onEvent?(.configuration(content.configuration, shelves: content.shelves, problems: []))
  }

  /// The shelves of what the launcher was told last, in the language that counts now.
  var shelves: [LauncherShelf] { source.shelves(of: told, language: language) }
}

import Configuration
import ConfigurationFile
import EventLoop
import Logging
import Shell

private let log = Log("configuration")

/// Keeps up with the configuration's files, and with those of its pages, while the launcher runs.
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
  var language: String? {
    didSet { if language != oldValue { keep(source.content(given.loaded, language: language)) } }
  }

  private let source: ConfigurationSource
  private let kept: KeptConfiguration
  private let watch: PathWatch
  /// The files of pages.
  private let pages: PathWatch
  private var latest: LoadedConfiguration
  /// What the launcher was told last: pages may say something else although no configuration does.
  private var given: ConfigurationSource.Content

  init(_ source: ConfigurationSource, _ loop: EventLoop, _ environment: ProcessEnvironment)
    throws(EventLoopError)
  {
    self.source = source
    kept = KeptConfiguration(loop, environment)
    watch = try PathWatch(loop: loop)
    pages = try PathWatch(loop: loop)
    // Watched before it is read, so that no change falls between.
    Self.follow(source, nil, watch)
    latest = source.load()
    path = latest.path
    // The file is named in what was read: a change in between is noticed with the next.
    if let pinFile = latest.pinFile { Self.follow(source, pinFile, watch) }
    source.tell(latest)
    let content = source.content(latest)
    guard !content.isGood,
      let last = kept.read().flatMap({ [latest] in source.content($0, inPlaceOf: latest) })
    else {
      (initial, given, refused) = (content, content, nil)
      return
    }
    log.warning("the last good configuration is shown instead")
    (initial, given, refused) = (last, last, .configurationRefused(content.problems))
  }

  /// Goes on from now: nothing of this comes before the first frame.
  func start() {
    if refused == nil, initial.isGood { kept.keep(initial.loaded.texts) }
    watch.onChange = { [weak self] in self?.changed() }
    pages.onChange = { [weak self] in self?.pagesChanged() }
    pages.follow(files: given.pageFiles)
    // What changed before it was watched.
    if !given.pageFiles.isEmpty { pagesChanged() }
  }

  private static func follow(_ source: ConfigurationSource, _ pinFile: String?, _ watch: PathWatch) {
    watch.follow(
      files: source.files + (pinFile.map { [$0] } ?? []),
      directories: source.dropInDirectory.map { [$0] } ?? [])
  }

  /// Something about the files changed; it may be nothing of what they say.
  private func changed() {
    // With another file in force, its drop-ins lie elsewhere.
    Self.follow(source, latest.pinFile, watch)
    let loaded = source.load()
    if loaded.pinFile != latest.pinFile { Self.follow(source, loaded.pinFile, watch) }
    guard loaded != latest else { return }
    log.info("the configuration has changed")
    take(loaded)
  }

  /// Something about the files of pages changed. What is in force stays so, with what its pages say now.
  private func pagesChanged() {
    let content = source.content(given.loaded, language: language)
    guard content.shelves != given.shelves else { return }
    log.info("a page has changed")
    give(content)
  }

  private func give(_ content: ConfigurationSource.Content) {
    keep(content)
    onEvent?(.configuration(content.configuration, shelves: content.shelves, problems: []))
  }

  private func keep(_ content: ConfigurationSource.Content) {
    given = content
    pages.follow(files: content.pageFiles)
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
    give(content)
  }

  /// What the launcher was told last, and its shelves in the language that counts now.
  var told: KioskConfiguration { given.configuration }
  var shelves: [LauncherShelf] { given.shelves }
}

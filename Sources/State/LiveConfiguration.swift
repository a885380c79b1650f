import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Logging
import Shell

private let log = Log("configuration")

/// Follows changes of the configuration's files, and of its pages, while the launcher runs.
///
/// Background threads read the files, with one reading of each kind at a time. A file system that does not
/// answer blocks nothing else: the launcher keeps its current configuration.
package final class LiveConfiguration {
  /// The configuration at start-up: the files' content, or their last content without errors.
  package private(set) var initial: ConfigurationSource.Content
  /// The errors in the files if `initial` is not their content.
  package private(set) var refused: ShellEvent?
  /// Called when the files change, with `configuration` or `configurationRefused`; or with `shelves` for the
  /// same configuration in another language.
  package var onEvent: ((ShellEvent) -> Void)?
  /// The configuration file of the last reading.
  package private(set) var path: String?
  /// The visitor's language, as a tag.
  package var language: String? {
    didSet { if language != oldValue { reword() } }
  }

  private let source: ConfigurationSource
  private let loop: EventLoop
  private let kept: LastGoodConfiguration
  private let watch: PathWatch
  /// Watches the files of pages.
  private let pages: PathWatch
  private let silent = SilentPlaces()
  private var latest: LoadedConfiguration?
  /// The content that the launcher got last. Pages may change without the configuration.
  private var given: ConfigurationSource.Content
  /// The language of `given`.
  private var givenLanguage: String?
  private var givenCount = 0
  /// The shelves in the last requested language, if that is not the language of `given`.
  private var translated: (language: String?, count: Int, shelves: [LauncherShelf])?
  private var isAwaited = true
  private var first: FileReading<ConfigurationReading>?
  /// Whether a reading is in progress, and the reason for another one after it.
  private var (isReading, next): (Bool, ConfigurationReading.Reason?) = (false, nil)
  /// Whether the launcher resolves the references of tiles, and whether it must do so once more.
  private var (isRewording, rewordsAgain) = (false, false)

  /// Starts the first reading, which continues during the rest of the setup.
  package init(_ source: ConfigurationSource, _ loop: EventLoop, _ environment: ProcessEnvironment)
    throws(EventLoopError)
  {
    self.source = source
    self.loop = loop
    kept = LastGoodConfiguration(
      loop, directory: environment.stateDirectory, roots: environment.variables[KeptConfiguration.variable])
    watch = try PathWatch(loop: loop)
    pages = try PathWatch(loop: loop)
    initial = source.unread
    given = initial
    silent.onAnswer = { [weak self] in self?.read(.order) }
    read(.start)
  }

  /// Waits for the first reading. If too many files do not answer, the launcher starts without it, and gets
  /// the content later.
  package func waitForInitial() {
    first?.wait()
    first = nil
    if latest == nil { log.error("the configuration is not there yet: its files do not answer") }
    isAwaited = false
  }

  /// Starts to watch and save. Nothing here runs before the first frame.
  package func start() {
    if refused == nil, initial.isGood { kept.keep(initial.loaded.texts) }
    watch.onChange = { [weak self] in self?.read(.change) }
    pages.onChange = { [weak self] in self?.reword() }
    // Reports changes that happened before the watch is in place.
    pages.observe(files: given.pageFiles, notifies: true)
  }

  /// Reads everything again, even without a change: desktop entries may have changed.
  package func reload() { read(.order) }

  // MARK: The configuration's files

  private func read(_ reason: ConfigurationReading.Reason) {
    guard !isReading else {
      next = max(reason, next ?? reason)
      return
    }
    isReading = true
    let (source, latest, language, kept) = (source, latest, language, kept.place)
    do throws(EventLoopError) {
      let reading = try FileReading(loop, silent) { progress in
        ConfigurationReading(
          source, progress, for: reason, after: latest, in: language, kept: kept)
      } done: { [weak self] in
        self?.apply($0)
      }
      if reason == .start { first = reading }
    } catch {
      log.warning("\(error)")
      // Reads synchronously: the configuration must have some result, even if nothing can be opened.
      apply(
        ConfigurationReading(source, FileProgress(), for: reason, after: latest, in: language, kept: kept))
    }
  }

  private func apply(_ reading: ConfigurationReading) {
    isReading = false
    isUnset = reading.isUnset
    if let watcher = reading.watcher {
      watch.observe(files: reading.files, directories: reading.directories, watchedBy: watcher)
    }
    if let content = reading.content { apply(content, of: reading) }
    guard let reason = next else { return }
    next = nil
    read(reason)
  }

  /// Applies a reading. The launcher keeps its configuration if the new one has errors.
  private func apply(_ content: ConfigurationSource.Content, of reading: ConfigurationReading) {
    let isFirst = latest == nil
    latest = reading.loaded
    path = reading.loaded.path
    if reading.reason == .change { log.info("the configuration has changed") }
    source.logProblems(of: reading.loaded)
    if isFirst { return start(with: content, orElse: reading.last, reading.language) }
    guard content.isGood else { return onEvent?(.configurationRefused(content.problems)) ?? () }
    kept.keep(reading.loaded.texts)
    give(content, reading.language)
  }

  private func start(
    with content: ConfigurationSource.Content, orElse last: ConfigurationSource.Content?, _ language: String?
  ) {
    if last != nil { log.warning("the last good configuration is used instead") }
    let refusal = last.map { _ in ShellEvent.configurationRefused(content.problems) }
    let shown = last ?? content
    guard !isAwaited else {
      (initial, given, refused) = (shown, shown, refusal)
      return
    }
    if content.isGood { kept.keep(content.loaded.texts) }
    give(shown, language)
    if let refusal { onEvent?(refusal) }
  }

  private func give(_ content: ConfigurationSource.Content, _ language: String?) {
    let former = FormerContent(given)
    keep(content, language)
    onEvent?(.configuration(content.configuration, shelves: content.shelves, problems: content.problems))
    // Releasing a hundred thousand tiles takes some time.
    _ = try? loop.inBackground({ former.release() }, done: {})
    if self.language != language { reword() }
  }

  private func keep(_ content: ConfigurationSource.Content, _ language: String?) {
    if content.pageFiles != given.pageFiles { pages.observe(files: content.pageFiles, notifies: true) }
    (given, givenLanguage) = (content, language)
    givenCount += 1
  }

  // MARK: What tiles name

  /// Resolves again what tiles refer to: a page or the language has changed. The configuration itself stays
  /// the same.
  private func reword() {
    guard !isRewording else { return rewordsAgain = true }
    isRewording = true
    let (source, given, language, count) = (source, given, language, givenCount)
    do throws(EventLoopError) {
      _ = try FileReading(loop, silent) { progress -> ConfigurationSource.Content? in
        let content = source.reporting(to: progress).content(given.loaded, language: language)
        return content.shelves != given.shelves ? content : nil
      } done: { [weak self] content in
        self?.reworded(content, in: language, count)
      }
    } catch {
      log.warning("\(error)")
      isRewording = false
    }
  }

  private func reworded(_ content: ConfigurationSource.Content?, in language: String?, _ count: Int) {
    isRewording = false
    if rewordsAgain || count != givenCount {
      rewordsAgain = false
      return reword()
    }
    let isOtherLanguage = language != givenLanguage
    givenLanguage = language
    guard let content else { return }
    guard isOtherLanguage else {
      log.info("a page has changed")
      return give(content, language)
    }
    keep(content, language)
    onEvent?(.shelves(content.shelves))
  }

  /// Whether the kiosk has not been set up.
  package private(set) var isUnset = false
  /// The file for the hash of a new PIN during the first run.
  package var newPINFile: String { source.newPINFile }

  /// The configuration that the launcher got last.
  package var latestConfiguration: KioskConfiguration { given.configuration }

  /// Returns the shelves of the last good configuration if the files are broken now; otherwise nil. Blocks on
  /// files.
  package func lastGoodShelves(in language: String?) -> [LauncherShelf]? {
    guard let archive = kept.place?.read() else { return nil }
    guard let content = source.content(archive, inPlaceOf: source.load()) else { return nil }
    return source.content(content.loaded, language: language).shelves
  }

  /// Returns the current shelves in the visitor's language. Blocks on files if the language differs from that
  /// of the last call.
  package func shelves(in language: String?) -> [LauncherShelf] {
    if language == givenLanguage { return given.shelves }
    if let translated, translated.language == language, translated.count == givenCount {
      return translated.shelves
    }
    let shelves = source.content(given.loaded, language: language).shelves
    translated = (language, givenCount, shelves)
    return shelves
  }
}

/// A replaced configuration that a background thread releases.
private nonisolated final class FormerContent: @unchecked Sendable {
  /// Only the background thread uses this after the handover.
  private var content: ConfigurationSource.Content?

  init(_ content: ConfigurationSource.Content) { self.content = content }

  func release() { content = nil }
}

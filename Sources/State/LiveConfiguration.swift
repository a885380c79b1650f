import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Logging
import Shell

private let log = Log("configuration")

/// Keeps up with the configuration's files, and with those of its pages, while the launcher runs.
///
/// Files are read on threads, one reading of a kind after the other. What does not answer holds up nothing
/// else: the kiosk keeps what it has.
package final class LiveConfiguration {
  /// What the launcher starts with: what the files say, or what they last said without an error.
  package private(set) var initial: ConfigurationSource.Content
  /// What is wrong with the files when `initial` is not what they say.
  package private(set) var refused: ShellEvent?
  /// The files say something else: a `configuration` or a `configurationRefused`; or the same in another
  /// language, `shelves`.
  package var onEvent: ((ShellEvent) -> Void)?
  /// The configuration file that was read last.
  package private(set) var path: String?
  /// The language that a visitor chose, as a tag.
  package var language: String? {
    didSet { if language != oldValue { reword() } }
  }

  private let source: ConfigurationSource
  private let loop: EventLoop
  private let kept: LastGoodConfiguration
  private let watch: PathWatch
  /// The files of pages.
  private let pages: PathWatch
  private let silent = SilentPlaces()
  private var latest: LoadedConfiguration?
  /// What the launcher was given last: pages may say something else although no configuration does.
  private var given: ConfigurationSource.Content
  /// The language that `given` is in.
  private var givenLanguage: String?
  private var givenCount = 0
  /// The shelves in the language that was asked for last, if it is another one.
  private var translated: (language: String?, count: Int, shelves: [LauncherShelf])?
  private var isAwaited = true
  private var first: FileReading<ConfigurationReading>?
  /// Whether the files are being read, and whether they are to be read once more, and be it in vain.
  private var (isReading, next): (Bool, ConfigurationReading.Reason?) = (false, nil)
  /// The same of what tiles name.
  private var (isRewording, rewordsAgain) = (false, false)

  /// Begins to read, so that the rest can be set up meanwhile.
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

  /// Waits for what the files say. Where too many do not answer, the launcher starts without, and is notified
  /// when they do.
  package func waitForInitial() {
    first?.wait()
    first = nil
    if latest == nil { log.error("the configuration is not there yet: its files do not answer") }
    isAwaited = false
  }

  /// Goes on from now: nothing of this comes before the first frame.
  package func start() {
    if refused == nil, initial.isGood { kept.keep(initial.loaded.texts) }
    watch.onChange = { [weak self] in self?.read(.change) }
    pages.onChange = { [weak self] in self?.reword() }
    // What changed before it was watched is reported.
    pages.observe(files: given.pageFiles, notifies: true)
  }

  /// Reads everything again, also when nothing changed: desktop entries may have.
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
      // Not without an answer, and be it that nothing can be opened.
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

  /// A kiosk keeps what it has when there is nothing better.
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
    if last != nil { log.warning("the last good configuration is shown instead") }
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
    // A hundred thousand tiles take their time to go.
    _ = try? loop.inBackground({ former.release() }, done: {})
    if self.language != language { reword() }
  }

  private func keep(_ content: ConfigurationSource.Content, _ language: String?) {
    if content.pageFiles != given.pageFiles { pages.observe(files: content.pageFiles, notifies: true) }
    (given, givenLanguage) = (content, language)
    givenCount += 1
  }

  // MARK: What tiles name

  /// A page may say something else, or all is to be said in another language. What is in force stays so, with
  /// what its tiles name now.
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

  /// Whether no operator has set up the kiosk.
  package private(set) var isUnset = false
  /// The file for the hash of a new PIN in the first run.
  package var newPINFile: String { source.newPINFile }

  /// What the launcher was given last.
  package var latestConfiguration: KioskConfiguration { given.configuration }

  /// The shelves of the last good configuration, where the files are broken now; nil where there is none.
  /// Waits for files.
  package func lastGoodShelves(in language: String?) -> [LauncherShelf]? {
    guard let archive = kept.place?.read() else { return nil }
    guard let content = source.content(archive, inPlaceOf: source.load()) else { return nil }
    return source.content(content.loaded, language: language).shelves
  }

  /// The same with all that its tiles name, in a language that a visitor chose. Waits for files in another
  /// language than the one that was asked for before.
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

/// A configuration that another has taken the place of, to be let go of on a thread.
private nonisolated final class FormerContent: @unchecked Sendable {
  /// Only touched by the thread once it was handed over.
  private var content: ConfigurationSource.Content?

  init(_ content: ConfigurationSource.Content) { self.content = content }

  func release() { content = nil }
}

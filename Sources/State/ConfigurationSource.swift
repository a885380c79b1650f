import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Logging
import Shell

private nonisolated let log = Log("configuration")

/// Where the launcher's configuration comes from, each time it is read.
package nonisolated struct ConfigurationSource: Sendable {
  /// What was read.
  package struct Content: Sendable {
    package let path: String?
    package let configuration: KioskConfiguration
    package let shelves: [LauncherShelf]
    /// The errors; warnings are only the journal's concern.
    package let problems: [Diagnostic]
    /// All that was read, to tell whether it is something else another time.
    package let loaded: LoadedConfiguration
    /// The files of pages, and of the pictures on them.
    package let pageFiles: [String]

    /// Whether there is nothing wrong with it, so that it can take the place of another.
    package var isGood: Bool { loaded.isReadable && problems.isEmpty }
  }

  /// Most problems of one reading that go to the journal.
  private static let mostLogged = 50

  private let file: String?
  private let environment: ProcessEnvironment
  private let loader: ConfigurationLoader
  /// What is asked for files.
  private let access: SystemFiles

  /// `file` is the configuration file; nil looks in the usual places.
  ///
  /// - Parameter theme: the theme that counts instead of the configuration's: a name, or the path of a
  ///   folder.
  package init(
    _ file: String?, _ environment: ProcessEnvironment, files: SystemFiles = SystemFiles(),
    theme: String? = nil
  ) {
    self.file = file.map(ConfigurationLoader.absolute(path:))
    self.environment = environment
    access = files
    loader = ConfigurationLoader(environment: environment.variables, files: files, theme: theme)
  }

  /// Whether no file is named, and none is where files are looked for.
  package var isMissing: Bool { file == nil && loader.locate() == nil }

  /// A configuration that is made up, to show a theme with: tiles with names.
  package func sample() -> Content {
    let names = ["Exhibition", "Films", "Quiz", "Floor plan", "Music", "Shop", "Café", "Games", "Feedback"]
    let tiles = names.map {
      "[[tile]]\nname = \"\($0)\"\ndescription = \"Touch to open\"\nrun = [\"true\"]\n"
    }
    let text = "[brand]\nname = \"Rotunda\"\n" + tiles.joined()
    return content(
      loader.load(ConfigurationArchive([ConfigurationText(path: "/sample.toml", bytes: Array(text.utf8))])))
  }

  /// The same, reporting which files it asks the system about.
  package func reporting(to progress: FileProgress) -> ConfigurationSource {
    ConfigurationSource(file, environment, files: SystemFiles(progress))
  }

  /// Reads everything, and logs what is wrong with it.
  package func read() -> Content {
    let loaded = load()
    logProblems(of: loaded)
    return content(loaded)
  }

  /// Reads everything.
  package func load() -> LoadedConfiguration { loader.load(file) }

  /// Logs what is wrong, errors first where there are more than a person reads.
  package func logProblems(of loaded: LoadedConfiguration) {
    let problems = loaded.diagnostics
    let excess = problems.count - Self.mostLogged
    guard excess > 0 else { return problems.forEach(Self.logProblem) }
    let errors = problems.filter { $0.severity == .error }
    (errors + problems.filter { $0.severity != .error }).prefix(Self.mostLogged).forEach(Self.logProblem)
    log.warning("\(excess) more problems are not listed here: 'rotunda check' lists all")
  }

  private static func logProblem(_ problem: Diagnostic) {
    problem.severity == .error ? log.error("\(problem)") : log.warning("\(problem)")
  }

  /// What was read, with everything looked up that it names, in the language that a visitor chose.
  package func content(_ loaded: LoadedConfiguration, language: String? = nil) -> Content {
    let configuration = loaded.configuration
    let languages = environment.languages(of: configuration, language: language)
    let resolver = TileResolver(environment: environment, languages: languages, files: access)
    let shelves = resolver.resolve(configuration)
    return Content(
      path: loaded.path, configuration: configuration, shelves: shelves,
      problems: loaded.diagnostics.filter { $0.severity == .error }, loaded: loaded,
      pageFiles: configuration.pageFiles(for: languages) + shelves.pictures)
  }

  /// What was kept, in the place of what is wrong; nil when it is of other files, or is itself wrong by now.
  package func content(_ archive: ConfigurationArchive, inPlaceOf broken: LoadedConfiguration) -> Content? {
    guard let kept = archive.texts.first?.path else { return nil }
    guard kept == broken.path || broken.path == nil && loader.searchPath.contains(kept) else { return nil }
    let content = content(loader.load(archive))
    return content.isGood ? content : nil
  }

  /// What there is before the files have been read.
  package var unread: Content {
    let problem = Diagnostic(
      .error, file: file ?? loader.searchPath.first ?? "rotunda.toml", message: "has not been read yet")
    let loaded = LoadedConfiguration(unread: problem)
    return Content(
      path: nil, configuration: loaded.configuration, shelves: [], problems: [problem], loaded: loaded,
      pageFiles: [])
  }

  /// Whether no operator has set up the kiosk: the launcher was given no file, and there is neither a PIN nor
  /// an operator's file.
  package var isUnset: Bool { file == nil && loader.isFirstRun(pinFile: newPINFile) }

  /// The file for the hash of a new PIN in the first run, in the directory of the configuration file.
  package var newPINFile: String {
    let directory = loader.editedFile(of: file).split(separator: "/").dropLast(2)
    return "/" + (directory + ["pin"]).joined(separator: "/")
  }

  /// The files whose changes count: the one in force, and those that would be in force in its place.
  package var files: [String] { file.map { [$0] } ?? loader.searchPath }

  /// The directories with drop-ins: those of the file in force, and the one of the editor.
  package var dropInDirectories: [String] {
    let main = (file ?? loader.locate()).map(ConfigurationLoader.dropInDirectory)
    // An edited file stands in a directory of drop-ins, too.
    let edited = ConfigurationLoader.directory(of: loader.editedFile(of: file))
    return Set([main, edited].compactMap(\.self)).sorted()
  }
}

nonisolated extension KioskConfiguration {
  /// The files of its pages, as readers of `languages` see them.
  fileprivate func pageFiles(for languages: [String]) -> [String] {
    var files: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let page) = tile.action { files.append(page.file.resolved(for: languages)) }
    }
    return files
  }
}

nonisolated extension [LauncherShelf] {
  /// The picture files on the pages of their tiles.
  fileprivate var pictures: [String] {
    var pictures: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let content) = tile.action { pictures += content.pictures }
    }
    return pictures
  }
}

/// One reading of the configuration's files, with what it found.
nonisolated struct ConfigurationReading: Sendable {
  /// Why they are read; the more urgent the later.
  enum Reason: Int, Comparable {
    case start, change
    /// It counts although nothing has changed.
    case order

    static func < (one: Reason, other: Reason) -> Bool { one.rawValue < other.rawValue }
  }

  let reason: Reason
  let loaded: LoadedConfiguration
  /// What it means; nil when it says the same as before.
  let content: ConfigurationSource.Content?
  /// The last good configuration, if that is better than this first one.
  let last: ConfigurationSource.Content?
  let language: String?
  /// Whether no operator has set up the kiosk.
  let isUnset: Bool
  /// What follows the files from before they were read.
  let watcher: PathWatcher?
  let (files, directories): ([String], [String])

  /// Reads, for as long as the files' disks take.
  init(
    _ source: ConfigurationSource, _ progress: FileProgress, for reason: Reason,
    after latest: LoadedConfiguration?,
    in language: String?,
    kept: KeptConfiguration?
  ) {
    self.reason = reason
    self.language = language
    let source = source.reporting(to: progress)
    let watcher = try? PathWatcher()
    self.watcher = watcher
    func follow(files: [String] = [], directories: [String] = []) {
      for path in files { progress.ask(path) { watcher?.observe(files: [path]) } }
      for path in directories { progress.ask(path) { watcher?.observe(files: [], directories: [path]) } }
    }
    var files = source.files + [latest?.pinFile].compactMap(\.self) + (latest?.themeFiles ?? [])
    // With another file in force, its drop-ins lie elsewhere.
    let directories = source.dropInDirectories
    follow(files: files, directories: directories)
    loaded = source.load()
    isUnset = source.isUnset
    // They are named in what was read: a change in between is noticed with the next.
    let named = ([loaded.pinFile].compactMap(\.self) + loaded.themeFiles).filter { !files.contains($0) }
    files += named
    follow(files: named)
    (self.files, self.directories) = (files, directories)
    guard reason == .order || loaded != latest else {
      (content, last) = (nil, nil)
      return
    }
    let content = source.content(loaded, language: language)
    self.content = content
    let archive = latest == nil && !content.isGood ? kept.flatMap { $0.read() } : nil
    last = archive.flatMap { [loaded] in source.content($0, inPlaceOf: loaded) }
  }
}

import Configuration
import ConfigurationFile
import EventLoop
import FileSystem
import Logging
import Shell

private nonisolated let log = Log("configuration")

/// Finds and reads the launcher's configuration.
package nonisolated struct ConfigurationSource: Sendable {
  /// The result of one reading.
  package struct Content: Sendable {
    package let path: String?
    package let configuration: KioskConfiguration
    package let shelves: [LauncherShelf]
    /// The errors. Warnings appear only in the journal.
    package let problems: [Diagnostic]
    /// Everything that was read, for comparison with later readings.
    package let loaded: LoadedConfiguration
    /// The files of pages, and of the pictures on them.
    package let pageFiles: [String]

    /// Whether the configuration has no errors, so it may replace another.
    package var isGood: Bool { loaded.isReadable && problems.isEmpty }
  }

  /// The most problems of one reading to log.
  private static let mostLogged = 50

  private let file: String?
  private let environment: ProcessEnvironment
  private let loader: ConfigurationLoader
  /// Access to files.
  private let access: SystemFiles

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - file: the configuration file; nil for the default locations.
  ///   - theme: a theme's name or folder that overrides the configuration's theme.
  package init(
    _ file: String?, _ environment: ProcessEnvironment, files: SystemFiles = SystemFiles(),
    theme: String? = nil
  ) {
    self.file = file.map(ConfigurationLoader.absolute(path:))
    self.environment = environment
    access = files
    loader = ConfigurationLoader(environment: environment.variables, files: files, theme: theme)
  }

  /// Whether no file was given and none exists in the default locations.
  package var isMissing: Bool { file == nil && loader.locate() == nil }

  /// Returns a sample configuration for a theme preview: tiles with names.
  package func sample() -> Content {
    let names = ["Exhibition", "Films", "Quiz", "Floor plan", "Music", "Shop", "Café", "Games", "Feedback"]
    let tiles = names.map {
      "[[tile]]\nname = \"\($0)\"\ndescription = \"Touch to open\"\nrun = [\"true\"]\n"
    }
    let text = "[brand]\nname = \"Rotunda\"\n" + tiles.joined()
    return content(
      loader.load(ConfigurationArchive([ConfigurationText(path: "/sample.toml", bytes: Array(text.utf8))])))
  }

  /// Returns the same source, which also reports each file access to `progress`.
  package func reporting(to progress: FileProgress) -> ConfigurationSource {
    ConfigurationSource(file, environment, files: SystemFiles(progress))
  }

  /// Reads the configuration, and logs its problems.
  package func read() -> Content {
    let loaded = load()
    logProblems(of: loaded)
    return content(loaded)
  }

  /// Reads the configuration.
  package func load() -> LoadedConfiguration { loader.load(file) }

  /// Logs problems; errors first if there are too many.
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

  /// Resolves everything that the configuration refers to, in the visitor's language.
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

  /// Returns a saved configuration to replace a broken one. Returns nil if it is of another file or has
  /// errors itself.
  package func content(_ archive: ConfigurationArchive, inPlaceOf broken: LoadedConfiguration) -> Content? {
    guard let kept = archive.texts.first?.path else { return nil }
    guard kept == broken.path || broken.path == nil && loader.searchPath.contains(kept) else { return nil }
    let content = content(loader.load(archive))
    return content.isGood ? content : nil
  }

  /// The content before the first reading.
  package var unread: Content {
    let problem = Diagnostic(
      .error, file: file ?? loader.searchPath.first ?? "rotunda.toml", message: "has not been read yet")
    let loaded = LoadedConfiguration(unread: problem)
    return Content(
      path: nil, configuration: loaded.configuration, shelves: [], problems: [problem], loaded: loaded,
      pageFiles: [])
  }

  /// Whether the kiosk has not been set up: no file was given, and neither a PIN nor an operator's file
  /// exists.
  package var isUnset: Bool { file == nil && loader.isFirstRun(pinFile: newPINFile) }

  /// The file for the hash of a new PIN during the first run, in the configuration's directory.
  package var newPINFile: String {
    let directory = loader.editedFile(of: file).split(separator: "/").dropLast(2)
    return "/" + (directory + ["pin"]).joined(separator: "/")
  }

  /// The files whose changes matter: the one in use, those with precedence over it, and the link to the
  /// bundle in use. A bundle itself does not change.
  package var files: [String] {
    (file.map { [$0] } ?? loader.searchPath) + [loader.bundleLink(of: file)].compactMap(\.self)
  }

  /// The drop-in directories: that of the file in use, and that of the editor.
  package var dropInDirectories: [String] {
    let main = (file ?? loader.locate()).map(ConfigurationLoader.dropInDirectory)
    // The edited file is also in a drop-in directory.
    let edited = ConfigurationLoader.directory(of: loader.editedFile(of: file))
    return Set([main, edited].compactMap(\.self)).sorted()
  }
}

nonisolated extension KioskConfiguration {
  /// Returns the files of its pages in the given languages.
  fileprivate func pageFiles(for languages: [String]) -> [String] {
    var files: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let page) = tile.action { files.append(page.file.resolved(for: languages)) }
    }
    return files
  }
}

nonisolated extension [LauncherShelf] {
  /// The picture files on the tiles' pages.
  fileprivate var pictures: [String] {
    var pictures: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let content) = tile.action { pictures += content.pictures }
    }
    return pictures
  }
}

/// One reading of the configuration's files, and its result.
nonisolated struct ConfigurationReading: Sendable {
  /// The reason for a reading, in ascending order of urgency.
  enum Reason: Int, Comparable {
    case start, change
    /// The reading has an effect even if nothing has changed.
    case order

    static func < (one: Reason, other: Reason) -> Bool { one.rawValue < other.rawValue }
  }

  let reason: Reason
  let loaded: LoadedConfiguration
  /// The resolved content; nil if nothing has changed.
  let content: ConfigurationSource.Content?
  /// The last good configuration, if the first reading has errors.
  let last: ConfigurationSource.Content?
  let language: String?
  /// Whether the kiosk has not been set up.
  let isUnset: Bool
  /// A watcher that has followed the files since before the reading.
  let watcher: PathWatcher?
  let (files, directories): ([String], [String])

  /// Reads the files. Blocks for as long as their disks take.
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
    // Another file in use has another drop-in directory.
    let directories = source.dropInDirectories
    follow(files: files, directories: directories)
    loaded = source.load()
    isUnset = source.isUnset
    // Watches the files that the configuration refers to. The next reading covers changes that happened in
    // between.
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

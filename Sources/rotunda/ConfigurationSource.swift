import Configuration
import ConfigurationFile
import Logging
import Shell

private let log = Log("configuration")

/// Where the launcher's configuration comes from, each time it is read.
struct ConfigurationSource {
  /// What was read.
  struct Content {
    let path: String?
    let configuration: KioskConfiguration
    let shelves: [LauncherShelf]
    /// The errors; warnings are only the journal's concern.
    let problems: [Diagnostic]
    /// All that was read, to tell whether it is something else another time.
    let loaded: LoadedConfiguration
    /// The files of pages, and of the pictures on them.
    let pageFiles: [String]

    /// Whether there is nothing wrong with it, so that it can take the place of another.
    var isGood: Bool { loaded.isReadable && problems.isEmpty }
  }

  private let file: String?
  private let environment: ProcessEnvironment
  private let loader: ConfigurationLoader

  /// `file` is the configuration file; nil looks in the usual places.
  init(_ file: String?, _ environment: ProcessEnvironment) {
    self.file = file.map(ConfigurationLoader.absolute(path:))
    self.environment = environment
    loader = ConfigurationLoader(environment: environment.variables)
  }

  /// Reads everything, and tells the journal what is wrong with it.
  func read() -> Content {
    let loaded = load()
    tell(loaded)
    return content(loaded)
  }

  /// Reads everything.
  func load() -> LoadedConfiguration { loader.load(file) }

  /// Tells the journal what is wrong.
  func tell(_ loaded: LoadedConfiguration) {
    for problem in loaded.diagnostics {
      problem.severity == .error ? log.error("\(problem)") : log.warning("\(problem)")
    }
  }

  /// What was read, with everything looked up that it names, in the language that a visitor chose.
  func content(_ loaded: LoadedConfiguration, language: String? = nil) -> Content {
    let configuration = loaded.configuration
    let languages = environment.languages(of: configuration, language: language)
    let shelves = TileResolver(environment: environment, languages: languages).resolve(configuration)
    return Content(
      path: loaded.path, configuration: configuration, shelves: shelves,
      problems: loaded.diagnostics.filter { $0.severity == .error }, loaded: loaded,
      pageFiles: configuration.pageFiles(for: languages) + shelves.pictures)
  }

  /// What was kept, in the place of what is wrong; nil when it is of other files, or is itself wrong by now.
  func content(_ archive: ConfigurationArchive, inPlaceOf broken: LoadedConfiguration) -> Content? {
    guard let kept = archive.texts.first?.path else { return nil }
    guard kept == broken.path || broken.path == nil && loader.searchPath.contains(kept) else { return nil }
    let content = content(loader.load(archive))
    return content.isGood ? content : nil
  }

  /// The files whose changes count: the one in force, and those that would be in force in its place.
  var files: [String] { file.map { [$0] } ?? loader.searchPath }

  /// The directory with the drop-ins of the file in force.
  var dropInDirectory: String? {
    (file ?? loader.locate()).map(ConfigurationLoader.dropInDirectory)
  }
}

extension KioskConfiguration {
  /// The files of its pages, as readers of `languages` see them.
  fileprivate func pageFiles(for languages: [String]) -> [String] {
    var files: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let page) = tile.action { files.append(page.file.resolved(for: languages)) }
    }
    return files
  }
}

extension [LauncherShelf] {
  /// The picture files on the pages of their tiles.
  fileprivate var pictures: [String] {
    var pictures: [String] = []
    forEachTile(where: { if case .page = $0.action { true } else { false } }) { tile in
      if case .page(let content) = tile.action { pictures += content.pictures }
    }
    return pictures
  }
}

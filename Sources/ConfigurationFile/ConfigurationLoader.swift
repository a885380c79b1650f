import Bundles
import Configuration
import FileSystem
import Freedesktop
import Glibc

/// Finds and reads the configuration.
package struct ConfigurationLoader: Sendable {
  /// The largest file to read, in bytes. A hundred thousand tiles need about ten million.
  package static let sizeLimit = 16 << 20
  /// The largest number of drop-ins to read.
  static let dropInLimit = 1000

  private let environment: [String: String]
  private let oldForm: Diagnostic.Severity
  private let notesTiles: Bool
  /// A theme that overrides the configuration's: a name, or the path of a folder.
  private let theme: String?
  private let bundle: BundleChoice
  let user: UInt32?
  let files: SystemFiles

  /// The bundle whose files a configuration contains.
  package enum BundleChoice: Sendable {
    /// The one in use on this machine.
    case current
    /// One in a folder.
    case folder(String)
    /// None.
    case without
  }

  /// Creates a loader for a process with an environment. The loader uses `HOME`, `PATH`,
  /// `CONFIGURATION_DIRECTORY`, `XDG_CONFIG_HOME`, `XDG_DATA_HOME`, `XDG_DATA_DIRS` and `ROTUNDA_BUNDLES`.
  ///
  /// - Parameters:
  ///   - user: the user whose files are trusted, besides root's; nil trusts all users.
  ///   - files: access to the file system.
  ///   - oldForm: the severity of a file in the form of Rotunda 0.1. The launcher still loads such a file.
  ///   - theme: a theme that overrides the configuration's: a name, or the path of a folder.
  ///   - notesTiles: whether to record where tiles name pictures, pages and programs.
  ///   - bundle: the bundle to read after the configuration file.
  package init(
    environment: [String: String], user: UInt32? = geteuid(), files: SystemFiles = SystemFiles(),
    oldForm: Diagnostic.Severity = .warning, theme: String? = nil,
    notesTiles: Bool = false, bundle: BundleChoice = .current
  ) {
    self.environment = environment
    (self.theme, self.bundle) = (theme, bundle)
    (self.oldForm, self.notesTiles) = (oldForm, notesTiles)
    self.user = user
    self.files = files
  }

  /// The absolute paths of possible configuration files, the first choice first.
  ///
  /// A service gets its directory from its manager (systemd.exec(5), "ConfigurationDirectory=") and ignores
  /// home directories. Visitors' programs run as the same user, and files that they save must not become the
  /// kiosk's configuration.
  package var searchPath: [String] {
    let first = servicesDirectory ?? usersDirectory
    return ([first] + Self.machine.filter { $0 != first }).compactMap { $0.map { "\($0)/rotunda.toml" } }
  }

  /// The machine's configuration directories, which belong to root.
  private static let machine = ["/etc/rotunda", "/usr/share/rotunda"]

  /// Reports whether an absolute path, without `.` and `..`, leads to a file in one of the machine's
  /// configuration directories.
  package static func isOfMachine(_ path: String) -> Bool {
    machine.contains { path.hasPrefix("\($0)/") }
      && !path.split(separator: "/").contains { $0 == ".." || $0 == "." }
  }

  private var servicesDirectory: String? {
    absolute(environment["CONFIGURATION_DIRECTORY"]?.split(separator: ":").first.map(String.init))
  }

  private var usersDirectory: String? {
    let home = absolute(environment["HOME"])
    let user = absolute(environment["XDG_CONFIG_HOME"]) ?? home.map { "\($0)/.config" }
    return user.map { "\($0)/rotunda" }
  }

  /// Returns the first existing file of the search path.
  package func locate() -> String? {
    searchPath.first { files.kind(of: $0) != nil }
  }

  /// Returns the directory of a configuration file's drop-ins. Its `*.toml` files are read after the file, in
  /// the order of their names.
  package static func dropInDirectory(of path: String) -> String {
    directory(of: path) + "/rotunda.d"
  }

  /// Reads the file at `path`, or the first of the search path if that is nil, with its drop-ins.
  ///
  /// - Parameter replacement: content that replaces a file's content on the disk. The file may be missing.
  package func load(
    _ path: String? = nil, replacing replacement: ConfigurationText? = nil
  ) -> LoadedConfiguration {
    let edited = editedFile(of: path)
    let hasEdited = files.kind(of: edited) != nil || replacement?.path == edited
    guard let path = path.map(Self.absolute(path:)) ?? locate() ?? (hasEdited ? edited : nil) else {
      let places = searchPath.joined(separator: ", ")
      let nothing = Diagnostic(
        .error, file: "rotunda.toml", message: "there is no configuration: none of \(places) exists")
      return LoadedConfiguration(
        path: nil, configuration: KioskConfiguration(), diagnostics: [nothing], isReadable: false)
    }
    var decoder = decoder
    var (texts, isComplete) = ([ConfigurationText](), true)
    if let fault = files.listingFault(of: Self.dropInDirectory(of: path)), !fault.isMissing {
      // The directory may contain important settings, for example a PIN.
      decoder.report(
        Diagnostic(.error, file: Self.dropInDirectory(of: path), message: "cannot be read: \(fault)"))
      isComplete = false
    }
    let layer = bundleLayer(of: path)
    for file in places(path, layer, edited: hasEdited ? edited : nil) {
      if let replacement, replacement.path == file {
        texts.append(replacement)
      } else if let text = read(file, into: &decoder) {
        texts.append(text)
      } else {
        isComplete = false
      }
    }
    return decode(texts, of: path, layer, with: decoder, isComplete: isComplete)
  }

  /// Reads only the files of a bundle in a folder, in the part for all machines and in one more.
  package func load(bundle folder: String, _ part: BundlePath.Part) -> LoadedConfiguration {
    let layer = BundleLayer(folder, only: part, files: files)
    var decoder = decoder
    let texts = layer.texts.compactMap { read($0, into: &decoder) }
    return decode(texts, of: nil, layer, with: decoder, isComplete: texts.count == layer.texts.count)
  }

  /// Returns the bundle that belongs to a configuration file; nil without one. Bundles change the machine's
  /// configuration, not that of a user.
  private func bundleLayer(of path: String) -> BundleLayer? {
    switch bundle {
    case .folder(let folder): BundleLayer(folder, files: files)
    case .without: nil
    case .current:
      bundleDirectory(of: path).flatMap { BundleLayer.current(in: $0, files: files) }
    }
  }

  private func bundleDirectory(of path: String) -> String? {
    let isNamed = environment[BundleLayer.variable] != nil
    guard isNamed || Self.isOfMachine(path) else { return nil }
    return BundleLayer.directory(in: environment)
  }

  /// The link to the bundle in use, whose changes matter to a configuration file; nil if bundles do not.
  package func bundleLink(of path: String?) -> String? {
    guard case .current = bundle, let path = path.map(Self.absolute(path:)) ?? locate() else { return nil }
    return bundleDirectory(of: path).map { "\($0)/\(BundleLayer.link)" }
  }

  /// The name of the drop-in that the editor writes.
  package static let editedName = "80-edited.toml"

  /// Returns the path of the file that the editor writes: a drop-in of the configuration file. For a file of
  /// the search path, it is a drop-in of the first directory there, and is read wherever the configuration
  /// file is.
  ///
  /// - Parameter path: the requested configuration file; nil uses the search path.
  package func editedFile(of path: String?) -> String {
    let path = path.map(Self.absolute(path:))
    let places = searchPath
    let main = path.flatMap { places.contains($0) ? nil : $0 } ?? places[0]
    return "\(Self.dropInDirectory(of: main))/\(Self.editedName)"
  }

  /// Returns the files of a configuration, in the order in which they are read.
  private func places(_ path: String, _ layer: BundleLayer?, edited: String?) -> [String] {
    var places = (path == edited ? [] : [path]) + (layer?.texts ?? [])
    var dropIns = path == edited ? [] : dropIns(of: path)
    guard let edited else { return places + dropIns }
    if edited.hasPrefix(Self.dropInDirectory(of: path) + "/") {
      if !dropIns.contains(edited) { dropIns.append(edited) }
      dropIns.sort { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      places += dropIns
    } else {
      places += dropIns + [edited]
    }
    return places
  }

  /// Reports whether neither a PIN, a bundle nor an operator's file exists: all files are empty or belong to
  /// the package.
  ///
  /// - Parameter pinFile: the file with the PIN's hash.
  package func isFirstRun(pinFile: String = PINServicePlace.hashFile) -> Bool {
    guard files.kind(of: pinFile) == nil, bundleLink(of: nil).flatMap(files.kind) == nil else { return false }
    return searchPath.allSatisfy { path in
      if Self.isPackaged(path) { return true }
      return ([path] + dropIns(of: path)).allSatisfy { file in
        guard files.kind(of: file) != nil else { return true }
        guard let bytes = try? files.read(file, limit: Self.sizeLimit) else { return false }
        return ConfigurationText(path: file, bytes: bytes).isEmpty
      }
    }
  }

  /// Reports whether a file belongs to the package. It applies only if no other file exists.
  package static func isPackaged(_ path: String) -> Bool { path.hasPrefix("/usr/share/rotunda/") }

  /// Loads the configuration from an archive, with the content that the files had then.
  package func load(_ archive: ConfigurationArchive) -> LoadedConfiguration {
    let path = archive.texts.first?.path
    return decode(
      archive.texts, of: path, path.flatMap(bundleLayer), with: decoder, isComplete: !archive.texts.isEmpty)
  }

  private func decode(
    _ texts: [ConfigurationText], of path: String?, _ layer: BundleLayer?, with decoder: ConfigurationDecoder,
    isComplete: Bool
  ) -> LoadedConfiguration {
    var decoder = decoder
    var layout: String?
    let documents = texts.map { text in
      let document = text.document(layout: layout, oldForm: oldForm) { decoder.report($0) }
      layout = document?.layout ?? layout
      return document
    }
    // The language comes first, because it determines how texts are decoded.
    decoder.language = documents.compactMap { $0?.language }.last
    // The theme's values apply where no file sets any.
    let theme = theme(theme ?? documents.compactMap { $0?.themeName }.last, layer, &decoder)
    if let definition = theme?.definition { definition.begin(&decoder.configuration) }
    if notesTiles || documents.contains(where: { $0?.root[ConfigurationSection.tileChange.rawValue] != nil })
    {
      decoder.drafts = [:]
    }
    let skipsPackaged = documents.contains { $0?.usesPackaged == false }
    for (text, document) in zip(texts, documents) {
      if skipsPackaged, Self.isPackaged(text.path) { continue }
      if let document {
        decoder.decode(document.root, file: text.path, directory: Self.directory(of: text.path))
      }
    }
    let isReadable = isComplete && !documents.contains { $0 == nil }
    decoder.makeChanges()
    decoder.checkCustomLayout()
    if let name = self.theme { decoder.configuration.theme.name(name) }
    decoder.finishShelves(theme?.definition)
    decoder.checkGestures()
    decoder.checkKiosk()
    decoder.checkBridge()
    decoder.checkScans()
    readPIN(into: &decoder)
    decoder.checkPINs()
    if isReadable, let path { decoder.warnAboutNoTiles(in: path) }
    return LoadedConfiguration(
      path: path, configuration: decoder.configuration, diagnostics: decoder.diagnostics.sorted(),
      isReadable: isReadable, texts: texts, hidden: decoder.hidden, notes: decoder.editorsPlaces,
      themeFiles: theme?.files ?? [], pictures: decoder.pictures ?? [],
      pages: decoder.pages ?? [], programs: decoder.notedPrograms ?? [])
  }

  /// Returns the theme with a name or in a folder; nil for a color scheme, and for a missing theme.
  private func theme(
    _ name: String?, _ layer: BundleLayer?, _ decoder: inout ConfigurationDecoder
  ) -> ThemeLibrary.Reading? {
    guard let name, Theme.Name(rawValue: name) == nil else { return nil }
    let library = ThemeLibrary(
      environment: environment, user: user, files: files, bundled: layer?.themeDirectories ?? [],
      surroundings: decoder.surroundings)
    decoder.themeNames = library.names
    let reading = name.contains("/") ? library.read(folder: Self.absolute(path: name)) : library.read(name)
    for diagnostic in reading?.diagnostics ?? [] { decoder.report(diagnostic) }
    return reading
  }

  /// Reads the file at `path` with its drop-ins. Returns all that was readable, and the problems.
  package func load(path: String) -> (KioskConfiguration, [Diagnostic]) {
    let loaded = load(path)
    return (loaded.configuration, loaded.diagnostics)
  }

  /// Returns the drop-ins of a configuration file, in the order in which they are read.
  package func dropIns(of path: String) -> [String] {
    let directory = Self.dropInDirectory(of: path)
    let names = files.names(in: directory).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.dropInLimit)
      .map { "\(directory)/\($0)" }
  }

  /// Reads one file. Returns nil if it is unreadable or not trusted.
  private func read(_ path: String, into decoder: inout ConfigurationDecoder) -> ConfigurationText? {
    do {
      let (bytes, ownership) = try files.readOwned(path, limit: Self.sizeLimit)
      if let objection = ConfigurationTrust(user: user).objection(to: ownership, at: files.steps(to: path)) {
        decoder.report(Diagnostic(objection.severity, file: path, message: objection.message))
        if objection.severity == .error { return nil }
      }
      return ConfigurationText(path: path, bytes: bytes)
    } catch {
      decoder.report(Diagnostic(.error, file: path, message: Self.message(error)))
      return nil
    }
  }

  static func message(_ fault: FileFault) -> String {
    switch fault {
    case .tooLarge: "is larger than \(sizeLimit >> 20) MiB, the limit for a configuration"
    case .failed: "cannot be read: \(fault)"
    case .isDirectory, .notRegular: fault.description
    }
  }

  private var decoder: ConfigurationDecoder {
    let surroundings = Surroundings(
      files: files, home: absolute(environment["HOME"]), searchPath: environment["PATH"],
      catalog: DesktopEntryCatalog(files: files, directories: DataDirectories(environment: environment)))
    var decoder = ConfigurationDecoder(surroundings: surroundings)
    if notesTiles { (decoder.pictures, decoder.pages, decoder.notedPrograms) = ([], [], []) }
    return decoder
  }

  private func absolute(_ path: String?) -> String? {
    path.flatMap { $0.hasPrefix("/") ? $0 : nil }
  }

  /// Returns the absolute path.
  package static func absolute(path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }

  /// Returns the directory of a file.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }
}

/// The result of reading a configuration file and its drop-ins.
package struct LoadedConfiguration: Hashable, Sendable {
  /// The chosen file; nil if none exists.
  package var path: String?
  /// The configuration, as far as it was readable.
  package var configuration: KioskConfiguration
  /// The problems, ordered by file, line and column.
  package var diagnostics: [Diagnostic]
  /// Whether every file was readable and valid TOML. If not, a running kiosk keeps its configuration.
  package var isReadable: Bool
  /// The files, in the order in which they were read.
  package var texts: [ConfigurationText] = []
  /// The tiles that changes hide.
  package var hidden: [Tile] = []
  /// The locations that an editor needs, if the loader recorded them.
  package var places = ConfigurationPlaces()
  /// The files of the theme, and of all themes that it inherits.
  package var themeFiles: [String] = []
  /// The pictures of tiles with their locations, if recorded.
  package var pictures: [NotedPicture] = []
  /// The web pages of tiles with their locations, if recorded.
  package var pages: [NotedPage] = []
  /// The programs of tiles with their locations, if recorded.
  package var programs: [NotedProgram] = []

  /// Creates the state before any file is read, with the reason.
  package init(unread problem: Diagnostic) {
    (configuration, diagnostics, isReadable) = (KioskConfiguration(), [problem], false)
  }

  init(
    path: String?, configuration: KioskConfiguration, diagnostics: [Diagnostic], isReadable: Bool,
    texts: [ConfigurationText] = [], hidden: [Tile] = [],
    notes places: ConfigurationPlaces = ConfigurationPlaces(), themeFiles: [String] = [],
    pictures: [NotedPicture] = [],
    pages: [NotedPage] = [], programs: [NotedProgram] = []
  ) {
    (self.path, self.configuration, self.diagnostics) = (path, configuration, diagnostics)
    (self.isReadable, self.texts, self.themeFiles) = (isReadable, texts, themeFiles)
    (self.hidden, self.places) = (hidden, places)
    (self.pictures, self.pages, self.programs) = (pictures, pages, programs)
  }

  /// The configured file with the PIN's hash, whether or not it was readable.
  package var pinFile: String? { configuration.admin.pinFile.flatMap { $0.isEmpty ? nil : $0 } }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A tile's picture, and its location in a file.
package struct NotedPicture: Hashable, Sendable {
  package let tile: Tile
  private let file: String
  private let position: TextPosition

  init(tile: Tile, file: String, position: TextPosition) {
    (self.tile, self.file, self.position) = (tile, file, position)
  }

  /// Returns a warning about the picture.
  package func warning(_ message: String) -> Diagnostic {
    Diagnostic(
      .warning, file: file, line: position.line, column: position.column,
      key: ConfigurationKey.picture.dottedName, message: message)
  }

  func stands(in file: String, at places: [TextPosition]) -> Bool {
    self.file == file && places.contains(position)
  }
}

/// A tile's web page, and its location in a file.
package struct NotedPage: Hashable, Sendable {
  package let page: WebPage
  private let file: String
  private let position: TextPosition

  init(page: WebPage, file: String, position: TextPosition) {
    (self.page, self.file, self.position) = (page, file, position)
  }

  /// Returns an error about the page.
  package func error(_ message: String) -> Diagnostic {
    Diagnostic(
      .error, file: file, line: position.line, column: position.column, key: ConfigurationKey.url.dottedName,
      message: message)
  }

  func stands(in file: String, at places: [TextPosition]) -> Bool {
    self.file == file && places.contains(position)
  }
}

/// A tile's program, and its location in a file.
package struct NotedProgram: Hashable, Sendable {
  /// The first word of its command.
  package let program: String
  /// Whether the tile has `x11`.
  package let hasX11: Bool
  private let file: String
  private let position: TextPosition

  init(program: String, hasX11: Bool, file: String, position: TextPosition) {
    (self.program, self.hasX11, self.file, self.position) = (program, hasX11, file, position)
  }

  /// Returns a warning about the program.
  package func warning(_ message: String) -> Diagnostic {
    Diagnostic(
      .warning, file: file, line: position.line, column: position.column,
      key: ConfigurationKey.run.dottedName,
      message: message)
  }

  func stands(in file: String, at places: [TextPosition]) -> Bool {
    self.file == file && places.contains(position)
  }
}

/// The file with the PIN's hash.
extension ConfigurationLoader {
  /// Reads the file that `[admin]` names. Until it is read successfully, nothing that requires a PIN opens.
  func readPIN(into decoder: inout ConfigurationDecoder) {
    guard let path = decoder.configuration.admin.pinFile else { return }
    decoder.configuration.admin.pin = .unknown
    // The decoder already reported the value.
    guard !path.isEmpty else { return }
    do {
      let (bytes, ownership) = try files.readOwned(path, limit: PINHash.mostFileBytes)
      if let objection = ConfigurationTrust(user: user).objection(to: ownership, at: files.steps(to: path)) {
        decoder.reportPIN("'\(path)' \(objection.message)", objection.severity)
        if objection.severity == .error { return }
      }
      if ownership.isReadableByEveryone {
        decoder.reportPIN("'\(path)' can be read by everyone on this machine (chmod o-r)", .warning)
      }
      guard let hash = PINHash(file: bytes) else {
        return decoder.reportPIN("'\(path)' contains no hash: write it with 'rotunda set-pin'", .error)
      }
      decoder.configuration.admin.pin = .hash(hash)
    } catch {
      guard error == .failed(errno: EACCES), let served = fileOfPINService else {
        return decoder.reportPIN("'\(path)' \(Self.pinFault(error))", .error)
      }
      // In that case this process needs only the file's name.
      if path == served { return decoder.configuration.admin.pin = .service }
      decoder.reportPIN("'\(path)' cannot be read: the PIN service reads '\(served)' and no other", .error)
    }
  }

  /// The file that the PIN service reads; nil without a PIN service.
  private var fileOfPINService: String? {
    guard let socket = absolute(environment[PINServicePlace.variable]), files.kind(of: socket) != nil else {
      return nil
    }
    return absolute(environment[PINServicePlace.fileVariable]) ?? PINServicePlace.hashFile
  }

  private static func pinFault(_ fault: FileFault) -> String {
    fault == .tooLarge ? "contains no hash: it is too large" : message(fault)
  }
}

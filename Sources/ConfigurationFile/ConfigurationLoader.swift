import Configuration
import FileSystem
import Freedesktop
import Glibc

/// Finds and reads the configuration.
package struct ConfigurationLoader: Sendable {
  /// The most bytes of a file that are read. A hundred thousand tiles have about ten million.
  package static let sizeLimit = 16 << 20
  /// The most drop-ins that are read.
  static let dropInLimit = 1000

  private let environment: [String: String]
  private let oldForm: Diagnostic.Severity
  private let notesTiles: Bool
  /// The theme that counts instead of the configuration's: a name, or the path of a folder.
  private let theme: String?
  let user: UInt32?
  let files: SystemFiles

  /// A loader for a process with `environment`, of which `HOME`, `PATH`, `CONFIGURATION_DIRECTORY`,
  /// `XDG_CONFIG_HOME`, `XDG_DATA_HOME` and `XDG_DATA_DIRS` count.
  ///
  /// - Parameters:
  ///   - user: whose files are believed, beside root's; nil believes anybody's.
  ///   - files: what is asked for files.
  ///   - oldForm: how bad it is that a file is written as for Rotunda 0.1: a kiosk shows it all the same.
  ///   - theme: the theme that counts instead of the configuration's: a name, or the path of a folder.
  ///   - notesTiles: whether what is loaded says where pictures, pages and programs of tiles are named.
  package init(
    environment: [String: String], user: UInt32? = geteuid(), files: SystemFiles = SystemFiles(),
    oldForm: Diagnostic.Severity = .warning, theme: String? = nil,
    notesTiles: Bool = false
  ) {
    self.environment = environment
    self.theme = theme
    (self.oldForm, self.notesTiles) = (oldForm, notesTiles)
    self.user = user
    self.files = files
  }

  /// Where a configuration may be, the first choice first. Absolute.
  ///
  /// A service is told by its manager (systemd.exec(5), "ConfigurationDirectory="), and looks at no home
  /// directory: what visitors use runs as the same user, and what they save must not become the kiosk's
  /// configuration.
  package var searchPath: [String] {
    let first = servicesDirectory ?? usersDirectory
    return ([first] + Self.machine.filter { $0 != first }).compactMap { $0.map { "\($0)/rotunda.toml" } }
  }

  /// The machine's directories of configurations, which are root's.
  private static let machine = ["/etc/rotunda", "/usr/share/rotunda"]

  /// Whether an absolute path leads, without detours, to a file in one of the machine's directories of
  /// configurations.
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

  /// The file to read when none is asked for: the first of the search path that exists.
  package func locate() -> String? {
    searchPath.first { files.kind(of: $0) != nil }
  }

  /// The directory whose `*.toml` files are read after a configuration file, in the order of their names.
  package static func dropInDirectory(of path: String) -> String {
    directory(of: path) + "/rotunda.d"
  }

  /// Reads the file at `path`, or the first of the search path when that is nil, with its drop-ins.
  ///
  /// - Parameter replacement: the content of a file instead of that on the disk; the file need not exist.
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
      // No one knows what would have stood there, a PIN for example.
      decoder.report(
        Diagnostic(.error, file: Self.dropInDirectory(of: path), message: "cannot be read: \(fault)"))
      isComplete = false
    }
    for file in places(path, edited: hasEdited ? edited : nil) {
      if let replacement, replacement.path == file {
        texts.append(replacement)
      } else if let text = read(file, into: &decoder) {
        texts.append(text)
      } else {
        isComplete = false
      }
    }
    return decode(texts, of: path, with: decoder, isComplete: isComplete)
  }

  /// The name of the drop-in that the editor writes.
  package static let editedName = "80-edited.toml"

  /// The file that the editor writes: a drop-in of the configuration file, or where that is one of the search
  /// path, of the first directory there. It is read also where the configuration file is elsewhere.
  ///
  /// - Parameter path: the configuration file that is asked for; nil looks in the usual places.
  package func editedFile(of path: String?) -> String {
    let path = path.map(Self.absolute(path:))
    let places = searchPath
    let main = path.flatMap { places.contains($0) ? nil : $0 } ?? places[0]
    return "\(Self.dropInDirectory(of: main))/\(Self.editedName)"
  }

  /// The files of a configuration, in the order in which they are read.
  private func places(_ path: String, edited: String?) -> [String] {
    var places = path == edited ? [] : [path]
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

  /// Whether neither a PIN nor an operator's file exists: all files are empty, or the package's.
  ///
  /// - Parameter pinFile: the file with the PIN's hash.
  package func isFirstRun(pinFile: String = PINServicePlace.hashFile) -> Bool {
    guard files.kind(of: pinFile) == nil else { return false }
    return searchPath.allSatisfy { path in
      if Self.isPackaged(path) { return true }
      return ([path] + dropIns(of: path)).allSatisfy { file in
        guard files.kind(of: file) != nil else { return true }
        guard let bytes = try? files.read(file, limit: Self.sizeLimit) else { return false }
        return ConfigurationText(path: file, bytes: bytes).isEmpty
      }
    }
  }

  /// Whether a file is the package's, which counts only while there is no other.
  package static func isPackaged(_ path: String) -> Bool { path.hasPrefix("/usr/share/rotunda/") }

  /// Reads the configuration that was kept in an archive, as if its files still had those words.
  package func load(_ archive: ConfigurationArchive) -> LoadedConfiguration {
    decode(
      archive.texts, of: archive.texts.first?.path, with: decoder,
      isComplete: !archive.texts.isEmpty)
  }

  private func decode(
    _ texts: [ConfigurationText], of path: String?, with decoder: ConfigurationDecoder, isComplete: Bool
  ) -> LoadedConfiguration {
    var decoder = decoder
    var layout: String?
    let documents = texts.map { text in
      let document = text.document(layout: layout, oldForm: oldForm) { decoder.report($0) }
      layout = document?.layout ?? layout
      return document
    }
    // Texts are read differently when it is known which language they are in, so that comes first.
    decoder.language = documents.compactMap { $0?.language }.last
    // What a theme says counts where no file says anything.
    let theme = theme(theme ?? documents.compactMap { $0?.themeName }.last, &decoder)
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

  /// The theme of a name or in a folder; nil for a scheme, and for one that is not there.
  private func theme(_ name: String?, _ decoder: inout ConfigurationDecoder) -> ThemeLibrary.Reading? {
    guard let name, Theme.Name(rawValue: name) == nil else { return nil }
    let library = ThemeLibrary(
      environment: environment, user: user, files: files, surroundings: decoder.surroundings)
    decoder.themeNames = library.names
    let reading = name.contains("/") ? library.read(folder: Self.absolute(path: name)) : library.read(name)
    for diagnostic in reading?.diagnostics ?? [] { decoder.report(diagnostic) }
    return reading
  }

  /// Reads the file at `path` with its drop-ins: all that could be read, and what is wrong with the rest.
  package func load(path: String) -> (KioskConfiguration, [Diagnostic]) {
    let loaded = load(path)
    return (loaded.configuration, loaded.diagnostics)
  }

  /// The drop-ins of a configuration file, in the order in which they are read.
  package func dropIns(of path: String) -> [String] {
    let directory = Self.dropInDirectory(of: path)
    let names = files.names(in: directory).filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.prefix(Self.dropInLimit)
      .map { "\(directory)/\($0)" }
  }

  /// The text of one file; nil when it cannot be had or is not believed.
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
    case .tooLarge: "is larger than \(sizeLimit >> 20) MiB, which no configuration is"
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

  /// The path from the root directory on.
  package static func absolute(path: String) -> String {
    guard !path.hasPrefix("/"), let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return "\(String(cString: current))/\(path)"
  }

  /// The directory that a file is in.
  package static func directory(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return String(path[..<slash])
  }
}

/// What came of reading a configuration file and its drop-ins.
package struct LoadedConfiguration: Hashable, Sendable {
  /// The file that was chosen; nil when there is none.
  package var path: String?
  /// All that could be read.
  package var configuration: KioskConfiguration
  /// What is wrong, in the order of files, lines and columns.
  package var diagnostics: [Diagnostic]
  /// Whether every file could be opened and is TOML. A running kiosk keeps what it has where this is false.
  package var isReadable: Bool
  /// The files that were read, in that order.
  package var texts: [ConfigurationText] = []
  /// The tiles that a change hides.
  package var hidden: [Tile] = []
  /// The places in files that an editor needs, if the loader noted them.
  package var places = ConfigurationPlaces()
  /// The files of the theme, and of those that it inherits.
  package var themeFiles: [String] = []
  /// Where tiles have pictures, if that was to be noted.
  package var pictures: [NotedPicture] = []
  /// Where tiles have pages of the web, if that was to be noted.
  package var pages: [NotedPage] = []
  /// Where tiles name programs, if that was to be noted.
  package var programs: [NotedProgram] = []

  /// What there is before a file was read, and why.
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

  /// The file with the PIN's hash that was named, whether or not it could be read.
  package var pinFile: String? { configuration.admin.pinFile.flatMap { $0.isEmpty ? nil : $0 } }

  package var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }
}

/// A picture of a tile, and where a file names it.
package struct NotedPicture: Hashable, Sendable {
  package let tile: Tile
  private let file: String
  private let position: TextPosition

  init(tile: Tile, file: String, position: TextPosition) {
    (self.tile, self.file, self.position) = (tile, file, position)
  }

  /// A doubt about it.
  package func warning(_ message: String) -> Diagnostic {
    Diagnostic(
      .warning, file: file, line: position.line, column: position.column,
      key: ConfigurationKey.picture.dottedName, message: message)
  }

  func stands(in file: String, at places: [TextPosition]) -> Bool {
    self.file == file && places.contains(position)
  }
}

/// A page of the web that a tile opens, and where a file names it.
package struct NotedPage: Hashable, Sendable {
  package let page: WebPage
  private let file: String
  private let position: TextPosition

  init(page: WebPage, file: String, position: TextPosition) {
    (self.page, self.file, self.position) = (page, file, position)
  }

  /// Something that is wrong with it.
  package func error(_ message: String) -> Diagnostic {
    Diagnostic(
      .error, file: file, line: position.line, column: position.column, key: ConfigurationKey.url.dottedName,
      message: message)
  }

  func stands(in file: String, at places: [TextPosition]) -> Bool {
    self.file == file && places.contains(position)
  }
}

/// A program that a tile starts, and where a file names it.
package struct NotedProgram: Hashable, Sendable {
  /// The first word of its command.
  package let program: String
  /// Whether the tile says that it is one of X11.
  package let hasX11: Bool
  private let file: String
  private let position: TextPosition

  init(program: String, hasX11: Bool, file: String, position: TextPosition) {
    (self.program, self.hasX11, self.file, self.position) = (program, hasX11, file, position)
  }

  /// A doubt about it.
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
  /// Reads the file that `[admin]` names. Until it has been read for what it should be, nothing opens that
  /// needs a PIN.
  func readPIN(into decoder: inout ConfigurationDecoder) {
    guard let path = decoder.configuration.admin.pinFile else { return }
    decoder.configuration.admin.pin = .unknown
    // What was written there has been complained about.
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
        return decoder.reportPIN("'\(path)' holds no hash: have 'rotunda set-pin' write it", .error)
      }
      decoder.configuration.admin.pin = .hash(hash)
    } catch {
      guard error == .failed(errno: EACCES), let served = fileOfPINService else {
        return decoder.reportPIN("'\(path)' \(Self.pinFault(error))", .error)
      }
      // Only its name is this process's business then.
      if path == served { return decoder.configuration.admin.pin = .service }
      decoder.reportPIN("'\(path)' cannot be read: the PIN service reads '\(served)' and no other", .error)
    }
  }

  /// The file that the PIN service reads; nil where there is no such service to ask.
  private var fileOfPINService: String? {
    guard let socket = absolute(environment[PINServicePlace.variable]), files.kind(of: socket) != nil else {
      return nil
    }
    return absolute(environment[PINServicePlace.fileVariable]) ?? PINServicePlace.hashFile
  }

  private static func pinFault(_ fault: FileFault) -> String {
    fault == .tooLarge ? "holds no hash: it is too large" : message(fault)
  }
}

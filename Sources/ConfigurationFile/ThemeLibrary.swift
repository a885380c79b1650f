import Configuration
import FileSystem
import Freedesktop
import Glibc

/// The themes of this machine: folders with a `theme.toml` in several directories.
package struct ThemeLibrary: Sendable {
  /// The directories to search. Of two themes with the same name, the first one wins.
  package let directories: [String]
  private let user: UInt32?
  private let files: SystemFiles
  private let surroundings: Surroundings

  /// The name of a theme's file in its folder.
  package static let fileName = "theme.toml"

  /// The largest size of a theme's file, in bytes.
  private static let sizeLimit = 1 << 20
  /// The longest chain of themes that inherit one another. A longer chain is a mistake.
  private static let depthLimit = 8
  /// The largest number of folders to list in a directory.
  private static let listLimit = 1000

  /// Creates the library of a process with an environment: `/etc/rotunda/themes`, the user's themes, and
  /// those in the machine's data directories. A service ignores home directories, as it does for its
  /// configuration. `ROTUNDA_THEMES` names one more directory, which comes first.
  package init(
    environment: [String: String], user: UInt32? = geteuid(), files: SystemFiles = SystemFiles()
  ) {
    self.init(
      environment: environment, user: user, files: files,
      surroundings: Surroundings(
        files: files, home: nil, searchPath: nil,
        catalog: DesktopEntryCatalog(files: files, directories: DataDirectories(environment: [:]))))
  }

  init(
    environment: [String: String], user: UInt32?, files: SystemFiles, bundled: [String] = [],
    surroundings: Surroundings
  ) {
    (self.user, self.files, self.surroundings) = (user, files, surroundings)
    func absolute(_ path: String?) -> String? { path.flatMap { $0.hasPrefix("/") ? $0 : nil } }
    let isService = environment["CONFIGURATION_DIRECTORY"] != nil
    let home =
      absolute(environment["XDG_DATA_HOME"]) ?? absolute(environment["HOME"]).map { "\($0)/.local/share" }
    let shared =
      (environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 } ?? "/usr/local/share:/usr/share")
      .split(separator: ":").compactMap { absolute(String($0)) }
    let data = ([isService ? nil : home].compactMap(\.self) + shared).map { "\($0)/rotunda/themes" }
    directories =
      [absolute(environment["ROTUNDA_THEMES"])].compactMap(\.self) + bundled + ["/etc/rotunda/themes"] + data
  }

  /// Returns the directory for `rotunda theme install`: the machine's for root, and the user's for all
  /// others.
  package static func installDirectory(environment: [String: String], user: UInt32 = geteuid()) -> String? {
    if user == 0 { return "/etc/rotunda/themes" }
    let data = environment["XDG_DATA_HOME"] ?? environment["HOME"].map { "\($0)/.local/share" }
    return data.flatMap { $0.hasPrefix("/") ? "\($0)/rotunda/themes" : nil }
  }

  /// The names of all themes, in alphabetical order.
  package var names: [String] {
    var names: Set<String> = []
    for directory in directories {
      for name in files.names(in: directory).prefix(Self.listLimit) where isTheme("\(directory)/\(name)") {
        if ThemeDefinition.isID(name) { names.insert(name) }
      }
    }
    return names.sorted()
  }

  /// Returns the folder of a theme; nil if it does not exist.
  package func folder(of name: String) -> String? {
    guard ThemeDefinition.isID(name) else { return nil }
    return directories.lazy.map { "\($0)/\(name)" }.first(where: isTheme)
  }

  private func isTheme(_ folder: String) -> Bool {
    if case .file? = files.kind(of: "\(folder)/\(Self.fileName)") { true } else { false }
  }

  /// Returns the id in a theme's file; nil if it has none.
  package static func id(in bytes: [UInt8]) -> String? {
    guard bytes.count <= sizeLimit, let document = try? TOMLDocument(bytes),
      case .table(let table)? = document.root["theme"]?.value, case .string(let id)? = table["id"]?.value
    else { return nil }
    return id
  }

  /// The result of reading a theme.
  package struct Reading: Sendable {
    /// The theme with everything that it inherits; nil if it is unreadable.
    package var definition: ThemeDefinition?
    package var diagnostics: [Diagnostic] = []
    /// The files that were read.
    package var files: [String] = []
    /// The positions of the tokens in the theme's own file.
    package var places: [String: TextPosition] = [:]
  }

  /// Reads the theme with a name, and the themes that it inherits; nil if it does not exist.
  package func read(_ name: String) -> Reading? { folder(of: name).map { read(folder: $0) } }

  /// Reads the theme in a folder, and the themes of the library that it inherits.
  package func read(folder: String) -> Reading {
    var reading = Reading()
    reading.definition = read(folder, after: [], into: &reading)
    reading.diagnostics.sort()
    return reading
  }

  private func read(
    _ folder: String, after children: [String], into reading: inout Reading
  ) -> ThemeDefinition? {
    let path = "\(folder)/\(Self.fileName)"
    reading.files.append(path)
    guard let document = document(path, into: &reading) else { return nil }
    var decoder = ConfigurationDecoder(surroundings: surroundings, isTheme: true)
    decoder.enter(path, folder)
    let name = String(folder.split(separator: "/").last ?? "")
    var definition = decoder.theme(document.root, folder: name)
    definition.soundFiles = soundFiles(in: folder)
    definition.fonts = fonts(in: folder)
    reading.files += definition.soundFiles.values.map(\.path).sorted() + definition.fonts.map(\.path)
    if children.isEmpty { reading.places = decoder.tokenPlaces }
    let place = Self.place(of: "inherits", in: document)
    if let parent = definition.parent, let problem = problem(parent, of: name, after: children) {
      decoder.fail(problem.message, at: place, key: "theme.inherits", suggestion: problem.suggestion)
      reading.diagnostics += decoder.diagnostics
      return definition
    }
    reading.diagnostics += decoder.diagnostics
    guard let parent = definition.parent.flatMap(self.folder) else { return definition }
    let inherited = read(parent, after: children + [name], into: &reading)
    return inherited.map(definition.inheriting) ?? definition
  }

  private func soundFiles(in folder: String) -> [ThemeSound.Cue: ThemeSound.File] {
    var found: [ThemeSound.Cue: ThemeSound.File] = [:]
    for cue in ThemeSound.Cue.allCases {
      let paths = ThemeSound.fileEndings.map { "\(folder)/\(ThemeSound.folder)/\(cue.fileName).\($0)" }
      for path in paths where found[cue] == nil {
        guard case .file? = files.kind(of: path) else { continue }
        found[cue] = ThemeSound.File(path: path, revision: files.revision(of: path))
      }
    }
    return found
  }

  private func fonts(in folder: String) -> [ThemeFont] {
    let folder = "\(folder)/\(ThemeFont.folder)"
    let names = files.names(in: folder).prefix(Self.listLimit).filter(ThemeFont.isFont).sorted()
    return names.prefix(ThemeFont.limit).compactMap { name in
      guard case .file? = files.kind(of: "\(folder)/\(name)") else { return nil }
      return ThemeFont(path: "\(folder)/\(name)", revision: files.revision(of: "\(folder)/\(name)"))
    }
  }

  /// Returns the reason why a theme cannot inherit another; nil if it can.
  private func problem(
    _ parent: String, of name: String, after children: [String]
  ) -> (message: String, suggestion: String?)? {
    let line = children + [name]
    if line.contains(parent) {
      return ("themes inherit one another in a circle: \((line + [parent]).joined(separator: ", "))", nil)
    }
    if line.count >= Self.depthLimit {
      return ("more than \(Self.depthLimit) themes inherit one another", nil)
    }
    // The standard theme exists even without a folder.
    guard folder(of: parent) == nil, parent != ThemeDefinition.standardID else { return nil }
    return ("there is no theme '\(parent)'", Spelling.nearest(to: parent, among: names))
  }

  private static func place(of key: String, in document: TOMLDocument) -> TextPosition? {
    guard case .table(let table)? = document.root["theme"]?.value else { return nil }
    return table[key]?.position
  }

  private func document(_ path: String, into reading: inout Reading) -> TOMLDocument? {
    do {
      let (bytes, ownership) = try files.readOwned(path, limit: Self.sizeLimit)
      if let objection = ConfigurationTrust(user: user).objection(to: ownership, at: files.steps(to: path)),
        objection.severity == .error
      {
        reading.diagnostics.append(Diagnostic(.error, file: path, message: objection.message))
        return nil
      }
      return Self.parse(bytes, path, into: &reading)
    } catch {
      let words =
        error == .tooLarge ? "is larger than \(Self.sizeLimit >> 20) MiB" : "cannot be read: \(error)"
      reading.diagnostics.append(Diagnostic(.error, file: path, message: words))
      return nil
    }
  }

  private static func parse(
    _ bytes: [UInt8], _ path: String, into reading: inout Reading
  ) -> TOMLDocument? {
    do throws(TOMLDocument.Fault) {
      return try TOMLDocument(bytes)
    } catch {
      reading.diagnostics.append(
        Diagnostic(
          .error, file: path, line: error.position?.line, column: error.position?.column,
          message: error.message))
      return nil
    }
  }
}

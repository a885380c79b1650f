import Configuration
import Freedesktop

/// Decodes configuration files, and collects all problems in them.
struct ConfigurationDecoder {
  /// The largest number of problems to list. More are of no use.
  static let diagnosticLimit = 1000

  /// The configuration so far.
  var configuration = KioskConfiguration()
  private(set) var diagnostics: [Diagnostic] = []

  /// The message for a custom layout without keyframes.
  static let missingKeyframes =
    "custom needs keyframes, each below the header \(ConfigurationSection.keyframe.header)"

  /// Shelves whose carousel is still incomplete, in the order of the configuration's shelves.
  var pendingShelves: [PendingShelf] = []
  /// The nesting level inside buttons, rows and gestures; 0 for a tile itself.
  var partDepth = 0
  let surroundings: Surroundings
  /// Whether the file is a theme's. A theme's unknown keys may be for a later release, and its files must be
  /// in its folder.
  let isTheme: Bool
  /// The locations of a theme's tokens.
  var tokenPlaces: [String: TextPosition] = [:]
  /// The names of all themes. They are filled in if a file names a theme that is not a scheme.
  var themeNames: [String] = []
  /// Results of look-ups of paths and programs, because many tiles have the same ones.
  private var kinds: [String: FileKind?] = [:]
  private var programs: [String: String?] = [:]
  /// The current file.
  private(set) var file = ""
  /// The base directory of its relative paths.
  private(set) var directory = ""
  /// The language of texts without a language; nil if unknown.
  var language: LanguageTag?
  /// The location of the effective layout.
  var layoutPlace: (file: String, position: TextPosition)?
  /// The locations of the keys of the current carousel.
  var carouselPlaces: [ConfigurationKey: (file: String, position: TextPosition)] = [:]
  /// The locations of the keys of sections that occur once.
  var places: [ConfigurationKey: Place] = [:]
  /// The locations of the tiles in `[schedule]`.
  var timetablePlaces: [(id: String, place: (file: String, position: TextPosition))] = []
  /// The locations of power actions.
  var powerPlaces: [(place: (file: String, position: TextPosition), action: ShellAction)] = []
  /// The pictures of tiles with their locations; nil does not record them.
  var pictures: [NotedPicture]?
  /// The web pages of tiles with their locations; nil does not record them.
  var pages: [NotedPage]?
  /// The programs of tiles with their locations; nil does not record them.
  var notedPrograms: [NotedProgram]?
  /// The position of each `[[scan]]`'s `open`, in the order of `configuration.scans`.
  var scanPlaces: [(file: String, position: TextPosition)] = []
  /// The positions of placeholders for codes, by tile id.
  var codePlaces: [String: (file: String, position: TextPosition, key: ConfigurationKey)] = [:]
  /// Changes of tiles. They apply when all tiles are known.
  var pendingChanges: [PendingChange] = []
  /// The pending changes of shelves.
  var pendingShelfChanges: [PendingChange] = []
  /// The keys of tiles, by their ids; nil if no file changes a tile.
  var drafts: [String: SavedDraft]?
  /// The ids of hidden tiles, in order, and those tiles.
  var (hiddenTiles, hidden): ([String], [Tile]) = ([], [])
  /// Folders without tiles, and the locations of their `tiles` keys.
  var emptyFolders: [(id: String, place: (file: String, position: TextPosition))] = []
  /// The locations that an editor needs.
  var editorsPlaces = ConfigurationPlaces()
  /// The keys that later files cannot set.
  var locks: [String: Lock] = [:]
  /// The number of files that were read before each file.
  private(set) var fileOrder: [String: Int] = [:]
  /// The locations of settings that require a PIN.
  var pinUses: [(file: String, position: TextPosition)] = []
  /// The ids of tiles, with the last number that was appended to each. 1 means the id itself. With these
  /// numbers, many equal ids need no repeated counting.
  private var identifiers: [String: Int] = [:]

  init(surroundings: Surroundings, isTheme: Bool = false) {
    (self.surroundings, self.isTheme) = (surroundings, isTheme)
  }

  /// Makes a file that was read before the current one again.
  mutating func enter(_ file: String, _ directory: String) {
    self.file = file
    self.directory = directory
  }

  /// Warns about a kiosk without tiles, which is valid but probably a mistake.
  mutating func warnAboutNoTiles(in path: String) {
    guard !configuration.hasTiles, diagnostics.isEmpty else { return }
    report(Diagnostic(.warning, file: path, message: "there are no tiles, so visitors have nothing to open"))
  }

  /// Replaces an unusable custom layout with the default, and reports it.
  mutating func replaceCustomLayout(because reason: String) {
    configuration.carousel.layout = CarouselSettings().layout
    failCustomLayout(because: reason)
  }

  /// Reports an unusable custom layout.
  mutating func failCustomLayout(because reason: String = missingKeyframes) {
    report(
      Diagnostic(
        .error, file: layoutPlace?.file ?? file, line: layoutPlace?.position.line,
        column: layoutPlace?.position.column, key: ConfigurationKey.layout.dottedName, message: reason))
  }

  /// Adds the content of a file: later keys override earlier ones, and tiles are appended.
  mutating func decode(_ root: TOMLTable, file: String, directory: String) {
    enter(file, directory)
    fileOrder[file] = fileOrder.count
    for entry in root.entries {
      let section = ConfigurationSection(rawValue: entry.key)
      if let section, [.shelf, .tile, .tileChange, .shelfChange].contains(section),
        isLocked(entry.key, .tile, at: entry.keyPosition)
      {
        continue
      }
      switch section {
      case .carousel: decodeCarousel(entry)
      case .gestures: decode(entry, into: \.gestures)
      case .homeStrip: decode(entry, into: \.homeStrip)
      case .brand: decode(entry, into: \.brand)
      case .theme: decode(entry, into: \.theme)
      case .artwork: decode(entry, into: \.artwork)
      case .screen: decode(entry, into: \.screen)
      case .background: decode(entry, into: \.background)
      case .header: decode(entry, into: \.header)
      case .kiosk: decode(entry, into: \.kiosk)
      case .admin: decodeAdmin(entry)
      case .access: decode(entry, into: \.access)
      case .idle: decode(entry, into: \.idle)
      case .schedule: decodeSchedule(entry)
      case .browser: decode(entry, into: \.browser)
      case .control: decode(entry, into: \.control)
      case .metrics: decode(entry, into: \.metrics)
      case .bundle: decode(entry, into: \.bundle)
      case .bridge: decode(entry, into: \.bridge)
      case .shelf: decodeShelves(entry)
      case .tile: decodeTiles(entry)
      case .tileChange: pendingChanges += changes(entry, .tileChange)
      case .shelfChange: pendingShelfChanges += changes(entry, .shelfChange)
      case .scan: if !isLocked(entry.key, .scan, at: entry.keyPosition) { decodeScans(entry) }
      case .keyframe, .decoration, nil: reportUnknownSection(entry)
      }
    }
  }

  private mutating func decodeCarousel(_ section: TOMLTable.Entry) {
    guard let table = table(of: section, .carousel) else { return }
    var settings = configuration.carousel
    for entry in table.entries { decode(entry, into: &settings) }
    configuration.carousel = settings
  }

  private mutating func decodeTiles(_ section: TOMLTable.Entry) {
    // Taken out to append without a copy.
    var tiles = configuration.tiles
    configuration.tiles = []
    decodeTiles(section, header: ConfigurationSection.tile.header, into: &tiles)
    configuration.tiles = tiles
  }

  /// Adds the tiles of a file or a shelf, each with the header `header`.
  mutating func decodeTiles(_ section: TOMLTable.Entry, header: String, into tiles: inout [Tile]) {
    switch section.node.value {
    case .array(let nodes):
      for node in nodes {
        if let tile = tile(node, header: header) { tiles.append(tile) }
      }
    case .table(let table):
      fail("every tile begins with \(header), with two brackets", at: section.keyPosition, key: section.key)
      if let tile = tile(table, at: section.keyPosition, depth: 0) { tiles.append(tile) }
    default:
      fail(
        "must be sections with the header \(header), not \(section.node.kind)", at: section.keyPosition,
        key: section.key)
    }
  }

  private mutating func tile(_ node: TOMLNode, header: String) -> Tile? {
    guard case .table(let table) = node.value else {
      fail("must be a section with the header \(header), not \(node.kind)", at: node.position, key: "tile")
      return nil
    }
    return tile(table, at: node.position, depth: 0)
  }

  /// Decodes a tile inside `depth` folders. Returns nil if it opens nothing.
  mutating func tile(_ table: TOMLTable, at position: TextPosition, depth: Int) -> Tile? {
    var draft = TileDraft(position: position)
    for entry in table.entries { decode(entry, into: &draft, depth: depth) }
    let tile = finish(draft)
    if let tile, partDepth == 0, drafts != nil {
      drafts?[tile.id] = SavedDraft(draft: draft, file: file)
      if tile.isFolder, tile.inside.isEmpty, let place = draft.kinds.first(where: { $0.key == .tiles }) {
        emptyFolders.append((tile.id, (file, place.position)))
      }
    }
    return tile
  }

  private mutating func reportUnknownSection(_ entry: TOMLTable.Entry) {
    let sections = ConfigurationSection.allCases.map(\.rawValue)
    let home = ConfigurationKey.all.first { $0.name == entry.key }
    let nearest = Spelling.nearest(to: entry.key, among: sections)
    if let home, nearest == nil {
      fail("belongs below \(home.section.header)", at: entry.keyPosition, key: entry.key)
    } else {
      fail("there is no such section", at: entry.keyPosition, key: entry.key, suggestion: nearest)
    }
  }

  /// Returns the kind of the file at a path.
  mutating func kind(of path: String) -> FileKind? {
    if let known = kinds[path] { return known }
    let kind = surroundings.files.kind(of: path)
    kinds[path] = .some(kind)
    return kind
  }

  /// Returns the file that a command's first word starts.
  mutating func program(_ name: String) -> String? {
    if let known = programs[name] { return known }
    let program = surroundings.program(name)
    programs[name] = .some(program)
    return program
  }

  /// Reserves an id for a tile. Returns false if another tile has it.
  mutating func claim(_ identifier: String) -> Bool {
    guard identifiers[identifier] == nil else { return false }
    identifiers[identifier] = 1
    return true
  }

  /// Returns an unused id, made from the program, page or folder that the tile opens.
  mutating func uniqueIdentifier(_ base: String) -> String {
    var number = Self.next(&identifiers[base, default: 0])
    guard number > 1 else { return base }
    while !claim("\(base)#\(number)") { number += 1 }
    identifiers[base] = number
    return "\(base)#\(number)"
  }

  private static func next(_ number: inout Int) -> Int {
    number += 1
    return number
  }
}

extension ConfigurationDecoder {
  mutating func fail(
    _ message: String, at position: TextPosition?, key: String? = nil, suggestion: String? = nil
  ) {
    report(
      Diagnostic(
        .error, file: file, line: position?.line, column: position?.column, key: key, message: message,
        suggestion: suggestion))
  }

  mutating func warn(
    _ message: String, at position: TextPosition, key: String? = nil, suggestion: String? = nil
  ) {
    report(
      Diagnostic(
        .warning, file: file, line: position.line, column: position.column, key: key, message: message,
        suggestion: suggestion))
  }

  /// Moves the problems that were reported after the first `count` to a position in this file. Drops those
  /// that were also reported before.
  mutating func relocate(since count: Int, to position: TextPosition) {
    guard diagnostics.count > count else { return }
    let earlier = Set(diagnostics[..<count].map(\.withoutFile))
    var new = diagnostics[count...].filter { !earlier.contains($0.withoutFile) }
    for index in new.indices { (new[index].line, new[index].column) = (position.line, position.column) }
    diagnostics.replaceSubrange(count..., with: new)
  }

  /// Drops the recorded pictures, pages and programs of a tile, because it is decoded again.
  mutating func forgetNotes(of saved: SavedDraft) {
    let places = saved.draft.kinds.map(\.position) + [saved.draft.picturePosition].compactMap(\.self)
    pictures?.removeAll { $0.stands(in: saved.file, at: places) }
    pages?.removeAll { $0.stands(in: saved.file, at: places) }
    notedPrograms?.removeAll { $0.stands(in: saved.file, at: places) }
  }

  /// Adds a problem, up to the limit.
  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < Self.diagnosticLimit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == Self.diagnosticLimit {
      diagnostics.append(
        Diagnostic(.error, file: diagnostic.file, message: "has too many problems to list them all"))
    }
  }
}

/// The environment for checks of paths, programs and desktop entries.
struct Surroundings: Sendable {
  var files: any FileAccess
  var home: String?
  var searchPath: String?
  var catalog: DesktopEntryCatalog

  /// Returns the absolute path for an operator's path: absolute, below the home directory, or relative to
  /// `directory`.
  ///
  /// Returns nil for a path in the home directory of another user, or if the user has none.
  func absolutePath(_ path: String, relativeTo directory: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard path.utf8.first == UInt8(ascii: "~") else { return "\(directory)/\(path)" }
    guard path == "~" || path.hasPrefix("~/"), let home else { return nil }
    return home + path.dropFirst()
  }

  /// Returns the file that a command's first word starts.
  func program(_ name: String) -> String? {
    ProgramSearch(files: files, searchPath: searchPath).path(of: name)
  }
}

extension Diagnostic {
  /// The problem without its file. A changed tile is decoded again for another file.
  fileprivate var withoutFile: Diagnostic {
    var copy = self
    copy.file = ""
    return copy
  }
}

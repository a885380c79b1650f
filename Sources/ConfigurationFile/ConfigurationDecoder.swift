import Configuration
import Freedesktop

/// Turns the text of configuration files into values, and collects everything that is wrong with them.
struct ConfigurationDecoder {
  /// The most problems that are listed; more help no one.
  static let diagnosticLimit = 1000

  /// What the files said so far.
  var configuration = KioskConfiguration()
  private(set) var diagnostics: [Diagnostic] = []

  /// What a custom layout lacks that has no keyframes.
  static let missingKeyframes =
    "custom needs keyframes, each below the header \(ConfigurationSection.keyframe.header)"

  /// Shelves whose carousel is not known yet, in the order of those of the configuration.
  var pendingShelves: [PendingShelf] = []
  /// How deep the decoder is inside buttons, rows and gestures; 0 for a tile itself.
  var partDepth = 0
  let surroundings: Surroundings
  /// Whether what is read is a theme's file: what it does not know may be for a later release, and its files
  /// are in its folder.
  let isTheme: Bool
  /// Where a theme's tokens are.
  var tokenPlaces: [String: TextPosition] = [:]
  /// The names of themes, once one is asked for that is no scheme.
  var themeNames: [String] = []
  /// What was found of paths and of programs: many tiles have the same ones.
  private var kinds: [String: FileKind?] = [:]
  private var programs: [String: String?] = [:]
  /// The file that is being read.
  private(set) var file = ""
  /// The directory that its relative paths start from.
  private(set) var directory = ""
  /// The language of texts that do not say which they are in; nil where that is not known.
  var language: LanguageTag?
  /// Where the layout in force was named.
  var layoutPlace: (file: String, position: TextPosition)?
  /// Where keys of the carousel that is being read were set.
  var carouselPlaces: [ConfigurationKey: (file: String, position: TextPosition)] = [:]
  /// Where keys of sections that stand once were set.
  var places: [ConfigurationKey: Place] = [:]
  /// Where `[schedule]` names tiles.
  var timetablePlaces: [(id: String, place: (file: String, position: TextPosition))] = []
  /// Where something is bound to switching the machine off.
  var powerPlaces: [(place: (file: String, position: TextPosition), action: ShellAction)] = []
  /// Where tiles have pictures; nil where that is not to be noted.
  var pictures: [NotedPicture]?
  /// Where tiles have pages of the web; nil where that is not to be noted.
  var pages: [NotedPage]?
  /// Where tiles name programs; nil where that is not to be noted.
  var notedPrograms: [NotedProgram]?
  /// Where each `[[scan]]` of the configuration names its tile.
  var scanPlaces: [(file: String, position: TextPosition)] = []
  /// Where tiles have a place for a code, by their ids.
  var codePlaces: [String: (file: String, position: TextPosition, key: ConfigurationKey)] = [:]
  /// Changes of tiles, which are made when all tiles are known.
  var pendingChanges: [PendingChange] = []
  /// The same of shelves.
  var pendingShelfChanges: [PendingChange] = []
  /// The keys of tiles, by their ids; nil if no file changes a tile.
  var drafts: [String: SavedDraft]?
  /// The ids of tiles that a change hides, in their order; and then those tiles.
  var (hiddenTiles, hidden): ([String], [Tile]) = ([], [])
  /// Folders that had no tiles when they were read, and where they say so.
  var emptyFolders: [(id: String, place: (file: String, position: TextPosition))] = []
  /// The places in files that an editor needs.
  var editorsPlaces = ConfigurationPlaces()
  /// The keys that later files cannot set.
  var locks: [String: Lock] = [:]
  /// How many files were read before each.
  private(set) var fileOrder: [String: Int] = [:]
  /// Where a PIN is asked for.
  var pinUses: [(file: String, position: TextPosition)] = []
  /// Tiles' identifiers, and the number of the latest that was made of each: 1 for itself, so that many equal
  /// ones need not be counted again for each.
  private var identifiers: [String: Int] = [:]

  init(surroundings: Surroundings, isTheme: Bool = false) {
    (self.surroundings, self.isTheme) = (surroundings, isTheme)
  }

  /// From now on a file that was read before is the one that is spoken of.
  mutating func enter(_ file: String, _ directory: String) {
    self.file = file
    self.directory = directory
  }

  /// A kiosk without tiles is valid, but hardly meant.
  mutating func warnAboutNoTiles(in path: String) {
    guard !configuration.hasTiles, diagnostics.isEmpty else { return }
    report(Diagnostic(.warning, file: path, message: "there are no tiles, so visitors have nothing to open"))
  }

  /// Puts the default in the place of a custom layout that cannot be used.
  mutating func replaceCustomLayout(because reason: String) {
    configuration.carousel.layout = CarouselSettings().layout
    failCustomLayout(because: reason)
  }

  /// Says that a custom layout cannot be used.
  mutating func failCustomLayout(because reason: String = missingKeyframes) {
    report(
      Diagnostic(
        .error, file: layoutPlace?.file ?? file, line: layoutPlace?.position.line,
        column: layoutPlace?.position.column, key: ConfigurationKey.layout.dottedName, message: reason))
  }

  /// Adds what a file says: later keys override, tiles follow.
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
    // Taken out, so that they are added to and not copied.
    var tiles = configuration.tiles
    configuration.tiles = []
    decodeTiles(section, header: ConfigurationSection.tile.header, into: &tiles)
    configuration.tiles = tiles
  }

  /// Adds the tiles of a file or a shelf, each below the header `header`.
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

  /// A tile that lies in so many folders, if it has something to open.
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

  /// What there is at a path.
  mutating func kind(of path: String) -> FileKind? {
    if let known = kinds[path] { return known }
    let kind = surroundings.files.kind(of: path)
    kinds[path] = .some(kind)
    return kind
  }

  /// The file that a command's first word would start.
  mutating func program(_ name: String) -> String? {
    if let known = programs[name] { return known }
    let program = surroundings.program(name)
    programs[name] = .some(program)
    return program
  }

  /// Takes an identifier for a tile; false when another has it.
  mutating func claim(_ identifier: String) -> Bool {
    guard identifiers[identifier] == nil else { return false }
    identifiers[identifier] = 1
    return true
  }

  /// An identifier that no other tile has, made from what the tile opens.
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

  /// Has what was reported since so many problems were stand at a place of this file. What was reported
  /// before is dropped.
  mutating func relocate(since count: Int, to position: TextPosition) {
    guard diagnostics.count > count else { return }
    let earlier = Set(diagnostics[..<count].map(\.withoutFile))
    var new = diagnostics[count...].filter { !earlier.contains($0.withoutFile) }
    for index in new.indices { (new[index].line, new[index].column) = (position.line, position.column) }
    diagnostics.replaceSubrange(count..., with: new)
  }

  /// Forgets where a tile names pictures, pages and programs, because it is read once more.
  mutating func forgetNotes(of saved: SavedDraft) {
    let places = saved.draft.kinds.map(\.position) + [saved.draft.picturePosition].compactMap(\.self)
    pictures?.removeAll { $0.stands(in: saved.file, at: places) }
    pages?.removeAll { $0.stands(in: saved.file, at: places) }
    notedPrograms?.removeAll { $0.stands(in: saved.file, at: places) }
  }

  /// Notes what is wrong, until it is too much.
  mutating func report(_ diagnostic: Diagnostic) {
    if diagnostics.count < Self.diagnosticLimit {
      diagnostics.append(diagnostic)
    } else if diagnostics.count == Self.diagnosticLimit {
      diagnostics.append(
        Diagnostic(.error, file: diagnostic.file, message: "has too many problems to list them all"))
    }
  }
}

/// What a configuration's paths, programs and desktop entries are checked against.
struct Surroundings: Sendable {
  var files: any FileAccess
  var home: String?
  var searchPath: String?
  var catalog: DesktopEntryCatalog

  /// A path that an operator wrote: absolute, below the home directory, or relative to `directory`.
  ///
  /// Nil when it begins with the home directory of a user who has none, or of another user.
  func absolutePath(_ path: String, relativeTo directory: String) -> String? {
    if path.utf8.first == UInt8(ascii: "/") { return path }
    guard path.utf8.first == UInt8(ascii: "~") else { return "\(directory)/\(path)" }
    guard path == "~" || path.hasPrefix("~/"), let home else { return nil }
    return home + path.dropFirst()
  }

  /// The file that a command's first word would start.
  func program(_ name: String) -> String? {
    ProgramSearch(files: files, searchPath: searchPath).path(of: name)
  }
}

extension Diagnostic {
  /// The same, wherever it stands: a tile that is changed is read for another file.
  fileprivate var withoutFile: Diagnostic {
    var copy = self
    copy.file = ""
    return copy
  }
}

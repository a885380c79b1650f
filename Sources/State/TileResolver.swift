import Browsers
import Configuration
import FileSystem
import Freedesktop
import Shell

/// Resolves what tiles refer to: desktop entries, and a terminal for programs that need one.
package nonisolated struct TileResolver {
  /// Terminal commands in order of preference, each followed by the program's command. Their options disable
  /// keys and clicks that open another terminal with a shell, or an address in any browser.
  private static let terminals = [
    [
      "foot", "--override=key-bindings.spawn-terminal=none", "--override=key-bindings.show-urls-launch=none",
      "--override=key-bindings.show-urls-persistent=none", "--",
    ],
    ["alacritty", "--option", "hints.enabled=[]", "-e"],
    ["kitty", "--override=clear_all_shortcuts=yes", "--override=clear_all_mouse_actions=yes"],
    ["xterm", "-e"],
  ]

  private let languages: [String]
  private let words: Localizer
  private let catalog: DesktopEntryCatalog
  private let searchPath: String
  private let programs: ProgramSearch
  private let files: SystemFiles

  /// Creates a resolver.
  ///
  /// - Parameters:
  ///   - languages: the languages for names, in order of preference.
  ///   - files: access to files.
  package init(environment: ProcessEnvironment, languages: [String], files: SystemFiles) {
    self.files = files
    self.languages = languages
    words = environment.words(for: languages)
    catalog = DesktopEntryCatalog(
      files: files, directories: DataDirectories(environment: environment.variables))
    searchPath = environment.searchPath ?? ProgramSearch.defaultSearchPath
    programs = ProgramSearch(files: files, searchPath: searchPath)
  }

  /// Returns the shelves as the shell shows them.
  package func resolve(_ configuration: KioskConfiguration) -> [LauncherShelf] {
    let browser = BrowserCommand(
      configuration.browser, isInstalled: { programs.path(of: $0) != nil },
      exists: { files.kind(of: $0) != nil })
    let sources = TileSources(
      page: { [files] in PageFile.read($0, files) },
      browser: { [words] in browser?.open($0, RefusalWords(words)) }, words: words)
    return configuration.allShelves.map {
      LauncherShelf(
        name: $0.name?.resolved(for: languages), settings: $0.carousel, tiles: resolve($0.tiles, sources),
        placeholder: $0.carousel.placeholder.map { placeholder($0, sources) })
    }
  }

  private func placeholder(_ tile: Tile, _ sources: TileSources) -> LauncherTile {
    var placeholder = resolve([tile], sources)[0]
    // Only tiles that can be opened get initials.
    placeholder.icon = placeholder.icon ?? .nothing
    return placeholder
  }

  private func resolve(_ tiles: [Tile], _ sources: TileSources) -> [LauncherTile] {
    let terminal = Self.terminals.first { programs.path(of: $0[0]) != nil } ?? []
    let entry = entry
    return tiles.map {
      LauncherTile($0, languages: languages, terminal: terminal, sources: sources, entry: entry)
    }
  }

  private func entry(_ id: String) -> Result<DesktopEntry, DesktopEntryError> {
    do throws(DesktopEntryError) {
      let entry = try catalog.entry(id)
      guard catalog.isInstalled(entry, searchPath: searchPath) else {
        throw .notInstalled(entry.tryExec ?? id)
      }
      return .success(entry)
    } catch {
      return .failure(error)
    }
  }
}

nonisolated enum PageFile {
  /// The maximum size of a page's text in bytes: some two hundred printed pages.
  private static let limit = 512 << 10
  /// The extensions of picture files.
  private static let pictures = [".png", ".svg", ".jpg", ".jpeg", ".webp", ".gif", ".svgz", ".xpm"]
  /// The extensions of text files with markup.
  private static let markup = [".md", ".markdown"]

  /// Reads the page in the file at an absolute path. Returns nil if that fails. Replaces invalid UTF-8.
  /// Pictures are only checked when they are drawn.
  static func read(_ path: String, _ files: SystemFiles) -> PageContent? {
    let name = path.lowercased()
    if pictures.contains(where: name.hasSuffix) {
      guard files.kind(of: path)?.isFile == true else { return nil }
      return PageContent([.picture(path, revision: files.revision(of: path))])
    }
    if let markup = markup(path, files) { return PageContent(markup.blocks) }
    return files.contents(of: path, limit: limit).map {
      PageContent(plain: String(decoding: $0, as: UTF8.self))
    }
  }

  /// Reads a markup page with its references. Returns nil for other files, and if reading fails.
  static func markup(_ path: String, _ files: SystemFiles) -> PageMarkup? {
    let name = path.lowercased()
    guard markup.contains(where: name.hasSuffix), let bytes = files.contents(of: path, limit: limit) else {
      return nil
    }
    return PageMarkup(
      String(decoding: bytes, as: UTF8.self), locate: { located($0, beside: path) }, revision: files.revision)
  }

  /// Resolves a picture's path relative to the page's directory.
  private static func located(_ picture: String, beside page: String) -> String? {
    guard !picture.isEmpty, !picture.contains("://"), !picture.utf8.contains(0) else { return nil }
    return picture.hasPrefix("/") ? picture : directory(of: page) + picture
  }

  /// Returns the path up to the last slash.
  private static func directory(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
  }
}

nonisolated extension RefusalWords {
  fileprivate init(_ words: Localizer) {
    self.init(
      language: words.language, isRightToLeft: words.isRightToLeft, title: words(.pageRefused),
      explanation: words(.staysOnSite), back: words(.back))
  }
}

import Configuration
import Freedesktop
import Programs
import Scene

extension LauncherTile {
  /// A configured tile with what its desktop entry adds.
  ///
  /// What the configuration says wins over the entry. `entry` answers for the tile's desktop entry and is asked
  /// only when the tile names one. `languages` has the best first; `terminal` runs a command in a terminal.
  package init(
    _ tile: Tile, languages: [String], terminal: [String] = [], sources: TileSources = TileSources(),
    entry: (String) -> Result<DesktopEntry, DesktopEntryError>
  ) {
    let seen = Self.seen(of: tile, languages, terminal, sources, entry)
    id = tile.id
    (name, icon, action) = (seen.name, seen.icon, seen.action)
    switch tile.action {
    case .run, .browse, .desktopEntry: onHome = tile.onHome
    default: onHome = .close
    }
    if let back = tile.back {
      self.back = Back(text: back.text?.resolved(for: languages) ?? "", icon: back.icon.map(IconSource.init))
    }
    isDoubleSided = tile.isDoubleSided
    if !tile.$look.isUsual { appearance = TileAppearance(tile.look, languages: languages) }
    $conduct = tile.$conduct
    needsPIN = tile.needsPIN
    (visibleWhen, enabledWhen) = (tile.visibleWhen, tile.enabledWhen)
    opensWindow = tile.opensWindow
    isOn = tile.isOn
    value = tile.value
    if case .page(let page) = tile.action { isPageInside = page.place == .tile }
    func part(_ tile: Tile) -> LauncherTile {
      LauncherTile(tile, languages: languages, terminal: terminal, sources: sources, entry: entry)
    }
    buttons = tile.buttons.map(part)
    rows = tile.rows.map(part)
    gestures = tile.gestures?.mapValues(part)
    offAction = tile.whenOff.first.map { part($0).action }
  }

  /// Its name, its icon, and what a tap on it does.
  private static func seen(
    of tile: Tile, _ languages: [String], _ terminal: [String], _ sources: TileSources,
    _ entry: (String) -> Result<DesktopEntry, DesktopEntryError>
  ) -> (name: String, icon: IconSource?, action: Action) {
    let name = tile.name?.resolved(for: languages)
    let icon = tile.icon.map(IconSource.init)
    switch tile.action {
    case .run(let command):
      return (name ?? command.arguments.first.map(baseName) ?? tile.id, icon, .start(command))
    case .folder(let tiles):
      let contents = tiles.map {
        LauncherTile($0, languages: languages, terminal: terminal, sources: sources, entry: entry)
      }
      return (name ?? tile.id, icon ?? .folder(contents.parts), .folder(contents))
    case .browse(let page):
      return (
        name ?? WebPage.host(of: page.address), icon ?? .named("web-browser"), sources.action(browse: page)
      )
    case .page(let page):
      let file = page.file.resolved(for: languages)
      let description = page.description?.resolved(for: languages)
      return (name ?? baseName(file), icon, sources.action(page: file, description: description))
    case .perform(let action):
      return (name ?? action.name(in: sources.words), icon ?? action.icon, .perform(action))
    case .desktopEntry(let id, let chosen, let environment, let workingDirectory):
      let found = entry(id)
      let action = action(found, chosen, languages: languages, terminal: terminal) { command in
        command.environment = environment
        command.workingDirectory = workingDirectory ?? command.workingDirectory
        command.windowNames.append(entryName(id))
      }
      let described = try? found.get()
      let part = described?.actions.first { $0.id == chosen }
      let picture = part?.icon ?? described?.icon?.resolved(for: languages)
      return (
        name ?? (part?.name ?? described?.name)?.resolved(for: languages) ?? id,
        icon ?? picture.flatMap { IconSource(entry: $0) }, action
      )
    }
  }

  private static func action(
    _ entry: Result<DesktopEntry, DesktopEntryError>, _ action: String?, languages: [String],
    terminal: [String],
    adapt: (inout Command) -> Void
  ) -> Action {
    do throws(DesktopEntryError) {
      var command = try entry.get().command(action: action, languages: languages, terminal: terminal)
      adapt(&command)
      return .start(command)
    } catch {
      return .unavailable(.desktopEntry(error))
    }
  }

  /// What a desktop entry is called, by its identifier or the path of its file.
  private static func entryName(_ id: String) -> String {
    let (name, suffix) = (baseName(id), ".desktop")
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  /// The last part of a program's path.
  private static func baseName(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return path }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension [LauncherTile] {
  /// As much of them as a folder's icon shows.
  fileprivate var parts: [FolderPart] {
    prefix(IconSource.shownParts).map { FolderPart(label: $0.name, icon: $0.icon) }
  }
}

extension ShellAction {
  /// The icon that themes have for it (Icon Naming Specification).
  fileprivate var icon: IconSource? {
    switch self {
    case .home: .named("go-home")
    case .back: .back
    case .reload: .named("view-refresh")
    case .language: .named("preferences-desktop-locale")
    case .adjust: .named("preferences-desktop-accessibility")
    case .lock: .named("system-lock-screen")
    case .help: .named("help-contents")
    case .power(.powerOff): .named("system-shutdown")
    case .power(.reboot): .named("system-reboot")
    case .power(.suspend): .named("system-suspend")
    default: nil
    }
  }
}

extension IconSource {
  /// An icon as a configuration names it.
  init(_ reference: IconReference) {
    switch reference {
    case .path(let path): self = .path(path)
    case .named(let name): self = .named(name)
    }
  }

  /// An icon as a desktop entry names it; nil for an empty name.
  init?(entry name: String) {
    guard !name.isEmpty else { return nil }
    self = name.hasPrefix("/") ? .path(name) : .named(name)
  }
}

extension String {
  /// The text with a capital at its beginning and a full stop at its end.
  var capitalizedSentence: String {
    guard !isEmpty else { return "" }
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}

import Configuration
import Freedesktop
import Programs
import Scene

extension LauncherTile {
  /// Creates a configured tile with its desktop entry.
  ///
  /// The configuration takes precedence over the entry. It calls `entry` only if the tile names one.
  /// `languages` has the best first. `terminal` runs a command in a terminal.
  package init(
    _ tile: Tile, languages: [String], terminal: [String] = [], sources: TileSources = TileSources(),
    entry: (String) -> Result<DesktopEntry, DesktopEntryError>
  ) {
    let seen = Self.seen(of: tile, languages, terminal, sources, entry)
    id = tile.id
    (name, icon, action) = (seen.name, seen.icon, seen.action)
    glyph = tile.$look.isUsual ? seen.glyph : tile.look.glyph ?? seen.glyph
    // A configured pictogram takes precedence over an icon of the entry.
    iconIsGeneric = tile.icon == nil && (seen.isGeneric || (!tile.$look.isUsual && tile.look.glyph != nil))
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
    if case .browse(let page) = tile.action { conduct.limits.permit(page.allowances) }
    needsPIN = tile.needsPIN
    (visibleWhen, enabledWhen) = (tile.visibleWhen, tile.enabledWhen)
    absence = tile.enabledWhen?.reason.map { TileAbsence(reason: $0.resolved(for: languages)) }
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
    offAction = tile.whenOff.first.map { part($0).action.ofOffSwitch }
  }

  /// The name, the icon, the pictogram for the action, and the action.
  private struct Seen {
    var name: String
    var icon: IconSource?
    var action: Action
    var glyph: Glyph?
    var isGeneric = false
  }

  private static func seen(
    of tile: Tile, _ languages: [String], _ terminal: [String], _ sources: TileSources,
    _ entry: (String) -> Result<DesktopEntry, DesktopEntryError>
  ) -> Seen {
    let name = tile.name?.resolved(for: languages)
    let icon = tile.icon.map(IconSource.init)
    switch tile.action {
    case .run(let command):
      return Seen(
        name: name ?? command.arguments.first.map(baseName) ?? tile.id, icon: icon, action: .start(command))
    case .folder(let tiles):
      let contents = tiles.map {
        LauncherTile($0, languages: languages, terminal: terminal, sources: sources, entry: entry)
      }
      return Seen(
        name: name ?? tile.id, icon: icon ?? .folder(contents.parts), action: .folder(contents))
    case .browse(let page):
      return Seen(
        name: name ?? WebPage.host(of: page.address), icon: icon ?? .named("web-browser"),
        action: sources.action(browse: page), isGeneric: true)
    case .page(let page):
      let file = page.file.resolved(for: languages)
      let description = page.description?.resolved(for: languages)
      return Seen(
        name: name ?? baseName(file), icon: icon, action: sources.action(page: file, description: description)
      )
    case .perform(let action):
      var glyph: Glyph?
      if case .named(let icon)? = action.icon { glyph = GlyphWords.glyph(icon: icon) }
      return Seen(
        name: name ?? action.name(in: sources.words), icon: icon ?? action.icon, action: .perform(action),
        glyph: glyph, isGeneric: glyph != nil)
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
      return Seen(
        name: name ?? (part?.name ?? described?.name)?.resolved(for: languages) ?? id,
        icon: icon ?? picture.flatMap { IconSource(entry: $0) }, action: action,
        glyph: GlyphWords.glyph(categories: described?.categories ?? [])
          ?? picture.flatMap { GlyphWords.glyph(icon: $0) })
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

  /// Returns the name of a desktop entry, from its identifier or the path of its file.
  private static func entryName(_ id: String) -> String {
    let (name, suffix) = (baseName(id), ".desktop")
    return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
  }

  /// Returns the last component of a program's path.
  private static func baseName(_ path: String) -> String {
    guard path.utf8.contains(UInt8(ascii: "/")) else { return path }
    return path.split(separator: "/").last.map(String.init) ?? path
  }
}

extension LauncherTile.Action {
  /// The action as the off action of a toggle.
  fileprivate var ofOffSwitch: Self {
    guard case .start(var command) = self else { return self }
    command.origin = .off
    return .start(command)
  }
}

extension [LauncherTile] {
  /// The parts that a folder's icon shows.
  fileprivate var parts: [FolderPart] {
    prefix(IconSource.shownParts).map { FolderPart(label: $0.name, icon: $0.icon) }
  }
}

extension ShellAction {
  /// The icon in themes (Icon Naming Specification).
  fileprivate var icon: IconSource? {
    switch self {
    case .home: .named("go-home")
    case .back: .back
    case .reload: .named("view-refresh")
    case .language: .named("preferences-desktop-locale")
    case .adjust: .named("preferences-desktop-accessibility")
    case .lock: .named("system-lock-screen")
    case .help: .named("help-contents")
    case .speech: .named("audio-headphones")
    case .sounds: .named("audio-volume-high")
    case .power(.powerOff): .named("system-shutdown")
    case .power(.reboot): .named("system-reboot")
    case .power(.suspend): .named("system-suspend")
    default: nil
    }
  }
}

extension IconSource {
  /// Creates an icon from a configuration's reference.
  init(_ reference: IconReference) {
    switch reference {
    case .path(let path): self = .path(path)
    case .named(let name): self = .named(name)
    }
  }

  /// Creates an icon from a desktop entry's name; nil for an empty name.
  package init?(entry name: String) {
    guard !name.isEmpty else { return nil }
    self = name.hasPrefix("/") ? .path(name) : .named(name)
  }
}

extension String {
  /// The text with a capital letter at its beginning and a period at its end.
  var capitalizedSentence: String {
    guard !isEmpty else { return "" }
    let text = prefix(1).uppercased() + dropFirst()
    return text.hasSuffix(".") ? text : text + "."
  }
}

extension ProgramLimits {
  /// Permits the browser what visitors and the page may do with the machine.
  fileprivate mutating func permit(_ allowances: Set<WebAllowance>) {
    if allowances.contains(.printing) { canPrint = true }
    if allowances.contains(.camera) { devices.insert(.camera) }
  }
}

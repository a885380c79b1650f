import Programs

/// What a tap on a tile does.
public enum TileAction: Hashable, Sendable {
  /// Starts a program.
  case run(Command)
  /// Starts the program of a desktop entry.
  ///
  /// `id` is the entry's id without `.desktop`, or the absolute path of its file; `action` one of its further actions,
  /// `NewWindow` for example. `environment` comes on top of the launcher's own; `workingDirectory`, when given, takes the
  /// place of the entry's `Path`.
  case desktopEntry(
    id: String, action: String? = nil, environment: [String: String] = [:], workingDirectory: String? = nil)
  /// Opens a folder with these tiles.
  case folder([Tile])
  /// Opens a page of the web in the browser.
  case browse(WebPage)
  /// Shows a page.
  case page(TilePage)
  /// Asks the launcher itself for something.
  case perform(ShellAction)
}

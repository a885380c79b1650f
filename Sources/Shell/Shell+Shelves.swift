/// Shelves and folders: a configuration has one row of tiles, and nothing to go to beside it.
extension Shell {
  /// Shows another shelf, `count` further down.
  mutating func changeShelf(by count: Int, into effects: inout [ShellEffect]) {}

  /// Closes the folder that is open.
  mutating func leaveFolder(into effects: inout [ShellEffect]) {}

  /// Closes all folders that are open, and shows the first shelf.
  mutating func leaveFolders(into effects: inout [ShellEffect]) {}
}

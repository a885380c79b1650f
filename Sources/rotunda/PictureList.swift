import FileSystem

/// The pictures in directories, for operators who choose one.
nonisolated enum PictureList {
  /// Names that end like this are pictures.
  private static let endings = [".jpg", ".jpeg", ".png", ".svg", ".webp"]
  /// The most that are offered: more would be a list that no one reads.
  private static let most = 300

  /// Their paths, directory by directory, in the order of their names. An unreadable directory has none.
  static func paths(in directories: [String]) -> [String] {
    var paths: [String] = []
    for directory in directories {
      let names = SystemFiles().names(in: directory).sorted().filter { name in
        !name.hasPrefix(".") && endings.contains { name.lowercased().hasSuffix($0) }
      }
      paths += names.map { "\(directory)/\($0)" }
    }
    return Array(paths.prefix(most))
  }
}

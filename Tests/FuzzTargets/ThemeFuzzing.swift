import Configuration
import ConfigurationFile
import Glibc
import RotundaGeometry
import Shell
import Themes

/// A theme package from an unknown source, and its theme. An input that is not a package becomes a
/// `theme.toml`.
enum ThemeFuzzing {
  private static let place = ScratchPlace()

  static func run(_ bytes: [UInt8]) {
    if let package = try? ThemePackage(package: bytes) {
      rule(package.files.count <= ThemePackage.fileLimit, "there are \(package.files.count) files")
      let size = package.files.reduce(0) { $0 + $1.bytes.count }
      rule(size <= ThemePackage.sizeLimit, "there are \(size) bytes")
      for file in package.files {
        let steps = file.path.split(separator: "/", omittingEmptySubsequences: false)
        rule(!steps.contains("..") && !steps.contains(""), "\(file.path) is outside the package")
      }
      rule((try? package.packed()) != nil, "the theme cannot be packed again")
      show(package.files.first { $0.path == ThemeLibrary.fileName }?.bytes ?? [])
    } else {
      show(bytes)
    }
  }

  /// Shows the theme in a file on screens of several shapes. The theme inherits from itself.
  private static func show(_ text: [UInt8]) {
    place.fill(text)
    let loaded = place.load()
    for diagnostic in loaded.diagnostics { rule(!diagnostic.message.isEmpty, "no message") }
    let configuration = loaded.configuration
    let theme = Appearance(configuration).drawn
    for pair in Theme.pairs {
      rule(theme.contrast(of: pair).isFinite, "\(pair.name) has no contrast")
    }
    let shelves = configuration.allShelves.map { shelf in
      LauncherShelf(
        name: nil, settings: shelf.carousel,
        tiles: shelf.tiles.map {
          LauncherTile(
            $0, languages: [],
            sources: TileSources(page: { _ in PageContent(plain: "") }, browser: { _ in nil }),
            entry: { .failure(.notInstalled($0)) })
        })
    }
    var visit = ShellVisit(Shell(configuration: configuration, shelves: shelves, problems: []))
    visit.lookAround()
  }
}

/// A theme library with one theme, and a configuration that names it.
private struct ScratchPlace {
  private let directory: String

  init() {
    var template = Array("/tmp/rotunda-fuzz-theme-XXXXXX".utf8CString)
    rule(mkdtemp(&template) != nil, "there is no place for a theme")
    directory = template.withUnsafeBufferPointer { String(cString: $0.baseAddress!) }
    mkdir("\(directory)/themes", 0o755)
    mkdir("\(directory)/themes/fuzzed", 0o755)
    let tiles = (0..<5).map { "[[tile]]\nname = \"\($0)\"\nrun = [\"true\"]\n" }.joined()
    Self.write(Array(("[theme]\nname = \"fuzzed\"\n" + tiles).utf8), to: "\(directory)/rotunda.toml")
  }

  func fill(_ bytes: [UInt8]) {
    Self.write(bytes, to: "\(directory)/themes/fuzzed/\(ThemeLibrary.fileName)")
  }

  func load() -> LoadedConfiguration {
    ConfigurationLoader(
      environment: ["ROTUNDA_THEMES": "\(directory)/themes", "XDG_DATA_DIRS": "/nonexistent"], user: nil
    ).load("\(directory)/rotunda.toml")
  }

  private static func write(_ bytes: [UInt8], to path: String) {
    let descriptor = open(path, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0o644)
    rule(
      descriptor >= 0 && Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "\(path) takes no bytes")
    close(descriptor)
  }
}

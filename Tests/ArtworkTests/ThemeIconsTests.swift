import Freedesktop
import Testing

@testable import Artwork

struct ThemeIconsTests {
  /// A theme with `clock` in 48 and 128 points, and in 48 at scale 2.
  private struct Theme: FileAccess {
    static let folder = "/data/icons/hicolor"
    static let directories = ["48x48": (48, 1), "128x128": (128, 1), "48x48@2": (48, 2)]

    func kind(of path: String) -> FileKind? {
      path.hasSuffix("/clock.png") ? .file(isExecutable: false) : nil
    }

    func contents(of path: String, limit: Int) -> [UInt8]? {
      guard path == Theme.folder + "/index.theme" else { return nil }
      let groups = Theme.directories.map { name, drawn in
        "[\(name)]\nSize=\(drawn.0)\nScale=\(drawn.1)\nType=Fixed\n"
      }
      let names = Theme.directories.keys.joined(separator: ",")
      return Array("[Icon Theme]\nName=T\nDirectories=\(names)\n\(groups.joined())".utf8)
    }

    func names(in directory: String) -> [String] {
      Theme.directories.keys.contains { directory == Theme.folder + "/" + $0 } ? ["clock.png"] : []
    }
  }

  @Test(arguments: [
    (48, 1.0, "48x48"), (60, 1, "48x48"), (120, 1, "128x128"), (96, 2, "48x48@2"), (96, 1.5, "48x48@2"),
    (0, 1, "48x48"),
  ])
  func fileForThePixelSizeIsFound(extent: Int, scale: Double, folder: String) {
    let icons = ThemeIcons(IconLookup(files: Theme(), directories: DataDirectories(paths: ["/data"])))
    #expect(icons.path("clock", extent: extent, scale: scale) == "\(Theme.folder)/\(folder)/clock.png")
    #expect(icons.path("calendar", extent: extent, scale: scale) == nil)
  }

  @Test func changedThemeCountsAtTheNextLookUp() {
    let icons = ThemeIcons(IconLookup(files: Theme(), directories: DataDirectories(paths: ["/other"])))
    #expect(icons.path("clock", extent: 48, scale: 1) == nil)
    icons.replace(with: IconLookup(files: Theme(), directories: DataDirectories(paths: ["/data"])))
    #expect(icons.path("clock", extent: 48, scale: 1) != nil)
    #expect(icons.path("clock", extent: 128, scale: 1) != nil)
  }
}

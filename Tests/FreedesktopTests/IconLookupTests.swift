import Freedesktop
import Testing

@Suite struct IconLookupTests {
  private static let icons = "/usr/share/icons"
  private static let hicolor = """
    [Icon Theme]
    Name=Hicolor
    Directories=16x16/apps,48x48/apps,48x48@2/apps,256x256/apps,scalable/apps,fixed/apps,undescribed,../evil
    ScaledDirectories=extra@3

    [16x16/apps]
    Size=16
    Type=Threshold
    [48x48/apps]
    Size=48
    Type=Threshold
    Threshold=4
    Context=Applications
    [48x48@2/apps]
    Size=48
    Scale=2
    Type=Threshold
    [256x256/apps]
    Size=256
    Type=Fixed
    [scalable/apps]
    Size=128
    MinSize=64
    MaxSize=192
    Type=Scalable
    [fixed/apps]
    Size=32
    Type=Fixed
    [../evil]
    Size=48
    [extra@3]
    Size=10
    Scale=3
    """

  private static func lookup(
    _ paths: [String], indexes: [String: String] = [:], themes: [String] = []
  ) -> IconLookup {
    var files = ["\(icons)/hicolor/index.theme": hicolor]
    for (theme, index) in indexes { files["\(icons)/\(theme)/index.theme"] = index }
    for path in paths { files[path.hasPrefix("/") ? path : "\(icons)/\(path)"] = "" }
    return IconLookup(
      files: ImaginaryFiles(files),
      directories: DataDirectories(paths: ["/home/k/.local/share", "/usr/share"], home: "/home/k"),
      themes: themes)
  }

  @Test(
    "the directory for the size wins, else the nearest",
    arguments: [
      (48, 1, ["hicolor/48x48/apps/x.png", "hicolor/16x16/apps/x.png"], "hicolor/48x48/apps/x.png"),
      (52, 1, ["hicolor/48x48/apps/x.png", "hicolor/scalable/apps/x.svg"], "hicolor/48x48/apps/x.png"),
      (53, 1, ["hicolor/48x48/apps/x.png", "hicolor/256x256/apps/x.png"], "hicolor/48x48/apps/x.png"),
      (150, 1, ["hicolor/256x256/apps/x.png", "hicolor/scalable/apps/x.svg"], "hicolor/scalable/apps/x.svg"),
      (300, 1, ["hicolor/16x16/apps/x.png", "hicolor/256x256/apps/x.png"], "hicolor/256x256/apps/x.png"),
      (224, 1, ["hicolor/256x256/apps/x.png", "hicolor/scalable/apps/x.svg"], "hicolor/scalable/apps/x.svg"),
      (48, 2, ["hicolor/48x48/apps/x.png", "hicolor/48x48@2/apps/x.png"], "hicolor/48x48@2/apps/x.png"),
      (10, 3, ["hicolor/extra@3/x.png", "hicolor/fixed/apps/x.png"], "hicolor/extra@3/x.png"),
      (16, 2, ["hicolor/16x16/apps/x.png", "hicolor/fixed/apps/x.png"], "hicolor/fixed/apps/x.png"),
      (48, 1, ["hicolor/48x48/apps/x.xpm", "hicolor/48x48/apps/x.svg"], "hicolor/48x48/apps/x.svg"),
      (48, 1, ["hicolor/48x48/apps/x.svg", "hicolor/48x48/apps/x.png"], "hicolor/48x48/apps/x.png"),
      (48, 1, ["hicolor/undescribed/x.png", "evil/x.png", "hicolor/48x48/apps/y.png"], nil),
    ] as [(Int, Int, [String], String?)])
  func sizes(size: Int, scale: Int, paths: [String], expected: String?) {
    var lookup = Self.lookup(paths)
    #expect(lookup.path(for: "x", size: size, scale: scale) == expected.map { "\(Self.icons)/\($0)" })
  }

  @Test func lookupAsksThemeParentsAndHicolor() {
    let child = "[Icon Theme]\nInherits=parent\nDirectories=a\n[a]\nSize=48\n"
    let parent = "[Icon Theme]\nInherits=hicolor,child,parent\nDirectories=a\n[a]\nSize=48\n"
    var lookup = Self.lookup(
      [
        "child/a/x.png", "parent/a/x.png", "parent/a/y.png", "hicolor/48x48/apps/x.png",
        "hicolor/48x48/apps/y.png",
        "hicolor/48x48/apps/z.png",
      ], indexes: ["child": child, "parent": parent], themes: ["missing", "child"])
    #expect(lookup.path(for: "x", size: 48) == "\(Self.icons)/child/a/x.png")
    #expect(lookup.path(for: "y", size: 48) == "\(Self.icons)/parent/a/y.png")
    #expect(lookup.path(for: "z", size: 48) == "\(Self.icons)/hicolor/48x48/apps/z.png")
    #expect(lookup.path(for: "none", size: 48) == nil)
  }

  @Test func anEndlessChainOfThemesEnds() {
    var indexes: [String: String] = [:]
    for number in 0..<200 { indexes["t\(number)"] = "[Icon Theme]\nInherits=t\(number + 1),t\(number / 2)\n" }
    var lookup = Self.lookup([], indexes: indexes, themes: ["t0"])
    #expect(lookup.path(for: "x", size: 48) == nil)
  }

  @Test func theUsersOwnIconsComeBeforeTheSystems() {
    var lookup = Self.lookup(["hicolor/48x48/apps/x.png", "/home/k/.icons/hicolor/48x48/apps/x.png"])
    #expect(lookup.path(for: "x", size: 48) == "/home/k/.icons/hicolor/48x48/apps/x.png")
  }

  @Test func iconsWithoutAThemeAreFoundLast() {
    var lookup = Self.lookup(["/usr/share/pixmaps/x.xpm", "/usr/share/icons/y.png"])
    #expect(lookup.path(for: "x", size: 48) == "/usr/share/pixmaps/x.xpm")
    #expect(lookup.path(for: "y", size: 48) == "/usr/share/icons/y.png")
  }

  @Test(
    "names may be paths and may carry an extension, and never lead elsewhere",
    arguments: [
      ("/opt/x.svg", "/opt/x.svg"), ("/opt/none.svg", nil),
      ("x.png", "/usr/share/icons/hicolor/48x48/apps/x.png"),
      ("x.y", nil), ("../x", nil), ("apps/x", nil), ("", nil), (".png", nil), ("x\0", nil),
    ])
  func names(name: String, expected: String?) {
    var lookup = Self.lookup(["/opt/x.svg", "hicolor/48x48/apps/x.png"])
    #expect(lookup.path(for: name, size: 48) == expected)
  }

  @Test(arguments: [Int.min, -1, 0, Int.max])
  func absurdSizesAreAnswered(size: Int) {
    var lookup = Self.lookup(["hicolor/48x48/apps/x.png"])
    #expect(lookup.path(for: "x", size: size, scale: size) != nil)
  }

  @Test(
    "a directory with senseless numbers is left out",
    arguments: [
      "Size=0", "Size=-5", "Size=99999999999999999999", "Size=x", "Scale=2", "Size=48\nThreshold=-1",
    ])
  func hostileNumbers(lines: String) throws {
    let theme = try IconTheme(Array("[Icon Theme]\nDirectories=a\n[a]\n\(lines)\n".utf8))
    #expect(theme.directories.isEmpty)
  }
}

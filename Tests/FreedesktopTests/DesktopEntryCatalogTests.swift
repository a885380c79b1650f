import Freedesktop
import Testing

@Suite struct DesktopEntryCatalogTests {
  private static let directories = DataDirectories(
    paths: ["/home/k/.local/share", "/usr/share"], home: "/home/k")
  private static let text = "[Desktop Entry]\nType=Application\nName=x\nExec=x\n"
  private static let files = ImaginaryFiles(
    [
      "/usr/share/applications/foot.desktop": text,
      "/usr/share/applications/org.gnome.Chess.desktop": text,
      "/usr/share/applications/kde/konsole.desktop": text,
      "/usr/share/applications/a/b/c-d.desktop": text,
      "/usr/share/applications/masked.desktop": text,
      "/home/k/.local/share/applications/masked.desktop": text + "Hidden=true\n",
      "/home/k/.local/share/applications/foot.desktop": text,
      "/home/k/.local/share/applications/broken.desktop": "nonsense",
      "/usr/share/applications/broken.desktop": text,
      "/secret.desktop": text,
      "/opt/x.desktop": text + "TryExec=here\n",
    ], programs: ["/bin/here"])
  private static let catalog = DesktopEntryCatalog(files: files, directories: directories)

  @Test(
    "an id is found in the first directory that has it, dashes standing for sub-directories",
    arguments: [
      ("foot", "/home/k/.local/share/applications/foot.desktop"),
      ("foot.desktop", "/home/k/.local/share/applications/foot.desktop"),
      ("org.gnome.Chess", "/usr/share/applications/org.gnome.Chess.desktop"),
      ("kde-konsole", "/usr/share/applications/kde/konsole.desktop"),
      ("a-b-c-d", "/usr/share/applications/a/b/c-d.desktop"),
      ("a-b-c-d.desktop", "/usr/share/applications/a/b/c-d.desktop"),
      ("/opt/x.desktop", "/opt/x.desktop"),
      ("/opt/none.desktop", nil),
      ("kde/konsole", nil),
      ("..-..-..-secret", nil),
      ("../../../secret", nil),
      ("", nil), ("-", nil), ("a-b-", nil), ("foot\0", nil),
    ] as [(String, String?)])
  func finds(id: String, expected: String?) {
    #expect(Self.catalog.path(of: id) == expected)
  }

  @Test func firstEntryDecidesEvenIfHiddenOrBroken() throws {
    #expect(throws: DesktopEntryError.hidden) { try Self.catalog.entry("masked") }
    #expect(throws: DesktopEntryError.syntax(KeyFileError(line: 1, reason: .outsideGroup))) {
      try Self.catalog.entry("broken")
    }
    #expect(throws: DesktopEntryError.notFound("none")) { try Self.catalog.entry("none") }
    #expect(try Self.catalog.entry("foot").location == "/home/k/.local/share/applications/foot.desktop")
  }

  @Test func allIdsAreListedOnce() {
    #expect(Self.catalog.ids() == ["a-b-c-d", "broken", "foot", "kde-konsole", "masked", "org.gnome.Chess"])
  }

  @Test func tryExecDecidesWhetherAnEntryIsInstalled() throws {
    let entry = try Self.catalog.entry("/opt/x.desktop")
    #expect(Self.catalog.isInstalled(entry, searchPath: "/usr/bin:relative:/bin"))
    #expect(!Self.catalog.isInstalled(entry, searchPath: "/usr/bin"))
  }

  @Test(
    "data directories come from the environment",
    arguments: [
      ([:], ["/usr/local/share", "/usr/share"]),
      (["HOME": "/h/"], ["/h/.local/share", "/usr/local/share", "/usr/share"]),
      (["HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x/:rel::/y:/x"], ["/d", "/x", "/y"]),
      // A service does not search the home directory.
      (
        [
          "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_DATA_DIRS": "/x",
          "CONFIGURATION_DIRECTORY": "/etc/rotunda",
        ],
        ["/x"]
      ),
      (["HOME": "rel", "XDG_DATA_HOME": "rel", "XDG_DATA_DIRS": ""], ["/usr/local/share", "/usr/share"]),
    ])
  func readsEnvironment(environment: [String: String], expected: [String]) {
    #expect(DataDirectories(environment: environment).paths == expected)
  }
}

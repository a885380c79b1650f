import Configuration
import ConfigurationFile
import Foundation
import TemporaryFiles
import Testing

@Suite struct ConfigurationLoaderTests {
  private let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"])

  @Test(
    "the search goes from the user to the system",
    arguments: [
      ([:], ["/etc/rotunda/rotunda.toml", "/usr/share/rotunda/rotunda.toml"]),
      (
        ["HOME": "/home/k"],
        [
          "/home/k/.config/rotunda/rotunda.toml", "/etc/rotunda/rotunda.toml",
          "/usr/share/rotunda/rotunda.toml",
        ]
      ),
      (
        ["HOME": "/home/k", "XDG_CONFIG_HOME": "/c"],
        ["/c/rotunda/rotunda.toml", "/etc/rotunda/rotunda.toml", "/usr/share/rotunda/rotunda.toml"]
      ),
      (
        ["HOME": "/home/k", "XDG_CONFIG_HOME": "relative"],
        [
          "/home/k/.config/rotunda/rotunda.toml", "/etc/rotunda/rotunda.toml",
          "/usr/share/rotunda/rotunda.toml",
        ]
      ),
      // A service does not search the home directory.
      (
        ["HOME": "/home/k", "XDG_CONFIG_HOME": "/c", "CONFIGURATION_DIRECTORY": "/etc/rotunda"],
        ["/etc/rotunda/rotunda.toml", "/usr/share/rotunda/rotunda.toml"]
      ),
      (
        ["HOME": "/home/k", "CONFIGURATION_DIRECTORY": "/etc/other:/etc/more"],
        ["/etc/other/rotunda.toml", "/etc/rotunda/rotunda.toml", "/usr/share/rotunda/rotunda.toml"]
      ),
    ])
  func searches(environment: [String: String], expected: [String]) {
    #expect(ConfigurationLoader(environment: environment).searchPath == expected)
  }

  @Test func theUsersFileIsFound() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda/rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    let loader = ConfigurationLoader(environment: ["XDG_CONFIG_HOME": directory.path, "PATH": "/bin"])
    #expect(loader.locate() == path)
    let loaded = loader.load()
    #expect(loaded.path == path && loaded.diagnostics.isEmpty && loaded.configuration.tiles.count == 1)
  }

  @Test func dropInsFollowByName() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "rotunda.toml", "[carousel]\nlayout = \"wheel\"\nspacing = 2\n[[tile]]\nname = \"a\"\nrun = [\"true\"]")
    try directory.write(
      "rotunda.d/10-b.toml", "[[tile]]\nname = \"b\"\nrun = [\"true\"]\n[carousel]\nspacing = 3")
    try directory.write("rotunda.d/9-c.toml", "[[tile]]\nname = \"c\"\nicon = \"i.svg\"\nrun = [\"true\"]")
    try directory.write("rotunda.d/i.svg", "")
    try directory.write("rotunda.d/.hidden.toml", "nonsense")
    try directory.write("rotunda.d/backup.toml~", "nonsense")
    let (configuration, diagnostics) = loader.load(path: path)
    #expect(diagnostics.isEmpty)
    #expect(configuration.tiles.map { $0.name?.text } == ["a", "b", "c"])
    #expect(configuration.tiles.last?.icon == .path("\(directory.path)/rotunda.d/i.svg"))
    #expect(configuration.carousel.layout == .wheel)
    #expect(configuration.carousel.spacing == 3)
  }

  @Test func unlistableDropInsAreAnError() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    let place = "\(directory.path)/rotunda.d"
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: place)
    let loaded = loader.load(path)
    #expect(loaded.configuration.tiles.count == 1 && !loaded.isReadable)
    #expect(
      loaded.diagnostics.map(\.description) == [
        "\(place): error: cannot be read: Too many levels of symbolic links"
      ])
  }

  @Test func aBrokenDropInLeavesTheRest() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write("rotunda.toml", "[[tile]]\nrun = [\"true\"]")
    let dropIn = try directory.write("rotunda.d/a.toml", "\n[")
    let loaded = loader.load(path)
    #expect(loaded.configuration.tiles.count == 1)
    #expect(!loaded.isReadable)
    #expect(loaded.diagnostics.map(\.file) == [dropIn])
    #expect(loaded.diagnostics.map(\.line) == [2])
  }

  @Test func unreadableFileIsReported() throws {
    let directory = try TemporaryDirectory()
    try directory.write("dir.toml/x", "")
    try directory.write("big.toml", String(repeating: "#\n", count: 9 << 20))
    for (name, message) in [
      ("none.toml", "cannot be read: No such file or directory"),
      ("dir.toml", "is a directory, not a file"),
      ("big.toml", "is larger than 16 MiB, the limit for a configuration"),
      ("none\0.toml", "cannot be read: No such file or directory"),
    ] {
      let loaded = loader.load("\(directory.path)/\(name)")
      #expect(loaded.diagnostics.map(\.description) == ["\(directory.path)/\(name): error: \(message)"])
      #expect(loaded.configuration == KioskConfiguration())
      #expect(!loaded.isReadable && loaded.hasErrors)
    }
    #expect(loader.load("/dev/null").diagnostics.map(\.message) == ["is not a regular file"])
  }

  private static let nowhere = ConfigurationLoader(environment: ["HOME": "/nowhere"])

  @Test(.enabled(if: nowhere.locate() == nil, "this machine has a configuration"))
  func missingFileErrorNamesTheSearchedPlaces() {
    let nowhere = Self.nowhere
    let loaded = nowhere.load()
    #expect(loaded.path == nil && !loaded.isReadable)
    #expect(loaded.diagnostics.first?.message.contains("/nowhere/.config/rotunda/rotunda.toml") == true)
  }

  @Test func diagnosticsAreSortedByPlace() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "rotunda.toml", "[[tile]]\nrun = [\"none\"]\nx = 1\n[carousel]\nb = 1\na = 1")
    try directory.write("rotunda.d/a.toml", "y = 1")
    let (_, diagnostics) = loader.load(path: path)
    #expect(diagnostics.map(\.line) == [1, 2, 3, 5, 6])
  }
}

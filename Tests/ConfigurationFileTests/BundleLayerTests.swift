import Configuration
import ConfigurationFile
import Foundation
import TemporaryFiles
import Testing

/// The files of a bundle in a configuration, and the section that selects them.
@Suite struct BundleLayerTests {
  private let directory: TemporaryDirectory
  private let main: String

  init() throws {
    directory = try TemporaryDirectory()
    main = try directory.write(
      "etc/rotunda.toml",
      "[brand]\nname = \"main\"\n[header]\ntitle = \"main\"\n[[tile]]\nname = \"A\"\nrun = [\"true\"]\n")
    try directory.write("bundles/7/all/10-a.toml", "[brand]\nname = \"all\"\n[header]\ntitle = \"all\"\n")
    try directory.write("bundles/7/groups/b/a.toml", "[brand]\nname = \"group b\"\n")
    try directory.write("bundles/7/groups/a/a.toml", "[brand]\nname = \"group a\"\n")
    try use("7")
  }

  private func use(_ name: String) throws {
    let link = "\(directory.path)/bundles/current"
    unlink(link)
    symlink(name, link)
  }

  private var loader: ConfigurationLoader {
    ConfigurationLoader(environment: [
      "PATH": "/usr/bin:/bin", "ROTUNDA_BUNDLES": "\(directory.path)/bundles",
    ])
  }

  private var loaded: LoadedConfiguration { loader.load(main) }

  @Test func bundleIsReadAfterTheMainFile() {
    let loaded = loaded
    #expect(loaded.path == main && loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    #expect(loaded.configuration.brand.name?.text == "group b")
    #expect(loaded.configuration.header.title?.text == "all")
    let names = loaded.texts.map { $0.path.replacing("\(directory.path)/", with: "") }
    #expect(
      names == [
        "etc/rotunda.toml", "bundles/7/all/10-a.toml", "bundles/7/groups/a/a.toml",
        "bundles/7/groups/b/a.toml",
      ])
  }

  @Test func dropInsOverrideABundleWithoutLocks() throws {
    try directory.write("etc/rotunda.d/50-place.toml", "[brand]\nname = \"place\"\n")
    #expect(loaded.configuration.brand.name?.text == "place")
    try directory.write(
      "bundles/7/all/lock.toml", "[kiosk]\nlocked = [\"brand\"]\n[brand]\nname = \"locked\"\n")
    // Files of groups come after those for all, so the lock holds for them too.
    #expect(loaded.configuration.brand.name?.text == "locked")
  }

  @Test func fileOfTheMachineComesLast() throws {
    try directory.write("bundles/7/machines/hall-3/a.toml", "[brand]\nname = \"hall 3\"\n")
    #expect(loaded.configuration.brand.name?.text == "hall 3")
  }

  @Test(arguments: ["8", "/nowhere/7", "../7", "x", ""])
  func linkToAnythingElseIsNoBundle(target: String) throws {
    try use(target)
    #expect(loaded.texts.count == 1 && loaded.configuration.brand.name?.text == "main")
  }

  @Test func machinesBundleLeavesUserConfigurationsAlone() {
    let plain = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"])
    #expect(plain.load(main).texts.count == 1 && plain.bundleLink(of: main) == nil)
    #expect(plain.bundleLink(of: "/etc/rotunda/rotunda.toml") == "/var/lib/rotunda-bundle/current")
    #expect(loader.bundleLink(of: main) == "\(directory.path)/bundles/current")
  }

  @Test func anotherFolderCanBeTried() throws {
    let folder = try directory.write("new/all/a.toml", "[brand]\nname = \"new\"\n")
    let loader = ConfigurationLoader(
      environment: ["PATH": "/usr/bin:/bin"], bundle: .folder("\(directory.path)/new"))
    #expect(loader.load(main).configuration.brand.name?.text == "new")
    let alone = loader.load(bundle: "\(directory.path)/new", .all)
    #expect(alone.texts.map(\.path) == [folder] && alone.isReadable)
    let without = ConfigurationLoader(
      environment: ["PATH": "/usr/bin:/bin", "ROTUNDA_BUNDLES": "\(directory.path)/bundles"], bundle: .without
    )
    #expect(without.load(main).configuration.brand.name?.text == "main")
  }

  @Test func themesOfABundleAreFound() throws {
    try directory.write(
      "bundles/7/all/themes/ink/theme.toml", "[theme]\nid = \"ink\"\nname = \"Ink\"\napi = 1\n")
    try directory.write("bundles/7/all/theme.toml", "[theme]\nname = \"ink\"\n")
    let loaded = loaded
    #expect(loaded.diagnostics.isEmpty, "\(loaded.diagnostics)")
    #expect(loaded.themeFiles == ["\(directory.path)/bundles/7/all/themes/ink/theme.toml"])
  }

  /// Visitors of a kiosk that gets its configuration from a bundle cannot set it up.
  @Test func machineWithABundleIsSetUp() throws {
    unlink(main)
    try directory.write("etc/rotunda.toml", "")
    func isFirstRun() -> Bool {
      ConfigurationLoader(environment: [
        "CONFIGURATION_DIRECTORY": "\(directory.path)/etc", "ROTUNDA_BUNDLES": "\(directory.path)/bundles",
      ]).isFirstRun(pinFile: "/nowhere")
    }
    #expect(!isFirstRun())
    unlink("\(directory.path)/bundles/current")
    #expect(isFirstRun())
  }

  // MARK: The section

  private static let tile = "\n[[tile]]\nname = \"A\"\nrun = [\"true\"]"

  @Test func sectionIsRead() throws {
    let reading = try Reading(
      "[bundle]\naddress = \"https://example.org/a?b\"\nmachine = \"hall-3\"\ngroups = [\"a.b\", \"c_d\"]"
        + Self.tile)
    #expect(reading.messages.isEmpty, "\(reading.messages)")
    let bundle = reading.configuration.bundle
    #expect(bundle.address == "https://example.org/a?b" && bundle.machine == "hall-3")
    #expect(bundle.groups == ["a.b", "c_d"])
  }

  @Test(arguments: [
    "address = \"http://example.org/\"", "address = \"https://\"", "address = \"https://a:b@example.org/\"",
    "address = \"https://example.org/a b\"", "address = 3", "machine = \"../x\"", "machine = \"\"",
    "groups = \"a\"", "groups = [\"a b\"]", "groups = [3]", "group = []",
  ])
  func mistakesAreReported(line: String) throws {
    let reading = try Reading("[bundle]\n\(line)" + Self.tile)
    #expect(
      reading.messages.count == 1 && reading.messages[0].contains("error: bundle."), "\(reading.messages)")
    #expect(reading.configuration.bundle == BundleSettings())
  }
}

import Configuration
import ConfigurationFile
import Foundation
import MessageBus
import TestCompositor
import Testing

/// The folders in `examples/operators`, each a complete kiosk. Substitutes replace the programs.
@Suite(
  .serialized,
  .enabled(
    if: MessageBus.isInstalled && Confinement.works, "needs dbus-daemon, and namespaces for bubblewrap"))
struct OperatorExampleTests {
  private static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL
  private static let folder = repository.appending(path: "examples/operators")

  static let names = ["home", "lobby", "museum", "shop", "single-app"]

  @Test func everyFolderIsChecked() throws {
    let found = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).filter {
      FileManager.default.fileExists(atPath: Self.folder.appending(path: "\($0)/rotunda.toml").path)
    }
    #expect(found.sorted() == Self.names)
  }

  @Test(arguments: names) func anExampleLoadsWithoutAWarning(name: String) throws {
    let example = try InstalledExample(name, from: Self.folder)
    #expect(example.loaded.diagnostics == [] && example.loaded.isReadable)
    #expect(!example.tiles.isEmpty)
    for tile in example.tiles {
      guard case .page(let page) = tile.action else { continue }
      for file in [page.file.text] + page.file.translations.values {
        #expect(FileManager.default.fileExists(atPath: file), "\(tile.id): \(file)")
      }
    }
  }

  /// The file's first lines name the required packages.
  @Test(arguments: names) func theFileNamesItsPackages(name: String) throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "\(name)/rotunda.toml"), encoding: .utf8)
    let head = text.split(separator: "\n\n", maxSplits: 1).first ?? ""
    #expect(head.hasPrefix("# ") && head.contains("apt-get install "))
  }

  @Test(arguments: names) func everyTileOpens(name: String) throws {
    let example = try InstalledExample(name, from: Self.folder)
    let kiosk = try RunningExample(example)
    if example.loaded.configuration.kiosk.isSingleApp {
      // The launcher opens the single program by itself.
      let tile = try #require(example.tiles.first)
      try kiosk.awaitStart(of: try #require(example.mark(of: tile)), since: 0)
    }
    for tile in example.tiles where tile.value == nil { try kiosk.open(tile) }
    #expect(kiosk.launcher.exit == nil)
  }

  @Test(arguments: names) func anExampleHasItsPicture(name: String) throws {
    let page = try String(contentsOf: Self.repository.appending(path: "docs/examples.md"), encoding: .utf8)
    #expect(page.contains("](examples/\(name).webp)"))
    let picture = Self.repository.appending(path: "docs/examples/\(name).webp")
    let size = try #require(try picture.resourceValues(forKeys: [.fileSizeKey]).fileSize)
    #expect(size > 2000 && size < 75_000)
  }

  /// Run `draw` again after a change to it.
  @Test func picturesAreAsTheScriptDrawsThem() throws {
    let files = try KioskFiles()
    let drawn = files.directory.appending(path: "drawn")
    let outcome = try Outcome(
      Self.folder.appending(path: "draw").path, [drawn.path], environment: [:])
    #expect(outcome.status == 0, "\(outcome.errors)")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: drawn.path).filter { $0.contains(".") }
    #expect(paths.count > 20)
    for path in paths {
      let (mine, theirs) = (
        try Data(contentsOf: drawn.appending(path: path)),
        try Data(contentsOf: Self.folder.appending(path: path))
      )
      #expect(mine == theirs, "\(path)")
    }
  }
}

/// A copy of an example. The programs of its tiles are substitutes that record each start.
private final class InstalledExample {
  let files: KioskFiles
  let loaded: LoadedConfiguration
  let path: String
  let environment: [String: String]
  /// The file with one line per start.
  private let starts: String

  init(_ name: String, from folder: URL) throws {
    files = try KioskFiles()
    let copy = files.directory.appending(path: "kiosk")
    try FileManager.default.copyItem(at: folder.appending(path: name), to: copy)
    let (bin, file) = (files.directory.appending(path: "bin"), copy.appending(path: "rotunda.toml"))
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    starts = files.path("starts")
    // The launcher finds substitutes by name, including a single browser.
    let text = try String(contentsOf: file, encoding: .utf8).replacing("/usr/games/", with: "")
    let browser = "\n[browser]\ncommand = ['\(bin.path)/firefox-esr']\n"
    try Data((text + browser).utf8).write(to: file)
    path = file.path
    environment = [
      "PATH": "\(bin.path):/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere", "TZ": Self.noon,
      "ROTUNDA_THEMES": folder.appending(path: "../../themes").standardizedFileURL.path,
    ]
    let loader = ConfigurationLoader(environment: environment)
    let programs = loader.load(path).configuration.allTiles.compactMap(Self.program) + ["firefox-esr"]
    for program in Set(programs) {
      let script = bin.appending(path: program)
      try Data("#!/bin/sh\necho \"${0##*/} $*\" >>'\(starts)'\n".utf8).write(to: script)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: script.path)
    }
    loaded = loader.load(path)
  }

  /// A time zone where it is now noon, because the examples have opening hours.
  private static var noon: String {
    var (now, parts) = (time(nil), tm())
    gmtime_r(&now, &parts)
    return "NOON\(parts.tm_hour - 12)"
  }

  /// The tiles of all shelves and folders, with their buttons and rows.
  var tiles: [Tile] { loaded.configuration.allTiles }

  private static func program(of tile: Tile) -> String? {
    if case .run(let command) = tile.action { command.arguments.first } else { nil }
  }

  /// Returns the output of a tile's substitute, or the part that names the tile. Returns nil without a
  /// program.
  func mark(of tile: Tile) -> String? {
    switch tile.action {
    case .run(let command): command.arguments.joined(separator: " ")
    case .browse(let page): page.address
    default: nil
    }
  }

  func startCount(of mark: String) -> Int {
    let text = (try? String(contentsOfFile: starts, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").count { $0.contains(mark) }
  }
}

/// The real launcher with an example, on a bus.
private final class RunningExample {
  let launcher: ClientProcess
  private let example: InstalledExample
  private let compositor: TestCompositor
  private let bus: MessageBus

  private var control: [String: String] {
    [
      "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "DBUS_SYSTEM_BUS_ADDRESS": ControlledKiosk.nowhere(example.files),
    ]
  }

  init(_ example: InstalledExample) throws {
    self.example = example
    bus = try MessageBus(example.files)
    var options = CompositorOptions(like: .cage014)
    options.outputs = [OutputOptions(width: 640, height: 400)]
    options.frames = .automatic(perSecond: 60)
    compositor = try TestCompositor(options)
    let environment = [
      "XDG_RUNTIME_DIR": example.files.directory.path, "XDG_STATE_HOME": example.files.path("state"),
      "SWIFT_BACKTRACE": "enable=no", "DBUS_SESSION_BUS_ADDRESS": bus.address,
      "DBUS_SYSTEM_BUS_ADDRESS": ControlledKiosk.nowhere(example.files),
    ]
    launcher = try compositor.launch(
      Kiosk.binary, ["--config", example.path],
      environment: environment.merging(example.environment) { $1 })
    try launcher.waitForOutput("can be called as org.rotunda.Launcher1")
  }

  /// Retries after a refusal because of too many calls.
  private func ctl(_ words: String...) throws -> Outcome {
    while true {
      let outcome = try Outcome(Kiosk.binary, ["ctl"] + words, environment: control)
      guard outcome.errors.contains("too many calls at once") else { return outcome }
      Thread.sleep(forTimeInterval: 0.1)
    }
  }

  /// Opens a tile as `rotunda ctl open` does, and waits until it is open.
  func open(_ tile: Tile) throws {
    let mark = example.mark(of: tile)
    let count = mark.map { example.startCount(of: $0) } ?? 0
    // A tile that has only buttons opens nothing.
    if case .perform(.none) = tile.action { return }
    let opened = try ctl("open", tile.id)
    try #require(opened.status == 0, "\(tile.id): \(opened.errors)")
    switch tile.action {
    case .run, .browse: try awaitStart(of: mark ?? "", since: count)
    case .page: try awaitStatus("page", tile.id)
    case .folder(let inside): try awaitStatus("carousel", inside.first?.id)
    case .perform(.help): try awaitStatus("help", nil)
    case .perform, .desktopEntry: break
    }
  }

  func awaitStart(of mark: String, since count: Int) throws {
    try waitUntil("the start of \(mark)") { example.startCount(of: mark) > count }
  }

  private func awaitStatus(_ screen: String, _ tile: String?) throws {
    try waitUntil("the screen '\(screen)' with \(tile ?? "any tile")") {
      // The launcher answers 40 calls at once, then 10 per second.
      Thread.sleep(forTimeInterval: 0.05)
      let status = try ctl("status", "--json").object
      return status?["screen"] as? String == screen && (tile == nil || status?["tile"] as? String == tile)
    }
  }

  deinit {
    launcher.send(signal: SIGTERM)
    _ = try? launcher.waitForExit()
    compositor.stop()
  }
}

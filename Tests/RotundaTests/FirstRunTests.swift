import Configuration
import Foundation
import Gestures
import Networks
import RotundaGeometry
import State
import TestCompositor
import Testing

@testable import Shell

/// The real launcher's first run by touch, from an empty file to visible tiles.
@Suite(.serialized) struct FirstRunTests {
  private static let size = Size(1280, 800)

  /// The launcher's own code, which takes the same steps and therefore knows where elements are.
  private final class Model {
    private(set) var shell = Shell(configuration: KioskConfiguration(), shelves: [])
    private var effects: [ShellEffect] = []
    private let facts: SetupFacts
    private let media: SetupMedia

    init(_ environment: ProcessEnvironment) {
      (facts, media) = (SetupFacts(nil, environment), SetupMedia(environment))
      send(.resized(FirstRunTests.size, scale: 1))
      send(.setUp(.isUnset(true)))
    }

    func send(_ event: ShellEvent) { shell.handle(event, at: 1, into: &effects) }

    var labels: [String] { shell.panels.elements().map(\.label) }

    /// Chooses the element with a label and returns its middle.
    func choose(_ label: String) throws -> Point {
      let element = try #require(
        shell.panels.elements().first { $0.label == label }, "no \(label) among \(labels)")
      let place = try #require(element.frame, "\(label) is not seen").center
      shell.withOutbox(&effects) { shell in shell.withPanels { $0.activate(element.id) } }
      let asked = effects
      effects = []
      for case .setUp(let request) in asked {
        switch request {
        case .applications(let language):
          send(.setUp(.applications(facts.applications(language: language))))
        case .media: send(.setUp(.media(media.find())))
        case .looks: send(.setUp(.looks(facts.looks())))
        case .keep(let medium): send(.setUp(.kept(medium, path: media.keep(medium))))
        case .network: send(.setUp(.networks(NetworksReport(.none), isWired: false)))
        }
      }
      return place
    }

    /// Types into a field with a hardware keyboard.
    func type(_ text: String) {
      for character in text { send(.key(KeyEvent(.character(character)))) }
      send(.key(KeyEvent(.enter)))
    }
  }

  private static let isUnset =
    ["rotunda.toml", "rotunda.d/80-edited.toml", "pin"].allSatisfy {
      !FileManager.default.fileExists(atPath: "/etc/rotunda/\($0)")
    }

  private static func environment(_ files: KioskFiles) -> [String: String] {
    let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
      .standardized
    return [
      "HOME": files.directory.path, "XDG_CONFIG_HOME": files.path("config"),
      "XDG_STATE_HOME": files.path("state"), "XDG_DATA_HOME": files.path("data"),
      "XDG_DATA_DIRS": files.path("none"), "XDG_PICTURES_DIR": files.path("photos"),
      "XDG_RUNTIME_DIR": files.directory.path, "ROTUNDA_THEMES": repository.appending(path: "themes").path,
      "LC_ALL": "C", "PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no",
    ]
  }

  private static func prepare(_ files: KioskFiles) throws {
    try files.run(
      """
      mkdir -p "$D/config/rotunda" "$D/data/applications" "$D/photos"
      echo '# nothing yet' > "$D/config/rotunda/rotunda.toml"
      cp "$D/red.png" "$D/photos/red.png"
      printf '[Desktop Entry]\\nType=Application\\nName=Abacus\\nExec=true\\n' \
        > "$D/data/applications/org.example.Abacus.desktop"
      """)
  }

  @Test(.enabled(if: isUnset, "this machine has its own configuration"))
  func emptyFileBecomesAKiosk() throws {
    let files = try KioskFiles()
    try Self.prepare(files)
    let variables = Self.environment(files)
    var options = CompositorOptions(like: .cage014)
    options.outputs = [OutputOptions(width: Int32(Self.size.width), height: Int32(Self.size.height))]
    options.frames = .automatic(perSecond: 60)
    options.capabilities = [.touch, .keyboard]
    let compositor = try TestCompositor(options)
    defer { compositor.stop() }
    let launcher = try compositor.launch(Kiosk.binary, [], environment: variables)
    defer {
      launcher.send(signal: SIGTERM)
      _ = try? launcher.waitForExit()
    }
    try compositor.waitForWindow("the first page") { $0.pixels != nil }
    try compositor.waitForDevice(.wlKeyboard)
    compositor.keyboardEnter()
    try compositor.awaitRest(of: launcher)
    let model = Model(ProcessEnvironment(variables: variables))
    func tap(_ labels: String...) throws {
      for label in labels {
        let place = try model.choose(label)
        compositor.tap(x: place.x, y: place.y)
        try compositor.awaitRest(of: launcher)
      }
    }
    try tap("Set up here", "English", "Next", "Name")
    // Key codes of linux/input-event-codes.h: a, s, d, Enter.
    for key: UInt32 in [30, 31, 32, 28] { compositor.press(key) }
    model.type("asd")
    try compositor.awaitRest(of: launcher)
    try tap("Next", "Paper", "Next", "Application", "Abacus", "Back", "Picture or text", "red", "Next")
    try tap("Opening hours", "Opening hours", "Next")
    for _ in 0..<2 { try tap("4", "8", "2", "9", "OK") }
    if let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] {
      try compositor.pixels?.writePNG(to: "\(directory)/first-run-summary.png")
    }
    try tap("Finish")
    let edited = files.path("config/rotunda/rotunda.d/80-edited.toml")
    try waitUntil("the edited file") {
      FileManager.default.fileExists(atPath: edited) || launcher.output.contains("not saved")
    }
    try #require(FileManager.default.fileExists(atPath: edited), "\(launcher.output)")
    let text = try String(contentsOfFile: edited, encoding: .utf8)
    for line in [
      "packaged = false", "language = \"en\"", "name = \"asd\"", "name = \"paper\"",
      "desktop-entry = \"org.example.Abacus\"",
    ] { #expect(text.contains(line), "\(line) is not in \(text)") }
    #expect(!text.contains("4829") && !launcher.output.contains("4829"))
    try compositor.waitForWindow("the red tile") { window in
      window.pixels.map { Kiosk.place(of: .red, in: $0) != nil } ?? false
    }
    #expect(try String(contentsOfFile: files.path("config/rotunda/pin"), encoding: .utf8).hasPrefix("$y$"))
    let check = Process()
    check.executableURL = URL(filePath: Kiosk.binary)
    (check.arguments, check.environment) = (["check", files.path("config/rotunda/rotunda.toml")], variables)
    try check.run()
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
    if let directory = ProcessInfo.processInfo.environment["ROTUNDA_PICTURES"] {
      try compositor.pixels?.writePNG(to: "\(directory)/first-run-tiles.png")
    }
  }
}

import Foundation
import TestCompositor
import Testing

/// The launcher heard through the real Speech Dispatcher, which speaks to a module of the test's that writes down what it is to
/// say.
@Suite(.serialized, .enabled(if: SpeechServer.isInstalled, "needs speech-dispatcher"))
struct SpeechTests {
  private func kiosk(_ files: KioskFiles, _ server: SpeechServer, _ section: String) throws -> Kiosk {
    try Kiosk(
      carousel: section, files: files,
      environment: [
        "SPEECHD_ADDRESS": server.address, "LANG": "de_DE.UTF-8",
        "PATH": files.path("bin") + ":/usr/bin:/bin",
      ])
  }

  @Test func whatComesToTheMiddleAndWhatIsToldIsHeard() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[kiosk]\nspeech = true")
    try server.awaitWords("de: red")
    kiosk.drag(by: (-170, 0))
    try server.awaitWords("de: green")
    kiosk.tap()
    _ = try files.report(.green)
    try server.awaitWords("the message that it opens") { $0.contains("green") && $0 != "de: green" }
    try files.order("signal 11", to: .green)
    try server.awaitWords("the message that it ended") { $0.contains("SIGSEGV") }
    #expect(kiosk.launcher.exit == nil)
  }

  @Test func twoFingersThatRestAreEnough() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "")
    try kiosk.awaitRest()
    kiosk.compositor.touchDown(id: 0, x: 250, y: 240)
    kiosk.compositor.touchDown(id: 1, x: 400, y: 240)
    try server.awaitWords("de: red")
    kiosk.compositor.touchUp(id: 0)
    kiosk.compositor.touchUp(id: 1)
    #expect(server.words.count == 1)
  }

  @Test func aServerThatGoesAwayAndComesBackIsFoundAgain() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try server.start()
    let kiosk = try kiosk(files, server, "[kiosk]\nspeech = true")
    try server.awaitWords("de: red")
    server.stop()
    try server.start()
    kiosk.drag(by: (-170, 0))
    try server.awaitWords("de: green")
  }

  @Test func whereNobodyListensAServerIsStartedOnce() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    // In the place of the real one: starts that with what the test has for it.
    try FileManager.default.createDirectory(atPath: files.path("bin"), withIntermediateDirectories: false)
    let words = server.command.map { "'\($0)'" }.joined(separator: " ")
    try files.write(
      "#!/bin/sh\necho \"$@\" >>'\(files.path("started"))'\nexec \(words)\n", to: "bin/speech-dispatcher")
    chmod(files.path("bin/speech-dispatcher"), 0o755)
    let kiosk = try kiosk(files, server, "[kiosk]\nspeech = true")
    try server.awaitWords("de: red")
    #expect(
      try String(contentsOfFile: files.path("started"), encoding: .utf8) == "--run-single --timeout 0\n")
    // It ends with the launcher.
    kiosk.launcher.send(signal: SIGTERM)
    _ = try kiosk.launcher.waitForExit()
    #expect(!FileManager.default.fileExists(atPath: server.socket) || !server.answers)
  }

  @Test func whereNothingSpeaksTheLauncherIsOnlySilent() throws {
    let files = try KioskFiles()
    let server = try SpeechServer(files)
    try FileManager.default.createDirectory(atPath: files.path("bin"), withIntermediateDirectories: false)
    try files.write("#!/bin/sh\nexit 1\n", to: "bin/speech-dispatcher")
    chmod(files.path("bin/speech-dispatcher"), 0o755)
    let kiosk = try kiosk(files, server, "[kiosk]\nspeech = true")
    try kiosk.launcher.waitForOutput("Speech Dispatcher cannot be reached")
    kiosk.drag(by: (-170, 0))
    try kiosk.awaitCentered(.green)
  }
}

/// Speech Dispatcher with a module that writes down what it is to say.
final class SpeechServer {
  private static let program = "/usr/bin/speech-dispatcher"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  let socket: String
  private let files: KioskFiles
  private var process: Process?

  /// Answers what Speech Dispatcher says to its modules ("Module protocol" of its documentation).
  private static let module = """
    #!/usr/bin/python3
    import re, sys

    heard = open("SAID", "a")
    language = ""

    def say(line):
        sys.stdout.write(line + "\\n")
        sys.stdout.flush()

    def block():
        lines = []
        for line in sys.stdin:
            line = line.rstrip("\\n")
            if line == ".":
                return lines
            lines.append(line[1:] if line.startswith("..") else line)
        return lines

    for line in sys.stdin:
        word = line.strip()
        if word == "INIT":
            say("299-ready")
            say("299 OK LOADED SUCCESSFULLY")
        elif word == "AUDIO":
            say("207 OK RECEIVING AUDIO SETTINGS")
            block()
            say("203 OK AUDIO INITIALIZED")
        elif word == "LOGLEVEL":
            say("207 OK RECEIVING LOGLEVEL SETTINGS")
            block()
            say("203 OK LOG LEVEL SET")
        elif word == "SET":
            say("203 OK RECEIVING SETTINGS")
            for setting in block():
                if setting.startswith("language="):
                    language = setting[len("language="):]
            say("203 OK SETTINGS RECEIVED")
        elif word == "LIST VOICES":
            say("200-any\\ten\\tnone")
            say("200 OK VOICE LIST SENT")
        elif word in ("SPEAK", "CHAR", "KEY", "SOUND_ICON"):
            say("202 OK RECEIVING MESSAGE")
            text = re.sub("<[^>]*>", "", " ".join(block()))
            say("200 OK SPEAKING")
            say("701 BEGIN")
            heard.write(language[:2] + ": " + text + "\\n")
            heard.flush()
            say("702 END")
        elif word == "QUIT":
            say("210 OK QUIT")
            break
    """

  init(_ files: KioskFiles) throws {
    self.files = files
    socket = files.path("speech.sock")
    let module = try files.write(
      Self.module.replacing("SAID", with: files.path("said")), to: "speech-module")
    chmod(module, 0o755)
    try FileManager.default.createDirectory(atPath: files.path("speech"), withIntermediateDirectories: false)
    try files.write(
      """
      AddModule "test" "\(module)" "test.conf"
      DefaultModule test
      DefaultLanguage "en"
      """, to: "speech/speechd.conf")
  }

  var address: String { "unix_socket:\(socket)" }

  /// What starts it.
  var command: [String] {
    [
      Self.program, "--run-single", "--config-dir", files.path("speech"), "--communication-method",
      "unix_socket",
      "--socket-path", socket, "--log-dir", files.path("speech"), "--pid-file", files.path("speech.pid"),
      "--timeout", "0",
    ]
  }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: Self.program)
    process.arguments = Array(command.dropFirst())
    process.environment = ["HOME": files.directory.path, "PATH": "/usr/bin:/bin"]
    (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    try process.run()
    self.process = process
    try waitUntil("Speech Dispatcher") { answers }
  }

  /// Whether somebody listens.
  var answers: Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8).prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }

  func stop() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// What was said so far, each with its language before it.
  var words: [String] {
    let text = (try? String(contentsOfFile: files.path("said"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  /// Waits until that was said, and nothing else with it.
  func awaitWords(_ words: String) throws { try awaitWords("'\(words)'") { $0 == words } }

  /// Waits until something was said.
  func awaitWords(_ what: String, _ isMeant: (String) -> Bool) throws {
    try waitUntil("\(what) after \(words)") { words.contains(where: isMeant) }
  }

  deinit { stop() }
}

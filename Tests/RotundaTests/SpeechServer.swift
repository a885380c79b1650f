import Foundation
import TestCompositor
import Testing

extension Kiosk {
  /// Drags the next tile to the middle, without a fling that could go further.
  func turn() throws {
    drag(by: (-170, 0), lifts: false)
    try awaitRest()
    compositor.touchUp(id: 0)
  }
}

/// Speech Dispatcher with a module that records the text to speak.
final class SpeechServer {
  private static let program = "/usr/bin/speech-dispatcher"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  let socket: String
  private let files: KioskFiles
  private var process: Process?

  /// A module that follows the "Module protocol" of Speech Dispatcher's documentation.
  private static let module = """
    #!/usr/bin/python3
    import html, re, sys

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
            text = html.unescape(re.sub("<[^>]*>", "", " | ".join(block())))
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

  /// The command that starts the server.
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

  /// Whether the server accepts connections.
  var answers: Bool {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    return withAddress { connect(descriptor, $0, $1) == 0 }
  }

  /// Replaces the server with one that accepts connections but never answers, until the caller closes the
  /// descriptor.
  func listenSilently() throws -> Int32 {
    let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isBound = withAddress { bind(descriptor, $0, $1) == 0 }
    try #require(isBound && listen(descriptor, 8) == 0)
    return descriptor
  }

  private func withAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(socket.utf8).prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }

  /// Stops or continues the server's process.
  func hang(_ hangs: Bool) {
    if let process { Foundation.kill(process.processIdentifier, hangs ? SIGSTOP : SIGCONT) }
  }

  func stop() {
    guard let process, process.isRunning else { return }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// All spoken texts so far, each after its language.
  var words: [String] {
    let text = (try? String(contentsOfFile: files.path("said"), encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private var heard = 0

  /// Waits for this text after the last text that a test heard.
  func hear(_ text: String) throws {
    let from = heard
    // Speech Dispatcher passes an ellipsis on as three dots.
    let text = text.precomposedStringWithCompatibilityMapping
    try waitUntil("'\(text)' after \(words.suffix(3))") { words.dropFirst(from).contains(text) }
    heard = (words.dropFirst(from).firstIndex(of: text) ?? from) + 1
  }

  /// Waits for a spoken text that equals the words.
  func awaitWords(_ words: String) throws { try awaitWords("'\(words)'") { $0 == words } }

  /// Waits for a spoken text that meets a condition.
  func awaitWords(_ what: String, _ isMeant: (String) -> Bool) throws {
    try waitUntil("\(what) after \(words)") { words.contains(where: isMeant) }
  }

  deinit { stop() }
}

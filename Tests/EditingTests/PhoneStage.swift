import CLinux
import Configuration
import Credentials
import Editing
import Foundation
import Testing

/// The real service with the page for phones, beside the real services for the PIN and for editing; and a
/// rude browser, curl.
final class PhoneStage {
  let editing: EditorStage
  private(set) var service = Process()
  private var launcher: Int32 = -1
  private let ticket: PINTicket?
  /// The first report to the launcher.
  private(set) var (link, seconds) = ("", 0)
  private(set) var address = ""
  private(set) var (digits, fingerprint) = ("", "")

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// - Parameters:
  ///   - text: the operator's file; nil for the first run.
  ///   - ticket: what the launcher has; nil is the ticket of the right PIN, or the first run.
  init(_ text: String?, ticket: PINTicket? = nil) throws {
    editing = try EditorStage(text, hasPIN: text != nil, hash: "etc/pin")
    self.ticket = try text == nil ? nil : ticket ?? editing.ticket()
    try begin()
  }

  /// Starts the service, also after its end.
  ///
  /// - Parameters:
  ///   - tracer: a command that runs the service.
  ///   - editor: the socket of another editor's service.
  func begin(tracer: [String] = [], editor: String? = nil) throws {
    if launcher >= 0 { close(launcher) }
    for name in ["setup-web-socket", "cookies"] { unlink(editing.path(name)) }
    _ = FileManager.default.createFile(atPath: editing.path("log"), contents: nil)
    let log = try #require(FileHandle(forWritingAtPath: editing.path("log")))
    service = try editing.start(
      "setup-web",
      [
        "STATE_DIRECTORY=\(editing.path("phone"))", "CONFIGURATION_DIRECTORY=\(editing.path("etc"))",
        "ROTUNDA_SESSION_EDITOR_SOCKET=\(editor ?? editing.path("editor-socket"))",
        "ROTUNDA_SESSION_PIN_SOCKET=\(editing.path("pin-socket"))",
        "ROTUNDA_SESSION_PIN_FILE=\(editing.path("etc/pin"))", "ROTUNDA_SETUP_WEB_ADDRESSES=127.0.0.1",
        "ROTUNDA_PHONE=\(Self.repository.appending(path: "phone").path)",
        "ROTUNDA_THEMES=\(Self.repository.appending(path: "themes").path)", "PATH=/usr/bin:/bin",
        "HOME=\(editing.directory)", "XDG_DATA_DIRS=/nowhere",
        "TEXTDOMAINDIR=\(editing.path("locale"))",
      ], ["setup-web", "0"], tracer: tracer, log: log)
    launcher = clinux_message_connect(editing.path("setup-web-socket"))
    try #require(launcher >= 0)
    let order = PhoneOrder(ticket: ticket, language: "en").bytes
    try #require(clinux_send(launcher, order, order.count, -1) == order.count)
  }

  /// Kills the service.
  func stop() {
    kill(service.processIdentifier, SIGKILL)
    _ = ends()
  }

  /// The seconds for which the launcher's ticket is valid.
  func secondsLeft() throws -> Double {
    let ticket = try #require(ticket)
    return try #require(PINServiceClient(socket: editing.path("pin-socket")).redeem(ticket))
  }

  // The other stage ends the service.
  deinit { close(launcher) }

  /// Whether the service ends by itself.
  func ends() -> Bool {
    for _ in 0..<3000 {
      let state = try? String(contentsOfFile: "/proc/\(service.processIdentifier)/stat", encoding: .utf8)
      guard let state, !state.contains(") Z ") else { return true }
      usleep(10_000)
    }
    return false
  }

  /// Runs a program to its end, and returns what it writes. Foundation's `Process` waits for a service of the
  /// stage that has closed its descriptors, and for nothing else meanwhile.
  @discardableResult
  static func run(_ words: [String], seconds: Int32 = 60) -> String {
    let copies = words.map { strdup($0) } + [nil]
    defer { for copy in copies { free(copy) } }
    var bytes = [CChar](repeating: 0, count: 1 << 20)
    let count = copies.withUnsafeBufferPointer { words in
      words.baseAddress.map { clinux_read_output($0, &bytes, bytes.count, seconds * 1000) } ?? -1
    }
    return String(decoding: bytes.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Returns the service's next report with its descriptor; nil if the service has ended.
  func report() -> (report: PhoneReport, descriptor: Int32)? {
    _ = clinux_set_receive_timeout(launcher, 30_000)
    var (bytes, descriptor) = ([UInt8](repeating: 0, count: PhoneReport.mostBytes), Int32(-1))
    let count = clinux_receive(launcher, &bytes, bytes.count, 1, &descriptor)
    guard count > 0 else { return nil }
    return PhoneReport(bytes: bytes.prefix(count)).map { ($0, descriptor) }
  }

  /// Waits until the page can be opened.
  func waitForPage() throws {
    let first = try #require(report()).report
    guard case .ready(let link, let address, let digits, let fingerprint, let seconds) = first else {
      Issue.record("\(first)")
      return
    }
    (self.link, self.address, self.digits, self.fingerprint) = (link, address, digits, fingerprint)
    self.seconds = seconds
  }

  var token: String { String(link.split(separator: "#").last ?? "") }
  var log: String { editing.text("log") ?? "" }

  /// The launcher hangs up.
  func hangUp() { shutdown(launcher, Int32(SHUT_RDWR)) }

  // MARK: The browser

  struct Answer {
    let status: Int
    let body: String

    /// The value of a member that is a string.
    func text(_ name: String) -> String? { json?[name] as? String }
    var json: [String: Any]? {
      (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
    }
  }

  /// Asks as a browser does, with the cookie of its session.
  ///
  /// - Parameter origin: the page that asks; nil is the kiosk's own, and an empty one is not sent.
  func ask(
    _ path: String, _ fields: [(String, String)]? = nil, file: String? = nil, also words: [String] = [],
    origin: String? = nil
  ) -> Answer {
    var arguments = ["--cookie", editing.path("cookies"), "--cookie-jar", editing.path("cookies")]
    if fields != nil || file != nil, origin != "" {
      arguments += ["--header", "Origin: \(origin ?? String(address.dropLast()))"]
    }
    for (name, value) in fields ?? [] { arguments += ["--data-urlencode", "\(name)=\(value)"] }
    if fields?.isEmpty == true { arguments += ["--data", ""] }
    if let file {
      arguments += ["--header", "Content-Type: application/octet-stream", "--data-binary", "@\(file)"]
    }
    return curl(arguments + words + [address + path])
  }

  func curl(_ words: [String]) -> Answer {
    let output = Self.run(
      ["curl", "--silent", "--insecure", "--max-time", "50", "--write-out", "\n%{http_code}"] + words)
    let end = output.lastIndex(of: "\n") ?? output.startIndex
    return Answer(status: Int(output[end...].dropFirst()) ?? 0, body: String(output[..<end]))
  }

  /// Opens the session, which the launcher hears of.
  func enter() throws {
    #expect(ask("enter", [("code", token)]).status == 200)
    #expect(report()?.report == .connected)
  }

  /// Writes a picture for an upload; its path.
  func picture(_ kind: String = "png", size: String = "64x48") -> String {
    let path = editing.path("upload.\(kind)")
    Self.run(["convert", "-size", size, "gradient:#204080-#e0c040", path])
    return path
  }

  /// The names of the files that are kept.
  var kept: [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: editing.path("phone/media"))) ?? []
    return names.filter { !$0.hasPrefix(".") }.sorted()
  }
}

/// An editor's service that gives the same answer to each request.
final class StandInEditor {
  private let listener: Int32

  init(_ path: String, _ answer: EditorAnswer) throws {
    unlink(path)
    listener = clinux_message_listen(path)
    try #require(listener >= 0)
    let listener = listener
    Thread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        var (bytes, unwanted) = ([UInt8](repeating: 0, count: EditorRequest.mostBytes), Int32(-1))
        _ = clinux_receive(connection, &bytes, bytes.count, 1, &unwanted)
        _ = clinux_send(connection, answer.bytes, answer.bytes.count, -1)
        close(connection)
      }
    }.start()
  }

  func end() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }
}

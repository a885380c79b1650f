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
  let service: Process
  private let launcher: Int32
  /// The first report to the launcher.
  private(set) var link = ""
  private(set) var address = ""
  private(set) var (digits, fingerprint) = ("", "")

  static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    .standardized

  /// - Parameters:
  ///   - text: the operator's file; nil for the first run.
  ///   - ticket: what the launcher has; nil is the ticket of the right PIN, or the first run.
  init(_ text: String?, ticket: PINTicket? = nil) throws {
    editing = try EditorStage(text, hasPIN: text != nil, hash: "etc/pin")
    _ = FileManager.default.createFile(atPath: editing.path("log"), contents: nil)
    let log = try #require(FileHandle(forWritingAtPath: editing.path("log")))
    service = try editing.start(
      "setup-web",
      [
        "STATE_DIRECTORY=\(editing.path("phone"))", "CONFIGURATION_DIRECTORY=\(editing.path("etc"))",
        "ROTUNDA_SESSION_EDITOR_SOCKET=\(editing.path("editor-socket"))",
        "ROTUNDA_SESSION_PIN_SOCKET=\(editing.path("pin-socket"))",
        "ROTUNDA_SESSION_PIN_FILE=\(editing.path("etc/pin"))", "ROTUNDA_SETUP_WEB_ADDRESSES=127.0.0.1",
        "ROTUNDA_PHONE=\(Self.repository.appending(path: "phone").path)",
        "ROTUNDA_THEMES=\(Self.repository.appending(path: "themes").path)", "PATH=/usr/bin:/bin",
        "HOME=\(editing.directory)", "XDG_DATA_DIRS=/nowhere",
        "TEXTDOMAINDIR=\(editing.path("locale"))",
      ], ["setup-web", "0"], log: log)
    launcher = clinux_message_connect(editing.path("setup-web-socket"))
    try #require(launcher >= 0)
    let right = try text == nil ? nil : ticket ?? editing.ticket()
    let order = PhoneOrder(ticket: right, language: "en").bytes
    try #require(clinux_send(launcher, order, order.count, -1) == order.count)
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
    guard case .ready(let link, let address, let digits, let fingerprint, _) = first else {
      Issue.record("\(first)")
      return
    }
    (self.link, self.address, self.digits, self.fingerprint) = (link, address, digits, fingerprint)
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
    ((try? FileManager.default.contentsOfDirectory(atPath: editing.path("phone/media"))) ?? []).sorted()
  }
}

import Configuration
import Credentials
import Editing
import Foundation
import Testing

/// The real service on the loopback, with curl in the place of a phone.
@Suite(.serialized) struct PhonePageTests {
  private static let operators =
    "[brand]\nname = \"Museum\"\n[[tile]]\nid = \"a\"\nname = \"Map\"\nurl = \"https://a.org/\"\n"
  private static let renaming = [
    ("subject", "tile"), ("id", "a"), ("row", "name"), ("value", "Floor plan"),
  ]

  @Test func aPhoneRenamesATile() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    let answer = stage.ask(
      "change", [("subject", "tile"), ("id", "a"), ("row", "name"), ("value", "Floor plan")])
    #expect(answer.status == 200 && stage.editing.edited == nil)
    let state = try #require(answer.json?["state"] as? [String: Any])
    #expect(state["changed"] as? Bool == true && state["canUndo"] as? Bool == true)
    #expect(stage.ask("undo", []).json?["changed"] as? Bool == false)
    #expect(stage.ask("redo", []).json?["changed"] as? Bool == true)
    #expect(stage.ask("save", []).status == 200)
    #expect(stage.report()?.report == .saved)
    let edited = try #require(stage.editing.edited)
    #expect(edited.contains("name = \"Floor plan\""))
    #expect(stage.editing.text("etc/rotunda.toml") == Self.operators)
  }

  @Test func aPhoneSetsUpTheKiosk() throws {
    let stage = try PhoneStage(nil)
    try stage.waitForPage()
    try stage.enter()
    func change(_ row: String, _ fields: (String, String)..., of id: String? = nil) throws {
      let subject = id == nil ? "screen" : "tile"
      let answer = stage.ask(
        "change", [("subject", subject), ("id", id ?? ""), ("row", row)] + fields)
      #expect(answer.status == 200, "\(row): \(answer.body)")
    }
    try change("brand.name", ("value", "Town museum"))
    try change("theme.name", ("value", "paper"))
    try change("kiosk.language", ("value", "de"))
    try change(
      "schedule.open", ("day", "1"), ("day", "2"), ("from", "10:00"), ("until", "17:30"))
    let logo = stage.ask("upload", file: stage.picture()).text("path")
    try change("brand.logo", ("value", try #require(logo)))
    let page = stage.ask("add", [("kind", "address"), ("value", "example.org"), ("name", "")])
    #expect(page.status == 200, "\(page.body)")
    let picture = stage.ask("upload", file: stage.picture("jpeg")).text("path")
    let added = stage.ask(
      "add", [("kind", "picture"), ("value", try #require(picture)), ("name", "Façade")])
    #expect(added.status == 200)
    try change("picture-focus", ("x", "0.25"), ("y", "0.8"), of: "façade")
    #expect(stage.ask("add", [("kind", "text"), ("name", "Prices"), ("value", "# 5 €")]).status == 200)
    try change("text", ("value", "# 6 €\n\nChildren: free"), of: "prices")
    let moves = stage.ask("change", [("subject", "tile"), ("id", "prices"), ("row", "+move")])
    let rows = try #require((moves.json?["form"] as? [String: Any])?["rows"] as? [[String: Any]])
    let first = try #require(rows.compactMap { $0["id"] as? String }.first { $0.hasPrefix("<") })
    let moved = stage.ask("change", [("subject", "move"), ("id", "prices"), ("row", first)])
    #expect(moved.status == 200)
    #expect(stage.ask("save", [("pin", "12")]).status == 409)
    #expect(stage.editing.edited == nil && stage.editing.text("etc/pin") == nil)
    let saved = stage.ask("save", [("pin", "1357")])
    #expect(saved.status == 200, "\(saved.body)")
    let edited = try #require(stage.editing.edited)
    for line in [
      "packaged = false", "name = \"Town museum\"", "name = \"paper\"", "language = \"de\"",
      "open = [\"tue-wed 10:00-17:30\"]", "logo = \"\(logo ?? "")\"", "url = \"https://example.org\"",
      "picture-focus = [0.25, 0.8]", "name = \"Prices\"", "pin-file = \"\(stage.editing.path("etc/pin"))\"",
    ] {
      #expect(edited.contains(line), "\(line)")
    }
    #expect(stage.kept.count == 4, "a logo, a picture and two versions of a text")
    #expect(stage.editing.text("etc/pin")?.hasPrefix("$") == true)
    #expect(try stage.editing.ticket(pin: "1357") != nil)
    // The first run is over, and no one has entered a PIN.
    #expect(stage.ask("add", [("kind", "address"), ("value", "b.org"), ("name", "")]).status == 200)
    #expect(stage.ask("save", []).status == 409)
    #expect(stage.editing.edited == edited)
  }

  @Test func onlyTheRightPINStartsIt() throws {
    let stage = try PhoneStage(Self.operators, ticket: PINTicket())
    #expect(stage.report()?.report == .ended(.noRight))
    #expect(stage.report() == nil)
  }

  @Test func wrongDigitsHaveToWait() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    let wrong = stage.digits == "000000" ? "000001" : "000000"
    for _ in 0..<5 { #expect(stage.ask("enter", [("code", wrong)]).status == 403) }
    let answer = stage.ask("enter", [("code", stage.digits)])
    #expect(answer.status == 429 && answer.json?["wait"] as? Double ?? 0 > 0)
    #expect(stage.ask("state").status == 401)
    // The code that is scanned cannot be guessed, and so waits for nothing.
    try stage.enter()
    #expect(stage.ask("state").status == 200)
    #expect(stage.ask("enter", [("code", stage.token)]).status == 409)
    // Neither is in the journal.
    #expect(!stage.log.contains(stage.token) && !stage.log.contains(stage.digits))
  }

  @Test func otherHostsAndOriginsAreRefused() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    let change = [("subject", "tile"), ("id", "a"), ("row", "name"), ("value", "x")]
    #expect(stage.ask("state", also: ["--header", "Host: evil.example"]).status == 421)
    #expect(stage.ask("change", change, origin: "https://evil.example").status == 403)
    #expect(stage.ask("change", change, origin: "").status == 403)
    #expect(stage.ask("change", change, also: ["--header", "Content-Type: text/plain"]).status == 415)
    let stranger = ["--header", "Origin: \(stage.address.dropLast())", "--cookie", "__Host-rotunda=0"]
    #expect(stage.curl(stranger + ["--data", "x=1", stage.address + "change"]).status == 401)
    #expect(stage.ask("change").status == 405 && stage.ask("etc").status == 404)
    #expect(stage.ask("file?path=/etc/passwd").status == 409)
    #expect(stage.ask("state").json?["changed"] as? Bool == false)
    let plain = stage.curl([stage.address.replacing("https://", with: "http://")])
    #expect(plain.status == 0)
  }

  @Test func everyAnswerHasItsHeaders() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    for (path, status) in [("", 200), ("phone.js", 200), ("phone.css", 200), ("words", 200), ("state", 401)] {
      let answer = stage.ask(path, also: ["--include"])
      #expect(answer.status == status)
      for header in [
        "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'",
        "form-action 'none'", "base-uri 'none'", "frame-ancestors 'none'", "X-Frame-Options: DENY",
        "X-Content-Type-Options: nosniff", "Cache-Control: no-store", "Referrer-Policy: no-referrer",
        "Cross-Origin-Resource-Policy: same-origin",
      ] {
        #expect(answer.body.contains(header), "\(path): \(header)")
      }
    }
    let cookie = stage.ask("enter", [("code", stage.token)], also: ["--include"]).body
    #expect(cookie.contains("Set-Cookie: __Host-rotunda="))
    #expect(cookie.contains("; Path=/; Secure; HttpOnly; SameSite=Strict") && !cookie.contains("Domain="))
    // Nothing on the page is inline, or from elsewhere.
    let page = stage.ask("").body
    #expect(!page.contains(" style=") && !page.contains("onclick") && !page.contains("http"))
    #expect(page.components(separatedBy: "<script").count == 2 && page.contains("</script>"))
  }

  @Test func onlyPicturesAreTaken() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    #expect(stage.ask("upload", file: stage.picture()).status == 401)
    try stage.enter()
    #expect(stage.ask("upload", file: stage.picture("webp")).status == 200)
    let good = stage.kept
    #expect(good.count == 1)
    func refuse(_ bytes: [UInt8], _ name: String, status: Int = 409) throws {
      let path = stage.editing.path("bad")
      _ = FileManager.default.createFile(atPath: path, contents: Data(bytes))
      #expect(stage.ask("upload", file: path).status == status, "\(name)")
    }
    try refuse(Array("<html></html>".utf8), "no picture")
    try refuse(Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), "a drawing")
    let png = try Data(contentsOf: URL(filePath: stage.picture()))
    try refuse(Array(png.prefix(png.count / 2)), "half a picture")
    // A header of 60000 × 60000 pixels, and none of them.
    var bomb = Array(png)
    bomb.replaceSubrange(16..<24, with: [0, 0, 0xEA, 0x60, 0, 0, 0xEA, 0x60])
    try refuse(bomb, "a bomb")
    try refuse([UInt8](repeating: 0x89, count: (20 << 20) + 1), "too long", status: 413)
    #expect(stage.kept == good)
    #expect(stage.ask("state").status == 200)
  }

  @Test func hugeUploadsAreRefusedUnread() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    let path = stage.editing.path("huge")
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    truncate(path, 200_000_000)
    #expect(stage.ask("upload", file: path).status == 413)
    let long = String(repeating: "a", count: 30_000)
    #expect(stage.ask("state", also: ["--header", "X: \(long)"]).status == 431)
    let chunked = ["--header", "Transfer-Encoding: chunked"]
    #expect(stage.ask("upload", file: stage.picture(), also: chunked).status == 411)
    #expect(stage.ask("state").status == 200)
    var status = ""
    status =
      (try? String(contentsOfFile: "/proc/\(stage.service.processIdentifier)/status", encoding: .utf8)) ?? ""
    let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }?.split(separator: " ")
      .compactMap { Int($0) }.first
    #expect(peak ?? .max < 200_000, "kilobytes of memory")
  }

  @Test func slowBrowsersHoldNoOneUp() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    let port = UInt16(stage.address.split(separator: ":").last?.dropLast() ?? "") ?? 0
    let sockets = (0..<12).map { _ in Self.connect(port) }
    defer { for socket in sockets { close(socket) } }
    for socket in sockets { #expect(write(socket, "\u{16}\u{03}", 2) == 2) }
    try stage.enter()
    for socket in sockets { _ = send(socket, "\u{01}", 1, Int32(MSG_NOSIGNAL)) }
    #expect(stage.ask("state").status == 200)
  }

  /// It is never silent, and does not end its head.
  @Test(
    .enabled(
      if: ProcessInfo.processInfo.environment["ROTUNDA_LONG"] != nil, "takes long: make check-long"))
  func aHeadHasTwentySeconds() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    let port = stage.address.split(separator: ":").last?.dropLast() ?? ""
    let said = PhoneStage.run([
      "python3", "-c",
      """
      import socket, ssl, time
      start = time.monotonic()
      connection = socket.create_connection(("127.0.0.1", \(port)))
      with ssl._create_unverified_context().wrap_socket(connection) as browser:
          browser.settimeout(0.5)
          browser.sendall(b"GET / HTTP/1.1\\r\\nX: ")
          try:
              while time.monotonic() < start + 50:
                  browser.sendall(b"a")
                  try:
                      if not browser.recv(1):
                          break
                  except TimeoutError:
                      pass
          except OSError:
              pass
      print(round(time.monotonic() - start))
      """,
    ])
    let seconds = Int(said.filter { !$0.isWhitespace }) ?? 0
    #expect((19...30).contains(seconds), "\(said)")
  }

  private static func connect(_ port: UInt16) -> Int32 {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    (address.sin_port, address.sin_addr.s_addr) = (port.bigEndian, UInt32(0x7F00_0001).bigEndian)
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.connect(descriptor, $0, size) }
    }
    return result == 0 ? descriptor : -1
  }

  // MARK: The end, and the next page

  @Test func thePageEndsBeforeTheTicket() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    #expect((1...Int(PINTicket.lifetime) - 5).contains(stage.seconds))
    let left = try stage.secondsLeft()
    #expect(Double(stage.seconds) <= left - 4)
  }

  /// The editor's service says that the ticket ends soon.
  @Test func aTicketThatEndsSoonStartsNoPage() throws {
    let stage = try PhoneStage(Self.operators, ticket: PINTicket())
    #expect(stage.ends())
    for (seconds, starts) in [(64, false), (66, true)] {
      let service = try StandInEditor(stage.editing.path("stand-in"), .allowed(seconds: seconds))
      defer { service.end() }
      try stage.begin(editor: stage.editing.path("stand-in"))
      guard case .ready(_, _, _, _, let left)? = stage.report()?.report else {
        #expect(!starts && stage.ends())
        continue
      }
      #expect(starts && left == 61)
    }
  }

  @Test func unsavedChangesComeBack() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    #expect(stage.ask("add", [("kind", "text"), ("name", "Prices"), ("value", "# 5 €")]).status == 200)
    #expect(stage.ask("change", Self.renaming).status == 200)
    let unused = stage.ask("upload", file: stage.picture()).text("path")
    #expect(unused != nil && stage.kept.count == 2)
    stage.hangUp()
    #expect(stage.ends() && stage.editing.edited == nil)
    #expect(stage.kept.allSatisfy { $0.hasSuffix(".md") } && stage.kept.count == 1)
    try stage.begin()
    try stage.waitForPage()
    try stage.enter()
    let state = stage.ask("state").json
    #expect(state?["changed"] as? Bool == true && state?["lost"] is NSNull)
    #expect(stage.ask("undo", []).json?["canUndo"] as? Bool == true)
    #expect(stage.ask("redo", []).status == 200 && stage.ask("save", []).status == 200)
    let edited = try #require(stage.editing.edited)
    #expect(edited.contains("Floor plan") && edited.contains("Prices"))
    stage.hangUp()
    #expect(stage.ends() && stage.kept.count == 1)
    try stage.begin()
    try stage.waitForPage()
    try stage.enter()
    #expect(stage.ask("state").json?["changed"] as? Bool == false)
  }

  @Test func changesOfOthersStay() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    #expect(stage.ask("change", Self.renaming).status == 200)
    let others = "[brand]\nname = \"Town museum\"\n"
    #expect(stage.editing.save(others, ticket: try stage.editing.ticket()) == nil)
    let answer = stage.ask("save", [])
    #expect(answer.status == 409 && answer.text("error")?.hasPrefix("Not saved: ") == true)
    let state = answer.json?["state"] as? [String: Any]
    #expect(state?["changed"] as? Bool == true && state?["canUndo"] as? Bool == true)
    #expect(stage.editing.edited == others)
    #expect(stage.ask("save", []).status == 200)
    let edited = try #require(stage.editing.edited)
    #expect(edited.contains("Town museum") && edited.contains("Floor plan"))
  }

  /// Kills the service at the calls with which it keeps an upload and unsaved changes.
  @Test(.enabled(if: EditedFileTests.canTrace, "strace is not installed, or may not trace"))
  func aKilledServiceLeavesNothingHalfWritten() throws {
    let stage = try PhoneStage(Self.operators)
    let (picture, log) = (stage.picture(), stage.editing.path("calls"))
    let bytes = try Data(contentsOf: URL(filePath: picture))
    var outcomes: Set<String> = []
    func work(_ tracing: [String], _ moment: Comment) throws {
      stage.stop()
      for name in ["media", "unsaved", "unsaved.new"] {
        try? FileManager.default.removeItem(atPath: stage.editing.path("phone/\(name)"))
      }
      try stage.begin(tracer: ["strace", "-D", "-f"] + tracing)
      try stage.waitForPage()
      // A note in the journal may be the moment.
      _ = stage.ask("enter", [("code", stage.token)])
      _ = stage.ask("upload", file: picture)
      _ = stage.ask("change", Self.renaming)
      stage.stop()
      let files = stage.kept.filter { !$0.hasSuffix(".new") }
      for file in files {
        let kept = try Data(contentsOf: URL(filePath: stage.editing.path("phone/media/\(file)")))
        #expect(kept == bytes, moment)
      }
      let steps = stage.editing.text("phone/unsaved").map { EditScript.steps(of: Array($0.utf8)) }
      let renamed = [[Edit.setTile("a", key: "name", .text("Floor plan"))]]
      #expect(steps == nil || steps == renamed, moment)
      #expect(stage.editing.edited == nil, moment)
      outcomes.insert("\(files.count) \(steps == nil ? 0 : 1)")
    }
    let calls = ["write", "fsync", "rename"]
    try work(["-o", log, "-e", "trace=\(calls.joined(separator: ","))"], "without a kill")
    #expect(outcomes == ["1 1"])
    let traced = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    for call in calls {
      let count = traced.count { $0.contains(" \(call)(") }
      // Before these, the service writes nothing but its journal.
      for number in stride(from: count, to: max(0, count - 6), by: -1) {
        let kill = [
          "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(call):signal=KILL:when=\(number)",
        ]
        try work(kill, "\(call) \(number) of \(count)")
      }
    }
    #expect(outcomes == ["0 0", "1 0", "1 1"])
    // The next page removes what no one has used.
    try stage.begin()
    try stage.waitForPage()
    #expect(stage.kept.isEmpty)
  }

  @Test func itEndsWithThePhone() throws {
    let left = try PhoneStage(Self.operators)
    try left.waitForPage()
    try left.enter()
    #expect(left.ask("leave", []).status == 200)
    #expect(left.report()?.report == .ended(.left))
    #expect(left.ends())
  }

  @Test func itEndsWithTheLauncher() throws {
    let gone = try PhoneStage(Self.operators)
    try gone.waitForPage()
    gone.hangUp()
    #expect(gone.ends())
  }

  @Test func aPhoneSeesTheScreen() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    try stage.enter()
    #expect(stage.ask("photograph", []).status == 202)
    let asked = try #require(stage.report())
    #expect(asked.report == .photograph && asked.descriptor >= 0)
    #expect(stage.ask("picture").status == 204)
    let picture = try Data(contentsOf: URL(filePath: stage.picture()))
    let pipe = FileHandle(fileDescriptor: asked.descriptor, closeOnDealloc: true)
    try pipe.write(contentsOf: picture)
    try pipe.close()
    var status = 204
    for _ in 0..<100 where status == 204 { status = stage.ask("picture").status }
    #expect(status == 200)
  }

  @Test func theCertificateIsTheOneOnTheScreen() throws {
    let stage = try PhoneStage(Self.operators)
    try stage.waitForPage()
    let port = stage.address.split(separator: ":").last?.dropLast() ?? ""
    let said = PhoneStage.run([
      "python3", "-c",
      """
      import hashlib, ssl
      pem = ssl.get_server_certificate(("127.0.0.1", \(port)))
      print(hashlib.sha256(ssl.PEM_cert_to_DER_cert(pem)).hexdigest().upper())
      """,
    ])
    #expect(said.filter { !$0.isWhitespace } == stage.fingerprint.filter { !$0.isWhitespace })
    #expect(stage.fingerprint.split(separator: " ").count == 16)
  }

  // MARK: Messages

  @Test func messagesAreReadAsTheyAreWritten() {
    for order in [
      PhoneOrder(ticket: nil, language: "de"), PhoneOrder(ticket: PINTicket(), language: ""),
    ] {
      #expect(PhoneOrder(bytes: order.bytes) == order)
    }
    for report in [
      PhoneReport.ready(link: "a#b", address: "a", digits: "123456", fingerprint: "AB CD", seconds: 900),
      .connected, .saved, .photograph, .ended(.over), .ended(.noNetwork),
    ] {
      #expect(PhoneReport(bytes: report.bytes) == report)
    }
    for wrong in ["", "start", "start x\nde", "start first", "ready\na", "ended\nx", "saved\n"] {
      #expect(PhoneOrder(bytes: Array(wrong.utf8)) == nil && PhoneReport(bytes: Array(wrong.utf8)) == nil)
    }
  }
}

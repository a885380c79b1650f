import Bundles
import Configuration
import ConfigurationFile
import Editing
import Shell

/// Messages to the editor's service and the page for phones; and a file that the editor changes.
///
/// The file of a request then becomes the edited file of a session. The session changes a key, a tile and a
/// place, and reverts each change. Every byte must be as before.
enum EditorFuzzing {
  private static let file = ScratchFile()
  private static let loader = ConfigurationLoader(
    environment: ["XDG_DATA_DIRS": "/nonexistent"], notesTiles: true)

  /// Requests and responses of each kind, and files with keys in several forms.
  static var seeds: [[UInt8]] {
    let files = [
      "[brand]\nname = \"a\" # b\nlogo = \"c.svg\"\n", "brand.name.de = \"a\"\n",
      "brand = { name = \"a\" }\n",
      "[[tile]]\nid = \"a\"\nurl = \"https://a.org/\"\n[[tile-change]]\nid = \"a\"\nbadge = 1\n",
      "[[tile]]\nname = \"F\"\ntiles = [{ id = \"a\", page = \"a.md\" }]\n[[tile-change]]\nid = \"a\"\ninto = \"\"\n",
      "[[shelf]]\nid = \"s\"\n[[tile]]\nid = \"a\"\nrun = [\"x\"]\n[[tile-change]]\nid = \"a\"\ninto = \"s\"\n",
    ]
    let requests = files.map { EditorRequest(base: EditedVersion(of: []), file: Array($0.utf8)).bytes }
    let error = Diagnostic(.error, file: "/a", line: 1, column: 2, key: "b", message: "c", suggestion: "d")
    let answers: [EditorAnswer] = [
      .saved, .allowed(seconds: 9), .refused(.noRight), .refused(.failed(reason: "full")),
      .refused(.invalid(error)),
    ]
    let reports: [PhoneReport] = [
      .ready(link: "https://10.0.0.1/#a", address: "b", digits: "123456", fingerprint: "AB", seconds: 9),
      .connected, .ended(.noRight),
    ]
    let bundles =
      [BundleCopyRequest.state.bytes, Array("bundle 0123456789abcdef0123456789abcdef\n".utf8)]
      + [BundleCopy.copying(percent: 9), .refused(.busy)].map(\.bytes)
    return requests + bundles + answers.map(\.bytes) + [PhoneOrder(ticket: nil, language: "de").bytes]
      + reports.map(\.bytes)
      + [EditScript.bytes(of: [[.set("a.b", .text("c"))], [.addTile(id: "d", [], at: .into(""))]])]
  }

  static func run(_ bytes: [UInt8]) {
    let request = EditorRequest(bytes: bytes)
    if let request {
      rule(EditorRequest(bytes: request.bytes) == request, "a request is read as it is written")
      rule(request.newPIN == nil || request.ticket == nil, "a PIN is set in the first run only")
    }
    if let answer = EditorAnswer(bytes: bytes) {
      rule(EditorAnswer(bytes: answer.bytes) != nil, "an answer is read as it is written")
    }
    if let request = BundleCopyRequest(bytes: bytes) {
      rule(request.bytes == bytes, "a request about a bundle has one form")
    }
    if let copy = BundleCopy(bytes: bytes) {
      rule(BundleCopy(bytes: copy.bytes) == copy, "the state of a copy is read as it is written")
    }
    if let steps = EditScript.steps(of: bytes) {
      rule(EditScript.steps(of: EditScript.bytes(of: steps)) == steps, "steps are read as they are written")
    }
    if let order = PhoneOrder(bytes: bytes) {
      rule(PhoneOrder(bytes: order.bytes) == order, "an order is read as it is written")
    }
    if let report = PhoneReport(bytes: bytes) {
      rule(PhoneReport(bytes: report.bytes) == report, "a report is read as it is written")
    }
    edit(request?.file ?? bytes)
  }

  private static func edit(_ bytes: [UInt8]) {
    var text = EditedText(bytes)
    do throws(EditedText.Fault) {
      try text.set(["brand", "name"], to: "\"x\"")
      rule(text.has(["brand", "name"]), "the new value is in the file: \(text.text)")
      try text.unset(["brand", "name"])
      rule(!text.has(["brand", "name"]), "the removed value is gone: \(text.text)")
      for index in text.elements(of: "tile-change").indices.reversed() {
        try text.set("badge", of: index, in: "tile-change", to: "1")
        try text.removeElement(index, of: "tile-change")
      }
      rule(text.elements(of: "tile-change").isEmpty, "no change is left: \(text.text)")
    } catch {
      rule(error.line >= 0, "a fault has a line")
    }
    file.fill(bytes)
    var session = EditingSession(loader, path: file.path)
    let before = session.text
    let tiles = session.configuration.placedTiles.prefix(3).map(\.id)
    let steps: [[Edit]] =
      [[.set("brand.name", .text("x"))], [.addTile([.init("url", .text("https://a.org/"))])]]
      + tiles.flatMap {
        [[.setTile($0, key: "badge", .text("b"))], [.moveTile($0, .into(""))], [.removeTile($0)]]
      }
    for edits in steps {
      do throws(EditRefusal) {
        try session.apply(edits)
      } catch {
        rule(!error.diagnostic.message.isEmpty, "a refusal has a text")
      }
    }
    setFromPhone(bytes, &session)
    while session.state.canUndo { session.undo() }
    rule(session.text == before, "undo restores every byte")
  }

  /// Sets a row of the form of the screen to a value as a browser sends it.
  private static func setFromPhone(_ bytes: [UInt8], _ session: inout EditingSession) {
    var forms = RemoteEditor(.english)
    forms.update(session.state, [], pictures: [])
    guard let rows = forms.form(.screen)?.rows, !rows.isEmpty else { return }
    let text = String(decoding: bytes.prefix(100), as: UTF8.self)
    let fields = [("value", text), ("value.de", text), ("day", "1"), ("from", text), ("until", "12:30")]
    switch forms.change(rows[bytes.count % rows.count].id, of: .screen, to: fields) {
    case .edits(let edits, _):
      do throws(EditRefusal) {
        try session.apply(edits)
      } catch {
        rule(!error.diagnostic.message.isEmpty, "a refusal has words")
      }
    case .refused(let reason): rule(!reason.isEmpty, "a refusal has words")
    case .subject, .nothing: break
    }
  }
}

import Artwork
import CLinux
import Configuration
import Credentials
import Editing
import FileSystem
import Glibc
import JSONFormat
import Logging
import Shell

private let log = Log("setup-web")

/// Answers the requests of the page.
final class WebSite: WebHandler {
  private var editor: WebEditor
  private let sources: SetupWebSources
  private let pages: String
  private let language: String
  private(set) var keys = WebKeys()
  private var localizers: [String: Localizer] = [:]
  var gate = WebGate(hosts: [])
  /// When the service ends.
  var end = 0.0
  /// Reports something to the launcher, perhaps with a descriptor.
  var onEvent: (PhoneReport, Int32) -> Void = { _, _ in }
  /// Whether the operator has left, on the phone.
  private(set) var isLeft = false
  /// The picture of the screen that is being received, and the latest.
  private(set) var photograph: Int32 = -1
  private var (receiving, picture) = ([UInt8](), [UInt8]())

  /// The most bytes of a picture of the screen.
  private static let mostPictureBytes = 4 << 20
  private static let mostPageBytes = 1 << 20

  init(_ editor: WebEditor, _ sources: SetupWebSources, pages: String, language: String) {
    (self.editor, self.sources, self.pages, self.language) = (editor, sources, pages, language)
  }

  deinit { if photograph >= 0 { close(photograph) } }

  // MARK: Requests

  func begin(_ head: WebHead, _ exchange: WebExchange) -> Int64? {
    switch judge(head) {
    case .refused(let status):
      exchange.answer(.object([]), status: status)
      return nil
    case .route(let route): return route.mostBytes
    }
  }

  private func judge(_ head: WebHead) -> WebGate.Verdict {
    gate.judge(
      method: head.method, path: head.path, host: head.host, origin: head.origin, type: head.type,
      hasSession: keys.admits(head.session))
  }

  func finish(_ head: WebHead, _ exchange: WebExchange) {
    // The session may have ended while the body came.
    guard case .route(let route) = judge(head) else { return exchange.answer(.object([]), status: 401) }
    let words = words(head, exchange)
    do throws(WebEditor.Refusal) {
      try answer(route, exchange, words)
    } catch {
      let news = error.isOutdated ? [(name: "state", value: state(words))] : []
      exchange.answer(.object([("error", .string(error.text))] + news), status: 409)
    }
  }

  /// The page ends.
  func cleanUp() { editor.cleanUp() }

  private func answer(
    _ route: WebRoute, _ exchange: WebExchange, _ words: Localizer
  ) throws(WebEditor.Refusal) {
    switch route {
    case .page: send("index.html", "text/html; charset=utf-8", exchange)
    case .style: send("phone.css", "text/css; charset=utf-8", exchange)
    case .script: send("phone.js", "text/javascript; charset=utf-8", exchange)
    case .words: exchange.answer(WebWords.json(words))
    case .enter: enter(exchange, words)
    case .state: exchange.answer(state(words))
    case .form: try form(exchange, words)
    case .text: try text(exchange, words)
    case .file: try file(exchange, words)
    case .picture:
      if picture.isEmpty {
        exchange.answer(204, "image/png", [])
      } else {
        exchange.answer(200, "image/png", picture)
      }
    case .photograph:
      takePhotograph()
      exchange.answer(.object([]), status: 202)
    case .change: try change(exchange, words)
    case .add: try add(exchange, words)
    case .upload: try upload(exchange, words)
    case .undo:
      editor.undo()
      exchange.answer(state(words))
    case .redo:
      editor.redo()
      exchange.answer(state(words))
    case .save: try save(exchange, words)
    case .leave:
      isLeft = true
      exchange.answer(.object([]))
    }
  }

  /// The texts in the language that the page names, or in the best that the browser names.
  private func words(_ head: WebHead, _ exchange: WebExchange) -> Localizer {
    let chosen = exchange.argument("language")
    let named = head.languages.split(separator: ",").prefix(8).map { item in
      String(item.prefix { $0 != ";" }.filter { !$0.isWhitespace })
    }
    // One of a few: browsers without a session must not have catalogs read again and again.
    let known = ([chosen] + named + [language]).lazy.compactMap { LanguageTag($0)?.subtags.first }
      .first { RemoteEditor.languages.contains($0) }
    let key = known ?? language
    if let localizer = localizers[key] { return localizer }
    let localizer = sources.words([key])
    localizers[key] = localizer
    return localizer
  }

  private func send(_ name: String, _ type: String, _ exchange: WebExchange) {
    guard let bytes = SystemFiles().contents(of: "\(pages)/\(name)", limit: Self.mostPageBytes) else {
      log.error("\(pages)/\(name) cannot be read")
      return exchange.answer(.object([]), status: 500)
    }
    exchange.answer(200, type, bytes)
  }

  private func enter(_ exchange: WebExchange, _ words: Localizer) {
    switch keys.enter(exchange.field("code"), at: SetupWebService.now()) {
    case .opened(let secret):
      log.notice("a phone has connected")
      onEvent(.connected, -1)
      exchange.answer(
        state(words),
        cookie: "\(WebServer.cookieName)=\(secret); Path=/; Secure; HttpOnly; SameSite=Strict")
    case .wrong:
      log.warning("a wrong code was entered")
      exchange.answer(.object([("error", .string(words(.webWrongCode)))]), status: 403)
    case .wait(let seconds):
      exchange.answer(
        .object([
          ("error", .string(words(.webWait))), ("wait", .number(seconds.rounded(.up))),
        ]), status: 429)
    case .taken: exchange.answer(.object([("error", .string(words(.webTaken)))]), status: 409)
    }
  }

  // MARK: Contents

  private func state(_ words: Localizer) -> JSON {
    let (state, forms) = (editor.state, editor.forms(words))
    return .object([
      ("changed", .boolean(state.isChanged)), ("canUndo", .boolean(state.canUndo)),
      ("canRedo", .boolean(state.canRedo)), ("firstRun", .boolean(editor.isFirstRun)),
      ("seconds", .number(max(0, (end - SetupWebService.now()).rounded()))),
      ("shelves", .list(forms.shelves.map(WebForms.json))),
      ("lost", editor.lost == 0 ? .null : .string(words(.editConflict))),
    ])
  }

  private func subject(_ exchange: WebExchange, of field: (String) -> String) throws(WebEditor.Refusal)
    -> RemoteEditor.Subject
  {
    guard let subject = RemoteEditor.Subject(field("subject"), id: field("id")) else {
      throw WebEditor.Refusal(text: "subject")
    }
    return subject
  }

  private func form(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    let subject = try subject(exchange, of: exchange.argument)
    exchange.answer(try form(subject, words))
  }

  private func form(_ subject: RemoteEditor.Subject, _ words: Localizer) throws(WebEditor.Refusal) -> JSON {
    var forms = editor.forms(words)
    guard let form = forms.form(subject) else { throw WebEditor.Refusal(text: words(.webGone)) }
    var members: [(name: String, value: JSON)] = [
      ("title", .string(form.title)), ("rows", .list(form.rows.map(WebForms.json))),
    ]
    if case .tile(let id) = subject {
      members.append(("hasText", .boolean(ownText(of: id, forms) != nil)))
      if let cut = forms.cut(of: id) {
        members += [
          ("picture", .string(cut.picture)), ("focus", .list([.number(cut.x), .number(cut.y)])),
        ]
      }
    }
    return .object(members)
  }

  /// The text of a tile that came from a phone.
  private func ownText(of tile: String, _ forms: RemoteEditor) -> String? {
    guard let path = forms.pageFile(of: tile), path.hasSuffix(".md"), editor.store.holds(path) else {
      return nil
    }
    return SystemFiles().contents(of: path, limit: UploadStore.mostTextBytes)
      .flatMap { String(validating: $0, as: UTF8.self) }
  }

  private func text(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    guard let text = ownText(of: exchange.argument("id"), editor.forms(words)) else {
      throw WebEditor.Refusal(text: words(.webGone))
    }
    exchange.answer(.object([("text", .string(text))]))
  }

  /// A picture of a tile or of the store. The browser decodes it; this process does not.
  private func file(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    let path = exchange.argument("path")
    guard editor.forms(words).pictures.contains(path),
      let bytes = SystemFiles().contents(of: path, limit: UploadStore.mostPictureBytes),
      let kind = PictureCheck.kind(of: bytes)
    else { throw WebEditor.Refusal(text: words(.webGone)) }
    exchange.answer(200, kind.mediaType, bytes)
  }

  // MARK: Changes

  private func change(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    let (fields, subject) = (exchange.fields, try subject(exchange, of: exchange.field))
    var forms = editor.forms(words)
    // The text of a tile is no row of its form.
    if case .tile(let id) = subject, exchange.field("row") == "text", ownText(of: id, forms) != nil {
      let path = try keep(text: exchange.field("value"), words)
      try editor.apply([.setTile(id, key: "page", .text(path))], words)
      return exchange.answer(.object([("state", state(words)), ("form", try form(subject, words))]))
    }
    // A point of the picture, of which the form knows only a few.
    if case .tile(let id) = subject, exchange.field("row") == "picture-focus",
      let x = Double(exchange.field("x")), let y = Double(exchange.field("y"))
    {
      guard let edits = forms.cutting(id, x: x, y: y) else {
        throw WebEditor.Refusal(text: words(.webNoValue))
      }
      try editor.apply(edits, words)
      return exchange.answer(.object([("state", state(words)), ("form", try form(subject, words))]))
    }
    var answer: [(name: String, value: JSON)] = []
    switch forms.change(exchange.field("row"), of: subject, to: fields) {
    case .edits(let edits, let closes):
      try editor.apply(edits, words)
      answer = [("state", state(words)), ("form", closes ? .null : try form(subject, words))]
    case .subject(let next):
      answer = [("form", try form(next, words))]
    case .refused(let reason): throw WebEditor.Refusal(text: reason)
    case .nothing: answer = [("form", try form(subject, words))]
    }
    exchange.answer(.object(answer))
  }

  private func add(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    let (value, place) = (exchange.field("value"), exchange.field("place"))
    let name = String(exchange.field("name").prefix(200)).filter { !$0.isNewline }
    let forms = editor.forms(words)
    switch exchange.field("kind") {
    case "address":
      guard let edits = forms.adding(address: value, name: name, to: place) else {
        throw WebEditor.Refusal(text: words(.setupNoAddress))
      }
      try editor.apply(edits, words)
    case "picture":
      guard editor.store.holds(value), !name.isEmpty else {
        throw WebEditor.Refusal(text: words(.webNoValue))
      }
      try editor.apply(forms.adding(file: value, isPicture: true, name: name, to: place), words)
    case "text":
      guard !name.isEmpty, !value.isEmpty else { throw WebEditor.Refusal(text: words(.webNoValue)) }
      let path = try keep(text: value, words)
      try editor.apply(forms.adding(file: path, isPicture: false, name: name, to: place), words)
    default: throw WebEditor.Refusal(text: words(.webNoValue))
    }
    exchange.answer(state(words))
  }

  private func upload(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    do throws(UploadStore.Refusal) {
      exchange.answer(.object([("path", .string(try editor.store.keep(picture: exchange.body)))]))
    } catch {
      throw WebEditor.Refusal(text: Self.text(of: error, words))
    }
  }

  private func keep(text: String, _ words: Localizer) throws(WebEditor.Refusal) -> String {
    do throws(UploadStore.Refusal) {
      guard !text.utf8.contains(0) else { throw UploadStore.Refusal.failed }
      return try editor.store.keep(text: text)
    } catch {
      throw WebEditor.Refusal(text: Self.text(of: error, words))
    }
  }

  private static func text(of refusal: UploadStore.Refusal, _ words: Localizer) -> String {
    switch refusal {
    case .notAPicture: words(.webNotAPicture)
    case .full: words(.webFull)
    case .failed: words(.somethingWentWrong)
    }
  }

  private func save(_ exchange: WebExchange, _ words: Localizer) throws(WebEditor.Refusal) {
    let entered = exchange.field("pin")
    let pin = PIN(entered)
    guard entered.isEmpty || pin != nil else { throw WebEditor.Refusal(text: words(.setupPINDetail)) }
    try editor.save(newPIN: pin, words)
    onEvent(.saved, -1)
    exchange.answer(state(words))
  }

  // MARK: The picture of the screen

  private func takePhotograph() {
    guard photograph < 0 else { return }
    var ends: [Int32] = [-1, -1]
    guard clinux_pipe(&ends) == 0 else { return }
    (photograph, receiving) = (ends[0], [])
    picture = []
    onEvent(.photograph, ends[1])
    close(ends[1])
  }

  /// Reads what has come of the picture of the screen.
  func readPhotograph() {
    var bytes = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(photograph, &bytes, bytes.count)
      if count < 0, errno == EAGAIN || errno == EINTR { return }
      if count > 0, receiving.count + count <= Self.mostPictureBytes {
        receiving += bytes.prefix(count)
        continue
      }
      // The launcher is trusted no more than a picture from elsewhere.
      if count == 0, PictureCheck.kind(of: receiving) == .png { picture = receiving }
      close(photograph)
      (photograph, receiving) = (-1, [])
      return
    }
  }
}

import Display
import Foundation
import Languages
import LongCheck
import RealCompositors
import Supervision
import Testing

@testable import Shell

/// The launcher's keyboard over programs, with the compositors' configurations of `rotunda session`.
@Suite(.serialized) struct ProgramKeyboardTests {
  /// A compositor and a program with text fields.
  struct Trial: CustomTestStringConvertible {
    let compositor: Compositor.Kind
    let form: Form

    var testDescription: String { "\(form.rawValue) on \(compositor)" }
  }

  /// `make check` types into one program with text fields and into one without.
  private static let trials = [Compositor.Kind.sway, .labwc].filter(\.isInstalled).flatMap { compositor in
    Form.allCases.filter { LongCheck.isOn || [.gtk3, .terminal].contains($0) }
      .filter(\.isInstalled).map { Trial(compositor: compositor, form: $0) }
  }

  /// The fields from top to bottom, and the texts to type into them.
  private static let entries: [(name: String, purpose: ProgramField.Purpose, text: String)] = [
    ("name", .text, "Grüße, Straße é 漢字!"), ("mail", .mail, "a@b.example"),
    ("web", .address, "https://b.example/a"), ("phone", .phone, "+493012"),
    ("password", .password, "geheiM1"),
  ]

  @Test(.enabled(if: !trials.isEmpty, "no program with text fields is installed"), arguments: trials)
  func fieldsGetTypedTextAboveTheKeys(trial: Trial) throws {
    let filled = try FilledForm(trial.form, on: trial.compositor)
    defer { filled.stop() }
    try filled.open()
    let typist = filled.typist
    for (index, entry) in Self.entries.enumerated() {
      if trial.form.describesFields {
        typist.enter(entry.purpose, isAtBeginning: entry.purpose == .text && trial.form.tellsText)
      } else if trial.form.tellsFields {
        typist.enter(.text)
      } else if index == 0 {
        try filled.awaitRest()
        try typist.pressButton()
        try filled.awaitKeys(above: typist.top)
      }
      try filled.focus(index, above: typist.top)
      try typist.type(String(entry.text.prefix(1)))
      if trial.form.describesFields { typist.wrote(entry.purpose) }
      try typist.type(String(entry.text.dropFirst()))
      if trial.form.isTerminal { try typist.press(.done) }
      try filled.await(entry.text + (trial.form.isTerminal ? "⏎" : ""), in: entry.name)
    }
    if !trial.form.isTerminal {
      try typist.press(.backspace)
      try filled.await("geheiM", in: "password")
      try typist.press(.done)
      try filled.await("geheiM⏎", in: "password")
    }
    // The launcher does not log typed text.
    for text in ["Grüße", "b.example", "geheiM"] { #expect(!filled.kiosk.launcher.output.contains(text)) }
  }
}

/// A program with text fields.
enum Form: String, CaseIterable {
  case gtk3, gtk4, qt5, qt6, terminal
  case firefox = "firefox-esr"
  case chromium

  var isInstalled: Bool {
    switch self {
    case .gtk3: Self.has("import gi; gi.require_version('Gtk', '3.0')")
    case .gtk4: Self.has("import gi; gi.require_version('Gtk', '4.0')")
    case .qt5: Self.has("import PyQt5.QtWidgets")
    case .qt6: Self.has("import PyQt6.QtWidgets")
    case .terminal: FileManager.default.isExecutableFile(atPath: "/usr/bin/foot")
    case .firefox, .chromium: BrowserVisits.isInstalled(rawValue)
    }
  }

  /// Qt 6.8 reports its text fields with the protocol that compositors offer, Qt 6.4 does not.
  private static let isNewQt = has(
    "import PyQt6.QtCore; assert tuple(map(int, PyQt6.QtCore.qVersion().split('.'))) >= (6, 8)")

  private static func has(_ module: String) -> Bool {
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    check.arguments = ["-c", module]
    (check.standardOutput, check.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }

  var isTerminal: Bool { self == .terminal }
  var isBrowser: Bool { self == .firefox || self == .chromium }
  /// Whether the program reports its text fields, so that the keyboard appears with them.
  var tellsFields: Bool { self == .qt6 ? Self.isNewQt : self != .qt5 }
  /// Whether the program also reports what a field is for. A terminal does not know its questions.
  var describesFields: Bool { tellsFields && self != .terminal }
  /// Whether the program reports that a field is empty, for the capital letter at the beginning.
  var tellsText: Bool { self != .qt6 && self != .chromium }
  /// Whether the program's window ends above the keys. Chromium's shows its bars unless it covers the screen.
  var leavesRoom: Bool { self != .chromium }

  private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Programs/fields.py").path

  /// Returns the lines of a tile that shows the form.
  func tile(file: String, page: String) -> String {
    guard !isBrowser else { return "url = \"\(page)\"\n[browser]\ncommand = [\"\(rawValue)\"]" }
    let words = (isTerminal ? ["foot"] : []) + ["/usr/bin/python3", Self.program, rawValue, file]
    return "run = [\(words.map { "\"\($0)\"" }.joined(separator: ", "))]"
  }
}

/// A kiosk whose tile shows a form, with the texts in the form's fields.
final class FilledForm {
  let kiosk: RealKiosk
  let typist: BoardTypist
  private let form: Form
  private let server: PageServer?
  private let keyboards: KanjiKeyboard

  /// The page of a browser. It reports each text and its height, numbered in order.
  private static let page = """
    <script>
    let count = 0;
    const tell = (name, value) => fetch("/set?" + ++count + "&" + name + "=" + encodeURIComponent(value));
    const types = { name: "text", mail: "email", web: "url", phone: "tel", password: "password" };
    for (const name in types) {
      const field = document.createElement("input");
      field.type = types[name];
      field.style = "display: block; box-sizing: border-box; width: 600px; height: 40px; margin: 0 0 8px";
      field.oninput = () => tell(name, field.value);
      field.onkeydown = event => { if (event.key == "Enter") tell(name, field.value + "\\u23ce"); };
      document.body.append(field);
    }
    onresize = () => tell("height", innerHeight);
    onresize();
    </script>
    """

  init(_ form: Form, on compositor: Compositor.Kind) throws {
    self.form = form
    let server = form.isBrowser ? try PageServer(Self.page) : nil
    self.server = server
    let keyboards = try KanjiKeyboard()
    self.keyboards = keyboards
    kiosk = try RealKiosk(
      compositor, environment: { _ in keyboards.environment },
      compositorSettings: Self.settings(of: compositor)
    ) { scratch in
      """
      [kiosk]
      keyboard = true
      language = "de"
      [[tile]]
      name = "fields"
      \(form.tile(file: scratch.file("fields"), page: "http://127.0.0.1:\(server?.port ?? 0)/form"))
      """
    }
    typist = BoardTypist(kiosk.fingers, keyboards: keyboards.layouts) { [kiosk] in
      try kiosk.compositor.screenshot()
    }
  }

  func stop() { server?.stop() }

  /// Returns the configuration that `rotunda session` writes for a compositor.
  private static func settings(of kind: Compositor.Kind) -> String {
    let plan = SessionCompositor(rawValue: kind.rawValue).map {
      CompositorPlan($0, .init(launcher: "/bin/true", directory: "/nowhere"))
    }
    return plan?.files.first?.text ?? ""
  }

  /// The texts in the fields, and the window's height, by name.
  private var texts: [String: String] {
    let lines: [Substring]
    if let server {
      let reports = server.requests.filter { $0.hasPrefix("/set?") }.map {
        $0.dropFirst(5).split(separator: "&")
      }
      lines = reports.sorted { Int($0[0]) ?? 0 < Int($1[0]) ?? 0 }.map { $0[1] }
    } else {
      let path = kiosk.compositor.scratch.file("fields")
      lines = ((try? String(contentsOfFile: path, encoding: .utf8)) ?? "").split(separator: "\n")
    }
    let pairs = lines.map { line in line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    }
    return Dictionary(pairs.map { (String($0[0]), text(String($0[1]))) }) { $1 }
  }

  private func text(_ word: String) -> String { server == nil ? word : word.removingPercentEncoding ?? word }

  /// Opens the tile, and waits until its program has started, and a browser shows its page.
  func open() throws {
    // A second tap while the program starts would end it.
    try kiosk.repeating(
      "the program", until: { kiosk.launcher.output.contains(" started: ") }, kiosk.tapMiddle)
    try wait(for: "its first report") { !$0.isEmpty }
    guard form.isBrowser else { return }
    try kiosk.compositor.wait(forPicture: "the page", limit: BrowserVisits.limit) {
      $0[$0.width - 200, 100] == PageServer.color
    }
  }

  /// Waits until a field contains a text.
  func await(_ text: String, in field: String) throws {
    try wait(for: "\(field)=\(text)") { $0[field] == text }
  }

  /// Touches a field, unless it is a question in a terminal. Waits for the keys, and until the window ends
  /// above them, if it can.
  func focus(_ index: Int, above top: Double) throws {
    do {
      // A page that has just been loaded may not take the first touch.
      try kiosk.repeating("keys and room above \(top)", until: { isReady(above: top) }) {
        guard !form.isTerminal else { return }
        try kiosk.fingers.tap(x: 300, y: 20 + 48 * Double(index), seconds: 0.05)
      }
    } catch {
      throw CompositorFailure("\(error); the fields: \(texts)")
    }
    try awaitRest()
  }

  /// Waits for the keys, and until the window ends above them, if it can, and nothing moves.
  func awaitKeys(above top: Double) throws {
    try kiosk.launcher.wait(for: "keys and room above \(top)") { isReady(above: top) ? true : nil }
    try awaitRest()
  }

  private func isReady(above top: Double) -> Bool {
    let height = texts["height"].flatMap(Double.init) ?? .infinity
    guard !form.leavesRoom || height <= top else { return false }
    return (try? kiosk.compositor.screenshot()).map(typist.isSeen) ?? false
  }

  /// Waits until nothing moves. A window of a program may have few colors.
  func awaitRest() throws { _ = try kiosk.compositor.waitForRest(colors: 3) }

  private func wait(for what: String, until isDone: ([String: String]) -> Bool) throws {
    do {
      try kiosk.launcher.wait(for: what, limit: form.isBrowser ? BrowserVisits.limit : Patience.limit) {
        isDone(texts) ? true : nil
      }
    } catch {
      throw CompositorFailure("\(error); the fields: \(texts)")
    }
  }
}

/// A German keyboard with an additional key for 漢 and 字. No keyboard of xkb has kanji.
private final class KanjiKeyboard {
  private let scratch: Scratch
  /// The keyboard's layouts, as the launcher reads them.
  let layouts: [KeyboardLayout]

  init() throws {
    scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.file("symbols"), withIntermediateDirectories: true)
    _ = try scratch.write(
      """
      default xkb_symbols "basic" {
        include "us(basic)"
        key <AD11> { [ udiaeresis, Udiaeresis ] };
        key <AC10> { [ odiaeresis, Odiaeresis ] };
        key <AC11> { [ adiaeresis, Adiaeresis ] };
        key <AE11> { [ ssharp, question ] };
        key <AE12> { [ U6F22, U5B57 ] };
      };

      """, to: "symbols/de")
    // The launcher and this process read the keyboard in the same way.
    setenv(Self.variable, scratch.path, 1)
    defer { unsetenv(Self.variable) }
    layouts = KeyboardLibrary.layouts(for: ["de"])
  }

  /// The variable of libxkbcommon with a directory that precedes the system's.
  private static let variable = "XKB_CONFIG_EXTRA_PATH"

  /// The variables of the launcher. Qt 5 looks for the session's type, which `rotunda session` sets.
  var environment: [String: String] { [Self.variable: scratch.path, "XDG_SESSION_TYPE": "wayland"] }
}

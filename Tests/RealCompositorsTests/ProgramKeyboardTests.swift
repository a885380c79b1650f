import Foundation
import LongCheck
import RealCompositors
import Testing

@testable import Shell

/// The launcher's keyboard over programs of GTK and Qt, on sway.
@Suite(.serialized) struct ProgramKeyboardTests {
  private static let program = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "Programs/fields.py").path

  /// The settings of `rotunda session`.
  private static let settings = """
    workspace_layout tabbed
    font pango:monospace 0.001
    titlebar_border_thickness 0
    titlebar_padding 0

    """

  private static func has(_ module: String) -> Bool {
    let check = Process()
    check.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    check.arguments = ["-c", module]
    (check.standardOutput, check.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    guard (try? check.run()) != nil else { return false }
    check.waitUntilExit()
    return check.terminationStatus == 0
  }
  private static let hasGtk3 = has("import gi; gi.require_version('Gtk', '3.0')")
  private static let hasGtk4 = has("import gi; gi.require_version('Gtk', '4.0')")
  private static let hasQt6 = has("import PyQt6.QtWidgets")

  private func kiosk(_ words: [String]) throws -> RealKiosk {
    try RealKiosk(.sway, compositorSettings: Self.settings) { scratch in
      let run = words.map { "\"\($0.replacing("FILE", with: scratch.file("fields")))\"" }
      return """
        [kiosk]
        keyboard = true
        language = "de"
        [[tile]]
        name = "fields"
        run = [\(run.joined(separator: ", "))]
        """
    }
  }

  private func texts(_ kiosk: RealKiosk) -> String {
    (try? String(contentsOfFile: kiosk.compositor.scratch.file("fields"), encoding: .utf8)) ?? ""
  }

  private func wait(for line: String, in kiosk: RealKiosk) throws {
    try kiosk.launcher.wait(for: "\(line) in \(texts(kiosk))") {
      texts(kiosk).split(separator: "\n").contains(Substring(line)) ? true : nil
    }
  }

  /// Opens the tile. Waits for its program and the button over it.
  private func open(_ kiosk: RealKiosk) throws {
    try kiosk.repeating("the program's start", until: { !texts(kiosk).isEmpty }, kiosk.tapMiddle)
    try kiosk.awaitRest()
  }

  /// Types into the four fields, one below the other.
  private func fill(_ kiosk: RealKiosk, tellsFields: Bool) throws {
    let typist = BoardTypist(kiosk.fingers, language: "de")
    try open(kiosk)
    if !tellsFields {
      try typist.pressButton()
      try kiosk.awaitRest()
    }
    for (index, (name, purpose, text)) in Self.entries.enumerated() {
      try kiosk.fingers.tap(x: 300, y: 30 + 72 * Double(index), seconds: 0.05)
      try kiosk.awaitRest()
      if tellsFields { typist.enter(purpose, isAtBeginning: purpose == .text) }
      try typist.type(String(text.prefix(1)))
      if tellsFields { typist.wrote(purpose) }
      try typist.type(String(text.dropFirst()))
      try wait(for: "\(name)=\(text)", in: kiosk)
    }
    try typist.press(.backspace)
    try wait(for: "password=geheiM", in: kiosk)
    try typist.press(.done)
    try wait(for: "password=geheiM⏎", in: kiosk)
    // The launcher does not log typed text.
    for text in ["Grüße", "gäste", "geheiM"] { #expect(!kiosk.launcher.output.contains(text)) }
  }

  private static let entries: [(String, ProgramField.Purpose, String)] = [
    ("name", .text, "Grüße, Straße é!"), ("mail", .mail, "gast@a.de"), ("phone", .phone, "+493012"),
    ("password", .password, "geheiM1"),
  ]

  @Test(.enabled(if: hasGtk3, "no python3-gi")) func gtk3FieldsGetTypedText() throws {
    try fill(kiosk(["/usr/bin/python3", Self.program, "gtk3", "FILE"]), tellsFields: true)
  }

  @Test(.enabled(if: hasGtk4 && LongCheck.isOn, "takes long: make check-long")) func gtk4FieldsGetTypedText()
    throws
  {
    try fill(kiosk(["/usr/bin/python3", Self.program, "gtk4", "FILE"]), tellsFields: true)
  }

  @Test(.enabled(if: hasQt6 && LongCheck.isOn, "takes long: make check-long")) func qt6FieldsGetTypedText()
    throws
  {
    try fill(kiosk(["/usr/bin/python3", Self.program, "qt6", "FILE"]), tellsFields: false)
  }
}

import Configuration
import Gestures
import Programs

/// Codes of readers: which keys are one, and what it does.
struct CodeInput: Hashable {
  private(set) var reader = CodeReader()
  private var bindings: [ScanBinding] = []
  /// The code that each tile was opened with last in this visit, by its identifier: after a PIN, and when the
  /// program starts again.
  private var latest: [String: ScannedCode] = [:]

  /// What a code does.
  enum Meaning: Hashable {
    case open(tile: String, ScannedCode)
    case perform(ShellAction)
    case unknown
  }

  /// Whether keys can be a reader's.
  var isOn: Bool { !bindings.isEmpty }

  /// Another configuration is in force.
  mutating func apply(_ configuration: KioskConfiguration) {
    bindings = configuration.scans
    reader = CodeReader(gap: configuration.gestures.readerGap)
  }

  mutating func handle(_ key: KeyEvent, at time: Double) -> [CodeReader.Outcome] {
    reader.handle(key, at: time)
  }

  mutating func advance(to time: Double) -> [CodeReader.Outcome] { reader.advance(to: time) }

  /// The launcher gains or loses the keyboard.
  mutating func forgetKeys() { reader.reset() }

  /// What a text does that a reader wrote.
  func meaning(of text: String) -> Meaning {
    guard let code = ScannedCode(text),
      let binding = bindings.first(where: { $0.pattern?.matches(text) == true })
    else { return .unknown }
    if let tile = binding.tile { return .open(tile: tile, code) }
    return binding.action.map { .perform($0) } ?? .unknown
  }

  /// A tile is opened with a code.
  mutating func keep(_ code: ScannedCode, for tile: String) { latest[tile] = code }

  /// The tile with the latest code of this visit, if it has a place for one.
  func filled(_ tile: LauncherTile) -> LauncherTile {
    guard tile.awaitsCode, let code = latest[tile.id] else { return tile }
    return tile.filled(with: code)
  }

  /// The next visitor must not see what the last one scanned.
  mutating func endVisit() { latest = [:] }
}

// Codes of readers.
extension Shell {
  /// Handles what became of keys. What was typed goes on as if it had come just now.
  mutating func handle(_ outcomes: [CodeReader.Outcome], at time: Double) {
    for outcome in outcomes {
      switch outcome {
      case .keys(let keys): for key in keys { admitKey(key, at: time) }
      case .code(let text): scanned(text, at: time)
      }
    }
  }

  private mutating func scanned(_ text: String?, at time: Double) {
    // The PIN pad, forms and the pages of operators take nothing that a reader writes.
    guard !isLocked, panels.takeCodes, presentation.standing == nil, acceptsInput(at: time) else { return }
    somebodyCame(at: time)
    switch text.map({ codes.meaning(of: $0) }) ?? .unknown {
    case .open(let tile, let code):
      codes.keep(code, for: tile)
      presentation.play(.tap)
      openTile(tile)
    case .perform(let action):
      presentation.play(.tap)
      perform(action)
    case .unknown: show(.brief(.unknownCode, at: clock))
    }
  }
}

extension PanelStack {
  /// Whether codes of readers count with what is in front.
  var takeCodes: Bool {
    panels.allSatisfy { !$0.isOpen || $0.layer.rules.takesCodes && !($0 is EditPanel) }
  }
}

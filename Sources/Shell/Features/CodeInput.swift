import Configuration
import Gestures
import Programs

/// Recognizes the codes of readers, and resolves them to tiles and actions.
struct CodeInput: Hashable {
  private(set) var reader = CodeReader()
  private var bindings: [ScanBinding] = []
  /// The latest code of each tile in this visit, by the tile's id. The tile needs it after a PIN, and when
  /// its program starts again.
  private var latest: [String: ScannedCode] = [:]

  /// The effect of a code.
  enum Meaning: Hashable {
    case open(tile: String, ScannedCode)
    case perform(ShellAction)
    case unknown
  }

  /// Whether the configuration has any `[[scan]]`.
  var isOn: Bool { !bindings.isEmpty }

  /// Applies a configuration.
  mutating func apply(_ configuration: KioskConfiguration) {
    bindings = configuration.scans
    reader = CodeReader(gap: configuration.gestures.readerGap)
  }

  mutating func handle(_ key: KeyEvent, at time: Double) -> [CodeReader.Outcome] {
    reader.handle(key, at: time)
  }

  mutating func advance(to time: Double) -> [CodeReader.Outcome] { reader.advance(to: time) }

  /// Forgets held keys when the launcher gains or loses the keyboard focus.
  mutating func forgetKeys() { reader.reset() }

  /// Returns the effect of a reader's text.
  func meaning(of text: String) -> Meaning {
    guard let code = ScannedCode(text),
      let binding = bindings.first(where: { $0.pattern?.matches(text) == true })
    else { return .unknown }
    if let tile = binding.tile { return .open(tile: tile, code) }
    return binding.action.map { .perform($0) } ?? .unknown
  }

  /// Keeps the code that a tile opens with.
  mutating func keep(_ code: ScannedCode, for tile: String) { latest[tile] = code }

  /// Returns the tile with its latest code of this visit, if it has a placeholder.
  func filled(_ tile: LauncherTile) -> LauncherTile {
    guard tile.awaitsCode, let code = latest[tile.id] else { return tile }
    return tile.filled(with: code)
  }

  /// Forgets all codes, which the next visitor must not see.
  mutating func endVisit() { latest = [:] }
}

// Codes of readers.
extension Shell {
  /// Handles the decisions about keys. Typed keys continue as if they had just arrived.
  mutating func handle(_ outcomes: [CodeReader.Outcome], at time: Double) {
    for outcome in outcomes {
      switch outcome {
      case .keys(let keys): for key in keys { admitKey(key, at: time) }
      case .code(let text): scanned(text, at: time)
      }
    }
  }

  private mutating func scanned(_ text: String?, at time: Double) {
    // The PIN pad, forms and the pages of operators ignore readers.
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
  /// Whether the open panels accept codes of readers.
  var takeCodes: Bool {
    panels.allSatisfy { !$0.isOpen || $0.layer.rules.takesCodes && !($0 is EditPanel) }
  }
}

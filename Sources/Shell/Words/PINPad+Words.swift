extension PINPad.Purpose {
  /// What the PIN is asked for; `tile` is the name of the tile that is to be opened.
  func text(tile: String?, in words: Words) -> String {
    switch self {
    case .admin: words(.pinForSystem)
    case .open, .control: tile.map { words(.pinFor, $0) } ?? words(.pin)
    case .unlock: words(.lockedByPIN)
    }
  }
}

extension PINPad.Answer {
  /// Up to so many seconds are counted as such.
  private static let mostSeconds = 90

  /// What became of the PIN.
  func text(in words: Words) -> String {
    switch self {
    case .wrong: words(.wrongPIN)
    case .wait(let seconds) where seconds <= Self.mostSeconds: words(.waitSeconds, seconds)
    case .wait(let seconds): words(.waitMinutes, (seconds + 59) / 60)
    case .broken: words(.pinsAreBroken)
    }
  }
}

extension PINPad.PadKey {
  /// The sign on a key: digits and arrow are the same in all languages.
  func text(in words: Words) -> String {
    switch self {
    case .digit(let digit): "\(digit)"
    case .delete: "←"
    case .enter: words(.enterPIN)
    }
  }
}

extension SystemControl {
  /// What is written on it.
  func text(in words: Words) -> String {
    switch self {
    case .restart: words(.restartLauncher)
    case .reload: words(.reloadSettings)
    case .touchTest: words(.touchTest)
    case .reboot: words(.restartMachine)
    case .powerOff: words(.powerOff)
    case .console: words(.leaveToConsole)
    }
  }
}

import Configuration
import Languages

extension ShellAction {
  /// What a tile is called that does this and has no name of its own.
  func name(in words: Words) -> String {
    switch self {
    case .none: words(.nothing)
    case .home: words(.home)
    case .back: words(.back)
    case .nextShelf: words(.nextShelf)
    case .previousShelf: words(.previousShelf)
    case .reload: words(.reload)
    case .admin: words(.system)
    case .lock: words(.lock)
    case .blank: words(.blank)
    case .help: words(.help)
    case .speech: words(.readAloud)
    case .sounds: words(.sounds)
    case .nextTile: words(.nextTile)
    case .previousTile: words(.previousTile)
    case .open: words(.open)
    case .openTile(let id): id
    case .power(.powerOff): words(.powerOff)
    case .power(.reboot): words(.reboot)
    case .power(.suspend): words(.suspend)
    case .adjust(.theme(.highContrast)): words(.highContrast)
    case .adjust(.theme(.light)): words(.lightColors)
    case .adjust(.theme(.dark)): words(.darkColors)
    case .adjust(.textScale): words(.textSize)
    case .adjust(.reducedMotion): words(.lessMotion)
    case .adjust(.mirrored): words(.mirrored)
    case .adjust(.scan): words(.oneSwitch)
    // Whoever looks for a language knows no other name of it.
    case .language(let tag): LanguageName.own(of: tag)
    }
  }
}

import Bus
import Shell

nonisolated extension ControlRequest {
  /// What a method with arguments of its types asks for; nil for a method that is none.
  init?(_ method: String, _ arguments: [BusValue]) {
    switch method {
    case "Reload": self = .reload
    case "Home": self = .home
    case "Blank": self = .blank
    case "Unblank": self = .unblank
    case "Screenshot": self = .screenshot
    case "Open":
      guard let tile = arguments.first?.text else { return nil }
      self = .open(tile: tile)
    case "ShowMessage":
      guard let text = arguments.first?.text, let seconds = arguments.last?.integer else { return nil }
      self = .message(text, seconds: seconds)
    default: return nil
    }
  }
}

nonisolated extension BusError {
  /// Why a request was not followed, as the bus tells it.
  init(_ refusal: ControlRefusal) {
    func ours(_ name: String, _ message: String) -> BusError {
      BusError(name: "\(ControlInterface.name).Error.\(name)", message: message)
    }
    self =
      switch refusal {
      case .notAllowed(let verb): ours("NotAllowed", "the configuration does not allow '\(verb.rawValue)'")
      case .unknownTile: ours("UnknownTile", "there is no such tile now")
      case .unavailable(let reason): ours("NotAvailable", reason)
      case .invalid(let reason): BusError(name: "org.freedesktop.DBus.Error.InvalidArgs", message: reason)
      case .configuration(let problem): ours("InvalidConfiguration", problem)
      case .notSeen: ours("NotSeen", "the launcher is not what is seen")
      case .busy: ours("Busy", "the same is under way for somebody else")
      case .failed(let reason): BusError(name: "org.freedesktop.DBus.Error.Failed", message: reason)
      }
  }
}

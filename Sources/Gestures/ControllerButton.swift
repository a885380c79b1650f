/// A button of a gamepad or remote control to which an action can be bound.
///
/// Arrows, OK and Back of a remote control are absent: compositors report them as keyboard keys.
package enum ControllerButton: String, CaseIterable, Hashable, Sendable {
  /// The directional pad and the left stick.
  case padUp = "pad-up"
  case padDown = "pad-down"
  case padLeft = "pad-left"
  case padRight = "pad-right"
  /// The four buttons on the right, by position: their letters differ between manufacturers.
  case padSouth = "pad-south"
  case padEast = "pad-east"
  case padWest = "pad-west"
  case padNorth = "pad-north"
  case padLeftShoulder = "pad-left-shoulder"
  case padRightShoulder = "pad-right-shoulder"
  case padLeftTrigger = "pad-left-trigger"
  case padRightTrigger = "pad-right-trigger"
  case padSelect = "pad-select"
  case padStart = "pad-start"
  /// The middle button with the manufacturer's logo.
  case padGuide = "pad-guide"
  case remoteHome = "remote-home"
  case remoteMenu = "remote-menu"
  case remoteInfo = "remote-info"
  case remoteChannelUp = "remote-channel-up"
  case remoteChannelDown = "remote-channel-down"
  case remoteVolumeUp = "remote-volume-up"
  case remoteVolumeDown = "remote-volume-down"
  case remoteMute = "remote-mute"
  case remotePlay = "remote-play"
  case remotePause = "remote-pause"
  case remoteStop = "remote-stop"
  case remoteNext = "remote-next"
  case remotePrevious = "remote-previous"
  case remoteForward = "remote-forward"
  case remoteRewind = "remote-rewind"
  case remoteRed = "remote-red"
  case remoteGreen = "remote-green"
  case remoteYellow = "remote-yellow"
  case remoteBlue = "remote-blue"

  /// Whether the button belongs to the machine and not to the program on the screen.
  package var isSystem: Bool { self == .padGuide || self == .remoteHome }

  /// Whether the button repeats while it is held.
  package var repeats: Bool {
    switch self {
    case .padUp, .padDown, .padLeft, .padRight: true
    default: false
    }
  }
}

extension ControllerButton {
  /// Creates the button for a code of linux/input-event-codes.h. Returns nil for other codes.
  ///
  /// Joysticks without BTN_GAMEPAD have a trigger and a thumb button.
  package init?(code: UInt16) {
    guard let known = Self.codes.first(where: { $0.code == code }) else { return nil }
    self = known.button
  }

  /// The button's code, which also identifies it between processes; nil for buttons that only keyboards
  /// report.
  package var code: UInt16? { Self.codes.first { $0.button == self }?.code }

  /// All codes of the button.
  package var codes: [UInt16] { Self.codes.filter { $0.button == self }.map(\.code) }

  private static let codes: [(code: UInt16, button: ControllerButton)] = [
    (0x220, .padUp), (0x221, .padDown), (0x222, .padLeft), (0x223, .padRight),
    (0x130, .padSouth), (0x131, .padEast), (0x133, .padNorth), (0x134, .padWest),
    (0x120, .padSouth), (0x121, .padEast),
    (0x136, .padLeftShoulder), (0x137, .padRightShoulder), (0x138, .padLeftTrigger),
    (0x139, .padRightTrigger), (0x13A, .padSelect), (0x13B, .padStart), (0x13C, .padGuide),
    (0xAC, .remoteHome),
  ]

  /// Creates the button that a keyboard reports as `key`. Returns nil for other keys.
  package init?(_ key: Key) {
    guard case .other(let name) = key, let button = Self.symbols[name] else { return nil }
    self = button
  }

  /// The buttons by xkbcommon's names for the keys of remote controls.
  private static let symbols: [String: ControllerButton] = [
    "XF86HomePage": .remoteHome, "Menu": .remoteMenu, "XF86MenuKB": .remoteMenu, "XF86Info": .remoteInfo,
    "XF86ChannelUp": .remoteChannelUp, "XF86ChannelDown": .remoteChannelDown,
    "XF86AudioRaiseVolume": .remoteVolumeUp, "XF86AudioLowerVolume": .remoteVolumeDown,
    "XF86AudioMute": .remoteMute, "XF86AudioPlay": .remotePlay, "XF86AudioPause": .remotePause,
    "XF86AudioStop": .remoteStop, "XF86AudioNext": .remoteNext, "XF86AudioPrev": .remotePrevious,
    "XF86AudioForward": .remoteForward, "XF86AudioRewind": .remoteRewind, "XF86Red": .remoteRed,
    "XF86Green": .remoteGreen, "XF86Yellow": .remoteYellow, "XF86Blue": .remoteBlue,
  ]
}

/// An event of gamepads and remote controls.
package enum ControllerEvent: Hashable, Sendable {
  /// The change of a button.
  case button(ControllerButton, KeyEvent.Phase)
  /// The program on the screen uses the controllers itself. The event has no details.
  case inUse
}

/// The message format between the process that reads controllers and the launcher. It has two bytes for the
/// button's code, least significant first, and one byte for the phase.
extension ControllerEvent {
  /// The length of every message.
  package static let byteCount = 3

  /// Decodes a message. Returns nil if it is not valid.
  package init?(bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(Self.byteCount + 1))
    guard bytes.count == Self.byteCount else { return nil }
    let code = UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    if code == 0, bytes[2] == 0 {
      self = .inUse
      return
    }
    guard let button = ControllerButton(code: code), let phase = Self.phase(bytes[2]) else {
      return nil
    }
    self = .button(button, phase)
  }

  /// The message of the event; nil for buttons that only keyboards report.
  package var bytes: [UInt8]? {
    guard case .button(let button, let phase) = self else { return [0, 0, 0] }
    guard let code = button.code else { return nil }
    guard let number = Self.phases.firstIndex(of: phase) else { return nil }
    return [UInt8(truncatingIfNeeded: code), UInt8(code >> 8), UInt8(number)]
  }

  private static func phase(_ number: UInt8) -> KeyEvent.Phase? {
    phases.indices.contains(Int(number)) ? phases[Int(number)] : nil
  }

  /// The phases, in the order of the kernel's numbers.
  private static let phases: [KeyEvent.Phase] = [.released, .pressed, .repeated]
}

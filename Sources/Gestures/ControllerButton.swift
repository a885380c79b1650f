/// A button of a gamepad or a remote control that an action can be bound to.
///
/// Arrows, OK and Back of a remote control are not here: compositors pass them on as keys of a keyboard.
package enum ControllerButton: String, CaseIterable, Hashable, Sendable {
  /// The cross, and the left stick.
  case padUp = "pad-up"
  case padDown = "pad-down"
  case padLeft = "pad-left"
  case padRight = "pad-right"
  /// The four buttons at the right, by their place: letters differ from maker to maker.
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
  /// The one in the middle, with the maker's sign.
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

  /// Whether it belongs to the machine and not to the program on the screen.
  package var isSystem: Bool { self == .padGuide || self == .remoteHome }

  /// Whether it counts again while it is held.
  package var repeats: Bool {
    switch self {
    case .padUp, .padDown, .padLeft, .padRight: true
    default: false
    }
  }
}

extension ControllerButton {
  /// The button with a code of linux/input-event-codes.h; nil for every other key.
  ///
  /// Joysticks that know no BTN_GAMEPAD have a trigger and a thumb button.
  package init?(code: UInt16) {
    guard let known = Self.codes.first(where: { $0.code == code }) else { return nil }
    self = known.button
  }

  /// Its code, by which it travels from process to process; nil for those that only keyboards report.
  package var code: UInt16? { Self.codes.first { $0.button == self }?.code }

  /// All of its codes.
  package var codes: [UInt16] { Self.codes.filter { $0.button == self }.map(\.code) }

  private static let codes: [(code: UInt16, button: ControllerButton)] = [
    (0x220, .padUp), (0x221, .padDown), (0x222, .padLeft), (0x223, .padRight),
    (0x130, .padSouth), (0x131, .padEast), (0x133, .padNorth), (0x134, .padWest),
    (0x120, .padSouth), (0x121, .padEast),
    (0x136, .padLeftShoulder), (0x137, .padRightShoulder), (0x138, .padLeftTrigger),
    (0x139, .padRightTrigger), (0x13A, .padSelect), (0x13B, .padStart), (0x13C, .padGuide),
    (0xAC, .remoteHome),
  ]

  /// The button that a keyboard reports as `key`; nil for keys that are none.
  package init?(_ key: Key) {
    guard case .other(let name) = key, let button = Self.symbols[name] else { return nil }
    self = button
  }

  /// By the names that xkbcommon has for the keys of remote controls.
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

/// What gamepads and remote controls did.
package enum ControllerEvent: Hashable, Sendable {
  /// A button did something.
  case button(ControllerButton, KeyEvent.Phase)
  /// They are in use by the program that has the screen, which alone knows how.
  case inUse
}

/// What they did as it travels from the process that reads them: two bytes for the button's code, the least
/// significant first, and one for what it did.
extension ControllerEvent {
  /// How long every message is.
  package static let byteCount = 3

  /// The event in a message; nil when it is none.
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

  /// The message; nil for buttons that only keyboards report.
  package var bytes: [UInt8]? {
    guard case .button(let button, let phase) = self else { return [0, 0, 0] }
    guard let code = button.code else { return nil }
    guard let number = Self.phases.firstIndex(of: phase) else { return nil }
    return [UInt8(truncatingIfNeeded: code), UInt8(code >> 8), UInt8(number)]
  }

  private static func phase(_ number: UInt8) -> KeyEvent.Phase? {
    phases.indices.contains(Int(number)) ? phases[Int(number)] : nil
  }

  /// As the kernel numbers them.
  private static let phases: [KeyEvent.Phase] = [.released, .pressed, .repeated]
}

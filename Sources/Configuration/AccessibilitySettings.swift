import Gestures
import RotundaGeometry

/// The `[access]` section: help for seeing, hearing and operating the screen.
package struct AccessibilitySettings: Hashable, Sendable {
  package var isSpoken = false
  package var hasSounds = false
  /// The text size as a multiple of the usual one; within `textScales`.
  package var textScale = 1.0
  package var hasReducedMotion = false
  /// Whether left and right are exchanged; nil follows the writing direction of the language.
  package var isMirrored: Bool?
  /// Whether a finger that rests or moves slowly hears the element below it, and a second tap opens it. With
  /// nil, this applies only if a visitor has turned the screen reader on.
  package var exploresByTouch: Bool?
  /// When the screen reader names the digits of the PIN pad.
  package var spokenDigits = SpokenDigits.headset
  /// The speed and pitch of the screen reader, from -100 to 100; 0 is the voice's own. Visitors choose within
  /// the limits.
  package var (speechRate, speechPitch) = (0, 0)
  package var (speechRateLimits, speechPitchLimits) = (Point(-50, 100), Point(-50, 50))
  /// The volume at the start of a visit, in percent of the mixer; nil leaves the mixer alone. Visitors choose
  /// within the limits.
  package var volume: Int?
  package var volumeLimits = Point(20, 100)
  /// Whether plugging in a headset turns the screen reader on.
  package var listensForHeadset = true
  /// Seconds that a finger must rest before the touch counts; within `touchDelays`.
  package var touchHold = 0.0
  /// Seconds after a finger or a key is lifted in which the next touch, or the same key, does not count.
  package var touchPause = 0.0
  /// Whether held keys repeat.
  package var repeatsKeys = true
  /// Whether one switch operates everything: a highlight moves through the elements, and the switch chooses.
  package var scans = false
  /// The keys that count as the switch.
  package var scanSwitch = ScanSwitch.select
  /// Seconds that the highlight stays on an element; within `intervals`.
  package var scanInterval = 1.5
  /// The number of rounds that the highlight makes before it rests; within `roundsRange`.
  package var scanRounds = 3
  /// Seconds that the switch must be held to count; within `holds`.
  package var scanHold = 0.0
  /// Seconds after a press or a release of the switch in which it does not count; within `holds`.
  package var scanPause = 0.3

  /// Smaller text is unreadable, and with larger text no word fits on a tile.
  package static let textScales = 0.5...3.0
  /// Shorter intervals are too fast to follow. With longer ones, a visit ends before the last tile.
  package static let intervals = 0.3...30.0
  /// Without a limit the machine would never rest.
  package static let roundsRange = 1...50
  /// With a longer hold the highlight would move on before the visitor can choose.
  package static let holds = 0.0...5.0
  /// With a longer delay most visitors would think that the screen is broken.
  package static let touchDelays = 0.0...2.0
  /// The range of rate and pitch in Speech Dispatcher.
  package static let voiceRange = -100...100
  /// Percent of the mixer.
  package static let volumes = 0...100

  package init() {}
}

/// The keys that count as the switch.
package enum ScanSwitch: Hashable, Sendable {
  /// Space, Enter and the select key of remote controls, which switch interfaces send.
  case select
  case any
  /// A key by its name, in lower case.
  case key(String)

  /// The words that name no single key.
  static let (selectWord, anyWord) = ("select", "any")

  /// Parses a word of the configuration: `select`, `any`, a letter, a digit, or xkbcommon's name of the key.
  /// Returns nil if the word cannot be a name.
  package init?(_ word: String) {
    switch word {
    case Self.selectWord: self = .select
    case Self.anyWord: self = .any
    default:
      guard !word.isEmpty, word.utf8.count <= Self.longestName,
        word.count == 1 || word.utf8.allSatisfy({ Self.isPartOfName($0) })
      else { return nil }
      self = .key(word.lowercased())
    }
  }

  /// The longest name in xkbcommon-keysyms.h has 27 letters.
  private static let longestName = 32

  private static func isPartOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// Whether a key is one of these keys.
  package func contains(_ key: Key) -> Bool {
    switch self {
    case .select: key == .enter || key == .space
    case .any: true
    case .key(let name): key.names.contains(name)
    }
  }
}

extension Key {
  /// The key's names in xkbcommon, in lower case.
  fileprivate var names: [String] {
    switch self {
    case .left: ["left", "kp_left"]
    case .right: ["right", "kp_right"]
    case .up: ["up", "kp_up"]
    case .down: ["down", "kp_down"]
    case .home: ["home", "kp_home"]
    case .end: ["end", "kp_end"]
    case .pageUp: ["page_up", "prior", "kp_page_up", "kp_prior"]
    case .pageDown: ["page_down", "next", "kp_page_down", "kp_next"]
    case .enter: ["return", "enter", "kp_enter", "select", "xf86select"]
    case .escape: ["escape", "xf86back"]
    case .tab: ["tab", "kp_tab"]
    case .space: ["space", "kp_space"]
    case .backspace: ["backspace", "delete", "kp_delete"]
    case .character(let character): [character.lowercased()]
    case .other(let name): [name.lowercased()]
    }
  }
}

// MARK: Keys

extension AccessibilitySettings: SectionSettings {
  package static let section = ConfigurationSection.access
  package static var standard: AccessibilitySettings { AccessibilitySettings() }

  package static let fields = senses + speech + touch + scanning

  private static let senses: [SettingField<AccessibilitySettings>] = [
    SettingField(
      "speech", .boolean, \.isSpoken, level: .basic,
      """
      Whether the screen reader reads the selected tile, messages and pages, in the language of the screen.
      It needs Speech Dispatcher, and starts it if necessary. The action speech turns it on and off until
      the visit ends. Two fingers that rest on the screen do the same.
      """),
    SettingField(
      "sounds", .boolean, \.hasSounds,
      """
      Whether the launcher plays sounds: when a visitor presses something, when the tiles come to rest, and
      when something cannot be done. They use ALSA's default device. The action sounds turns them on and off
      until the visit ends.
      """),
    SettingField(
      "text-scale", .number(textScales), \.textScale, level: .basic,
      "A factor for the size of all text, for large print. Icons make room for it."),
    SettingField(
      "reduced-motion", .boolean, \.hasReducedMotion, level: .basic,
      """
      Whether screens and tiles fade instead of growing and flying. Fingers still turn the carousel.
      """),
    SettingField(
      "mirrored", .automatic, \.mirroring,
      """
      Whether left and right are exchanged: tiles, titles, messages, pages, swipes and arrow keys. "auto"
      does so for languages that are written from right to left.
      """),
  ]

  private static let speech: [SettingField<AccessibilitySettings>] = [
    SettingField(
      "explore-by-touch", .automatic, \.exploring,
      """
      Whether the screen reader, while it is on, says the element below a finger that rests or moves slowly.
      The first tap says an element. A second tap opens it: on the element, or anywhere within a second.
      "auto" does so if the visitor turned the screen reader on. Swipes stay as they are.
      """),
    SettingField(
      "speak-digits", .choice(SpokenDigits.allCases.map(\.word)), \.spokenDigits,
      """
      When the screen reader names the digit keys of the PIN pad. With "headset" it does so while a headset is
      plugged in, and calls them "Digit" otherwise. With "always" others can listen.
      """),
    SettingField(
      "speech-rate", .integer(voiceRange), \.speechRate,
      "The speed of the voice; 0 is its usual speed. Visitors change it in the sheet \"For everyone\"."),
    SettingField(
      "speech-rate-limits", .pair(-100...100), \.speechRateLimits,
      "The slowest and the fastest speed that visitors can choose."),
    SettingField(
      "speech-pitch", .integer(voiceRange), \.speechPitch,
      "The pitch of the voice; 0 is its usual pitch. Visitors change it in the same sheet."),
    SettingField(
      "speech-pitch-limits", .pair(-100...100), \.speechPitchLimits,
      "The lowest and the highest pitch that visitors can choose."),
    SettingField(
      "volume", .integer(volumes), \.volume,
      otherwise: "the mixer stays as it is, and visitors cannot change it", example: "60",
      """
      The loudness at the beginning of each visit, in percent of ALSA's mixer. With it, visitors have a
      control for the loudness in the sheet "For everyone".
      """),
    SettingField(
      "volume-limits", .pair(0...100), \.volumeLimits,
      "The lowest and the highest loudness that visitors can choose, in percent."),
    SettingField(
      "headset", .boolean, \.listensForHeadset,
      """
      Whether a headset turns the screen reader on when a visitor plugs it in. The launcher then says how to
      continue. When the visitor unplugs it, the launcher asks whether they are still there. The socket must
      report headsets to ALSA.
      """),
  ]

  private static let touch: [SettingField<AccessibilitySettings>] = [
    SettingField(
      "touch-hold", .duration(touchDelays), \.touchHold,
      """
      How long a finger must rest before it counts, for hands that touch by accident. A finger that moves
      before that still swipes. The action steady-touch:on sets 0.4 s for one visit.
      """),
    SettingField(
      "touch-pause", .duration(touchDelays), \.touchPause,
      """
      How long the launcher ignores the next touch, and the same key, after a finger or key was lifted, for
      hands that tremble. The action steady-touch:on sets 0.5 s for one visit.
      """),
    SettingField(
      "key-repeat", .boolean, \.repeatsKeys, "Whether keys repeat while they are held down."),
  ]

  /// `exploresByTouch` as a file's value.
  private var exploring: AutomaticSetting {
    get { exploresByTouch.map { $0 ? .always : .never } ?? .automatic }
    set { exploresByTouch = newValue == .automatic ? nil : newValue == .always }
  }

  /// `isMirrored` as a file's value.
  private var mirroring: AutomaticSetting {
    get { isMirrored.map { $0 ? .always : .never } ?? .automatic }
    set { isMirrored = newValue == .automatic ? nil : newValue == .always }
  }

  private static let scanning: [SettingField<AccessibilitySettings>] = [
    SettingField(
      "scan", .boolean, \.scans, level: .basic,
      """
      Whether one key operates everything. A highlight moves through the elements, and the key chooses. It
      visits shelves before tiles, and rows of the PIN pad before keys. A press of the key starts it. A
      touch or another key ends it. On a tile, action = "scan:on" does the same for one visit.
      """),
    SettingField(
      "scan-key", .key, \.scanSwitch,
      """
      The key that chooses. "select" is the space bar, Enter and the select key of remote controls. "any" is
      every key. A name of xkbcommon is one key, such as "F1", "b" or "XF86AudioPlay". Most switch
      interfaces send a key of "select".
      """),
    SettingField(
      "scan-interval", .duration(intervals), \.scanInterval,
      "How long the highlight stays on one element."),
    SettingField(
      "scan-rounds", .integer(roundsRange), \.scanRounds,
      """
      How often the highlight visits all elements without a press before it rests. The next press continues.
      """),
    SettingField(
      "scan-hold", .duration(holds), \.scanHold,
      """
      How long the key must be held to count, for hands that press it by accident.
      """),
    SettingField(
      "scan-pause", .duration(holds), \.scanPause,
      """
      How long the key is ignored after a press or a release, for hands that tremble.
      """),
  ]
}

/// When the screen reader names the digit keys of the PIN pad.
package enum SpokenDigits: String, CaseIterable, Hashable, Sendable, WordSetting {
  /// Only with a headset, when no one but the visitor hears it.
  case headset
  case always

  package init?(_ word: String) { self.init(rawValue: word) }
  package var word: String { rawValue }
}

extension AccessibilitySettings {
  /// The shortest times that help trembling hands.
  package static let (steadyHold, steadyPause) = (0.4, 0.5)
}

extension ScanSwitch: WordSetting {
  package var word: String {
    switch self {
    case .select: Self.selectWord
    case .any: Self.anyWord
    case .key(let name): name
    }
  }
}

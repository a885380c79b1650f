/// A change of the screen or the sound that a visitor makes until the visit ends.
package enum Adjustment: Hashable, Sendable {
  case theme(Theme.Name)
  /// The text size as a multiple of the usual one.
  case textScale(Double)
  case reducedMotion(Bool)
  case mirrored(Bool)
  case scan(Bool)
  /// Touches must rest before they count, and quick repeats do not count.
  case steadyTouch(Bool)
  /// Speed and pitch of the voice. `volume` is in percent.
  case speechRate(Int)
  case speechPitch(Int)
  case volume(Int)

  private static let (on, off) = ("on", "off")

  /// Parses a word of the configuration: `theme:light`, `text-scale:1.5`, `reduced-motion:on`,
  /// `mirrored:off`, `scan:on`, `steady-touch:on`, `speech-rate:50`, `speech-pitch:-20`, `volume:80`.
  package init?(_ word: String) {
    let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else { return nil }
    let isOn = parts[1] == Self.on ? true : parts[1] == Self.off ? false : nil
    switch parts[0] {
    case "theme":
      guard let name = Theme.Name(rawValue: parts[1]) else { return nil }
      self = .theme(name)
    case "text-scale":
      guard let scale = Double(parts[1]), AccessibilitySettings.textScales.contains(scale) else { return nil }
      self = .textScale(scale)
    case "reduced-motion":
      guard let isOn else { return nil }
      self = .reducedMotion(isOn)
    case "mirrored":
      guard let isOn else { return nil }
      self = .mirrored(isOn)
    case "scan":
      guard let isOn else { return nil }
      self = .scan(isOn)
    case "steady-touch":
      guard let isOn else { return nil }
      self = .steadyTouch(isOn)
    case "speech-rate":
      guard let rate = Int(parts[1]), AccessibilitySettings.voiceRange.contains(rate) else { return nil }
      self = .speechRate(rate)
    case "speech-pitch":
      guard let pitch = Int(parts[1]), AccessibilitySettings.voiceRange.contains(pitch) else { return nil }
      self = .speechPitch(pitch)
    case "volume":
      guard let volume = Int(parts[1]), AccessibilitySettings.volumes.contains(volume) else { return nil }
      self = .volume(volume)
    default: return nil
    }
  }

  package var word: String {
    switch self {
    case .theme(let name): "theme:\(name.rawValue)"
    case .textScale(let scale): "text-scale:\(scale)"
    case .reducedMotion(let isOn): "reduced-motion:\(isOn ? Self.on : Self.off)"
    case .mirrored(let isOn): "mirrored:\(isOn ? Self.on : Self.off)"
    case .scan(let isOn): "scan:\(isOn ? Self.on : Self.off)"
    case .steadyTouch(let isOn): "steady-touch:\(isOn ? Self.on : Self.off)"
    case .speechRate(let rate): "speech-rate:\(rate)"
    case .speechPitch(let pitch): "speech-pitch:\(pitch)"
    case .volume(let volume): "volume:\(volume)"
    }
  }
}

/// The settings that decide how the launcher is drawn: the operator's theme and brand, and the visitors'
/// needs.
package struct Appearance: Hashable, Sendable {
  package var theme: ThemeSettings
  package var brand: BrandSettings
  package var access: AccessibilitySettings

  package init(_ configuration: KioskConfiguration = KioskConfiguration()) {
    (theme, brand, access) = (configuration.theme, configuration.brand, configuration.access)
  }

  package var drawn: Theme { theme.theme(for: access, brand: brand) }

  /// Returns the appearance with a visitor's adjustments.
  package func adjusted(_ adjustments: [Adjustment]) -> Appearance {
    var appearance = self
    for adjustment in adjustments {
      switch adjustment {
      // The operator's changes of one theme would be wrong for another.
      case .theme(let name):
        if name != theme.name {
          (appearance.theme.name, appearance.theme.changes) = (name, [:])
          (appearance.theme.folder, appearance.theme.look) = (nil, nil)
        }
      case .textScale(let scale): appearance.access.textScale = scale
      case .reducedMotion(let isReduced): appearance.access.hasReducedMotion = isReduced
      case .mirrored(let isMirrored): appearance.access.isMirrored = isMirrored
      case .steadyTouch(let isSteady):
        appearance.access.touchHold = isSteady ? max(access.touchHold, AccessibilitySettings.steadyHold) : 0
        appearance.access.touchPause =
          isSteady ? max(access.touchPause, AccessibilitySettings.steadyPause) : 0
      case .speechRate(let rate): appearance.access.speechRate = rate
      case .speechPitch(let pitch): appearance.access.speechPitch = pitch
      case .volume(let volume): appearance.access.volume = access.volume == nil ? nil : volume
      case .scan: break
      }
    }
    return appearance
  }
}

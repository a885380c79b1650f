import CarouselEngine
import RotundaGeometry

/// Values as they stand in a configuration file.
enum TOMLText {
  /// A number, without a fraction where it has none.
  static func of(_ number: Double) -> String {
    guard number == number.rounded(), abs(number) < 1e15 else { return "\(number)" }
    return "\(Int(number))"
  }

  /// Several numbers.
  static func of(_ numbers: [Double]) -> String { "[" + numbers.map(of).joined(separator: ", ") + "]" }

  /// A text.
  static func of(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        "\\u" + String(String(scalar.value + 0x10000, radix: 16).suffix(4))
      default: String(scalar)
      }
    }
    return "\"" + escaped.joined() + "\""
  }
}

extension CarouselField.Value {
  /// The value as a configuration file has it.
  public var text: String {
    switch self {
    case .boolean(let truth): "\(truth)"
    case .number(let number): TOMLText.of(number)
    case .pair(let first, let second): TOMLText.of([first, second])
    case .area(let area): TOMLText.of((0..<4).map { area[$0] })
    case .curve(let curve): curve.text
    case .word(let word): TOMLText.of(word)
    }
  }
}

extension AnimationCurve {
  fileprivate var text: String {
    if case .bezier(let x1, let y1, let x2, let y2) = self { return TOMLText.of([x1, y1, x2, y2]) }
    return TOMLText.of(word ?? "linear")
  }
}

extension ThemeField.Value {
  fileprivate var text: String {
    switch self {
    case .color(let color): TOMLText.of(color.hexText)
    case .number(let number): TOMLText.of(number)
    case .text(let text): TOMLText.of(text)
    }
  }
}

extension CarouselSettings {
  /// The keys of `[carousel]` that have to be written for these settings, a line each; keyframes and decorations are sections
  /// of their own.
  public var lines: [String] {
    CarouselField.all.compactMap { field in
      guard field.isSet(in: self), let value = field.value(in: self) else { return nil }
      return "\(field.key.name) = \(value.text)"
    }
  }

  /// The `[[carousel.keyframe]]` sections, a line each, with an empty one before each section.
  public var keyframeLines: [String] {
    details.keyframes.flatMap { keyframe in
      let (place, turn, degrees) = (keyframe.position, keyframe.rotation, 180 / Double.pi)
      return [
        "", ConfigurationSection.keyframe.header, "offset = \(TOMLText.of(keyframe.offset))",
        "position = \(TOMLText.of([place.x, place.y, place.z]))",
        "rotation = \(TOMLText.of([turn.x * degrees, turn.y * degrees, turn.z * degrees]))",
        "scale = \(TOMLText.of([keyframe.scale.width, keyframe.scale.height]))",
        "opacity = \(TOMLText.of(keyframe.opacity))",
      ]
    }
  }
}

extension ThemeSettings {
  /// The keys of `[theme]` that have to be written for these settings, a line each.
  public var lines: [String] {
    let standard = ThemeSettings()
    var lines: [String] = []
    func add(_ key: ConfigurationKey, _ text: String, unless isStandard: Bool) {
      if !isStandard { lines.append("\(key.name) = \(text)") }
    }
    add(.themeName, TOMLText.of(name.rawValue), unless: name == standard.name)
    add(.themeFace, TOMLText.of(face.rawValue), unless: face == standard.face)
    add(.textScale, TOMLText.of(textScale), unless: textScale == standard.textScale)
    add(.reducedMotion, "\(hasReducedMotion)", unless: hasReducedMotion == standard.hasReducedMotion)
    if let isMirrored { add(.mirrored, "\(isMirrored)", unless: false) }
    for field in ThemeField.all {
      if let value = changes[field.key.name] { lines.append("\(field.key.name) = \(value.text)") }
    }
    return lines
  }
}

import CarouselEngine
import Configuration
import Geometry

extension ConfigurationDecoder {
  /// Reads one key of `[carousel]`.
  mutating func decode(_ entry: TOMLTable.Entry, into settings: inout CarouselSettings) {
    if entry.key == Self.keyframeSection { return decodeKeyframes(entry, into: &settings) }
    if entry.key == Self.decorationSection { return decodeDecorations(entry, into: &settings) }
    let key = key(of: entry, in: .carousel)
    guard let field = CarouselField.all.first(where: { $0.key == key }), let value = value(entry, field.key)
    else { return }
    field.set(value, in: &settings)
    carouselPlaces[field.key] = (file, entry.keyPosition)
    if key == .layout { layoutPlace = (file, entry.node.position) }
  }

  /// Says which keys that were set to something else than their default have an effect on none of the carousels that they
  /// are for.
  mutating func warnAboutKeysWithoutEffect(on carousels: [CarouselSettings]) {
    for field in CarouselField.all {
      guard let place = carouselPlaces[field.key], let condition = field.condition,
        let first = carousels.first(where: field.isSet), !carousels.contains(where: field.hasEffect)
      else { continue }
      report(
        Diagnostic(
          .warning, file: place.file, line: place.position.line, column: place.position.column,
          key: field.key.dottedName, message: "has no effect with \(condition.opposite(in: first))"))
    }
  }

  private mutating func value(_ entry: TOMLTable.Entry, _ key: ConfigurationKey) -> CarouselField.Value? {
    switch key.kind {
    case .boolean: boolean(entry, key).map { .boolean($0) }
    case .number, .integer, .angle: number(entry, key).map { .number($0) }
    case .choice: choice(entry, key).map { .word($0) }
    case .pair: pair(entry, key).map { .pair($0.x, $0.y) }
    case .area: area(entry, key).map { .area($0) }
    case .curve: curve(entry, key).map { .curve($0) }
    case .size: size(entry, key).map { .pair($0.width, $0.height) }
    default: nil
    }
  }
}

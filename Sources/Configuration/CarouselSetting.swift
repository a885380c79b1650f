import CarouselEngine
import RotundaGeometry

/// A type that settings of the carousel have, as a field's value.
protocol CarouselSetting: SendableMetatype {
  /// The setting that a value stands for; nil for a value of another type.
  init?(fieldValue: CarouselField.Value)
  /// The value that stands for it; nil for a setting that is none.
  var fieldValue: CarouselField.Value? { get }
}

extension Bool: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .boolean(let truth) = fieldValue else { return nil }
    self = truth
  }
  var fieldValue: CarouselField.Value? { .boolean(self) }
}

extension Double: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self = number
  }
  var fieldValue: CarouselField.Value? { .number(self) }
}

extension Int: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .number(let number) = fieldValue else { return nil }
    self.init(exactly: number.rounded())
  }
  var fieldValue: CarouselField.Value? { .number(Double(self)) }
}

extension Point: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .pair(let x, let y) = fieldValue else { return nil }
    self.init(x, y)
  }
  var fieldValue: CarouselField.Value? { .pair(x, y) }
}

extension Size: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .pair(let width, let height) = fieldValue else { return nil }
    self.init(width, height)
  }
  var fieldValue: CarouselField.Value? { .pair(width, height) }
}

extension Rectangle: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .area(let area) = fieldValue else { return nil }
    self.init(origin: Point(area[0], area[1]), size: Size(area[2], area[3]))
  }
  var fieldValue: CarouselField.Value? {
    .area(SIMD4(origin.x, origin.y, size.width, size.height))
  }
}

extension AnimationCurve: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard case .curve(let curve) = fieldValue else { return nil }
    self = curve
  }
  var fieldValue: CarouselField.Value? { .curve(self) }
}

extension CarouselSetting where Self: RawRepresentable<String> {
  init?(fieldValue: CarouselField.Value) {
    guard case .word(let word) = fieldValue else { return nil }
    self.init(rawValue: word)
  }
  var fieldValue: CarouselField.Value? { .word(rawValue) }
}

extension LayoutKind: CarouselSetting {}
extension ScrollPhysicsKind: CarouselSetting {}
extension CarouselSettings.Orientation: CarouselSetting {}

extension Optional: CarouselSetting where Wrapped: CarouselSetting {
  init?(fieldValue: CarouselField.Value) {
    guard let setting = Wrapped(fieldValue: fieldValue) else { return nil }
    self = .some(setting)
  }
  var fieldValue: CarouselField.Value? { flatMap(\.fieldValue) }
}

/// A value that few of many have: where there is one it is kept apart, so that it costs the others eight bytes.
///
/// Tiles have a dozen of these, and there may be a hundred thousand tiles, several times over.
@propertyWrapper
public struct Rare<Value: Hashable & Sendable>: Hashable, Sendable {
  private final class Box: Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
  }

  private var box: Box?

  /// The value; nil for most.
  public var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// No value.
  public init() {}

  /// That value.
  public init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

  /// Whether both have the same value, or none.
  public static func == (one: Rare, other: Rare) -> Bool {
    one.box === other.box || one.wrappedValue == other.wrappedValue
  }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// What many have as it is at first.
public protocol HasDefault {
  /// As it is at first.
  init()
}

/// A value that nearly all have as it is at first: kept apart where it is another.
@propertyWrapper
public struct Usual<Value: Hashable & Sendable & HasDefault>: Hashable, Sendable {
  @Rare private var other: Value?

  /// The value.
  public var wrappedValue: Value {
    get { other ?? Value() }
    set { other = newValue == Value() ? nil : newValue }
  }

  /// As it is at first.
  public init() {}

  /// That value.
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

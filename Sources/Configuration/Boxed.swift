/// A value that few of many have: where there is one it is kept apart, so that it costs the others eight
/// bytes.
///
/// Tiles have a dozen of these, and there may be a hundred thousand tiles, several times over.
///
/// Everything can be inlined, also in other modules: each of many tiles asks for each of them.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box?

  /// The value; nil for most.
  @inlinable package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// The same, to be asked whether there is a value without taking it.
  @inlinable package var projectedValue: Boxed { self }

  @inlinable package var hasValue: Bool { box != nil }

  @inlinable
  package init() {}

  @inlinable
  package init(wrappedValue: Value?) { box = wrappedValue.map(Box.init) }

  @inlinable
  package static func == (one: Boxed, other: Boxed) -> Bool {
    one.box === other.box || one.wrappedValue == other.wrappedValue
  }

  @inlinable
  package func hash(into hasher: inout Hasher) { hasher.combine(wrappedValue) }
}

/// What many have as it is at first.
package protocol HasDefault {
  /// As it is at first.
  init()
}

/// A value that nearly all have as it is at first: kept apart where it is another.
@propertyWrapper
package struct Usual<Value: Hashable & Sendable & HasDefault>: Hashable, Sendable {
  @usableFromInline var other = Boxed<Value>()

  @inlinable package var wrappedValue: Value {
    get { other.wrappedValue ?? Value() }
    set { other.wrappedValue = newValue == Value() ? nil : newValue }
  }

  /// The same, to be taken over as it is.
  @inlinable package var projectedValue: Usual {
    get { self }
    set { self = newValue }
  }

  /// Whether it is as it is at first.
  @inlinable package var isUsual: Bool { !other.hasValue }

  @inlinable
  package init() {}

  @inlinable
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

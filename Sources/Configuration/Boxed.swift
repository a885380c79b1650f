/// An optional value that most instances do not have. It lives in a separate object. Therefore it costs
/// instances without a value only eight bytes.
///
/// A tile has a dozen of these, and several copies of a hundred thousand tiles may exist. Therefore
/// everything can be inlined, also in other modules.
@propertyWrapper
package struct Boxed<Value: Hashable & Sendable>: Hashable, Sendable {
  @usableFromInline
  final class Box: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }

  @usableFromInline var box: Box?

  /// The value; nil for most instances.
  @inlinable package var wrappedValue: Value? {
    get { box?.value }
    set { box = newValue.map(Box.init) }
  }

  /// The wrapper itself. Callers use it to ask whether a value exists, without copying the value.
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

/// A type with a default value.
package protocol HasDefault {
  /// Creates the default value.
  init()
}

/// A value that has its default in nearly all instances. Any other value lives in a separate object.
@propertyWrapper
package struct Usual<Value: Hashable & Sendable & HasDefault>: Hashable, Sendable {
  @usableFromInline var other = Boxed<Value>()

  @inlinable package var wrappedValue: Value {
    get { other.wrappedValue ?? Value() }
    set { other.wrappedValue = newValue == Value() ? nil : newValue }
  }

  /// The wrapper itself, for copying without a look at the value.
  @inlinable package var projectedValue: Usual {
    get { self }
    set { self = newValue }
  }

  /// Whether the value is the default.
  @inlinable package var isUsual: Bool { !other.hasValue }

  @inlinable
  package init() {}

  @inlinable
  package init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
}

import Bus
import Networks

/// The objects of a daemon by path and interface: the answer of `GetManagedObjects` (D-Bus Specification,
/// "org.freedesktop.DBus.ObjectManager").
///
/// A daemon can be hostile. Longer lists count only up to a limit.
nonisolated struct BusObjects {
  private let objects: [String: [String: BusValue]]

  /// The maximum number of objects.
  private static let mostObjects = 2048

  static let interface = "org.freedesktop.DBus.ObjectManager"
  static let properties = "org.freedesktop.DBus.Properties"

  init(_ answer: [BusValue]) {
    var objects: [String: [String: BusValue]] = [:]
    for case .entry(let path, let interfaces) in (answer.first?.elements ?? []).prefix(Self.mostObjects) {
      if let path = path.text { objects[path] = interfaces.properties }
    }
    self.objects = objects
  }

  /// Returns the properties of an object's interface; nil if the object does not have it.
  func properties(_ interface: String, of path: String?) -> [String: BusValue]? {
    path.flatMap { objects[$0]?[interface]?.properties }
  }

  /// Returns the paths of the objects with an interface, in their order.
  func paths(with interface: String) -> [String] {
    objects.filter { $0.value[interface] != nil }.keys.sorted { ($0.utf8.count, $0) < ($1.utf8.count, $1) }
  }
}

nonisolated extension BusValue {
  /// The path of an object; nil for `/`, which stands for none.
  var path: String? { text.flatMap { $0.hasPrefix("/") && $0 != "/" ? $0 : nil } }

  /// The key of an entry.
  var name: String? { if case .entry(let key, _) = self { key.text } else { nil } }

  /// The name of a network in bytes.
  var networkName: NetworkName? {
    let bytes = elements.prefix(NetworkName.mostBytes + 1).compactMap { value -> UInt8? in
      if case .byte(let byte) = value { byte } else { nil }
    }
    return NetworkName(bytes)
  }

  static func dictionary(_ entries: [(String, BusValue)]) -> BusValue {
    .array(of: "{sv}", entries.map { .entry(.string($0.0), .variant($0.1)) })
  }
}

/// An argument of a request or an event.
struct ArgumentDescription: Equatable {
  /// The types of the wire protocol, by their names in the XML.
  enum WireType: String, CaseIterable {
    case int
    case uint
    case fixed
    case string
    case object
    case newID = "new_id"
    case array
    case fd
  }

  var name: String
  var type: WireType
  /// The interface of an object or new object; nil for any.
  var interface: String?
  var isNullable = false
  /// `name` for an enumeration of the same interface, `interface.name` for another's.
  var enumeration: String?

  /// A new object whose interface is named in the message itself (`wl_registry.bind`).
  var isUntypedNewObject: Bool { type == .newID && interface == nil }

  /// The argument in libwayland's notation.
  var signature: String {
    let letter =
      switch type {
      case .int: "i"
      case .uint: "u"
      case .fixed: "f"
      case .string: "s"
      case .object: "o"
      case .newID: isUntypedNewObject ? "sun" : "n"
      case .array: "a"
      case .fd: "h"
      }
    return isNullable ? "?" + letter : letter
  }
}

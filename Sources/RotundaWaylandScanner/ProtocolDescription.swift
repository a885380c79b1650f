/// One protocol file: a name and its interfaces, in the order of the file.
struct ProtocolDescription: Equatable {
  var name: String
  var interfaces: [InterfaceDescription]
}

/// One interface: its requests and events in opcode order, and its enumerations.
struct InterfaceDescription: Equatable {
  var name: String
  /// The highest version that the file describes, which is also the highest version to bind.
  var version: Int
  var requests: [MessageDescription] = []
  var events: [MessageDescription] = []
  var enums: [EnumDescription] = []
}

/// A request or an event.
struct MessageDescription: Equatable {
  var name: String
  var since = 1
  /// Whether the message destroys its object when it is sent or delivered.
  var isDestructor = false
  var arguments: [ArgumentDescription] = []

  /// The argument that creates a new object, if any.
  var newObject: ArgumentDescription? { arguments.first { $0.type == .newID } }

  /// The signature in libwayland's notation: the version if it is 2 or more, then a letter for each argument.
  var signature: String {
    (since > 1 ? String(since) : "") + arguments.map(\.signature).joined()
  }

  /// The number of values on the wire. A new object without a fixed interface takes three.
  var wireCount: Int { arguments.reduce(0) { $0 + ($1.isUntypedNewObject ? 3 : 1) } }
}

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

  /// Whether the argument is a new object whose interface is in the message itself (`wl_registry.bind`).
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

/// An enumeration or, as a bitfield, a set of flags.
struct EnumDescription: Equatable {
  /// One named value.
  struct Entry: Equatable {
    var name: String
    var value: UInt32
  }

  var name: String
  var isBitfield = false
  var entries: [Entry] = []
}

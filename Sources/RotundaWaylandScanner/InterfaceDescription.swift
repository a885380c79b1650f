/// One interface: its requests and events in opcode order, and its enumerations.
struct InterfaceDescription: Equatable {
  var name: String
  /// The highest version the file describes, and so the highest one that is ever bound.
  var version: Int
  var requests: [MessageDescription] = []
  var events: [MessageDescription] = []
  var enums: [EnumDescription] = []
}

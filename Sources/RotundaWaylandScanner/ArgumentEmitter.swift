/// Writes how an argument looks in Swift and how it gets onto and off the wire.
///
/// The two sides differ only in what an object is: a `Proxy` of the client, a `Resource` of the server.
struct ArgumentEmitter {
  /// The side for which code is written.
  enum Side { case client, server }

  let side: Side
  let interface: InterfaceDescription

  /// The class of an object.
  func className(_ argument: ArgumentDescription) -> String {
    switch (side, argument.interface) {
    case (.client, let name?): SwiftName.type(name)
    case (.client, nil): "Proxy"
    case (.server, let name?): SwiftName.resource(name)
    case (.server, nil): "Resource"
    }
  }

  private func enumName(_ argument: ArgumentDescription) -> String? {
    guard let name = argument.enumeration else { return nil }
    let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return SwiftName.type(interface.name) + "." + SwiftName.type(name) }
    return SwiftName.type(parts[0]) + "." + SwiftName.type(parts[1])
  }

  /// The type of an argument that is sent.
  func sentType(_ argument: ArgumentDescription) -> String {
    let type = plainType(argument)
    return argument.isNullable ? type + "?" : type
  }

  /// The type of an argument that arrives. An object may have been destroyed on the way, so it may always
  /// be missing.
  func receivedType(_ argument: ArgumentDescription) -> String {
    argument.type == .object ? plainType(argument) + "?" : sentType(argument)
  }

  private func plainType(_ argument: ArgumentDescription) -> String {
    switch argument.type {
    case .int: enumName(argument) ?? "Int32"
    case .uint: enumName(argument) ?? "UInt32"
    case .fixed: "Double"
    case .string: "String"
    case .object, .newID: className(argument)
    case .array: "[UInt8]"
    case .fd: "Int32"
    }
  }

  /// The wire value of an argument that is sent; strings and arrays are pointers by then.
  func encoded(_ argument: ArgumentDescription) -> String {
    let name = SwiftName.member(argument.name)
    return switch argument.type {
    case .int: argument.enumeration == nil ? ".int(\(name))" : ".int(Int32(bitPattern: \(name).rawValue))"
    case .uint: argument.enumeration == nil ? ".uint(\(name))" : ".uint(\(name).rawValue)"
    case .fixed: ".fixed(\(name))"
    case .string: ".string(\(name))"
    case .object: argument.isNullable ? "nullable(\(name))" : "object(\(name))"
    case .newID: side == .client ? ".newObject" : "object(\(name))"
    case .array: ".array(\(name))"
    case .fd: ".descriptor(\(name))"
    }
  }

  /// The Swift value of the wire value at a place.
  func decoded(_ argument: ArgumentDescription, at place: Int) -> String {
    let value = "a[\(place)]"
    switch argument.type {
    case .int:
      return enumName(argument).map { "\($0)(rawValue: UInt32(bitPattern: \(value).i))" } ?? "\(value).i"
    case .uint: return enumName(argument).map { "\($0)(rawValue: \(value).u)" } ?? "\(value).u"
    case .fixed: return "\(value).double"
    case .string: return argument.isNullable ? "\(value).optionalText" : "\(value).text"
    case .object: return "nullable(\(value))"
    case .newID: return "adopt(\(value))"
    case .array: return "\(value).bytes"
    case .fd: return "\(value).h"
    }
  }

  /// Writes `body` inside what gives strings and arrays an address for the length of a call.
  func withPointers(
    _ arguments: [ArgumentDescription], prefix: String, _ code: inout CodeWriter,
    _ body: (inout CodeWriter, String) -> Void
  ) {
    guard let first = arguments.firstIndex(where: { $0.type == .string || $0.type == .array }) else {
      return body(&code, prefix)
    }
    let argument = arguments[first]
    let name = SwiftName.member(argument.name)
    let giver = argument.type == .string ? "withText" : "withBytes"
    code.closure("\(prefix)Wire.\(giver)(\(name)) { \(name) in") { code in
      withPointers(Array(arguments[(first + 1)...]), prefix: "", &code, body)
    }
  }
}

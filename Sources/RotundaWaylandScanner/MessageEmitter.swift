/// Generates messages: methods for sent ones, enums and switches for received ones. Both sides send and
/// receive in the same way, in opposite directions.
struct MessageEmitter {
  let interface: InterfaceDescription
  let arguments: ArgumentEmitter

  /// Returns the doc comment of a message.
  func documentation(_ message: MessageDescription) -> String {
    let since = message.since > 1 ? ", since version \(message.since)" : ""
    let descriptors = message.arguments.filter { $0.type == .fd }.map(\.name)
    let owner = descriptors.isEmpty ? "" : " The sender keeps its descriptor, the receiver closes its own."
    return "/// `\(interface.name).\(message.name)`\(since).\(owner)"
  }

  /// Returns the parameters `name: Type, …` of a sending method.
  func parameters(_ message: MessageDescription) -> String {
    message.arguments.filter { $0.type != .newID }
      .map { "\(SwiftName.member($0.name)): \(arguments.sentType($0))" }.joined(separator: ", ")
  }

  /// Writes the argument block and, innermost, the line that `call` returns for the block's argument.
  /// `prefix` precedes the outermost expression.
  func body(
    _ message: MessageDescription, prefix: String = "", _ code: inout CodeWriter, call: (String) -> String
  ) {
    guard !message.arguments.isEmpty else { return code.line(prefix + call("")) }
    arguments.withPointers(message.arguments, prefix: prefix, &code) { code, prefix in
      code.closure("\(prefix)Wire.withArguments(\(message.wireCount)) { a in") { code in
        var place = 0
        for argument in message.arguments {
          emit(argument, at: &place, &code)
        }
        code.line("return " + call(", a"))
      }
    }
  }

  private func emit(_ argument: ArgumentDescription, at place: inout Int, _ code: inout CodeWriter) {
    if argument.isUntypedNewObject {
      code.line("a[\(place)] = .string(type.interface.pointer.pointee.name)")
      code.line("a[\(place + 1)] = .uint(version)")
      place += 2
    }
    code.line("a[\(place)] = \(arguments.encoded(argument))")
    place += 1
  }

  /// Writes the enum of received messages, the handler closure and the switch that decodes them.
  func received(
    _ messages: [MessageDescription], as type: String, handler: String, _ code: inout CodeWriter
  ) {
    guard !messages.isEmpty else { return }
    code.line()
    code.line("/// A message from the other side.")
    // On the client side, objects belong to the main actor. Therefore events can be `Sendable`.
    let head = arguments.side == .client ? "public nonisolated enum \(type): Sendable" : "public enum \(type)"
    code.block(head) { code in
      for message in messages {
        code.line(documentation(message))
        code.line("case \(SwiftName.member(message.name))\(payload(message))")
      }
    }
    code.line()
    code.line("/// Receives the messages of the other side in their order. Nil drops them.")
    code.line("public var \(handler): ((\(type)) -> Void)?")
    code.line()
    let access = arguments.side == .client ? "public " : ""
    let dispatch = "override func dispatch(_ opcode: UInt32, _ a: UnsafeMutablePointer<wl_argument>)"
    code.block(access + dispatch) { code in
      code.line("switch opcode {")
      for (opcode, message) in messages.enumerated() { receivedCase(opcode, message, handler, &code) }
      code.line("default: break")
      code.line("}")
    }
  }

  private func payload(_ message: MessageDescription) -> String {
    guard !message.arguments.isEmpty else { return "" }
    let fields = message.arguments.map { "\(SwiftName.member($0.name)): \(arguments.receivedType($0))" }
    return "(\(fields.joined(separator: ", ")))"
  }

  private func receivedCase(
    _ opcode: Int, _ message: MessageDescription, _ handler: String, _ code: inout CodeWriter
  ) {
    code.line("case \(opcode):")
    let values = message.arguments.enumerated().map { place, argument in
      (argument, arguments.decoded(argument, at: place))
    }
    // New objects are created and descriptors closed even without a handler.
    for (argument, value) in values where argument.type == .newID {
      code.line("  let \(SwiftName.member(argument.name)): \(arguments.className(argument)) = \(value)")
    }
    for (argument, value) in values where argument.type == .fd {
      code.line("  if \(handler) == nil { Wire.closeDescriptor(\(value)) }")
    }
    let fields = values.map { argument, value in
      let content = argument.type == .newID ? SwiftName.member(argument.name) : value
      return "\(SwiftName.label(argument.name)): \(content)"
    }
    let payload = fields.isEmpty ? "" : "(\(fields.joined(separator: ", ")))"
    code.line("  \(handler)?(.\(SwiftName.member(message.name))\(payload))")
    if message.isDestructor { code.line("  destroyed()") }
  }
}

/// Generates the Swift type of an argument and its encoding and decoding.
///
/// The two sides differ only in the type of objects: `Proxy` for the client, `Resource` for the server.
struct ArgumentEmitter {
  /// The side for which code is generated.
  enum Side { case client, server }

  let side: Side
  let interface: InterfaceDescription

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

  func sentType(_ argument: ArgumentDescription) -> String {
    let type = plainType(argument)
    return argument.isNullable ? type + "?" : type
  }

  /// Returns the type of a received argument. Objects are always optional, because they may be destroyed in
  /// the meantime.
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

  /// Returns the code that encodes a sent argument. Strings and arrays are already pointers.
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

  /// Returns the code that decodes the received argument at an index.
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

  /// Writes `body` inside closures that provide pointers to strings and arrays.
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

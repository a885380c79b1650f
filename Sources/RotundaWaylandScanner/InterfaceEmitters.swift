/// Generates the client side of a protocol: a class for each interface, with its requests as methods.
struct ClientEmitter {
  let protocols: ProtocolSet
  /// The parameter for an object to reuse.
  private static let spent = "spent"

  func emit(_ source: ProtocolSet.Source) -> String {
    var code = CodeWriter()
    code.line("// Generated from \(source.file).")
    code.line()
    code.line("import CRotundaWayland")
    if protocols.extendsWayland { code.line("import Wayland") }
    for interface in source.description.interfaces {
      code.line()
      emit(interface, &code)
    }
    return code.text
  }

  private func emit(_ interface: InterfaceDescription, _ code: inout CodeWriter) {
    let arguments = ArgumentEmitter(side: .client, interface: interface)
    let messages = MessageEmitter(interface: interface, arguments: arguments)
    code.line("/// `\(interface.name)`, known up to version \(interface.version).")
    // Explicit, because other modules do not infer the actor from the superclass.
    code.block("@MainActor public final class \(SwiftName.type(interface.name)): Proxy") { code in
      code.line(
        "public nonisolated override class var interface: ProtocolInterface { .\(SwiftName.member(interface.name)) }"
      )
      for enumeration in interface.enums { EnumEmitter(interface: interface).emit(enumeration, &code) }
      messages.received(interface.events, as: "Event", handler: "onEvent", &code)
      for (opcode, request) in interface.requests.enumerated() {
        emit(request, UInt32(opcode), messages, &code)
      }
    }
  }

  private func emit(
    _ request: MessageDescription, _ opcode: UInt32, _ messages: MessageEmitter, _ code: inout CodeWriter
  ) {
    code.line()
    code.line(messages.documentation(request))
    let name = SwiftName.method(request.name)
    guard let object = request.newObject else {
      return emitVoid(
        request, "public func \(name)(\(messages.parameters(request)))", opcode, messages, &code)
    }
    let type = messages.arguments.className(object)
    let plain = messages.parameters(request)
    let separator = plain.isEmpty ? "" : ", "
    var head = "public func \(name)(\(plain)) -> \(type)"
    var more = ""
    if object.isUntypedNewObject {
      head = "public func \(name)<P: Proxy>(\(plain)\(separator)_ type: P.Type, version: UInt32) -> P"
      more = ", version: version"
    } else if protocols.endsWithAnEvent(object) {
      code.line(
        "/// Reuses `\(Self.spent)`, an object that has ended, instead of creating a new one.")
      head = "public func \(name)(\(plain)\(separator)into \(Self.spent): \(type)? = nil) -> \(type)"
      more = ", into: \(Self.spent)"
    }
    code.block(head) { code in
      requireVersion(request, &code)
      // After a check, the call is not the only expression and needs an explicit return.
      messages.body(request, prefix: request.since > 1 ? "return " : "", &code) { block in
        "create(\(opcode)\(block)\(more))"
      }
    }
  }

  private func emitVoid(
    _ request: MessageDescription, _ head: String, _ opcode: UInt32, _ messages: MessageEmitter,
    _ code: inout CodeWriter
  ) {
    code.block(head) { code in
      if request.isDestructor {
        if request.since > 1 { code.line("guard version >= \(request.since) else { return destroyProxy() }") }
        code.line("guard isAlive else { return }")
      } else {
        requireVersion(request, &code)
      }
      messages.body(request, &code) { block in
        "send(\(opcode)\(block)\(request.isDestructor ? ", destroying: true" : ""))"
      }
    }
  }

  private func requireVersion(_ request: MessageDescription, _ code: inout CodeWriter) {
    if request.since > 1 { code.line("require(version: \(request.since), for: \"\(request.name)\")") }
  }
}

/// Generates the server side of a protocol: a class for each interface, with its events as methods.
struct ServerEmitter {
  let protocols: ProtocolSet

  /// The interfaces that libwayland's server implements itself.
  private static let builtIn: Set<String> = ["wl_display", "wl_registry"]

  func emit(_ source: ProtocolSet.Source) -> String {
    var code = CodeWriter()
    code.line("// Generated from \(source.file).")
    code.line()
    code.line("import CWaylandServer")
    code.line("import Wayland")
    for interface in source.description.interfaces where !Self.builtIn.contains(interface.name) {
      code.line()
      emit(interface, &code)
    }
    return code.text
  }

  private func emit(_ interface: InterfaceDescription, _ code: inout CodeWriter) {
    let arguments = ArgumentEmitter(side: .server, interface: interface)
    let messages = MessageEmitter(interface: interface, arguments: arguments)
    code.line("/// The server's side of `\(interface.name)`, known up to version \(interface.version).")
    code.block("public final class \(SwiftName.resource(interface.name)): Resource") { code in
      code.line(
        "public override class var interface: ProtocolInterface { .\(SwiftName.member(interface.name)) }")
      messages.received(interface.requests, as: "Request", handler: "onRequest", &code)
      for (opcode, event) in interface.events.enumerated() { emit(event, opcode, messages, &code) }
    }
  }

  private func emit(
    _ event: MessageDescription, _ opcode: Int, _ messages: MessageEmitter, _ code: inout CodeWriter
  ) {
    code.line()
    code.line(messages.documentation(event))
    let head = "public func \(SwiftName.sender(event.name))(\(messages.parameters(event)))"
    guard let object = event.newObject else {
      return code.block(head) { code in
        emitSend(event, opcode, messages, &code)
      }
    }
    let type = messages.arguments.className(object)
    code.line("@discardableResult")
    code.block("\(head) -> \(type)") { code in
      let name = SwiftName.member(object.name)
      code.line("let \(name): \(type) = create()")
      emitSend(event, opcode, messages, &code)
      code.line("return \(name)")
    }
  }

  private func emitSend(
    _ event: MessageDescription, _ opcode: Int, _ messages: MessageEmitter, _ code: inout CodeWriter
  ) {
    messages.body(event, &code) { block in "send(\(opcode)\(block))" }
    if event.isDestructor { code.line("destroyed()") }
  }
}

/// Generates an enumeration as an open struct, which keeps unknown values instead of trapping.
private struct EnumEmitter {
  let interface: InterfaceDescription

  func emit(_ enumeration: EnumDescription, _ code: inout CodeWriter) {
    let name = SwiftName.type(enumeration.name)
    let conformance =
      enumeration.isBitfield ? "OptionSet, Hashable, Sendable" : "RawRepresentable, Hashable, Sendable"
    code.line()
    code.line("/// `\(interface.name).\(enumeration.name)`; values outside of the list are possible.")
    code.block("public nonisolated struct \(name): \(conformance)") { code in
      code.line("/// The number on the wire.")
      code.line("public let rawValue: UInt32")
      code.line()
      code.line("/// Any number, listed or not.")
      code.line("public init(rawValue: UInt32) { self.rawValue = rawValue }")
      code.line()
      for entry in enumeration.entries {
        code.line("/// `\(entry.name)`")
        code.line(
          "public static var \(SwiftName.member(entry.name)): Self { \(value(entry, of: enumeration)) }")
      }
    }
  }

  private func value(_ entry: EnumDescription.Entry, of enumeration: EnumDescription) -> String {
    // The compiler refuses an option with the value 0.
    enumeration.isBitfield && entry.value == 0 ? "[]" : "Self(rawValue: \(entry.value))"
  }
}

/// Generates the table of all interfaces, which both sides share, and a name for each entry.
struct TableEmitter {
  let protocols: ProtocolSet

  func emit() -> String {
    var code = CodeWriter()
    code.line("// Generated from Protocols/*.xml.")
    code.line()
    if protocols.extendsWayland {
      code.line("import Wayland")
      code.line()
    }
    emitPlaces(&code)
    code.line()
    code.line("/// Every interface, by its number.")
    code.block("private nonisolated let interfaces = InterfaceTable") { code in
      for source in protocols.sources {
        code.line("\(describer(source.description))(&$0)")
      }
    }
    for source in protocols.sources {
      code.line()
      emitProtocol(source.description, &code)
    }
    return code.text
  }

  private func describer(_ description: ProtocolDescription) -> String {
    "describe" + SwiftName.type(description.name)
  }

  private func emitPlaces(_ code: inout CodeWriter) {
    code.block("nonisolated extension ProtocolInterface") { code in
      for interface in protocols.sources.flatMap(\.description.interfaces) {
        code.line("/// `\(interface.name)`, known up to version \(interface.version).")
        let index = protocols.indices[interface.name, default: 0]
        code.line("public static var \(SwiftName.member(interface.name)): Self { interfaces[\(index)] }")
      }
    }
  }

  private func emitProtocol(_ description: ProtocolDescription, _ code: inout CodeWriter) {
    let head = "private nonisolated func \(describer(description))(_ table: inout InterfaceTable.Builder)"
    code.block(head) { code in
      for interface in description.interfaces {
        code.line("table.interface(\"\(interface.name)\", version: \(interface.version))")
        for request in interface.requests { code.line("table.request(\(message(request)))") }
        for event in interface.events { code.line("table.event(\(message(event)))") }
      }
    }
  }

  private func message(_ message: MessageDescription) -> String {
    let types = message.arguments.flatMap { argument -> [String] in
      if argument.isUntypedNewObject { return ["nil", "nil", "nil"] }
      return [type(argument)]
    }
    return "\"\(message.name)\", \"\(message.signature)\", [\(types.joined(separator: ", "))]"
  }

  private func type(_ argument: ArgumentDescription) -> String {
    guard let name = argument.interface else { return "nil" }
    return protocols.indices[name].map { ".own(\($0))" } ?? ".other(.\(SwiftName.member(name)))"
  }
}

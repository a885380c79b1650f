/// Writes the client's side of a protocol: a class for each interface, its requests as methods.
struct ClientEmitter {
  let protocols: ProtocolSet
  /// The parameter for an object that is used again.
  private static let spent = "spent"

  /// The text of the file.
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
    // Said, because other modules do not infer it from the superclass.
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
        "/// An object that has ended, `\(Self.spent)`, stands for the new one, so that none is made.")
      head = "public func \(name)(\(plain)\(separator)into \(Self.spent): \(type)? = nil) -> \(type)"
      more = ", into: \(Self.spent)"
    }
    code.block(head) { code in
      requireVersion(request, &code)
      // With a check before it, the call is no longer the only expression, which would be returned by itself.
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

/// Writes the server's side of a protocol: a class for each interface, its events as methods.
struct ServerEmitter {
  let protocols: ProtocolSet

  /// What libwayland's server implements itself.
  private static let builtIn: Set<String> = ["wl_display", "wl_registry"]

  /// The text of the file.
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

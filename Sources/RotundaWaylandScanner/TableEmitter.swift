/// Writes the table of all interfaces that both sides share, and the name of each place in it.
struct TableEmitter {
  let protocols: ProtocolSet

  /// The text of the file.
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

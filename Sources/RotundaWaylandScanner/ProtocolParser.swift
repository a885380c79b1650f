/// Converts the elements of a protocol file to descriptions. Rejects unknown elements.
struct ProtocolParser {
  private let file: String

  /// Returns the protocol that `text` describes. `file` is its name in errors.
  static func parse(_ text: String, file: String) throws(ScannerError) -> ProtocolDescription {
    let root = try XMLReader.root(of: text, file: file)
    return try ProtocolParser(file: file).parse(root)
  }

  private func failure(_ element: ProtocolElement, _ message: String) -> ScannerError {
    ScannerError(file: file, line: element.line, message: message)
  }

  private func parse(_ root: ProtocolElement) throws(ScannerError) -> ProtocolDescription {
    guard root.name == "protocol" else { throw failure(root, "<\(root.name)> is not <protocol>") }
    var interfaces: [InterfaceDescription] = []
    for child in root.children where !isProse(child) {
      guard child.name == "interface" else { throw unknown(child, in: root) }
      let interface = try parseInterface(child)
      try refuseDuplicate(interface.name, among: interfaces.map(\.name), child)
      interfaces.append(interface)
    }
    return ProtocolDescription(name: try name(root), interfaces: interfaces)
  }

  private func isProse(_ element: ProtocolElement) -> Bool {
    element.name == "description" || element.name == "copyright"
  }

  private func unknown(_ child: ProtocolElement, in parent: ProtocolElement) -> ScannerError {
    failure(child, "unknown element <\(child.name)> in <\(parent.name)>")
  }

  private func refuseDuplicate(
    _ name: String, among names: [String], _ element: ProtocolElement
  ) throws(ScannerError) {
    guard !names.contains(name) else { throw failure(element, "second <\(element.name)> named '\(name)'") }
  }

  private func parseInterface(_ element: ProtocolElement) throws(ScannerError) -> InterfaceDescription {
    var interface = InterfaceDescription(
      name: try name(element), version: try positive("version", of: element, default: nil))
    for child in element.children where !isProse(child) {
      switch child.name {
      case "request":
        let request = try parseMessage(child, of: interface)
        try refuseDuplicate(request.name, among: interface.requests.map(\.name), child)
        interface.requests.append(request)
      case "event":
        let event = try parseMessage(child, of: interface)
        try refuseDuplicate(event.name, among: interface.events.map(\.name), child)
        interface.events.append(event)
      case "enum":
        let enumeration = try parseEnum(child)
        try refuseDuplicate(enumeration.name, among: interface.enums.map(\.name), child)
        interface.enums.append(enumeration)
      default: throw unknown(child, in: element)
      }
    }
    return interface
  }

  private func parseMessage(
    _ element: ProtocolElement, of interface: InterfaceDescription
  ) throws(ScannerError) -> MessageDescription {
    var message = MessageDescription(name: try name(element))
    message.since = try positive("since", of: element, default: 1)
    guard message.since <= interface.version else {
      throw failure(
        element, "'\(message.name)' is since version \(message.since), its interface \(interface.version)")
    }
    switch element.attributes["type"] {
    case nil: break
    case "destructor": message.isDestructor = true
    case let type?: throw failure(element, "unknown type '\(type)' of <\(element.name)>")
    }
    for child in element.children where !isProse(child) {
      guard child.name == "arg" else { throw unknown(child, in: element) }
      let argument = try parseArgument(child)
      try refuseDuplicate(argument.name, among: message.arguments.map(\.name), child)
      message.arguments.append(argument)
    }
    guard message.arguments.count(where: { $0.type == .newID }) <= 1 else {
      throw failure(element, "'\(message.name)' makes more than one object")
    }
    return message
  }

  private func parseArgument(_ element: ProtocolElement) throws(ScannerError) -> ArgumentDescription {
    let name = try name(element)
    guard let text = element.attributes["type"] else { throw failure(element, "'\(name)' has no type") }
    guard let type = ArgumentDescription.WireType(rawValue: text) else {
      throw failure(element, "unknown type '\(text)' of argument '\(name)'")
    }
    let argument = ArgumentDescription(
      name: name, type: type, interface: element.attributes["interface"],
      isNullable: try flag("allow-null", of: element), enumeration: element.attributes["enum"])
    guard argument.interface == nil || type == .object || type == .newID else {
      throw failure(element, "'\(name)' has an interface, but is no object")
    }
    guard !argument.isNullable || type == .object || type == .string else {
      throw failure(element, "'\(name)' can not be null: it is neither object nor string")
    }
    guard argument.enumeration == nil || type == .int || type == .uint else {
      throw failure(element, "'\(name)' has an enum, but is no number")
    }
    return argument
  }

  private func parseEnum(_ element: ProtocolElement) throws(ScannerError) -> EnumDescription {
    var result = EnumDescription(name: try name(element), isBitfield: try flag("bitfield", of: element))
    for child in element.children where !isProse(child) {
      guard child.name == "entry" else { throw unknown(child, in: element) }
      let name = try name(child)
      try refuseDuplicate(name, among: result.entries.map(\.name), child)
      result.entries.append(.init(name: name, value: try value(of: child)))
    }
    guard !result.entries.isEmpty else { throw failure(element, "enum '\(result.name)' has no entries") }
    return result
  }

  private func value(of element: ProtocolElement) throws(ScannerError) -> UInt32 {
    guard let text = element.attributes["value"] else { throw failure(element, "<entry> has no value") }
    let number = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
    guard let number else { throw failure(element, "'\(text)' is no unsigned number of 32 bits") }
    return number
  }

  private func name(_ element: ProtocolElement) throws(ScannerError) -> String {
    guard let name = element.attributes["name"] else {
      throw failure(element, "<\(element.name)> has no name")
    }
    let isPlain = !name.isEmpty && name.utf8.allSatisfy(SwiftName.isNameByte)
    guard isPlain, name.utf8.contains(where: { $0 != UInt8(ascii: "_") }) else {
      throw failure(element, "'\(name)' is no name: use letters, digits and underscores")
    }
    return name
  }

  private func positive(
    _ key: String, of element: ProtocolElement, default fallback: Int?
  ) throws(ScannerError) -> Int {
    guard let text = element.attributes[key] else {
      guard let fallback else { throw failure(element, "<\(element.name)> has no \(key)") }
      return fallback
    }
    guard let number = Int32(text), number > 0 else {
      throw failure(element, "\(key) '\(text)' is no positive number")
    }
    return Int(number)
  }

  private func flag(_ key: String, of element: ProtocolElement) throws(ScannerError) -> Bool {
    switch element.attributes[key] {
    case nil, "false": return false
    case "true": return true
    case let text?: throw failure(element, "\(key) '\(text)' is neither true nor false")
    }
  }
}

/// An error in a protocol file, with its location.
struct ScannerError: Error, Equatable, CustomStringConvertible {
  var file: String
  /// The line, from 1; 0 if no single line is at fault.
  var line: Int
  var message: String

  /// The error in the format of compilers, which lets editors and SwiftPM find the location.
  var description: String {
    line > 0 ? "\(file):\(line): error: \(message)" : "\(file): error: \(message)"
  }
}

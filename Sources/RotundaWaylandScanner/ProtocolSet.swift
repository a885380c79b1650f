/// All protocols that are generated together. They may refer to each other, so this type checks their names.
struct ProtocolSet {
  /// A protocol and its file.
  struct Source: Equatable {
    var file: String
    var description: ProtocolDescription
  }

  let sources: [Source]
  /// Whether the protocols refer to those of the module `Wayland`, for which this run generates no code.
  let extendsWayland: Bool
  /// The index of each interface of `sources` in the table.
  let indices: [String: Int]
  private let knownInterfaces: Set<String>
  private let enums: [String: EnumDescription]
  /// The interfaces whose objects end with an event, for example `wl_callback`.
  private var answers: Set<String> = []

  /// Throws an error for names that are unknown, duplicate, or identical in Swift.
  ///
  /// - Parameter known: The protocols of the module `Wayland`; empty for that module itself.
  init(_ sources: [Source], known: [Source] = []) throws(ScannerError) {
    self.sources = sources
    extendsWayland = !known.isEmpty
    var indices: [String: Int] = [:]
    var enums: [String: EnumDescription] = [:]
    var types: [String: String] = [:]
    var interfaces: Set<String> = []
    for (place, source) in (known + sources).enumerated() {
      for interface in source.description.interfaces {
        guard interfaces.insert(interface.name).inserted else {
          throw Self.failure(source, "interface '\(interface.name)' is described twice")
        }
        if place >= known.count { indices[interface.name] = indices.count }
        if let other = types.updateValue(interface.name, forKey: SwiftName.type(interface.name)) {
          throw Self.failure(source, "'\(interface.name)' and '\(other)' have the same name in Swift")
        }
        for enumeration in interface.enums { enums["\(interface.name).\(enumeration.name)"] = enumeration }
        if interface.events.contains(where: \.isDestructor) { answers.insert(interface.name) }
      }
    }
    self.indices = indices
    knownInterfaces = interfaces
    self.enums = enums
    try validate()
  }

  private static func failure(_ source: Source, _ message: String) -> ScannerError {
    ScannerError(file: source.file, line: 0, message: message)
  }

  /// Returns the enumeration of an argument of an interface, or nil.
  func enumeration(_ argument: ArgumentDescription, in interface: InterfaceDescription) -> EnumDescription? {
    enums[Self.fullName(of: argument, in: interface)]
  }

  /// Reports whether an argument is an object that an event ends. Such an object can be reused.
  func endsWithAnEvent(_ argument: ArgumentDescription) -> Bool {
    argument.interface.map(answers.contains) ?? false
  }

  private static func fullName(of argument: ArgumentDescription, in interface: InterfaceDescription) -> String
  {
    let name = argument.enumeration ?? ""
    return name.contains(".") ? name : "\(interface.name).\(name)"
  }

  private func validate() throws(ScannerError) {
    for source in sources {
      for interface in source.description.interfaces {
        try refuseCollisions(of: interface, in: source)
        for message in interface.requests + interface.events {
          try validate(message, of: interface, in: source)
        }
        // Only the registry, which libwayland's server implements, may create objects without an interface.
        guard interface.name != "wl_registry" else { continue }
        for message in interface.requests + interface.events
        where message.arguments.contains(where: \.isUntypedNewObject) {
          throw Self.failure(
            source, "'\(interface.name).\(message.name)' makes an object without an interface")
        }
      }
    }
  }

  private func validate(
    _ message: MessageDescription, of interface: InterfaceDescription, in source: Source
  ) throws(ScannerError) {
    let place = "\(interface.name).\(message.name)"
    for argument in message.arguments {
      if let name = argument.interface, !knownInterfaces.contains(name) {
        throw Self.failure(source, "'\(place)' uses the unknown interface '\(name)'")
      }
      if let name = argument.enumeration, enumeration(argument, in: interface) == nil {
        throw Self.failure(source, "'\(place)' uses the unknown enum '\(name)'")
      }
    }
    try refuse(message.arguments.map(\.name), as: SwiftName.member, what: "arguments of '\(place)'", source)
  }

  private func refuseCollisions(of interface: InterfaceDescription, in source: Source) throws(ScannerError) {
    let name = interface.name
    try refuse(interface.requests.map(\.name), as: SwiftName.method, what: "requests of '\(name)'", source)
    try refuse(interface.events.map(\.name), as: SwiftName.member, what: "events of '\(name)'", source)
    try refuse(interface.enums.map(\.name), as: SwiftName.type, what: "enums of '\(name)'", source)
    for enumeration in interface.enums {
      try refuse(
        enumeration.entries.map(\.name), as: SwiftName.member,
        what: "entries of '\(name).\(enumeration.name)'",
        source)
    }
  }

  /// Rejects names that become identical without underscores: `a_b` and `aB`.
  private func refuse(
    _ names: [String], as swift: (String) -> String, what: String, _ source: Source
  ) throws(ScannerError) {
    var seen: [String: String] = [:]
    for name in names {
      if let other = seen.updateValue(name, forKey: swift(name)) {
        throw Self.failure(source, "the \(what) '\(other)' and '\(name)' have the same name in Swift")
      }
    }
  }
}

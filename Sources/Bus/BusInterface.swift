import CSystemd

/// The description of an interface: it defines the accepted calls, and its introspection data.
package nonisolated struct BusInterface: Hashable, Sendable {
  /// An argument of a call, an answer or a signal.
  package struct Argument: Hashable, Sendable {
    package let name: String
    /// The type signature, as in the D-Bus Specification.
    package let type: String

    package init(_ name: String, _ type: String) {
      (self.name, self.type) = (name, type)
    }
  }

  /// A method of an object.
  package struct Method: Hashable, Sendable {
    package let name: String
    package let inputs: [Argument]
    package let outputs: [Argument]
    /// A description for callers.
    package let words: String

    package init(_ name: String, inputs: [Argument] = [], outputs: [Argument] = [], _ words: String) {
      (self.name, self.inputs, self.outputs, self.words) = (name, inputs, outputs, words)
    }

    /// The type signature of the inputs.
    var signature: String { inputs.map(\.type).joined() }
  }

  /// A signal of an object.
  package struct Signal: Hashable, Sendable {
    package let name: String
    package let arguments: [Argument]
    /// A description of when it is sent.
    package let words: String

    package init(_ name: String, arguments: [Argument] = [], _ words: String) {
      (self.name, self.arguments, self.words) = (name, arguments, words)
    }
  }

  /// A readable property of an object.
  package struct Property: Hashable, Sendable {
    package let name: String
    package let type: String
    /// A description for callers.
    package let words: String

    package init(_ name: String, _ type: String, _ words: String) {
      (self.name, self.type, self.words) = (name, type, words)
    }
  }

  /// The name, such as `org.example.Thing1`.
  package let name: String
  /// A description for callers.
  package let words: String
  package let methods: [Method]
  package let signals: [Signal]
  /// The readable properties. No signal reports their changes.
  package let properties: [Property]

  package init(
    _ name: String, _ words: String, methods: [Method], signals: [Signal], properties: [Property]
  ) {
    (self.name, self.words) = (name, words)
    (self.methods, self.signals, self.properties) = (methods, signals, properties)
  }
}

/// Offers objects with one interface.
extension BusConnection {
  /// Offers an object.
  ///
  /// Unknown methods and arguments of other types are rejected without being read.
  ///
  /// - Parameters:
  ///   - admits: reports whether to handle a call. Asked for every call, also of standard interfaces. The
  ///     others are answered with `org.freedesktop.DBus.Error.LimitsExceeded`.
  ///   - properties: returns the current values of the interface's properties.
  ///   - handler: performs a method.
  @discardableResult
  package func offer(
    _ path: String, _ interface: BusInterface, admits: @escaping (String) -> Bool,
    properties: @escaping () -> [String: BusValue], handler: @escaping (BusRequest) -> Void
  ) throws(BusError) -> BusSlot {
    let object = BusObject(interface: interface, admits: admits, properties: properties, handler: handler)
    let bus = try open()
    let slot = BusSlot(self) { message in object.handle(message) }
    try BusError.check(sd_bus_add_object(bus, &slot.raw, path, BusSlot.objectCallback, slot.userData))
    keep(slot)
    return slot
  }

  /// Answers a received message, if the sender expects an answer.
  static func reply(
    to message: OpaquePointer, _ result: Result<[BusValue], BusError>, isSecret: Bool = false
  ) {
    guard sd_bus_message_get_expect_reply(message) > 0 else { return }
    do throws(BusError) {
      try reply(to: message, with: try result.get(), isSecret: isSecret)
    } catch {
      var told = sd_bus_error()
      sd_bus_error_set(&told, error.name, error.message)
      sd_bus_reply_method_error(message, &told)
      sd_bus_error_free(&told)
    }
  }
}

/// Dispatches the calls of an object.
private struct BusObject {
  let interface: BusInterface
  let admits: (String) -> Bool
  let properties: () -> [String: BusValue]
  let handler: (BusRequest) -> Void

  func handle(_ message: OpaquePointer) {
    let method = BusConnection.text(sd_bus_message_get_member(message))
    let asked = BusConnection.text(sd_bus_message_get_interface(message))
    guard admits(method) else {
      return fail(message, "LimitsExceeded", "too many calls at once; try again in a second")
    }
    switch asked {
    case "org.freedesktop.DBus.Introspectable" where method == "Introspect":
      BusConnection.reply(to: message, .success([.string(interface.introspection)]))
    case "org.freedesktop.DBus.Properties": read(method, message)
    // A call without an interface refers to any that has the method.
    case interface.name, "": call(method, message)
    default: fail(message, "UnknownInterface", "there is no interface \(asked) here")
    }
  }

  private func call(_ name: String, _ message: OpaquePointer) {
    guard let method = interface.methods.first(where: { $0.name == name }) else {
      return fail(message, "UnknownMethod", "there is no method \(name) of \(interface.name)")
    }
    guard let arguments = arguments(of: message, method.signature) else {
      return fail(message, "InvalidArgs", "\(name) takes '\(method.signature)'")
    }
    handler(BusRequest(name, arguments, message))
  }

  private func read(_ method: String, _ message: OpaquePointer) {
    switch method {
    case "Get":
      guard let names = arguments(of: message, "ss")?.compactMap(\.text), names.count == 2 else {
        return fail(message, "InvalidArgs", "Get takes 'ss'")
      }
      guard names[0] == interface.name || names[0].isEmpty, let value = properties()[names[1]] else {
        return fail(message, "UnknownProperty", "there is no such property")
      }
      BusConnection.reply(to: message, .success([.variant(value)]))
    case "GetAll":
      guard let name = arguments(of: message, "s")?.first?.text else {
        return fail(message, "InvalidArgs", "GetAll takes 's'")
      }
      BusConnection.reply(to: message, .success([name == interface.name || name.isEmpty ? all : none]))
    case "Set": fail(message, "PropertyReadOnly", "properties are read-only")
    default: fail(message, "UnknownMethod", "there is no method \(method) of properties")
    }
  }

  private var none: BusValue { .array(of: "{sv}", []) }

  private var all: BusValue {
    let values = properties().sorted { $0.key < $1.key }
    return .array(of: "{sv}", values.map { .entry(.string($0.key), .variant($0.value)) })
  }

  /// Reads the arguments only if their types match: a message may be as large as the bus permits.
  private func arguments(of message: OpaquePointer, _ signature: String) -> [BusValue]? {
    guard sd_bus_message_has_signature(message, signature) > 0 else { return nil }
    return try? BusValue.all(in: message)
  }

  private func fail(_ message: OpaquePointer, _ name: String, _ words: String) {
    BusConnection.reply(
      to: message, .failure(BusError(name: "org.freedesktop.DBus.Error.\(name)", message: words)))
  }
}

/// The introspection data: "Introspection Data Format" of the D-Bus Specification.
nonisolated extension BusInterface {
  /// The XML document for an object with this interface. Each name has its description as a GDBus annotation.
  package var introspection: String {
    var lines = [
      #"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN""#,
      #" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">"#, "<node>",
    ]
    lines += Self.standard
    lines.append(#" <interface name="\#(name)">"#)
    lines.append(Self.annotation(words, depth: 2))
    for method in methods { lines += Self.lines(method) }
    for signal in signals { lines += Self.lines(signal) }
    for property in properties { lines += Self.lines(property) }
    return (lines + [" </interface>", "</node>"]).joined(separator: "\n") + "\n"
  }

  private static func lines(_ method: Method) -> [String] {
    [#"  <method name="\#(method.name)">"#, annotation(method.words, depth: 3)]
      + method.inputs.map { #"   <arg name="\#($0.name)" type="\#($0.type)" direction="in"/>"# }
      + method.outputs.map { #"   <arg name="\#($0.name)" type="\#($0.type)" direction="out"/>"# }
      + ["  </method>"]
  }

  private static func lines(_ signal: Signal) -> [String] {
    [#"  <signal name="\#(signal.name)">"#, annotation(signal.words, depth: 3)]
      + signal.arguments.map { #"   <arg name="\#($0.name)" type="\#($0.type)"/>"# } + ["  </signal>"]
  }

  private static func lines(_ property: Property) -> [String] {
    [
      #"  <property name="\#(property.name)" type="\#(property.type)" access="read">"#,
      annotation(property.words, depth: 3),
      #"   <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>"#,
      "  </property>",
    ]
  }

  private static func annotation(_ words: String, depth: Int) -> String {
    let indentation = String(repeating: " ", count: depth)
    return #"\#(indentation)<annotation name="org.gtk.GDBus.DocString" value="\#(escaped(words))"/>"#
  }

  /// Escapes a text for an attribute value.
  private static func escaped(_ text: String) -> String {
    text.reduce(into: "") { result, character in
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.append(character)
      }
    }
  }

  /// The standard interfaces of every object.
  private static let standard = [
    #" <interface name="org.freedesktop.DBus.Peer">"#, #"  <method name="Ping"/>"#,
    #"  <method name="GetMachineId">"#, #"   <arg name="machine_uuid" type="s" direction="out"/>"#,
    "  </method>", " </interface>", #" <interface name="org.freedesktop.DBus.Introspectable">"#,
    #"  <method name="Introspect">"#, #"   <arg name="data" type="s" direction="out"/>"#, "  </method>",
    " </interface>", #" <interface name="org.freedesktop.DBus.Properties">"#, #"  <method name="Get">"#,
    #"   <arg name="interface" type="s" direction="in"/>"#,
    #"   <arg name="property" type="s" direction="in"/>"#,
    #"   <arg name="value" type="v" direction="out"/>"#, "  </method>", #"  <method name="GetAll">"#,
    #"   <arg name="interface" type="s" direction="in"/>"#,
    #"   <arg name="properties" type="a{sv}" direction="out"/>"#, "  </method>", " </interface>",
  ]
}

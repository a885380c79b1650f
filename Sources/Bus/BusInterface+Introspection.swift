/// The interface as others can ask for it: "Introspection Data Format" of the D-Bus Specification.
nonisolated extension BusInterface {
  /// The document for an object that has this interface, with the words beside each name (GDBus's annotation for them).
  public var introspection: String {
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
      + method.takes.map { #"   <arg name="\#($0.name)" type="\#($0.type)" direction="in"/>"# }
      + method.answers.map { #"   <arg name="\#($0.name)" type="\#($0.type)" direction="out"/>"# }
      + ["  </method>"]
  }

  private static func lines(_ signal: Signal) -> [String] {
    [#"  <signal name="\#(signal.name)">"#, annotation(signal.words, depth: 3)]
      + signal.carries.map { #"   <arg name="\#($0.name)" type="\#($0.type)"/>"# } + ["  </signal>"]
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

  /// A text as the value of an attribute.
  static func escaped(_ text: String) -> String {
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

  /// What every object has.
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

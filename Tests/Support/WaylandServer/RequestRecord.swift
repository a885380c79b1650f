import CWaylandServer
import Wayland

/// A received request, for logs and tests.
public struct RequestRecord: Hashable, Sendable, CustomStringConvertible {
  /// The interface, such as `xdg_toplevel`.
  public var interface: String
  /// The object ID.
  public var object: UInt32
  /// The request's name, such as `set_title`.
  public var name: String
  /// The arguments as text: numbers, strings, object IDs (`nil` for none), `array` and `fd`.
  public var arguments: [String]

  /// `xdg_toplevel#5.set_title(Rotunda)`
  public var description: String { "\(interface)#\(object).\(name)(\(arguments.joined(separator: ", ")))" }

  init(_ resource: Resource, _ message: wl_message, _ values: UnsafeMutablePointer<wl_argument>) {
    interface = type(of: resource).interface.name
    object = resource.id
    name = String(cString: message.name)
    let types = String(cString: message.signature).filter { $0.isLetter }
    arguments = types.enumerated().map { place, type in Self.text(values[place], type) }
  }

  private static func text(_ value: wl_argument, _ type: Character) -> String {
    switch type {
    case "i": String(value.i)
    case "u", "n": String(value.u)
    case "f": String(value.double)
    case "s": value.optionalText ?? "nil"
    case "o": value.o.map { String(wl_resource_get_id($0)) } ?? "nil"
    case "a": "array"
    default: "fd"
    }
  }
}

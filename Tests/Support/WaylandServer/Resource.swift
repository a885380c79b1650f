import CWaylandServer
import Wayland

/// The server side of a protocol object. Each interface has a generated subclass with its events as methods
/// and the client's requests in `onRequest`.
///
/// The server keeps an object until the client destroys it or disconnects. Requests that create objects pass
/// them ready for use. Events to destroyed objects are dropped. Use all of this on the thread that runs the
/// ``ServerDisplay``.
public class Resource {
  /// The object's client.
  public let client: ServerClient
  /// The version that the client bound.
  public let version: UInt32
  /// libwayland's object; nil once destroyed.
  public private(set) var pointer: OpaquePointer?
  /// Called once the object is destroyed, for any reason.
  public var onDestroy: (() -> Void)?

  /// The interface of the class.
  public class var interface: ProtocolInterface { preconditionFailure("Resource has no interface") }

  /// Creates the object with the ID from the client or, if `id` is 0, with the server's next one.
  required init(client: ServerClient, version: UInt32, id: UInt32) {
    self.client = client
    self.version = version
    pointer = wl_resource_create(client.pointer, Self.interface.pointer, Int32(version), id)
    if let pointer {
      wl_resource_set_dispatcher(
        pointer, Self.dispatcher, Self.mark, Unmanaged.passRetained(self).toOpaque(), Self.destroyer)
    } else {
      client.reportOutOfMemory()
    }
  }

  /// The object's ID on the wire; 0 once destroyed.
  public var id: UInt32 { pointer.map { wl_resource_get_id($0) } ?? 0 }

  /// Whether the object still exists.
  public var isAlive: Bool { pointer != nil }

  /// Disconnects a client that violated the protocol.
  ///
  /// - Parameter code: a value of the interface's `error` enumeration.
  public final func postError(code: UInt32, _ text: String) {
    if let pointer { rotunda_post_error(pointer, code, text) }
  }

  /// Handles a request; overridden by classes whose interface has requests.
  func dispatch(_ opcode: UInt32, _ a: UnsafeMutablePointer<wl_argument>) {}

  /// Destroys the object after its last message.
  final func destroyed() {
    if let pointer { wl_resource_destroy(pointer) }
  }

  final func send(_ opcode: UInt32, _ arguments: UnsafeMutablePointer<wl_argument>? = nil) {
    guard let pointer else { return }
    guard let arguments else {
      return Wire.withArguments(1) { none in
        none[0] = .newObject
        wl_resource_post_event_array(pointer, opcode, none)
      }
    }
    wl_resource_post_event_array(pointer, opcode, arguments)
  }

  /// Creates an object that an event announces.
  final func create<R: Resource>() -> R { R(client: client, version: version, id: 0) }

  /// Creates the object that a request asks for.
  final func adopt<R: Resource>(_ argument: wl_argument) -> R {
    R(client: client, version: version, id: argument.n)
  }

  /// Returns an object as an argument.
  final func object(_ resource: Resource) -> wl_argument {
    precondition(resource.pointer != nil, "a destroyed \(type(of: resource).interface.name) as an argument")
    return .object(resource.pointer)
  }

  /// Returns an optional object as an argument.
  final func nullable(_ resource: Resource?) -> wl_argument { .object(resource?.pointer) }

  /// Returns the object in a request's argument.
  final func nullable<R: Resource>(_ argument: wl_argument) -> R? {
    argument.o.flatMap { Self.resource(of: $0) } as? R
  }
}

extension Resource {
  /// Distinguishes this library's objects from those that libwayland creates itself.
  private nonisolated(unsafe) static let mark = UnsafeRawPointer(
    UnsafeMutablePointer<UInt8>.allocate(capacity: 1))

  private static let dispatcher: wl_dispatcher_func_t = { _, target, opcode, message, arguments in
    guard let target, let arguments, let resource = Resource.resource(of: OpaquePointer(target)) else {
      return 0
    }
    if let message {
      resource.client.display.onRequest?(RequestRecord(resource, message.pointee, arguments))
    }
    resource.dispatch(opcode, arguments)
    return 0
  }

  private static let destroyer: wl_resource_destroy_func_t = { pointer in
    guard let pointer, let resource = Resource.resource(of: pointer) else { return }
    resource.pointer = nil
    resource.onDestroy?()
    resource.onDestroy = nil
    Unmanaged.passUnretained(resource).release()
  }

  private static func resource(of pointer: OpaquePointer) -> Resource? {
    guard let data = wl_resource_get_user_data(pointer) else { return nil }
    return Unmanaged<Resource>.fromOpaque(data).takeUnretainedValue()
  }
}

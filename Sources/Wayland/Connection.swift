import CRotundaWayland
import Glibc

/// A connection to a compositor.
///
/// ```swift
/// let connection = try Connection()
/// let registry = try Registry(connection)
/// let compositor = try registry.bind(WlCompositor.self, atLeast: 4)
/// let seat = try registry.bind(WlSeat.self, atLeast: 1)
/// seat.onEvent = { event in
///   if case .capabilities(let capabilities) = event, capabilities.contains(.touch) {
///     let touch = seat.getTouch()
///     touch.onEvent = { event in … }
///   }
/// }
/// ```
///
/// A loop that also waits for other sources does this in each iteration:
///
/// ```swift
/// try connection.prepareRead()              // delivers what has come in already
/// let mustWrite = try connection.flush() == .blocked
/// // wait until connection.fileDescriptor is readable (or writable, if mustWrite), or for the rest
/// if isReadable { try connection.readEvents() } else { connection.cancelRead() }
/// try connection.dispatchPending()
/// ```
///
/// Do not use the connection between `prepareRead()` and `readEvents()` or `cancelRead()`. All these methods
/// throw once the compositor is gone or has refused a request, and from then on they throw at once;
/// ``failure`` has the reason. The loop must then end. If it continued, the descriptor would stay readable
/// forever.
///
/// Use a connection and all its objects on one thread only. Other libraries (EGL) may share ``pointer``.
public final class Connection {
  private(set) var handle: OpaquePointer?
  private var objects: [OpaquePointer: Proxy] = [:]
  private var recordedFailure: ConnectionError?
  private var isDispatching = false
  private var mustClose = false

  /// The path of the socket; nil if the caller passed a connected socket.
  public let path: String?

  /// The display: the first object of the protocol.
  public private(set) lazy var display = WlDisplay(adopting: handle, connection: self)

  /// Connects to the compositor.
  ///
  /// - Throws: A ``ConnectionError`` that names the cause.
  public init(to endpoint: Endpoint = .environment) throws(ConnectionError) {
    ProtocolErrorText.listen()
    let endpoint = try endpoint.resolved()
    if case .path(let path) = endpoint { self.path = path } else { path = nil }
    handle = try Self.connect(to: endpoint)
  }

  private static func connect(to endpoint: Endpoint) throws(ConnectionError) -> OpaquePointer {
    switch endpoint {
    case .environment: throw .noRuntimeDirectory
    case .descriptor(let descriptor):
      let flags = fcntl(descriptor, F_GETFD)
      guard flags >= 0, isSocket(descriptor) else { throw .badDescriptor(String(descriptor)) }
      _ = fcntl(descriptor, F_SETFD, flags | FD_CLOEXEC)
      guard let handle = wl_display_connect_to_fd(descriptor) else {
        throw .badDescriptor(String(descriptor))
      }
      return handle
    case .path(let path):
      guard let handle = wl_display_connect(path) else { throw failure(at: path, errno) }
      return handle
    }
  }

  private static func isSocket(_ descriptor: Int32) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  private static func failure(at path: String, _ code: Int32) -> ConnectionError {
    switch code {
    case ENOENT, ENOTDIR: .noSocket(path: path)
    case ECONNREFUSED: .refused(path: path)
    default: .unreachable(path: path, errno: code)
    }
  }

  /// libwayland's display, for libraries such as EGL; nil after ``close()``.
  public var pointer: OpaquePointer? { handle }

  /// Whether ``close()`` was called.
  public var isClosed: Bool { handle == nil }

  /// The reason why the connection no longer works; nil while it works.
  public var failure: ConnectionError? {
    if let recordedFailure { return recordedFailure }
    guard let handle else { return .closed }
    let code = wl_display_get_error(handle)
    return code == 0 ? nil : record(code)
  }

  /// The file descriptor to wait on; -1 after ``close()``. Constant while the connection is open.
  public var fileDescriptor: Int32 { handle.map { wl_display_get_fd($0) } ?? -1 }

  /// Destroys all objects and disconnects. Flushes queued requests as far as the socket accepts them.
  /// Libraries that share the connection must release it first. A call in an event handler takes effect after
  /// the handler returns.
  public func close() {
    guard let handle else { return }
    guard !isDispatching else {
      mustClose = true
      return
    }
    _ = wl_display_flush(handle)
    for proxy in objects.values { proxy.destroyProxy() }
    self.handle = nil
    wl_display_disconnect(handle)
  }

  func working() throws(ConnectionError) -> OpaquePointer {
    guard let handle else { throw .closed }
    if let failure { throw failure }
    return handle
  }

  /// Records a failure. Keeps only the first one, because later failures follow from it.
  func record(_ code: Int32) -> ConnectionError {
    if let recordedFailure { return recordedFailure }
    let failure = code == EPROTO ? protocolFailure() : .disconnected(errno: code)
    recordedFailure = failure
    return failure
  }

  private func protocolFailure() -> ConnectionError {
    guard let handle else { return .closed }
    var interface: UnsafePointer<wl_interface>?
    var object: UInt32 = 0
    let code = wl_display_get_protocol_error(handle, &interface, &object)
    let name = interface.map { String(cString: $0.pointee.name) }
    return .refusedByProtocol(
      ProtocolError(
        interface: name, objectID: object, code: code,
        message: ProtocolErrorText.take(object: object, code: code)))
  }

  /// Runs a function that delivers events. If a handler delivers events itself, they are part of the outer
  /// delivery.
  func delivering(_ deliver: () -> Int32) -> Int32 {
    guard !isDispatching else { return deliver() }
    isDispatching = true
    let count = deliver()
    isDispatching = false
    if mustClose { close() }
    return count
  }

  /// Keeps an object until it is destroyed, and delivers its events.
  func adopt(_ proxy: Proxy, _ pointer: OpaquePointer) {
    // libwayland handles the display's events itself.
    guard pointer != handle else { return }
    objects[pointer] = proxy
    wl_proxy_add_dispatcher(
      pointer, Dispatcher.callback, Dispatcher.mark, Unmanaged.passUnretained(proxy).toOpaque())
  }

  func forget(_ pointer: OpaquePointer) { objects[pointer] = nil }

  /// Returns our object for an object of libwayland; nil for objects of other libraries.
  static func proxy(of pointer: OpaquePointer) -> Proxy? {
    guard wl_proxy_get_listener(pointer) == Dispatcher.mark, let data = wl_proxy_get_user_data(pointer) else {
      return nil
    }
    return Unmanaged<Proxy>.fromOpaque(data).takeUnretainedValue()
  }
}

/// The reason why a connection failed or ended.
public nonisolated enum ConnectionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// `XDG_RUNTIME_DIR` is not set or not an absolute path, and no other variable names the compositor's
  /// socket.
  case noRuntimeDirectory
  /// No compositor listens at this path.
  case noSocket(path: String)
  /// The socket exists, but no compositor listens on it.
  case refused(path: String)
  /// The connection failed for another reason.
  case unreachable(path: String, errno: Int32)
  /// `WAYLAND_SOCKET`, or the descriptor that the caller passed, is not an open socket.
  case badDescriptor(String)
  /// The compositor is gone.
  case disconnected(errno: Int32)
  /// The compositor refused a request of ours.
  case refusedByProtocol(ProtocolError)
  /// The compositor does not answer.
  case timedOut
  /// This side closed the connection.
  case closed

  /// One line for a log, which names the cause.
  public var description: String {
    switch self {
    case .noRuntimeDirectory: "no Wayland compositor: XDG_RUNTIME_DIR is not set to an absolute path"
    case .noSocket(let path): "no Wayland compositor: there is no socket \(path)"
    case .refused(let path): "no Wayland compositor: no process listens on the socket \(path)"
    case .unreachable(let path, let code): "no Wayland compositor: \(path): \(SystemText.of(code))"
    case .badDescriptor(let value):
      "no Wayland compositor: '\(value)' is not the descriptor of an open socket"
    case .disconnected(let code): "the Wayland compositor is gone: \(SystemText.of(code))"
    case .refusedByProtocol(let error): "the Wayland compositor ended the connection: \(error)"
    case .timedOut: "the Wayland compositor does not answer"
    case .closed: "the connection to the Wayland compositor is closed"
    }
  }
}

/// The address of the compositor.
public nonisolated enum Endpoint: Hashable, Sendable {
  /// The address from the environment: `WAYLAND_SOCKET`, else `WAYLAND_DISPLAY` (by default `wayland-0`) in
  /// `XDG_RUNTIME_DIR`.
  case environment
  /// The socket at this path.
  case path(String)
  /// A connected socket, which the connection owns and closes.
  case descriptor(Int32)

  /// Returns the endpoint with the environment resolved. Removes `WAYLAND_SOCKET` from the environment: it is
  /// valid for one connection, and child processes must not inherit it.
  func resolved() throws(ConnectionError) -> Endpoint {
    guard case .environment = self else { return self }
    if let text = Self.variable("WAYLAND_SOCKET") {
      unsetenv("WAYLAND_SOCKET")
      guard let descriptor = Int32(text), descriptor >= 0 else { throw .badDescriptor(text) }
      return .descriptor(descriptor)
    }
    let name = Self.variable("WAYLAND_DISPLAY") ?? "wayland-0"
    if name.hasPrefix("/") { return .path(name) }
    guard let directory = Self.variable("XDG_RUNTIME_DIR"), directory.hasPrefix("/") else {
      throw .noRuntimeDirectory
    }
    return .path(directory + "/" + name)
  }

  private static func variable(_ name: String) -> String? {
    guard let value = getenv(name) else { return nil }
    let text = String(cString: value)
    return text.isEmpty ? nil : text
  }
}

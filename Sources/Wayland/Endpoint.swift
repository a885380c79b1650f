import Glibc

/// Where the compositor is.
public nonisolated enum Endpoint: Hashable, Sendable {
  /// As the environment says: `WAYLAND_SOCKET`, else `WAYLAND_DISPLAY` (`wayland-0` when not set) in
  /// `XDG_RUNTIME_DIR`.
  case environment
  /// The socket at this path.
  case path(String)
  /// A connected socket, which the connection takes over and closes.
  case descriptor(Int32)

  /// The same with the environment looked up. `WAYLAND_SOCKET` is taken out of the environment: it is good
  /// for one connection, and no child may inherit it.
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

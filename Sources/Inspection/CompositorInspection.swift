import CLinux
import Diagnosis
import FileSystem
import Rendering
import Wayland

/// A connection to a compositor that reads its capabilities, shows nothing, and closes.
final class CompositorInspection {
  /// The capabilities.
  private(set) var compositor: Machine.Compositor
  private let connection: Connection
  private let registry: Registry

  /// The time-out for the compositor's answer, in milliseconds.
  private static let patience: Int64 = 3000

  /// Connects to the compositor at `endpoint`. `name` is for people.
  init(_ endpoint: Endpoint, _ name: String) throws(ConnectionError) {
    connection = try Connection(to: endpoint)
    var screens: [String] = []
    var turned: Set<Int> = []
    var hasTouch = false
    do {
      registry = try Registry(connection, timeoutMilliseconds: Self.patience)
      for (index, global) in registry.globals(of: WlOutput.self).enumerated() {
        screens.append("screen \(index + 1)")
        Self.listen(registry, global) {
          screens[index] = $0
        } turned: {
          turned.insert(index)
        }
      }
      for global in registry.globals(of: WlSeat.self) {
        Self.listen(registry, global) { hasTouch = hasTouch || $0.contains(.touch) }
      }
      try connection.roundtrip(timeoutMilliseconds: Self.patience)
    } catch {
      connection.close()
      throw error
    }
    let versions = registry.globals.map { ($0.interface, $0.version) }
    compositor = Machine.Compositor(
      name: CompositorName.ofProcess(behind: connection.fileDescriptor), socket: name,
      offered: Dictionary(versions) { max($0, $1) }, screens: screens, hasTouch: hasTouch)
    compositor.turned = Set(turned.map { screens[$0] })
  }

  private static func listen(
    _ registry: Registry, _ global: Registry.Global, _ take: @escaping (String) -> Void,
    turned: @escaping () -> Void
  ) {
    let output: WlOutput? = try? registry.bind(WlOutput.self, global)
    output?.onEvent = { event in
      switch event {
      case .name(let name): take(name)
      case .geometry(_, _, _, _, _, _, _, let transform) where transform != .normal: turned()
      default: break
      }
    }
  }

  private static func listen(
    _ registry: Registry, _ global: Registry.Global, _ take: @escaping (WlSeat.Capability) -> Void
  ) {
    let seat: WlSeat? = try? registry.bind(WlSeat.self, global)
    seat?.onEvent = { if case .capabilities(let capabilities) = $0 { take(capabilities) } }
  }

  /// Reports whether another program has the input method of the seat, which can have only one. The launcher
  /// has it while a program with a keyboard is open.
  func hasInputMethod() -> Bool {
    guard let manager = registry.bindIfOffered(ZwpInputMethodManagerV2.self),
      let global = registry.globals(of: WlSeat.self).first, let seat = try? registry.bind(WlSeat.self, global)
    else { return false }
    var isTaken = false
    let method = manager.getInputMethod(seat: seat)
    method.onEvent = { if case .unavailable = $0 { isTaken = true } }
    // A missing answer counts as no input method.
    try? connection.roundtrip(timeoutMilliseconds: Self.patience)
    method.destroy()
    return isTaken
  }

  /// Returns the graphics driver that the launcher would use there.
  func driver() throws(GraphicsError) -> String {
    guard let pointer = connection.pointer else { throw .noDisplay(platform: "Wayland") }
    return try GraphicsContext(waylandDisplay: pointer).driverName()
  }

  func close() {
    connection.close()
  }
}

/// The possible locations of compositors.
struct CompositorSearch {
  /// The locations, the first choice first, with names for people.
  let places: [(endpoint: Endpoint, name: String)]

  /// Uses the compositor in the environment. Without one, uses every compositor whose socket this user can
  /// access, the user's own first.
  init(environment: [String: String], files: SystemFiles = SystemFiles()) {
    let directory = environment["XDG_RUNTIME_DIR"]
    for name in ["WAYLAND_SOCKET", "WAYLAND_DISPLAY"] {
      if let value = environment[name], !value.isEmpty {
        let isPath = value.hasPrefix("/") || name == "WAYLAND_SOCKET"
        places = [(.environment, isPath ? value : "\(directory ?? "?")/\(value)")]
        return
      }
    }
    let others = files.names(in: "/run/user").sorted().map { "/run/user/\($0)" }
    let directories = ([directory].compactMap(\.self) + others).reduce(into: [String]()) { all, next in
      if !all.contains(next) { all.append(next) }
    }
    places = directories.flatMap { directory in
      files.names(in: directory).filter { $0.hasPrefix("wayland-") && !$0.hasSuffix(".lock") }.sorted()
        .map { (.path("\(directory)/\($0)"), "\(directory)/\($0)") }
    }
  }
}

/// The compositor's name, which the protocol does not contain.
package enum CompositorName {
  /// Longer than a name in the kernel (TASK_COMM_LEN, 16 bytes).
  private static let limit = 64

  /// Returns the name of the process at the other end of a connection; nil if unknown.
  package static func ofProcess(behind socket: Int32) -> String? {
    let process = clinux_peer(socket)
    guard process > 0, let bytes = try? SystemFiles().read("/proc/\(process)/comm", limit: limit) else {
      return nil
    }
    let name = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    return name.isEmpty ? nil : name
  }
}

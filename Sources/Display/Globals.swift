import EventLoop
import Wayland

/// A compositor's singleton globals, required and optional ones.
package final class Globals {
  /// Creates surfaces.
  package let compositor: WlCompositor
  /// Creates windows.
  package let shell: XdgWmBase
  /// Memory shared with the compositor, for the cursor.
  package let memory: WlShm?
  /// Shows a buffer at another size.
  package let viewporter: WpViewporter?
  /// Reports preferred fractional scales.
  let fractionalScales: WpFractionalScaleManagerV1?
  /// Reports when a frame was presented.
  package let presentation: WpPresentation?
  /// Creates surfaces along an edge of the screen.
  let layerShell: ZwlrLayerShellV1?
  /// Reports and raises all windows.
  package let toplevels: ZwlrForeignToplevelManagerV1?
  /// Creates input methods, which type into the text fields of programs.
  let inputMethods: ZwpInputMethodManagerV2?
  /// Creates virtual keyboards, which send key presses to programs.
  let virtualKeyboards: ZwpVirtualKeyboardManagerV1?

  /// The version that introduced `wl_surface.damage_buffer`.
  private static let compositorVersion: UInt32 = 4

  init(_ registry: Registry) throws(DisplayError) {
    var missing: [RegistryError] = []
    let compositor = Self.bind(WlCompositor.self, Self.compositorVersion, registry, &missing)
    let shell = Self.bind(XdgWmBase.self, 1, registry, &missing)
    guard let compositor, let shell else { throw .lacking(missing) }
    self.compositor = compositor
    self.shell = shell
    memory = registry.bindIfOffered(WlShm.self)
    viewporter = registry.bindIfOffered(WpViewporter.self)
    fractionalScales = registry.bindIfOffered(WpFractionalScaleManagerV1.self)
    presentation = registry.bindIfOffered(WpPresentation.self)
    layerShell = registry.bindIfOffered(ZwlrLayerShellV1.self)
    toplevels = registry.bindIfOffered(ZwlrForeignToplevelManagerV1.self)
    inputMethods = registry.bindIfOffered(ZwpInputMethodManagerV2.self)
    virtualKeyboards = registry.bindIfOffered(ZwpVirtualKeyboardManagerV1.self)
    // Some compositors kill a client that does not answer a ping.
    shell.onEvent = { [weak shell] event in
      if case .ping(let serial) = event { shell?.pong(serial: serial) }
    }
  }

  private static func bind<P: Proxy>(
    _ type: P.Type, _ version: UInt32, _ registry: Registry, _ missing: inout [RegistryError]
  ) -> P? {
    do {
      return try registry.bind(type, atLeast: version)
    } catch {
      missing.append(error)
      return nil
    }
  }
}

/// The reason why the launcher cannot use a display.
package nonisolated enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The compositor is missing, or does not answer.
  case connection(ConnectionError)
  /// The compositor lacks these required globals.
  case lacking([RegistryError])
  /// The event loop cannot watch the connection.
  case loop(EventLoopError)

  package var description: String {
    switch self {
    case .connection(let error): error.description
    case .lacking(let errors): errors.map(\.description).joined(separator: "; ")
    case .loop(let error): error.description
    }
  }
}

/// A weak reference for a closure that exists before the object that it calls.
final class WeakReference<Object: AnyObject> {
  weak var object: Object?
}

import EventLoop
import Wayland

/// What a compositor offers once: the things needed, and those used where they are.
package final class Globals {
  /// Makes surfaces.
  package let compositor: WlCompositor
  /// Makes windows.
  package let shell: XdgWmBase
  /// Memory shared with the compositor, for the cursor.
  package let memory: WlShm?
  /// Shows a buffer at another size.
  package let viewporter: WpViewporter?
  /// Prefers scales between the whole ones.
  let fractionalScales: WpFractionalScaleManagerV1?
  /// Tells when a frame was seen.
  package let presentation: WpPresentation?
  /// Makes surfaces that lie along an edge of the screen.
  let layerShell: ZwlrLayerShellV1?
  /// Tells of all windows, and brings them to the front.
  package let toplevels: ZwlrForeignToplevelManagerV1?
  /// Types into text fields of the program in front.
  let inputMethods: ZwpInputMethodManagerV2?
  /// Presses keys that programs take for those of a keyboard.
  let virtualKeyboards: ZwpVirtualKeyboardManagerV1?

  /// `wl_surface.damage_buffer` is there since.
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
    // A client that does not answer is taken for hung, and killed by some.
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

/// Why the launcher cannot live on a display.
package nonisolated enum DisplayError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no compositor, or it does not answer.
  case connection(ConnectionError)
  /// The compositor lacks something that nothing can replace; all of it is listed.
  case lacking([RegistryError])
  /// The connection cannot be waited for.
  case loop(EventLoopError)

  package var description: String {
    switch self {
    case .connection(let error): error.description
    case .lacking(let errors): errors.map(\.description).joined(separator: "; ")
    case .loop(let error): error.description
    }
  }
}

/// A reference for a closure that is made before the object it calls.
final class WeakReference<Object: AnyObject> {
  weak var object: Object?
}

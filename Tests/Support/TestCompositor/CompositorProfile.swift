import Wayland

/// The behavior of a specific compositor release where the protocol leaves a choice, as far as a kiosk's
/// launcher can see it.
///
/// The data are from Debian's packages. Debian 12 has cage 0.1.4, sway 1.7 and KWin 5.27, and Debian 13 has
/// cage 0.2.0.
public enum CompositorProfile: String, CaseIterable, Sendable {
  /// cage 0.1.4 on wlroots 0.15: draws only for damage, and sends no `wl_touch.frame`.
  case cage014 = "cage 0.1.4"
  /// cage 0.2.0 on wlroots 0.18 and its scene graph.
  case cage020 = "cage 0.2.0"
  /// sway 1.7 on wlroots 0.15.
  case sway17 = "sway 1.7"
  /// KWin 5.27.
  case kwin527 = "KWin 5.27"

  /// Whether only a commit with damage draws the output. Frame callbacks wait for that.
  var drawsForDamageOnly: Bool { self == .cage014 }

  /// Whether `wl_touch.frame` follows touch events.
  var sendsTouchFrames: Bool { self != .cage014 }

  /// The offered interfaces, with their versions.
  var offered: [ProtocolInterface: UInt32] {
    var all = CompositorOptions.core
    switch self {
    case .cage014:
      all[.xdgWmBase] = 2
      all[.wlSeat] = 7
      all[.wlCompositor] = 4
      all[.orgKdeKwinIdle] = 1
    case .cage020:
      all[.xdgWmBase] = 5
      all.add([
        .wpPresentation, .wpViewporter, .extIdleNotifierV1, .zwlrOutputManagerV1, .zxdgOutputManagerV1,
      ])
    case .sway17:
      all[.xdgWmBase] = 2
      all[.wlSeat] = 7
      all[.wlCompositor] = 4
      all.add([
        .wpPresentation, .wpViewporter, .xdgActivationV1, .orgKdeKwinIdle, .zwpIdleInhibitManagerV1,
        .zwlrLayerShellV1, .zwlrForeignToplevelManagerV1, .zwlrOutputManagerV1, .zwlrOutputPowerManagerV1,
        .zxdgOutputManagerV1, .zwpInputMethodManagerV2, .zwpVirtualKeyboardManagerV1,
      ])
    case .kwin527:
      all.add([
        .wpViewporter, .wpFractionalScaleManagerV1, .xdgActivationV1, .orgKdeKwinIdle,
        .zwpIdleInhibitManagerV1, .zwlrLayerShellV1, .zxdgOutputManagerV1,
      ])
    }
    return all
  }

  /// The size in a window's first configure event.
  var firstConfigure: CompositorOptions.FirstConfigure { self == .kwin527 ? .output : .zero }
}

extension [ProtocolInterface: UInt32] {
  /// Offers these interfaces too, at the highest versions.
  fileprivate mutating func add(_ interfaces: [ProtocolInterface]) {
    for interface in interfaces { self[interface] = interface.maximumVersion }
  }
}

import CWayland

/// The name of an interface, a place in the table of all interfaces.
public nonisolated struct ProtocolInterface: Hashable, Sendable {
  let index: Int

  /// The description that libwayland reads; lives as long as the process.
  public var pointer: UnsafePointer<wl_interface> { UnsafePointer(InterfaceTable.shared.base + index) }

  /// The name in the protocol, such as `wl_touch`.
  public var name: String { String(cString: pointer.pointee.name) }

  /// The highest version known here, and so the highest one that is ever bound.
  public var maximumVersion: UInt32 { UInt32(pointer.pointee.version) }
}

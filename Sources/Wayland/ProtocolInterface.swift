import CRotundaWayland

/// An interface of the protocol, as libwayland knows it.
public nonisolated struct ProtocolInterface: Hashable, @unchecked Sendable {
  /// The description that libwayland reads; lives as long as the process.
  public let pointer: UnsafePointer<wl_interface>

  /// The name in the protocol, such as `wl_touch`.
  public var name: String { String(cString: pointer.pointee.name) }

  /// The highest version known here, and so the highest one that is ever bound.
  public var maximumVersion: UInt32 { UInt32(pointer.pointee.version) }
}

import WaylandServer

/// The objects that clients have made for one kind of device.
final class DeviceList<Device: Resource> {
  private var devices: [Device] = []

  func add(_ device: Device) {
    devices.append(device)
    device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
  }

  /// Those of the client a surface belongs to.
  func of(_ surface: SurfaceState?) -> [Device] {
    guard let surface else { return devices }
    return devices.filter { $0.client === surface.resource.client }
  }
}

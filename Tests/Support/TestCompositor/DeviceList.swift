import WaylandServer

/// The clients' objects for one kind of device.
final class DeviceList<Device: Resource> {
  private var devices: [Device] = []

  func add(_ device: Device) {
    devices.append(device)
    device.onDestroy = { [unowned self, unowned device] in devices.removeAll { $0 === device } }
  }

  /// Returns the devices of a surface's client.
  func of(_ surface: SurfaceState?) -> [Device] {
    guard let surface else { return devices }
    return devices.filter { $0.client === surface.resource.client }
  }
}

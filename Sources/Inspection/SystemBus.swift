import CSystemd
import Diagnosis
import Glibc

/// The service manager, asked through the system bus for what its units are like.
final class SystemBus {
  private let bus: OpaquePointer
  private static let manager = "org.freedesktop.systemd1"

  /// Nil when there is no bus.
  init?() {
    var bus: OpaquePointer?
    guard sd_bus_open_system(&bus) >= 0, let bus else { return nil }
    self.bus = bus
    // A bus that does not answer must not keep anybody waiting; in microseconds.
    sd_bus_set_method_call_timeout(bus, 3_000_000)
  }

  isolated deinit {
    sd_bus_flush_close_unref(bus)
  }

  /// What a unit is like; nil when the service manager does not answer.
  func service(_ unit: String) -> Machine.Service? {
    var path: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path) >= 0, let path else { return nil }
    defer { free(path) }
    let object = String(cString: path)
    guard let load = text("LoadState", "Unit", object), let active = text("ActiveState", "Unit", object)
    else {
      return nil
    }
    return Machine.Service(
      unit: unit, load: load, file: text("UnitFileState", "Unit", object) ?? "", active: active,
      result: text("Result", "Service", object) ?? "", status: text("StatusText", "Service", object) ?? "",
      restarts: number("NRestarts", "Service", object) ?? 0)
  }

  /// Who a service runs as; nil when that is not said.
  func user(of unit: String) -> String? {
    var path: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path) >= 0, let path else { return nil }
    defer { free(path) }
    return text("User", "Service", String(cString: path)).flatMap { $0.isEmpty ? nil : $0 }
  }

  private func text(_ name: String, _ interface: String, _ object: String) -> String? {
    var value: UnsafeMutablePointer<CChar>?
    let status = sd_bus_get_property_string(
      bus, Self.manager, object, "\(Self.manager).\(interface)", name, nil, &value)
    defer { free(value) }
    return status >= 0 ? value.map { String(cString: $0) } : nil
  }

  private func number(_ name: String, _ interface: String, _ object: String) -> UInt32? {
    var value: UInt32 = 0
    let type = CChar(bitPattern: UInt8(ascii: "u"))
    let status = sd_bus_get_property_trivial(
      bus, Self.manager, object, "\(Self.manager).\(interface)", name, nil, type, &value)
    return status >= 0 ? value : nil
  }
}

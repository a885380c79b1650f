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

  /// Whether somebody has a name; nil when the bus does not say.
  func hasOwner(_ name: String) -> Bool? {
    guard
      let message = call("org.freedesktop.DBus", "/org/freedesktop/DBus", "NameHasOwner", with: name)
    else { return nil }
    defer { sd_bus_message_unref(message) }
    var answer: Int32 = 0
    let type = CChar(bitPattern: UInt8(ascii: "b"))
    return sd_bus_message_read_basic(message, type, &answer) > 0 ? answer != 0 : nil
  }

  /// Calls a method that takes one text.
  private func call(_ owner: String, _ object: String, _ method: String, with text: String) -> OpaquePointer?
  {
    var (message, answer): (OpaquePointer?, OpaquePointer?)
    guard sd_bus_message_new_method_call(bus, &message, owner, object, owner, method) >= 0 else { return nil }
    defer { sd_bus_message_unref(message) }
    let type = CChar(bitPattern: UInt8(ascii: "s"))
    guard text.withCString({ sd_bus_message_append_basic(message, type, $0) }) >= 0 else { return nil }
    return sd_bus_call(bus, message, 0, nil, &answer) >= 0 ? answer : nil
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

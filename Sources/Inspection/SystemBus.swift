import CSystemd
import Diagnosis
import Glibc

/// A client of the service manager on the system bus, for the states of its units.
final class SystemBus {
  private let bus: OpaquePointer
  private static let manager = "org.freedesktop.systemd1"

  /// Connects to the bus; nil if it is unavailable.
  init?() {
    var bus: OpaquePointer?
    guard sd_bus_open_system(&bus) >= 0, let bus else { return nil }
    self.bus = bus
    // A bus that does not respond must not block the caller. In microseconds.
    sd_bus_set_method_call_timeout(bus, 3_000_000)
  }

  isolated deinit {
    sd_bus_flush_close_unref(bus)
  }

  /// Returns the state of a unit; nil if the service manager does not respond.
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

  /// The hardware watchdog of the service manager, and its time-out in seconds; nil if it uses none or does
  /// not respond.
  var watchdog: (device: String, seconds: Int)? {
    var interval: UInt64 = 0
    let type = CChar(bitPattern: UInt8(ascii: "t"))
    let object = "/org/freedesktop/systemd1"
    let status = sd_bus_get_property_trivial(
      bus, Self.manager, object, "\(Self.manager).Manager", "RuntimeWatchdogUSec", nil, type, &interval)
    // All bits are set if the watchdog is never to fire.
    guard status >= 0, interval > 0, interval < .max,
      let device = text("WatchdogDevice", "Manager", object), !device.isEmpty
    else { return nil }
    return (device, Int(interval / 1_000_000))
  }

  /// Returns the user that a service runs as; nil if it has none.
  func user(of unit: String) -> String? {
    var path: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path) >= 0, let path else { return nil }
    defer { free(path) }
    return text("User", "Service", String(cString: path)).flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns the variables that a service's unit and its drop-ins set, as `NAME=value`. Variables from
  /// environment files are not included.
  func environment(of unit: String) -> [String] {
    var path: UnsafeMutablePointer<CChar>?
    guard sd_bus_path_encode("/org/freedesktop/systemd1/unit", unit, &path) >= 0, let path else { return [] }
    defer { free(path) }
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
    guard
      sd_bus_get_property_strv(
        bus, Self.manager, path, "\(Self.manager).Service", "Environment", nil, &list) >= 0, let list
    else { return [] }
    defer { free(list) }
    var result: [String] = []
    var entry = list
    while let text = entry.pointee {
      result.append(String(cString: text))
      free(text)
      entry += 1
    }
    return result
  }

  /// Reports whether a name has an owner; nil if the bus does not respond.
  func hasOwner(_ name: String) -> Bool? {
    guard
      let message = call("org.freedesktop.DBus", "/org/freedesktop/DBus", "NameHasOwner", with: name)
    else { return nil }
    defer { sd_bus_message_unref(message) }
    var answer: Int32 = 0
    let type = CChar(bitPattern: UInt8(ascii: "b"))
    return sd_bus_message_read_basic(message, type, &answer) > 0 ? answer != 0 : nil
  }

  /// Reports whether a launcher is the input method of its compositor; false if it does not respond.
  func isInputMethod(_ launcher: String) -> Bool {
    var answer: Int32 = 0
    let (type, interface) = (CChar(bitPattern: UInt8(ascii: "b")), "org.rotunda.Launcher1")
    let status = sd_bus_get_property_trivial(
      bus, launcher, "/org/rotunda/Launcher1", interface, "Keyboard", nil, type, &answer)
    return status >= 0 && answer != 0
  }

  /// Reports whether a name has an owner or can be activated; nil if the bus does not respond.
  func offers(_ name: String) -> Bool? {
    guard let hasOwner = hasOwner(name) else { return nil }
    return hasOwner || starts(name)
  }

  private func starts(_ name: String) -> Bool {
    let (bus, path) = ("org.freedesktop.DBus", "/org/freedesktop/DBus")
    var message: OpaquePointer?
    guard sd_bus_message_new_method_call(self.bus, &message, bus, path, bus, "StartServiceByName") >= 0 else {
      return false
    }
    defer { sd_bus_message_unref(message) }
    var flags: UInt32 = 0
    let (text, number) = (CChar(bitPattern: UInt8(ascii: "s")), CChar(bitPattern: UInt8(ascii: "u")))
    guard name.withCString({ sd_bus_message_append_basic(message, text, $0) }) >= 0,
      sd_bus_message_append_basic(message, number, &flags) >= 0
    else { return false }
    var answer: OpaquePointer?
    defer { sd_bus_message_unref(answer) }
    return sd_bus_call(self.bus, message, 0, nil, &answer) >= 0
  }

  /// Calls a method with one string argument.
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

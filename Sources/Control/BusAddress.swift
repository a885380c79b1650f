import Bus

/// Where a bus listens, to notice when there is one.
nonisolated enum BusAddress {
  /// The path of its socket; nil when it has none that can be watched.
  static func socket(of place: BusConnection.Place, _ environment: [String: String]) -> String? {
    switch place {
    // The path of the D-Bus Specification, "Well-known Message Bus Instances".
    case .system: path(in: environment["DBUS_SYSTEM_BUS_ADDRESS"]) ?? "/run/dbus/system_bus_socket"
    case .session:
      path(in: environment["DBUS_SESSION_BUS_ADDRESS"]) ?? environment["XDG_RUNTIME_DIR"].map { "\($0)/bus" }
    case .peer(let address): path(in: address)
    }
  }

  /// Of several addresses the first with a path counts.
  private static func path(in address: String?) -> String? {
    for part in address?.split(separator: ";") ?? [] where part.hasPrefix("unix:") {
      for pair in part.dropFirst("unix:".count).split(separator: ",") where pair.hasPrefix("path=/") {
        return String(pair.dropFirst("path=".count))
      }
    }
    return nil
  }
}

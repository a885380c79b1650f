import Bus
import Networks

/// The state of the first wireless device that NetworkManager manages, from its objects (D-Bus API of
/// NetworkManager 1.16 and later).
nonisolated struct NetworkManagerView {
  static let manager = "org.freedesktop.NetworkManager"
  static let root = "/org/freedesktop"
  static let managerPath = "/org/freedesktop/NetworkManager"
  static let device = "\(manager).Device"
  static let wireless = "\(manager).Device.Wireless"
  static let point = "\(manager).AccessPoint"
  static let active = "\(manager).Connection.Active"
  static let connection = "\(manager).Settings.Connection"
  /// The section of settings with the password.
  static let security = "802-11-wireless-security"

  /// A transmitter.
  struct AccessPoint: Hashable {
    let path: String
    let id: NetworkID
    let strength: Int
    /// The value of `key-mgmt` for a new connection; nil for none.
    let keyManagement: String?
  }

  private(set) var radio = NetworksReport.Radio.none
  /// The path of the device.
  private(set) var devicePath: String?
  private(set) var points: [AccessPoint] = []
  /// The transmitter in use.
  private(set) var activePoint: String?
  /// The paths of saved connections that the device can use now.
  private(set) var connections: [String] = []

  /// The maximum numbers of transmitters and of saved connections.
  private static let (mostPoints, mostConnections) = (256, 64)
  /// NMDeviceType, NMDeviceState and NM80211Mode.
  private static let (wifi, unmanaged, activated, infrastructure) = (2, 10, 100, 2)
  /// NM80211ApFlags and NM80211ApSecurityFlags.
  private static let (privacy, psk, enterprise, sae, owe) = (0x1, 0x100, 0x200 | 0x2000, 0x400, 0x800)

  init() {}

  init(_ objects: BusObjects) {
    let devices = objects.paths(with: Self.wireless).filter { path in
      guard let device = objects.properties(Self.device, of: path) else { return false }
      return device["DeviceType"]?.integer == Self.wifi && device["Managed"]?.truth != false
        && (device["State"]?.integer ?? 0) > Self.unmanaged
    }
    func isActive(_ path: String) -> Bool {
      objects.properties(Self.device, of: path)?["State"]?.integer == Self.activated
    }
    guard let path = devices.first(where: isActive) ?? devices.first,
      let device = objects.properties(Self.device, of: path),
      let wireless = objects.properties(Self.wireless, of: path)
    else { return }
    let manager = objects.properties(Self.manager, of: Self.managerPath) ?? [:]
    devicePath = path
    radio =
      manager["WirelessHardwareEnabled"]?.truth == false
      ? .blocked : manager["WirelessEnabled"]?.truth == false ? .off : .on
    connections = (device["AvailableConnections"]?.elements ?? []).prefix(Self.mostConnections)
      .compactMap(\.path)
    points = (wireless["AccessPoints"]?.elements ?? []).prefix(Self.mostPoints).compactMap { value in
      value.path.flatMap { path in objects.properties(Self.point, of: path).flatMap { Self.point(path, $0) } }
    }
    guard isActive(path) else { return }
    activePoint =
      wireless["ActiveAccessPoint"]?.path
      ?? objects.properties(Self.active, of: device["ActiveConnection"]?.path)?["SpecificObject"]?.path
  }

  private static func point(_ path: String, _ properties: [String: BusValue]) -> AccessPoint? {
    guard let name = properties["Ssid"]?.networkName,
      properties["Mode"]?.integer ?? infrastructure == infrastructure
    else { return nil }
    let flags = (properties["WpaFlags"]?.integer ?? 0) | (properties["RsnFlags"]?.integer ?? 0)
    let (security, management): (NetworkSecurity, String?) =
      switch flags {
      case _ where flags & psk != 0: (.personal, "wpa-psk")
      case _ where flags & sae != 0: (.personal, "sae")
      case _ where flags & enterprise != 0: (.unsupported, nil)
      case _ where flags & owe != 0: (.open, "owe")
      case _ where flags & 0xFF != 0 || (properties["Flags"]?.integer ?? 0) & privacy != 0:
        (.unsupported, nil)
      default: (.open, nil)
      }
    let strength = max(1, properties["Strength"]?.integer ?? 0)
    return AccessPoint(
      path: path, id: NetworkID(name, security), strength: strength, keyManagement: management)
  }

  /// Returns the network of a saved connection; nil if it is for something else.
  static func network(ofSettings answer: [BusValue]) -> NetworkID? {
    let settings = answer.first?.properties ?? [:]
    guard let name = settings["802-11-wireless"]?.properties["ssid"]?.networkName else { return nil }
    guard let section = settings[security] else { return NetworkID(name, .open) }
    switch section.properties["key-mgmt"]?.text {
    case "wpa-psk", "sae": return NetworkID(name, .personal)
    case "owe": return NetworkID(name, .open)
    default: return NetworkID(name, .unsupported)
    }
  }

  /// Returns the settings of a saved connection with another password. Everything else stays, such as a fixed
  /// address. Returns nil if they have no place for it.
  static func settings(_ answer: [BusValue], with password: NetworkSecret) -> BusValue? {
    guard case .array(let kind, let sections)? = answer.first,
      sections.contains(where: { $0.name == security })
    else { return nil }
    return .array(
      of: kind,
      sections.map { section in
        guard section.name == security, case .entry(let name, .array(let kind, let values)) = section else {
          return section
        }
        let others = values.filter { $0.name != "psk" && $0.name != "psk-flags" }
        return .entry(
          name, .array(of: kind, others + [.entry(.string("psk"), .variant(.string(password.text)))]))
      })
  }

  /// Returns the problem for an NMDeviceStateReason.
  static func problem(ofDevice reason: Int) -> JoinProblem {
    switch reason {
    // NO_SECRETS, SUPPLICANT_DISCONNECT, SUPPLICANT_CONFIG_FAILED, SUPPLICANT_FAILED.
    case 7...10: .wrongPassword
    // SUPPLICANT_TIMEOUT, SSID_NOT_FOUND.
    case 11, 53: .outOfRange
    // IP_CONFIG_UNAVAILABLE, IP_CONFIG_EXPIRED, DHCP_START_FAILED, DHCP_ERROR, DHCP_FAILED.
    case 5, 6, 15...17: .noAddress
    default: .failed
    }
  }

  /// Returns the problem for an NMActiveConnectionStateReason.
  static func problem(ofConnection reason: Int) -> JoinProblem {
    switch reason {
    // IP_CONFIG_INVALID.
    case 5: .noAddress
    // CONNECT_TIMEOUT.
    case 6: .outOfRange
    // NO_SECRETS, LOGIN_FAILED.
    case 9, 10: .wrongPassword
    default: .failed
    }
  }
}

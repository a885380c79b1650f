import Bus
import Glibc
import Programs

/// The restrictions of a program's unit: properties of systemd.exec(5) and systemd.resource-control(5).
nonisolated struct UnitProtection {
  /// The manager that starts the unit.
  enum Manager: Hashable {
    /// A user's own manager, with the user's XDG_RUNTIME_DIR. It can change the view of file systems only in
    /// a user namespace.
    case user(runtime: String?, hasNamespaces: Bool)
    /// The machine's manager. With an account, the program runs as that user.
    case machine(ProgramAccount?)
  }

  let request: ProgramRequest
  let manager: Manager
  /// The absolute paths of the working directory and the program's file.
  let (directory, path): (String, String)

  private var limits: ProgramLimits { request.limits }

  /// Reports whether units of this manager can enforce the network limits.
  static func canEnforce(_ limits: ProgramLimits, _ manager: Manager) -> Bool {
    switch (manager, limits.network) {
    case (.user, .only): false
    case (.user(_, let hasNamespaces), .nowhere): hasNamespaces
    default: true
    }
  }

  var properties: [BusValue] {
    guard request.isProtected else { return [] }
    var result = [
      property("NoNewPrivileges", .boolean(true)), property("RestrictSUIDSGID", .boolean(true)),
      property("KeyringMode", .string("private")),
    ]
    // The default memory limit of each program: MemoryMax=75%.
    if limits.memory == nil { result.append(property("MemoryMaxScale", .uint32(UInt32.max / 4 * 3))) }
    switch manager {
    case .user(_, hasNamespaces: false): break
    case .user:
      result.append(property("PrivateUsers", .boolean(true)))
      result += view
    case .machine(let account):
      result += view + addresses + deviceRules
      if let account { result += self.account(account) }
    }
    return result
  }

  /// The program's view of the file system.
  private var view: [BusValue] {
    var result = [
      property("ProtectSystem", .string("strict")), property("ProtectHome", .string("read-only")),
      property("PrivateTmp", .boolean(true)),
      property("ProtectProc", .string("invisible")),
      // ProtectProc= does not make /run read-only, and all users may write to /run/lock.
      property("ReadOnlyPaths", .strings(["/run"])),
      property("InaccessiblePaths", .strings(hidden.map { "-\($0)" })),
    ]
    if limits.network == .nowhere { result.append(property("PrivateNetwork", .boolean(true))) }
    var binds: [(source: String, place: String)] = []
    // PrivateTmp= would hide writable paths below /tmp.
    for path in writable where Self.isTemporary(path) { binds.append((path, path)) }
    let others = writable.filter { !Self.isTemporary($0) }
    if !others.isEmpty { result.append(property("ReadWritePaths", .strings(others.map { "-\($0)" }))) }
    if case .machine(let account?) = manager {
      if isKept {
        let directory = "\(VisitPlace.kept)/\(VisitPlace.directory(of: request.tile))"
        binds.append((directory, directory))
      }
      binds += sockets(account)
    }
    if !binds.isEmpty { result.append(Self.property("BindPaths", binds)) }
    // It would also hide the program's own directories there.
    let own = Set([directory, path.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" }])
    let seen = own.subtracting(writable).filter(Self.isTemporary).sorted().map { ($0, $0) }
    if !seen.isEmpty { result.append(Self.property("BindReadOnlyPaths", seen)) }
    return result
  }

  /// Returns a property with bind mounts. Missing sources are ignored.
  private static func property(_ name: String, _ binds: [(source: String, place: String)]) -> BusValue {
    let values = binds.map {
      BusValue.structure([.string($0.source), .string($0.place), .boolean(true), .uint64(recursive)])
    }
    return TransientUnit.property(name, .array(of: "(ssbt)", values))
  }

  /// Whether the program's files persist. A browser always has its home in memory, whatever its tile says.
  private var isKept: Bool { limits.home == .keep && !request.hasProfile }

  /// Returns the sockets of the launcher's user that the program may connect to: the sound and camera
  /// servers, and its own display.
  private func sockets(_ account: ProgramAccount) -> [(source: String, place: String)] {
    var names: [String] = []
    if limits.devices.contains(.sound) { names.append("pulse/native") }
    // PipeWire serves cameras as well as sound.
    if limits.devices.isSuperset(of: [.sound, .camera]) { names.append("pipewire-0") }
    var result = names.map { ("/run/user/\(account.launcher)/\($0)", "\(VisitPlace.runtime)/\($0)") }
    if let socket = request.displaySocket {
      result.append((socket, "\(VisitPlace.runtime)/\(VisitPlace.display)"))
    }
    return result
  }

  /// MS_REC of mount(2).
  private static let recursive: UInt64 = 16384

  private static func isTemporary(_ path: String) -> Bool {
    path.hasPrefix("/tmp/") || path.hasPrefix("/var/tmp/")
  }

  private var writable: [String] {
    var result = request.ownDirectories + limits.writable
    if case .user(let runtime?, _) = manager { result.append(runtime) }
    return result
  }

  /// The files to hide; missing ones are ignored.
  private var hidden: [String] {
    var result: [String] = []
    if !limits.hasSystemBus { result += ["/run/dbus/system_bus_socket"] }
    if !limits.canPrint { result += ["/run/cups/cups.sock"] }
    if !limits.devices.contains(.sound) { result += ["/dev/snd"] }
    if !limits.devices.contains(.graphics) { result += ["/dev/dri"] }
    if !limits.devices.contains(.camera) { result += ["/dev/v4l"] + (0..<10).map { "/dev/video\($0)" } }
    switch manager {
    case .user(let runtime, _):
      guard let runtime else { break }
      // Sockets of the manager itself: a program could ask it to start another one without restrictions.
      result += ["systemd", "bus", "dbus-1"].map { "\(runtime)/\($0)" }
      result += CompositorSockets.hidden(in: runtime, from: request.command.environment["WAYLAND_DISPLAY"])
      if !limits.devices.contains(.sound) { result += ["pulse", "pipewire-0"].map { "\(runtime)/\($0)" } }
      if !limits.devices.contains(.camera), limits.devices.contains(.sound) {
        // PipeWire serves cameras as well as sound.
        result.append("\(runtime)/pipewire-0")
      }
    case .machine(nil): break
    case .machine(_?):
      result += [
        "/run/user", "/run/systemd/private", "/run/rotunda-programs", "/run/rotunda-panels",
        "/run/rotunda-pin", "/run/rotunda-editor", "/var/lib/rotunda",
      ]
      // It is visible as an empty directory if the tile's own directory is mounted in it.
      if !isKept { result.append(VisitPlace.kept) }
    }
    return result
  }

  private var addresses: [BusValue] {
    guard case .only(let ranges) = limits.network else { return [] }
    let everything = [(Int32(AF_INET), 4), (AF_INET6, 16)].map {
      Self.range($0.0, [UInt8](repeating: 0, count: $0.1), 0)
    }
    let allowed = ranges.map {
      Self.range($0.bytes.count == 4 ? Int32(AF_INET) : AF_INET6, $0.bytes, UInt32($0.prefix))
    }
    return [
      property("IPAddressDeny", .array(of: "(iayu)", everything)),
      property("IPAddressAllow", .array(of: "(iayu)", allowed)),
    ]
  }

  private static func range(_ family: Int32, _ bytes: [UInt8], _ prefix: UInt32) -> BusValue {
    .structure([.int32(family), .array(of: "y", bytes.map(BusValue.byte)), .uint32(prefix)])
  }

  /// Allows access only to the permitted devices and those that every program needs (`DevicePolicy=closed`).
  private var deviceRules: [BusValue] {
    let names: [ProgramDevice: [String]] = [
      .sound: ["char-alsa"], .camera: ["char-video4linux", "char-media"],
      .graphics: ["char-drm", "char-nvidia*"],
    ]
    let allowed = ProgramDevice.allCases.filter(limits.devices.contains).flatMap { names[$0] ?? [] }
    return [
      property("DevicePolicy", .string("closed")),
      property(
        "DeviceAllow", .array(of: "(ss)", allowed.map { .structure([.string($0), .string("rw")]) })),
    ]
  }

  /// System call groups of systemd.exec(5) that no tile's program needs. Namespace calls stay allowed:
  /// browsers use them for their sandboxes.
  private static let deniedCalls = [
    "@clock", "@keyring", "@module", "@obsolete", "@raw-io", "@reboot", "@swap",
  ]

  /// Returns the properties to run the program as another user.
  private func account(_ account: ProgramAccount) -> [BusValue] {
    let groups: [ProgramDevice: [String]] = [
      .sound: ["audio"], .camera: ["video"], .graphics: ["render"],
    ]
    let wanted = ProgramDevice.allCases.filter(limits.devices.contains).flatMap { groups[$0] ?? [] }
    let memory = "uid=\(account.user),gid=\(account.group),mode=0700,nosuid,nodev"
    var places = [
      (VisitPlace.home, "\(memory),size=50%,nr_inodes=200k"),
      (VisitPlace.runtime, "\(memory),size=10%,nr_inodes=20k"),
      ("/dev/shm", "mode=1777,nosuid,nodev,size=50%,nr_inodes=20k"),
    ]
    var result = [
      property("User", .string(account.name)), property("Group", .string(account.name)),
      property("SupplementaryGroups", .strings(wanted.filter { getgrnam($0) != nil })),
      property("UMask", .uint32(0o077)), property("CapabilityBoundingSet", .uint64(0)),
      property("ProtectControlGroups", .boolean(true)),
      property("ProtectKernelModules", .boolean(true)), property("ProtectHostname", .boolean(true)),
      property("PrivateIPC", .boolean(true)), property("ProtectKernelLogs", .boolean(true)),
      // In its own user namespace, a program cannot reach another program's files or memory through /proc,
      // although both run as the same user.
      property("PrivateUsers", .boolean(true)),
      property("ProtectClock", .boolean(true)), property("LockPersonality", .boolean(true)),
      // The machine's own slice, which does not contain the launcher.
      property("Slice", .string("rotunda-visit.slice")),
    ]
    if isKept {
      places.append((VisitPlace.kept, "mode=0755,nosuid,nodev,size=1M"))
      let name = VisitPlace.kept.dropFirst("/var/lib/".count)
      result.append(
        property("StateDirectory", .strings(["\(name)/\(VisitPlace.directory(of: request.tile))"])))
      result.append(property("StateDirectoryMode", .uint32(0o700)))
    }
    let values = places.map { BusValue.structure([.string($0.0), .string($0.1)]) }
    return result + [property("TemporaryFileSystem", .array(of: "(ss)", values))]
  }

  private func property(_ name: String, _ value: BusValue) -> BusValue { TransientUnit.property(name, value) }
}

/// Compositor sockets, also for commands. Programs of tiles get their own socket instead, or none.
nonisolated enum CompositorSockets {
  /// The prefixes of their names in XDG_RUNTIME_DIR: Wayland's own with its lock, and the command sockets of
  /// sway, i3, Hyprland and niri.
  private static let prefixes = ["wayland-", "sway-ipc.", "i3", "hypr", "niri."]

  /// Returns the sockets in a runtime directory except `display`, the program's `WAYLAND_DISPLAY`. Returns
  /// none if `display` is nil: the program would look for a compositor there.
  static func hidden(in runtime: String, from display: String?) -> [String] {
    guard let display, let directory = opendir(runtime) else { return [] }
    defer { closedir(directory) }
    let given = display.hasPrefix("/") ? display : "\(runtime)/\(display)"
    var result: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 1) { String(cString: $0) }
      }
      let path = "\(runtime)/\(name)"
      if prefixes.contains(where: name.hasPrefix), path != given { result.append(path) }
    }
    return result.sorted()
  }
}

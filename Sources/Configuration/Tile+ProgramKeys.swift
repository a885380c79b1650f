import Programs

/// The keys for how a tile's program runs, and which parts of the machine it can use.
extension Tile {
  static let programFields: [SettingField<Tile>] = [
    SettingField(
      "instances", .choice(ProgramConduct.Instances.allCases.map(\.rawValue)), \.conduct.instances,
      """
      What a tap does while the program is running: single brings it back, many starts another.
      """),
    SettingField(
      "time-limit", .duration(ProgramConduct.timeLimitRange), \.conduct.timeLimit, otherwise: "none",
      example: "\"10min\"",
      """
      The longest time that the program can run. Then it closes, and the launcher gives the reason. Sleep of
      the machine does not count, and clock changes have no effect.
      """),
    SettingField(
      "restart", .choice(ProgramConduct.Restart.allCases.map(\.rawValue)), \.conduct.restart,
      """
      When the launcher restarts a program that ended by itself: after one second, then two, four and so on,
      up to a minute. After a minute of running the delay begins again. Opening another tile or going home
      cancels it. Sleep of the machine does not count. Controls with window = false start their programs
      once.
      """),
    SettingField(
      "health", .choice(ProgramConduct.Health.allCases.map(\.rawValue)), \.conduct.health,
      """
      How the launcher recognizes a program that hangs. With moves, it compares pictures of the screen. The
      program starts again if the screen has one color health-after after it opened. It also does so if the
      picture stays the same for health-after while a visitor keeps touching it. This suits programs that
      answer touches with a change. The compositor must give copies of its screen (cage, sway, labwc), and
      global-touch must see the touches.
      """),
    SettingField(
      "health-after", .duration(ProgramConduct.healthAfterRange), \.conduct.healthAfter,
      """
      The time without a change after which health = "moves" treats the program as hung.
      """),
    SettingField(
      "autostart", .boolean, \.conduct.startsWithLauncher,
      """
      Whether the program starts with the launcher and waits in the background until a visitor opens its
      tile. On compositors that do not report windows, such as cage, only programs without a window can
      wait. It starts when its tile exists and is enabled.
      """),
    SettingField(
      "keyboard", .automatic, \.conduct.keyboard,
      """
      Whether the launcher's on-screen keyboard types into the program. "auto" uses keyboard in [kiosk].
      """),
    SettingField(
      "memory-limit", .memory(ProgramConduct.memoryRange), \.conduct.limits.memory,
      otherwise: "three quarters of the machine's", example: "\"512M\"",
      """
      The memory limit of the program and its children together: bytes, or a number with K, M, G or T.
      Beyond it the program ends. Files in a home of the visit count, too. This key and the next need a
      service manager (systemd). Without one the program starts, and the journal reports the missing limit.
      """),
    SettingField(
      "cpu-limit", .number(ProgramConduct.processorsRange), \.conduct.limits.processors, otherwise: "none",
      example: "0.5",
      """
      The processor limit of the program and its children together: 1 is one processor all the time.
      """),
    SettingField(
      "home", .choice(ProgramHome.allCases.map(\.rawValue)), \.conduct.limits.home,
      """
      The home directory of the program. visit is in memory, empty at the start, and gone when the program
      ends, also after a crash. keep is a directory of this tile that stays, for programs that must remember
      something. A browser for url always has one of the visit. See WHAT A PROGRAM CAN REACH.
      """),
    SettingField(
      "writable", .directories, otherwise: "none", example: "[\"/srv/answers\"]",
      """
      Directories in which the program can write, in addition to its home. They must exist, and the
      program's user must have permission.
      """,
      read: { $0.conduct.limits.writable.isEmpty ? nil : .texts($0.conduct.limits.writable) },
      write: { tile, value in
        if case .texts(let paths) = value { tile.conduct.limits.writable = paths }
        if case .nothing = value { tile.conduct.limits.writable = [] }
      }),
    SettingField(
      "devices", .words(ProgramDevice.allCases.map(\.rawValue)), \.conduct.limits.devices,
      """
      The devices that the program can use: sound with microphones, camera, and graphics for the graphics
      processor. A page has allow = ["camera"] instead. Without a service that starts programs as another
      user, this key only hides the device files.
      """),
    SettingField(
      "network", .network, \.conduct.limits.network, example: "[\"192.0.2.0/24\", \"2001:db8::/32\"]",
      """
      What the program can reach over the network: all, nothing, or only certain addresses. Names resolve
      only if the resolver is among them. For a resolver on this machine that is 127.0.0.0/8. Where the machine cannot enforce the restriction, the program does not start:
      false needs a service manager and user namespaces, a list needs rotunda-programs.service.
      """),
    SettingField(
      "session-bus", .boolean, \.conduct.limits.hasSessionBus,
      """
      Whether the program has a session bus, as desktop applications need it. It is a bus of its own, made
      by dbus-run-session(1), never the launcher's.
      """),
    SettingField(
      "system-bus", .boolean, \.conduct.limits.hasSystemBus,
      """
      Whether the program can reach the machine's services, such as NetworkManager, over the system bus.
      """),
    SettingField(
      "x11", .boolean, \.conduct.limits.hasX11,
      """
      Whether the program is one of X11, and not of Wayland. It gets an X server of its own, Xwayland (package
      xwayland), and no other program reaches that. Its main windows fill the screen, and dialogs stand in the middle.
      Without this key a program finds no X server at all.
      """),
    SettingField(
      "printing", .boolean, \.conduct.limits.canPrint,
      """
      Whether the program can reach the socket of the printing service, CUPS. A page with allow = ["printing"]
      can.
      """),
  ]

  /// Keys that have an effect only if the tile starts a program.
  package static let programKeys: Set<String> = [
    "on-home", "instances", "time-limit", "restart", "health", "health-after", "autostart", "keyboard",
    "memory-limit", "cpu-limit", "home",
    "writable", "devices", "network", "session-bus", "system-bus", "x11", "printing",
  ]

  /// Keys that have an effect only if the tile opens a web page.
  package static let webPageKeys: Set<String> = [ConfigurationKey.allow.name, ConfigurationKey.hosts.name]

  /// Keys of programs that a web page must not have, because `allow` has their meaning there.
  package static let keysReplacedByAllow: Set<String> = ["devices"]
}

extension ProgramConduct.Instances: WordSetting {}
extension ProgramConduct.Restart: WordSetting {}
extension ProgramConduct.Health: WordSetting {}
extension ProgramHome: WordSetting {}

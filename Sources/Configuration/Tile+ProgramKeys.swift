import Programs

/// The keys that say how a tile's program runs, and what it may have of the machine.
extension Tile {
  static let programFields: [SettingField<Tile>] = [
    SettingField(
      "instances", .choice(ProgramConduct.Instances.allCases.map(\.rawValue)), \.conduct.instances,
      """
      What a tap does while the program runs already: single brings it back, many starts another one.
      """),
    SettingField(
      "time-limit", .duration(ProgramConduct.timeLimitRange), \.conduct.timeLimit, otherwise: "none",
      example: "\"10min\"",
      """
      How long the program may run. When the time is up it is closed, and the launcher says why. Time that the
      machine sleeps does not count, and setting the clock changes nothing.
      """),
    SettingField(
      "restart", .choice(ProgramConduct.Restart.allCases.map(\.rawValue)), \.conduct.restart,
      """
      When a program that has ended by itself is started again. The first time it is after a second, then
      after two, four and so on up to a minute; when it has run for a minute that begins anew. Whoever opens
      another tile or goes home calls that off. Waits and times of health are counted while the machine is
      awake, on a clock that nobody sets. Controls with window = false start their programs once.
      """),
    SettingField(
      "autostart", .boolean, \.conduct.startsWithLauncher,
      """
      Whether the program is started with the launcher, and waits out of sight until somebody opens its tile.
      Where the compositor does not tell of windows, as cage, only programs without one can wait so. Starts
      once its tile is there and can be opened.
      """),
    SettingField(
      "memory-limit", .memory(ProgramConduct.memoryRange), \.conduct.limits.memory,
      otherwise: "three quarters of the machine's", example: "\"512M\"",
      """
      How much memory the program and all it starts may have together: bytes, or a number with K, M, G or T.
      If it needs more it is ended. What is in its home of the visit counts too. This and the next key need a
      service manager (systemd); without one the program starts all the same, and the journal says that nothing
      limits it.
      """),
    SettingField(
      "cpu-limit", .number(ProgramConduct.processorsRange), \.conduct.limits.processors, otherwise: "none",
      example: "0.5",
      """
      How much of the processors the program and all it starts may have together: 1 is one processor all the
      time.
      """),
    SettingField(
      "home", .choice(ProgramHome.allCases.map(\.rawValue)), \.conduct.limits.home,
      """
      Where the program has its home directory. With visit it is in memory, empty at the start, and gone when the
      program has ended, also when launcher or machine came to a sudden end. With keep it is a directory of this
      tile that stays, for programs that must remember something. A browser that url opens always has one of the
      visit. See WHAT A PROGRAM CAN REACH.
      """),
    SettingField(
      "writable", .directories, otherwise: "none", example: "[\"/srv/answers\"]",
      """
      Directories in which the program can write, in addition to its home. They must exist, and the user that the
      program runs as must be allowed to write there.
      """,
      read: { $0.conduct.limits.writable.isEmpty ? nil : .texts($0.conduct.limits.writable) },
      write: { tile, value in
        if case .texts(let paths) = value { tile.conduct.limits.writable = paths }
        if case .nothing = value { tile.conduct.limits.writable = [] }
      }),
    SettingField(
      "devices", .words(ProgramDevice.allCases.map(\.rawValue)), \.conduct.limits.devices,
      """
      Which devices the program can use: sound, camera, and graphics for the graphics processor. Without a service
      that starts programs as another user this hides the devices' files only.
      """),
    SettingField(
      "network", .network, \.conduct.limits.network, example: "[\"192.0.2.0/24\", \"2001:db8::/32\"]",
      """
      What the program can reach over the network: all, nothing, or only machines with certain addresses. Names
      are found only where the machine that knows them is among those; for a resolver on this machine that is
      127.0.0.0/8. Where nothing can keep the program from the network, it does not start: false needs a service
      manager and user namespaces, a list rotunda-programs.service.
      """),
    SettingField(
      "session-bus", .boolean, \.conduct.limits.hasSessionBus,
      """
      Whether the program has a session bus, which desktop applications use among themselves. It is one of its
      own, made by dbus-run-session(1), and never that of the launcher.
      """),
    SettingField(
      "system-bus", .boolean, \.conduct.limits.hasSystemBus,
      """
      Whether the program can speak to the machine's services, such as NetworkManager, over the system bus.
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

  /// Keys that have an effect only where a tile starts a program.
  package static let programKeys: Set<String> = [
    "on-home", "instances", "time-limit", "restart", "autostart", "memory-limit", "cpu-limit", "home",
    "writable", "devices", "network", "session-bus", "system-bus", "x11", "printing",
  ]
}

extension ProgramConduct.Instances: WordSetting {}
extension ProgramConduct.Restart: WordSetting {}
extension ProgramHome: WordSetting {}

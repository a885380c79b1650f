import Applications
import EventLoop
import Glibc
import Programs

/// The scenes. Each prints its observations as lines.
extension UnitStage {
  func ends() throws {
    let scripts = [
      "exit 0", "exit 3", "exit 203", "kill -KILL $$", "ulimit -c 0; kill -SEGV $$",
      "ulimit -c 0; kill -ABRT $$",
      // In a directory where the kernel can write core files.
      "cd $XDG_RUNTIME_DIR && ulimit -c unlimited; kill -ABRT $$",
    ]
    for script in scripts { say("\(script): \(try run(script))") }
  }

  /// Arguments, variables, directory, descriptors and signals, as in ``ProgramLauncherTests``.
  func words() throws {
    let words = ["two words", "$HOME", "${PATH}", "'\"`\\", "", "*", "%n %%", "ü🙂", "; rm -rf /", "-n"]
    _ = try run(ProgramRequest(Command(["/usr/bin/printf", "[%s]"] + words)))
    say("")
    let variables = Command(
      ["printenv", "GREETING", "NOTIFY_SOCKET", "HOME"], environment: ["GREETING": "a \"b\" $c %n\\x"])
    setenv("NOTIFY_SOCKET", "/nowhere", 1)
    setenv("BASH_FUNC_x%%", "() { :; }", 1)
    _ = try run(ProgramRequest(variables))
    _ = try run(ProgramRequest(Command(["pwd"], workingDirectory: "/usr/share")))
    try run("tr '\\0' '\\n' </proc/$$/cgroup | grep -c app-rotunda-a_tile-")
    try run("for fd in $(seq 0 99); do [ -e /proc/$$/fd/$fd ] && echo $fd; done")
    // Not from a shell, which blocks signals while it waits.
    _ = try run(ProgramRequest(Command(["grep", "SigBlk", "/proc/self/status"])))
  }

  func stops() throws {
    // A program that ends on request, one that ignores SIGTERM, and one whose child has its own session.
    for script in ["trap 'exit 9' TERM; echo $$", "trap '' TERM; echo $$", "setsid sleep 600 & echo $!"] {
      var events: [ProgramEvent] = []
      let (program, processes) = try start("\(script); while :; do sleep 0.02; done", lines: 1) {
        events.append($0)
      }
      program.stop(grace: 1)
      try wait { starter.count == 0 }
      say("\(script): \(events), alive \(processes.filter(Self.isAlive).count)")
    }
    var events: [ProgramEvent] = []
    let (_, processes) = try start("setsid sleep 600 & echo $!; sleep 0.2; exit 4", lines: 1) {
      events.append($0)
    }
    try wait { !events.isEmpty && starter.count == 0 }
    say("left behind: \(events), alive \(processes.filter(Self.isAlive).count)")
    let early = try starter.start(ProgramRequest(Command(["sleep", "600"]))) { _ in }
    early.stop(grace: 1)
    try wait { starter.count == 0 }
    say("stopped at once: \(starter.count)")
  }

  func failures() throws {
    let script = "\(getenv("XDG_RUNTIME_DIR").map { String(cString: $0) } ?? "")/script"
    guard let file = fopen(script, "w") else { return say("no interpreter: no script") }
    fputs("#!/no/such/interpreter\n", file)
    fclose(file)
    chmod(script, 0o755)
    say("no interpreter: \(try run(ProgramRequest(Command([script]))))")
    say("no program: \(try run(ProgramRequest(Command(["/no/such/program"]))))")
    // The manager refuses a variable's name with a control character, and starts the program without it.
    let refused = Command(["/bin/sh", "-c", "exit 5"], environment: ["A B": "1"])
    say("refused: \(try run(ProgramRequest(refused)))")
  }

  func limits() throws {
    var limits = ProgramLimits()
    limits.memory = 64 << 20
    limits.processors = 0.5
    try show(["CPUQuotaPerSecUSec", "MemoryMax", "MemorySwapMax"], limits)
    var alone = ProgramLimits()
    alone.network = .nowhere
    try run("tail -n +3 /proc/net/dev | cut -d : -f 1 | tr -d ' '", limits: alone)
    try run("cat /proc/self/oom_score_adj")
    try show(["OOMPolicy", "TasksMax"], ProgramLimits())
    var some = ProgramLimits()
    some.network = .only([AddressRange("192.0.2.0/24")].compactMap(\.self))
    do throws(StartFailure) {
      _ = try starter.start(ProgramRequest(Command(["true"]), limits: some)) { _ in }
      say("started")
    } catch {
      say("\(error)")
    }
  }

  /// Prints properties of the unit of a running program, which cannot query the manager itself.
  private func show(_ names: [String], _ limits: ProgramLimits) throws {
    let file = "\(directory)/processes"
    unlink(file)
    var isOver = false
    let script = "basename $(cut -d : -f 3 /proc/$$/cgroup | tail -n 1) >\(file); exec sleep 600"
    let program = try starter.start(
      ProgramRequest(Command(["/bin/sh", "-c", script]), tile: "a tile", limits: limits)
    ) { _ in isOver = true }
    try wait { text(of: file).hasSuffix("\n") }
    let wanted = names.map { "-p \($0)" }.joined(separator: " ")
    system("systemctl --user show \(wanted) $(cat \(file)) | sort")
    program.stop(grace: 0)
    try wait { isOver && starter.count == 0 }
  }

  /// The files and buses that a program can reach by default, and with each permission of its tile.
  func reach() throws {
    let writing = """
      for d in $HOME /etc /usr /var/lib /srv/open; do touch $d/x 2>/dev/null && echo "writes $d" && rm $d/x; done
      touch /tmp/x && echo writes /tmp; [ -e /tmp/outside ] || echo "a /tmp of its own"
      """
    mkdir("/srv/open", 0o777)
    defer { rmdir("/srv/open") }
    system("touch /tmp/outside")
    defer { unlink("/tmp/outside") }
    let sockets = """
      systemctl --user list-units >/dev/null 2>&1 && echo asks the manager
      systemd-run --user --quiet true 2>/dev/null && echo has the manager start something
      for s in $XDG_RUNTIME_DIR/systemd/private $XDG_RUNTIME_DIR/bus /run/dbus/system_bus_socket /run/cups/cups.sock; do
        python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])' $s 2>/dev/null \
          && echo reaches ${s##*/}; done
      echo bus $DBUS_SESSION_BUS_ADDRESS
      grep NoNewPrivs /proc/self/status | tr -d '\\t'
      """
    system("mkdir -p /run/dbus /run/cups && rm -f /run/dbus/* /run/cups/*")
    for path in ["/run/dbus/system_bus_socket", "/run/cups/cups.sock", "\(directory)/bus"] {
      Self.listen(at: path)
    }
    say("default")
    try run("\(writing)\n\(sockets)")
    say("allowed")
    var limits = ProgramLimits()
    (limits.hasSystemBus, limits.canPrint, limits.writable) = (true, true, ["/srv/open"])
    try run("\(writing)\n\(sockets)", limits: limits)
    say("a program below /tmp")
    let place = "/tmp/rotunda-unit-\(getpid())"
    system(
      "mkdir \(place) && printf '#!/bin/sh\\necho starts in $(basename $PWD | cut -d - -f 1-2)\\ntouch x 2>/dev/null && echo writes\\n' >\(place)/program && chmod +x \(place)/program"
    )
    defer { system("rm -r \(place)") }
    _ = try run(ProgramRequest(Command(["\(place)/program"], workingDirectory: place)))
    say("the launcher's own")
    var own = ProgramRequest(
      Command(["/bin/sh", "-c", "touch /srv/open/x && echo writes; rm -f /srv/open/x"]))
    own.isProtected = false
    _ = try run(own)
  }

  /// The compositor sockets that a program can reach with a display for programs, and with the compositor's
  /// own display.
  func display() throws {
    let names = ["wayland-7", "sway-ipc.0.1.sock", "rotunda/display/1-1"]
    system("mkdir -p \(directory)/rotunda/display && touch \(directory)/wayland-7.lock")
    for name in names { Self.listen(at: "\(directory)/\(name)") }
    let script = """
      for s in \(names.joined(separator: " ")); do
        python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).connect(sys.argv[1])' $XDG_RUNTIME_DIR/$s 2>/dev/null \
          && echo reaches $s; done
      """
    for display in ["\(directory)/rotunda/display/1-1", "wayland-7"] {
      say("as \(display.split(separator: "/").last ?? "")")
      let command = Command(["/bin/sh", "-c", script], environment: ["WAYLAND_DISPLAY": display])
      _ = try run(ProgramRequest(command, tile: "a tile"))
    }
  }

  /// Creates a socket that accepts connections until this process ends.
  private static func listen(at path: String) {
    unlink(path)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) == 0 }
    }
    precondition(isBound && Glibc.listen(listener, 5) == 0, "no socket at \(path)")
  }

  /// A killed launcher leaves its programs running. The next one, which this process is, ends them.
  func leftovers() throws {
    let left = "app-rotunda-left-4194000-1.service"
    system("systemd-run --user --quiet --unit=\(left) sleep 600")
    let isThere = "systemctl --user --quiet is-active \(left)"
    say("there \(system(isThere) == 0)")
    _ = try ProgramStarter(loop: loop, environment: environment)
    var isOver = false
    try wait {
      isOver = system(isThere) != 0
      return isOver
    }
    say("over \(isOver)")
  }

  func lost() throws {
    var events: [ProgramEvent] = []
    let (_, processes) = try start("echo $$; exec sleep 600", lines: 1) { events.append($0) }
    let manager = Int32(getenv("MANAGER").map { String(cString: $0) } ?? "") ?? -1
    // The manager restarts with another connection and still knows its units.
    kill(manager, SIGTERM)
    try wait { !events.isEmpty }
    say("manager gone: \(events), alive \(processes.filter(Self.isAlive).count)")
    say("later: \(try run("exit 6"))")
  }

  /// Starts programs that end by themselves, that are killed at once, and that first receive SIGTERM, in
  /// turn.
  func many(_ count: Int) throws {
    var ended = 0
    var before: (descriptors: Int, memory: Int) = (0, 0)
    for index in 0..<count {
      // By then all one-time allocations have happened.
      if index == count / 4 {
        try settle()
        before = (descriptorCount, residentMemory)
      }
      let endsItself = index % 3 == 0
      let program = try starter.start(
        ProgramRequest(Command(endsItself ? ["true"] : ["sleep", "600"]), tile: "a tile")
      ) { _ in ended += 1 }
      if !endsItself { program.stop(grace: index % 3 == 1 ? 0 : 1) }
      try wait { starter.count == 0 }
    }
    try settle()
    say("ended \(ended), descriptors \(descriptorCount - before.descriptors)")
    say("children \(text(of: "/proc/self/task/\(getpid())/children"))")
    say("units \(unitCount)")
    say("memory \(residentMemory - before.memory)")
  }

  /// Turns the loop until the pause after reaping is over, during which it has no descriptor for SIGCHLD.
  private func settle() throws {
    let end = EventLoop.now + 0.2
    while EventLoop.now < end { try loop.step(timeout: 0.05) }
  }

  /// The number of launchers' units that the manager knows, including ended ones.
  private var unitCount: Int {
    let file = "\(directory)/units"
    system("systemctl --user list-units --all --plain --no-legend 'app-rotunda-*' >\(file)")
    return text(of: file).split(separator: "\n").count
  }

  /// The resident memory of this process in bytes: proc(5), `statm`.
  private var residentMemory: Int {
    let pages = text(of: "/proc/self/statm").split(separator: " ").compactMap { Int($0) }
    return pages.count > 2 ? (pages[1] - pages[2]) * Int(getpagesize()) : 0
  }

  private var descriptorCount: Int {
    guard let directory = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
  }
}

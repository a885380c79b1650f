import Setup
import Testing

@Suite struct SetupPlanTests {
  private let machine = MadeUpTree.desktop
  private let kiosk = SetupOptions(compositor: "cage")

  @Test func kioskStartsAloneWithTheMachine() throws {
    let tree = machine.after(try SetupPlan(kiosk, in: machine, knowing: SetupRecord()))
    let units = "/etc/systemd/system"
    #expect(tree.nodes["\(units)/default.target"] == .link(to: "/lib/systemd/system/graphical.target"))
    #expect(
      tree.nodes["\(units)/graphical.target.wants/rotunda.service"]
        == .link(to: "/usr/lib/systemd/system/rotunda.service"))
    #expect(tree.nodes["\(units)/getty.target.wants/getty@tty1.service"] == nil)
    #expect(tree.nodes["\(units)/display-manager.service"] == nil)
    #expect(tree.nodes["\(units)/ctrl-alt-del.target"] == .link(to: "/dev/null"))
    #expect(tree.nodes["/etc/sysctl.d/90-rotunda.conf"] == MadeUpTree.file("kernel.sysrq = 0\n"))
  }

  @Test func requestedUserAndCompositorAreUsed() throws {
    let options = SetupOptions(user: "kiosk", compositor: "sway")
    let plan = try SetupPlan(options, in: machine, knowing: SetupRecord())
    #expect(plan.steps.first == .makeUser("kiosk"))
    guard
      case .file(let contents, 0o644) = machine.after(plan).nodes[
        "/etc/systemd/system/rotunda.service.d/50-setup.conf"]
    else {
      Issue.record("there are no settings")
      return
    }
    let lines = String(decoding: contents, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains("User=kiosk"))
    #expect(lines.contains("Environment=ROTUNDA_COMPOSITOR=sway"))
  }

  @Test func renamedUserGetsNoMorePower() throws {
    var tree = machine
    let rule = "// for \"x\"\nvar kiosk = \"rotunda\"; run(\"/usr/bin/rotunda\"); a = \"rotunda\"\n"
    tree.nodes["/usr/share/polkit-1/rules.d/50-rotunda.rules"] = MadeUpTree.file(rule)
    let own = tree.after(try SetupPlan(kiosk, in: tree, knowing: SetupRecord()))
    #expect(own.nodes["/etc/dbus-1/system.d/rotunda-setup.conf"] == nil)
    #expect(own.nodes["/etc/systemd/system/rotunda-pin.socket.d/50-setup.conf"] == nil)
    #expect(own.nodes["/etc/polkit-1/rules.d/50-rotunda-setup.rules"] == nil)
    let options = SetupOptions(user: "kiosk", compositor: "sway")
    let plan = try SetupPlan(options, in: tree, knowing: SetupRecord())
    let others = tree.after(plan)
    func text(_ path: String) -> String {
      guard case .file(let contents, 0o644) = others.nodes[path] else { return "" }
      return String(decoding: contents, as: UTF8.self)
    }
    #expect(text("/etc/dbus-1/system.d/rotunda-setup.conf").contains("<policy user=\"kiosk\">"))
    for socket in ["rotunda-pin", "rotunda-editor", "rotunda-setup-web"] {
      #expect(
        text("/etc/systemd/system/\(socket).socket.d/50-setup.conf").contains("\nSocketUser=kiosk\n"))
    }
    #expect(
      text("/etc/polkit-1/rules.d/50-rotunda-setup.rules").hasSuffix(
        rule.replacing("kiosk = \"rotunda\"", with: "kiosk = \"kiosk\"")))
    #expect(
      text("/etc/systemd/system/rotunda-programs.socket.d/50-setup.conf").contains("SocketGroup=kiosk\n"))
    #expect(
      text("/etc/systemd/system/rotunda-programs.service.d/50-setup.conf").contains("ROTUNDA_USER=kiosk\n"))
    #expect(text("/etc/tmpfiles.d/rotunda-setup.conf").contains("wayland 2710 kiosk rotunda-visitor -\n"))
    let undo = SetupOptions(compositor: "cage", direction: .undo)
    #expect(others.after(try SetupPlan(undo, in: others, knowing: plan.record)).nodes == tree.nodes)
  }

  @Test func missingUserOfProgramsIsMade() throws {
    var tree = machine
    tree.nodes["/etc/passwd"] = MadeUpTree.file(
      "root:x:0:0:root:/root:/bin/bash\nrotunda:x:998:998::/:/bin/false\n")
    let plan = try SetupPlan(kiosk, in: tree, knowing: SetupRecord())
    #expect(plan.steps.first == .makeUser("rotunda-visitor"))
    #expect(plan.record.madeUsers == ["rotunda-visitor"])
  }

  @Test func onlyAnOldUserGetsAnEmptyHome() throws {
    var tree = machine
    tree.nodes["/etc/passwd"] = MadeUpTree.file(
      "root:x:0:0:root:/root:/bin/bash\nrotunda:x:998:998::/var/lib/rotunda:/usr/sbin/nologin\n"
        + "rotunda-visitor:x:997:997::/run/rotunda-visit/home:/usr/sbin/nologin\nkiosk:x:1000:1000::/home/kiosk:/bin/sh\n"
    )
    #expect(try SetupPlan(kiosk, in: tree, knowing: SetupRecord()).steps.contains(.moveHome("rotunda")))
    let other = SetupOptions(user: "kiosk", compositor: "cage")
    for (options, tree) in [(other, tree), (kiosk, machine)] {
      let steps = try SetupPlan(options, in: tree, knowing: SetupRecord()).steps
      #expect(!steps.contains { if case .moveHome = $0 { true } else { false } }, "\(options.user)")
    }
  }

  @Test func aSecondTimeChangesNothing() throws {
    let first = try SetupPlan(kiosk, in: machine, knowing: SetupRecord())
    let second = try SetupPlan(kiosk, in: machine.after(first), knowing: first.record)
    #expect(second.steps.isEmpty)
    #expect(second.record == first.record)
  }

  @Test func undoRestoresTheOriginalFiles() throws {
    let first = try SetupPlan(kiosk, in: machine, knowing: SetupRecord())
    let closed = machine.after(first)
    let second = try SetupPlan(SetupOptions(compositor: "sway"), in: closed, knowing: first.record)
    let back = try SetupPlan(
      SetupOptions(compositor: "cage", direction: .undo), in: closed.after(second), knowing: second.record)
    #expect(closed.after(second).after(back).nodes == machine.nodes)
    #expect(back.record.isEmpty)
  }

  @Test func obsoleteRestrictionsAreRemoved() throws {
    let first = try SetupPlan(kiosk, in: machine, knowing: SetupRecord())
    var later = machine.after(first)
    later.nodes["/usr/share/rotunda/setup/etc/sysctl.d/90-rotunda.conf"] = nil
    let second = try SetupPlan(kiosk, in: later, knowing: first.record)
    #expect(later.after(second).nodes["/etc/sysctl.d/90-rotunda.conf"] == nil)
    #expect(second.steps.count == 2, "the file and its directory: \(second.steps)")
  }

  @Test func bootLoaderIsUpdatedAfterChanges() throws {
    let settings = "/etc/default/grub.d/90-rotunda.cfg"
    var grub = machine
    grub.nodes["/usr/share/rotunda/setup\(settings)"] = MadeUpTree.file("GRUB_TIMEOUT=0\n")
    let without = try SetupPlan(kiosk, in: grub, knowing: SetupRecord())
    #expect(!without.steps.contains(.updateBootLoader))
    grub.nodes["/usr/sbin/update-grub"] = .file(contents: [], permissions: 0o755)
    let first = try SetupPlan(kiosk, in: grub, knowing: SetupRecord())
    #expect(first.steps.last == .updateBootLoader)
    let closed = grub.after(first)
    #expect(closed.nodes[settings] == MadeUpTree.file("GRUB_TIMEOUT=0\n"))
    // A change of the compositor leaves these settings as they are.
    let second = try SetupPlan(SetupOptions(compositor: "sway"), in: closed, knowing: first.record)
    #expect(!second.steps.isEmpty && !second.steps.contains(.updateBootLoader))
    let back = try SetupPlan(
      SetupOptions(compositor: "cage", direction: .undo), in: closed, knowing: first.record)
    #expect(back.steps.last == .updateBootLoader)
  }

  @Test func aMachineWithoutTheServiceIsLeftAlone() {
    var bare = machine
    bare.nodes["/usr/lib/systemd/system/rotunda.service"] = nil
    #expect(throws: SetupProblem.notInstalled(missing: "/usr/lib/systemd/system/rotunda.service")) {
      try SetupPlan(kiosk, in: bare, knowing: SetupRecord())
    }
  }

  @Test func unrestorableFilesAreNotReplaced() {
    var odd = machine
    odd.nodes["/etc/sysctl.d/90-rotunda.conf"] = .other
    #expect(throws: SetupProblem.inTheWay(path: "/etc/sysctl.d/90-rotunda.conf")) {
      try SetupPlan(kiosk, in: odd, knowing: SetupRecord())
    }
  }

  @Test func otherUnitDirectoryIsNoDifference() throws {
    var same = machine
    same.nodes["/etc/systemd/system/default.target"] = .link(to: "/usr/lib/systemd/system/graphical.target")
    let plan = try SetupPlan(kiosk, in: same, knowing: SetupRecord())
    #expect(!plan.record.entries.contains { $0.path == "/etc/systemd/system/default.target" })
  }

  @Test(arguments: ["", "Root", "a b", "-x", "9", "a:b", "a\nb", String(repeating: "a", count: 33)])
  func invalidUserNamesAreRefused(name: String) {
    #expect(!SetupOptions.isUserName(name))
  }

  @Test(arguments: ["rotunda", "_kiosk", "kiosk-2"])
  func validUserNamesAreAccepted(name: String) {
    #expect(SetupOptions.isUserName(name))
  }

  @Test func bootPasswordStaysUntilRemoved() throws {
    let hash = "grub.pbkdf2.sha512.10000.AB12.CD34"
    func options(_ password: BootPassword?) -> SetupOptions {
      SetupOptions(compositor: "cage", bootPassword: password)
    }
    let first = try SetupPlan(options(.hash(hash)), in: machine, knowing: SetupRecord())
    let closed = machine.after(first)
    guard case .file(let contents, 0o700) = closed.nodes["/etc/grub.d/01_rotunda"] else {
      Issue.record("there is no script, or others may read it")
      return
    }
    #expect(String(decoding: contents, as: UTF8.self).contains("password_pbkdf2 operator \(hash)\n"))
    let again = try SetupPlan(options(nil), in: closed, knowing: first.record)
    #expect(again.steps.isEmpty && again.record == first.record)
    let without = try SetupPlan(options(.absent), in: closed, knowing: first.record)
    #expect(closed.after(without).nodes["/etc/grub.d/01_rotunda"] == nil)
  }

  @Test func hashNeedsNoShellQuoting() {
    #expect(BootPassword.isHash("grub.pbkdf2.sha512.10000.AB12.CD34"))
    for word in [
      "", "hash", "grub.pbkdf2.a b", "grub.pbkdf2.$(reboot)", "grub.pbkdf2.'", "grub.pbkdf2.\nEND",
    ] {
      #expect(!BootPassword.isHash(word), "\(word)")
    }
  }

  @Test func onlyChosenUSBDevicesWork() throws {
    func rules(_ words: String) throws -> String {
      let options = SetupOptions(compositor: "cage", usb: USBPolicy(words: words))
      let plan = try SetupPlan(options, in: machine, knowing: SetupRecord())
      guard case .file(let contents, 0o644)? = machine.after(plan).nodes[USBPolicy.path] else { return "" }
      return String(decoding: contents, as: UTF8.self)
    }
    #expect(try rules("any") == "")
    let panels = try rules("touch")
    #expect(panels.contains("ATTR{bInterfaceClass}!=\"03|09\", ATTR{authorized}=\"0\""))
    #expect(
      panels.contains(
        "ENV{ID_INPUT_KEYBOARD}==\"1\", ENV{ID_INPUT_TOUCHSCREEN}!=\"1\", ATTR{inhibited}=\"1\""))
    #expect(panels.contains("ENV{ID_INPUT_MOUSE}==\"1\""))
    let sticks = try rules("keyboard,storage")
    #expect(sticks.contains("ATTR{bInterfaceClass}!=\"03|08|09\""))
    #expect(
      !sticks.contains("ID_INPUT_KEYBOARD")
        && sticks.contains("ENV{ID_INPUT_TOUCHSCREEN}==\"1\", ATTR{inhibited}"))
  }

  @Test(
    arguments: [
      ("touch", "8:2", "/", "ext4", "/dev/root", true),
      ("touch,storage", "8:2", "/", "ext4", "/dev/root", false),
      ("any", "8:2", "/", "ext4", "/dev/root", false),
      ("touch", "8:2", "/media/stick", "vfat", "/dev/sda2", false),
      ("touch", "0:25", "/", "btrfs", "/dev/sda2", true),
      ("touch", "254:0", "/", "ext4", "/dev/mapper/root", true),
      ("touch", "259:1", "/", "ext4", "/dev/nvme0n1p1", false),
    ])
  func theDiskThatTheMachineRunsFromStays(
    words: String, number: String, place: String, type: String, source: String, isRefused: Bool
  ) throws {
    let policy = try #require(USBPolicy(words: words))
    let mounts =
      "23 28 0:21 / /proc rw - proc proc rw\n28 1 \(number) / \(place) rw,relatime shared:1 - \(type) \(source) rw\n"
    let lost = policy.lostDisk(among: [("sda2", "8:2"), ("dm-0", "254:0")], mounts: mounts)
    #expect((lost?.place == place) == isRefused)
  }
}

/// Findings about permissions, and about the kiosk's content.
extension Diagnosis {
  mutating func permissions(_ machine: Machine) {
    let permissions = machine.permissions
    ptrace(permissions.ptraceScope)
    home(permissions.home)
    guard let user = permissions.user else { return }
    if !permissions.userExists {
      add(.missing, "user", "there is no user '\(user)'", remedy: "systemd-sysusers, or rotunda setup")
    } else if permissions.userReadsInput {
      add(
        .missing, "user", "'\(user)' is in group input, so every program can read every key",
        remedy: "gpasswd --delete \(user) input; touch panels come from rotunda-panels.service")
    } else {
      add(.good, "user", "'\(user)' and its programs cannot read input devices")
    }
  }

  /// Reports the user that tiles' programs run as.
  mutating func programs(_ programs: Machine.Permissions.Programs?) {
    switch programs {
    case nil: break
    case .visitor(let user): add(.good, "programs", "tiles' programs run as '\(user)'")
    case .missing(let user):
      add(
        .missing, "programs", "there is no user '\(user)', so no tile's program starts",
        remedy: "systemd-sysusers, or rotunda setup")
    case .unserved:
      add(
        .missing, "programs", "rotunda-programs.socket is not active, so no tile's program starts",
        remedy: "systemctl status rotunda-programs.socket")
    case .launcher:
      add(
        .note, "programs",
        "tiles' programs run as the kiosk's user, and can reach its files and the compositor",
        remedy: "a configuration in /etc/rotunda")
    case .user:
      add(
        .note, "programs",
        "tiles' programs run as the user of the launcher, and can reach their files, buses and the compositor",
        remedy: "rotunda setup, on a machine for visitors")
    }
  }

  /// Adds only notes, because a kiosk behind a locked door needs no protection.
  mutating func physicalAccess(_ access: Machine.PhysicalAccess?) {
    guard let access else { return }
    if access.hasNoEarlyShell {
      add(.good, "early shell", "a machine that does not find its disk restarts")
    } else {
      add(
        .note, "early shell", "a machine that does not find its disk opens a shell, as root, on the screen",
        remedy: "rotunda setup, and a restart; or panic=10 rd.shell=0 on the kernel's command line")
    }
    if let hasRecoveryEntry = access.hasRecoveryEntry {
      add(
        hasRecoveryEntry ? .note : .good, "boot menu",
        hasRecoveryEntry
          ? "recovery entries open a shell" : "no recovery entries",
        remedy: hasRecoveryEntry ? "rotunda setup, or GRUB_DISABLE_RECOVERY=true in /etc/default/grub" : nil)
    }
    if let isMenuOpen = access.isMenuOpen {
      add(
        isMenuOpen ? .note : .good, "boot password",
        isMenuOpen
          ? "anyone with a keyboard can change the boot command"
          : "changing the boot menu needs a password",
        remedy: isMenuOpen ? "rotunda setup --boot-password" : nil)
    }
    add(
      access.allowsAnyUSB ? .note : .good, "USB",
      access.allowsAnyUSB
        ? "every device works, including keyboards and memory sticks" : "only selected devices work",
      remedy: access.allowsAnyUSB ? "rotunda setup --usb touch" : nil)
  }

  private mutating func ptrace(_ scope: Int?) {
    guard scope == 0 else { return }
    add(
      .note, "programs", "programs can inspect each other and the launcher",
      remedy: "rotunda setup, or sysctl kernel.yama.ptrace_scope=1")
  }

  mutating func configuration(_ configuration: Machine.Configuration) {
    guard let first = configuration.files.first else {
      return add(
        .missing, "configuration", configuration.errors.first ?? "there is none",
        remedy: "write /etc/rotunda/rotunda.toml: see rotunda.toml(5)")
    }
    if let error = configuration.errors.first {
      add(
        .missing, "configuration", Self.some(configuration.errors.count, "error", first: error),
        remedy: "rotunda check \(first.path)")
    } else if let warning = configuration.warnings.first {
      add(
        .note, "configuration", Self.some(configuration.warnings.count, "warning", first: warning),
        remedy: "rotunda check \(first.path)")
    } else {
      add(.good, "configuration", "\(first.path), tiles: \(configuration.tileCount)")
    }
    for file in configuration.files { trust(file) }
    for path in configuration.unreadable {
      add(
        .missing, "reading", "the kiosk's user cannot read \(path)",
        remedy: "chgrp rotunda \(path) and chmod g+r, and the same for its directories (namei -l)")
    }
  }

  /// Reports which process can check the PIN and read its hash.
  mutating func pin(_ pin: Machine.Configuration.PIN?) {
    switch pin {
    case nil: break
    case .service:
      add(.good, "PIN", "only root and rotunda-pin.service can read its hash; the service counts wrong ones")
    case .launcher(let file, let hasService):
      add(
        .note, "PIN", "the launcher checks it, so programs of its user can read the hash in \(file)",
        remedy: hasService
          ? "rotunda set-pin, and pin-file = \"/etc/rotunda/pin\" below [admin]"
          : "start the kiosk as a service: rotunda-pin.service then checks it")
    case .nobody(let file):
      add(
        .missing, "reading", "neither the kiosk's user nor rotunda-pin.service can read \(file)",
        remedy: "rotunda set-pin, pin-file = \"/etc/rotunda/pin\" below [admin], and a restart of the kiosk")
    case .stranger(let user):
      add(
        .missing, "PIN",
        "rotunda-pin.service does not answer '\(user)', so the kiosk cannot check PINs",
        remedy: "rotunda setup --user \(user), or SocketUser=\(user) in a drop-in of rotunda-pin.socket")
    }
  }

  mutating func console(_ isAllowed: Bool?) {
    guard let isAllowed else { return }
    add(
      isAllowed ? .good : .missing, "console",
      isAllowed
        ? "the system page can leave the kiosk for a login"
        : "the configuration offers a console, but the kiosk's unit does not allow it",
      remedy: isAllowed ? nil : "ROTUNDA_CONSOLE=yes in /etc/default/rotunda, and a restart of the kiosk")
  }

  mutating func xServer(_ isThere: Bool?) {
    guard let isThere else { return }
    add(
      isThere ? .good : .missing, "X11",
      isThere
        ? "tiles with x11 = true have an X server of their own"
        : "tiles with x11 = true do not start: Xwayland is not installed",
      remedy: isThere ? nil : "apt-get install xwayland")
  }

  /// Reports the home directory of the kiosk's user.
  mutating func home(_ home: Machine.Permissions.Home?) {
    switch home {
    case nil: break
    case .closed: add(.good, "home", "the kiosk's user has a home that only root can write to")
    case .open(let user, let path):
      add(
        .note, "home", "'\(user)' can write to their home, \(path), where libraries look for settings",
        remedy: "rotunda setup, or usermod --home /usr/lib/rotunda/home \(user) while the kiosk is stopped")
    }
  }

  mutating func browser(_ browser: Machine.Browser?) {
    let name = "browser"
    switch browser {
    case nil: break
    case .some(.none):
      add(
        .missing, name, "tiles open web pages, but no browser is installed",
        remedy: "apt-get install chromium bubblewrap")
    case .closed(let program): add(.good, name, "\(program), with policies for each visit")
    case .open(let program, let hasSettings):
      add(
        .missing, name,
        "\(program) gets no policies: it refuses \(hasSettings ? "only a part" : "nothing") of what tiles do not allow",
        remedy: "apt-get install bubblewrap, and a directory for policies: see BROWSERS in rotunda.toml(5)")
    case .outdated(let program, let isWanted):
      let choice =
        isWanted
        ? "\(program) opens pages" : "only \(program) could open pages, and the launcher does not use it"
      add(
        .missing, name, "\(choice): its WPE WebKit (2.38 or older) no longer gets security updates",
        remedy: "apt-get install chromium bubblewrap, or \(program) of Debian 13 or later")
    case .foreign(let program, let isWanted):
      add(
        isWanted ? .note : .missing, name,
        "\(program) takes no policies: it follows links to any host, and decides itself what it refuses",
        remedy: isWanted
          ? "chromium or firefox-esr with bubblewrap: see BROWSERS in rotunda.toml(5)"
          : "apt-get install chromium bubblewrap, or \"any-site\" in allow of each tile: see BROWSERS in rotunda.toml(5)"
      )
    }
  }

  private static func some(_ count: Int, _ word: String, first: String) -> String {
    count == 1 ? "one \(word): \(first)" : "\(count) \(word)s, the first: \(first)"
  }

  private mutating func trust(_ file: Machine.Configuration.File) {
    if !file.isOwnerTrusted {
      add(
        .missing, "owner", "\(file.path) belongs to \(file.owner), who can have the kiosk start anything",
        remedy: "chown root: \(file.path)")
    } else if file.mode & 0o002 != 0 {
      add(
        .missing, "owner", "everyone can write to \(file.path), and make the kiosk start any program",
        remedy: "chmod go-w \(file.path), and its directory")
    } else if file.mode & 0o020 != 0 {
      add(
        .note, "owner", "a group can write to \(file.path)",
        remedy: "chmod g-w \(file.path), and its directory")
    } else {
      add(.good, "owner", "\(file.path) is \(file.owner)'s, and only its owner can write to it")
    }
  }

  mutating func fonts(_ machine: Machine) {
    if machine.fontFamilies == 0 || machine.unwritableScripts.contains(.latin) {
      return add(.missing, "fonts", "no font is installed", remedy: "apt-get install fonts-dejavu-core")
    }
    for script in Machine.Script.allCases where machine.unwritableScripts.contains(script) {
      add(
        machine.wantedScripts.contains(script) ? .missing : .note, "fonts",
        "no font has \(script == .emoji ? "emoji" : "\(script.rawValue) letters")",
        remedy: "apt-get install \(Self.package(script))")
    }
    if machine.unwritableScripts.isEmpty { add(.good, "fonts", "\(machine.fontFamilies) families") }
  }

  /// Returns the Debian package with fonts for a script.
  private static func package(_ script: Machine.Script) -> String {
    switch script {
    case .latin, .arabic: "fonts-noto-core"
    case .chinese, .japanese: "fonts-noto-cjk"
    case .emoji: "fonts-noto-color-emoji"
    }
  }

  /// The last fallback of all icon themes.
  private static let lastTheme = "hicolor"

  mutating func icons(_ machine: Machine) {
    guard machine.iconThemes.contains(Self.lastTheme) else {
      return add(
        .missing, "icons",
        "the icon theme \(Self.lastTheme) is missing, into which programs install their icons",
        remedy: "apt-get install hicolor-icon-theme")
    }
    let others = machine.iconThemes.subtracting([Self.lastTheme, "default", "locolor"]).sorted()
    if others.isEmpty {
      add(
        .note, "icons", "only programs' own icons, in \(Self.lastTheme)",
        remedy: "apt-get install adwaita-icon-theme"
      )
    } else {
      add(.good, "icons", ([Self.lastTheme] + others).joined(separator: ", "))
    }
  }
}

/// The state of a machine that is or becomes a kiosk.
package struct Machine: Hashable, Sendable {
  /// The requirements that the system does not meet.
  package var lacking: [Requirement] = []
  package var hasGraphicsCard = true
  /// The compositor; nil if none is reachable.
  package var compositor: Compositor?
  /// The reason why no compositor is reachable; nil if one is.
  package var compositorProblem: String?
  /// The graphics driver; nil if none works.
  package var graphics: String?
  /// The reason why no driver works.
  package var graphicsProblem: String?
  /// The touch panels of all seats.
  package var panels: [Panel] = []
  package var seat = "seat0"
  /// The ways home that the configuration enables.
  package var waysHome = WaysHome()
  /// Whether the configuration requests the launcher's keyboard over programs.
  package var wantsKeyboard = false
  package var permissions = Permissions()
  package var configuration = Configuration()
  package var fontFamilies = 0
  /// The scripts of the configuration's languages.
  package var wantedScripts: Set<Script> = []
  /// The scripts that no font supports.
  package var unwritableScripts: Set<Script> = []
  package var iconThemes: Set<String> = []
  /// The kiosk's service; nil if no service manager responds.
  package var service: Service?
  /// The service that opens touch panels; nil if no service manager responds.
  package var panelService: Service?

  /// The protection against physical access; nil if no kiosk starts with the machine.
  package var physical: PhysicalAccess?

  /// The options of a person with a keyboard, a USB drive or access to the power plug.
  package struct PhysicalAccess: Hashable, Sendable {
    /// Whether the kernel's command line prevents a shell after an early failure.
    package var hasNoEarlyShell = false
    /// Whether the boot loader's menu has entries that lead to a shell; nil if the machine does not use GRUB.
    package var hasRecoveryEntry: Bool?
    /// Whether entries of that menu can be edited without a password; nil if unknown.
    package var isMenuOpen: Bool?
    /// Whether all USB devices work.
    package var allowsAnyUSB = true

    package init() {}
  }

  /// Whether the kiosk's unit allows leaving the kiosk for a console; nil if the configuration does not want
  /// that.
  package var allowsConsole: Bool?

  /// The watchdog; nil if no service manager responds.
  package var watchdog: Watchdog?

  /// The device that restarts a machine after a hang.
  package enum Watchdog: Hashable, Sendable {
    /// The machine has no watchdog.
    case absent
    /// The service manager does not use the watchdog.
    case unused
    /// The service manager must reset the watchdog within that many seconds.
    case used(device: String, seconds: Int)
  }

  /// Whether the launcher accepts requests on the machine's bus; nil if unknown.
  package var control: Control?

  /// Whether the launcher accepts requests.
  package enum Control: Hashable, Sendable {
    case reachable
    /// No connection owns its name.
    case absent
    /// No connection owns its name, and no policy allows that.
    case unruled
    /// The configuration disables it.
    case unwanted
  }

  /// The browser for web pages; nil if no tile opens one.
  package var browser: Browser?

  /// The browser for web pages.
  package enum Browser: Hashable, Sendable {
    case none
    /// A program whose policies deny what a tile does not allow.
    case closed(String)
    /// A program that supports policies but gets none. `hasSettings` is true if its settings deny some of it.
    case open(String, hasSettings: Bool)
    /// A program without policies here, which follows links to any host. `isWanted` is true if every tile
    /// allows that.
    case foreign(String, isWanted: Bool)
    /// A program whose engine gets no more fixes. `isWanted` is true if the configuration names it. Otherwise
    /// nothing opens pages.
    case outdated(String, isWanted: Bool)
  }

  /// Whether an X server is available for X11 programs; nil if no tile starts one.
  package var hasXServer: Bool?

  /// The state of speech output; nil if the configuration does not want it.
  package var speech: Speech?
  /// The state of sound output; nil if the configuration does not want it.
  package var sound: Sound?

  /// The state of speech output.
  package enum Speech: Hashable, Sendable {
    case ready
    /// The client library is missing.
    case noLibrary
    /// Speech Dispatcher is missing.
    case noServer
    /// Speech Dispatcher has no synthesizer.
    case noVoice
  }

  /// The state of sound output.
  package enum Sound: Hashable, Sendable {
    case ready
    /// The sound library is missing.
    case noLibrary
    /// No device exists, or none is accessible.
    case noDevice
  }

  package init() {}

  /// A compositor that responded.
  package struct Compositor: Hashable, Sendable {
    /// The name of its program; nil if unknown.
    package var name: String?
    package var socket: String
    /// The offered interfaces, with their highest version.
    package var offered: [String: UInt32]
    /// The names of its screens.
    package var screens: [String]
    /// The screens whose picture is rotated.
    package var turned: Set<String> = []
    /// Whether one of its seats forwards touches.
    package var hasTouch: Bool
    /// Whether another program has the compositor's input method.
    package var hasInputMethod = false

    package init(
      name: String? = nil, socket: String, offered: [String: UInt32], screens: [String], hasTouch: Bool
    ) {
      (self.name, self.socket, self.offered) = (name, socket, offered)
      (self.screens, self.hasTouch) = (screens, hasTouch)
    }
  }

  /// A touch panel in the kernel's list.
  package struct Panel: Hashable, Sendable {
    package var name: String
    /// The path of its device.
    package var path: String
    /// Its seat.
    package var seat: String
    /// The screen that a udev rule assigns to it; nil for none.
    package var screen: String?
    /// Whether the device is also a keyboard.
    package var isKeyboard: Bool

    package init(
      name: String, path: String, seat: String = "seat0", screen: String? = nil, isKeyboard: Bool = false
    ) {
      (self.name, self.path, self.seat) = (name, path, seat)
      (self.screen, self.isKeyboard) = (screen, isKeyboard)
    }
  }

  /// The ways home from programs that the configuration enables.
  package struct WaysHome: Hashable, Sendable {
    /// Whether it enables the strip, if the compositor supports it.
    package var wantsStrip = true
    /// Whether it lets the launcher read touches independently of the compositor if the strip is unavailable.
    package var wantsGestures = true
    /// Whether a gesture that works over programs leads home.
    package var hasGesture = true
    /// Whether this process can open panels itself, as the launcher in its place could.
    package var opensPanels = false

    /// Creates the defaults of a configuration.
    package init() {}
  }

  /// Users and their permissions.
  package struct Permissions: Hashable, Sendable {
    /// The kiosk's user; nil if unknown.
    package var user: String?
    package var userExists = true
    /// Whether that user is in the group that can read all input devices.
    package var userReadsInput = false
    /// The home directory of that user; nil without a kiosk's service.
    package var home: Home?

    /// The home directory of the kiosk's user.
    package enum Home: Hashable, Sendable {
      /// Only root can write to it.
      case closed
      /// The user can write to it.
      case open(user: String, path: String)
    }

    /// The user of the tiles' programs; nil without a kiosk's service.
    package var programs: Programs?

    /// The user that tiles' programs run as.
    package enum Programs: Hashable, Sendable {
      /// A separate user.
      case visitor(String)
      /// A separate user who does not exist. Therefore no program starts.
      case missing(String)
      /// No user, because the service that starts programs is missing.
      case unserved
      /// The kiosk's user, because its configuration is not the machine's.
      case launcher
      /// The user who starts the launcher, because no service does.
      case user
    }

    /// The kernel's `ptrace_scope`; nil if the kernel has none.
    package var ptraceScope: Int?

    package init() {}
  }

  /// The configuration, as far as it was found.
  package struct Configuration: Hashable, Sendable {
    package struct File: Hashable, Sendable {
      package var path: String
      package var owner: String
      /// Whether the owner is root or the kiosk's user.
      package var isOwnerTrusted: Bool
      /// Its permissions, or those of its directory if they are wider.
      package var mode: UInt32

      package init(path: String, owner: String = "root", isOwnerTrusted: Bool = true, mode: UInt32 = 0o644) {
        (self.path, self.owner) = (path, owner)
        (self.isOwnerTrusted, self.mode) = (isOwnerTrusted, mode)
      }
    }

    /// The file and its drop-ins; empty without a configuration.
    package var files: [File] = []
    /// The errors in them, a line each.
    package var errors: [String] = []
    /// The warnings about them.
    package var warnings: [String] = []
    /// The files that the kiosk's user cannot read.
    package var unreadable: [String] = []
    /// The process that can check the PIN; nil without a PIN, or if unknown.
    package var pin: PIN?
    package var tileCount = 0

    /// The process that can check the PIN whose hash is in a file.
    package enum PIN: Hashable, Sendable {
      /// Only the PIN service.
      case service
      /// The launcher, and therefore every program of its user. `hasService` is true if a service could do
      /// it.
      case launcher(file: String, hasService: Bool)
      /// Neither can read the file.
      case nobody(file: String)
      /// The service can read the file, but does not accept the kiosk's user.
      case stranger(user: String)
    }

    package init() {}
  }

  /// A script that fonts are checked for.
  package enum Script: String, CaseIterable, Hashable, Sendable {
    case latin = "Latin"
    case arabic = "Arabic"
    case chinese = "Chinese"
    case japanese = "Japanese"
    case emoji = "emoji"
  }

  /// A unit of the service manager, in its words.
  package struct Service: Hashable, Sendable {
    package var unit: String
    /// "loaded", "not-found", "masked" …
    package var load: String
    /// "enabled", "disabled" …
    package var file: String
    /// "active", "failed" …
    package var active: String
    /// "success", "watchdog" …
    package var result: String
    /// Its status text.
    package var status: String
    /// The number of automatic restarts.
    package var restarts: UInt32

    package init(
      unit: String, load: String = "loaded", file: String = "enabled", active: String = "active",
      result: String = "success", status: String = "", restarts: UInt32 = 0
    ) {
      (self.unit, self.load, self.file, self.active) = (unit, load, file, active)
      (self.result, self.status, self.restarts) = (result, status, restarts)
    }
  }
}

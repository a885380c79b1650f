/// What was seen of a machine that is a kiosk, or is to be one.
package struct Machine: Hashable, Sendable {
  /// What the system has not of what a kiosk needs.
  package var lacking: [Requirement] = []
  package var hasGraphicsCard = true
  /// The compositor; nil when none could be reached.
  package var compositor: Compositor?
  /// Why there is none; nil when there is one.
  package var compositorProblem: String?
  /// What draws; nil when nothing does.
  package var graphics: String?
  /// Why nothing draws.
  package var graphicsProblem: String?
  /// The touch panels, of all seats.
  package var panels: [Panel] = []
  package var seat = "seat0"
  /// What the configuration wants of the ways home.
  package var waysHome = WaysHome()
  /// Whether the configuration wants the launcher's keyboard over programs.
  package var wantsKeyboard = false
  package var permissions = Permissions()
  package var configuration = Configuration()
  package var fontFamilies = 0
  /// Scripts of the languages that the configuration speaks.
  package var wantedScripts: Set<Script> = []
  /// Scripts that no font has letters of.
  package var unwritableScripts: Set<Script> = []
  package var iconThemes: Set<String> = []
  /// The kiosk's service; nil where no service manager answers.
  package var service: Service?
  /// The service that opens touch panels; nil where no service manager answers.
  package var panelService: Service?

  /// What a keyboard and the plug lead to; nil where no kiosk starts with the machine.
  package var physical: PhysicalAccess?

  /// What a person can do who has a keyboard, a memory stick, or the plug.
  package struct PhysicalAccess: Hashable, Sendable {
    /// Whether the kernel is started so that an early failure opens no shell.
    package var hasNoEarlyShell = false
    /// Whether the boot loader's menu has entries that end in a shell; nil where the machine does not start
    /// with GRUB.
    package var hasRecoveryEntry: Bool?
    /// Whether entries of that menu can be edited without a password; nil where that cannot be seen.
    package var isMenuOpen: Bool?
    /// Whether all USB devices work.
    package var allowsAnyUSB = true

    package init() {}
  }

  /// Whether the kiosk's unit lets it be left for a console; nil where the configuration does not want that.
  package var allowsConsole: Bool?

  /// What starts the machine again when it stands still; nil where no service manager answers.
  package var watchdog: Watchdog?

  /// What starts a machine again when it stands still.
  package enum Watchdog: Hashable, Sendable {
    /// The machine has none.
    case absent
    /// It has one that the service manager does not use.
    case unused
    /// The service manager has to tell it every so many seconds that all is well.
    case used(device: String, seconds: Int)
  }

  /// Whether the launcher can be asked for something on the machine's bus; nil where nothing is known of
  /// that.
  package var control: Control?

  /// Whether the launcher can be asked for something.
  package enum Control: Hashable, Sendable {
    case reachable
    /// No connection has its name.
    case absent
    /// No connection has its name, and no policy lets one have it.
    case unruled
    /// The configuration does not want it to be there.
    case unwanted
  }

  /// What opens pages of the web; nil where no tile does.
  package var browser: Browser?

  /// What opens pages of the web.
  package enum Browser: Hashable, Sendable {
    case none
    /// A program whose visitors are refused by policies what a tile does not allow.
    case closed(String)
    /// A program that would take policies and gets none; `hasSettings` says that its settings refuse some of
    /// it.
    case open(String, hasSettings: Bool)
    /// A program that has no policies here, and follows links to any host; `isWanted` says that every tile
    /// allows that.
    case foreign(String, isWanted: Bool)
    /// A program whose engine is mended no more; `isWanted` says that the configuration names it, else
    /// nothing opens pages.
    case outdated(String, isWanted: Bool)
  }

  /// Whether there is an X server for programs of X11; nil where no tile starts one.
  package var hasXServer: Bool?

  /// What says aloud what is seen; nil where the configuration does not want that.
  package var speech: Speech?
  /// What is heard; nil where the configuration does not want that.
  package var sound: Sound?

  /// What there is to speak with.
  package enum Speech: Hashable, Sendable {
    case ready
    /// Not even what speaks to Speech Dispatcher.
    case noLibrary
    /// No Speech Dispatcher.
    case noServer
    /// A Speech Dispatcher that came without anything that makes sounds of words.
    case noVoice
  }

  /// What there is to play sounds with.
  package enum Sound: Hashable, Sendable {
    case ready
    /// Not even what opens devices.
    case noLibrary
    /// No device, or none that may be opened.
    case noDevice
  }

  package init() {}

  /// A compositor that was asked.
  package struct Compositor: Hashable, Sendable {
    /// Its program's name; nil when it is hidden.
    package var name: String?
    package var socket: String
    /// What it offers, by interface, and up to which version.
    package var offered: [String: UInt32]
    /// Its screens' names.
    package var screens: [String]
    /// Those whose picture is turned.
    package var turned: Set<String> = []
    /// Whether one of its seats hands touches on.
    package var hasTouch: Bool
    /// Whether another program is the input method of its programs.
    package var hasInputMethod = false

    package init(
      name: String? = nil, socket: String, offered: [String: UInt32], screens: [String], hasTouch: Bool
    ) {
      (self.name, self.socket, self.offered) = (name, socket, offered)
      (self.screens, self.hasTouch) = (screens, hasTouch)
    }
  }

  /// A touch panel that the kernel knows.
  package struct Panel: Hashable, Sendable {
    package var name: String
    /// Its device.
    package var path: String
    /// The seat that it is given to.
    package var seat: String
    /// The screen that a rule says it belongs to; nil when none does.
    package var screen: String?
    /// Whether something can be typed on the device as well.
    package var isKeyboard: Bool

    package init(
      name: String, path: String, seat: String = "seat0", screen: String? = nil, isKeyboard: Bool = false
    ) {
      (self.name, self.path, self.seat) = (name, path, seat)
      (self.screen, self.isKeyboard) = (screen, isKeyboard)
    }
  }

  /// What the configuration wants of the ways that lead home out of a program.
  package struct WaysHome: Hashable, Sendable {
    /// Whether it wants the strip where there can be one.
    package var wantsStrip = true
    /// Whether it wants touches seen beside the compositor where there is no strip.
    package var wantsGestures = true
    /// Whether a gesture that works over programs means home.
    package var hasGesture = true
    /// Whether this process may open panels by itself, as the launcher could in its place.
    package var opensPanels = false

    /// What a configuration wants that says nothing.
    package init() {}
  }

  /// Who may do what.
  package struct Permissions: Hashable, Sendable {
    /// Who the kiosk runs as; nil when that cannot be known.
    package var user: String?
    package var userExists = true
    /// Whether that user is in the group that may read all input devices.
    package var userReadsInput = false
    /// Where that user is at home; nil where there is no kiosk's service.
    package var home: Home?

    /// Where the kiosk's user is at home.
    package enum Home: Hashable, Sendable {
      /// Where only root can write.
      case closed
      /// At a path where the user can.
      case open(user: String, path: String)
    }

    /// Whose the programs of tiles are; nil where there is no kiosk's service.
    package var programs: Programs?

    /// Who programs of tiles run as.
    package enum Programs: Hashable, Sendable {
      /// A user of their own.
      case visitor(String)
      /// That user, who does not exist, so that none starts.
      case missing(String)
      /// None, because the service that starts them is missing.
      case unserved
      /// Who the kiosk runs as, because its configuration is not the machine's.
      case launcher
    }

    /// The kernel's `ptrace_scope`; nil where it has none.
    package var ptraceScope: Int?

    package init() {}
  }

  /// A configuration that was looked for.
  package struct Configuration: Hashable, Sendable {
    package struct File: Hashable, Sendable {
      package var path: String
      package var owner: String
      /// Whether that is root or who the kiosk runs as.
      package var isOwnerTrusted: Bool
      /// Its permissions, or its directory's where those are the wider ones.
      package var mode: UInt32

      package init(path: String, owner: String = "root", isOwnerTrusted: Bool = true, mode: UInt32 = 0o644) {
        (self.path, self.owner) = (path, owner)
        (self.isOwnerTrusted, self.mode) = (isOwnerTrusted, mode)
      }
    }

    /// The file and its drop-ins; none when there is no configuration.
    package var files: [File] = []
    /// What is wrong in them, a line each.
    package var errors: [String] = []
    /// What is odd in them.
    package var warnings: [String] = []
    /// Those of its files that who the kiosk runs as may not read.
    package var unreadable: [String] = []
    /// Who can check the PIN; nil where there is none, or that cannot be seen.
    package var pin: PIN?
    package var tileCount = 0

    /// Who can check the PIN whose hash is in a file.
    package enum PIN: Hashable, Sendable {
      /// The PIN service, and only that.
      case service
      /// The launcher itself, and so whatever runs as its user; `hasService` says that a service could do it.
      case launcher(file: String, hasService: Bool)
      /// Neither may read the file.
      case nobody(file: String)
      /// The service may, and does not answer the kiosk's user.
      case stranger(user: String)
    }

    package init() {}
  }

  /// A script whose letters were looked for.
  package enum Script: String, CaseIterable, Hashable, Sendable {
    case latin = "Latin"
    case arabic = "Arabic"
    case chinese = "Chinese"
    case japanese = "Japanese"
    case emoji = "emoji"
  }

  /// A unit of the service manager's, in its words.
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
    /// What it says about itself.
    package var status: String
    /// How often it was started again.
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

/// What was seen of a machine that is a kiosk, or is to be one.
public struct Machine: Hashable, Sendable {
  /// What the system has not of what a kiosk needs.
  public var lacking: [Requirement] = []
  /// Whether the kernel knows a graphics card.
  public var hasGraphicsCard = true
  /// The compositor; nil when none could be reached.
  public var compositor: Compositor?
  /// Why there is none; nil when there is one.
  public var compositorProblem: String?
  /// What draws; nil when nothing does.
  public var graphics: String?
  /// Why nothing draws.
  public var graphicsProblem: String?
  /// The touch panels, of all seats.
  public var panels: [Panel] = []
  /// The kiosk's seat.
  public var seat = "seat0"
  /// What the configuration wants of the ways home.
  public var waysHome = WaysHome()
  /// Who may do what.
  public var permissions = Permissions()
  /// The configuration.
  public var configuration = Configuration()
  /// Families of fonts.
  public var fontFamilies = 0
  /// Scripts of the languages that the configuration speaks.
  public var wantedScripts: Set<Script> = []
  /// Scripts that no font has letters of.
  public var unwritableScripts: Set<Script> = []
  /// The icon themes that are installed.
  public var iconThemes: Set<String> = []
  /// The kiosk's service; nil where no service manager answers.
  public var service: Service?
  /// The service that opens touch panels; nil where no service manager answers.
  public var panelService: Service?

  /// What starts the machine again when it stands still; nil where no service manager answers.
  public var watchdog: Watchdog?

  /// What starts a machine again when it stands still.
  public enum Watchdog: Hashable, Sendable {
    /// The machine has none.
    case absent
    /// It has one that the service manager does not use.
    case unused
    /// The service manager has to tell it every so many seconds that all is well.
    case used(device: String, seconds: Int)
  }

  /// Whether the launcher can be asked for something on the machine's bus; nil where nothing is known of that.
  public var control: Control?

  /// Whether the launcher can be asked for something.
  public enum Control: Hashable, Sendable {
    /// It has its name.
    case reachable
    /// Nobody has its name.
    case absent
    /// Nobody has its name, and there is no policy by which somebody could.
    case unruled
    /// The configuration does not want it to be there.
    case unwanted
  }

  /// What opens pages of the web; nil where no tile does.
  public var browser: Browser?

  /// What opens pages of the web.
  public enum Browser: Hashable, Sendable {
    /// None.
    case none
    /// A program whose visitors are refused by policies what a tile does not allow.
    case closed(String)
    /// A program that would take policies and gets none; `hasSettings` says that its settings refuse some of it.
    case open(String, hasSettings: Bool)
    /// A program that nobody has policies for.
    case foreign(String)
  }

  /// What says aloud what is seen; nil where the configuration does not want that.
  public var speech: Speech?
  /// What is heard; nil where the configuration does not want that.
  public var sound: Sound?

  /// What there is to speak with.
  public enum Speech: Hashable, Sendable {
    /// All of it.
    case ready
    /// Not even what speaks to Speech Dispatcher.
    case noLibrary
    /// No Speech Dispatcher.
    case noServer
    /// A Speech Dispatcher that came without anything that makes sounds of words.
    case noVoice
  }

  /// What there is to play sounds with.
  public enum Sound: Hashable, Sendable {
    /// A device that can be opened.
    case ready
    /// Not even what opens devices.
    case noLibrary
    /// No device, or none that may be opened.
    case noDevice
  }

  /// A machine of which nothing is known.
  public init() {}

  /// A compositor that was asked.
  public struct Compositor: Hashable, Sendable {
    /// Its program's name; nil when it is hidden.
    public var name: String?
    /// Where its socket is.
    public var socket: String
    /// What it offers, by interface, and up to which version.
    public var offered: [String: UInt32]
    /// Its screens' names.
    public var screens: [String]
    /// Whether one of its seats hands touches on.
    public var hasTouch: Bool

    /// A compositor from what it told.
    public init(
      name: String? = nil, socket: String, offered: [String: UInt32], screens: [String], hasTouch: Bool
    ) {
      (self.name, self.socket, self.offered) = (name, socket, offered)
      (self.screens, self.hasTouch) = (screens, hasTouch)
    }
  }

  /// A touch panel that the kernel knows.
  public struct Panel: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its device.
    public var path: String
    /// The seat that it is given to.
    public var seat: String
    /// The screen that a rule says it belongs to; nil when none does.
    public var screen: String?
    /// Whether something can be typed on the device as well.
    public var isKeyboard: Bool

    /// A panel from what is known about it.
    public init(
      name: String, path: String, seat: String = "seat0", screen: String? = nil, isKeyboard: Bool = false
    ) {
      (self.name, self.path, self.seat) = (name, path, seat)
      (self.screen, self.isKeyboard) = (screen, isKeyboard)
    }
  }

  /// What the configuration wants of the ways that lead home out of a program.
  public struct WaysHome: Hashable, Sendable {
    /// Whether it wants the strip where there can be one.
    public var wantsStrip = true
    /// Whether it wants touches seen beside the compositor where there is no strip.
    public var wantsGestures = true
    /// Whether a gesture that works over programs means home.
    public var hasGesture = true
    /// Whether this process may open panels by itself, as the launcher could in its place.
    public var opensPanels = false

    /// What a configuration wants that says nothing.
    public init() {}
  }

  /// Who may do what.
  public struct Permissions: Hashable, Sendable {
    /// Who the kiosk runs as; nil when that cannot be known.
    public var user: String?
    /// Whether there is such a user.
    public var userExists = true
    /// Whether that user is in the group that may read all input devices.
    public var userReadsInput = false
    /// The kernel's `ptrace_scope`; nil where it has none.
    public var ptraceScope: Int?

    /// Permissions as they should be.
    public init() {}
  }

  /// A configuration that was looked for.
  public struct Configuration: Hashable, Sendable {
    /// A file of it.
    public struct File: Hashable, Sendable {
      /// Its path.
      public var path: String
      /// Who owns it.
      public var owner: String
      /// Whether that is root or who the kiosk runs as.
      public var isOwnerTrusted: Bool
      /// Its permissions, or its directory's where those are the wider ones.
      public var mode: UInt32

      /// A file from what is known about it.
      public init(path: String, owner: String = "root", isOwnerTrusted: Bool = true, mode: UInt32 = 0o644) {
        (self.path, self.owner) = (path, owner)
        (self.isOwnerTrusted, self.mode) = (isOwnerTrusted, mode)
      }
    }

    /// The file and its drop-ins; none when there is no configuration.
    public var files: [File] = []
    /// What is wrong in them, a line each.
    public var errors: [String] = []
    /// What is odd in them.
    public var warnings: [String] = []
    /// Those of its files, and the PIN's, that who the kiosk runs as may not read.
    public var unreadable: [String] = []
    /// How many tiles there are.
    public var tileCount = 0

    /// A configuration that is not there.
    public init() {}
  }

  /// A script whose letters were looked for.
  public enum Script: String, CaseIterable, Hashable, Sendable {
    case latin = "Latin"
    case arabic = "Arabic"
    case chinese = "Chinese"
    case japanese = "Japanese"
    case emoji = "emoji"
  }

  /// A unit of the service manager's, in its words.
  public struct Service: Hashable, Sendable {
    /// The unit's name.
    public var unit: String
    /// "loaded", "not-found", "masked" …
    public var load: String
    /// "enabled", "disabled" …
    public var file: String
    /// "active", "failed" …
    public var active: String
    /// "success", "watchdog" …
    public var result: String
    /// What it says about itself.
    public var status: String
    /// How often it was started again.
    public var restarts: UInt32

    /// A unit from its properties.
    public init(
      unit: String, load: String = "loaded", file: String = "enabled", active: String = "active",
      result: String = "success", status: String = "", restarts: UInt32 = 0
    ) {
      (self.unit, self.load, self.file, self.active) = (unit, load, file, active)
      (self.result, self.status, self.restarts) = (result, status, restarts)
    }
  }
}

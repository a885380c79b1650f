/// An application as its `.desktop` file describes it (Desktop Entry Specification 1.5).
///
/// `DBusActivatable` is ignored: programs are started by their `Exec` line, so that the launcher knows their process.
public struct DesktopEntry: Hashable, Sendable {
  /// What the entry stands for.
  public enum Kind: String, Hashable, Sendable {
    /// A program.
    case application = "Application"
    /// A web address.
    case link = "Link"
    /// A menu's folder.
    case directory = "Directory"
  }

  /// A further way to start an application.
  public struct Action: Hashable, Sendable {
    /// Its name in `Actions`.
    public var id: String
    /// Its name for people.
    public var name: LocalizedValue
    /// A theme's icon name or an absolute path.
    public var icon: String?
    /// Its command line, escapes resolved, quoting and field codes as written.
    public var exec: String?
  }

  /// The file that it was read from.
  public var location: String?
  /// What it stands for.
  public var kind: Kind
  /// Its name.
  public var name: LocalizedValue
  /// What kind of thing it is: "Web Browser".
  public var genericName: LocalizedValue?
  /// A sentence about it.
  public var comment: LocalizedValue?
  /// A theme's icon name or an absolute path, possibly another for another language.
  public var icon: LocalizedValue?
  /// Its command line, escapes resolved, quoting and field codes as written.
  public var exec: String?
  /// A program without which the entry is to be ignored.
  public var tryExec: String?
  /// Where it starts.
  public var path: String?
  /// Whether it needs a terminal to run in.
  public var needsTerminal = false
  /// Whether menus leave it out; it may still be started.
  public var noDisplay = false
  /// Whether it counts as deleted.
  public var isHidden = false
  /// The class or app id of its windows, where it says so.
  public var startupWindowClass: String?
  /// The categories of menus it belongs to.
  public var categories: [String] = []
  /// The file types it opens.
  public var mimeTypes: [String] = []
  /// The address of a link.
  public var url: String?
  /// Further ways to start it, in their order.
  public var actions: [Action] = []
}

import Configuration
import FileSystem
import Freedesktop

/// The file that `rotunda init` writes: a short configuration with comments, which shows something at once.
package struct StarterConfiguration {
  /// The most applications that become tiles.
  private static let mostApplications = 3
  /// The tiles, each as its lines.
  private let tiles: [[String]]

  /// A starter whose tiles open applications of a machine.
  ///
  /// - Parameter applications: the ids of desktop entries, the first choices first.
  package init(applications: [String]) {
    let opened = applications.prefix(Self.mostApplications).map { id in
      ["[[tile]]", "desktop-entry = \(SettingValue.text(id).text)"]
    }
    // Needs no program, so that every machine shows a tile.
    let switchesLight = [
      "[[tile]]", "name = \"Turn the screen off\"", "action = \"blank\"",
    ]
    tiles = opened.isEmpty ? [switchesLight] : opened
  }

  /// A starter for a process with an environment, of which `PATH`, `HOME`, `XDG_DATA_HOME` and
  /// `XDG_DATA_DIRS` count.
  package init(environment: [String: String], files: SystemFiles = SystemFiles()) {
    let catalog = DesktopEntryCatalog(files: files, directories: DataDirectories(environment: environment))
    let suitable = catalog.ids().lazy.filter { id in
      catalog.application(id, searchPath: environment["PATH"] ?? "") != nil
    }
    self.init(applications: Array(suitable.prefix(Self.mostApplications)))
  }

  /// The whole file, ending with a line feed.
  package var text: String {
    let lines =
      [
        "# The tiles and settings of a kiosk. Check a change with: rotunda check FILE",
        "# List the usual keys with: rotunda config keys --basic",
        "",
        "[brand]",
        "name = \"My kiosk\"",
        "#logo = \"logo.svg\"",
        "",
        "[idle]",
        "# When no one has touched the screen for this time, the next visitor finds the first tile.",
        "return-home-after = \"90s\"",
        "",
        "# Staff open the system page with a PIN. Write the PIN with: sudo rotunda set-pin",
        "#[admin]",
        "#pin-file = \"/etc/rotunda/pin\"",
        "",
      ] + tiles.joined(separator: [""]) + [
        "",
        "# A tile can also open a program, or a page of the web:",
        "#[[tile]]",
        "#name = \"Opening hours\"",
        "#picture = \"hours.jpg\"",
        "#url = \"https://example.org/hours\"",
      ]
    return lines.joined(separator: "\n") + "\n"
  }
}

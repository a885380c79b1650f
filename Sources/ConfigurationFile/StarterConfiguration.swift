import Configuration
import FileSystem
import Freedesktop

/// The file that `rotunda init` writes: a short configuration with comments that shows a tile immediately.
package struct StarterConfiguration {
  /// The largest number of applications that become tiles.
  private static let mostApplications = 3
  /// The lines of each tile.
  private let tiles: [[String]]

  /// Creates a configuration whose tiles open applications.
  ///
  /// - Parameter applications: the ids of desktop entries, the first choices first.
  package init(applications: [String]) {
    let opened = applications.prefix(Self.mostApplications).map { id in
      ["[[tile]]", "desktop-entry = \(SettingValue.text(id).text)"]
    }
    // This tile needs no program. Therefore it works on every machine.
    let switchesLight = [
      "[[tile]]", "name = \"Turn the screen off\"", "action = \"blank\"",
    ]
    tiles = opened.isEmpty ? [switchesLight] : opened
  }

  /// Creates a configuration for a process with an environment. Uses `PATH`, `HOME`, `XDG_DATA_HOME` and
  /// `XDG_DATA_DIRS`.
  package init(environment: [String: String], files: SystemFiles = SystemFiles()) {
    let catalog = DesktopEntryCatalog(files: files, directories: DataDirectories(environment: environment))
    let suitable = catalog.ids().lazy.filter { id in
      catalog.application(id, searchPath: environment["PATH"] ?? "") != nil
    }
    self.init(applications: Array(suitable.prefix(Self.mostApplications)))
  }

  /// The complete file, with a final line feed.
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

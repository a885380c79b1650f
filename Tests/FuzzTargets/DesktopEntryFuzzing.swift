import Freedesktop

/// A `.desktop` file from an installed package.
enum DesktopEntryFuzzing {
  private static let languages = ["sr@latin", "de_AT", "en"]

  static func run(_ bytes: [UInt8]) {
    guard let entry = try? DesktopEntry(bytes, location: "/usr/share/applications/x.desktop") else { return }
    for text in [entry.name, entry.genericName, entry.comment, entry.icon] {
      _ = text?.resolved(for: languages)
    }
    for action in [nil] + entry.actions.map(\.id) {
      for terminal in [[], ["xterm", "-e"]] {
        let command = try? entry.command(
          action: action, files: ["/srv/a b.pdf", "https://example.org/%20"], languages: languages,
          terminal: terminal)
        guard let command else { continue }
        rule(command.arguments.first?.isEmpty == false, "a command without a program: \(command)")
      }
    }
  }
}

import Browsers
import Configuration
import ConfigurationFile

/// Finds web pages that the browser cannot restrict.
///
/// Judges only the configured browser: `rotunda doctor` reports which browser is installed. The running
/// launcher still starts such a browser.
package nonisolated enum SiteCheck {
  /// - Parameters:
  ///   - isInstalled: reports whether this machine has a program; by default it has all, because the file may
  ///     be for another machine.
  ///   - exists: reports whether an absolute path exists.
  package static func problems(
    of loaded: LoadedConfiguration, isInstalled: (String) -> Bool = { _ in true },
    exists: (String) -> Bool = { _ in true }
  ) -> [Diagnostic] {
    guard let words = loaded.configuration.browser.command,
      let browser = BrowserCommand(loaded.configuration.browser, isInstalled: isInstalled, exists: exists)
    else { return [] }
    let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    let problem: String
    if !browser.keepsHosts {
      problem = "\(name) cannot keep pages on their hosts: set chromium or firefox-esr below [browser]"
    } else if browser.guardian == .nothing, isInstalled(words[0]) {
      problem =
        "\(name) cannot refuse downloads, files and developer tools: install bubblewrap and Debian's chromium"
    } else {
      return []
    }
    return loaded.pages.filter { !$0.page.allowances.contains(.anySite) }.map {
      $0.error("\(problem), or set \"any-site\" in allow")
    }
  }
}

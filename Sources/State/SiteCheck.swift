import Browsers
import Configuration
import ConfigurationFile

/// Says which pages of the web a browser would not keep on their hosts.
///
/// Only `rotunda check` asks, of the browser that the configuration names: which one is installed is for
/// `rotunda doctor` to say. A kiosk that runs such a browser goes on running it.
package nonisolated enum SiteCheck {
  package static func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    guard let words = loaded.configuration.browser.command,
      let browser = BrowserCommand(loaded.configuration.browser, isInstalled: { _ in true }),
      !browser.keepsHosts
    else { return [] }
    let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    return loaded.pages.filter { !$0.page.allowances.contains(.anySite) }.map {
      $0.error(
        "\(name) keeps no page on its hosts: name chromium or firefox-esr below [browser], or \"any-site\" in allow"
      )
    }
  }
}

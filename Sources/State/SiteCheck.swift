import Browsers
import Configuration
import ConfigurationFile

/// Finds web pages that the browser would not keep on their hosts.
///
/// Only `rotunda check` uses this, for the configured browser. `rotunda doctor` reports which browser is
/// installed. The running launcher still starts such a browser.
package nonisolated enum SiteCheck {
  package static func problems(of loaded: LoadedConfiguration) -> [Diagnostic] {
    guard let words = loaded.configuration.browser.command,
      let browser = BrowserCommand(loaded.configuration.browser, isInstalled: { _ in true }),
      !browser.keepsHosts
    else { return [] }
    let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    return loaded.pages.filter { !$0.page.allowances.contains(.anySite) }.map {
      $0.error(
        "\(name) cannot keep pages on their hosts: set chromium or firefox-esr below [browser], or \"any-site\" in allow"
      )
    }
  }
}

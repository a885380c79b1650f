import Configuration

/// The texts of the page that replaces a refused one, in the visitor's language.
package struct RefusalWords: Hashable, Sendable {
  /// A tag such as `de`, for screen readers and the choice of fonts.
  package var language: String
  package var isRightToLeft: Bool
  package var title: String
  package var explanation: String
  /// The label of the button that leads back.
  package var back: String

  package init(
    language: String = "en", isRightToLeft: Bool = false, title: String, explanation: String, back: String
  ) {
    (self.language, self.isRightToLeft) = (language, isRightToLeft)
    (self.title, self.explanation, self.back) = (title, explanation, back)
  }
}

/// The page that replaces a refused one.
///
/// No browser has a policy for this. Chromium gets a temporary extension (``ChromiumExtension``), and
/// Debian's Firefox a script (``FirefoxScript``). They detect refused pages, and show this one with the
/// address for the way back after `#`. Without an address, the page is in a tab that a refused link opened,
/// and the button closes the tab.
/// has opened, and the way back closes that.
enum RefusalPage {
  /// The page's file name.
  static let name = "refused.html"

  /// Returns the page and its script, in a directory whose name ends with a slash.
  static func files(_ words: RefusalWords, in directory: String) -> [String: String] {
    ["\(directory)\(name)": page(words), "\(directory)refused.js": script]
  }

  /// Returns the HTML. The button is in the middle, where fingers reach it on every screen. It has the focus,
  /// so Enter works too.
  private static func page(_ words: RefusalWords) -> String {
    """
    <!doctype html>
    <html lang="\(escaped(words.language))" dir="\(words.isRightToLeft ? "rtl" : "ltr")">
    <meta charset="utf-8"><meta name="viewport" content="width=device-width">
    <title>\(escaped(words.title))</title>
    <style>
    * { box-sizing: border-box; }
    html { height: 100%; background: #16181d; color: #f4f4f6; font: 1.25rem/1.4 sans-serif; }
    body { height: 100%; margin: 0; padding: 4vmin; display: grid; grid-template-rows: 1fr auto 1fr; justify-items: center; }
    main { align-self: end; max-width: 40rem; margin-bottom: 6vmin; text-align: center; }
    h1 { margin: 0 0 1rem; font-size: 2rem; line-height: 1.2; }
    p { margin: 0; }
    button { min-width: 14rem; min-height: 5rem; padding: 1rem 2.5rem; border: 0; border-radius: 2.5rem;
      background: #f4f4f6; color: #16181d; font: inherit; font-size: 1.5rem; font-weight: bold; }
    button:focus-visible { outline: 4px solid #7cb3ff; outline-offset: 4px; }
    </style>
    <body>
    <main><h1>\(escaped(words.title))</h1><p>\(escaped(words.explanation))</p></main>
    <button id="back" autofocus>\(escaped(words.back))</button>
    <script src="refused.js"></script>

    """
  }

  /// Without an address to go back to, the script closes the tab: with the extension's permissions, or
  /// through Firefox's script, which sees the address change.
  private static let script = """
    const back = decodeURIComponent(location.hash.slice(1));
    document.getElementById("back").addEventListener("click", () => {
      if (/^https?:/.test(back)) location.replace(back);
      else if (globalThis.chrome?.tabs) chrome.tabs.getCurrent(tab => chrome.tabs.remove(tab.id));
      else location.hash = "close";
    });

    """

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}

/// The extension that shows ``RefusalPage`` in Chromium, and hides the toolbars of windows that pages open.
///
/// Chromium loads it from the visit's directory. Google's own builds do not, and show the browser's own page.
/// A policy that blocks all extensions would block this one too, whatever its exceptions. Therefore only the
/// store's extensions are blocked.
enum ChromiumExtension {
  /// The extension's subdirectory in the visit's directory.
  static let directory = "refused"
  /// The key from which Chromium derives the extension's identifier: any bytes, in Base64. Without a key, the
  /// identifier would depend on the directory.
  private static let key = "Um90dW5kYQ=="
  /// The first half of the key's SHA-256, with its hexadecimal digits written as the letters a to p.
  static let identifier = "akeinemainliilekhgfhjmfgbkpnengg"

  static func files(_ page: WebPage, _ words: RefusalWords) -> [String: String] {
    RefusalPage.files(words, in: "\(directory)/").merging([
      "\(directory)/manifest.json": manifest.json + "\n", "\(directory)/worker.js": worker(page),
    ]) { $1 }
  }

  private static let manifest = Policy.table([
    "manifest_version": .number(3), "name": .text("Rotunda"), "version": .text("1"), "key": .text(key),
    "permissions": .list(["webNavigation", "tabs", "storage"].map { .text($0) }),
    "background": .table(["service_worker": .text("worker.js")]),
  ])

  /// Returns the service worker. A refused host is not resolved, but neither is an unreachable one: the rules
  /// distinguish them.
  private static func worker(_ page: WebPage) -> String {
    let (refused, allowed) = SiteRules(page).chromiumNames
    return """
      const refused = \(list(refused)), allowed = \(list(allowed));
      const fits = (host, rule) =>
        new RegExp("^" + rule.split("*").map(part => part.replace(/[.[\\]]/g, "\\\\$&")).join(".*") + "$").test(host);
      const isRefused = (address, error) => {
        if (error == "net::ERR_BLOCKED_BY_ADMINISTRATOR") return true;
        if (error != "net::ERR_NAME_NOT_RESOLVED") return false;
        const host = new URL(address).hostname;
        return refused.some(rule => fits(host, rule)) && !allowed.some(rule => fits(host, rule));
      };
      // A window that a page opens has bars and a field for addresses, and once it closes the first one has
      // them too.
      const cover = async () => {
        for (const { id, state } of await chrome.windows.getAll()) {
          if (state != "fullscreen") chrome.windows.update(id, { state: "fullscreen" }).catch(() => {});
        }
      };
      for (const name of ["onCreated", "onRemoved", "onFocusChanged", "onBoundsChanged"]) {
        chrome.windows[name].addListener(cover);
      }
      chrome.webNavigation.onCommitted.addListener(({ frameId, tabId, url }) => {
        if (frameId == 0 && /^https?:/.test(url)) chrome.storage.session.set({ [tabId]: url });
      });
      chrome.webNavigation.onErrorOccurred.addListener(async ({ frameId, tabId, url, error }) => {
        if (frameId != 0 || !isRefused(url, error)) return;
        const last = (await chrome.storage.session.get(String(tabId)))[tabId];
        const isOnlyOne = (await chrome.tabs.query({})).length < 2;
        const back = last ?? (isOnlyOne ? \(Policy.text(page.address).json) : "");
        const place = chrome.runtime.getURL("\(RefusalPage.name)") + "#" + encodeURIComponent(back);
        chrome.tabs.update(tabId, { url: place });
      });

      """
  }

  private static func list(_ words: [String]) -> String { Policy.list(words.map { .text($0) }).json }
}

import Configuration

/// What a page says that a visitor sees in the place of one that is refused, in the visitor's language.
package struct RefusalWords: Hashable, Sendable {
  /// A tag such as `de`, for screen readers and for the choice of letters.
  package var language: String
  package var isRightToLeft: Bool
  package var title: String
  package var explanation: String
  /// On the button that leads back.
  package var back: String

  package init(
    language: String = "en", isRightToLeft: Bool = false, title: String, explanation: String, back: String
  ) {
    (self.language, self.isRightToLeft) = (language, isRightToLeft)
    (self.title, self.explanation, self.back) = (title, explanation, back)
  }
}

/// The page that stands in the place of one that is refused.
///
/// No browser lets a policy name it. Chromium gets an extension of the visit's own (``ChromiumExtension``),
/// and Debian's Firefox a script (``FirefoxScript``): they notice that a page is refused, and show this one
/// with the address that the way back leads to after `#`. Without one it stands in a tab that a refused link
/// has opened, and the way back closes that.
enum RefusalPage {
  /// The page's name within its directory.
  static let name = "refused.html"

  /// The page and its script, in a directory whose name ends with a slash.
  static func files(_ words: RefusalWords, in directory: String) -> [String: String] {
    ["\(directory)\(name)": page(words), "\(directory)refused.js": script]
  }

  /// The button is in the middle, where a finger finds it on every screen. It has the focus, and so Enter is
  /// enough.
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

  /// Where there is nothing to go back to, the tab is closed: by the extension's rights, or by Firefox's
  /// script, which sees the address change.
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

/// The extension that shows ``RefusalPage`` in Chromium, and takes the bars from windows that pages open.
///
/// It is loaded from the visit's directory, which Chromium does, and what Google builds from it does not:
/// there the browser's own page stays. A policy that refuses all other extensions refuses this one too,
/// whatever exceptions it makes, so the store's are refused.
enum ChromiumExtension {
  /// Its directory within the visit's.
  static let directory = "refused"
  /// What Chromium makes its identifier from: any bytes, in Base64. Without it that would depend on the
  /// directory.
  private static let key = "Um90dW5kYQ=="
  /// The first half of the key's SHA-256, with the letters a to p for its digits.
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

  /// A host that is refused is not found, and so is one that does not answer: the rules tell them apart.
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

import Configuration
import Foundation
import SeededRandom
import Testing

@testable import ConfigurationFile

/// Files of Rotunda 0.1 with keys that have another name, section or value today.
@Suite struct ChangedKeyTests {
  /// What is told, a text of 0.1, and the same as it is written today.
  private static let texts: [(what: String, old: String, new: String)] = [
    (
      "a number of seconds",
      "[carousel]\nscroll-duration = 0.4 # Slow.\nlayout-change-duration=1_0\nview-change-duration = 0\n",
      "[carousel]\nscroll-duration = \"400ms\" # Slow.\nlayout-change-duration=\"10s\"\nview-change-duration = \"0s\"\n"
    ),
    (
      "seconds of other sections",
      "[background]\ninterval = 90\nfade = 1.5\n[gestures]\nlong-press-delay = 5e-1\n",
      "[background]\ninterval = \"90s\"\nfade = \"1.5s\"\n[gestures]\nlong-press-delay = \"500ms\"\n"
    ),
    (
      "a text with a unit already", "[background]\ninterval = \"90s\"\n", "[background]\ninterval = \"90s\"\n"
    ),
    (
      "what is no time", "[background]\ninterval = nan\nfade = -1\n", "[background]\ninterval = nan\nfade = -1\n"
    ),
    (
      "inline tables and dots", "background = { fade = 1, dimming = 0 }\ncarousel.scroll-duration = 2\n",
      "background = { fade = \"1s\", dimming = 0 }\ncarousel.scroll-duration = \"2s\"\n"
    ),
    (
      "shelves",
      "[[shelf]]\nscroll-duration = 1\n[[shelf]]\n[shelf.carousel]\nscroll-duration = 2\n[[shelf]]\ncarousel = { scroll-duration = 3 }\n",
      "[[shelf]]\nscroll-duration = \"1s\"\n[[shelf]]\n[shelf.carousel]\nscroll-duration = \"2s\"\n[[shelf]]\ncarousel = { scroll-duration = \"3s\" }\n"
    ),
    (
      "the same names elsewhere", "[[tile]]\nenvironment = { interval = 3 }\n[x]\nfade = 3\n",
      "[[tile]]\nenvironment = { interval = 3 }\n[x]\nfade = 3\n"
    ),
    (
      "quotes around keys", "[\"background\"]\n'fade' = 2\n", "[\"background\"]\n'fade' = \"2s\"\n"
    ),
  ]

  @Test(arguments: texts) func aTextIsWrittenAnew(what: String, old: String, new: String) {
    let upgrade = ConfigurationUpgrade(Array(old.utf8))
    #expect(String(decoding: upgrade.bytes, as: UTF8.self) == new, "\(what)")
    #expect(upgrade.changes.isEmpty == (old == new), "\(what)")
    #expect(ConfigurationUpgrade(upgrade.bytes).changes.isEmpty, "\(what)")
  }

  @Test func noOldKeyIsAKeyOfToday() {
    for key in ChangedKey.all {
      if case .text = key.today { continue }
      #expect(key.section.key(named: key.name) == nil, "\(key.section.rawValue).\(key.name)")
    }
  }

  @Test func everyKeyOfTodayIsThere() {
    for key in ChangedKey.all {
      for (section, name) in key.successors {
        #expect(section.key(named: name) != nil, "\(section.rawValue).\(name)")
      }
    }
  }
}

extension ChangedKey {
  /// What it can become.
  fileprivate var successors: [(ConfigurationSection, String)] {
    switch today {
    case .text: [(section, name)]
    case .named(let name), .scaled(let name, _, _): [(section, name)]
    case .byLayout(let names): names.map { (section, $0.name) }
    case .below(let section): [(section, name)]
    }
  }
}

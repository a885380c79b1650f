import Configuration
import Foundation
import SeededRandom
import TemporaryFiles
import Testing

@testable import ConfigurationFile

/// Files of Rotunda 0.1 with keys whose name, section or value has changed.
@Suite struct ChangedKeyTests {
  /// The subject, a text of 0.1, and the same text in today's form.
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
      "what is no time", "[background]\ninterval = nan\nfade = -1\n",
      "[background]\ninterval = nan\nfade = -1\n"
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
      "names in other sections",
      "[kiosk]\nstart-tile = \"a\" # First.\n[carousel]\nstart-tile = 2\nangle = 20\n[theme]\nface = \"card\"\nbackground = \"#123456\"\n",
      "[kiosk]\nopen-at-start = \"a\" # First.\n[carousel]\nstart-tile = 2\nangle-between-tiles = 20\n[theme]\ntile-style = \"card\"\nground = \"#123456\"\n"
    ),
    (
      "a new name that is there", "[kiosk]\nstart-tile = \"a\"\nopen-at-start = \"b\"\n",
      "[kiosk]\nstart-tile = \"a\"\nopen-at-start = \"b\"\n"
    ),
    (
      "homes that could only be read",
      "[[tile]]\nread-only-home = true # Safe.\n[[tile]]\nread-only-home = false\ntiles = [{ read-only-home = true }]\n[[tile.list]]\nread-only-home = false\n[[shelf]]\n[[shelf.tile]]\nread-only-home = true\n",
      "[[tile]]\nhome = \"visit\" # Safe.\n[[tile]]\nhome = \"keep\"\ntiles = [{ home = \"visit\" }]\n[[tile.list]]\nhome = \"keep\"\n[[shelf]]\n[[shelf.tile]]\nhome = \"visit\"\n"
    ),
    (
      "variables that are called as such keys", "[[tile]]\nenvironment = { read-only-home = true }\n",
      "[[tile]]\nenvironment = { read-only-home = true }\n"
    ),
    (
      "the default layout", "[carousel]\ntilt = 0.5\n", "[carousel]\nside-tilt = 0.5\n"
    ),
    (
      "a layout below", "carousel = { tilt = 0.5, layout = \"time-machine\" }\n",
      "carousel = { step-aside = 0.5, layout = \"time-machine\" }\n"
    ),
    (
      "a layout that has none of them", "[carousel]\nlayout = \"wheel\"\ntilt = 0.5\ndepth-ratio = 0.252\n",
      "[carousel]\nlayout = \"wheel\"\nside-tilt = 0.5\nring-depth = 1\n"
    ),
    (
      "layouts of shelves",
      "[carousel]\n  tilt = 0.5 # Both.\n[[shelf]]\nlayout = \"time-machine\"\n[[shelf]]\nlayout = \"receding\"\ntilt = 1\ndepth-ratio = 0.6\n",
      "[carousel]\n  step-aside = 0.5\n  side-tilt = 0.5 # Both.\n[[shelf]]\nlayout = \"time-machine\"\n[[shelf]]\nlayout = \"receding\"\nside-tilt = 1\nstep-back = 0.6\n"
    ),
    (
      "widths of the screen", "[carousel]\nlayout = \"ring\"\nwidth-ratio = 0.3\ndepth-ratio = 0.1\n",
      "[carousel]\nlayout = \"ring\"\nring-width = 1.19\nring-depth = 0.397\n"
    ),
    (
      "heights of letters", "[theme]\nscreen-margin = 2.4\nnotice-margin = 1.1\nnotice-radius = 0\n",
      "[theme]\nscreen-margin-scale = 2\nnotice-margin-scale = 1\nnotice-radius-scale = 0\n"
    ),
    (
      "a section that is there",
      "[access]\nscan = true\n\n[kiosk]\n# Said aloud.\nspeech = true # Yes.\nlanguage = \"de\"\n",
      "[access]\nscan = true\n# Said aloud.\nspeech = true # Yes.\n\n[kiosk]\nlanguage = \"de\"\n"
    ),
    (
      "a section that is not there",
      "# Mine.\n\n# How.\n[theme]\n# Large.\ntext-scale = 2\nname = \"light\"\n[kiosk]\nspeech = true",
      "# Mine.\n\n[access]\n# Large.\ntext-scale = 2\nspeech = true\n\n# How.\n[theme]\nname = \"light\"\n[kiosk]\n"
    ),
    (
      "a section at the end without a line end", "[kiosk]\r\nspeech = true\r\n[access]\r\nscan = true",
      "[kiosk]\r\n[access]\r\nscan = true\r\nspeech = true\r\n"
    ),
    (
      "inline tables that move",
      "kiosk = { speech = true, language = \"de\", sounds = false }\ntheme = {mirrored=true}\n",
      "kiosk = { language = \"de\" }\ntheme = {}\naccess.speech = true\naccess.sounds = false\naccess.mirrored=true\n"
    ),
    (
      "into an inline table", "access = { scan = true }\n[kiosk]\n# Why.\nspeech = true\n",
      "access = { scan = true, speech = true }\n[kiosk]\n# Why.\n"
    ),
    (
      "dots that move", "kiosk.speech = true\n[theme]\ntext-scale = 2\n",
      "access.speech = true\naccess.text-scale = 2\n[theme]\n"
    ),
    (
      "how the row moves while nobody is there", "[idle]\nattract-with = \"step\" # So.\n",
      "[idle]\nattract = \"step\" # So.\n"
    ),
    (
      "a tile while nobody is there", "idle = { attract-tile = 'plan', attract-after = \"1min\" }\n",
      "idle = { attract = 'tile:plan', attract-after = \"1min\" }\n"
    ),
    (
      "a tile, and how the row moves",
      "[idle]\n# How.\nattract-with = \"step\" # So.\nattract-tile = \"plan\"\n",
      "[idle]\n# How.\n# So.\nattract = \"tile:plan\"\n"
    ),
    (
      "a text over several lines stays", "[idle]\nattract-tile = \"\"\"plan\"\"\"\n",
      "[idle]\nattract-tile = \"\"\"plan\"\"\"\n"
    ),
    (
      "quotes around keys", "[\"background\"]\n'fade' = 2\n", "[\"background\"]\n'fade' = \"2s\"\n"
    ),
  ]

  @Test(arguments: texts) func oldTextIsUpgraded(what: String, old: String, new: String) {
    let upgrade = ConfigurationUpgrade(Array(old.utf8))
    #expect(String(decoding: upgrade.bytes, as: UTF8.self) == new, "\(what)")
    #expect(upgrade.changes.isEmpty == (old == new), "\(what)")
    #expect(ConfigurationUpgrade(upgrade.bytes).changes.isEmpty, "\(what)")
  }

  @Test func dropInInheritsTheLayout() throws {
    let directory = try TemporaryDirectory()
    try directory.write("rotunda.d/10.toml", "[carousel]\ntilt = 0.5\n")
    let path = try directory.write(
      "rotunda.toml", "[carousel]\nlayout = \"time-machine\"\n[[tile]]\nrun = [\"true\"]\n")
    let carousel = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"]).load(path).configuration
      .carousel
    #expect(carousel.stepAside == 0.5 && carousel.sideTilt == nil)
  }

  @Test func checkNamesOldKeysAndShowsNewLines() throws {
    let directory = try TemporaryDirectory()
    let path = try directory.write(
      "rotunda.toml",
      "[theme]\nface = \"card\"\nscreen-margin = 1.2\n  text-scale = 2\n[carousel]\nlayout = \"ring\"\nwidth-ratio = 0.252\nscroll-duration = 1\n[[tile]]\nrun = [\"true\"]\n"
    )
    let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin"], oldForm: .error)
    #expect(
      loader.load(path).diagnostics.map { $0.description.replacing("\(path):", with: "") } == [
        "2:1: error: theme.face: is called tile-style now: tile-style = \"card\"",
        "3:1: error: theme.screen-margin: is called screen-margin-scale now, and 1 is the usual: screen-margin-scale = 1",
        "4:3: error: theme.text-scale: is below [access] now: text-scale = 2",
        "7:1: error: carousel.width-ratio: is called ring-width now, and is in tile sizes: ring-width = 1",
        "8:1: error: carousel.scroll-duration: a time is a text with a unit: scroll-duration = \"1s\"",
      ])
  }

  @Test func mistakeKeepsItsPlaceWhenItsKeyMoved() throws {
    let reading = try Reading(
      "[[tile]]\nrun = [\"true\"]\n[theme]\ncard = 3\n# Much.\ntext-scale = 9\nname = 1\n")
    #expect(
      reading.messages.map { $0.split(separator: " ").first } == [
        "rotunda.toml:4:8:", "rotunda.toml:6:1:", "rotunda.toml:6:14:", "rotunda.toml:7:8:",
      ])
  }

  /// Lines in the old and in the new form, and whether the new ones move to `[access]`.
  private static let lines: [(section: String, old: String, new: String, isMoved: Bool)] = [
    ("kiosk", "start-tile = \"plan\"", "open-at-start = \"plan\"", false),
    ("kiosk", "speech = true", "speech = true", true), ("kiosk", "sounds=true", "sounds=true", true),
    ("kiosk", "back-tile = false", "back-tile = false", false),
    ("theme", "text-scale = 1.5", "text-scale = 1.5", true),
    ("theme", "'reduced-motion' = true", "'reduced-motion' = true", true),
    ("theme", "mirrored = \"auto\"", "mirrored = \"auto\"", true),
    ("theme", "face = \"picture\"", "tile-style = \"picture\"", false),
    ("theme", "background = \"#102030\"", "ground = \"#102030\"", false),
    ("theme", "screen-margin = 0.6", "screen-margin-scale = 0.5", false),
    ("background", "fade = 0.25", "fade = \"250ms\"", false),
    ("background", "interval = 600", "interval = \"10min\"", false),
    (
      "carousel", "layout = \"cover-flow\"\ntilt = 0.3", "layout = \"cover-flow\"\nside-tilt = 0.3", false
    ),
    ("carousel", "scroll-duration = 2", "scroll-duration = \"2s\"", false),
    ("carousel", "center-item-when-selected = true", "tap-beside = \"center\"", false),
    ("gestures", "stop-after = 0.05", "stop-after = \"50ms\"", false),
    ("access", "scan = true", "scan = true", false),
    ("idle", "attract-with = \"step\"", "attract = \"step\"", false),
  ]

  @Test func anyMixOfOldKeysUpgradesWithComments() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let directory = try TemporaryDirectory()
    let loader = ConfigurationLoader(environment: ["PATH": "/usr/bin:/bin", "XDG_DATA_DIRS": "/nowhere"])
    let tile = "[[tile]]\nid = \"plan\"\nrun = [\"true\"]\n"
    for round in 0..<150 {
      let chosen = Self.lines.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      let sections = Array(Set(chosen.map(\.section))).sorted().shuffled(using: &random)
      var (old, comments, new): (String, [String], [String: [String]]) = ("", [], [:])
      for section in sections {
        old += "[\(section)]\n"
        for line in chosen where line.section == section {
          comments += ["# \(comments.count) above", "# \(comments.count) behind"]
          old += "\(comments[comments.count - 2])\n\(line.old) \(comments[comments.count - 1])\n"
          if Bool.random(using: &random) { old += "\n" }
          new[line.isMoved ? "access" : section, default: []].append(line.new)
        }
      }
      let expected = new.sorted { $0.key < $1.key }.flatMap { ["[\($0.key)]"] + $0.value }
      let today = loader.load(
        try directory.write("new.toml", expected.joined(separator: "\n") + "\n" + tile))
      #expect(today.diagnostics == [], "seed \(seed), round \(round)")
      let upgraded = ConfigurationUpgrade(Array((old + tile).utf8))
      let text = String(decoding: upgraded.bytes, as: UTF8.self)
      for comment in comments { #expect(text.contains(comment), "seed \(seed), round \(round): \(text)") }
      let written = loader.load(try directory.write("written.toml", upgraded.bytes))
      #expect(written.diagnostics == [], "seed \(seed), round \(round): \(old)")
      #expect(written.configuration == today.configuration, "seed \(seed), round \(round): \(old)")
      let shown = loader.load(try directory.write("old.toml", old + tile))
      #expect(!shown.hasErrors && shown.configuration == today.configuration, "seed \(seed), round \(round)")
      #expect(shown.diagnostics.count == (upgraded.changes.isEmpty ? 0 : 1), "seed \(seed), round \(round)")
    }
  }

  @Test func oldKeysAreNoLongerValid() {
    for key in ChangedKey.all {
      if case .text = key.today { continue }
      #expect(key.section.key(named: key.name) == nil, "\(key.section.rawValue).\(key.name)")
    }
  }

  @Test func everySuccessorKeyExists() {
    for key in ChangedKey.all {
      for (section, name) in key.successors {
        #expect(section.key(named: name) != nil, "\(section.rawValue).\(name)")
      }
    }
  }
}

extension ChangedKey {
  /// The keys that can replace it.
  fileprivate var successors: [(ConfigurationSection, String)] {
    switch today {
    case .text: [(section, name)]
    case .named(let name), .scaled(let name, _, _), .words(let name, _), .prefixed(let name, _),
      .unless(_, let name):
      [(section, name)]
    case .byLayout(let names): names.map { (section, $0.name) }
    case .below(let section): [(section, name)]
    }
  }
}

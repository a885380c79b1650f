/// The `[idle]` section: what happens while the screen is idle. Times in seconds; nil is never.
package struct IdleSettings: Hashable, Sendable {
  /// Until the program that has the screen is left and the first tile is back.
  package var returnHomeAfter: Double?
  /// How long before that visitors are asked whether they are still there; nil asks no one.
  package var warning: Double? = 10
  /// Until the screen shows something to passers-by.
  package var attractAfter: Double?
  /// What it shows, one scene after the other; at least one.
  package var scenes = [AttractScene.turn]
  /// How long each scene is shown where there are several.
  package var sceneDuration = 60.0
  /// The most pictures in a second while a picture is moved slowly.
  package var attractRate = 20
  /// The pictures of the slides; empty: those of the background.
  package var slides: [IconReference] = []
  /// How long each slide is shown.
  package var slideDuration = 12.0
  /// Whether slides are enlarged slowly.
  package var zoomsSlides = false
  /// What is written on slides, by their files: what a text beside each says.
  package var captions: [String: LocalizedText] = [:]
  /// Whether everything on the screen goes round a little, so that no pixel shows the same for days.
  package var orbit = AutomaticSetting.automatic
  /// Until the screen goes dark.
  package var blankAfter: Double?

  /// What can be asked for: a second, and a week.
  package static let range = 1.0...604_800.0
  /// How long a question can stand.
  package static let warningRange = 1.0...600.0

  /// Every key at its default: nothing ever happens.
  package init() {}
}

// MARK: Keys

extension IdleSettings: SectionSettings {
  package static let section = ConfigurationSection.idle
  package static var standard: IdleSettings { IdleSettings() }

  package static let fields: [SettingField<IdleSettings>] = [
    SettingField(
      "return-home-after", .wait(range), \.returnHomeAfter, level: .basic,
      """
      How long nobody may touch anything before the visit is taken to be over: the program that has the screen
      is left as by going home, folders close, and the first tile is back. Touches inside programs count where
      the compositor tells of them (ext-idle-notify, org_kde_kwin_idle) or the touchscreen is read beside it
      (global-touch). A program that inhibits idleness, as players of films do, keeps the visit going.
      """),
    SettingField(
      "warning", .wait(warningRange), \.warning,
      """
      How long before a program is left its visitor is asked \u{201c}Are you still there?\u{201d}, with a
      countdown. Any touch goes on with the program. With "never" nobody is asked.
      """),
    SettingField(
      "attract-after", .wait(range), \.attractAfter, level: .basic,
      """
      How long nobody may touch anything before the screen shows what attract says, to be noticed by passers-by.
      """),
    SettingField(
      "attract", .scenes, example: "[\"hero\", \"ghost\"]",
      """
      What is shown then, one scene after the other. "hero" shows the pictures of the tiles, each as large as the
      screen and slowly enlarged, with their names and "Touch to begin". "slides" does the same with the
      pictures of a directory. With "ghost" a mark like a finger swipes the row on every eight seconds, with the word
      "Swipe" in the languages of the tiles. With "turn" the carousel turns slowly, with "step" it goes on by one
      tile every few seconds; a row that ends at both sides always steps. "tile:" and the id of a tile open that, as a
      screensaver: a program or a page of the web, a picture or a text. Before hero, slides and tile the visit is over as
      by going home. A scene that has nothing to show is left out. The first touch ends the scene and opens nothing;
      where tiles are seen, a swipe moves them at once. A touch on a program is noticed where the compositor
      tells of touches or the touchscreen is read beside it, as for return-home-after; a program that inhibits
      idleness would end at once, so players of films have to be told not to (mpv --stop-screensaver=no).
      """,
      read: { .texts($0.scenes.map(\.word)) },
      write: { settings, value in
        guard case .texts(let words) = value else { return }
        settings.scenes = words.compactMap { AttractScene($0) }
      }),
    SettingField(
      "attract-interval", .duration(5...86400), \.sceneDuration,
      """
      How long each scene is shown where attract names several. A program that ends by itself makes room for the
      next one earlier.
      """),
    SettingField(
      "attract-rate", .integer(1...60), \.attractRate,
      """
      The most pictures in a second while hero or slides enlarge a picture. The motion is so slow that 20 look
      smooth. Without a graphics card every picture costs the processor time: 10 halve that.
      """),
    SettingField(
      "slides", .pictures, otherwise: "the slideshow of [background]", example: "\"slides\"",
      """
      A directory of pictures (PNG, JPEG, WebP, SVG) for slides in attract, in the order of their names. A text
      beside a picture is written on it, such as what it shows and whom it is from: hall.txt for hall.jpg, and
      hall.de.txt for readers of German. Both are read when the configuration is.
      """,
      read: { $0.slides.isEmpty ? nil : .icons($0.slides) },
      write: { settings, value in
        if case .icons(let pictures) = value { settings.slides = pictures }
        if value == .nothing { settings.slides = [] }
      }),
    SettingField(
      "slide-interval", .duration(3...86400), \.slideDuration, "The time from one slide to the next."),
    SettingField(
      "slide-zoom", .boolean, \.zoomsSlides,
      """
      Whether slides are slowly enlarged as the pictures of hero are. Without that the machine rests between
      them.
      """),
    SettingField(
      "orbit", .automatic, \.orbit,
      """
      Whether everything on the screen moves a little once a minute, in a circle, while nobody touches it: edges
      that never move burn into some screens. "auto" does so while attract is on.
      """),
    SettingField(
      "blank-after", .wait(range), \.blankAfter, level: .basic,
      """
      How long nobody may touch anything before the screen goes dark: it is turned off where the compositor
      allows it (wlr-output-power-management), else it is black. The touch that wakes it does nothing else.
      """),
  ]
}

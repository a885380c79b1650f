/// The `[idle]` section: the behavior of an idle screen. Times are in seconds; nil means never.
package struct IdleSettings: Hashable, Sendable {
  /// Time until the launcher leaves the program and shows the first tile.
  package var returnHomeAfter: Double?
  /// Time before that when the launcher asks visitors whether they are still there; nil asks no one.
  ///
  /// WCAG 2.1, success criterion 2.2.1, requires at least 20 s.
  package var warning: Double? = 20
  /// Whether a sound accompanies the question, even if `sounds` is off.
  package var warnsBySound = true
  /// Time until the screen shows scenes to passers-by.
  package var attractAfter: Double?
  /// The scenes, one after the other; at least one.
  package var scenes = [AttractScene.turn]
  /// Duration of each scene if there are several.
  package var sceneDuration = 60.0
  /// The largest frame rate of slowly moving pictures, per second.
  package var attractRate = 20
  /// The pictures of the slides; empty uses those of the background.
  package var slides: [IconReference] = []
  /// Duration of each slide.
  package var slideDuration = 12.0
  /// Whether slides are enlarged slowly.
  package var zoomsSlides = false
  /// The captions of slides, by their files. A text file beside each slide contains its caption.
  package var captions: [String: LocalizedText] = [:]
  /// Whether the whole picture moves in a small circle, to prevent any pixel from showing the same for days.
  package var orbit = AutomaticSetting.automatic
  /// Time until the screen goes dark.
  package var blankAfter: Double?

  /// Whether one of the scenes ends the visit before it begins.
  package var scenesEndVisit: Bool { scenes.contains { $0.endsVisit } }

  /// The range of times: a second to a week.
  package static let range = 1.0...604_800.0
  /// The range of `warning`.
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
      The time without a touch after which the visit ends: the launcher leaves the program, closes folders,
      and shows the first tile. Touches in programs count where the compositor reports them
      (ext-idle-notify, org_kde_kwin_idle), or with global-touch. Programs that inhibit idleness, such as
      film players, keep the visit open.
      """),
    SettingField(
      "warning", .wait(warningRange), \.warning,
      """
      How long before the end of a visit the launcher asks "Are you still there?", with a countdown. Any touch
      or key continues the visit. The launcher asks if the visitor would lose something: a program, a page, a
      folder, a place in the row, or a setting. With "never" it does not ask. Guidelines ask for at least 20
      seconds.
      """),
    SettingField(
      "warning-sound", .boolean, \.warnsBySound,
      """
      Whether the launcher plays two notes with that question, even if sounds in [access] is off.
      """),
    SettingField(
      "attract-after", .wait(range), \.attractAfter, level: .basic,
      """
      The time without a touch after which the screen attracts passers-by, as attract defines.
      """),
    SettingField(
      "attract", .scenes, example: "[\"hero\", \"ghost\"]",
      """
      The scenes that attract passers-by, one after another. "hero" shows the pictures of the tiles, one at
      a time and slowly enlarged, with "Touch to begin". "slides" does so with the pictures of a directory.
      "ghost" shows a finger that swipes the row every eight seconds, with the word "Swipe". "turn" turns
      the carousel slowly, and "step" moves it by one tile every few seconds. A row with ends always steps.
      "tile:" and an id open that tile as a screensaver. hero, slides and tile end the visit first, as warning
      says. The launcher skips a scene that has nothing to show. The first touch ends the scene and opens nothing. A
      swipe moves visible tiles at once. A program in attract mode must not inhibit idleness, or it ends at
      once: use mpv --stop-screensaver=no.
      """,
      read: { .texts($0.scenes.map(\.word)) },
      write: { settings, value in
        guard case .texts(let words) = value else { return }
        settings.scenes = words.compactMap { AttractScene($0) }
      }),
    SettingField(
      "attract-interval", .duration(5...86400), \.sceneDuration,
      """
      The length of each scene if attract names several. A program that ends earlier is followed by the next
      scene.
      """),
    SettingField(
      "attract-rate", .integer(1...60), \.attractRate,
      """
      The most frames in a second while hero or slides enlarge a picture. The motion is slow, and 20 look
      smooth. Without a graphics card, 10 halve the processor time.
      """),
    SettingField(
      "slides", .pictures, otherwise: "the slideshow of [background]", example: "\"slides\"",
      """
      A directory of pictures (PNG, JPEG, WebP, SVG) for slides in attract, in the order of their names. A
      text file beside a picture is its caption: hall.txt for hall.jpg, and hall.de.txt for readers of
      German. The launcher reads both with the configuration.
      """,
      read: { $0.slides.isEmpty ? nil : .icons($0.slides) },
      write: { settings, value in
        if case .icons(let pictures) = value { settings.slides = pictures }
        if value == .nothing { settings.slides = [] }
      }),
    SettingField(
      "slide-interval", .duration(3...86400), \.slideDuration, "The time between two slides of the scene."),
    SettingField(
      "slide-zoom", .boolean, \.zoomsSlides,
      """
      Whether slides grow slowly, as the pictures of hero do. Otherwise the machine rests between them.
      """),
    SettingField(
      "orbit", .automatic, \.orbit,
      """
      Whether the whole picture moves a little once a minute while no one touches the screen, because still
      edges burn into some screens. "auto" does so with attract.
      """),
    SettingField(
      "blank-after", .wait(range), \.blankAfter, level: .basic,
      """
      The time without a touch after which the screen goes dark. It turns off where the compositor allows it
      (wlr-output-power-management), and is black elsewhere. The touch that wakes it does nothing else.
      """),
  ]
}

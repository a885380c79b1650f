/// Every action with its description, for the manual and `rotunda config keys`, which list each action once.
package enum ActionReference {
  /// The actions' words and descriptions, in the order of the documentation.
  package static let entries: [(word: String, meaning: String)] =
    ShellAction.plain.map { ($0.word, meaning(of: $0)) } + [
      ("\(ShellAction.tilePrefix)ID", "Opens the tile with that id."),
      (
        "\(ShellAction.languagePrefix)TAG",
        "Changes the language until the visit ends, as in \"language:fr\"."
      ),
      ("theme:NAME", "Changes the theme until the visit ends. A second time takes it back."),
      ("text-scale:NUMBER", "Enlarges the text until the visit ends, as in \"text-scale:1.6\"."),
      ("reduced-motion:on", "Replaces motion by fading until the visit ends."),
      ("mirrored:on", "Exchanges left and right until the visit ends."),
      ("steady-touch:on", "Ignores short and repeated touches until the visit ends."),
      ("speech-rate:NUMBER", "Sets the speed of the voice, -100 to 100, until the visit ends."),
      ("speech-pitch:NUMBER", "Sets the pitch of the voice, -100 to 100, until the visit ends."),
      ("volume:NUMBER", "Sets the loudness in percent until the visit ends, where volume is set."),
      ("scan:on", "Turns on one-switch scanning until the visit ends."),
    ]

  private static func meaning(of action: ShellAction) -> String {
    switch action {
    case .none: "Does nothing."
    case .home: "Leaves the program, closes folders, and shows the first tile."
    case .back: "Goes one step back: closes a message, a page, a folder or the program."
    case .nextShelf: "Goes to the next shelf."
    case .previousShelf: "Goes to the previous shelf."
    case .nextTile: "Goes to the next tile."
    case .previousTile: "Goes to the previous tile."
    case .open: "Opens the tile under the finger, or the one in the middle."
    case .reload: "Reads the configuration again."
    case .admin: "Opens the system page, after the PIN."
    case .lock: "Locks the launcher until someone enters the PIN."
    case .blank: "Turns the screen off. A touch turns it on."
    case .help: "Shows how visitors use the launcher."
    case .speech: "Turns the screen reader on or off until the visit ends."
    case .sounds: "Turns sounds on or off until the visit ends."
    case .read(.on): "Reads the next element of the screen, with the screen reader."
    case .read(.back): "Reads the element before."
    case .read(.again): "Repeats the latest text."
    case .read(.spelled): "Spells the name of the latest element."
    case .read(.everything): "Says where the visitor is, and what is on the screen."
    case .focus(let direction): "Selects the next element, as the arrow key \(direction.word) does."
    case .power(.powerOff): "Switches the machine off, if power-actions allows it."
    case .power(.reboot): "Restarts the machine, if power-actions allows it."
    case .power(.suspend): "Puts the machine to sleep, if power-actions allows it."
    // These have arguments. The list above contains them.
    case .openTile, .language, .adjust: ""
    }
  }
}

/// Code that receives hostile bytes from the fuzzers, and from the tests of their corpora.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A configuration file, and the carousel that it describes.
  case configuration
  /// Messages to the editor's service, and the changes of an edited file.
  case editor
  /// A theme package, and the launcher's appearance with it.
  case theme
  /// A desktop entry, and the commands from it.
  case desktopEntry = "desktop-entry"
  /// A theme's index, and the search for icons with it.
  case iconTheme = "icon-theme"
  /// A picture's header and content.
  case picture
  /// A sound of a theme.
  case sound
  /// Touches on the launcher's window.
  case touches
  /// Messages from a compositor.
  case compositor
  /// Messages between programs and the compositor through the relay.
  case filter
  /// Messages from an MQTT broker, and the launcher's answers.
  case broker

  /// Runs the target on arbitrary bytes. It returns for every input, and traps if the code breaks a rule.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .configuration: ConfigurationFuzzing.run(bytes)
    case .editor: EditorFuzzing.run(bytes)
    case .theme: ThemeFuzzing.run(bytes)
    case .desktopEntry: DesktopEntryFuzzing.run(bytes)
    case .iconTheme: IconThemeFuzzing.run(bytes)
    case .picture: PictureFuzzing.run(bytes)
    case .sound: SoundFuzzing.run(bytes)
    case .touches: TouchFuzzing.run(bytes)
    case .compositor: CompositorFuzzing.run(bytes)
    case .filter: FilterFuzzing.run(bytes)
    case .broker: BrokerFuzzing.run(bytes)
    }
  }

  /// Inputs to start from in addition to the corpus, generated from the product's own tables.
  public var seeds: [[UInt8]] {
    switch self {
    case .configuration: ConfigurationSeeds.inputs
    case .editor: EditorFuzzing.seeds
    default: []
    }
  }

  /// Strings that inputs are likely to contain.
  public var words: [String] { [.configuration, .editor].contains(self) ? ConfigurationSeeds.words : [] }
}

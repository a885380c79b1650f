/// What is fed with hostile bytes, by the fuzzers and by the tests that go through their corpora.
public enum FuzzTarget: String, CaseIterable, Sendable {
  /// A configuration file, and the carousel that it describes.
  case configuration
  /// Messages to the editor's service, and the changes of an edited file.
  case editor
  /// The package of a theme, and how the launcher looks with it.
  case theme
  /// A desktop entry, and the commands that come of it.
  case desktopEntry = "desktop-entry"
  /// A theme's index, and the icons that are looked up with it.
  case iconTheme = "icon-theme"
  /// A picture's header, and the picture.
  case picture
  /// A sound of a theme.
  case sound
  /// Fingers on the launcher's window.
  case touches
  /// What a compositor says.
  case compositor
  /// What programs and the compositor say to each other through the relay.
  case filter

  /// Takes the bytes in. Whatever they are, this returns; it traps where a rule is broken that holds for all
  /// input.
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
    }
  }

  /// Inputs to start from beside the corpus, which follow from what the product knows.
  public var seeds: [[UInt8]] {
    switch self {
    case .configuration: ConfigurationSeeds.inputs
    case .editor: EditorFuzzing.seeds
    default: []
    }
  }

  /// Pieces that inputs are likely to have.
  public var words: [String] { [.configuration, .editor].contains(self) ? ConfigurationSeeds.words : [] }
}

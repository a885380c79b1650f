import Artwork
import CarouselEngine
import Commands
import Hosting
import Logging
import Networks
import Rendering
import RotundaGeometry
import Scene
import Shell
import State

private let log = Log("preview")

/// `rotunda preview`: renders the launcher's screen with its own renderer to a PNG file or a film.
enum PreviewCommand {
  static func run(_ options: PreviewOptions) -> Int32 {
    let environment = ProcessEnvironment.current
    let source = ConfigurationSource(options.configuration, environment, theme: options.theme)
    let content = options.isOfTheme && source.isMissing ? source.sample() : source.read()
    if let theme = options.theme, !content.configuration.theme.isNamed(theme) {
      log.error("there is no theme '\(theme)'; 'rotunda theme list' lists those that are installed")
      return ExitStatus.usage
    }
    ThemeFonts.use(of: content.configuration)
    do {
      let languages = environment.languages(of: content.configuration)
      let renderer = try OffscreenRenderer(ArtworkOptions(languages: languages, environment))
      let subject = PreviewSubject(
        content: content, options: options, languages: languages, words: environment.words(for: languages))
      if let seconds = options.film { return try write(subject, seconds: seconds, with: renderer) }
      let picture =
        try options.isContactSheet
        ? subject.contactSheet(with: renderer) : subject.screenshot(with: renderer)
      return write(picture, to: options.output)
    } catch let error as WebPFilm.Failure {
      log.error("\(options.output): \(error)")
      return ExitStatus.system
    } catch let error as LaunchError {
      log.error("\(error)")
      return error.exitStatus
    } catch {
      log.error("\(error)")
      return ExitStatus.system
    }
  }

  private static func write(
    _ subject: PreviewSubject, seconds: Double, with renderer: OffscreenRenderer
  ) throws -> Int32 {
    let (options, script) = (subject.options, FilmScript(seconds: seconds))
    var film = try WebPFilm(size: PixelSize(options.width, options.height))
    var shell = subject.shell()
    try renderer.film(of: &shell, size: options.size, scale: options.scale, script) { picture, time in
      try film.add(picture, at: time)
    }
    try film.finish(after: seconds, into: options.output)
    return ExitStatus.success
  }

  private static func write(_ picture: Screenshot, to path: String) -> Int32 {
    do throws(PNGFile.Failure) {
      try PNGFile(size: picture.size, pixels: picture.pixels).write(to: path)
      return ExitStatus.success
    } catch {
      log.error("\(path) could not be written: \(error)")
      return ExitStatus.system
    }
  }
}

/// A configuration's launcher, set up for a preview as the command line requests.
private struct PreviewSubject {
  let content: ConfigurationSource.Content
  let options: PreviewOptions
  /// The readers' languages, in order of preference.
  let languages: [String]
  let words: Localizer

  /// Renders the launcher's screen in the size of the options, in points.
  func screenshot(
    with renderer: OffscreenRenderer, layout: LayoutKind? = nil, scale: Double? = nil
  ) throws(GraphicsError) -> Screenshot {
    var shell = shell(layout: layout)
    return try renderer.screenshot(
      of: &shell, size: options.size, scale: scale ?? options.scale, time: options.time,
      scrollOffset: options.scrollOffset, open: options.open, screen: options.screen.map(screen))
  }

  /// Returns a new launcher.
  func shell(layout: LayoutKind? = nil) -> Shell {
    var shelves = content.shelves
    if let layout = layout ?? options.layout {
      for index in shelves.indices {
        shelves[index].settings.layout = layout
        for shape in shelves[index].settings.shapes.keys {
          shelves[index].settings.shapes[shape]?.layout = layout
        }
      }
    }
    var shell = Shell(
      configuration: content.configuration, shelves: shelves, problems: content.problems)
    var effects: [ShellEffect] = []
    shell.handle(.languages(languages, words), at: 0, into: &effects)
    let readers = ProcessEnvironment.current.readers(of: content.configuration)
    shell.handle(.readers(readers), at: 0, into: &effects)
    shell.handle(.wallTime(.preview), at: 0, into: &effects)
    return shell
  }

  /// Returns the state of a screen some time after it appeared.
  private func screen(_ screen: PreviewedScreen) -> PreviewScreen {
    switch screen {
    case .question: .question(left: 12, of: 20)
    case .pin: .pin(digits: 2)
    case .keyboard: .keyboard
    case .edit: .edit
    case .form: .form(form, setupFacts)
    case .forEveryone: .forEveryone
    case .system: .system
    case .phone: .phone
    case .firstRun: .firstRun(page: options.step?.rawValue ?? "", setupFacts)
    case .attract: .attract
    case .settingUp: .settingUp
    case .closed: .closed
    case .outOfOrder: .outOfOrder
    case .offline: .offline
    }
  }

  private var form: PreviewedForm {
    switch options.step {
    case .add: .add
    case .applications: .applications
    case .files: .files
    case .shelf: .shelf
    default: .tile
    }
  }

  /// The facts of this machine for a page of the first run, or for a form of the editor.
  private var setupFacts: [SetupFact] {
    let environment = ProcessEnvironment.current
    let facts = SetupFacts(options.configuration, environment)
    switch options.step {
    case .look, .summary: return [.looks(facts.looks())]
    case .applications, .tiles: return [.applications(facts.applications(language: languages.first))]
    case .network, .hidden, .password: return [.networks(.example, isWired: false)]
    case .logo, .files: return [.media(SetupMedia(environment).find())]
    default: return []
    }
  }

  /// Renders a contact sheet of all layouts.
  func contactSheet(with renderer: OffscreenRenderer) throws(GraphicsError) -> Screenshot {
    let hasKeyframes = !content.configuration.carousel.details.keyframes.isEmpty
    let sheet = ContactSheet(
      of: ContactSheet.layouts(hasKeyframes: hasKeyframes),
      sheet: Size(Double(options.width), Double(options.height)), shape: options.size)
    return try sheet.screenshot(with: renderer) { layout throws(GraphicsError) in
      try screenshot(with: renderer, layout: layout, scale: sheet.screen.width / options.size.width)
    }
  }
}
